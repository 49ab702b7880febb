#!/usr/bin/env bash
# End to end: the built program makes a database of up to nine stones and two whole small games,
# checks them and answers from them, and the counts and values are the published ones. Usage: scripts/e2e.sh [BINARY]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${1:-$root/target/release/moara}")
counts=$root/tests/small_counts.csv
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# Every call below uses this database and no other.
export MOARA_DB=$dir/db

step() { printf '%s\n' "--- $*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# expect CODE COMMAND...: runs it, keeping what it prints in $dir/out and $dir/err.
expect() {
    local code=$1 got=0
    shift
    "$@" >"$dir/out" 2>"$dir/err" || got=$?
    if [ "$got" -ne "$code" ]; then
        cat "$dir/out" "$dir/err" >&2
        fail "exit code $got, not $code: $*"
    fi
}
# says FILE TEXT: the output or the message of the last call has it.
says() { grep -qF -- "$2" "$dir/$1" || { cat "$dir/$1" >&2; fail "no \"$2\" in the above"; }; }
hashes() { (cd "$MOARA_DB/standard" && sha256sum -- *.moara); }

[ -x "$moara" ] || fail "$moara is not there; build it with: cargo build --release --locked"
win='********/******@*/O@*O@*O* w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1'
ten_stones='********/O@O@**@*/O@*O@*O* w m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1'

step "generate up to nine stones"
expect 0 "$moara" generate --max-stones 9
cat "$dir/out"
hashes >"$dir/hashes"
[ "$(wc -l <"$dir/hashes")" -eq 10 ] || fail "there are not ten files"

step "generate again: nothing is left to do"
expect 0 "$moara" generate --max-stones 9
says err 'nothing is left to solve'
hashes | cmp - "$dir/hashes" || fail "files changed"

step "verify: checksums and statistics"
expect 0 "$moara" verify
cat "$dir/out"

step "verify: every value up to seven stones, by the plain rules code"
expect 0 "$moara" verify --recompute --max-stones 7
cat "$dir/out"

step "stats: the published counts"
expect 0 "$moara" stats --format csv
says out 'mover,opponent,mover_hand,opponent_hand,positions,wins,draws,losses,max_win,max_loss'
# The columns that the published table has, in its order, without the heads.
awk -F, 'NR > 1 { print $1 "," $2 "," $6 "," $7 "," $8 "," $9 "," $10 }' "$dir/out" \
    | sort >"$dir/counts"
tail -n +2 "$counts" | sort | diff - "$dir/counts" || fail "counts differ from $counts"

step "query and line"
expect 0 "$moara" query "$win"
says out 'White wins in 13 plies.'
expect 0 "$moara" query --json "$win"
says out '"value":"win","plies":13,"moves":[{"move":"a4-d6","value":"win","plies":13'
expect 0 "$moara" line "$win"
says out 'The game is over: black has two stones left.'
printf '%s\nnonsense\n%s\n' "$win" "$win" >"$dir/positions"
expect 1 "$moara" query - <"$dir/positions"
[ "$(wc -l <"$dir/out")" -eq 3 ] || fail "three positions, but not three answers"

step "a whole game: three stones a side, won by the first player in 23 plies"
expect 0 "$moara" generate --men 3
expect 0 "$moara" verify --men 3 --recompute
cat "$dir/out"
expect 0 "$moara" query --men 3 start
says out 'White wins in 23 plies.'
expect 0 "$moara" line --men 3 start
says out 'The game is over: black has two stones left.'

step "a whole game: four stones a side, a draw"
expect 0 "$moara" generate --men 4
cat "$dir/out"
expect 0 "$moara" generate --men 4
says err 'nothing is left to solve'
expect 0 "$moara" verify --men 4 --recompute
cat "$dir/out"
expect 0 "$moara" query --men 4 --json start
says out '"to_move":"white","value":"draw","plies":null,'
expect 0 "$moara" prove --men 4
says out 'The empty board is a draw'
expect 0 "$moara" prove --men 4 --search
says out 'by search: the empty board is a draw'

step "a whole game under a limit, no flying and protected mills; the counter turns a win into a draw"
other=men-4+no-flying+protect-mills+draw-after-30
expect 0 "$moara" generate --men 4 --no-flying --protect-mills --draw-after 30
expect 0 "$moara" verify --rules "$other" --recompute
cat "$dir/out"
expect 0 "$moara" prove --rules "$other" --search
expect 0 "$moara" generate --draw-after 50 --max-stones 6
expect 0 "$moara" query --draw-after 50 --quiet-plies 37 "$win"
says out 'White wins; the next capture, or the end, comes in 13 plies at most.'
expect 0 "$moara" query --draw-after 50 --quiet-plies 38 "$win"
says out 'White draws: won in 13 plies to the next capture, a draw under the 50-turn rule'
for rules in no-flying protect-mills draw-after-4; do expect 0 "$moara" generate --rules "men-4+$rules"; done
expect 0 "$root/scripts/rules-tables.sh" "$MOARA_DB" "$moara" 4 4
cat "$dir/out"
says out '| all |'
says out '| 3-4 |'

step "a file that went missing is named, and made again"
rm "$MOARA_DB/men-4/3-4.moara"
expect 1 "$moara" verify --men 4 --recompute
says err 'moara generate'
expect 0 "$moara" generate --men 4
expect 0 "$moara" verify --men 4 --recompute

step "exit codes"
expect 1 "$moara" query "$ten_stones"
says err 'moara generate'
expect 2 "$moara" query nonsense
expect 2 "$moara" query "$win" --no-such-option
expect 2 "$moara" generate --memory 1M
expect 1 "$moara" stats --db "$dir/nowhere"
truncate -s -1 "$MOARA_DB/standard/3-3.moara"
expect 1 "$moara" verify
says err '3-3.moara is truncated'
expect 1 "$moara" query "$win"
says err '3-3.moara is truncated'

echo "end-to-end: all good"
