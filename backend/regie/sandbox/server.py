"""Serves the five services, each under its own path, and the control API."""

import asyncio
import contextlib
import signal
import socket
import threading
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
from regie.sandbox.agency.scale import Scale
from regie.sandbox.bank_of_canada import service as bank
from regie.sandbox.clock import SandboxClock
from regie.sandbox.control import Control
from regie.sandbox.faults import inject_fault
from regie.sandbox.google.control import GoogleControl
from regie.sandbox.google.service import Google
from regie.sandbox.hubspot import service as hubspot
from regie.sandbox.limits import NO_LIMITS, Limits
from regie.sandbox.outbox import Outbox
from regie.sandbox.quickbooks.oauth import QuickbooksOAuth
from regie.sandbox.quickbooks.service import Quickbooks
from regie.sandbox.state import SandboxState, Switches
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
_START_SECONDS = 30
Handler = Callable[[Request], Awaitable[Response]]


def create_app(
    agency: Agency,
    *,
    limits: Limits | None = None,
    clock: SandboxClock | None = None,
    switches: Switches | None = None,
    outbox: Path | None = None,
) -> ASGIApp:
    """Create the ASGI app; `limits` are the vendors' documented ones by default (NO_LIMITS lifts them)."""
    state = SandboxState(agency, clock or SandboxClock(), limits or Limits(), switches or Switches())
    qb, oauth, google = Quickbooks(state), QuickbooksOAuth(state), Google(state)
    routes = [
        Mount(
            _CONTROL,
            routes=[*Control(state).routes(), *GoogleControl(state.google).routes(), *Outbox(outbox).routes()],
        ),
        _service("/teamwork", teamwork.Teamwork(state).routes(), teamwork.unknown_path, teamwork.method_not_allowed),
        _service("/hubspot", hubspot.Hubspot(state).routes(), hubspot.unknown_path, hubspot.method_not_allowed),
        _service("/quickbooks-appcenter", oauth.page_routes(), qb.unknown_path, qb.method_not_allowed),
        _service("/quickbooks-oauth", oauth.token_routes(), qb.unknown_path, qb.method_not_allowed),
        _service("/quickbooks-developer", oauth.revoke_routes(), qb.unknown_path, qb.method_not_allowed),
        _service("/quickbooks", qb.routes(), qb.unknown_path, qb.method_not_allowed),
        _service("/google", google.routes(), google.unknown_path, google.method_not_allowed),
        _service("/bank-of-canada", bank.BankOfCanada(state).routes(), bank.unknown_path, bank.method_not_allowed),
        Route("/{site:str}/{path:path}", teamwork.unknown_site),
    ]
    return SandboxMiddleware(Starlette(routes=routes), state)


def _service(path: str, routes: list[Route], unknown_path: Handler, method_not_allowed: Handler) -> Mount:
    """Mount a service with its own error responses for unknown paths and for methods that write."""

    async def fallback(request: Request) -> Response:
        request.scope["outside_read_surface"] = True
        return await (unknown_path if request.method in ("GET", "HEAD", "OPTIONS") else method_not_allowed)(request)

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return Mount(path, routes=[*routes, Route("/{path:path}", fallback, methods=methods)])


class SandboxMiddleware:
    """Logs every call to a service and injects the requested faults."""

    def __init__(self, app: ASGIApp, state: SandboxState) -> None:
        self._app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_CONTROL):
            await self._app(scope, receive, send)
            return
        entry = self._entry(scope)
        self.state.requests.append(entry)

        async def send_and_log(message: Message) -> None:
            if message["type"] == "http.response.start":
                entry["status"] = message["status"]
            await send(message)

        fault = self.state.faults.take(scope["method"], scope["path"])
        if fault is not None:
            entry["fault"] = fault.kind
            await inject_fault(fault, self._app, scope, receive, send_and_log)
            return
        await self._app(scope, receive, send_and_log)
        entry["outside_read_surface"] = scope.get("outside_read_surface", False)

    def _entry(self, scope: Scope) -> dict[str, Any]:
        path = scope["path"]
        return {
            "at": self.state.clock.now(),
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
    """Run until stopped. The agencies of the bench have no rate limits, because they serve measurements."""
    agency = build_agency(scale, seed, time.time_ns() // 1_000_000)
    switches = Switches(google_redirect_uris=google_redirects)
    app = create_app(agency, limits=Limits() if scale == "demo" else NO_LIMITS, switches=switches, outbox=outbox)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(app, host, port))


def serve_in_thread(scale: str | Scale, seed: int) -> int:
    """Serve an agency on this machine, without rate limits, until the process ends; return the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    app = create_app(build_agency(scale, seed, time.time_ns() // 1_000_000), limits=NO_LIMITS)
    server = Server(app, "127.0.0.1", port, interface=Interfaces.ASGINL, log_enabled=False)
    threading.Thread(target=lambda: asyncio.run(server.serve()), name="sandbox", daemon=True).start()
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return port


async def _run(app: ASGIApp, host: str, port: int) -> None:
    server = Server(app, host, port, interface=Interfaces.ASGINL, log_enabled=False)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    await server.serve()
    await asyncio.sleep(0.3)  # the server's threads still use this loop for a moment, and abort without it
