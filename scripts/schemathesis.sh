#!/usr/bin/env bash
# Sends generated requests, from the OpenAPI description of a running service, on SQLite and, if available,
# PostgreSQL. An answer is never a 5xx and always matches the description. Usage: schemathesis.sh [EXAMPLES]: examples
# per operation, 8 by default, 3 if SNOW_SHORT is set; 1500 make more than 50,000 requests on each database.
# Schemathesis is installed into target/schemathesis. The program is SNOW_PROGRAM, else the one that cargo builds, or
# has built if SNOW_BUILT is set. Exit codes: 0 no findings, 1 a finding, 3 schemathesis cannot be installed.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
examples=${1:-$([ -n "${SNOW_SHORT:-}" ] && echo 3 || echo 8)}
seed=${SNOW_SEED:-20261122}
parts=target/schemathesis
pins=schemathesis==4.32.5
if ! "$parts/bin/st" --version >/dev/null 2>&1; then
  command -v python3 >/dev/null || { echo "$0: there is no python3" >&2; exit 3; }
  { python3 -m venv "$parts" && timeout 300 "$parts/bin/pip" install -q "$pins"; } >"$root/target/schemathesis.log" 2>&1 ||
    { echo "$0: schemathesis cannot be installed: see target/schemathesis.log" >&2; exit 3; }
fi
program=${SNOW_PROGRAM:-target/debug/snow-conditions}
if [ -z "${SNOW_PROGRAM:-}" ] && [ -z "${SNOW_BUILT:-}" ]; then
  cargo build --quiet -p server || exit 1
fi

folder=
service=
ends() {
  [ -n "$service" ] && kill "$service" 2>/dev/null && wait "$service" 2>/dev/null
  [ -n "$folder" ] && rm -rf "$folder"
  service= folder=
}
trap ends EXIT

# $1 is the database's name, the rest are arguments of the program.
check() {
  local database=$1 port address
  shift
  folder=$(mktemp -d)
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  address=http://127.0.0.1:$port
  "$program" --bind "127.0.0.1:$port" --data-dir "$folder" --no-ingest --webhook-creations-per-hour 1000000 \
    --webhook-tests-per-minute 0 "$@" serve >"$folder/log" 2>&1 &
  service=$!
  for _ in $(seq 600); do
    python3 -c "import urllib.request; urllib.request.urlopen('$address/healthz', timeout=1)" 2>/dev/null && break
    sleep 0.1
  done
  echo "== $database, $examples examples for each operation, seed $seed"
  # A name that does not resolve within a test is reported as such; deadlines are measured elsewhere. One worker:
  # some releases of Python count the depth of a parse over all threads, and two concurrent parses end in a
  # SystemError (gh-106905).
  "$root/$parts/bin/st" run "$address/api/v1/openapi.json" --seed "$seed" --max-examples "$examples" \
    --phases examples,coverage,fuzzing,stateful --workers 1 --continue-on-failure \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance \
    --request-timeout 20 --no-color 2>&1 | tee "$folder/report" | tail -n 60
  local outcome=${PIPESTATUS[0]}
  cp "$folder/report" "target/schemathesis-$database.txt"
  ends
  return "$outcome"
}

status=0
check sqlite || status=1
url=$(SNOW_POSTGRES_INSTALL=never bash scripts/postgres.sh start 2>/dev/null) || url=
if [ -n "$url" ]; then
  name=schemathesis_$$
  psql -q -X -d "$url" -c "CREATE DATABASE $name" && {
    check postgresql --database-url "${url%/*}/$name" || status=1
    psql -q -X -d "$url" -c "DROP DATABASE $name WITH (FORCE)"
  }
else
  echo "not tried: postgresql: there is none"
fi
exit $status
