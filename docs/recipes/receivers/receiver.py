"""Receives webhooks of the Tasks API, and verifies each. Python 3.9 or later, without further packages.

    WEBHOOK_SECRET=whsec_... python3 docs/recipes/receivers/receiver.py          (PORT=4000 by default)

It uses the file client/python/tasks_api.py: copy that beside it.
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "client/python"))  # in the repository it is there
from tasks_api import WebhookVerificationError, secret_key, verify


def handle(event: dict) -> None:
    """Put your own code here. An event can come twice: remember its id, or keep the highest version of each task."""
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    secret: str

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            event = verify(body, self.headers, self.secret)
        except WebhookVerificationError:
            self.answer(401)
            return
        handle(event)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


if __name__ == "__main__":
    Receiver.secret = os.environ.get("WEBHOOK_SECRET", "")
    try:
        secret_key(Receiver.secret)
    except ValueError as error:
        sys.exit(f"WEBHOOK_SECRET: {error}")
    port = int(os.environ.get("PORT", "4000"))
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
