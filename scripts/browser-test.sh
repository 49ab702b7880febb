#!/usr/bin/env bash
# Tests the explorer in a real browser. Needs Chromium and ChromeDriver (Debian: chromium,
# chromium-driver). Screenshots are left in target/tmp/browser.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in chromium chromedriver; do
    command -v "$program" >/dev/null || {
        printf 'error: %s is not installed (on Debian: apt-get install chromium chromium-driver)\n' \
            "$program" >&2
        exit 1
    }
done
# Two browsers at a time are enough for two cores.
cargo test --release --locked --test browser -- --test-threads 2
