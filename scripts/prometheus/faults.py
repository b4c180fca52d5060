"""The scenarios of the recordings: each is a healthy service and a fault that lasts. Their names are those of `chaos`
scenarios with the same fault, if there is one."""

import http.client
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from service import CONDITIONS, Receiver, Service, free_port, request

ROOT = Path(__file__).resolve().parents[2]
FAKETIME = os.environ.get("FAKETIME_LIBRARY", "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
# Lanes that the upstream of a demonstration simulates.
SIMULATED = {
    "aineva", "aludes-aragon", "amedas", "avalanche-canada", "avalanche-org", "avalanche-report", "caltrans",
    "caltrans-cameras", "commons", "digitraffic", "digitraffic-cameras", "eaws", "enso", "lauegi", "lawinen-warnung",
    "laviny", "metar", "slf", "slf-bulletin", "snotel", "swob", "tawes", "varsom", "webcams",
}
FORM = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}


def lanes(help_text):
    """Returns the lanes with a flag of their own and whether each is a station network, as the program's help lists them."""
    found = {}
    for flag in help_text.split("--"):
        lane, _, rest = flag.partition("-url <URL>")
        if "of the station network" in rest:
            found[lane] = True
        elif ", or none" in rest:
            found[lane] = False
    return found


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout.strip()


class Scenario:
    """A service and its fault; `alerts` are the alerts of the fault, none if it is not one of the service."""

    arguments, command, environment, pipes_log, alerts, size = (), "demo", {}, False, (), "1g"

    def __init__(self, program):
        self.program, self.folder = program, Path(tempfile.mkdtemp(prefix="snow-record-"))
        os.chmod(self.folder, 0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        # A file system of its own, so that other programs do not fill it.
        run("mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", self.data)
        self.receiver, self.services = Receiver(), []
        self.prepare()
        self.add("a")
        self.add_replicas()
        self.service = self.services[0]
        for service in self.services:
            service.wait()
            service.use(self.receiver)

    def add(self, instance):
        self.services.append(Service(self.program, self.data, self.arguments, self.command, instance,
                                     self.environment, self.pipes_log))

    def prepare(self):
        pass

    def add_replicas(self):
        pass

    def fault(self):
        pass

    def end(self):
        for service in self.services:
            service.stop()
        self.receiver.stop()
        run("umount", "-l", self.data)
        shutil.rmtree(self.folder, ignore_errors=True)


class Healthy(Scenario):
    name = "healthy"


class Gone(Scenario):
    """The process is killed and stays away."""

    name, alerts = "gone", ["SnowDown"]

    def fault(self):
        self.service.kill()


class Frozen(Scenario):
    """The process is halted: connections are accepted by the kernel and not answered."""

    name, alerts = "frozen", ["SnowDown"]

    def fault(self):
        self.service.process.send_signal(signal.SIGSTOP)


class Killed(Scenario):
    """The process is killed and started again, twice."""

    name, alerts = "kill9", ["SnowRestarts"]

    def fault(self):
        for _ in range(2):
            self.service.kill()
            self.service.start()
            self.service.wait()
            time.sleep(16)


class WriteLock(Scenario):
    """Another process keeps the write lock of the SQLite file."""

    name, alerts = "hanging-database-sqlite", ["SnowWritesHeldUp"]

    def fault(self):
        self.lock = sqlite3.connect(self.data / "snow-conditions.sqlite", isolation_level=None, check_same_thread=False)
        self.lock.execute("BEGIN IMMEDIATE")

    def end(self):
        self.lock.close()
        super().end()


class DiskFull(Scenario):
    """The disk of the data folder is full."""

    name, alerts = "disk-full", ["SnowDiskFull"]

    def fault(self):
        with open(self.data / "filler", "wb", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        filler.write(b"0" * size)
                except OSError:
                    pass


class DiskErrors(Scenario):
    """Flushes of the database fail."""

    name, alerts = "io-errors", ["SnowWritesHeldUp"]

    def fault(self):
        trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(self.service.process.pid), "-e",
                 "trace=fdatasync,fsync", "-e", "inject=fdatasync,fsync:error=EIO"]
        self.tracer = subprocess.Popen(trace, stderr=subprocess.DEVNULL)

    def end(self):
        self.tracer.terminate()
        self.tracer.wait()
        super().end()


class Unread(Scenario):
    """The reader of the log stops reading, and a client sends as fast as it can."""

    name, alerts, pipes_log = "unread-log", ["SnowLogLinesLost"], True
    arguments = ("--log-format", "json")

    def __init__(self, program):
        self.reading = True
        super().__init__(program)

    def prepare(self):
        threading.Thread(target=self.read_log, daemon=True).start()

    def read_log(self):
        while self.reading:
            if not self.services or not os.read(self.services[0].process.stderr.fileno(), 1 << 16):
                time.sleep(0.1)

    def fault(self):
        self.reading = False
        threads = [threading.Thread(target=self.crowd) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def crowd(self):
        client = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=5)
        until = time.monotonic() + 120
        while time.monotonic() < until:
            client.request("GET", "/api/v1/" + "x" * 240)
            client.getresponse().read()
        client.close()


class NoMail(Scenario):
    """The mail server is away, and a person signs in."""

    name, alerts = "mail-server-away", ["SnowEmailsFail"]
    arguments = ("--smtp-url", "smtp://127.0.0.1:1")

    def fault(self):
        status, text = request(self.service.port, "/account/sign-in", "POST", "email=skier%40example.org", FORM)
        assert status == 303, (status, text[:500])


class Receivers(Scenario):
    """Receivers answer with errors; this is not a fault of the service."""

    name = "receivers"

    def fault(self):
        self.receiver.status = 500


class Crowd(Scenario):
    """A client opens connections up to the limit and beyond it."""

    name, alerts = "crowd", ["SnowConnectionsRefused"]
    arguments = ("--max-connections", "64")

    def fault(self):
        self.sockets = []
        for _ in range(96):
            one = socket.socket()
            one.bind(("127.0.9.1", 0))
            try:
                one.connect(("127.0.0.1", self.service.port))
                one.send(b"GET / HTTP/1.1\r\nhost: x\r\n")
            except OSError:
                pass
            self.sockets.append(one)


class SignInFlood(Scenario):
    """Wrong passwords from many networks."""

    name, alerts = "sign-in-flood", ["SnowSignInsFail"]

    def fault(self):
        until, number = time.monotonic() + 150, 0
        while time.monotonic() < until:
            number += 1
            source = (f"127.{1 + number % 200}.{number // 200 % 200}.1", 0)
            client = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=5, source_address=source)
            try:
                form = f"email=a{number}%40example.org&password=lift+queue+{number:06}+dusk"
                client.request("POST", "/account/password-sign-in", body=form, headers=FORM)
                client.getresponse().read()
            except (OSError, http.client.HTTPException):
                pass
            client.close()
            time.sleep(0.1)


