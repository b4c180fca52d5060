#!/usr/bin/env bash
# Tests the alerting rules with Prometheus's own promtool (scripts/install-ci-parts.sh installs it): their form, and which
# alerts fire over made and recorded series. With the built service it also checks the exported metrics.
# Exit code 3: no promtool. SNOW_BUILT=1 uses the built service.
set -euo pipefail
cd "$(dirname "$0")/.."
promtool=$(command -v promtool || true)
parts=${CARGO_TARGET_DIR:-target}/prometheus/usr/bin/promtool
[ -n "$promtool" ] || [ ! -x "$parts" ] || promtool=$(realpath "$parts")
[ -n "$promtool" ] || exit 3
"$promtool" check rules deploy/prometheus/rules.yml
(cd deploy/prometheus && "$promtool" test rules ./*_test.yml)
(cd deploy/prometheus/recorded && "$promtool" test rules ./*_test.yml)

binary=${CARGO_TARGET_DIR:-target}/debug/snow-conditions
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p server
folder=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$folder"' EXIT
port=${PORT:-18560}
"$binary" --data-dir "$folder" --bind "127.0.0.1:$port" --admin-bind "127.0.0.1:$((port + 1))" demo \
    >"$folder/log" 2>&1 &
service=$!
for _ in $(seq 1 300); do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$((port + 1))/readyz" && break
    sleep 0.2
done
curl --silent --fail "http://127.0.0.1:$((port + 1))/metrics" >"$folder/metrics"
complaints=$("$promtool" check metrics <"$folder/metrics" 2>&1) || true
if [ -n "$complaints" ]; then
    echo "promtool check metrics: $complaints" >&2
    exit 1
fi
echo "promtool: rules and metrics are right"
