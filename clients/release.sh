#!/usr/bin/env bash
# Builds the client libraries of a release: reads the OpenAPI document of a program, and writes the packages and their
# checksums. Usage: release.sh PROGRAM FOLDER. Installs the generators with scripts/install-strangers-parts.sh; needs
# python3, npm and curl.
set -euo pipefail
program=$(realpath "${1:?the program}")
mkdir -p "${2:?the folder of the packages}"
out=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
bash ../scripts/install-strangers-parts.sh >&2
work=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$program" --bind "127.0.0.1:$port" --data-dir "$work/data" --no-ingest serve >"$work/log" 2>&1 &
service=$!
trap 'kill $service 2>/dev/null || true; wait $service || true; rm -rf "$work"' EXIT
for _ in $(seq 600); do
  curl -sf "http://127.0.0.1:$port/api/v1/openapi.json" -o "$work/openapi.json" && break
  kill -0 $service 2>/dev/null || break
  sleep 0.1
done
[ -s "$work/openapi.json" ] || { tail -n 5 "$work/log" >&2; echo "$0: $program does not serve its document" >&2; exit 1; }
bash build.sh "$work/openapi.json" "$out"
cd "$out"
python3 - *.whl *.tgz >SHA256SUMS <<'PYTHON'
import hashlib, sys

for name in sorted(sys.argv[1:]):
    print(f"{hashlib.sha256(open(name, 'rb').read()).hexdigest()}  {name}")
PYTHON
