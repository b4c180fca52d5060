#!/usr/bin/env bash
# Builds the client libraries from an OpenAPI document: a wheel for Python, a package for TypeScript, each below 200 KB.
# Their version is the document's. Usage: build.sh OPENAPI FOLDER. The tools come from
# scripts/install-strangers-parts.sh.
set -euo pipefail
document=$(realpath "${1:?the OpenAPI document}")
mkdir -p "${2:?the folder of the packages}"
out=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
parts=$(realpath "${SNOW_STRANGERS_PARTS:-../target/strangers}")
export PATH=$parts/python/bin:$parts/node/node_modules/.bin:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Users give the address of a service; that of the one that wrote the document would be a default.
version=$(python3 - "$document" "$work/openapi.json" <<'PYTHON'
import json, sys

with open(sys.argv[1]) as read, open(sys.argv[2], "w") as written:
    document = json.load(read)
    document.pop("servers", None)
    json.dump(document, written)
print(document["info"]["version"])
PYTHON
)
document=$work/openapi.json

openapi-python-client generate --path "$document" --config python/config.yaml --meta setup \
  --output-path "$work/python" >"$work/python.log" 2>&1 || { tail -n 5 "$work/python.log" >&2; exit 1; }
python3 python/join.py "$work/python/snow_conditions"
cp python/README.md "$work/python/README.md"
python3 -m pip --quiet --disable-pip-version-check wheel --no-deps --no-build-isolation --wheel-dir "$work/wheel" "$work/python"
python3 python/pack.py "$work"/wheel/*.whl
cp "$work"/wheel/*.whl "$out"

mkdir "$work/typescript"
cp typescript/* "$work/typescript"
ln -s "$parts/node/node_modules" "$work/typescript/node_modules"
(
  cd "$work/typescript"
  OPENAPI=$document OUT=src openapi-ts --file openapi-ts.config.mjs --silent
  tsc --project .
  npm version --no-git-tag-version --allow-same-version "$version" >/dev/null
  npm pack --silent --pack-destination "$out" >/dev/null
)
limit=200000
for package in "$out"/*.whl "$out"/*.tgz; do
  size=$(wc -c <"$package")
  echo "$(basename "$package"): $size bytes"
  [ "$size" -lt "$limit" ] || { echo "$0: $(basename "$package") has $size bytes, not less than $limit" >&2; exit 1; }
done
