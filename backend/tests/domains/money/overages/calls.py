"""Calls about hours over, and assertions about refusals."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/retainer-overages"
DECISIONS = "/api/v1/retainer-overage-decisions"
PAYMENTS = "/api/v1/projects-payments"
RATE = {"overage_rate": Decimal("150.00")}


def read(browser: Browser, month: str) -> dict[str, Any]:
    response = browser.get(f"{PATH}/{month}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def decide(browser: Browser, month: str, kind: str, hours: str = "8.00", **fields: Any) -> dict[str, Any]:
    response = browser.post(f"{PATH}/{month}/decisions", {"kind": kind, "hours": hours, **fields})
    assert response.status_code == 201, response.text
    return response.json()["data"]


def assert_refused(
    world: World, browser: Browser, month: str, code: str, status: int = 422, **body: Any
) -> dict[str, Any]:
    """A decision that must be refused with this code, or with an error of this field; nothing changes."""
    with assert_unchanged(world.database):
        response = browser.post(f"{PATH}/{month}/decisions", {"hours": "8.00", **body})
    found = response.json()
    assert response.status_code == status, response.text
    assert code in (found["code"], *found.get("errors", {})), found
    return found


def assert_undo_refused(world: World, browser: Browser, decision: str, code: str, status: int = 422) -> None:
    with assert_unchanged(world.database):
        response = browser.delete(f"{DECISIONS}/{decision}")
    assert (response.status_code, response.json()["code"]) == (status, code)


def periods_of(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    return browser.get(f"/api/v1/retainer-periods?project={retainer}&sort=starts_on").json()["data"]


def payments_of(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    return browser.get(f"{PAYMENTS}?project={retainer}&per_page=100").json()["data"]


def work_for(world: World, retainer: str, **fields: Any) -> str:
    """Create out-of-scope work of a retainer."""
    with world.database.write() as session:
        parent = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        values = {"kind": "oos", "client_id": parent.client_id, "parent_project_id": parent.id} | fields
        return make_project(session, **values).api_id


def approve(browser: Browser, work: str) -> None:
    body = {"project": work, "decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"}
    response = browser.post("/api/v1/oos-approvals", body)
    assert response.status_code == 201, response.text
