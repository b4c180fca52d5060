#!/usr/bin/env bash
# Shows every card in Chromium and checks the result with scripts/cards/run.mjs, using the Node.js that
# scripts/install-browser-parts.sh found or installed.
set -euo pipefail
cards=$(cd "$(dirname "$0")/cards" && pwd)
node="$cards/.node/node_modules/.bin/node"
[ -x "$node" ] || node=node
[ -d "$cards/node_modules" ] || { echo "$0: run scripts/install-browser-parts.sh first" >&2; exit 1; }
exec "$node" "$cards/run.mjs" "$@"
