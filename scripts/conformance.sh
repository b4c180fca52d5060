#!/usr/bin/env bash
# Starts the demonstration server and checks it by every rule, including webhooks. Arguments go to `conformance
# check`.
#   scripts/conformance.sh [--sample 50] [--format json] ...
# PROFILE=release builds and runs optimised programs; PORT selects the port; WEBHOOKS=quick tests webhooks in seconds
# instead of two minutes and is the default if SNOW_SHORT is set; WEBHOOKS=no skips them; SNOW_BUILT=1 uses the
# existing programs.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${PROFILE:-dev}
port=${PORT:-18471}
folder=${CARGO_TARGET_DIR:-target}/$([ "$profile" = dev ] && echo debug || echo "$profile")
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet --profile "$profile" -p server -p conformance --features cli
log=$(mktemp)
# The kit's receiver is on this machine, to which only a server in development mode delivers.
"$folder/snow-conditions" --bind "127.0.0.1:$port" --webhook-development demo >"$log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 1 180); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
    if ! kill -0 "$server" 2>/dev/null; then cat "$log" >&2; exit 2; fi
    sleep 1
done
status=0
time "$folder/conformance" check "http://127.0.0.1:$port" "$@" || status=$?
case ${WEBHOOKS:-$([ -n "${SNOW_SHORT:-}" ] && echo quick || echo all)} in
no) ;;
quick) "$folder/conformance" webhooks "http://127.0.0.1:$port" --quick || status=$? ;;
*) time "$folder/conformance" webhooks "http://127.0.0.1:$port" --exhaust-limit || status=$? ;;
esac
exit "$status"
