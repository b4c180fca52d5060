#!/usr/bin/env bash
# Installs what scripts/connector/check.sh tests the connector with: the official conformance suite and real clients,
# from npm, PyPI and crates.io, below target/connector. Installs only what is missing or has changed. Parts that
# cannot be installed are reported, and the exit code is then 1. SNOW_SKIP_RMCP=1 skips the Rust client, which takes
# minutes to build.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
from=$root/scripts/connector
parts=${SNOW_CONNECTOR_PARTS:-$root/target/connector}
limit=300 # seconds that one download may take
build_limit=600 # seconds that the Rust client may take
mkdir -p "$parts"
missing=0

missed() {
  echo "$0: not installed: $*" >&2
  missing=1
}

# Returns whether an installed part matches its pins. $1 is the folder, the rest are the pins.
stands() {
  local folder=$1
  shift
  [ -e "$folder/.stamp" ] && [ "$(cat "$@" | sha256sum)" = "$(cat "$folder/.stamp")" ]
}

stamp() {
  local folder=$1
  shift
  cat "$@" | sha256sum >"$folder/.stamp"
}

node_part() {
  local pins=("$from/parts/package.json" "$from/parts/package-lock.json")
  stands "$parts/node" "${pins[@]}" && return
  command -v npm >/dev/null || { missed "Node parts: there is no npm"; return; }
  rm -rf "$parts/node" && mkdir -p "$parts/node" && cp "${pins[@]}" "$parts/node/"
  # The suite needs Node 22, which is one of the packages; npm itself runs with the machine's Node.
  (cd "$parts/node" && timeout "$limit" npm ci --no-audit --no-fund --engine-strict=false >npm.log 2>&1) ||
    { missed "Node parts: see $parts/node/npm.log"; return; }
  stamp "$parts/node" "${pins[@]}"
}

python_part() {
  local pins=("$from/parts/requirements.txt")
  stands "$parts/python" "${pins[@]}" && return
  command -v python3 >/dev/null || { missed "Python parts: there is no python3"; return; }
  rm -rf "$parts/python" && python3 -m venv "$parts/python" >"$parts/pip.log" 2>&1 &&
    timeout "$limit" "$parts/python/bin/pip" install -q -r "${pins[0]}" >>"$parts/pip.log" 2>&1 ||
    { missed "Python parts: see $parts/pip.log"; return; }
  stamp "$parts/python" "${pins[@]}"
}

rust_part() {
  [ -n "${SNOW_SKIP_RMCP:-}" ] && { missed "rmcp: SNOW_SKIP_RMCP is set"; return; }
  (cd "$from/rmcp" && CARGO_TARGET_DIR="$parts/rmcp" timeout "$build_limit" cargo build --locked -q) ||
    missed "rmcp: it did not build within $build_limit s"
}

# The protocol's official schemas, which the suite contains, for the tests of mcp-protocol.
schemas_part() {
  local suite=$parts/node/node_modules/@modelcontextprotocol/conformance/dist/index.js pins=("$from/schemas.mjs")
  [ -e "$suite" ] || return
  stands "$parts/schemas" "${pins[@]}" "$parts/node/.stamp" && return
  rm -rf "$parts/schemas"
  "$parts/node/node_modules/.bin/node" "$from/schemas.mjs" "$suite" "$parts/schemas" ||
    { missed "protocol schemas: the suite does not carry them as expected"; return; }
  stamp "$parts/schemas" "${pins[@]}" "$parts/node/.stamp"
}

node_part
schemas_part
python_part
rust_part
exit "$missing"
