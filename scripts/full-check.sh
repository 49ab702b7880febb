#!/usr/bin/env bash
# The checks of a whole moving-phase database that are too long for CI: everything up to 11 stones
# against its successors, and ten million slots of each larger subspace.
# Usage: scripts/full-check.sh DB [BINARY]
set -euo pipefail

db=${1:?usage: scripts/full-check.sh DB [BINARY]}
root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${2:-$root/target/release/moara}")

echo "--- counts of all 49 subspaces"
"$moara" stats --db "$db" --format csv | cmp - "$root/data/moving_phase.csv"
echo "--- bytes of all 49 files"
(cd "$db/standard" && sha256sum --check --quiet "$root/data/moving_phase.sha256")
echo "--- every value up to 11 stones"
"$moara" verify --db "$db" --recompute --max-stones 11
echo "--- ten million slots of each larger subspace"
"$moara" verify --db "$db" --recompute --min-stones 12 --sample 10000000
echo "full check: all good"
