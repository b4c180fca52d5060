"""Delivers a test event to scripted webhook receivers: every 2xx is a success, whatever the rest of the answer looks like.

Usage: receivers.py PROGRAM. Starts the service in its development mode; the receivers listen on loopback, half of them
with TLS (needs openssl).
"""

import contextlib
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from service import Service, delete, get, post

OK = b"HTTP/1.1 200 OK\r\n"
EMPTY = b"Content-Length: 0\r\n\r\n"
SUCCESS = [(200, None)]
# Number of receivers at once.
BATCH = 8


class Receiver:
    """Answers every connection with a script, over TLS if `context` is given."""

    def __init__(self, script, context, family=socket.AF_INET):
        self.script, self.context, self.bodies = script, context, []
        self.listener = socket.socket(family)
        self.listener.bind(("127.0.0.1" if family == socket.AF_INET else "::1", 0))
        self.listener.listen(20)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with contextlib.suppress(OSError):
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            self.script(connection)
            connection.close()


def request(connection):
    """Reads a whole request and returns its head in lower case."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, body = received.split(b"\r\n\r\n", 1)
    lines = head.lower().split(b"\r\n")
    length = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length")), 0)
    while len(body) < length:
        body += connection.recv(65536)
    return head.lower()


def answers(*parts, apart=0.0):
    """Reads the request, then sends parts."""

    def script(connection):
        request(connection)
        for part in parts:
            connection.sendall(part)
            time.sleep(apart)
        if isinstance(connection, ssl.SSLSocket):
            connection.unwrap()

    return script


def abrupt(answer):
    """Answers and closes the connection without TLS's close_notify."""

    def script(connection):
        request(connection)
        connection.sendall(answer)
        socket.socket(fileno=connection.detach()).close()

    return script


def reset(answer):
    """Answers and resets the connection."""

    def script(connection):
        request(connection)
        connection.sendall(answer)
        time.sleep(0.2)
        raw = socket.socket(fileno=connection.detach())
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        raw.close()

    return script


def early(answer):
    """Answers after the first bytes, without reading the body."""

    def script(connection):
        connection.recv(64)
        connection.sendall(answer)
        time.sleep(0.2)
        with contextlib.suppress(OSError):
            connection.settimeout(0.5)
            while connection.recv(65536):
                pass

    return script


def requires(line):
    """Accepts only requests with a header line."""

    def script(connection):
        found = b"\r\n" + line in request(connection)
        connection.sendall((OK if found else b"HTTP/1.1 403 Forbidden\r\n") + EMPTY)

    return script


