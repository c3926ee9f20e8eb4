"""A client with its account manager and retainers, and a helper that records a churn."""

from datetime import date
from typing import Any

from httpx import Response

from tests.access.churns import CHURN
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World


class Account:
    def __init__(self, world: World, **fields: Any) -> None:
        self.world = world
        with world.database.write() as session:
            self.manager = make_user(session, roles=["account_manager"])
            employee = make_employee(session, user_id=self.manager.id, first_name="Aline")
            self.employee, self.name = employee.api_id, employee.name
            self.client = make_client(session, account_manager_id=self.manager.id, **fields)

    def retainer(self, fee: str = "1000.00", **fields: Any) -> str:
        with self.world.database.write() as session:
            return make_project(session, client_id=self.client.id, monthly_fee=fee, **fields).api_id


def post_churn(browser: Browser, project: str, effective_on: str = "2026-11-10", **fields: Any) -> dict[str, Any]:
    response = browser.post(
        "/api/v1/churned-projects", CHURN | {"project": project, "effective_on": effective_on} | fields
    )
    assert response.status_code == 201, response.text
    return response.json()["data"]


def record_as_account_manager(world: World, fee: str = "1250.00", **fields: Any) -> dict[str, Any]:
    """The account manager of a new client records the loss of its retainer; the recorder's name is added."""
    account = Account(world)
    project = account.retainer(fee, start_on=date(2026, 1, 1), end_on=date(2027, 6, 30))
    browser = Browser(world.app, ORIGIN).signed_in_as(account.manager, NOON)
    return post_churn(browser, project, **fields) | {"recorder": account.manager.name}


def confirm(browser: Browser, event: dict[str, Any], **sent: Any) -> Response:
    return browser.post(f"/api/v1/churn-events/{event['api_id']}/confirmations", {"version": event["version"]} | sent)


def reject(browser: Browser, event: dict[str, Any], reason: str = "Le client reste") -> Response:
    sent = {"version": event["version"], "reason": reason}
    return browser.post(f"/api/v1/churn-events/{event['api_id']}/rejections", sent)
