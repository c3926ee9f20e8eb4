"""Tests of fees that are billed per quarter or year: what is sent, read, logged, counted and scheduled."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.money.payments.generation import generate_payments
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects"
YEAR = {"billing_interval": "year", "interval_fee": "12000.05"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_project(session, **({"start_on": date(2026, 3, 1), "monthly_fee": "700.00"} | fields)).api_id


def _create(world: World, browser: Browser, **fields: Any) -> Any:
    with world.database.write() as session:
        client = make_client(session, account_manager_id=browser.user.id).api_id
    body = {
        "name": "Forfait", "kind": "retainer", "client": client, "account_manager": browser.user.api_id,
        "start_on": "2026-03-01", "currency": "CAD", "status": "active",
    }  # fmt: skip
    return browser.post(PATH, body | fields)


def _fee_of(browser: Browser, api_id: str) -> tuple[Any, ...]:
    project = browser.get(f"{PATH}/{api_id}").json()["data"]
    amounts = [project[name] and project[name]["amount"] for name in ("monthly_fee", "interval_fee")]
    return project["billing_interval"], *amounts


def test_fee_per_year_is_counted_by_month(world: World, admin: Browser):
    created = _create(world, admin, **YEAR)
    assert created.status_code == 201, created.text
    api_id = created.json()["data"]["api_id"]
    assert _fee_of(admin, api_id) == ("year", "1000.00", "12000.05")
    row = next(row for row in admin.get(f"{PATH}?kind=retainer").json()["data"] if row["api_id"] == api_id)
    assert (row["billing_interval"], row["interval_fee"]["amount"]) == ("year", "12000.05")
    query = "from=2026-04-01&to=2026-04-30&currency=CAD"
    (month,) = admin.get(f"/api/v1/churns-analysis?{query}").json()["data"]["months"]
    assert month["mrr_end"]["amount"] == "1000.00"
    by_month = _create(world, admin, monthly_fee="900").json()["data"]["api_id"]
    assert _fee_of(admin, by_month) == ("month", "900.00", None)


def test_part_of_a_month_is_rounded_half_up_to_the_currency(world: World, admin: Browser):
    for currency, billed, monthly in (("JPY", "1002", "334"), ("CAD", "0.02", "0.01"), ("JPY", "100", "33")):
        created = _create(world, admin, currency=currency, billing_interval="quarter", interval_fee=billed)
        assert _fee_of(admin, created.json()["data"]["api_id"])[1] == monthly
    created = _create(world, admin, currency="JPY", billing_interval="year", interval_fee="6")
    assert _fee_of(admin, created.json()["data"]["api_id"])[1] == "1"


def test_change_of_the_form_begins_today_or_on_its_day(world: World, admin: Browser):
    api_id = _make(world)
    steps: list[tuple[dict[str, Any], tuple[Any, ...]]] = [
        ({**YEAR, "fee_starts_on": "2026-04-01"}, ("year", "1000.00", "12000.05")),
        ({"interval_fee": "13200"}, ("year", "1100.00", "13200.00")),
        ({"name": "Autre"}, ("year", "1100.00", "13200.00")),
        ({"billing_interval": "quarter", "interval_fee": "3000"}, ("quarter", "1000.00", "3000.00")),
        ({"billing_interval": "month"}, ("month", "1000.00", None)),
        (YEAR, ("year", "1000.00", "12000.05")),
        ({"monthly_fee": "950"}, ("month", "950.00", None)),
    ]
    for body, expected in steps:
        response = admin.patch(f"{PATH}/{api_id}", body)
        assert response.status_code == 200, response.text
        assert _fee_of(admin, api_id) == expected, body
    fees = admin.get(f"{PATH}/{api_id}").json()["data"]["fees"]
    assert [(fee["starts_on"], fee["billing_interval"]) for fee in fees] == [
        ("2026-03-01", "month"), ("2026-04-01", "year"), ("2026-11-20", "month"),
    ]  # fmt: skip


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "both": ({"monthly_fee": "900", **YEAR}, "interval_fee"),
    "year-by-month": ({"monthly_fee": "900", "billing_interval": "year"}, "monthly_fee"),
    "year-without-amount": ({"billing_interval": "year"}, "interval_fee"),
    "amount-without-interval": ({"interval_fee": "900"}, "billing_interval"),
    "month-with-amount": ({"interval_fee": "900", "billing_interval": "month"}, "billing_interval"),
    "decimals": ({**YEAR, "interval_fee": "12000.005"}, "interval_fee"),
    "unknown-interval": ({**YEAR, "billing_interval": "week"}, "billing_interval"),
}


@pytest.mark.parametrize("name", BAD)
def test_contradictory_fee_is_refused(world: World, admin: Browser, name: str):
    body, field = BAD[name]
    api_id = _make(world)
    with assert_unchanged(world.database):
        refused = admin.patch(f"{PATH}/{api_id}", body)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, [field]), refused.text
    assert field in _create(world, admin, **body).json()["errors"]


def test_fixed_price_project_has_no_interval(world: World, admin: Browser):
    with world.database.write() as session:
        api_id = make_project(session).api_id
    with assert_unchanged(world.database):
        assert admin.patch(f"{PATH}/{api_id}", YEAR).status_code == 422


def test_terms_have_the_amount_of_the_interval(world: World, admin: Browser):
    api_id = _make(world)
    term = {"name": "fee", "amount": "3000.00", "billing_interval": "quarter", "effective_from": "2026-12-01"}
    preview = admin.post(f"{PATH}/{api_id}/term-previews", term).json()["data"]
    assert preview["months"][0]["mrr_after"]["amount"] == "1000.00"
    terms = admin.post(f"{PATH}/{api_id}/terms", term).json()["data"]["terms"]
    fees = [one for one in terms if one["name"] == "fee"]
    assert [
        (one["billing_interval"], one["amount"]["amount"], one["monthly_amount"]["amount"]) for one in fees
    ] == [("month", "700.00", "700.00"), ("quarter", "3000.00", "1000.00")]  # fmt: skip
    entries = admin.get(f"/api/v1/activity?subject_type=project&subject={api_id}").json()["data"]
    (changes,) = [
        {change["field"]: change["after"] for change in entry["changes"]}
        for entry in entries
        if any(change["field"] == "interval_fee" for change in entry["changes"])
    ]
    assert changes == {
        "monthly_fee": "1000.00 (2026-12-01)", "interval_fee": "3000.00 (2026-12-01)", "billing_interval": "quarter",
    }  # fmt: skip
    with assert_unchanged(world.database):
        state = {"name": "state", "state": "on_hold", "billing_interval": "year", "effective_from": "2026-12-05"}
        assert "billing_interval" in admin.post(f"{PATH}/{api_id}/terms", state).json()["errors"]


def test_payments_follow_the_interval_and_those_that_are_decided_stay(world: World, admin: Browser):
    api_id = _make(world, end_on=date(2027, 5, 31))
    payments = "/api/v1/projects-payments"

    def rows() -> dict[str, Any]:
        with world.database.write() as session:
            key = session.execute(select(Project.id).where(Project.api_id == api_id)).scalar_one()
            generate_payments(session, [key], date(2026, 11, 20))
        found = admin.get(f"{payments}?project={api_id}&per_page=100").json()["data"]
        return {row["period_start"]: row for row in found if row["period_start"] >= "2026-11"}

    december = rows()["2026-12-01"]
    assert admin.patch(f"{payments}/{december['api_id']}", {"status": "ready"}).status_code == 200
    term = {"name": "fee", "amount": "3000.00", "billing_interval": "quarter", "effective_from": "2026-12-01"}
    assert admin.post(f"{PATH}/{api_id}/terms", term).status_code == 201
    assert {start: (row["period_end"], row["amount"]["amount"]) for start, row in rows().items()} == {
        "2026-11-01": ("2026-11-30", "700.00"),
        "2026-12-01": ("2026-12-31", "700.00"),
        "2027-01-01": ("2027-03-31", "3000.00"),
        "2027-04-01": ("2027-05-31", "2000.00"),
    }
    # A quarter that is decided is not billed again by month.
    quarter = rows()["2027-01-01"]
    assert admin.patch(f"{payments}/{quarter['api_id']}", {"status": "ready"}).status_code == 200
    term = {"name": "fee", "amount": "900.00", "effective_from": "2027-02-01"}
    assert admin.post(f"{PATH}/{api_id}/terms", term).status_code == 201
    assert {start: row["amount"]["amount"] for start, row in rows().items() if start > "2026-12-01"} == {
        "2027-01-01": "3000.00", "2027-04-01": "900.00", "2027-05-01": "900.00",
    }  # fmt: skip
