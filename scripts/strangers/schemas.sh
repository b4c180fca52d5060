#!/usr/bin/env bash
# Generates models from the published schema with datamodel-code-generator and quicktype, and reads the conditions of every
# resort with both. Usage: schemas.sh BASE
set -euo pipefail
base=${1:?the address of a demo}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
curl -sf "$base/.well-known/schemas/resort-conditions-v1.json" -o schema.json
datamodel-codegen --input schema.json --input-file-type jsonschema --output pydantic_model.py --output-model-type pydantic_v2.BaseModel >codegen.log 2>&1 ||
  { tail -n 5 codegen.log >&2; exit 1; }
quicktype --src-lang schema --lang python --python-version 3.7 --top-level Record --out quicktype_model.py schema.json
quicktype --src-lang schema --lang typescript --top-level Record --out quicktype_model.ts schema.json
tsc --strict --noEmit --target es2022 --lib es2022,dom quicktype_model.ts
python3 "$here/schemas.py" "$base"
