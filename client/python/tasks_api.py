"""A client for the Tasks API in one file, for Python 3.9 or later. It needs only the standard library.

    from tasks_api import TasksApi

    client = TasksApi("http://localhost:3000/v1", "tsk_...")
    task = client.post("/tasks", {"projectId": project_id, "label": "Call Ada"})["task"]
    for task in client.each("/projects/" + project_id + "/tasks", {"status": [0, 1]}):
        print(task["label"])

Paths, bodies and answers are those of the API's documentation. A call that fails raises a TasksApiError, which says what to
change. Copy this file beside your program.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import IO, Any, NamedTuple, Optional, Protocol, Union

__all__ = ["Answer", "TasksApi", "TasksApiError", "WebhookVerificationError", "secret_key", "verify"]

# The first wait before a retry is at most this long. It doubles with each further wait.
BASE_DELAY_SECONDS = 0.25
# The service may ask for a longer wait: then the call fails at once.
MAX_DELAY_SECONDS = 65.0

_Query = Optional[Mapping[str, Any]]
_Head = Optional[Mapping[str, str]]

# POSTs that a repeat gives no further effect. Receivers of webhooks know a repeated event by its id.
_REPEATABLE = re.compile(r"/(?:move|restore|preview|replay|redeliver|test|import)$")


class TasksApiError(Exception):
    """A call that failed. Decide by `code`; printed, it says what to change."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        docs: Optional[str] = None,
        details: Sequence[dict[str, str]] = (),
        request_id: Optional[str] = None,
        retry_after: float = 0.0,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        #: a code of the service, or network_error without an answer, or unexpected_answer from something else
        self.code = code
        self.message = message
        #: the HTTP status; 0 if there was no answer
        self.status = status
        #: the URL that explains the code
        self.docs = docs
        #: with invalid_request, the fields to change, each with its path and message
        self.details = list(details)
        #: quote it when you report a problem
        self.request_id = request_id
        #: how many seconds the service asks to wait; 0 if it does not say
        self.retry_after = retry_after
        #: the whole answer
        self.body = body

    def __str__(self) -> str:
        lines = [f"{self.message} ({self.code})"]
        if len(self.details) > 1:
            lines += ["- " + f"{one['path']} {one['message']}".strip() for one in self.details]
        if self.docs is not None:
            lines.append(self.docs)
        return "\n".join(lines)


class Answer(NamedTuple):
    """An answer with its headers, whose names may be written in any case of letters."""

    status: int
    headers: Message
    body: Any
    """What the JSON says; the text of an export; None without a body."""

    @property
    def etag(self) -> Optional[str]:
        """The version of the task: send it as `If-Match`."""
        etag: Optional[str] = self.headers.get("ETag")
        return etag


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects, and urllib would send the token to any host that a redirect names."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


