"""Starts the service for a check and sends requests to it."""

import json
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Service:
    """A service with an empty database; `with` gives its address."""

    def __init__(self, program, options):
        self.folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        self.command = [program, "--bind", f"127.0.0.1:{self.port}", "--data-dir", self.folder.name, *options, "serve"]

    def __enter__(self):
        self.log = open(f"{self.folder.name}/log", "w+")
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        base = f"http://127.0.0.1:{self.port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{base}/healthz", timeout=1)
                return base
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        self.log.seek(0)
        raise SystemExit(f"the service did not start: {self.log.read()[-2000:]}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        self.folder.cleanup()


def get(url, bearer=None):
    return send(urllib.request.Request(url), bearer)


def post(url, body, bearer=None):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"}, method="POST")
    return send(request, bearer)


def delete(url, bearer):
    return send(urllib.request.Request(url, method="DELETE"), bearer)


def send(request, bearer):
    if bearer:
        request.add_header("authorization", f"Bearer {bearer}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            body = answer.read()
            return json.loads(body) if body else None
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{request.full_url}: {error.code} {error.read()[:500].decode()}") from error
