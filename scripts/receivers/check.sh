#!/usr/bin/env bash
# Receivers in Rust, Node, Python and Go verify random deliveries of the real service, over loopback: by the code in the
# documentation, and by the libraries of Standard Webhooks from their registries.
#
#   scripts/receivers/check.sh [NUMBER]
#
# NUMBER  deliveries per receiver; 1000 by default. `cargo test` does the same with 60, without the libraries and Go. Needs
# node, npm, python3 and pip. The libraries are installed below target/receivers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
parts=${SNOW_RECEIVER_PARTS:-$PWD/target/receivers}
mkdir -p "$parts/node"
[ -d "$parts/node/node_modules/standardwebhooks" ] ||
  npm install --silent --no-audit --no-fund --prefix "$parts/node" standardwebhooks@1.1.1 >&2
[ -d "$parts/python/standardwebhooks" ] ||
  python3 -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --target "$parts/python" standardwebhooks==1.1.0 >&2
bash scripts/receivers/build-go.sh "$parts/receive-go" >&2
CARGO_TARGET_DIR="$parts/rust" cargo build --quiet --locked --manifest-path scripts/receivers/rust/Cargo.toml
export SNOW_DELIVERIES=${1:-1000} SNOW_STANDARD_WEBHOOKS=$parts
exec cargo test --quiet --package server --test it receivers -- --nocapture </dev/null