class ClockJump(Scenario):
    """The clock of the machine jumps ahead by two minutes. Needs libfaketime."""

    name, alerts = "clock-jump", ["SnowClockWrong"]

    def prepare(self):
        self.clock = self.folder / "clock"
        self.clock.write_text("+0")
        self.environment = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                            "FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1"}

    def fault(self):
        self.clock.write_text("+120")


class Upstream:
    """The simulated upstream of a demonstration, for a service on another database."""

    def __init__(self, program, folder):
        (folder / "upstream").mkdir()
        self.service = Service(program, folder / "upstream", ("--no-ingest",), instance="upstream")
        self.service.wait()
        sockets = run("ss", "-ltnpH").splitlines()
        own = {int(one.split()[3].rsplit(":", 1)[1]) for one in sockets if f"pid={self.service.process.pid}," in one}
        port = (own - {self.service.port, self.service.admin}).pop()
        known = lanes(run(program, "--help"))
        networks = [lane for lane, is_network in known.items() if is_network and lane in SIMULATED]
        self.flags = ["--stations", ",".join(networks) or "none", "--no-winter-refresh", "--open-meteo-daily-calls", "0",
                      "--open-meteo-url", f"http://127.0.0.1:{port}"]
        for lane, is_network in known.items():
            address = f"http://127.0.0.1:{port}" if lane in SIMULATED else "none"
            if not is_network or lane in networks:
                self.flags += [f"--{lane}-url", address]

    def stop(self):
        self.service.stop()


class OnPostgres(Scenario):
    """A service on a PostgreSQL server of its own."""

    command = "serve"

    def prepare(self):
        self.upstream = Upstream(self.program, self.folder)
        self.arguments = ("--database-url", self.start_database(), *self.upstream.flags)

    def start_database(self):
        self.cluster, self.server_port = self.folder / "postgres", free_port()
        return self.control("start")

    def control(self, verb):
        return run(ROOT / "scripts/postgres.sh", verb, self.cluster, self.server_port)

    def processes(self):
        return processes(next(self.cluster.rglob("postmaster.pid")))

    def stop_database(self):
        self.control("stop")

    def end(self):
        for service in self.services:
            service.stop()
        self.stop_database()
        self.upstream.stop()
        super().end()


