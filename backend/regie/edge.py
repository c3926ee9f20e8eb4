"""The edge of the application: request ids, one spelling of each path, body limits, security headers, one log line."""

import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regie.access.uploads import MAX_FORM, is_form
from regie.core.api.errors import Problem, TooLarge
from regie.core.api.wire import write_json
from regie.core.text.locale import read_locale

log = structlog.get_logger()
MAX_BODY = 1_000_000
_SIZE = re.compile(rb"[0-9]{1,12}")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_API = ("/api/", "/sanctum/", "/login", "/logout", "/auth/", "/hooks/")
_DEALS = re.compile(r"^/api/v1/deals(?=/|$)", re.IGNORECASE)
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_API_CSP = b"default-src 'none'; frame-ancestors 'none'"
_HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class EdgeMiddleware:
    """Wraps every request; written on ASGI itself, since it runs on each one."""

    def __init__(self, app: ASGIApp, *, is_secure: bool, takes_files: Callable[[str, str], bool]) -> None:
        self._app = app
        self._takes_files = takes_files
        self._always = (*_HEADERS, _HSTS) if is_secure else _HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        headers = dict(scope["headers"])
        scope["regie.request_id"] = _request_id(headers)
        scope["path"] = one_spelling(scope["path"])
        is_api = scope["path"].startswith(_API)
        is_head = scope["method"] == "HEAD" and is_api
        if is_head:  # what is read answers HEAD as it does GET, only without the body
            scope["method"] = "GET"
        status = 0

        form: FormBody | None = None

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                if form is not None:
                    await form.drain()
                status = message["status"]
                message["headers"] = [*message["headers"], *self._extra(scope, is_api, message["headers"])]
            elif is_head:
                message["body"] = b""
            await send(message)

        try:
            if is_form(headers) and self._takes_files(scope["method"], scope["path"]):
                form = FormBody(receive, headers)
                await self._app(scope, form.receive, send_marked)
                return
            body = await _read_body(receive, headers) if scope["method"] in ("POST", "PUT", "PATCH", "DELETE") else b""
            if body is None:
                await _refuse(TooLarge(), headers, scope["regie.request_id"], send_marked)
            else:
                scope["regie.body"] = body
                await self._app(scope, _replay(body, receive), send_marked)
        except Exception as error:
            if status:  # the answer has begun: it can only be cut off
                raise
            log.error("unexpected_error", path=scope["path"], exc_info=error)
            await _refuse(Problem(), headers, scope["regie.request_id"], send_marked)
        finally:
            if is_api:
                took = round((time.perf_counter() - started) * 1000, 1)
                method = "HEAD" if is_head else scope["method"]
                log.info("request", id=scope["regie.request_id"], method=method, path=scope["path"],
                         status=status, ms=took, **_people(scope.get("regie.caller")))  # fmt: skip

    def _extra(self, scope: Scope, is_api: bool, present: Any) -> list[tuple[bytes, bytes]]:
        names = {name for name, _ in present}
        extra = [*self._always, (b"x-request-id", scope["regie.request_id"].encode())]
        if b"content-security-policy" not in names:
            extra.append((b"content-security-policy", _API_CSP))
        if is_api or b"cache-control" not in names:
            extra.append((b"cache-control", b"no-store"))
        return extra


def _people(caller: Any) -> dict[str, str]:
    """Who called, and who really did while impersonating them."""
    if caller is None:
        return {}
    real = caller.impersonator
    return {"user": caller.user_api_id} | ({"impersonator": real.user_api_id} if real else {})


def one_spelling(path: str) -> str:
    """With and without a trailing slash alike; `Deals` and `deals` too."""
    if path.startswith(_API):
        path = path.rstrip("/")
    return _DEALS.sub("/api/v1/Deals", path)


def _request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id", b"").decode("latin-1")
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


async def _read_body(receive: Receive, headers: dict[bytes, bytes]) -> bytes | None:
    """The whole body; None when it is larger than any call of ours may be."""
    declared = headers.get(b"content-length", b"0")
    if not _SIZE.fullmatch(declared) or int(declared) > MAX_BODY:
        return None
    chunks, size = [], 0
    while True:
        message = await receive()
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(chunks)


class FormBody:
    """A body with a file, handed on piece by piece; TooLarge as soon as it is more than a form may be."""

    def __init__(self, receive: Receive, headers: dict[bytes, bytes]) -> None:
        declared = headers.get(b"content-length", b"0")
        self._receive = receive
        is_too_large = not _SIZE.fullmatch(declared) or int(declared) > MAX_FORM
        self._size = MAX_FORM + 1 if is_too_large else 0
        self._is_whole = False

    async def receive(self) -> Message:
        message = await self._next() if self._size <= MAX_FORM else {}
        if self._size > MAX_FORM:
            raise TooLarge("file_too_large")
        return message

    async def drain(self) -> None:
        """A browser hears an answer only when it is done sending: what was refused unread is let run out."""
        while not self._is_whole and self._size <= MAX_FORM:
            await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        return message


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _refuse(problem: Problem, headers: dict[bytes, bytes], request_id: str, send: Send) -> None:
    """What the application itself could not answer."""
    locale = read_locale(headers.get(b"x-api-locale", b"").decode("latin-1"))
    body = write_json(problem.body(locale) | {"request_id": request_id})
    kind = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": problem.status, "headers": kind})
    await send({"type": "http.response.body", "body": body})
