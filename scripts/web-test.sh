#!/usr/bin/env bash
# Checks the page of `reckoners serve`: the types of its scripts, and what it does in a real browser.
# Needs npm (Node 18 or newer) and chromium; without them it says so and checks nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v npm >/dev/null || missing+=("npm")
if [ -z "${CHROMIUM:-}" ] && ! command -v chromium chromium-browser google-chrome >/dev/null; then
    missing+=("chromium (or a CHROMIUM that names a browser)")
fi
if [ ${#missing[@]} -gt 0 ]; then
    echo "The page is NOT checked in a browser: missing ${missing[*]}." >&2
    exit 0
fi

# A RECKONERS that is set names the program to try: `make test` has built it for its Rust tests.
if [ -z "${RECKONERS:-}" ]; then
    "${CARGO:-cargo}" build --profile test --bin reckoners
fi
npm ci --prefix web/tests --silent
web/tests/node_modules/.bin/tsc -p web
web/tests/node_modules/.bin/tsc -p web/tests
cd web/tests
node --test
