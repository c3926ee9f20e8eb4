"""One server for all of it: the five services, each under its own path, and the controls beside them."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regie.sandbox.agency.build import Agency, build_agency
from regie.sandbox.bank_of_canada import service as bank
from regie.sandbox.clock import SandboxClock
from regie.sandbox.control import Control
from regie.sandbox.faults import answer_with
from regie.sandbox.google.control import GoogleControl
from regie.sandbox.google.service import Google
from regie.sandbox.hubspot import service as hubspot
from regie.sandbox.limits import NO_LIMITS, Limits
from regie.sandbox.outbox import Outbox
from regie.sandbox.quickbooks.oauth import QuickbooksOAuth
from regie.sandbox.quickbooks.service import Quickbooks
from regie.sandbox.room import Room, Switches
from regie.sandbox.teamwork import service as teamwork

_SERVICES = (
    "teamwork",
    "hubspot",
    "quickbooks-appcenter",
    "quickbooks-oauth",
    "quickbooks-developer",
    "quickbooks",
    "google",
    "bank-of-canada",
)
_CONTROL = "/__sandbox"
Answer = Callable[[Request], Awaitable[Response]]


def create_app(
    agency: Agency,
    *,
    limits: Limits | None = None,
    clock: SandboxClock | None = None,
    switches: Switches | None = None,
    outbox: Path | None = None,
) -> ASGIApp:
    """An ASGI app; `limits` as documented by the vendors unless others are given (NO_LIMITS lifts them)."""
    room = Room(agency, clock or SandboxClock(), limits or Limits(), switches or Switches())
    qb, oauth, google = Quickbooks(room), QuickbooksOAuth(room), Google(room)
    routes = [
        Mount(
            _CONTROL,
            routes=[*Control(room).routes(), *GoogleControl(room.google).routes(), *Outbox(outbox).routes()],
        ),
        _service("/teamwork", teamwork.Teamwork(room).routes(), teamwork.unknown, teamwork.no_writing),
        _service("/hubspot", hubspot.Hubspot(room).routes(), hubspot.unknown, hubspot.no_writing),
        _service("/quickbooks-appcenter", oauth.page_routes(), qb.unknown, qb.no_writing),
        _service("/quickbooks-oauth", oauth.token_routes(), qb.unknown, qb.no_writing),
        _service("/quickbooks-developer", oauth.revoke_routes(), qb.unknown, qb.no_writing),
        _service("/quickbooks", qb.routes(), qb.unknown, qb.no_writing),
        _service("/google", google.routes(), google.unknown, google.no_writing),
        _service("/bank-of-canada", bank.BankOfCanada(room).routes(), bank.unknown, bank.no_writing),
        Route("/{site:str}/{path:path}", teamwork.other_site),
    ]
    return Front(Starlette(routes=routes), room)


def _service(path: str, routes: list[Route], unknown: Answer, no_writing: Answer) -> Mount:
    """A service's own words for "there is no such thing" and "that may not be done"."""

    async def otherwise(request: Request) -> Response:
        request.scope["outside_read_surface"] = True
        return await (unknown if request.method in ("GET", "HEAD", "OPTIONS") else no_writing)(request)

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return Mount(path, routes=[*routes, Route("/{path:path}", otherwise, methods=methods)])


class Front:
    """Writes down every call to a service and lets ordered trouble happen to it."""

    def __init__(self, app: ASGIApp, room: Room) -> None:
        self._app = app
        self.room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_CONTROL):
            await self._app(scope, receive, send)
            return
        entry = self._entry(scope)
        self.room.requests.append(entry)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                entry["status"] = message["status"]
            await send(message)

        fault = self.room.faults.take(scope["method"], scope["path"])
        if fault is not None:
            entry["fault"] = fault.kind
            await answer_with(fault, self._app, scope, receive, noted)
            return
        await self._app(scope, receive, noted)
        entry["outside_read_surface"] = scope.get("outside_read_surface", False)

    def _entry(self, scope: Scope) -> dict[str, Any]:
        path = scope["path"]
        return {
            "at": self.room.clock.now(),
            "service": next((name for name in _SERVICES if path.startswith(f"/{name}/")), None),
            "method": scope["method"],
            "path": path,
            "query": scope["query_string"].decode(errors="replace"),
            "status": None,
            "outside_read_surface": False,
        }


def serve(
    host: str = "127.0.0.1",
    port: int = 8900,
    scale: str = "demo",
    seed: int = 7,
    google_redirects: tuple[str, ...] = (),
    outbox: Path | None = None,
) -> None:
    """Runs until it is told to stop. The big agency is there for measuring, so nothing slows its callers down."""
    agency = build_agency(scale, seed, time.time_ns() // 1_000_000)
    switches = Switches(google_redirect_uris=google_redirects)
    app = create_app(agency, limits=NO_LIMITS if scale == "bench" else Limits(), switches=switches, outbox=outbox)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(app, host, port))


async def _run(app: ASGIApp, host: str, port: int) -> None:
    server = Server(app, host, port, interface=Interfaces.ASGINL, log_enabled=False)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    await server.serve()
    await asyncio.sleep(0.3)  # its threads still speak to this loop for a moment, and abort when it is gone
