"""Tests of work that has run: its currency and first day are fixed, and it is not cancelled."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.work import make_invoice, make_payment, make_project, make_time
from tests.factories.world import World, assert_unchanged, build_world

PATH = "/api/v1/projects"


@pytest.fixture
def own_world(database: Any) -> World:
    """An agency for each test: closing a month concerns all projects."""
    return build_world(database)


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


def _close(session: Session, _project: Project) -> None:
    make_closed_month(session, make_user(session).id, "2026-10", closed_at=NOON)


def _invoice(session: Session, project: Project) -> None:
    make_invoice(session, client_id=project.client_id, project_id=project.id)


def _pay(session: Session, project: Project) -> None:
    make_payment(session, project_id=project.id, status="ready")


def _log(session: Session, project: Project) -> None:
    make_time(session, teamwork_project_id=project.teamwork_project_id)


def _plan(session: Session, project: Project) -> None:
    make_payment(session, project_id=project.id)


Trace = Callable[[Session, Project], None]


def _make(world: World, *traces: Trace, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"monthly_fee": "1000.00", "start_on": date(2026, 3, 1), "teamwork_project_id": "fixed-terms"}
        project = make_project(session, **{**values, **fields})
        for trace in traces:
            trace(session, project)
        return project.api_id


@pytest.mark.parametrize(("trace", "cause"), [(_close, "closed_month"), (_invoice, "invoice"), (_pay, "payment")])
def test_currency_and_first_day_are_fixed(own_world: World, admin: Browser, trace: Trace, cause: str):
    project = _make(own_world, trace)
    assert admin.get(f"{PATH}/{project}").json()["data"]["fixed_by"] == cause
    for field, value in (("start_on", "2026-02-01"), ("currency", "USD")):
        with assert_unchanged(own_world.database):
            response = admin.patch(f"{PATH}/{project}", {field: value})
        code = response.json()["code"]
        # A change of the days of the closed month itself is refused as such.
        assert code in ("project_terms_fixed", "month_closed"), response.text
        if code == "project_terms_fixed":
            assert list(response.json()["errors"]) == [field]
            assert "create a new one" in response.json()["errors"][field][0]
    french = admin.patch(f"{PATH}/{project}", {"start_on": "2026-02-01"}, headers={"X-Api-Locale": "fr-ca"}).json()
    assert french["errors"]["start_on"][0].startswith("Fixe, car")


def test_currency_and_first_day_change_before(own_world: World, admin: Browser):
    project = _make(own_world, _plan, _log)
    assert admin.get(f"{PATH}/{project}").json()["data"]["fixed_by"] is None
    assert admin.patch(f"{PATH}/{project}", {"start_on": "2026-02-01", "currency": "USD"}).status_code == 200


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (_close, "ran in a closed month"),
        (_invoice, "has invoices"),
        (_pay, "has scheduled payments that are no longer only planned"),
        (_log, "has logged hours"),
    ],
)
def test_work_that_ran_is_not_cancelled(own_world: World, admin: Browser, trace: Trace, words: str):
    project = _make(own_world, trace)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"status": "cancelled"})
    if trace is _close:
        assert response.json()["code"] in ("month_closed", "retainer_ran")
        return
    assert (response.status_code, response.json()["code"]) == (422, "retainer_ran")
    expected = f"This retainer cannot be cancelled: it {words}. End it, or record its churn."
    assert response.json()["message"] == expected
    assert list(response.json()["errors"]) == ["status"]


def test_other_projects_are_completed_instead(own_world: World, admin: Browser):
    project = _make(own_world, _log, monthly_fee=None)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"status": "cancelled"})
    assert response.json()["message"] == ("This project cannot be cancelled: it has logged hours. Complete it instead.")


def test_work_that_never_ran_is_cancelled(own_world: World, admin: Browser):
    project = _make(own_world, _plan)
    assert admin.patch(f"{PATH}/{project}", {"status": "cancelled"}).json()["data"]["status"] == "cancelled"


def test_mistaken_end_is_undone(own_world: World, admin: Browser):
    project = _make(own_world, _log)
    ended = admin.patch(f"{PATH}/{project}", {"status": "ended"}).json()["data"]
    assert (ended["status"], ended["end_on"]) == ("ended", "2026-11-20")
    removal = {"name": "state", "effective_from": "2026-11-21"}
    assert admin.post(f"{PATH}/{project}/term-removals", removal).status_code == 200
    read = admin.get(f"{PATH}/{project}").json()["data"]
    assert (read["status"], read["end_on"], read["churn"]) == ("active", None, None)
