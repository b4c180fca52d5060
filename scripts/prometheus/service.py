"""A running service with readers and a receiver of deliveries, which faults.py breaks and record.py scrapes."""

import http.client
import http.server
import json
import os
import socket
import subprocess
import threading
import time

CONDITIONS = "/api/v1/resorts/zermatt/conditions"
READ_EVERY = 0.25
DELIVER_EVERY = 5.0


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout.strip()


def request(port, path, method="GET", body=None, headers=None, timeout=5):
    """Returns the status and the text of a response, or None and nothing if there is none."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        client.request(method, path, body=body, headers=headers or {})
        answer = client.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return None, ""
    finally:
        client.close()


class Receiver:
    """Receives deliveries; `status` is its answer, which it gives after `delay` seconds."""

    def __init__(self):
        self.status, self.delay = 204, 0
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                time.sleep(receiver.delay)
                self.send_response(receiver.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def port(self):
        return self.server.server_port

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Service:
    """One process of the service; `instance` is its label."""

    def __init__(self, program, folder, arguments=(), command="demo", instance="a", environment=None, pipes_log=False):
        self.port, self.admin, self.instance = free_port(), free_port(), instance
        self.words = [program, "--data-dir", str(folder), "--bind", f"127.0.0.1:{self.port}", "--admin-bind",
                      f"127.0.0.1:{self.admin}", "--webhook-development", "--webhook-tests-per-minute", "0", *arguments,
                      command]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("SNOW_")}
        self.environment = inherited | (environment or {})
        self.pipes_log, self.ends, self.log = pipes_log, threading.Event(), folder.parent / f"log-{instance}"
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            error = subprocess.PIPE if self.pipes_log else log
            self.process = subprocess.Popen(self.words, stdout=log, stderr=error, env=self.environment)

    def wait(self):
        for _ in range(1800):
            if request(self.admin, "/readyz")[0] == 200:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"the service does not start: {self.words}; see {self.log}")

    def metrics(self):
        """Returns a scrape, or None if it fails."""
        status, text = request(self.admin, "/metrics", timeout=10)
        return text if status == 200 else None

    def use(self, receiver):
        """Reads and delivers from now on."""
        body = json.dumps({"url": f"http://127.0.0.1:{receiver.port()}/{self.instance}", "events": ["powder-alert"]})
        kind = {"content-type": "application/json"}
        status, text = request(self.port, "/api/v1/webhooks", "POST", body, kind)
        if status != 201:
            raise SystemExit(f"no subscription: {status} {text[:300]}")
        made = json.loads(text)["data"]
        path, owner = f"/api/v1/webhooks/{made['id']}/test", {"authorization": f"Bearer {made['secret']}"}
        self.repeat(READ_EVERY, lambda: request(self.port, CONDITIONS))
        self.repeat(DELIVER_EVERY, lambda: request(self.port, path, "POST", None, owner))

    def repeat(self, seconds, action):
        def run():
            while not self.ends.wait(seconds):
                action()

        threading.Thread(target=run, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        """Ends the process as an operator does."""
        self.process.terminate()
        self.process.wait()

    def restart(self):
        self.end()
        self.start()
        self.wait()

    def stop(self):
        self.ends.set()
        if self.process.poll() is None:
            self.kill()
