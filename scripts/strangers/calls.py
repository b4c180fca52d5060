"""Lists calls of every GET operation that needs no sign-in, for eighteen resorts, as JSON. Usage: calls.py BASE"""

import datetime
import json
import sys
import urllib.request

RESORTS = (
    "zermatt", "verbier", "st-anton", "kitzbuehel", "chamonix-brevent-flegere", "val-thorens", "cortina-d-ampezzo",
    "baqueira-beret", "trysil", "are", "vail", "alta", "mammoth-mountain", "whistler-blackcomb", "niseko-united", "hakuba-happo-one",
    "valle-nevado", "cardrona",
)
# These datasets of get_ml_trends are about one resort.
OF_ONE_RESORT = {"score_components", "vs_last_year", "season_stats"}
START = datetime.date.today() + datetime.timedelta(days=10)
# Values of required parameters, by operation and name, or by name alone.
VALUES = {
    "ask_snowdata.question": ["Where is the most snow?"],
    "search_resorts.query": ["alta"],
    "compare_resorts.slugs": [["zermatt", "vail"]],
    "get_destination.slug": ["lake-tahoe"],
    "region": ["alps"],
    "pass": ["ikon"],
    "start": [START.isoformat()],
    "checkIn": [START.isoformat()],
    "checkOut": [(START + datetime.timedelta(days=3)).isoformat()],
    "slug": RESORTS,
}


def values(operation, parameter):
    name = parameter["name"]
    closed = parameter["schema"].get("enum")
    found = VALUES.get(f"{operation}.{name}") or closed or VALUES.get(name)
    if found is None:
        sys.exit(f"calls.py: {operation} requires {name}, for which it has no value")
    return found


def calls(document):
    for path, methods in document["paths"].items():
        get = methods.get("get")
        if get is None or get.get("security"):
            continue
        answer = get["responses"]["200"]["content"]
        if "application/json" not in answer:
            continue
        operation = get["operationId"]
        made = [{"operation": operation, "path": {}, "query": {}}]
        for parameter in get.get("parameters", []):
            if parameter.get("required"):
                made = [
                    {**call, parameter["in"]: {**call[parameter["in"]], parameter["name"]: value}}
                    for call in made
                    for value in values(operation, parameter)
                ]
        for call in made:
            if call["path"].get("dataset") in OF_ONE_RESORT:
                call["query"]["slug"] = RESORTS[0]
            yield call


if __name__ == "__main__":
    with urllib.request.urlopen(f"{sys.argv[1]}/api/v1/openapi.json") as answer:
        json.dump(list(calls(json.load(answer))), sys.stdout)
