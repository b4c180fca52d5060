#!/usr/bin/env bash
# Two SDKs sign in at the account's connector by OAuth and save a resort each, at a separate demo service.
#
#   scripts/connector/account.sh
#
# scripts/install-connector-parts.sh installs the SDKs; missing ones are listed as "not tried". If the variable
# SNOW_CONNECTOR_BUILT is set, the program in the target folder is used. Exit codes: 0 all passed, 1 something failed,
# 3 no part is installed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/scripts/connector
parts=${SNOW_CONNECTOR_PARTS:-$root/target/connector}
built=${CARGO_TARGET_DIR:-$root/target}/debug
node=$parts/node/node_modules/.bin/node
python=$parts/python/bin/python
out=$(mktemp -d)
service=

end() {
  [ -n "$service" ] && kill "$service" 2>/dev/null && wait "$service" 2>/dev/null
  rm -rf "$out"
}
trap end EXIT

[ -x "$node" ] || [ -x "$python" ] || { echo "$0: no part is installed: scripts/install-connector-parts.sh"; exit 3; }
[ -n "${SNOW_CONNECTOR_BUILT:-}" ] || (cd "$root" && cargo build -q -p server)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port
"$built/snow-conditions" --oauth-registration=true demo --bind "127.0.0.1:$port" --base-url "$base" --data-dir "$out/data" \
  >"$out/service" 2>&1 &
service=$!
for _ in $(seq 240); do
  curl -fs "$base/api/v1/resorts/zermatt" >/dev/null && break
  kill -0 "$service" 2>/dev/null || { tail -n 20 "$out/service"; exit 1; }
  sleep 0.5
done

# Signs in with the code of an email, which the demo writes into a file.
form() {
  curl -fs -o /dev/null -b "$out/jar" -c "$out/jar" -H "origin: $base" "$@"
}
form -d email=check@example.org "$base/account/sign-in"
for _ in $(seq 40); do
  code=$(cat "$(find "$out/data" -path '*/mail/*' -type f 2>/dev/null | head -n 1)" 2>/dev/null | tr -d '\r' |
    sed -n '1,/^$/d; s/.*\([0-9]\{6\}\)$/\1/p' | head -n 1) || true
  [ -n "$code" ] && break
  sleep 0.25
done
form -d "code=$code" "$base/account/code"
COOKIE=$(awk '$6 ~ /osc_session$/ { print $6 "=" $7 }' "$out/jar")
[ -n "$COOKIE" ] || { echo "-- nobody could sign in"; tail -n 20 "$out/service"; exit 1; }
export COOKIE

if [ -x "$python" ]; then
  echo "-- Python SDK: OAuth at /mcp/account"
  timeout 120 "$python" -B "$here/clients/python_oauth.py" "$base/mcp/account"
else
  echo "not tried: the Python SDK"
fi
if [ -x "$node" ]; then
  echo "-- TypeScript SDK: OAuth at /mcp/account"
  rm -rf "$parts/node/clients-oauth" && cp -r "$here/clients" "$parts/node/clients-oauth"
  timeout 120 "$node" "$parts/node/clients-oauth/typescript-oauth.mjs" "$base/mcp/account"
else
  echo "not tried: the TypeScript SDK"
fi
echo "all that was tried holds"
