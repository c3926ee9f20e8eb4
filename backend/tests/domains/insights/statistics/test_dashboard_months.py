"""The dashboard's month-end figures: each equals the dashboard of that month, within the caller's permissions."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import make_employee
from tests.factories.rates import make_rate
from tests.factories.retainers import log_time
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project, make_receipt

TODAY = date(2026, 11, 20)
FIRST_RATE = date(2026, 8, 1)
SignIn = Callable[..., Browser]
NONE = {"count": 0, "value": None, "money": {"amount": "0.00", "currency": "CAD"}, "unconverted": []}


def _months(browser: Browser, **params: str | list[str]) -> dict[str, Any]:
    response = browser.get("/api/v1/dashboard-months", params={"currency": "CAD", **params})
    assert response.status_code == 200, response.text
    return response.json()["data"]


@pytest.fixture(autouse=True)
def rates(database: Database) -> None:
    """A rate of 1.40 for the US dollar from August, and 1.50 from November."""
    with database.write() as session:
        for days in range((TODAY - FIRST_RATE).days + 1):
            day = FIRST_RATE + timedelta(days=days)
            make_rate(session, "USD", day, "1.50" if day >= date(2026, 11, 1) else "1.40")


def _populate(database: Database, **of_client: Any) -> None:
    """Create retainers that start and end, one in a currency with rates only since August, and an invoice."""
    with database.write() as session:
        client = make_client(session, **of_client)
        make_project(
            session, client_id=client.id, monthly_fee="1000.10", currency="CAD", start_on=date(2026, 3, 31),
        )  # fmt: skip
        make_project(session, client_id=client.id, monthly_fee="500.00", currency="USD", start_on=date(2025, 1, 1))
        make_project(
            session, client_id=client.id, monthly_fee="70.00", currency="CAD", start_on=date(2025, 1, 1),
            status="churned", end_on=date(2026, 5, 31),
        )  # fmt: skip
        late = make_invoice(
            session, client_id=client.id, issued_on=date(2026, 6, 10), payable_on=date(2026, 7, 10),
            currency="CAD", subtotal=Decimal("900.00"), total=Decimal("1000.00"), balance=Decimal("600.00"),
        )  # fmt: skip
        make_receipt(session, late, "400.00", date(2026, 9, 5))


def test_each_month_equals_the_dashboard_of_that_month(database: Database, sign_in_as: SignIn):
    _populate(database)
    with database.write() as session:
        hours = {"capacity_hours_week": Decimal(40), "started_on": date(2020, 1, 1)}
        make_employee(session, teamwork_user_id="bea", **hours)
        project = make_project(session, teamwork_project_id="work")
        log_time(session, project, date(2026, 10, 5), "44", teamwork_user_id="bea", is_billable=True)
    browser = sign_in_as("admin")
    history = _months(browser)
    assert (history["as_of"], history["currency"]) == ("2026-11-20", "CAD")
    assert set(history["figures"]) == {"mrr", "receivables", "overdue"}
    history["figures"] |= _months(browser, figure="utilisation")["figures"]
    assert set(history["figures"]) == {"mrr", "receivables", "overdue", "utilisation"}
    for name, months in history["figures"].items():
        assert [month["from"] for month in months] == [
            "2025-12-01",
            *(f"2026-{month:02}-01" for month in range(1, 12)),
        ]
        assert months[-1]["to"] == "2026-11-20"
        for month in months:
            days = {"from": month["from"], "to": month["to"], "currency": "CAD"}
            figure = browser.get("/api/v1/dashboard", params=days).json()["data"]["figures"][name]
            assert {key: month[key] for key in NONE} == {key: figure[key] for key in NONE}, (name, month["from"])
    # 44 of the 176 available hours of October; months without logged time have no value.
    billable = {month["to"]: month["value"] for month in history["figures"]["utilisation"]}
    assert (billable["2026-10-31"], billable["2026-09-30"]) == ("25.0", None)
    # The retainers' fees at the end of a day, including their last day; fees without a rate are unconverted.
    by_month = {month["to"]: month for month in history["figures"]["mrr"]}
    assert by_month["2026-03-31"]["money"]["amount"] == "1070.10"
    assert by_month["2026-03-31"]["unconverted"] == [{"amount": "500.00", "currency": "USD"}]
    assert by_month["2026-05-31"]["money"]["amount"] == "1000.10"
    assert by_month["2026-10-31"]["money"]["amount"] == "1700.10"
    assert by_month["2026-11-20"]["money"]["amount"] == "1750.10"
    owed = {month["to"]: month["money"]["amount"] for month in history["figures"]["receivables"]}
    assert [owed[day] for day in ("2026-05-31", "2026-06-30", "2026-08-31", "2026-09-30")] == [
        "0.00", "1000.00", "1000.00", "600.00",
    ]  # fmt: skip
    late = {month["to"]: month["money"]["amount"] for month in history["figures"]["overdue"]}
    assert [late[day] for day in ("2026-06-30", "2026-07-31")] == ["0.00", "1000.00"]


def test_months_end_with_the_one_of_a_day(database: Database, sign_in_as: SignIn):
    _populate(database)
    browser = sign_in_as("admin")
    present = _months(browser)["figures"]["mrr"]
    earlier = _months(browser, until="2026-06-10")["figures"]["mrr"]
    assert [earlier[0]["from"], earlier[-1]["from"], earlier[-1]["to"]] == ["2025-07-01", "2026-06-01", "2026-06-30"]
    # The months of both have the same amounts.
    assert earlier[5:] == present[:7]
    assert _months(browser, until="2030-01-01")["figures"]["mrr"] == present
    assert _months(browser, until="1970-01-01", same_days="true")["figures"]["mrr"][0]["from"] == "1969-02-01"
    assert browser.get("/api/v1/dashboard-months?until=1969-12-31").status_code == 422


def test_same_days_equal_the_comparison_of_the_dashboard(database: Database, sign_in_as: SignIn):
    _populate(database)
    with database.write() as session:
        client = make_client(session)
        for day, amount in ((date(2026, 10, 20), "300.00"), (date(2026, 10, 21), "90.00"), (TODAY, "70.00")):
            make_invoice(
                session, client_id=client.id, issued_on=day, currency="CAD", subtotal=Decimal(amount),
                total=Decimal(amount), balance=Decimal(0),
            )  # fmt: skip
    browser = sign_in_as("admin")
    names = ["mrr", "revenue", "invoiced", "receivables", "oos_sold", "utilisation", "billable_hours", "lost_retainers"]
    params = {"currency": "CAD", "same_days": "true", "figure": names}
    figures = browser.get("/api/v1/dashboard-months", params=params).json()["data"]["figures"]
    assert set(figures) == set(names)
    dashboard = browser.get("/api/v1/dashboard", params={"currency": "CAD"}).json()["data"]
    assert dashboard["previous"] == {"from": "2026-10-01", "to": "2026-10-20"}
    for name, months in figures.items():
        assert [(month["from"], month["to"]) for month in months[-2:]] == [
            ("2026-10-01", "2026-10-20"),
            ("2026-11-01", "2026-11-20"),
        ]
        now, before = dashboard["figures"][name], dashboard["figures"][name]["previous"]
        assert {key: months[-1][key] for key in NONE} == {key: now[key] for key in NONE}, name
        assert {key: months[-2][key] for key in NONE} == {key: before[key] for key in NONE}, name
    assert [month["money"]["amount"] for month in figures["invoiced"][-2:]] == ["300.00", "70.00"]


def test_figures_are_limited_to_the_callers_scope(database: Database, sign_in_as: SignIn):
    manager = sign_in_as("account_manager")
    _populate(database)
    _populate(database, account_manager_id=manager.user.id)
    all_records = _months(sign_in_as("financial_manager"))["figures"]
    assert all_records["mrr"][-1]["money"]["amount"] == "3500.20"
    for params in ({}, {"scope": "own"}):
        own = _months(manager, **params)["figures"]
        assert (own["mrr"][-1]["money"]["amount"], own["mrr"][-1]["count"]) == ("1750.10", 2)
        assert own["receivables"][-1]["money"]["amount"] == "600.00"
    assert set(_months(sign_in_as("churn_manager"))["figures"]) == {"mrr"}
    assert _months(sign_in_as("employee"))["figures"] == {}
    assert set(_months(sign_in_as("admin"), figure="utilisation")["figures"]) == {"utilisation"}
    assert _months(manager, figure="utilisation")["figures"] == {}
    churn = {"figure": ["mrr", "overdue", "lost_retainers"], "same_days": "true"}
    assert set(_months(sign_in_as("churn_manager"), **churn)["figures"]) == {"mrr", "lost_retainers"}


def test_months_without_data_are_zero(database: Database, sign_in_as: SignIn):
    admin = sign_in_as("admin")
    for months in _months(admin)["figures"].values():
        assert [{key: month[key] for key in NONE} for month in months] == [NONE] * 12
    (months,) = _months(admin, figure="utilisation")["figures"].values()
    assert [(month["count"], month["value"]) for month in months] == [(0, None)] * 12


def test_statement_count_does_not_depend_on_data_and_drops_when_cached(database: Database, sign_in_as: SignIn):
    browser = sign_in_as("admin")

    def count_queries(**params: str) -> int:
        with record_statements(database) as statements:
            _months(browser, **params)
        return len(statements)

    _populate(database)
    count_queries(currency="GBP")  # fills the cache of rates
    first, again = count_queries(), count_queries()
    assert again < first
    for _ in range(3):
        with database.write() as session:
            client = make_client(session)
            make_project(session, client_id=client.id, monthly_fee="10.00", currency="CAD")
            make_invoice(session, client_id=client.id)
    assert count_queries() == first
    hours = count_queries(figure="utilisation")
    for number in range(3):
        with database.write() as session:
            person = make_employee(session, teamwork_user_id=f"person {number}")
            work = make_project(session, teamwork_project_id=f"work {number}")
            log_time(session, work, date(2026, 7 + number, 6), "5", teamwork_user_id=person.teamwork_user_id)
    assert count_queries(figure="utilisation") <= hours < first + 12
