#!/usr/bin/env bash
# Tries the service with programs of others: generated clients, models of the schema, webhook receivers, receivers that
# verify signatures, addresses that would publish wrong links, a database that cuts connections, a cache, requests as
# third parties send them, and an embedding service.
#
#   scripts/strangers.sh [PART...]
#
# PART  clients python java typescript schema receivers signatures starts database cache requests axum; all of them by
#       default. SNOW_SKIP_STRANGERS names parts to leave out. The generators come from
#       scripts/install-strangers-parts.sh, which is called here; SNOW_BUILT=1 uses the built service. Exit codes: 0 all
#       parts passed, 1 one failed, 3 the generators cannot be installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
all="clients python java typescript schema receivers signatures starts database cache requests axum"
chosen=" ${*:-$all} "
program=$(realpath -m "${CARGO_TARGET_DIR:-target}/debug/snow-conditions")
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p server
parts=$PWD/target/strangers
bash scripts/install-strangers-parts.sh >&2 || { echo "$0: the generators cannot be installed" >&2; exit 3; }
export PATH=$parts/python/bin:$parts/node/node_modules/.bin:$PATH
here=$PWD/scripts/strangers
work=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port
"$program" demo --bind "127.0.0.1:$port" --data-dir "$work/data" >"$work/demo.log" 2>&1 &
demo=$!
trap 'kill $demo; wait $demo || true; rm -rf "$work"' EXIT
# The demo is ready once every resort has a forecast.
for _ in $(seq 1200); do
  curl -s "$base/readyz" | grep -q '"status":"ready"' && break
  sleep 0.1
done
curl -sf "$base/api/v1/openapi.json" -o "$work/openapi.json" || { cat "$work/demo.log" >&2; exit 1; }
python3 "$here/calls.py" "$base" >"$work/calls.json"

# Both packages are built and installed as their users would.
clients() { bash clients/build.sh "$work/openapi.json" "$work/packages"; }

python() {
  [ -d "$work/packages" ] || clients >/dev/null
  pip --quiet --disable-pip-version-check install --target "$work/python" --no-deps "$work"/packages/*.whl
  (cd "$work/python" && python3 "$here/read.py" openapi-python-client "$base" "$work/calls.json")
}

# The generator's Python code for the section `webhooks` does not compile, whatever the document says.
java() {
  command -v java >/dev/null || { echo "not tried: there is no Java"; return 0; }
  openapi-generator-cli validate -i "$work/openapi.json" >"$work/java.log" 2>&1 || { tail -n 20 "$work/java.log" >&2; return 1; }
  python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); d.pop("webhooks"); json.dump(d, open(sys.argv[2], "w"))' \
    "$work/openapi.json" "$work/paths.json"
  openapi-generator-cli generate -i "$work/paths.json" -g python -o "$work/java" >"$work/java.log" 2>&1 ||
    { tail -n 20 "$work/java.log" >&2; return 1; }
  (cd "$work/java" && python3 "$here/read.py" openapi-generator "$base" "$work/calls.json")
}

typescript() {
  [ -d "$work/packages" ] || clients >/dev/null
  mkdir -p "$work/types"
  openapi-typescript "$work/openapi.json" --output "$work/types/schema.d.ts" >"$work/types.log" 2>&1 || { cat "$work/types.log" >&2; return 1; }
  cp "$here/example.ts" "$work/types/"
  tsc --strict --noEmit --module nodenext --target es2022 --lib es2022 "$work/types/example.ts"
  npm install --silent --no-audit --no-fund --prefix "$work/node" "$work"/packages/*.tgz
  (cd "$work/node" && node "$here/read.mjs" "$base" "$work/calls.json")
}

schema() { bash "$here/schemas.sh" "$base"; }

receivers() { python3 "$here/receivers.py" "$program"; }

# The examples of docs/webhooks.md for Python, Node and Go verify real deliveries; cargo test does it in Rust.
signatures() { python3 "$here/signatures.py" "$program" "$parts/receive-go"; }

starts() { python3 "$here/starts.py" "$program"; }

database() {
  local url
  url=$(SNOW_POSTGRES_INSTALL=never bash scripts/postgres.sh start 2>/dev/null) || { echo "not tried: there is no PostgreSQL"; return 0; }
  python3 "$here/database.py" "$program" "$url"
}

cache() { bash "$here/cache.sh" "$base"; }

requests() { python3 "$here/requests.py" "$base"; }

# A service in another web framework that embeds the crates.
axum() { CARGO_TARGET_DIR=$parts/axum cargo test --quiet --manifest-path examples/axum/Cargo.toml </dev/null; }

status=0
for part in $all; do
  case " ${SNOW_SKIP_STRANGERS:-} " in *" $part "*) echo "not tried: $part, as SNOW_SKIP_STRANGERS says"; continue ;; esac
  case "$chosen" in *" $part "*) ;; *) continue ;; esac
  begun=$SECONDS
  # A failing command ends the part: bash ignores `set -e` left of `||`.
  set +e
  (set -e; "$part") 2>&1 | sed "s/^/$part: /"
  code=${PIPESTATUS[0]}
  set -e
  [ "$code" = 0 ] || { status=1; echo "$part: FAILED" >&2; }
  echo "$part: $((SECONDS - begun)) s"
done
exit $status
