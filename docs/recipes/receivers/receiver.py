"""Receives webhooks of the Tasks API, and verifies each. Python 3.8 or later, without further packages.

    WEBHOOK_SECRET=whsec_... python3 receiver.py          (PORT=4000 by default)
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60


def is_genuine(secret: str, headers, body: bytes) -> bool:
    """Whether the holder of the secret signed this body within the last five minutes."""
    event_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    content = event_id.encode() + b"." + sent_at.encode() + b"." + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # while a secret is being rotated, there is a signature for each of the two
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)


def handle(event: dict) -> None:
    """Put your own code here. An event can come twice: remember its id, or keep the highest version of each task."""
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(os.environ["WEBHOOK_SECRET"], self.headers, body):
            self.answer(401)
            return
        handle(json.loads(body))
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "4000"))
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
