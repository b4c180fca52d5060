"""Lets the receivers of scripts/receivers in Python, Node and Go verify real deliveries, before, during and after a
replacement of the secret.

Usage: signatures.py PROGRAM GO_RECEIVER. Starts the service in its development mode.
"""

import pathlib
import queue
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from service import Service, delete, post

FOLDER = pathlib.Path(__file__).parents[1] / "receivers"
OPTIONS = ["--no-ingest", "--webhook-development", "--webhook-creations-per-hour", "100", "--webhook-tests-per-minute", "0",
           "--webhook-requests-per-second", "0"]
# Deliveries in each state of the secret.
EACH = 5
# Seconds that a receiver may take for its next line.
PATIENCE = 30


class Receiver:
    """A program that prints its port and then its verdict on each delivery."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line.strip()) for line in self.process.stdout], daemon=True).start()
        self.port = int(self.next().removeprefix("port "))

    def next(self):
        try:
            return self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            return "no delivery arrived"

    def add(self, secret):
        self.process.stdin.write(secret + "\n")
        self.process.stdin.flush()
        # It reads the line next to its deliveries.
        time.sleep(0.3)

    def end(self):
        self.process.kill()
        self.process.wait()


class Subscription:
    """A subscription to a receiver, which gets test deliveries."""

    def __init__(self, base, receiver):
        body = {"url": f"http://127.0.0.1:{receiver.port}/hook", "events": ["powder-alert"], "resortSlug": "zermatt"}
        made = post(f"{base}/api/v1/webhooks", body)["data"]
        self.address, self.secret, self.receiver = f"{base}/api/v1/webhooks/{made['id']}", made["secret"], receiver

    def verdicts(self, number=EACH):
        """Sends deliveries; returns the verdicts other than success."""
        for _ in range(number):
            post(f"{self.address}/test", {}, self.secret)
        verdicts = [self.receiver.next() for _ in range(number)]
        return [verdict for verdict in verdicts if not verdict.startswith("ok ")]

    def rotate(self):
        return post(f"{self.address}/rotate", {}, self.secret)["data"]["secret"]

    def commit(self, secret):
        post(f"{self.address}/rotate/commit", {}, secret)
        self.secret = secret


def wrong_verdicts(base, command):
    """Returns the deliveries that a receiver judged wrongly, in each state of the secret."""
    receiver = Receiver(command)
    try:
        subscription = Subscription(base, receiver)
        receiver.add(subscription.secret)
        found = [("one secret", subscription.verdicts())]
        new = subscription.rotate()
        # Verified by the old secret until its owner has configured the new one.
        found.append(("a new secret, not configured yet", subscription.verdicts()))
        receiver.add(new)
        found.append(("both secrets", subscription.verdicts()))
        subscription.commit(new)
        found.append(("the new secret", subscription.verdicts()))
        # The receiver does not know this one and must reject. One delivery: the next would wait for its retry.
        subscription.commit(subscription.rotate())
        found.append(("an unknown secret", [] if subscription.verdicts(1) else ["accepted"]))
        delete(subscription.address, subscription.secret)
        return [f"{state}: {', '.join(wrong)}" for state, wrong in found if wrong]
    finally:
        receiver.end()


def main(program, go):
    receivers = {"Python": [sys.executable, FOLDER / "receive.py"], "Node": ["node", FOLDER / "receive.mjs"], "Go": [go]}
    failed = 0
    with Service(program, OPTIONS) as base, ThreadPoolExecutor() as pool:
        found = {name: pool.submit(wrong_verdicts, base, command) for name, command in receivers.items()}
        for name, wrongs in found.items():
            for wrong in wrongs.result():
                failed += 1
                print(f"receiver in {name}: {wrong}", file=sys.stderr)
    print(f"{len(receivers)} receivers, {EACH} deliveries in each of 4 states of the secret, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