def status(code, rest=EMPTY):
    return b"HTTP/1.1 %d X\r\n" % code + rest


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
# Name, script, outcome of the attempt.
CASES = [
    ("200 with an empty body", answers(OK + EMPTY), SUCCESS),
    ("200 with a body", answers(OK + b"Content-Length: 2\r\n\r\nok"), SUCCESS),
    ("200 without a length", answers(OK + b"\r\nok"), SUCCESS),
    ("200 without a length, cut", abrupt(OK + b"\r\nok"), SUCCESS),
    ("HTTP/1.0, no length", abrupt(b"HTTP/1.0 200 OK\r\nServer: BaseHTTP/0.6\r\n\r\nok"), SUCCESS),
    ("HTTP/1.0 with keep-alive", answers(b"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n" + EMPTY), SUCCESS),
    ("201", answers(status(201)), [(201, None)]),
    ("202", answers(status(202)), [(202, None)]),
    ("204", answers(b"HTTP/1.1 204 No Content\r\n\r\n"), [(204, None)]),
    ("204, cut", abrupt(b"HTTP/1.1 204 No Content\r\n\r\n"), [(204, None)]),
    ("204 with a length", answers(status(204)), [(204, None)]),
    ("205", answers(status(205)), [(205, None)]),
    ("207 with XML", answers(status(207, b"Content-Length: 4\r\nContent-Type: text/xml\r\n\r\n<a/>")), [(207, None)]),
    ("299", answers(status(299)), [(299, None)]),
    ("no reason phrase", answers(b"HTTP/1.1 200 \r\n" + EMPTY), SUCCESS),
    ("100, then 200", answers(b"HTTP/1.1 100 Continue\r\n\r\n", OK + EMPTY, apart=0.1), SUCCESS),
    ("two 100, then 201", answers(b"HTTP/1.1 100 Continue\r\n\r\n" * 2 + status(201)), [(201, None)]),
    ("103, then 200", answers(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK + EMPTY), SUCCESS),
    ("chunks", answers(OK + CHUNKED + b"2\r\nok\r\n0\r\n\r\n"), SUCCESS),
    ("chunks with extensions", answers(OK + CHUNKED + b"2;a=b\r\nok\r\n0\r\n\r\n"), SUCCESS),
    ("chunks with trailers", answers(OK + b"Trailer: X-A\r\n" + CHUNKED + b"2\r\nok\r\n0\r\nX-A: 1\r\n\r\n"), SUCCESS),
    ("a cut chunk", answers(OK + CHUNKED + b"5\r\nab"), SUCCESS),
    ("a chunk of a wrong size", answers(OK + CHUNKED + b"zz\r\nab\r\n"), SUCCESS),
    ("chunks without an end", abrupt(OK + CHUNKED + b"2\r\nok\r\n"), SUCCESS),
    ("less than the length", answers(OK + b"Content-Length: 10\r\n\r\nok"), SUCCESS),
    ("more than the length", answers(OK + b"Content-Length: 2\r\n\r\nok and more"), SUCCESS),
    ("a trickling body", answers(OK + b"Content-Length: 60\r\n\r\n", *[b"a"] * 60, apart=0.4), SUCCESS),
    ("a trickling head", answers(*[bytes([byte]) for byte in OK + EMPTY], apart=0.02), SUCCESS),
    ("a late answer", answers(b"", OK + EMPTY, apart=2.0), SUCCESS),
    ("a large body", answers(OK + b"Content-Length: 3000000\r\n\r\n", *[b"a" * 100_000] * 30), SUCCESS),
    ("a false content coding", answers(OK + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok"), SUCCESS),
    ("a body of other bytes", answers(OK + b"Content-Length: 3\r\n\r\n\xff\xfe\x00"), SUCCESS),
    ("twenty cookies", answers(OK + b"Set-Cookie: a=b\r\n" * 20 + EMPTY), SUCCESS),
    ("a folded type", answers(OK + b"Content-Type: text/plain; charset=\"utf-8\"\r\n" + EMPTY), SUCCESS),
    ("names in capitals", answers(OK + b"CONTENT-LENGTH: 0\r\n\r\n"), SUCCESS),
    ("Connection: close", answers(OK + b"Connection: close\r\n" + EMPTY), SUCCESS),
    ("an answer before the body", early(OK + EMPTY), SUCCESS),
    ("an answer, then a reset", reset(OK + EMPTY), SUCCESS),
    ("a firewall that requires Accept", requires(b"accept:"), SUCCESS),
    ("a firewall that requires User-Agent", requires(b"user-agent:"), SUCCESS),
    ("500 with a reason, cut", abrupt(b"HTTP/1.1 500 E\r\n\r\nwhy it failed"), [(500, None)]),
    ("404", answers(status(404)), [(404, None)]),
    ("410", answers(status(410)), [(410, None)]),
]


def certificate(folder):
    """Makes a certificate for 127.0.0.1 and returns the context of a server and the authority's file."""
    subject = ["-subj", "/CN=receiver", "-addext", "subjectAltName=IP:127.0.0.1,IP:::1"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "leaf").write_text("subjectAltName=IP:127.0.0.1,IP:::1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
    authority = ["-subj", "/CN=authority", "-addext", "basicConstraints=critical,CA:TRUE"]
    openssl("req", "-x509", *curve, *authority, "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *curve, *subject, "-keyout", "key.pem", "-out", "request")
    openssl("x509", "-req", "-in", "request", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
            "-extfile", "leaf", "-out", "certificate.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context, folder / "ca.pem"


def subscribe(base, url):
    body = {"url": url, "events": ["powder-alert"], "resortSlug": "zermatt"}
    made = post(f"{base}/api/v1/webhooks", body)["data"]
    one, secret = f"{base}/api/v1/webhooks/{made['id']}", made["secret"]
    post(f"{one}/test", {}, secret)
    return one, secret


def first_attempt(one, secret):
    """Waits for the first attempt of the delivery and returns its status and error."""
    for _ in range(400):
        deliveries = get(f"{one}/deliveries", secret)["data"]
        attempts = [attempt for delivery in deliveries for attempt in delivery["attempts"]]
        if attempts:
            return [(attempts[0]["status"], attempts[0]["error"])]
        time.sleep(0.1)
    return []


def main(program):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        context, authority = certificate(pathlib.Path(folder))
        options = ["--no-ingest", "--webhook-development", "--webhook-roots", str(authority),
                   "--webhook-creations-per-hour", "1000", "--webhook-tests-per-minute", "0",
                   "--webhook-requests-per-second", "0"]
        with Service(program, options) as base:
            tried = [(f"{name} ({scheme})", outcome, scheme, Receiver(script, tls), "127.0.0.1")
                     for name, script, outcome in CASES for scheme, tls in (("http", None), ("https", context))]
            plain = Receiver(answers(OK + EMPTY), None, socket.AF_INET6)
            tried.append(("IPv6 only", SUCCESS, "http", plain, "[::1]"))
            # A host may have a limited number of subscriptions.
            for start in range(0, len(tried), BATCH):
                waiting = [(name, outcome, *subscribe(base, f"{scheme}://{host}:{receiver.port}/hook"))
                           for name, outcome, scheme, receiver, host in tried[start : start + BATCH]]
                for name, outcome, one, secret in waiting:
                    seen = first_attempt(one, secret)
                    if seen != outcome:
                        failed += 1
                        print(f"receiver: {name}: {seen}, not {outcome}", file=sys.stderr)
                    delete(one, secret)
    print(f"{len(tried)} receivers, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
