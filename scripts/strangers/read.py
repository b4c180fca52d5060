"""Reads every call with a generated Python client. Usage: read.py KIND BASE CALLS

KIND is `openapi-python-client` (package `snow_conditions`) or `openapi-generator` (package `openapi_client`). The package
is imported from the current folder or from the installed ones.
"""

import datetime
import importlib
import json
import re
import sys

sys.path.insert(0, ".")
kind, base, file = sys.argv[1:]
calls = json.load(open(file))


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def instant(value):
    try:
        return datetime.datetime.fromisoformat(value)
    except ValueError:
        return value


def differs(place, sent, read):
    """Returns the first difference between what was sent and what was read."""
    if isinstance(sent, dict) and isinstance(read, dict):
        if sent.keys() != read.keys():
            return f"{place}: {sorted(sent.keys() ^ read.keys())}"
        pairs = ((f"{place}/{key}", sent[key], read[key]) for key in sent)
    elif isinstance(sent, list) and isinstance(read, list) and len(sent) == len(read):
        pairs = ((f"{place}/{at}", *pair) for at, pair in enumerate(zip(sent, read)))
    elif isinstance(sent, str) and isinstance(read, str):
        return None if instant(sent) == instant(read) else f"{place}: {sent} was read as {read}"
    else:
        return None if sent == read else f"{place}: {sent} was read as {read}"
    return next((found for pair in pairs if (found := differs(*pair))), None)


def arguments(call):
    given = {**call["path"], **call["query"]}
    # `pass` is a keyword of Python; the generators rename it differently.
    keyword = "pass_" if kind == "openapi-python-client" else "var_pass"
    return {keyword if name == "pass" else snake(name): typed(value) for name, value in given.items()}


def typed(value):
    """Returns a day as a date, as both generators ask for it, and every other value unchanged."""
    day = isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value)
    return datetime.date.fromisoformat(value) if day else value


if kind == "openapi-python-client":
    package = importlib.import_module("snow_conditions")
    client = package.Client(base_url=base)

    def read(call):
        module = importlib.import_module(f"snow_conditions.api.default.{call['operation']}")
        given = arguments(call)
        if "dataset" in given:
            given["dataset"] = importlib.import_module("snow_conditions.models").Dataset(given["dataset"])
        answer = module.sync_detailed(client=client, **given)
        assert answer.status_code == 200, answer.content[:200]
        assert answer.parsed is not None, "nothing was read"
        # What was read is written again as it came, apart from the spelling of times.
        difference = differs("", json.loads(answer.content), answer.parsed.to_dict())
        assert difference is None, difference
else:
    package = importlib.import_module("openapi_client")
    api = importlib.import_module("openapi_client.api.default_api").DefaultApi(
        package.ApiClient(package.Configuration(host=base))
    )

    def read(call):
        assert getattr(api, call["operation"])(**arguments(call)) is not None, "nothing was read"


failures = 0
for call in calls:
    try:
        read(call)
    except Exception as error:
        failures += 1
        if failures <= 10:
            print(f"{call['operation']} {arguments(call)}: {' '.join(repr(error).split())[:300]}", file=sys.stderr)
print(f"{len(calls)} calls, {failures} failed")
sys.exit(failures > 0)
