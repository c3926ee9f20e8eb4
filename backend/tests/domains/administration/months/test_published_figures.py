"""What closing publishes: rates with their divisor, one state of all records, and what a narrower scope has of it."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import event, select

from regie.core.db.database import Database
from regie.domains.records.months.models import ClosedMonth, PublishedAmount
from regie.domains.records.projects.models import ProjectSeller
from tests.browser import Browser
from tests.factories.oos_sales import make_amendment, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import assert_unchanged

SignInAs = Callable[..., Browser]
RATES = ("gross_revenue_churn", "net_revenue_retention", "logo_churn")


@pytest.fixture
def controller(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("financial_manager")


def _close(browser: Browser) -> None:
    answer = browser.post("/api/v1/months/2026-10/closings", {"reason": "Checked"})
    assert answer.status_code == 201, answer.text


def _figures(browser: Browser, query: str = "currency=CAD") -> dict[str, dict[str, Any]]:
    answer = browser.get(f"/api/v1/months/2026-10/figures?{query}")
    assert answer.status_code == 200, answer.text
    return {one["name"]: one for one in answer.json()["data"]["figures"]}


def _make_retainers(database: Database) -> None:
    """Four clients at the start, of whom one is paused and two are lost."""
    with database.write() as session:
        for fields in (
            {},
            {"status": "on_hold", "paused_on": date(2026, 6, 1)},
            {"status": "ended", "end_on": date(2026, 10, 15)},
            {"status": "ended", "end_on": date(2026, 10, 20)},
        ):
            own = {"client_id": make_client(session, currency="CAD").id, "currency": "CAD", "status": "active"} | fields
            make_project(session, kind="retainer", monthly_fee="1000.00", start_on=date(2026, 1, 1), **own)


def test_churn_and_retention_are_published_with_the_clients_at_the_start(database: Database, controller: Browser):
    _make_retainers(database)
    _close(controller)
    figures = _figures(controller)
    assert figures["clients_start"]["published"]["count"] == 4
    assert {name: figures[name]["published"]["value"] for name in RATES} == {
        "gross_revenue_churn": "66.7", "net_revenue_retention": "33.3", "logo_churn": "50.0",
    }  # fmt: skip
    assert all(figures[name]["difference"] is None and figures[name]["formula_version"] == 1 for name in RATES)
    days = "from=2026-10-01&to=2026-10-31&currency=CAD"
    analysis = controller.get(f"/api/v1/churns-analysis?{days}").json()["data"]
    assert Decimal(analysis["bridge"]["logo_churn"]["percent"]) == Decimal(figures["logo_churn"]["published"]["value"])


def test_churn_says_which_months_it_shows_as_published(database: Database, controller: Browser, sign_in_as: SignInAs):
    _make_retainers(database)

    def months(days: str, browser: Browser = controller) -> list[str]:
        answer = browser.get(f"/api/v1/churns-analysis?{days}&currency=CAD")
        assert answer.status_code == 200, answer.text
        found: list[str] = answer.json()["data"]["closed_months"]
        return found

    october = "from=2026-10-01&to=2026-10-31"
    assert months(october) == []
    _close(controller)
    assert months(october) == months("from=2026-09-01&to=2026-11-15") == ["2026-10-01"]
    # Of a part of the month, and of a narrower scope, nothing is published.
    assert months("from=2026-10-01&to=2026-10-30") == months(f"{october}&scope=own", sign_in_as("admin")) == []
    # A closing of another definition, which the analysis does not show.
    with database.write() as session:
        lost = PublishedAmount.figure == "mrr_movements", PublishedAmount.part == "churn"
        row = session.execute(select(PublishedAmount).where(*lost).limit(1)).scalar_one()
        row.amount += 1
        session.execute(select(ClosedMonth)).scalar_one().comment = "Corrigé"
    assert months(october) == []


def test_closings_of_earlier_releases_have_no_rates(database: Database, controller: Browser):
    _make_retainers(database)
    _close(controller)
    with database.write() as session:
        closing = session.query(ClosedMonth).one()
        closing.formulas = {name: version for name, version in closing.formulas.items() if name != "clients_start"}
    figures = _figures(controller)
    assert [figures[name]["published"] for name in ("clients_start", *RATES)] == [None] * 4
    assert figures["mrr"]["published"] is not None


def test_scopes_below_the_organization_show_movements_and_sales_as_known_today(
    database: Database, sign_in_as: SignInAs
):
    browser = sign_in_as("admin")
    with database.write() as session:
        seller = make_employee(session, user_id=browser.user.id)
        client = make_client(session, currency="CAD", account_manager_id=browser.user.id)
        own = {"client_id": client.id, "account_manager_id": browser.user.id, "currency": "CAD"}
        make_project(session, kind="retainer", monthly_fee="1000.00", start_on=date(2026, 10, 5), **own)
        day = date(2026, 10, 9)
        make_oos_sale(
            session, sellers={seller.id: 60, make_employee(session).id: 40}, amount=Decimal(500), sold_on=day,
            approved_on=day, **own,
        )  # fmt: skip
    _close(browser)
    figures = _figures(browser, "currency=CAD&scope=own")
    for name, amount in (("mrr_movements", "1000.00"), ("oos_sold", "300.00")):
        assert (figures[name]["published"], figures[name]["known_today"]["money"]["amount"]) == (None, amount)
    assert figures["mrr"]["published"]["money"]["amount"] == "1000.00"
    for scope, months in (("all", ["2026-10-01"]), ("own", [])):
        answer = browser.get(f"/api/v1/dashboard?from=2026-10-01&to=2026-10-31&currency=CAD&scope={scope}")
        assert answer.json()["data"]["figures"]["oos_sold"]["closed_months"] == months


@pytest.mark.parametrize("amended_on", [None, date(2026, 10, 20)])
def test_sellers_of_a_closed_month_are_fixed(amended_on: date | None, database: Database, sign_in_as: SignInAs):
    browser = sign_in_as("admin")
    with database.write() as session:
        people = [make_employee(session) for _ in range(2)]
        day = date(2026, 9, 9) if amended_on else date(2026, 10, 9)
        sale = make_oos_sale(session, sellers={people[0].id: 100}, amount=Decimal(500), sold_on=day, approved_on=day)
        if amended_on:
            make_amendment(session, sale, "50.00", amended_on, decision="approved")
        path, shares = f"/api/v1/projects/{sale.api_id}", [(people[0].api_id, 100)]
        sellers = [{"employee": people[0].api_id, "weight": 50}, {"employee": people[1].api_id, "weight": 50}]
        key = sale.id
    _close(browser)
    with assert_unchanged(database):
        refused = browser.patch(path, {"sold_by": sellers})
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    unchanged = [{"employee": employee, "weight": weight} for employee, weight in shares]
    assert browser.patch(path, {"sold_by": unchanged, "description": "Bannière"}).status_code == 200
    assert browser.post("/api/v1/months/2026-10/reopenings", {"reason": "Wrong seller"}).status_code == 201
    assert browser.patch(path, {"sold_by": sellers}).status_code == 200
    with database.read() as db:
        weights = db.exec_driver_sql(f"SELECT weight FROM {ProjectSeller.__tablename__} WHERE project_id = {key}")  # noqa: S608
        assert weights.scalars().all() == [50, 50]


# A SQLite transaction that writes excludes all others.
@pytest.mark.needs_postgres
def test_one_state_of_all_records_is_published(database: Database, controller: Browser):
    """An invoice that is stored between two figures is in none of them, and is a restatement of both."""
    with database.write() as session:
        client = make_client(session, currency="CAD")
        project = make_project(session, client_id=client.id, kind="fixed", currency="CAD", start_on=date(2026, 9, 1))
        fields = {"client_id": client.id, "project_id": project.id, "currency": "CAD", "issued_on": date(2026, 10, 5)}
        make_invoice(session, **fields, subtotal=Decimal(100), total=Decimal(100), balance=Decimal(100))
    stored: list[int] = []

    def store_invoice(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO published_amounts") and not stored:
            stored.append(1)
            with database.write() as session:
                make_invoice(session, **fields, subtotal=Decimal(70), total=Decimal(70), balance=Decimal(70))

    event.listen(database.writes, "before_cursor_execute", store_invoice)
    try:
        _close(controller)
    finally:
        event.remove(database.writes, "before_cursor_execute", store_invoice)
    assert stored
    figures = _figures(controller)
    for name in ("revenue", "receivables"):
        assert figures[name]["published"]["money"]["amount"] == "100.00"
        assert figures[name]["difference"]["money"]["amount"] == "70.00"
