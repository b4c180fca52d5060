"""Faults of PostgreSQL and of the way to it."""

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from scenario import ROOT, OnUpstream
from service import free_port, run


class OnPostgres(OnUpstream):
    """A service on a PostgreSQL server of its own; with `has_replica` two of them."""

    has_replica = False

    def prepare(self):
        self.url = self.start_database()
        self.arguments = ("--database-url", self.url)
        super().prepare()

    def add_replicas(self):
        if self.has_replica:
            self.services[0].wait()
            self.add("b")

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
    """A session keeps locks on the tables that every read and write needs."""

    name, alerts = "hanging-database-tables", ["SnowDatabaseDown"]

    def fault(self):
        words = ["psql", "-q", "-X", "-d", self.url]
        self.session = subprocess.Popen(words, stdin=subprocess.PIPE, text=True)
        tables = "latest_evidence, changes, webhook_subscriptions"
        self.session.stdin.write(f"BEGIN; LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;\n")
        self.session.stdin.flush()

    def end(self):
        self.session.kill()
        self.session.wait()
        super().end()


class Takeover(OnPostgres):
    """One of two replicas is killed and stays away."""

    name, alerts, has_replica = "takeover", ["SnowDown"], True

    def fault(self):
        self.service.kill()


class RollingUpgrade(OnPostgres):
    """Two replicas are stopped on request and started again, one after the other."""

    name, has_replica = "rolling-upgrade", True

    def fault(self):
        for service in self.services:
            service.restart()


class Network:
    """A proxy to a port of this machine; while `passes` is cleared it accepts connections and passes nothing on."""

    def __init__(self, target):
        self.target, self.passes = target, threading.Event()
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        self.passes.wait()
        server = socket.create_connection(("127.0.0.1", self.target))
        threading.Thread(target=self.pump, args=(server, client), daemon=True).start()
        self.pump(client, server)

    def pump(self, source, target):
        try:
            while data := source.recv(1 << 16):
                self.passes.wait()
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            one.close()


class Blackhole(OnPostgres):
    """The network to the database drops everything for 20 seconds, which is not a fault that stays."""

    name = "blackhole"

    def start_database(self):
        url = super().start_database()
        self.network = Network(self.server_port)
        return url.replace(f":{self.server_port}/", f":{self.network.port}/")

    def fault(self):
        self.network.passes.clear()
        time.sleep(20)
        self.network.passes.set()


class Servers(OnPostgres):
    """A service on a PostgreSQL server with real flushes."""

    def start_database(self):
        self.bin = sorted(Path("/usr/lib/postgresql").iterdir())[-1] / "bin"
        self.servers, self.ports = self.folder / "servers", [free_port(), free_port()]
        self.servers.mkdir()
        shutil.chown(self.servers, "postgres")
        self.as_server("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", self.servers / "0")
        self.start(0)
        return f"postgres://postgres@127.0.0.1:{self.ports[0]}/postgres"

    def as_server(self, program, *words):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--reset-env"]
        subprocess.run([*user, str(self.bin / program), *map(str, words)], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def start(self, number):
        # A standby that receives nothing would connect again after a minute.
        options = (f"-c port={self.ports[number]} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' "
                   "-c max_connections=200 -c wal_receiver_timeout=0")
        self.as_server("pg_ctl", "-w", "-s", "-o", options, "-l", self.servers / f"log-{number}", "-D",
                       self.servers / str(number), "start")

    def sql(self, number, text):
        return run("psql", "-qXAt", "-h", "127.0.0.1", "-p", self.ports[number], "-U", "postgres", "-c", text)

    def of_server(self, number):
        try:
            return processes(self.servers / str(number) / "postmaster.pid")
        except FileNotFoundError:  # It has ended.
            return []

    def stop_database(self):
        for number in (0, 1):
            send(self.of_server(number), signal.SIGKILL)


class PoolSession(Servers):
    """The database of a pgbouncer in session mode is stopped at once and started again."""

    name = "pool-session"

    def start_database(self):
        super().start_database()
        port, file = free_port(), self.servers / "pgbouncer.ini"
        # A server that restarts is tried again after a second instead of pgbouncer's fifteen.
        file.write_text(f"[databases]\n* = host=127.0.0.1 port={self.ports[0]} user=postgres\n[pgbouncer]\n"
                        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
                        "pool_mode = session\ndefault_pool_size = 60\nserver_login_retry = 1\n"
                        f"logfile = {self.servers}/pgbouncer.log\n")
        words = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "/usr/sbin/pgbouncer", "-q", file]
        self.pool = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        return f"postgres://postgres@127.0.0.1:{port}/postgres"

    def fault(self):
        self.as_server("pg_ctl", "-m", "immediate", "-w", "-s", "-D", self.servers / "0", "stop")
        self.start(0)

    def stop_database(self):
        self.pool.kill()
        self.pool.wait()
        super().stop_database()


class Pair(Servers):
    """A service on a PostgreSQL server with a standby; with `is_synchronous` a commit waits for the standby."""

    is_synchronous = False

    def start_database(self):
        super().start_database()
        self.as_server("pg_basebackup", "-h", "127.0.0.1", "-p", self.ports[0], "-U", "postgres", "-R", "-X", "stream",
                       "-c", "fast", "-D", self.servers / "1")
        self.start(1)
        if self.is_synchronous:
            self.sql(0, "ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.sql(0, "SELECT pg_reload_conf()")
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgres://postgres@{hosts}/postgres"

    def promote(self):
        self.sql(1, "SELECT pg_promote(true, 60)")


class FailoverKill(Pair):
    """The primary is killed and its synchronous standby promoted after three seconds, which is not a fault that stays."""

    name, is_synchronous, has_replica = "failover-kill", True, True

    def fault(self):
        send(self.of_server(0), signal.SIGKILL)
        time.sleep(3)
        self.promote()


class FailoverFreeze(Pair):
    """The primary freezes and its synchronous standby is promoted after three seconds, which is not a fault that stays."""

    name, is_synchronous = "failover-freeze", True

    def fault(self):
        send(self.of_server(0), signal.SIGSTOP)
        time.sleep(3)
        self.promote()


class FailoverAsync(Pair):
    """The primary is killed and an asynchronous standby promoted after three seconds, which received nothing for minutes."""

    name, alerts = "failover-async", ["SnowChangesLost"]

    def __init__(self, program):
        super().__init__(program)
        send([int(self.sql(0, "SELECT pid FROM pg_stat_replication"))], signal.SIGSTOP)

    def fault(self):
        send(self.of_server(0), signal.SIGKILL)
        time.sleep(3)
        self.promote()


class SplitAsync(Pair):
    """The primary freezes, its asynchronous standby is promoted, and the old primary comes back."""

    name, alerts = "split-async", ["SnowDatabaseHost"]

    def fault(self):
        old = self.of_server(0)
        send(old, signal.SIGSTOP)
        self.promote()
        time.sleep(10)
        send(old, signal.SIGCONT)


class SplitSync(SplitAsync):
    """The primary freezes, its synchronous standby is promoted, and the old primary comes back."""

    name, is_synchronous = "split-sync", True


SCENARIOS = [DatabaseAway, DatabaseHangs, TablesLocked, Takeover, RollingUpgrade, Blackhole, PoolSession, FailoverKill,
             FailoverFreeze, FailoverAsync, SplitAsync, SplitSync]
