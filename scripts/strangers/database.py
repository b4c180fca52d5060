"""Cuts connections to PostgreSQL at each step of their opening, and checks that the service recovers.

Usage: database.py PROGRAM URL. A proxy ends every open connection, then lets each new one pass only a number of messages of
the server. It passes everything again 3 s later: the service must be ready within 10 s, without a panic.
"""

import contextlib
import select
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

from service import Service, free_port

# A connection without TLS: the answer to the start, the parameters, `ReadyForQuery`, then one answer for each statement.
STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10)


class Proxy:
    def __init__(self, target):
        self.target, self.limit, self.open = target, None, []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        server = socket.create_connection(self.target)
        limit, passed = self.limit, 0
        self.open.append((client, server))
        with contextlib.suppress(OSError):
            while True:
                for side in select.select([client, server], [], [])[0]:
                    received = side.recv(65536)
                    if side is server:
                        if limit is not None and passed >= limit:
                            received = b""
                        passed += 1
                    if not received:
                        raise OSError
                    (server if side is client else client).sendall(received)
        for side in (client, server):
            side.close()

    def cut(self, limit):
        self.limit = limit
        for pair in self.open:
            for side in pair:
                with contextlib.suppress(OSError):
                    side.shutdown(socket.SHUT_RDWR)
        self.open.clear()


def ready(base):
    with contextlib.suppress(OSError):
        with urllib.request.urlopen(f"{base}/readyz?for=writes", timeout=2) as answer:
            return answer.status == 200
    return False


def main(program, url):
    parts = urllib.parse.urlsplit(url)
    database = f"strangers_{free_port()}"
    subprocess.run(["psql", "-qX", "-d", url, "-c", f"CREATE DATABASE {database}"], check=True)
    proxy = Proxy((parts.hostname, parts.port))
    through = f"postgres://{parts.username}@127.0.0.1:{proxy.port}/{database}?sslmode=disable"
    failed = 0
    try:
        service = Service(program, ["--no-ingest", "--database-url", through])
        with service as base:
            for step in STEPS:
                proxy.cut(step)
                time.sleep(3)
                proxy.limit = None
                end = time.monotonic() + 10
                while not (recovered := ready(base)) and time.monotonic() < end:
                    time.sleep(0.2)
                if not recovered:
                    failed += 1
                    print(f"database: not ready 10 s after cuts at message {step}", file=sys.stderr)
            with open(service.log.name) as log:
                panics = log.read().count("panicked")
    finally:
        subprocess.run(["psql", "-qX", "-d", url, "-c", f"DROP DATABASE {database} WITH (FORCE)"], check=True)
    print(f"{len(STEPS)} steps, {failed} failed, {panics} panics")
    return failed + panics > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
