"""Handles every request before routing: request ids, path normalization, body limits, headers, one log line."""

import asyncio
import re
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import structlog
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regie.access.cors import cors_headers, is_preflight, preflight_headers
from regie.access.uploads import MAX_FORM_BYTES, is_form
from regie.access.visitor import read_client_address
from regie.core.api.errors import FileTooLarge, Problem, TooLarge, TooSlow
from regie.core.api.wire import write_json
from regie.core.text.locale import read_locale
from regie.draining import is_draining
from regie.logs import request_fields

log = structlog.get_logger()
MAX_BODY_BYTES = 1_000_000
# Time for the whole body; a form may hold a file of 25 MB.
BODY_SECONDS, FORM_SECONDS = 30.0, 600.0
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
# Pages and calls of private links: no search engine lists them, and no other site learns their address.
_PRIVATE_LINK = re.compile(r"^(/fr-ca)?/report$|^/api/v1/shared-reports(/|$)")
_PRIVATE_HEADERS = ((b"referrer-policy", b"no-referrer"), (b"x-robots-tag", b"noindex, nofollow"))
_API_CSP = b"default-src 'none'; frame-ancestors 'none'"
_HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class EdgeMiddleware:
    """Wraps every request, as plain ASGI for speed."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_secure: bool,
        accepts_files: Callable[[str, str], bool],
        proxies: int = 0,
        web_origins: Sequence[str] = (),
        body_seconds: float = BODY_SECONDS,
        form_seconds: float = FORM_SECONDS,
    ) -> None:
        self._app = app
        self._web_origins = frozenset(origin.encode() for origin in web_origins)
        self._body_seconds = body_seconds
        self._form_seconds = form_seconds
        self._accepts_files = accepts_files
        self._proxies = proxies
        self._default_headers = (*_HEADERS, _HSTS) if is_secure else _HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        headers = dict(scope["headers"])
        scope["regie.request_id"] = _request_id(headers)
        # Never reset: the server logs an aborted response after this call, in the same task.
        request_fields.set(partial(_log_fields, scope, read_client_address(Request(scope), self._proxies)))
        scope["path"] = normalize_path(scope["path"])
        is_api = scope["path"].startswith(_API)
        is_head = scope["method"] == "HEAD" and is_api
        if is_head:  # HEAD is handled as GET and sent without the body
            scope["method"] = "GET"
        status = 0

        form: FormBody | None = None

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                if form is not None:
                    await form.drain()
                status = message["status"]
                extra = self._extra_headers(scope, is_api, message["headers"])
                cors = cors_headers(headers.get(b"origin"), self._web_origins) if is_api else []
                message["headers"] = [*message["headers"], *extra, *cors]
            elif is_head:
                message["body"] = b""
            await send(message)

        try:
            if is_api and is_preflight(scope["method"], headers, self._web_origins):
                await send_with_headers({"type": "http.response.start", "status": 204, "headers": preflight_headers()})
                await send_with_headers({"type": "http.response.body", "body": b""})
                return
            if is_form(headers) and self._accepts_files(scope["method"], scope["path"]):
                form = FormBody(receive, headers, self._form_seconds)
                await self._app(scope, form.receive, send_with_headers)
                return
            has_body = scope["method"] in ("POST", "PUT", "PATCH", "DELETE")
            body = await _read_body(receive, headers, self._body_seconds) if has_body else b""
            scope["regie.body"] = body
            await self._app(scope, _replay(body, receive), send_with_headers)
        except (TooLarge, TooSlow) as problem:
            if status:
                raise
            await _send_error(problem, headers, scope["regie.request_id"], send_with_headers)
        except Exception as error:
            if status:  # the response has started and can only be aborted
                raise
            log.error("unexpected_error", id=scope["regie.request_id"], path=scope["path"], exc_info=error)
            await _send_error(Problem(), headers, scope["regie.request_id"], send_with_headers)
        finally:
            if is_api:
                duration = round((time.perf_counter() - started) * 1000, 1)
                method = "HEAD" if is_head else scope["method"]
                log.info("request", method=method, path=scope["path"], status=status, ms=duration)

    def _extra_headers(self, scope: Scope, is_api: bool, present: Any) -> list[tuple[bytes, bytes]]:
        names = {name for name, _ in present}
        is_private = _PRIVATE_LINK.match(scope["path"]) is not None
        named = {name for name, _ in _PRIVATE_HEADERS} if is_private else set()
        extra = [header for header in self._default_headers if header[0] not in named]
        extra.append((b"x-request-id", scope["regie.request_id"].encode()))
        if is_private:
            extra.extend(_PRIVATE_HEADERS)
        if b"content-security-policy" not in names:
            extra.append((b"content-security-policy", _API_CSP))
        if is_api or b"cache-control" not in names:
            extra.append((b"cache-control", b"no-store"))
        if is_draining():
            extra.append((b"connection", b"close"))
        return extra


def _log_fields(scope: Scope, client: str) -> dict[str, str]:
    """Return what identifies the request in the log; the caller and their impersonator once they are known."""
    fields = {"request_id": scope["regie.request_id"], "client": client}
    if caller := scope.get("regie.caller"):
        fields["user"] = caller.user_api_id
        if caller.impersonator:
            fields["impersonator"] = caller.impersonator.user_api_id
    return fields


def normalize_path(path: str) -> str:
    """Remove a trailing slash; `deals` is the same path as `Deals`."""
    if path.startswith(_API):
        path = path.rstrip("/")
    return _DEALS.sub("/api/v1/Deals", path)


def _request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id", b"").decode("latin-1")
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


async def _read_body(receive: Receive, headers: dict[bytes, bytes], seconds: float) -> bytes:
    """Return the whole body; TooLarge above `MAX_BODY_BYTES`, TooSlow after `seconds`."""
    declared = headers.get(b"content-length", b"0")
    if not _SIZE.fullmatch(declared) or int(declared) > MAX_BODY_BYTES:
        raise TooLarge
    chunks, size, has_more = [], 0, True
    try:
        async with asyncio.timeout(seconds):
            while has_more:
                message = await receive()
                chunks.append(message.get("body", b""))
                size += len(chunks[-1])
                if size > MAX_BODY_BYTES:
                    raise TooLarge
                has_more = message.get("more_body", False)
    except TimeoutError:
        raise TooSlow from None
    return b"".join(chunks)


class FormBody:
    """A body with a file, in chunks; raises FileTooLarge above `MAX_FORM_BYTES`, TooSlow after `seconds`."""

    def __init__(self, receive: Receive, headers: dict[bytes, bytes], seconds: float) -> None:
        self._ends_at = asyncio.get_running_loop().time() + seconds
        declared = headers.get(b"content-length", b"0")
        self._receive = receive
        is_too_large = not _SIZE.fullmatch(declared) or int(declared) > MAX_FORM_BYTES
        self._size = MAX_FORM_BYTES + 1 if is_too_large else 0
        self._is_complete = False

    async def receive(self) -> Message:
        message = await self._next() if self._size <= MAX_FORM_BYTES else {}
        if self._size > MAX_FORM_BYTES:
            raise FileTooLarge
        return message

    async def drain(self) -> None:
        """Read the rest of a refused body: browsers read the response only after sending the whole request."""
        with suppress(TooSlow):
            while not self._is_complete and self._size <= MAX_FORM_BYTES:
                await self._next()

    async def _next(self) -> Message:
        try:
            async with asyncio.timeout_at(self._ends_at):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow from None
        self._size += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
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


async def _send_error(problem: Problem, headers: dict[bytes, bytes], request_id: str, send: Send) -> None:
    """Send an error that the application could not handle."""
    locale = read_locale(headers.get(b"x-api-locale", b"").decode("latin-1"))
    body = write_json(problem.body(locale) | {"request_id": request_id})
    kind = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": problem.status, "headers": kind})
    await send({"type": "http.response.body", "body": body})
