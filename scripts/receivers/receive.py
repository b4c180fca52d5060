"""A receiver of webhooks in Python: verifies each delivery and says so, a line each.

    python3 receive.py     prints "port N", reads secrets from lines, then prints "ok ID" or "bad REASON" per delivery

The functions between the marks stand in docs/webhooks.md as well.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# mark: example
import base64, hashlib, hmac, re, time


def verify_service(secret: str, headers, body: bytes) -> bool:
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), headers.get("x-service-signature", "").encode())


def verify_standard(secret: str, headers, body: bytes, now: float | None = None) -> bool:
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    now = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", at) or abs(int(now) - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, one) for one in given])
# mark: end


# The library of Standard Webhooks, where the check has put it.
PARTS = os.environ.get("SNOW_STANDARD_WEBHOOKS")
if PARTS:
    sys.path.insert(0, f"{PARTS}/python")
    from standardwebhooks.webhooks import Webhook, WebhookVerificationError

SECRETS = []


def refused(library, body: bytes, headers) -> bool:
    try:
        library.verify(body, headers)
        return False
    except WebhookVerificationError:
        return True


def judge(headers, body: bytes) -> str:
    if not any([verify_service(secret, headers, body) for secret in SECRETS]):
        return "bad service signature"
    if not any([verify_standard(secret, headers, body) for secret in SECRETS]):
        return "bad standard signature"
    secret = next(secret for secret in SECRETS if verify_standard(secret, headers, body))
    # What was altered or is old must not pass, or the check says nothing.
    middle = len(body) // 2
    altered = body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :]
    if verify_service(secret, headers, altered) or verify_standard(secret, headers, altered):
        return "bad: altered passed"
    if verify_standard(secret, headers, body, time.time() + 302):
        return "bad: old passed"
    if any([verify_service("x" + secret[1:], headers, body) for secret in SECRETS]):
        return "bad: another secret passed"
    if PARTS:
        library, known = Webhook(secret), dict(headers.items())
        library.verify(body, known)
        if not refused(library, body + b" ", known):
            return "bad: altered passed the library"
    delivery = json.loads(body)
    ids = {delivery["id"], headers["x-service-delivery"], headers["webhook-id"]}
    if len(ids) != 1 or not delivery["subscriptionId"]:
        return "bad ids"
    return f"ok {delivery['id']}"


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            verdict = judge(self.headers, body)
        except Exception as error:
            verdict = f"bad: {error!r}"
        print(verdict, flush=True)
        self.send_response(204 if verdict.startswith("ok ") else 400)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(f"port {server.server_address[1]}", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in sys.stdin:
    SECRETS.append(line.strip())
