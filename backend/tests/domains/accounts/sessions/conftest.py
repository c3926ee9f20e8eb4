"""Provides the Google sandbox, over real HTTP, and an application that signs in with it."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from httpx import Response

from regie.core.db.database import Database
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.connectors.google_sign_in import CLIENT, SECRET, WELL_KNOWN
from tests.connectors.sandbox import Sandbox, running_sandbox
from tests.sandbox.form_pages import sign_in


@dataclass
class GoogleApp:
    """The application, the Google sandbox, and a user who goes from one to the other."""

    app: FastAPI
    sandbox: Sandbox
    http: httpx.Client

    def browser(self) -> Browser:
        return Browser(self.app, ORIGIN)

    def begin(self, browser: Browser) -> str:
        answer = browser.post("/auth/google/attempts")
        assert answer.status_code == 201, answer.text
        return answer.json()["data"]["url"]

    def choose(self, browser: Browser, who: str) -> dict[str, str]:
        """Choose a Google account; return the `code` and `state` that come back."""
        back = sign_in(self.http, self.begin(browser), who)
        return {"code": back["code"], "state": back["state"]}

    def finish(self, browser: Browser, sent: dict[str, Any]) -> Response:
        return browser.post("/auth/google/callbacks", sent)

    def sign_in(self, who: str) -> tuple[Browser, Any]:
        browser = self.browser()
        answer = self.finish(browser, self.choose(browser, who))
        assert answer.status_code == 200, answer.text
        return browser, answer.json()


@pytest.fixture(scope="session")
def shared_sandbox() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def google(shared_sandbox: Sandbox, database: Database, clock: MovableClock) -> Generator[GoogleApp, None, None]:
    shared_sandbox.post("/reset")
    # The application checks a token's times by the machine's clock.
    shared_sandbox.post("/clock", now=datetime.now(UTC).isoformat())
    environment = {
        "REGIE_ORIGIN": ORIGIN,
        "REGIE_GOOGLE_DISCOVERY_URL": f"{shared_sandbox.url}/google{WELL_KNOWN}",
        "REGIE_GOOGLE_CLIENT_ID": CLIENT,
        "REGIE_GOOGLE_CLIENT_SECRET": SECRET,
    }
    app = create_app(load_settings(environment), database=database, clock=clock, validate_responses=True)
    with httpx.Client(trust_env=False) as http, closing(app.state.context.google._google):
        yield GoogleApp(app, shared_sandbox, http)
