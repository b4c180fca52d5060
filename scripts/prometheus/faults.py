"""Faults of the process, its disk, its clock, its clients, receivers and upstreams."""

import http.client
import http.server
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time

from scenario import OnUpstream, Scenario
from service import request, run

FAKETIME = os.environ.get("FAKETIME_LIBRARY", "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
FORM = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}


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


class Drain(Scenario):
    """The service is stopped on request and started again."""

    name = "drain"

    def fault(self):
        self.service.restart()


class Upgrade(Scenario):
    """A backup of the running service is put back after ten seconds of further changes."""

    name = "upgrade"

    def fault(self):
        database, backup = self.data / "snow-conditions.sqlite", self.folder / "backup.sqlite"
        run(self.program, "--data-dir", self.data, "backup", backup)
        time.sleep(10)
        self.service.end()
        for suffix in ("-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        shutil.copyfile(backup, database)
        self.service.start()
        self.service.wait()


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


class SlowReceivers(Scenario):
    """Receivers answer after the deadline of an attempt; this is not a fault of the service."""

    name = "noisy"

    def fault(self):
        self.receiver.delay = 28


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
    """The clock of the machine jumps ahead by a day. Needs libfaketime."""

    name, alerts, jump = "clock-jump", ["SnowClockWrong"], "+86400"

    def prepare(self):
        self.clock = self.folder / "clock"
        self.clock.write_text("+0")
        self.environment = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                            "FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1"}

    def fault(self):
        self.clock.write_text(self.jump)


class ClockJumpBack(ClockJump):
    """The clock of the machine jumps back by two hours. Needs libfaketime."""

    name, jump = "clock-jump-back", "-7200"


class UpstreamAway(OnUpstream):
    """The upstream of every lane is away."""

    name, alerts = "upstream-away", ["SnowSourceFailing"]

    def fault(self):
        self.upstream.stop()


class Zeros(OnUpstream):
    """The upstream of every lane answers 64 MB of zeros."""

    name, alerts, zeros = "zeros", ["SnowSourceFailing"], None

    def fault(self):
        self.upstream.stop()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("content-length", str(64 << 20))
                self.end_headers()
                try:
                    for _ in range(64):
                        self.wfile.write(bytes(1 << 20))
                except OSError:  # The service has read enough.
                    pass

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.zeros = http.server.ThreadingHTTPServer(("127.0.0.1", self.upstream.port), Handler)
        self.zeros.serve_forever()

    def end(self):
        if self.zeros:
            self.zeros.shutdown()
            self.zeros.server_close()
        super().end()


SCENARIOS = [Healthy, Gone, Frozen, Killed, Drain, Upgrade, WriteLock, DiskFull, DiskErrors, Unread, NoMail, Receivers,
             SlowReceivers, Crowd, SignInFlood, ClockJump, ClockJumpBack, UpstreamAway, Zeros]
