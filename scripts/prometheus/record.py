#!/usr/bin/env python3
"""Breaks the running service in known ways, records its metrics every 15 seconds, and writes the recordings as tests of the
alerting rules in deploy/prometheus: recorded_test.yml, recorded_day_test.yml.

Usage: record.py PROGRAM [SCENARIO...]. Every scenario is healthy for two minutes and broken for two and a half. `promtool test
rules` then expects exactly the alert of the fault two minutes after it, and none before. The recording of a service
that stays healthy is also extended to a day. Needs PostgreSQL (scripts/postgres.sh) and, for the full disk, root.
"""

import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/prometheus/rules.yml"
OUT = ROOT / "deploy/prometheus/recorded_test.yml"
DAY = ROOT / "deploy/prometheus/recorded_day_test.yml"
STEP = 15
SAMPLES = 20
FAULT = 8
SAMPLE = re.compile(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$")
CONDITIONS = "/api/v1/resorts/zermatt/conditions"


def used_names():
    """Returns the names of metrics that the rules use."""
    expressions = re.sub(r"(?m)^\s*(summary|runbook|- alert|- name):.*$", "", RULES.read_text())
    return set(re.findall(r"\b(?:snow|process)_[a-z_]+\b", expressions))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Service:
    """A running service with a client that reads from it."""

    def __init__(self, program, folder, arguments, command="demo", reads_log=True):
        self.port, self.admin = free_port(), free_port()
        self.words = [program, "--data-dir", str(folder), "--bind", f"127.0.0.1:{self.port}", "--admin-bind",
                      f"127.0.0.1:{self.admin}", *arguments, command]
        self.reads_log, self.folder, self.ends = reads_log, folder, False
        self.start()
        threading.Thread(target=self.read, daemon=True).start()

    def start(self):
        log = subprocess.DEVNULL if self.reads_log else subprocess.PIPE
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SNOW_")}
        self.process = subprocess.Popen(self.words, stdout=log, stderr=log, env=environment)

    def read(self):
        """Sends a few reads a second until the end."""
        while not self.ends:
            self.get(self.port, CONDITIONS)
            time.sleep(0.2)

    def get(self, port, path, method="GET", body=None, headers=None):
        try:
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            client.request(method, path, body=body, headers=headers or {})
            answer = client.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            return None, ""
        finally:
            client.close()

    def wait(self):
        for _ in range(1200):
            if self.get(self.admin, "/readyz")[0] == 200:
                return
            time.sleep(0.1)
        raise SystemExit(f"the service does not start: {self.words}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.ends = True
        if self.process.poll() is None:
            self.kill()


class Scenario:
    """A service and its fault."""

    arguments, command, reads_log, alert, labels = (), "demo", True, None, {}

    def __init__(self, program):
        self.folder = Path(tempfile.mkdtemp(prefix="snow-record-"))
        os.chmod(self.folder, 0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.prepare()
        self.service = Service(program, self.data, self.arguments, self.command, self.reads_log)
        self.service.wait()

    def prepare(self):
        pass

    def fault(self):
        pass

    def end(self):
        self.service.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Healthy(Scenario):
    name = "healthy"


class Gone(Scenario):
    name, alert, labels = "gone", "SnowDown", {"severity": "page"}

    def fault(self):
        self.service.kill()


class Killed(Scenario):
    name, alert = "kill9", "SnowRestarts"

    def fault(self):
        for _ in range(2):
            self.service.kill()
            self.service.start()
            self.service.wait()
            time.sleep(STEP + 1)


class WriteLock(Scenario):
    name, alert = "hanging-database-file", "SnowWritesHeldUp"

    def fault(self):
        self.lock = sqlite3.connect(self.data / "snow-conditions.sqlite", isolation_level=None, check_same_thread=False)
        self.lock.execute("BEGIN IMMEDIATE")

    def end(self):
        self.lock.close()
        super().end()


class DiskFull(Scenario):
    name, alert = "disk-full", "SnowDiskFull"

    def prepare(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", str(self.data)], check=True)

    def fault(self):
        with open(self.data / "filler", "wb") as filler:
            try:
                while True:
                    filler.write(b"0" * 65536)
                    filler.flush()
            except OSError:
                pass

    def end(self):
        self.service.stop()
        subprocess.run(["umount", "-l", str(self.data)], check=False)
        super().end()


class Unread(Scenario):
    name, alert, reads_log = "unread-log", "SnowLogLinesLost", False
    arguments = ("--log-format", "json")

    def __init__(self, program):
        self.reading = True
        super().__init__(program)

    def prepare(self):
        threading.Thread(target=self.read_log, daemon=True).start()

    def read_log(self):
        while self.reading:
            service = getattr(self, "service", None)
            if service is None or not os.read(service.process.stderr.fileno(), 1 << 16):
                time.sleep(0.1)

    def fault(self):
        self.reading = False
        threads = [threading.Thread(target=self.crowd) for _ in range(4)]
        [one.start() for one in threads]
        [one.join() for one in threads]

    def crowd(self):
        client = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=5)
        until = time.monotonic() + 75
        while time.monotonic() < until:
            client.request("GET", "/healthz?" + "x" * 200)
            client.getresponse().read()
        client.close()


class NoMail(Scenario):
    name, alert = "mail-server-away", "SnowEmailsFail"
    arguments = ("--smtp-url", "smtp://127.0.0.1:1")

    def fault(self):
        headers = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
        status, text = self.service.get(
            self.service.port, "/account/sign-in", "POST", "email=skier%40example.org", headers)
        assert status == 303, (status, text[:500])


class DatabaseAway(Scenario):
    name, alert, command = "database-away", "SnowDatabaseDown", "serve"

    def prepare(self):
        self.cluster = self.folder / "postgres"
        self.port = free_port()
        self.arguments = ("--database-url", self.control("start"), "--no-ingest")

    def control(self, verb):
        script = [str(ROOT / "scripts/postgres.sh"), verb, str(self.cluster), str(self.port)]
        return subprocess.run(script, check=True, capture_output=True, text=True).stdout.strip()

    def fault(self):
        self.control("stop")

    def end(self):
        subprocess.run([str(ROOT / "scripts/postgres.sh"), "stop", str(self.cluster), str(self.port)], capture_output=True)
        super().end()


class DatabaseHangs(DatabaseAway):
    name, alert = "hanging-database", "SnowDatabaseDown"

    def backends(self):
        server = int(next(self.cluster.rglob("postmaster.pid")).read_text().split()[0])
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        return [server, *map(int, children)]

    def fault(self):
        self.halted = self.backends()
        [os.kill(one, signal.SIGSTOP) for one in self.halted]

    def end(self):
        for one in self.halted:
            try:
                os.kill(one, signal.SIGCONT)
            except ProcessLookupError:
                pass
        super().end()


SCENARIOS = [Healthy, Gone, Killed, WriteLock, DiskFull, Unread, NoMail, DatabaseAway, DatabaseHangs]


def record(scenario, names):
    """Returns the samples of each series, with None for a scrape that failed."""
    series, up, begun = {}, [], time.time()
    for number in range(SAMPLES):
        time.sleep(max(0.0, begun + number * STEP - time.time()))
        if number == FAULT:
            threading.Thread(target=scenario.fault, daemon=True).start()
        status, text = scenario.service.get(scenario.service.admin, "/metrics")
        up.append(1 if status == 200 else 0)
        for line in text.splitlines() if status == 200 else ():
            match = SAMPLE.match(line)
            name = match and match.group(1)
            if name in names:
                value = float(match.group(3))
                if name.endswith(("_timestamp_seconds", "_start_time_seconds")):
                    # The clock of the tests begins at 0.
                    value = round(value - begun, 3)
                series.setdefault((name, match.group(2) or ""), {})[number] = value
    found = {("up", ""): {number: value for number, value in enumerate(up)}}
    return found | series


def number(value):
    return str(int(value)) if value == int(value) else repr(value)


def notation(values):
    """Writes samples as promtool reads them, equal ones once."""
    words, last, count = [], None, 0
    for index in range(SAMPLES + 1):
        word = None if index == SAMPLES else "_" if index not in values else number(values[index])
        if word == last:
            count += 1
            continue
        if last is not None:
            words.append(last if count == 0 else f"{last}x{count}")
        last, count = word, 0
    return " ".join(words)


def of_a_day(name, values):
    """Extends a healthy recording to a day of scrapes every minute, at its own rate."""
    known = sorted(values.items())
    (first_at, first), (last_at, last) = known[len(known) // 2], known[-1]
    grows = name.endswith(("_total", "_count", "_sum", "_bucket")) or name.endswith("_timestamp_seconds")
    rate = (last - first) / (last_at - first_at) * 60 / STEP if grows and last_at > first_at else 0.0
    if name == "snow_published_timestamp_seconds":
        first, rate = 0.0, 60.0
    return f"{number(round(first, 3))}{rate:+.6g}x1440"


def labels(text):
    inner = text[1:-1] + "," if text else ""
    return "{" + inner + 'job="snow-conditions",instance="a"}'


def series_lines(series, form):
    return [f"      - series: '{name}{labels(text)}'\n        values: '{form(name, values)}'"
            for (name, text), values in sorted(series.items())]


def expected(at, alert):
    lines = [f"      - expr: max by (alertname) (ALERTS{{alertstate=\"firing\"}})\n        eval_time: {at}"]
    if alert:
        lines.append(f"        exp_samples: [{{labels: '{{alertname=\"{alert}\"}}', value: 1}}]")
    return "\n".join(lines)


def tests(scenario, series):
    fault_at, end = FAULT * STEP, (SAMPLES - 1) * STEP
    lines = [f"  - name: {scenario.name}\n    interval: {STEP}s\n    input_series:"]
    lines += series_lines(series, lambda _, values: notation(values))
    lines.append("    promql_expr_test:")
    lines.append(expected(f"{fault_at}s", None))
    if scenario.alert:
        lines.append(expected(f"{fault_at + 120}s", scenario.alert))
    lines.append(expected(f"{end}s", scenario.alert))
    return lines


def day(series):
    lines = ["  - name: a healthy day at the rates of a recording\n    interval: 1m\n    input_series:"]
    lines += series_lines(series, of_a_day)
    lines.append("    promql_expr_test:")
    lines += [expected(f"{minute}m", None) for minute in (10, 60, 360, 720, 1080, 1430)]
    return lines


HEAD = """\
# {}, written by scripts/prometheus/record.py; do not edit. {}
rule_files: [rules.yml]
evaluation_interval: {}
group_eval_order: [snow-goals]
tests:
"""
FAULTS = ("Each fault happens after two\n# minutes. At that time no alert fires, and two minutes later exactly the alert of "
          "the fault does.")


def write(file, subject, remark, interval, lines):
    file.write_text(HEAD.format(subject, remark, interval) + "\n".join(lines) + "\n")


def main():
    program, names = os.path.abspath(sys.argv[1]), used_names()
    chosen = [one for one in SCENARIOS if not sys.argv[2:] or one.name in sys.argv[2:]]
    parts = {}

    def run(kind):
        scenario = kind(program)
        try:
            # The first scrapes of a new service are not those of a healthy one.
            time.sleep(60)
            parts[kind.name] = (scenario, record(scenario, names))
        finally:
            scenario.end()

    threads = [threading.Thread(target=run, args=(kind,)) for kind in chosen]
    for thread in threads:
        thread.start()
        time.sleep(3)
    [thread.join() for thread in threads]
    lines = []
    for kind in chosen:
        if kind.name not in parts:
            sys.exit(f"{kind.name}: not recorded")
        lines += tests(*parts[kind.name])
    write(OUT, "Recordings of the running service", FAULTS, f"{STEP}s", lines)
    if "healthy" in parts:
        write(DAY, "A healthy recording extended to a day", "No alert fires.", "5m", day(parts["healthy"][1]))


main()
