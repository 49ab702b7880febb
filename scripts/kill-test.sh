#!/usr/bin/env bash
# Kills runs of a whole small game at random moments, fills the disk under others, and compares the
# final bytes with those of a straight run. Usage: scripts/kill-test.sh [BINARY] [ROUNDS] [MEN]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${1:-$root/target/release/moara}")
rounds=${2:-40} men=${3:-5}
dir=$(mktemp -d)
trap 'umount "$dir/full" 2>/dev/null || true; rm -rf "$dir"' EXIT
unset MOARA_DB

step() { printf '%s\n' "--- $*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
generate() { "$moara" generate --men "$men" --db "$1" >"$dir/out" 2>"$dir/err"; }
hashes() { (cd "$1/men-$men" && sha256sum -- *.moara); }
# sleep_up_to MILLISECONDS: a random time.
sleep_up_to() { sleep "$(awk -v r="$RANDOM" -v max="$1" 'BEGIN { print r / 32768 * max / 1000 }')"; }

step "a straight run"
started=$(date +%s%N)
generate "$dir/straight"
took=$((($(date +%s%N) - started) / 1000000))
hashes "$dir/straight" >"$dir/hashes"
echo "$(wc -l <"$dir/hashes") files in $took ms"

step "killed at $rounds random moments, SIGKILL and SIGINT in turn, folder after folder"
killed=0 finished=0 folder=0
for round in $(seq "$rounds"); do
    db=$dir/db-$folder
    "$moara" generate --men "$men" --db "$db" >"$dir/out" 2>"$dir/err" &
    pid=$!
    sleep_up_to "$took"
    signal=$([ $((round % 2)) -eq 0 ] && echo INT || echo KILL)
    kill -s "$signal" "$pid" 2>/dev/null || true
    code=0
    wait "$pid" 2>/dev/null || code=$?
    case $signal-$code in
        *-0) finished=$((finished + 1)) ;;
        KILL-137) killed=$((killed + 1)) ;;
        INT-130)
            killed=$((killed + 1))
            # As soon as there is something to continue, it says how.
            ! grep -q 'million a second' "$dir/err" || grep -q 'continue with:' "$dir/err" \
                || { cat "$dir/err" >&2; fail "no line on how to continue"; } ;;
        *) cat "$dir/err" >&2; fail "exit code $code after SIG$signal" ;;
    esac
    # What is there under a file's name is whole at any moment.
    if ls "$db/men-$men"/*.moara >/dev/null 2>&1; then
        "$moara" verify --men "$men" --db "$db" >"$dir/out" 2>"$dir/err" \
            || { cat "$dir/err" >&2; fail "a file is not whole after SIG$signal"; }
    fi
    if [ "$(ls "$db/men-$men"/*.moara 2>/dev/null | wc -l)" -eq "$(wc -l <"$dir/hashes")" ]; then
        hashes "$db" | cmp - "$dir/hashes" || fail "other bytes in $db"
        rm -rf "$db"
        folder=$((folder + 1))
    fi
done
for db in "$dir"/db-*; do
    [ -d "$db" ] || continue
    generate "$db" || { cat "$dir/err" >&2; fail "the last run in $db"; }
    hashes "$db" | cmp - "$dir/hashes" || fail "other bytes in $db"
    [ "$(find "$db" -name '.*.tmp-*' | wc -l)" -eq 0 ] || fail "temporary files are left in $db"
    rm -rf "$db"
done
echo "$killed runs killed, $finished had finished before"

step "a second run in the same folder is refused, and names the first"
"$moara" generate --men 6 --db "$dir/twice" >"$dir/out" 2>"$dir/err" &
first=$!
until grep -q 'process' "$dir/twice/men-6/.lock" 2>/dev/null; do sleep 0.01; done
code=0
"$moara" generate --men 6 --db "$dir/twice" >"$dir/out" 2>"$dir/err2" || code=$?
kill -s INT "$first"
started=$(date +%s%N)
wait "$first" || true
ended=$((($(date +%s%N) - started) / 1000000))
[ "$code" -eq 1 ] || { cat "$dir/err2" >&2; fail "exit code $code, not 1"; }
grep -q "in use by process $first" "$dir/err2" || { cat "$dir/err2" >&2; fail "not named"; }
grep -q 'continue with:' "$dir/err" || { cat "$dir/err" >&2; fail "no line on how to continue"; }
[ "$ended" -lt 2000 ] || fail "the interrupted run took $ended ms to end"
echo "refused; the first ended $ended ms after SIGINT"

step "limits that are too low are refused before the work starts"
(ulimit -v 400000 && generate "$dir/limited") && fail "it started"
grep -q 'not enough memory' "$dir/err" || { cat "$dir/err" >&2; fail "not refused by memory"; }
[ ! -e "$dir/limited" ] || fail "it left something"
(ulimit -v 400000 && "$moara" bench --only solver --max-stones 12 >"$dir/out" 2>"$dir/err") \
    && fail "bench started"
grep -q 'not enough memory' "$dir/err" || { cat "$dir/err" >&2; fail "bench is not refused"; }

if [ "$(id -u)" -eq 0 ] && mkdir "$dir/full" && mount -t tmpfs -o size=64m tmpfs "$dir/full" 2>/dev/null; then
    step "a disk that fills up in the middle, and then has room again"
    for fill in 10 30 50; do
        "$moara" generate --men "$men" --db "$dir/full" >"$dir/out" 2>"$dir/err" &
        pid=$!
        until [ -e "$dir/full/men-$men/.lock" ]; do sleep 0.005; done
        sleep "0.$fill"
        dd if=/dev/zero of="$dir/full/filler" bs=1M >/dev/null 2>&1 || true
        code=0
        wait "$pid" || code=$?
        if [ "$code" -ne 0 ]; then
            [ "$code" -eq 1 ] || { cat "$dir/err" >&2; fail "exit code $code, not 1"; }
            grep -q 'free some' "$dir/err" || { cat "$dir/err" >&2; fail "no mend is named"; }
            "$moara" verify --men "$men" --db "$dir/full" >"$dir/out" 2>&1 \
                || { cat "$dir/out" >&2; fail "a file is not whole"; }
            tail -n 1 "$dir/err"
        fi
        rm -f "$dir/full/filler"
    done
    generate "$dir/full" || { cat "$dir/err" >&2; fail "with room again"; }
    hashes "$dir/full" | cmp - "$dir/hashes" || fail "other bytes"

    step "a read-only folder"
    rm "$dir/full/men-$men"/*-1-0.moara
    mount -o remount,ro "$dir/full"
    code=0
    generate "$dir/full" || code=$?
    [ "$code" -eq 1 ] || { cat "$dir/err" >&2; fail "exit code $code, not 1"; }
    grep -q 'Read-only' "$dir/err" || { cat "$dir/err" >&2; fail "not named"; }
    "$moara" query --men "$men" --db "$dir/full" "a1 d1 g1 a4" >/dev/null || fail "query"
else
    step "not root: no file system to fill or to make read-only"
fi

echo "kill test: all good"
