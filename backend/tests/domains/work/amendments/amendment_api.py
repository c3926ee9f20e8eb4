"""Sends the requests of amendments and of their approval."""

from datetime import date
from decimal import Decimal
from typing import Any

from tests.browser import Browser
from tests.factories.oos_sales import make_oos_sale
from tests.factories.work import make_project
from tests.factories.world import World

APPROVED = date(2026, 11, 4)


def make_sale(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {
            "account_manager_id": world.people["account_manager"].user.id, "amount": Decimal("1000.00"),
            "approved_on": APPROVED, "sold_on": date(2026, 10, 2),
        }  # fmt: skip
        return make_oos_sale(session, **(values | fields)).api_id


def make_fixed(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"amount": Decimal("1000.00"), "start_on": date(2026, 3, 2)}
        return make_project(session, kind="fixed", **(values | fields)).api_id


def amend(browser: Browser, project: str, amount: str, day: str = "2026-11-10", **fields: Any) -> Any:
    return browser.post(f"/api/v1/projects/{project}/amendments", {"amount": amount, "effective_on": day} | fields)


def read_history(browser: Browser, project: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{project}/amendments").json()["data"]


def add_amendment(
    browser: Browser, project: str, amount: str, day: str = "2026-11-10", **fields: Any
) -> dict[str, Any]:
    """Amend the amount and return the new amendment."""
    before = {one["api_id"] for one in read_history(browser, project)["amendments"]}
    response = amend(browser, project, amount, day, **fields)
    assert response.status_code == 201, response.text
    assert response.json()["data"] == read_history(browser, project)
    (added,) = [one for one in response.json()["data"]["amendments"] if one["api_id"] not in before]
    return added


def decide(browser: Browser, project: str, amendment: str | None, **fields: Any) -> Any:
    body = {"decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"} | fields
    return browser.post("/api/v1/oos-approvals", body | {"project": project, "amendment": amendment})


def approve(browser: Browser, project: str, amendment: str, **fields: Any) -> str:
    response = decide(browser, project, amendment, **fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]["api_id"]


def queued_amendments(browser: Browser) -> list[dict[str, Any]]:
    rows = browser.get("/api/v1/oos-queue?per_page=100").json()["data"]
    return [row for row in rows if row["part"] == "amendment"]


def read_amount(browser: Browser, project: str) -> str:
    return browser.get(f"/api/v1/projects/{project}").json()["data"]["amount"]["amount"]


def read_sold(browser: Browser, first: str, last: str) -> str:
    figures = browser.get(f"/api/v1/dashboard?from={first}&to={last}&currency=CAD").json()["data"]["figures"]
    return figures["oos_sold"]["money"]["amount"]


def expect_422(response: Any, **errors: str) -> None:
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {name: [words] for name, words in errors.items()}
