"""Days of work and leaves decide the utilization of a closed month, so they are fixed with it."""

from collections.abc import Callable
from datetime import date

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.people.employees.employee_api import body
from tests.factories.imports import create_import, errors_by_line, fetch_import_rows, make_csv
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_project, make_time
from tests.factories.world import assert_unchanged

PATH = "/api/v1/employees"
DEPARTED = "/api/v1/departed-employees"


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def employee(database: Database) -> str:
    """An employee since March; October is closed."""
    with database.write() as session:
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)
        return make_employee(session, started_on=date(2026, 3, 2), email="anne@agency.example").api_id


def _leave(admin: Browser, employee: str, starts_on: str, ends_on: str | None) -> str:
    added = admin.post(f"{PATH}/{employee}/leaves", {"starts_on": starts_on, "ends_on": ends_on})
    assert added.status_code == 201, added.text
    leaves = added.json()["data"]["leaves"]
    return str(next(leave["api_id"] for leave in leaves if leave["starts_on"] == starts_on))


@pytest.mark.parametrize(("starts_on", "ends_on"), [("2026-10-31", "2026-11-03"), ("2026-09-28", None)])
def test_leave_in_a_closed_month_is_refused(
    database: Database, admin: Browser, employee: str, starts_on: str, ends_on: str | None
):
    with assert_unchanged(database):
        refused = admin.post(f"{PATH}/{employee}/leaves", {"starts_on": starts_on, "ends_on": ends_on})
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert refused.json()["first_open_day"] == "2026-11-01"


def test_days_of_a_leave_in_a_closed_month_stay(database: Database, admin: Browser):
    with database.write() as session:
        person = make_employee(session, started_on=date(2026, 3, 2)).api_id
    across = _leave(admin, person, "2026-10-26", "2026-11-06")
    with database.write() as session:
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)
    path = f"{PATH}/{person}/leaves/{across}"
    with assert_unchanged(database):
        for change in ({"starts_on": "2026-10-27"}, {"ends_on": "2026-10-30"}, {"starts_on": "2026-11-02"}):
            assert admin.patch(path, change).json()["code"] == "month_closed", change
        assert admin.delete(path).json()["code"] == "month_closed"
    for end in ("2026-11-20", "2026-10-31", None):
        assert admin.patch(path, {"ends_on": end}).status_code == 200


@pytest.mark.parametrize("change", [{"started_on": "2026-10-15"}, {"started_on": "2025-03-03"}])
def test_first_day_before_a_closed_month(database: Database, admin: Browser, employee: str, change: dict[str, str]):
    """October is altered only if the employee did not work on all its days before or afterwards."""
    path = f"{PATH}/{employee}"
    if change["started_on"] < "2026-10-01":
        assert admin.patch(path, change).status_code == 200
        return
    with assert_unchanged(database):
        refused = admin.patch(path, change)
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")


def test_new_employee_of_a_closed_month_is_refused_while_billable(database: Database, admin: Browser, employee: str):
    """The days of work of a new employee would be available hours of October; billable from November, they are not."""
    sent = body(started_on="2026-10-15")
    with assert_unchanged(database):
        refused = admin.post(PATH, sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert refused.json()["first_open_day"] == "2026-11-01"
    assert admin.post(PATH, {**sent, "started_on": "2026-11-02", "email": "x@agency.example"}).status_code == 201
    left = {**sent, "ended_on": "2026-10-30"}
    with assert_unchanged(database):
        assert admin.post(PATH, left).status_code == 409
    created = admin.post(PATH, {**sent, "is_billable": False})
    assert created.status_code == 201, created.text
    term = {"is_billable": True, "effective_from": "2026-11-01"}
    recorded = admin.post(f"{PATH}/{created.json()['data']['api_id']}/employment-terms", term)
    assert recorded.status_code == 201, recorded.text


def test_departure_in_a_closed_month_is_refused(database: Database, admin: Browser, employee: str):
    with assert_unchanged(database):
        refused = admin.post(f"{DEPARTED}/{employee}", {"ended_on": "2026-10-30"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert admin.post(f"{DEPARTED}/{employee}", {"ended_on": "2026-10-31"}).status_code == 200


def test_return_of_an_employee_who_left_before_a_closed_month_is_refused(database: Database, admin: Browser):
    with database.write() as session:
        left = make_employee(session, started_on=date(2026, 3, 2), ended_on=date(2026, 9, 30), status="left").api_id
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)
    with assert_unchanged(database):
        refused = admin.delete(f"{DEPARTED}/{left}")
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "en-us",
            "October 2026 is closed, and this change would alter it. "
            "Choose November 1, 2026 or a later day, or reopen the month first.",
        ),
        (
            "fr-ca",
            "Le mois est fermé (octobre 2026) et cette modification le changerait. "
            "Choisissez le 1er novembre 2026 ou un jour ultérieur, ou rouvrez d’abord le mois.",
        ),
    ],
)
def test_import_says_which_row_would_alter_a_closed_month(
    database: Database, admin: Browser, employee: str, locale: str, words: str
):
    admin.locale = locale
    content = make_csv(("Email", "End date"), ("anne@agency.example", "2026-10-30"))
    created = create_import(admin, "employees", content)
    rows = fetch_import_rows(admin, created["api_id"])
    assert list(errors_by_line(rows)[2].values()) == [words]


def test_employee_who_counted_in_a_closed_month_is_not_deleted(database: Database, admin: Browser):
    """Without any time entry, the available hours still divide the billable ones."""
    since = date(2026, 3, 2)
    with database.write() as session:
        make_project(session, kind="retainer", monthly_fee="700.00", start_on=since)
        counted = make_employee(session, started_on=since).api_id
        unbillable = make_employee(session, started_on=since, is_billable=False).api_id
        make_employee(session, started_on=since, teamwork_user_id="tw-7")
        make_time(session, teamwork_user_id="tw-7", worked_on=date(2026, 10, 6), is_billable=True)
    closed = admin.post("/api/v1/months/2026-10/closings", {"reason": "Checked"})
    assert closed.status_code == 201, closed.text
    with database.write() as session:
        late = make_employee(session, started_on=date(2026, 3, 2)).api_id
    with assert_unchanged(database):
        refused = admin.delete(f"{PATH}/{counted}")
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
        assert (refused.json()["month"], refused.json()["first_open_day"]) == ("2026-10-01", "2026-11-01")
        assert "delete" not in admin.get(f"{PATH}/{counted}").json()["data"]["can"]
    for person in (unbillable, late):
        assert "delete" in admin.get(f"{PATH}/{person}").json()["data"]["can"]
        assert admin.delete(f"{PATH}/{person}").status_code == 204
    reopened = admin.post("/api/v1/months/2026-10/reopenings", {"reason": "A mistake"})
    assert reopened.status_code in (200, 201), reopened.text
    assert "delete" in admin.get(f"{PATH}/{counted}").json()["data"]["can"]
    assert admin.delete(f"{PATH}/{counted}").status_code == 204
