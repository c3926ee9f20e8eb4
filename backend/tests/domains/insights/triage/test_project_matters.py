"""Tests the late, over-budget and ending projects of the triage list: their order, their counts and who sees them."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.domains.insights.triage.reading import count_kind, find_row, read_triage
from tests.factories.retainers import log_time
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

# The query of the list of projects with the same records, of those who may edit all projects.
LISTS = {
    "late_project": "deadline=late",
    "over_budget": "kind=fixed&kind=oos&status=draft&status=active&status=on_hold&over_budget=true",
    "ending_soon": "deadline=ending_soon",
}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _over_budget(session: Session, hours: str, **fields: Any) -> Project:
    project = make_project(session, budget_hours=Decimal(10), teamwork_project_id=f"budget-{hours}", **fields)
    log_time(session, project, date(2026, 11, 2), hours)
    return project


@pytest.mark.parametrize(
    ("kind", "end_on", "days"),
    [
        ("late_project", date(2026, 11, 19), 1),
        ("late_project", date(2026, 11, 20), None),
        ("ending_soon", date(2026, 11, 20), 0),
        ("ending_soon", date(2026, 12, 20), -30),
        ("ending_soon", date(2026, 12, 21), None),
    ],
)
def test_deadline_makes_a_matter(world: World, admin: Browser, kind: str, end_on: date, days: int | None):
    record = world.project("admin", "other", end_on=end_on)
    row = find_row(admin, kind, record)
    assert (row and row["days"]) == days
    if row:
        assert (row["on"], row["at_stake"], row["unconverted"]) == (end_on.isoformat(), None, [])
        assert row["project"]["can_open"] is True


def test_finished_and_archived_projects_are_no_matters(world: World, admin: Browser):
    ended = {"end_on": date(2026, 11, 1)}
    assert find_row(admin, "late_project", world.project("admin", "archived", **ended)) is None
    assert find_row(admin, "late_project", world.project("admin", "other", status="completed", **ended)) is None
    with world.database.write() as session:
        done = _over_budget(session, "17.0", status="completed").api_id
    assert find_row(admin, "over_budget", done) is None


def test_projects_over_budget_are_ranked_by_their_hours_over(world: World, admin: Browser):
    with world.database.write() as session:
        within, few, many = (_over_budget(session, hours).api_id for hours in ("10", "12.5", "31"))
    row = find_row(admin, "over_budget", few)
    assert row is not None
    assert (row["hours"], row["days"], row["at_stake"]) == ("2.50", None, None)
    records = [row["record"] for row in read_triage(admin, "kind=over_budget&limit=500")["rows"]]
    assert records.index(many) < records.index(few)
    assert within not in records


def test_late_projects_are_ranked_by_their_days(world: World, admin: Browser):
    late, later = (world.project("admin", "other", end_on=date(2026, 11, day)) for day in (18, 9))
    records = [row["record"] for row in read_triage(admin, "kind=late_project&limit=500")["rows"]]
    assert records.index(later) < records.index(late)


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "employee"])
def test_count_is_that_of_the_list(world: World, column: str, kind: str):
    days = {"late_project": date(2026, 11, 3), "ending_soon": date(2026, 12, 3), "over_budget": None}
    for target in ("own", "leads", "works_on", "other"):
        record = world.project(column, target, end_on=days[kind])
        if kind == "over_budget":
            with world.database.write() as session:
                project = session.query(Project).filter_by(api_id=record).one()
                project.budget_hours, project.teamwork_project_id = Decimal(1), f"{column}-{target}"
                log_time(session, project, date(2026, 11, 2), "5")
    browser = world.browser(column)
    managed = "" if column == "admin" else "&managed=true"
    listed = browser.get(f"/api/v1/projects?{LISTS[kind]}{managed}&per_page=1").json()["meta"]["total"]
    assert count_kind(browser, kind) == listed >= 2


def test_others_see_the_projects_that_they_manage(world: World):
    for column in ("account_manager", "churn_manager", "employee"):
        browser = world.browser(column)
        ended = {"end_on": date(2026, 11, 3)}
        assert find_row(browser, "late_project", world.project(column, "own", **ended)) is not None, column
        assert find_row(browser, "late_project", world.project(column, "leads", **ended)) is not None, column
        assert find_row(browser, "late_project", world.project(column, "works_on", **ended)) is None, column
        assert find_row(browser, "late_project", world.project(column, "other", **ended)) is None, column


def test_project_manager_owns_the_matter(world: World, admin: Browser):
    record = world.project("employee", "leads", end_on=date(2026, 11, 3))
    row = find_row(admin, "late_project", record)
    assert row is not None
    assert row["owner"]["api_id"] == world.people["employee"].user.api_id
    assert find_row(world.browser("employee"), "late_project", record, "mine") is not None


def test_late_project_is_snoozed_and_assigned_to_who_sees_it(world: World, admin: Browser):
    record = world.project("account_manager", "own", end_on=date(2026, 11, 3))
    body = {"kind": "late_project", "record": record}
    found = admin.get(f"/api/v1/triage-assignees?kind=late_project&record={record}").json()["data"]
    ids = {user["api_id"] for user in found}
    people = world.people
    assert {people[role].user.api_id for role in ("super_admin", "admin", "account_manager")} <= ids
    assert not {people[role].user.api_id for role in ("financial_manager", "churn_manager", "employee")} & ids
    with assert_unchanged(world.database):
        finance = people["financial_manager"].user.api_id
        assert admin.put("/api/v1/triage-assignment", body | {"user": finance}).status_code == 422
        snooze = body | {"until": "2026-11-23"}
        assert world.browser("churn_manager").put("/api/v1/triage-snooze", snooze).status_code == 404
    assigned = admin.put("/api/v1/triage-assignment", body | {"user": people["admin"].user.api_id})
    assert assigned.json()["data"]["is_assigned"] is True
    assert admin.put("/api/v1/triage-snooze", body | {"until": "2026-11-23"}).status_code == 204
    assert find_row(admin, "late_project", record) is None
    assert find_row(world.browser("account_manager"), "late_project", record) is not None
