#!/usr/bin/env bash
# The checks of a database of the whole standard game that are too long for CI: counts and bytes of
# all files, everything up to 8 stones against its successors, and a million slots of each larger
# subspace.
# Usage: scripts/full-check.sh DB [BINARY]
set -euo pipefail

db=${1:?usage: scripts/full-check.sh DB [BINARY]}
root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${2:-$root/target/release/moara}")

echo "--- counts of all subspaces"
"$moara" stats --db "$db" --format csv \
    | cmp - <(cat "$root/data/moving_phase.csv" && tail -n +2 "$root/data/placing_phase.csv")
echo "--- bytes of all files"
"$moara" verify --db "$db" --against "$root/data/standard.sha256"
echo "--- every value up to 8 stones, placing phase included"
"$moara" verify --db "$db" --recompute --max-stones 8
echo "--- a million slots of each larger subspace"
"$moara" verify --db "$db" --recompute --min-stones 9 --sample 1000000
echo "--- random positions of every file by the independent referee"
(cd "$root" && MOARA_REFEREE_DB=$db cargo test --release --test referee -- --ignored --nocapture)
echo "--- reviews of real records"
(cd "$root" && MOARA_REFEREE_DB=$db cargo test --release --test records -- --ignored)
echo "full check: all good"
