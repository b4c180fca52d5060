#!/usr/bin/env bash
# Tests the connector with third-party programs: the official conformance suite at three revisions, every installed
# client, the linters, and two clients over stdio through the bridge.
#
#   scripts/connector/check.sh [BASE_URL]     without BASE_URL the demo service is started for it
#
# scripts/install-connector-parts.sh installs the parts; missing ones are listed as "not tried". Stops at the first
# failure. With SNOW_SHORT the Inspector, which restarts for each call, reads only one resource of each kind; other
# clients read all. If the variable SNOW_CONNECTOR_BUILT is set, the programs in the target folder are used. Exit
# codes: 0 all passed, 1 something failed, 3 no part is installed.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/scripts/connector
parts=${SNOW_CONNECTOR_PARTS:-$root/target/connector}
built=${CARGO_TARGET_DIR:-$root/target}/debug
node=$parts/node/node_modules/.bin/node
python=$parts/python/bin/python
rmcp=$parts/rmcp/debug/rmcp-check
limit=120 # seconds that one step may take
out=$(mktemp -d)
service=

end() {
  [ -n "$service" ] && kill "$service" 2>/dev/null && wait "$service" 2>/dev/null
  rm -rf "$out"
}
trap end EXIT
trap 'exit 1' INT TERM

# Runs a step that must end with the exit code $1; shows its output if it fails.
step() {
  local wanted=$1 name=$2
  shift 2
  echo "-- $name"
  timeout --kill-after=5 "$limit" "$@" >"$out/step" 2>&1 </dev/null
  local code=$?
  if [ "$code" != "$wanted" ]; then
    tail -n 60 "$out/step"
    echo "-- $name FAILED: exit code $code, not $wanted"
    exit 1
  fi
  grep -E '^   [^ ]|^Total:|errors?, [0-9]+ warnings?' "$out/step" || true
}

skip() {
  echo "not tried: $1"
}

# Builds a program, unless SNOW_CONNECTOR_BUILT says that it is fresh.
build() {
  [ -n "${SNOW_CONNECTOR_BUILT:-}" ] && [ -x "$built/$2" ] && return
  (cd "$root" && cargo build -q -p "$1") || exit 1
}

start() {
  echo "-- demo service"
  build server snow-conditions
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])') || exit 1
  base=http://127.0.0.1:$port
  "$built/snow-conditions" --data-dir "$out/data" --base-url "$base" demo --bind "127.0.0.1:$port" >"$out/service" 2>&1 &
  service=$!
  for _ in $(seq 240); do
    # Resorts are filled one after the other; the clients query this one.
    curl -fs "$base/api/v1/resorts/zermatt/forecast" | grep >/dev/null '"capturedAt": *"' && return
    kill -0 "$service" 2>/dev/null || break
    sleep 0.5
  done
  tail -n 20 "$out/service"
  echo "-- the demo service did not get ready"
  exit 1
}

# One message of the handshake era.
ask() {
  curl -fs --max-time 10 -H 'content-type: application/json' -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\"}" "$url"
}

conformance() {
  local suite=$parts/node/node_modules/@modelcontextprotocol/conformance/dist/index.js revision
  for revision in 2025-06-18 2025-11-25 2026-07-28; do
    step 0 "conformance suite, $revision" "$node" "$suite" server --url "$url" --suite all \
      --spec-version "$revision" --expected-failures "$here/expected-failures/$revision.yml" -o "$out/$revision"
  done
}

typescript() {
  # A module finds its packages relative to its own folder.
  rm -rf "$parts/node/clients" && cp -r "$here/clients" "$parts/node/clients"
  local mode
  for mode in auto legacy pin; do
    step 0 "TypeScript SDK v2, $mode" "$node" "$parts/node/clients/typescript-v2.mjs" "$url" "$mode"
  done
  step 0 "TypeScript SDK v1" "$node" "$parts/node/clients/typescript-v1.mjs" "$url"
}

inspector() {
  local cli=$parts/node/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js era uri
  local call=(env "MCP_CATALOG_PATH=$out/catalog.json" "$node" "$cli" --cli --transport http --server-url)
  for era in legacy modern; do
    local on=("${call[@]}" "$url" --protocol-era "$era" -q --format json --method)
    step 0 "Inspector, $era: list, strict" "${call[@]}" "$url" --protocol-era "$era" --method tools/list --strict
    step 0 "Inspector, $era: call" "${on[@]}" tools/call --tool-name get_conditions \
      --tool-args-json '{"slug":"zermatt"}'
    step 5 "Inspector, $era: bad argument" "${on[@]}" tools/call --tool-name get_weather_forecast \
      --tool-args-json '{"slug":"zermatt","band":"moon"}'
    step 5 "Inspector, $era: unknown tool" "${on[@]}" tools/call --tool-name no_such_tool --tool-args-json '{}'
    for uri in $inspected; do
      step 0 "Inspector, $era: read $uri" "${on[@]}" resources/read --uri "$uri"
    done
  done
  step 0 "Inspector: one resort's connector, strict" "${call[@]}" "$url/r/zermatt" --method tools/list --strict
}

