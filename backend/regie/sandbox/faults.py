"""Trouble on order: what the next calls of a path get instead of, or on the way to, their answer."""

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HTML_PAGE = b"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"
KINDS = ("status", "html", "truncate", "drop", "delay")


@dataclass(slots=True)
class Fault:
    """`path` is a pattern with * over the whole path, such as "/hubspot/crm/objects/*/deals"."""

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

    def is_for(self, method: str, path: str) -> bool:
        return self.method in (None, method) and fnmatchcase(path, self.path)


class Faults:
    def __init__(self) -> None:
        self.waiting: list[Fault] = []

    def add(self, wanted: dict[str, Any]) -> Fault:
        fault = Fault(**wanted)
        self.waiting.append(fault)
        return fault

    def clear(self) -> None:
        self.waiting.clear()

    def take(self, method: str, path: str) -> Fault | None:
        for fault in self.waiting:
            if not fault.is_for(method, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self.waiting.remove(fault)
            return fault
        return None


async def answer_with(fault: Fault, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Lets the fault happen to one request."""
    if fault.delay_s:
        receive = await _wait(fault.delay_s, receive)
    if fault.kind == "delay":
        await app(scope, receive, send)
    elif fault.kind in ("truncate", "drop"):
        await _cut_short(fault, app, scope, receive, send)
    else:
        is_html = fault.kind == "html"
        body = HTML_PAGE if is_html else fault.body.encode()
        kind = "text/html" if is_html or not body.startswith((b"{", b"[")) else "application/json"
        headers = {"content-type": kind, **fault.headers}
        await _send_whole(send, fault.status, [(k.encode(), v.encode()) for k, v in headers.items()], body)


async def _wait(seconds: float, receive: Receive) -> Receive:
    """Lets time pass, but not for a caller who has hung up; what the caller sent is handed on afterwards."""
    sent = [await receive()]
    while sent[-1].get("more_body"):
        sent.append(await receive())
    hung_up = asyncio.ensure_future(receive())
    await asyncio.wait({hung_up}, timeout=seconds)
    sent.reverse()

    async def again() -> Message:
        return sent.pop() if sent else await hung_up

    return again


async def _send_whole(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})


async def _cut_short(fault: Fault, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Half of the true answer: as if it were whole, or promised whole and broken off."""
    start: Message = {}
    body = b""

    async def keep(message: Message) -> None:
        nonlocal start, body
        if message["type"] == "http.response.start":
            start = message
        elif message["type"] == "http.response.body":
            body += message.get("body", b"")

    await app(scope, receive, keep)
    half = body[: max(1, len(body) // 2)]
    headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
    if fault.kind == "truncate":
        await _send_whole(send, start["status"], headers, half)
        return
    promised = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": start["status"], "headers": [*headers, promised]})
    await send({"type": "http.response.body", "body": half, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
