"""Fixtures: the application with a running sandbox, connected by its environment or not yet."""

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
from tests.domains.integrations.sync.conftest import SECRET, environment, sandbox, sandbox_process, ticking_clock
from tests.factories.people import make_user
from tests.sandbox.form_pages import FormPage, press_button, read_redirect

__all__ = ["environment", "sandbox", "sandbox_process", "ticking_clock"]


class ConnectedApp:
    """The application, the sandbox, and browsers of users with given roles."""

    def __init__(self, app: FastAPI, sandbox: Sandbox, database: Database, clock: MovableClock) -> None:
        self.app, self.sandbox, self.database, self.clock = app, sandbox, database, clock

    def browser(self, *roles: str) -> Browser:
        with self.database.write() as session:
            user = make_user(session, roles=list(roles or ("super_admin",)))
        return Browser(self.app, ORIGIN).signed_in_as(user, self.clock.now())

    def consent(self, browser: Browser) -> dict[str, str]:
        """The query of QuickBooks' redirect after consent."""
        answer = browser.post("/api/v1/connections/quickbooks/authorizations")
        assert answer.status_code == 201, answer.text
        with httpx.Client(base_url=self.sandbox.url, trust_env=False) as http:
            page = FormPage(http.get(answer.json()["data"]["url"]).text)
            back = read_redirect(press_button(http, page, "Connect"))
        return {"code": back["code"], "state": back["state"], "realm_id": back["realmId"]}


@pytest.fixture
def build_app(sandbox: Sandbox, database: Database, clock: MovableClock) -> Callable[..., ConnectedApp]:
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
        app = create_app(settings, database=database, clock=clock, validate_responses=True)
        return ConnectedApp(app, sandbox, database, clock)

    return build


@pytest.fixture
def unconnected_app(build_app: Callable[..., ConnectedApp]) -> ConnectedApp:
    """No service is configured; only the addresses are known."""
    return build_app()


@pytest.fixture
def app_with_environment(build_app: Callable[..., ConnectedApp]) -> ConnectedApp:
    return build_app(
        REGIE_TEAMWORK_KEY="twk_sandbox",
        REGIE_HUBSPOT_KEY="pat-sandbox",
        REGIE_QUICKBOOKS_CLIENT_ID="qb-sandbox-client",
        REGIE_QUICKBOOKS_CLIENT_SECRET="qb-sandbox-secret",
        REGIE_QUICKBOOKS_REALM="9130000000000001",
        REGIE_QUICKBOOKS_REFRESH_TOKEN="RT1-sandbox",
    )
