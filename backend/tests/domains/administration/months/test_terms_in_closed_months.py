"""No way to write a dated cost rate, exchange rate or responsibility alters a closed month: pages, terms, files."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.imports import create_import, errors_by_line, fetch_import_rows, make_csv
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

SignInAs = Callable[..., Browser]
RATES = "/api/v1/exchange-rates"
SAID = "October 2026 is closed, and this change would alter it. Choose November 1, 2026 or a later day"
CLOSED_DAY, OPEN_DAY = "2026-10-12", "2026-11-01"
# What each way sends, besides the day; the api_ids are those of `records`.
TERMS: dict[str, tuple[str, dict[str, str]]] = {
    "cost rate": ("employees/{employee}/employment-terms", {"cost_rate": "60.00", "cost_currency": "CAD"}),
    "account manager of a client": ("clients/{client}/responsibility-terms", {"account_manager": "{user}"}),
    "team of a client": ("clients/{client}/responsibility-terms", {"team": "{team}"}),
    "account manager of a project": ("projects/{project}/responsibility-terms", {"account_manager": "{user}"}),
    "project manager": ("projects/{project}/responsibility-terms", {"project_manager": "{employee}"}),
    "team of a project": ("projects/{project}/responsibility-terms", {"team": "{team}"}),
}


@pytest.fixture
def admin(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("super_admin")


@pytest.fixture
def records(database: Database) -> dict[str, str]:
    """Records since the spring; October is closed."""
    with database.write() as session:
        user, former = make_user(session, roles=["account_manager"]), make_user(session, roles=["account_manager"])
        client = make_client(session, account_manager_id=former.id)
        project = make_project(
            session, client_id=client.id, monthly_fee="1000.00", account_manager_id=former.id, start_on=date(2026, 3, 1)
        )
        employee = make_employee(session, started_on=date(2026, 3, 2), email="anne@agency.example")
        found = {
            "user": user.api_id, "former": former.api_id, "client": client.api_id, "project": project.api_id,
            "employee": employee.api_id, "team": make_team(session, user).api_id,
        }  # fmt: skip
        make_closed_month(session, former.id, "2026-10", closed_at=NOON)
    return found


def _assert_closed(answer: Any) -> None:
    assert (answer.status_code, answer.json()["code"]) == (409, "month_closed"), answer.text
    assert answer.json()["month"] == "2026-10-01"
    assert answer.json()["first_open_day"] == OPEN_DAY
    assert answer.json()["message"].startswith(SAID)


@pytest.mark.parametrize("way", TERMS)
def test_dated_term_is_refused_and_offered_the_first_open_day(
    way: str, database: Database, admin: Browser, records: dict[str, str]
):
    template, body = TERMS[way]
    path = f"/api/v1/{template.format(**records)}"
    sent = {name: value.format(**records) for name, value in body.items()}
    for day in (CLOSED_DAY, "2026-09-30"):
        with assert_unchanged(database):
            _assert_closed(admin.post(path, {**sent, "effective_from": day}))
    recorded = admin.post(path, {**sent, "effective_from": OPEN_DAY})
    assert recorded.status_code == 201, recorded.text
    (term,) = [one for one in admin.get(f"{path}?per_page=100").json()["data"] if one["effective_from"] == OPEN_DAY]
    if way == "cost rate":
        return  # entered again for the same day instead
    # Moving it back is refused as well.
    with assert_unchanged(database):
        _assert_closed(admin.patch(f"{path}/{term['api_id']}", {"effective_from": CLOSED_DAY}))


def test_term_that_began_in_a_closed_month_is_neither_changed_nor_removed(
    database: Database, admin: Browser, records: dict[str, str]
):
    with database.write() as session:
        user = make_user(session, roles=["account_manager"])
        project = make_project(session, monthly_fee="500.00", account_manager_id=user.id, start_on=date(2026, 3, 1))
        path = f"/api/v1/projects/{project.api_id}/responsibility-terms"
    reopened = admin.post("/api/v1/months/2026-10/reopenings", {"reason": "A late hand-over"})
    assert reopened.status_code == 201, reopened.text
    assert admin.post(path, {"account_manager": records["user"], "effective_from": CLOSED_DAY}).status_code == 201
    closed = admin.post("/api/v1/months/2026-10/closings", {"reason": "Checked"})
    assert closed.status_code == 201, closed.text
    (term,) = [one for one in admin.get(f"{path}?per_page=100").json()["data"] if one["effective_from"] == CLOSED_DAY]
    with assert_unchanged(database):
        _assert_closed(admin.patch(f"{path}/{term['api_id']}", {"account_manager": records["former"]}))
        _assert_closed(admin.patch(f"{path}/{term['api_id']}", {"effective_from": OPEN_DAY}))
        _assert_closed(admin.delete(f"{path}/{term['api_id']}"))


def test_cost_rate_of_the_form_and_of_a_file(database: Database, admin: Browser, records: dict[str, str]):
    rate = {"cost_rate": "60.00", "cost_currency": "CAD", "cost_starts_on": CLOSED_DAY}
    with assert_unchanged(database):
        _assert_closed(admin.patch(f"/api/v1/employees/{records['employee']}", rate))
    header = ("Email", "Cost rate", "Cost currency", "Cost from")
    content = make_csv(header, ("anne@agency.example", "60.00", "CAD", CLOSED_DAY))
    rows = fetch_import_rows(admin, create_import(admin, "employees", content)["api_id"])
    (said,) = errors_by_line(rows)[2].values()
    assert said.startswith(SAID)
    rate["cost_starts_on"] = OPEN_DAY
    assert admin.patch(f"/api/v1/employees/{records['employee']}", rate).status_code == 200


def test_changes_without_a_day_hold_from_today_on(database: Database, admin: Browser, records: dict[str, str]):
    """Forms, bulk edits and the hand-over of a person who leaves change nothing of the days before today."""
    project, client = records["project"], records["client"]
    batch = {"ids": [project], "change": {"project_manager": records["employee"]}}
    edited = admin.post("/api/v1/projects/batches", batch)
    assert edited.status_code == 200, edited.text
    assert admin.patch(f"/api/v1/clients/{client}", {"team": records["team"]}).status_code == 200
    handed = admin.post(f"/api/v1/deactivated-users/{records['former']}", {"successor": records["user"]})
    assert handed.status_code < 300, handed.text
    for path in (f"projects/{project}", f"clients/{client}"):
        listed = admin.get(f"/api/v1/{path}/responsibility-terms?per_page=100").json()["data"]
        assert {one["effective_from"] for one in listed} == {None, "2026-11-20"}
        assert [one["value"] for one in listed if one["term"] == "account_manager" and one["effective_from"] is None]


def test_exchange_rates_of_a_closed_month(database: Database, admin: Browser, records: dict[str, str]):
    with database.write() as session:
        rate = make_rate(session, "USD", date(2026, 10, 30), "1.3900", source="by_hand").api_id
    content = f"date,currency,rate\n{OPEN_DAY},USD,1.4000\n{CLOSED_DAY},USD,1.4100\n"
    with assert_unchanged(database):
        _assert_closed(admin.post(RATES, {"currency": "USD", "valid_on": CLOSED_DAY, "rate": "1.4"}))
        _assert_closed(admin.patch(f"{RATES}/{rate}", {"rate": "1.5", "reason": "Typing error"}))
        for dry in ("true", "false"):
            files = [("dry_run", (None, dry)), ("file", ("rates.csv", content.encode()))]
            _assert_closed(admin.post(f"{RATES}/imports", files=files))


def test_rate_after_a_weekend_that_ends_a_closed_month(database: Database, admin: Browser, records: dict[str, str]):
    """Saturday, October 31 has the rate of Friday already: it gets no row, and the rate of Monday is not refused."""
    with database.write() as session:
        make_rate(session, "USD", date(2026, 10, 30), "1.3900", source="by_hand")
    entered = admin.post(RATES, {"currency": "USD", "valid_on": "2026-11-02", "rate": "1.4"})
    assert entered.status_code == 201, entered.text
    found = admin.get(f"{RATES}?currency=USD&sort=valid_on").json()["data"]
    assert [(row["valid_on"], Decimal(row["rate"])) for row in found] == [
        ("2026-10-30", Decimal("1.39")), ("2026-11-01", Decimal("1.39")), ("2026-11-02", Decimal("1.4")),
    ]  # fmt: skip
