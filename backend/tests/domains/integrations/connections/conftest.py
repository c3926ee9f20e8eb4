"""The house beside a running sandbox: connected by its environment, or by nobody yet."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from regie.core.db.database import Database
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.conftest import SECRET, going_clock, one_sandbox, outside, sandbox
from tests.factories.people import make_user
from tests.sandbox.google_browser import Page, come_back, press

__all__ = ["going_clock", "one_sandbox", "outside", "sandbox"]


class ConnectedApp:
    """A house, the sandbox beside it, and a browser of whoever is asked for."""

    def __init__(self, app: FastAPI, sandbox: Sandbox, database: Database, clock: MovableClock) -> None:
        self.app, self.sandbox, self.database, self.clock = app, sandbox, database, clock

    def browser(self, *roles: str) -> Browser:
        with self.database.write() as session:
            user = make_user(session, roles=list(roles or ("super_admin",)))
        return Browser(self.app, ORIGIN).carrying(user, self.clock.now())

    def consent(self, browser: Browser) -> dict[str, str]:
        """What QuickBooks sends the browser back with, once somebody has agreed there."""
        answer = browser.post("/api/v1/connections/quickbooks/authorizations")
        assert answer.status_code == 201, answer.text
        with httpx.Client(base_url=self.sandbox.url, trust_env=False) as http:
            page = Page(http.get(answer.json()["data"]["url"]).text)
            back = come_back(press(http, page, "Connect"))
        return {"code": back["code"], "state": back["state"], "realm_id": back["realmId"]}


@pytest.fixture
def second_app(sandbox: Sandbox, database: Database, clock: MovableClock) -> Callable[..., ConnectedApp]:
    def build(**environment: Any) -> ConnectedApp:
        settings = load_settings(
            {
                "REGIE_ORIGIN": ORIGIN,
                "REGIE_SECRET": SECRET,
                "REGIE_TEAMWORK_URL": f"{sandbox.url}/teamwork",
                "REGIE_HUBSPOT_URL": f"{sandbox.url}/hubspot",
                "REGIE_QUICKBOOKS_URL": f"{sandbox.url}/quickbooks",
                "REGIE_QUICKBOOKS_TOKEN_URL": f"{sandbox.url}/quickbooks-oauth/oauth2/v1/tokens/bearer",
                "REGIE_QUICKBOOKS_AUTHORIZE_URL": f"{sandbox.url}/quickbooks-appcenter/connect/oauth2",
                "REGIE_QUICKBOOKS_REVOKE_URL": f"{sandbox.url}/quickbooks-developer/v2/oauth2/tokens/revoke",
                **environment,
            }
        )
        app = create_app(settings, database=database, clock=clock, check_answers=True)
        return ConnectedApp(app, sandbox, database, clock)

    return build


@pytest.fixture
def bare(second_app: Callable[..., ConnectedApp]) -> ConnectedApp:
    """Nobody has set a service up; only the addresses are known."""
    return second_app()


@pytest.fixture
def by_environment(second_app: Callable[..., ConnectedApp]) -> ConnectedApp:
    return second_app(
        REGIE_TEAMWORK_KEY="twk_sandbox",
        REGIE_HUBSPOT_KEY="pat-sandbox",
        REGIE_QUICKBOOKS_CLIENT_ID="qb-sandbox-client",
        REGIE_QUICKBOOKS_CLIENT_SECRET="qb-sandbox-secret",
        REGIE_QUICKBOOKS_REALM="9130000000000001",
        REGIE_QUICKBOOKS_REFRESH_TOKEN="RT1-sandbox",
    )
