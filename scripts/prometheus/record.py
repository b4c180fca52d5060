#!/usr/bin/env python3
"""Breaks the running service in known ways, records its metrics every 15 seconds, and writes each recording as a test of the
alerting rules: deploy/prometheus/recorded/NAME_test.yml.

Usage: record.py PROGRAM [NAME...]. Without names: all scenarios of faults.py and databases.py, some at a time. A service is
healthy for two minutes and then broken for two and a half; `promtool test rules` expects that exactly the alerts of the
fault fire two minutes after it, and none before. The hour before the recording is made up from the rates of the healthy
minutes. The scenario `healthy` takes MINUTES (default 15) and becomes a day. Needs PostgreSQL, pgbouncer, strace,
libfaketime (FAKETIME_LIBRARY names its file) and root, which mounts a file system for each data folder. AT_A_TIME (default
4) limits how many run at once.
"""

import os
import sys
import threading
import time

import databases
import faults
from scenario import ROOT
from series import CLOCK, HOUR, SAMPLE, STEP, Selectors, day_test, fault_test

SCENARIOS = faults.SCENARIOS + databases.SCENARIOS
FOLDER = ROOT / "deploy/prometheus/recorded"
BEFORE, AFTER = 8, 10
# The first scrapes of a process are not those of a healthy one.
SETTLE = 30
PATIENCE = 600
AT_A_TIME = int(os.environ.get("AT_A_TIME", "4"))
MINUTES = int(os.environ.get("MINUTES", "15"))
TIMES = ("_timestamp_seconds", "_start_time_seconds")
HEAD = """\
# Recorded by scripts/prometheus/record.py on {day} from the running service; do not edit.
# {docs}
# {what}
# Of constant series of one metric with equal samples one is listed.
rule_files: [../rules.yml]
evaluation_interval: {interval}
group_eval_order: [snow-goals]
tests:
"""


def record(scenario, selectors, count, origin, fault_after=None):
    """Returns the samples of each series that a rule reads: `count` values, None for a scrape without the series. The
    fault begins after the scrape `fault_after`."""
    samples, begun = {}, time.time()
    for index in range(count):
        time.sleep(max(0.0, begun + index * STEP - time.time()))
        for service in scenario.services:
            text = service.metrics()
            samples.setdefault(("up", "", service.instance), [None] * count)[index] = float(text is not None)
            for line in (text or "").splitlines():
                found = SAMPLE.match(line)
                name, labels, value = found.groups() if found else ("", "", "0")
                if not selectors.match(name, labels or ""):
                    continue
                # The clock of the tests is 0 at their begin.
                value = float(value) - (begun - origin if name.endswith(TIMES) else 0)
                values = samples.setdefault((name, labels or "", service.instance), [None] * count)
                values[index] = round(value, 0 if name == CLOCK else 3)
        if index == fault_after:
            threading.Thread(target=scenario.fault, daemon=True).start()
    return samples


def write(scenario, lines, what, interval="30s"):
    FOLDER.mkdir(exist_ok=True)
    docs = " ".join(scenario.__doc__.split()) if scenario.__doc__ and scenario.name != "healthy" else "A service without a fault."
    head = HEAD.format(day=time.strftime("%Y-%m-%d"), docs=docs, what=what, interval=interval)
    file = FOLDER / f"{scenario.name}_test.yml"
    file.write_text(head + "\n".join(lines) + "\n")
    print(f"{scenario.name}: {file.relative_to(ROOT)}", flush=True)


def settle(scenario):
    """Waits until every resort has its first forecast."""
    until = time.monotonic() + PATIENCE
    for service in scenario.services:
        counts = {}
        while not counts.get("snow_resorts") or counts["snow_resorts"] != counts.get("snow_resorts_with_recent_forecast"):
            if time.monotonic() > until:
                raise RuntimeError(f"not every resort has a forecast: {counts}")
            time.sleep(1)
            lines = (line.split(" ") for line in (service.metrics() or "").splitlines() if line.startswith("snow_resorts"))
            counts = dict(lines)
    time.sleep(SETTLE)


def run(kind, program, selectors):
    scenario = kind(program)
    try:
        settle(scenario)
        if kind.name == "healthy":
            count = MINUTES * 60 // STEP + 1
            lines = day_test(record(scenario, selectors, count, 0))
            write(scenario, lines, f"{MINUTES} minutes were recorded; their increments are repeated for 24 hours.", "3m")
        else:
            samples = record(scenario, selectors, BEFORE + 1 + AFTER, HOUR * STEP, BEFORE)
            write(scenario, fault_test(scenario, samples, BEFORE),
                  "The hour before the recording continues the rates of its healthy minutes; the fault is at 62 minutes.")
    finally:
        scenario.end()


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    selectors = Selectors((ROOT / "deploy/prometheus/rules.yml").read_text())
    unknown = set(names) - {one.name for one in SCENARIOS}
    if unknown:
        sys.exit(f"no scenario {', '.join(sorted(unknown))}; there are {', '.join(one.name for one in SCENARIOS)}")
    queue, failed = [one for one in SCENARIOS if not names or one.name in names], []
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not queue:
                    return
                kind = queue.pop(0)
            try:
                run(kind, program, selectors)
            except BaseException as error:  # The others go on.
                failed.append(f"{kind.name}: {error!r}")

    workers = [threading.Thread(target=work) for _ in range(AT_A_TIME)]
    for worker in workers:
        worker.start()
        time.sleep(5)
    for worker in workers:
        worker.join()
    if failed:
        sys.exit("\n".join(failed))


main()
