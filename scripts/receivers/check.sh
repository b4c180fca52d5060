#!/usr/bin/env bash
# Receivers in Rust, Node and Python verify random deliveries of the real service, over loopback.
#
#   scripts/receivers/check.sh [NUMBER]
#
# NUMBER  deliveries per receiver; 1000 unless given. `cargo test` does the same with 60.
# Needs node and python3; SNOW_RECEIVERS=all makes a missing one a failure instead of a line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export SNOW_DELIVERIES=${1:-1000} SNOW_RECEIVERS=${SNOW_RECEIVERS:-all}
exec cargo test --quiet --package server --test it receivers -- --nocapture </dev/null
