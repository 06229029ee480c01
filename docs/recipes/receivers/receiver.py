"""Receives webhooks of the Tasks API, and verifies each. Python 3.8 or later, without further packages.

    WEBHOOK_SECRET=whsec_... python3 docs/recipes/receivers/receiver.py          (PORT=4000 by default)
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60


def key_of(secret: str) -> bytes:
    """The key in a secret. Without this check an empty secret would be an empty key, with which anybody can sign."""
    prefix, encoded = secret[: len("whsec_")], secret[len("whsec_"):]
    try:
        key = base64.b64decode(encoded, validate=True)
    except ValueError:
        key = b""
    if prefix != "whsec_" or len(key) < 24 or base64.b64encode(key).decode() != encoded:
        sys.exit("WEBHOOK_SECRET must be the secret of the webhook: whsec_ and then base64, as the API returned it.")
    return key


def is_genuine(key: bytes, headers, body: bytes) -> bool:
    """Whether the holder of the key signed this body within the last five minutes."""
    event_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    content = event_id.encode() + b"." + sent_at.encode() + b"." + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # while a secret is being rotated, there is a signature for each of the two
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)


def handle(event: dict) -> None:
    """Put your own code here. An event can come twice: remember its id, or keep the highest version of each task."""
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    key: bytes

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.key, self.headers, body):
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
    Receiver.key = key_of(os.environ.get("WEBHOOK_SECRET", ""))
    port = int(os.environ.get("PORT", "4000"))
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
