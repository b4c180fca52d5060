#!/usr/bin/env bash
# Runs the vectors with the examples for implementers, Python and TypeScript, against this project's own resolver, and
# proves that they detect a wrong answer. Missing interpreters are reported. TypeScript needs a Node that runs it:
# 22.18 or newer, such as the one from scripts/install-connector-parts.sh. SNOW_BUILT=1 uses the built kit.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p conformance --features cli
kit=${CARGO_TARGET_DIR:-$PWD/target}/debug/conformance
node=${SNOW_CONNECTOR_PARTS:-$PWD/target/connector}/node/node_modules/.bin/node
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Stores the last answer. Returned for every vector, it is well formed and wrong for all others, and the kit need not
# be started.
right="$kit vectors --answer >$folder/answer && cat $folder/answer"
wrong="cat $folder/answer"

both() {
  local name=$1
  shift
  echo "-- $name"
  "$@" "$right"
  if "$@" "$wrong" >/dev/null; then
    echo "-- $name takes wrong answers for right"
    exit 1
  fi
}

if command -v python3 >/dev/null; then both "Python" python3 examples/vectors.py; else echo "not tried: no python3"; fi
if [ -x "$node" ]; then both "TypeScript" "$node" examples/vectors.ts; else echo "not tried: no Node 22"; fi
