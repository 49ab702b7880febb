#!/usr/bin/env bash
# How many questions a second the server answers, and how fast, from a database of the whole game with
# five stones a side. Needs wrk. Usage: scripts/load-test.sh [BINARY] [CONNECTIONS] [SECONDS]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
moara=$(realpath "${1:-$root/target/release/moara}")
connections=${2:-16} seconds=${3:-20}
command -v wrk >/dev/null || { echo "error: wrk is not installed" >&2; exit 1; }
dir=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$dir"' EXIT

"$moara" generate --men 5 --db "$dir" >/dev/null 2>&1
"$moara" serve --men 5 --db "$dir" --bind 127.0.0.1:0 >"$dir/address" 2>/dev/null &
server=$!
until [ -s "$dir/address" ]; do sleep 0.05; done
wrk --threads 1 --connections "$connections" --duration "$seconds" --latency \
    --script "$root/scripts/load.lua" "$(cat "$dir/address")"