def _seconds_of(header: Optional[str]) -> float:
    """The wait in Retry-After: it holds seconds or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return 0.0
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):  # no date, which Python 3.9 says by a TypeError
        return 0.0


def _query_of(query: Mapping[str, Any]) -> str:
    """A query in which a list is repeated, and None left out."""
    pairs = [
        (name, str(one).lower() if isinstance(one, bool) else one)
        for name, value in query.items()
        for one in (value if isinstance(value, (list, tuple, set)) else [value])
        if one is not None
    ]
    return urllib.parse.urlencode(pairs)


class TasksApi:
    """Calls of the Tasks API, with retries.

    A call waits and tries again after 429 rate_limited, 502, 503, 504 and lost connections, never before the time in
    Retry-After. It does not where a repeat could create something twice. A create of a task has an Idempotency-Key, the same
    in all attempts, so that it makes one task.
    """

    def __init__(
        self,
        base_url: str,
        token: Optional[str] = None,
        *,
        origin_id: Optional[str] = None,
        timeout: float = 15.0,
        retries: int = 4,
    ) -> None:
        """
        :param base_url: ends with /v1
        :param token: of the API; None for calls that need none
        :param origin_id: the name of the system that this program writes for; the change feed shows it with each write
        :param timeout: of one attempt, in seconds
        :param retries: how often a call is tried again at most
        """
        if not re.match(r"https?://[^/]", base_url):
            raise ValueError(f"base_url must be a URL such as https://tasks.example.com/v1, not {base_url or 'empty'}")
        if token is not None and not re.fullmatch(r"[\x21-\x7e]+", token):
            raise ValueError("token must be a token of the API: tsk_ and letters, digits and underscores")
        self.base_url = base_url.rstrip("/")
        self._headers = {"User-Agent": "tasks-api-python", "Accept": "application/json, */*"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        if origin_id is not None:
            self._headers["Origin-Id"] = origin_id
        self._timeout = timeout
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def get(self, path: str, query: _Query = None, headers: _Head = None) -> Any:
        """Reads: `client.get("/tasks/ext:order-17")["task"]`."""
        return self.send("GET", path, None, query, headers).body

    def post(self, path: str, body: Any = None, query: _Query = None, headers: _Head = None) -> Any:
        """Creates something, or does something: `client.post("/tasks", {"projectId": project_id, "label": "Call Ada"})["task"]`."""
        return self.send("POST", path, body, query, headers).body

    def patch(self, path: str, body: Any, query: _Query = None, headers: _Head = None) -> Any:
        """Changes the fields that are given: `client.patch("/tasks/ext:order-17", {"status": 2})["task"]`."""
        return self.send("PATCH", path, body, query, headers).body

    def delete(self, path: str, headers: _Head = None) -> Any:
        """Deletes: `client.delete("/tasks/ext:order-17")`."""
        return self.send("DELETE", path, None, None, headers).body

    def pages(self, path: str, query: _Query = None) -> Iterator[Any]:
        """The pages of a list. Of the change feed, those until now: its reader stores `next_cursor` of each page."""
        asked = dict(query or {})
        while True:
            page = self.get(path, asked)
            yield page
            asked.pop("from", None)  # a cursor stands for it
            asked["cursor"] = page.get("next_cursor")
            if asked["cursor"] is None or page.get("has_more") is False:
                return

    def each(self, path: str, query: _Query = None) -> Iterator[Any]:
        """Everything in a list, across all its pages: `for task in client.each("/tasks", {"status": [0, 1]})`."""
        for page in self.pages(path, query):
            members = next((member for member in page.values() if isinstance(member, list)), None)
            if members is None:
                raise ValueError(f"{path} answers with no list: use get()")
            yield from members

    def export(
        self, project_id: str, format: str = "ndjson", trash: bool = False, comments: bool = False
    ) -> Iterator[str]:
        """The export of a project in parts: write them to a file, one after another. `format` is ndjson or csv.

        With `comments`, which is for ndjson only, the comments of each task follow it.
        """
        query: dict[str, Any] = {"format": format, "trash": trash or None, "comments": comments or None}
        while True:
            answer = self.send("GET", f"/projects/{project_id}/export", None, query)
            yield answer.body or ""
            following = re.search(r'[?&]cursor=([\w-]+)[^>]*>; rel="next"', answer.headers.get("Link") or "")
            if following is None:
                return
            query["cursor"] = following[1]

    def send(
        self, method: str, path: str, body: Any = None, query: _Query = None, headers: _Head = None
    ) -> Answer:
        """Sends any request, and returns the answer with its status and headers.

        :param path: below the base URL, such as /tasks
        :param body: bytes are sent as they are, with the Content-Type of `headers`; anything else as JSON
        :param query: a list is repeated, and None left out
        """
        request = self._request(method, path, body, query or {}, headers or {})
        is_repeatable = _is_repeatable(request, body)
        retries = 0
        while True:
            try:
                return self._attempt(request)
            except TasksApiError as error:
                # waiting does not help with a reached quota
                is_refused = error.status == 429 and error.code != "quota_exceeded"
                may_retry = is_refused or (is_repeatable and error.status in (0, 502, 503, 504))
                if not may_retry or retries >= self._retries or error.retry_after > MAX_DELAY_SECONDS:
                    raise
                # programs that failed at the same time do not retry at the same time
                jitter = random.uniform(0, min(MAX_DELAY_SECONDS, BASE_DELAY_SECONDS * 2**retries))
                time.sleep(error.retry_after + jitter)
                retries += 1

    def _request(
        self, method: str, path: str, body: Any, query: Mapping[str, Any], headers: Mapping[str, str]
    ) -> urllib.request.Request:
        if not path.startswith("/"):
            raise ValueError(f"path must begin with /, such as /tasks, not {path or 'empty'}")
        # an external id may have any letters
        url = self.base_url + urllib.parse.quote(path, safe="/:?=&%+,;@!$'()*[]~")
        if query:
            url += ("&" if "?" in path else "?") + _query_of(query)
        own = dict(self._headers)
        data: Optional[bytes] = None
        if isinstance(body, bytes):
            data = body
        elif body is not None:
            data = json.dumps(body).encode()
            own["Content-Type"] = "application/json"
        if method == "POST" and re.fullmatch(r"/tasks(?:/bulk)?", path.partition("?")[0]):
            own["Idempotency-Key"] = str(uuid.uuid4())
        request = urllib.request.Request(url, data, own, method=method)
        for name, value in headers.items():  # in any case of letters, these replace the client's own
            request.add_header(name, value)
        return request

    def _attempt(self, request: urllib.request.Request) -> Answer:
        """Sends a request once. Reading the answer belongs to it: a connection can be lost within."""
        try:
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    status, headers, content = response.status, response.headers, response.read()
            except urllib.error.HTTPError as error:
                with error:
                    status, headers, content = error.code, error.headers, error.read()
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or str(error) or type(error).__name__
            message = f"{request.get_method()} {request.full_url} got no answer ({reason})"
            raise TasksApiError("network_error", message) from error
        body = _body_of(content, headers)
        if _is_success(status, headers, body):
            return Answer(status, headers, body)
        raise self._error_of(status, headers, body)

    def _error_of(self, status: int, headers: Message, body: Any) -> TasksApiError:
        retry_after = _seconds_of(headers.get("Retry-After"))
        found = body.get("error") if isinstance(body, dict) else None
        if not isinstance(found, dict) or not isinstance(found.get("message"), str):
            gateway = {429: "rate_limited", 502: "service_unavailable", 503: "service_unavailable", 504: "service_unavailable"}
            message = f"HTTP {status} without an answer of the Tasks API: is the base URL {self.base_url} right?"
            code = gateway.get(status, "unexpected_answer")
            return TasksApiError(code, message, status=status, retry_after=retry_after, body=body)
        docs = found.get("docs")
        return TasksApiError(
            str(found.get("code")),
            found["message"],
            status=status,
            docs=docs and urllib.parse.urljoin(self.base_url, docs),
            details=found.get("details") or [],
            request_id=found.get("request_id"),
            retry_after=retry_after,
            body=body,
        )


def _is_repeatable(request: urllib.request.Request, body: Any) -> bool:
    """Whether a request that may have succeeded can be sent again."""
    path = urllib.parse.urlsplit(request.full_url)
    has_own_id = isinstance(body, dict) and isinstance(body.get("id"), str)
    return (
        request.get_method() != "POST"
        or request.has_header("Idempotency-key")  # urllib's own way to write it
        or "true" in urllib.parse.parse_qs(path.query).get("dryRun", [])
        or _REPEATABLE.search(path.path) is not None
        or (has_own_id and re.search(r"/(?:subtasks|lanes)$", path.path) is not None)
    )


def _is_success(status: int, headers: Message, body: Any) -> bool:
    """Whether the service has answered, and has done what was asked. Pages of proxies are often answers with 200."""
    if status in (202, 304):  # these have no body
        return body is None
    is_text = headers.get_content_type() in ("application/x-ndjson", "text/csv", "text/calendar")
    return 200 <= status < 300 and (is_text or isinstance(body, dict))


def _body_of(content: bytes, headers: Message) -> Any:
    text = content.decode(errors="replace")
    if headers.get_content_type() != "application/json":
        return text or None
    try:
        return json.loads(text)
    except ValueError:
        return text or None


class WebhookVerificationError(Exception):
    """A delivery that must not be trusted: answer 401 and do nothing else."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: missing_header, malformed_header, timestamp_too_old, timestamp_too_new, wrong_signature or malformed_body
        self.reason = reason


