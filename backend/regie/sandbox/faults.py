"""Injects faults into the next calls of a path: errors, truncated or dropped responses, delays."""

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HTML_PAGE = b"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"
KINDS = ("status", "html", "truncate", "drop", "delay")


@dataclass(slots=True)
class Fault:
    """`path` is a pattern for the whole path, such as "/hubspot/crm/objects/*/deals"."""

    path: str
    kind: str = "status"
    method: str | None = None
    status: int = 500
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    times: int = 1
    skip: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}")

    def matches(self, method: str, path: str) -> bool:
        return self.method in (None, method) and fnmatchcase(path, self.path)


class Faults:
    def __init__(self) -> None:
        self.pending: list[Fault] = []

    def add(self, fields: dict[str, Any]) -> Fault:
        fault = Fault(**fields)
        self.pending.append(fault)
        return fault

    def clear(self) -> None:
        self.pending.clear()

    def take(self, method: str, path: str) -> Fault | None:
        for fault in self.pending:
            if not fault.matches(method, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self.pending.remove(fault)
            return fault
        return None


async def inject_fault(fault: Fault, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Apply the fault to one request."""
    if fault.delay_s:
        receive = await _delay(fault.delay_s, receive)
    if fault.kind == "delay":
        await app(scope, receive, send)
    elif fault.kind in ("truncate", "drop"):
        await _truncate(fault, app, scope, receive, send)
    else:
        is_html = fault.kind == "html"
        body = HTML_PAGE if is_html else fault.body.encode()
        kind = "text/html" if is_html or not body.startswith((b"{", b"[")) else "application/json"
        headers = {"content-type": kind, **fault.headers}
        await _send_response(send, fault.status, [(k.encode(), v.encode()) for k, v in headers.items()], body)


async def _delay(seconds: float, receive: Receive) -> Receive:
    """Wait, at most until the caller disconnects; return a `receive` that replays the request's body."""
    sent = [await receive()]
    while sent[-1].get("more_body"):
        sent.append(await receive())
    disconnected = asyncio.ensure_future(receive())
    await asyncio.wait({disconnected}, timeout=seconds)
    sent.reverse()

    async def replay() -> Message:
        return sent.pop() if sent else await disconnected

    return replay


async def _send_response(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})


async def _truncate(fault: Fault, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Send half of the real response: with a matching length (truncate) or the full one (drop)."""
    start: Message = {}
    body = b""

    async def capture(message: Message) -> None:
        nonlocal start, body
        if message["type"] == "http.response.start":
            start = message
        elif message["type"] == "http.response.body":
            body += message.get("body", b"")

    await app(scope, receive, capture)
    half = body[: max(1, len(body) // 2)]
    headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
    if fault.kind == "truncate":
        await _send_response(send, start["status"], headers, half)
        return
    full_length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": start["status"], "headers": [*headers, full_length]})
    await send({"type": "http.response.body", "body": half, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
