"""Simulates a browser: stores cookies, echoes the CSRF token, sends the locale."""

import atexit
from contextlib import ExitStack
from datetime import datetime
from functools import cache
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from httpx import ASGITransport, BaseTransport, ByteStream, Client, Cookies, Request, Response

from regie.access.app_context import AppContext
from regie.domains.accounts.sessions.actions import open_session
from regie.domains.records.users.models import User


@cache
def _event_loop() -> BlockingPortal:
    """Share one loop per process: starting one takes longer than most requests."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(start_blocking_portal())


class InProcessTransport(BaseTransport):
    """Calls the application without a socket; exceptions become 500, as for a real client."""

    def __init__(self, app: Any, address: str) -> None:
        self._transport = ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))

    def handle_request(self, request: Request) -> Response:
        request.read()
        return _event_loop().call(self._send, request)

    async def _send(self, request: Request) -> Response:
        response = await self._transport.handle_async_request(request)
        body = b"".join([part async for part in response.stream])  # type: ignore[union-attr]
        return Response(response.status_code, headers=response.headers, stream=ByteStream(body))


def connect(app: Any, origin: str, address: str = "testclient") -> Client:
    """Return an HTTP client for the application."""
    return Client(transport=InProcessTransport(app, address), base_url=origin, headers={"User-Agent": "testclient"})


class Browser:
    """Calls the application over HTTP; unsafe methods send the CSRF token."""

    user: User

    def __init__(self, app: FastAPI, origin: str, address: str = "testclient", cookies: Cookies | None = None) -> None:
        self.app = app
        self.client = connect(app, origin, address)
        self.locale = "en-us"
        if cookies is None:
            self.get("/sanctum/csrf-cookie")
        else:
            self.client.cookies = cookies

    def signed_in_as(self, user: User, now: datetime) -> "Browser":
        """Open a session of `user`, as after signing in, and return this browser."""
        context: AppContext = self.app.state.context
        with context.database.write() as session:
            token = open_session(session, user.id, now, replaces=None, remember=False)
        self.set_session_token(token)
        self.user = user
        return self

    def set_session_token(self, token: str) -> None:
        """Replace the session cookie and fetch its CSRF token."""
        self.client.cookies.clear()
        self.client.cookies.set("regie_session", token, domain="localhost.local")
        self.get("/sanctum/csrf-cookie")

    @property
    def token(self) -> str:
        return self.client.cookies.get("regie_session") or ""

    @property
    def csrf_token(self) -> str:
        return self.client.cookies.get("XSRF-TOKEN") or ""

    def call(self, method: str, path: str, **options: Any) -> Response:
        headers = {"X-Api-Locale": self.locale, "Accept": "application/json"}
        if method not in ("GET", "HEAD"):
            headers["X-XSRF-TOKEN"] = self.csrf_token
        headers |= options.pop("headers", {})
        return self.client.request(method, path, headers=headers, **options)

    def get(self, path: str, **options: Any) -> Response:
        return self.call("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Response:
        return self.call("POST", path, json=body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> Response:
        return self.call("PUT", path, json=body, **options)

    def patch(self, path: str, body: Any, **options: Any) -> Response:
        return self.call("PATCH", path, json=body, **options)

    def delete(self, path: str, **options: Any) -> Response:
        return self.call("DELETE", path, **options)
