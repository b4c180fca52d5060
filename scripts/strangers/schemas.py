"""Reads the conditions of every resort with generated models. Usage: schemas.py BASE"""

import json
import sys
import urllib.request

sys.path.insert(0, ".")
import pydantic_model
import quicktype_model

base = sys.argv[1]
model = pydantic_model.ResortConditions


def get(path):
    with urllib.request.urlopen(base + path) as answer:
        return json.load(answer)


slugs, offset = [], 0
while True:
    rows = get(f"/api/v1/resorts?limit=200&offset={offset}")["data"]
    slugs += [row["slug"] for row in rows]
    offset += len(rows)
    if not rows:
        break
failures = 0
for slug in slugs:
    envelope = get(f"/api/v1/resorts/{slug}/conditions")
    try:
        model.model_validate(envelope)
        quicktype_model.record_from_dict(envelope)
    except Exception as error:
        failures += 1
        if failures <= 10:
            print(f"schema: {slug}: {' '.join(repr(error).split())[:300]}", file=sys.stderr)
print(f"{len(slugs)} resorts, {failures} failed")
sys.exit(failures > 0)
