#!/usr/bin/env bash
# Compares a tool call of the connector with other implementations of the protocol: the official Rust library over its
# actix bridge and over axum, the TypeScript SDK v2 and v1, and fixed bytes. Builds them from crates.io and npm below
# target/connector/bench-*; the first time takes some minutes. Linux only (/proc). Measuring takes five minutes.
#
#   scripts/connector/bench.sh [--rounds 9] [--turn MILLISECONDS]
#
# Prints requests per second of the server's processor time, and the ratios with their goals. docs/performance.md.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
peers=$root/scripts/connector/peers
parts=${SNOW_CONNECTOR_PARTS:-$root/target/connector}
rmcp=$parts/bench-rmcp
node=$parts/bench-node

(cd "$peers/rmcp" && CARGO_TARGET_DIR="$rmcp" cargo build --release --locked -q)

# Installed again if the pins have changed.
pins=$(cat "$peers/node/package.json" "$peers/node/package-lock.json" | sha256sum)
mkdir -p "$node"
if [ "$(cat "$node/.stamp" 2>/dev/null)" != "$pins" ]; then
  cp "$peers/node/package.json" "$peers/node/package-lock.json" "$node/"
  # Node itself is one of the packages; npm runs with the machine's Node.
  (cd "$node" && npm ci --no-audit --no-fund --engine-strict=false >npm.log 2>&1) || { tail "$node/npm.log"; exit 1; }
  echo "$pins" >"$node/.stamp"
fi
# A module finds its packages relative to its own folder.
cp "$peers/node/"*.mjs "$node/"

cd "$root"
exec cargo bench -q -p server --bench peers -- --rmcp "$rmcp/release/rmcp-peer" --node "$node" "$@"