class _Headers(Protocol):
    """The headers of http.server, Flask, Django, FastAPI and others, or a dict."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


def secret_key(secret: str) -> bytes:
    """The key in the secret of a webhook.

    :raises ValueError: it is no such secret. With an empty one, anybody could sign.
    """
    encoded = secret[len("whsec_") :]
    try:
        key = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not secret.startswith("whsec_") or len(key) < 24 or base64.b64encode(key).decode() != encoded:
        raise ValueError("the secret of a webhook must be whsec_ and then base64, as the API returned it")
    return key


def verify(
    body: bytes, headers: _Headers, secrets: Union[str, Sequence[str]], tolerance_seconds: int = 5 * 60
) -> dict[str, Any]:
    """Checks that the service signed a delivery of a webhook, and that recently, and returns the event.

    :param body: the bytes as they arrived: a body that was parsed and written again has other bytes
    :param headers: of the request
    :param secrets: one, or both while you rotate it
    :raises WebhookVerificationError: the delivery must not be trusted
    :raises ValueError: a secret is malformed
    :see: https://www.standardwebhooks.com
    """
    keys = [secret_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("verify needs a secret")
    given = {name.lower(): str(value) for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookVerificationError("missing_header", f"the header {name} is missing")
    sent_at = given["webhook-timestamp"]
    if re.fullmatch(r"[0-9]{1,12}", sent_at) is None:
        raise WebhookVerificationError("malformed_header", "the header webhook-timestamp is not a time in seconds")
    age = int(time.time()) - int(sent_at)
    if age > tolerance_seconds:
        raise WebhookVerificationError("timestamp_too_old", f"it was signed {age} s ago, or this clock is ahead")
    if age < -tolerance_seconds:
        raise WebhookVerificationError("timestamp_too_new", f"it was signed {-age} s ahead of this clock")
    content = f"{given['webhook-id']}.{sent_at}.".encode() + body
    signatures = [signature.encode() for signature in given["webhook-signature"].split(" ")]
    expected = [b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()) for key in keys]
    if not any(hmac.compare_digest(one, signature) for one in expected for signature in signatures):
        raise WebhookVerificationError("wrong_signature", "no signature fits: another secret, or the body was changed")
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookVerificationError("malformed_body", "it is signed, but no event: the webhook's format must be standard")
    return event