python_clients() {
  local mode
  for mode in auto legacy; do
    step 0 "Python SDK, $mode" env "MODE=$mode" "$python" -B "$here/clients/python_mcp.py" "$url"
  done
  step 0 "FastMCP" "$python" -B "$here/clients/python_fastmcp.py" "$url"
  step 0 "tdqs lint" "$parts/python/bin/tdqs" lint --url "$url" --format text --fail-on warning
}

rust_client() {
  local era
  for era in discover initialize; do
    step 0 "rmcp, $era" "$rmcp" "$url" "$era"
  done
}

typescript_bridge() {
  build stdio-bridge snow-conditions-bridge
  local mode
  for mode in auto legacy pin; do
    step 0 "bridge: TypeScript SDK v2 over stdio, $mode" "$node" "$parts/node/clients/typescript-v2.mjs" "$url" \
      "$mode" "$built/snow-conditions-bridge"
  done
}

python_bridge() {
  build stdio-bridge snow-conditions-bridge
  local bin=$built/snow-conditions-bridge mode
  for mode in auto legacy; do
    step 0 "bridge: Python SDK over stdio, $mode" env "MODE=$mode" "$python" -B "$here/clients/python_mcp.py" \
      --stdio "$bin" --url "$url"
  done
  step 0 "bridge: tdqs lint over stdio" "$parts/python/bin/tdqs" lint --command "$bin --url $url" --format text \
    --fail-on warning
}

# The write connector of a resort: with a key in the header, and with an address that contains the key.
write_connector() {
  local admin=("$built/snow-conditions" --data-dir "$out/data" --base-url "$base" operator) key address mode
  "${admin[@]}" org add lifts "Synthetic Lifts" >/dev/null && "${admin[@]}" grant lifts verbier >/dev/null || exit 1
  key=$("${admin[@]}" key add verbier --org lifts --name check --role manager | sed -n 1p) || exit 1
  address=$("${admin[@]}" key add verbier --org lifts --name check --role manager --address | sed -n 1p) || exit 1
  if [ -x "$node" ]; then
    for mode in auto legacy pin; do
      step 0 "write connector: TypeScript SDK v2, bearer, $mode" env "SNOW_WRITE_KEY=$key" \
        "$node" "$parts/node/clients/write.mjs" "$base" verbier "$mode"
    done
    step 0 "write connector: TypeScript SDK v2, address" env "SNOW_WRITE_ADDRESS=$address" \
      "$node" "$parts/node/clients/write.mjs" "$base" verbier auto
  fi
  if [ -x "$python" ]; then
    for mode in auto legacy; do
      step 0 "write connector: Python SDK, bearer, $mode" env "SNOW_WRITE_KEY=$key" "MODE=$mode" \
        "$python" -B "$here/clients/write.py" "$base" verbier
      step 0 "write connector: Python SDK, address, $mode" env "SNOW_WRITE_ADDRESS=$address" "MODE=$mode" \
        "$python" -B "$here/clients/write.py" "$base" verbier
    done
  fi
}

[ -x "$node" ] || [ -x "$python" ] || { echo "$0: no part is installed: scripts/install-connector-parts.sh"; exit 3; }
if [ $# -gt 0 ]; then base=${1%/}; else start; fi
url=$base/mcp
resources=$(ask resources/list | python3 -c \
  'import json, sys; print(*[r["uri"] for r in json.load(sys.stdin).get("result", {}).get("resources", [])])') || {
  echo "-- $url does not answer"
  exit 1
}
[ -n "$resources" ] || { echo "-- $url lists no resource"; exit 1; }
inspected=$resources
if [ -n "${SNOW_SHORT:-}" ]; then inspected=$(tr ' ' '\n' <<<"$resources" | awk -F: '!seen[$1]++'); fi
if [ -x "$node" ]; then conformance && typescript && typescript_bridge && inspector; else skip "suite, TypeScript SDK, Inspector: no Node parts"; fi
if [ -x "$python" ]; then python_clients && python_bridge; else skip "Python SDK, FastMCP, tdqs, bridge: no Python parts"; fi
if [ -x "$rmcp" ]; then rust_client; else skip "rmcp: not built"; fi
# The account's connector, at a separate service whose email and consent the script controls.
if [ $# -eq 0 ]; then SNOW_CONNECTOR_BUILT=1 "$here/account.sh" || exit 1; fi
# Only if the service is ours: other services' resorts are not written to.
if [ -n "$service" ]; then write_connector; else skip "write connector: it needs a key of a service that is started for it"; fi
echo "all that was tried holds"
