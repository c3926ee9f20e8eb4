"""A browser as the product meets it: cookies kept, the CSRF token echoed, the locale sent."""

from datetime import datetime
from typing import Any

from fastapi import FastAPI
from httpx import Response
from starlette.testclient import TestClient

from regie.access.house import House
from regie.domains.sessions.actions import open_session
from regie.domains.users.models import User


class Browser:
    """Calls the application over HTTP; unsafe calls carry the token unless a test takes it away."""

    user: User

    def __init__(self, app: FastAPI, origin: str, address: str = "testclient") -> None:
        self.app = app
        self.client = TestClient(
            app, base_url=origin, raise_server_exceptions=False, follow_redirects=False, client=(address, 50_000)
        )
        self.locale = "en-us"
        self.get("/sanctum/csrf-cookie")

    def carrying(self, user: User, now: datetime) -> "Browser":
        """This browser with a session of `user`, as signing in would leave it."""
        house: House = self.app.state.house
        with house.database.write() as session:
            token = open_session(session, user.id, now, replaces=None, remember=False)
        self.plant(token)
        self.user = user
        return self

    def plant(self, token: str) -> None:
        """Put a session cookie in place of the present one, and fetch the token that belongs to it."""
        self.client.cookies.clear()
        self.client.cookies.set("regie_session", token, domain="localhost.local")
        self.get("/sanctum/csrf-cookie")

    @property
    def token(self) -> str:
        return self.client.cookies.get("regie_session", "")

    @property
    def csrf_token(self) -> str:
        return self.client.cookies.get("XSRF-TOKEN", "")

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