def processes(lock_file):
    """Returns the ids of a PostgreSQL server and of its children."""
    server = int(lock_file.read_text().split()[0])
    return [server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())]


def send(ids, signal_number):
    for one in ids:
        try:
            os.kill(one, signal_number)
        except ProcessLookupError:
            pass


class DatabaseAway(OnPostgres):
    """The database server is stopped."""

    name, alerts = "database-away", ["SnowDatabaseDown"]

    def fault(self):
        self.control("stop")


class DatabaseHangs(OnPostgres):
    """The processes of the database server are halted."""

    name, alerts = "hanging-database", ["SnowDatabaseDown"]

    def fault(self):
        self.halted = self.processes()
        send(self.halted, signal.SIGSTOP)

    def end(self):
        send(self.halted, signal.SIGCONT)
        super().end()


class TablesLocked(OnPostgres):
    """A session keeps locks on the tables that every write needs."""

    name, alerts = "hanging-database-tables", ["SnowWritesHeldUp"]

    def fault(self):
        words = ["psql", "-q", "-X", "-d", self.arguments[1]]
        self.session = subprocess.Popen(words, stdin=subprocess.PIPE, text=True)
        self.session.stdin.write("BEGIN; LOCK TABLE latest_evidence, changes, webhook_subscriptions IN ACCESS EXCLUSIVE MODE;\n")
        self.session.stdin.flush()

    def end(self):
        self.session.kill()
        self.session.wait()
        super().end()


class Takeover(OnPostgres):
    """One of two replicas is killed and stays away."""

    name, alerts = "takeover", ["SnowDown"]

    def add_replicas(self):
        self.services[0].wait()
        self.add("b")

    def fault(self):
        self.service.kill()


class Pair(OnPostgres):
    """A service on a PostgreSQL server with an asynchronous standby."""

    def start_database(self):
        self.bin = sorted(Path("/usr/lib/postgresql").iterdir())[-1] / "bin"
        self.servers, self.ports = self.folder / "servers", [free_port(), free_port()]
        self.servers.mkdir()
        shutil.chown(self.servers, "postgres")
        self.as_server("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", self.servers / "0")
        self.start(0)
        self.as_server("pg_basebackup", "-h", "127.0.0.1", "-p", self.ports[0], "-U", "postgres", "-R", "-X", "stream",
                       "-c", "fast", "-D", self.servers / "1")
        self.start(1)
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgres://postgres@{hosts}/postgres"

    def as_server(self, program, *words):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--reset-env"]
        subprocess.run([*user, str(self.bin / program), *map(str, words)], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def start(self, number):
        options = f"-c port={self.ports[number]} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        self.as_server("pg_ctl", "-w", "-s", "-o", options, "-l", self.servers / f"log-{number}", "-D",
                       self.servers / str(number), "start")

    def promote(self):
        self.on_standby("SELECT pg_promote(true, 60)")

    def on_standby(self, sql):
        run("psql", "-qXAt", "-h", "127.0.0.1", "-p", self.ports[1], "-U", "postgres", "-c", sql)

    def of_server(self, number):
        try:
            return processes(self.servers / str(number) / "postmaster.pid")
        except FileNotFoundError:  # It has ended.
            return []

    def stop_database(self):
        for number in (0, 1):
            send(self.of_server(number), signal.SIGKILL)


class FailoverKill(Pair):
    """The primary is killed and its standby promoted after three seconds, which is not a fault that stays."""

    name = "failover-kill"

    def fault(self):
        send(self.of_server(0), signal.SIGKILL)
        time.sleep(3)
        self.promote()


class Split(Pair):
    """The primary freezes, its standby is promoted, and the old primary comes back."""

    name, alerts = "split-async", ["SnowDatabaseHost"]

    def fault(self):
        old = self.of_server(0)
        send(old, signal.SIGSTOP)
        self.promote()
        time.sleep(10)
        send(old, signal.SIGCONT)


SCENARIOS = [Healthy, Gone, Frozen, Killed, WriteLock, DiskFull, DiskErrors, Unread, NoMail, Receivers, Crowd,
             SignInFlood, ClockJump, DatabaseAway, DatabaseHangs, TablesLocked, Takeover, FailoverKill,
             Split]
