"""Twelve months of the figures of a day: each is what the dashboard of that month says, and told to nobody else."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.rates import make_rate
from tests.factories.statements import count_statements
from tests.factories.work import make_client, make_invoice, make_project, make_receipt

TODAY = date(2026, 11, 20)
FIRST_RATE = date(2026, 8, 1)
SignIn = Callable[..., Browser]
NONE = {"count": 0, "value": None, "money": {"amount": "0.00", "currency": "CAD"}, "unconverted": []}


def _months(browser: Browser, **asked: str) -> dict[str, Any]:
    answer = browser.get("/api/v1/dashboard-months", params={"currency": "CAD", **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.fixture(autouse=True)
def rates(database: Database) -> None:
    """1.40 dollars for a US dollar from August on, 1.50 from November on."""
    with database.write() as session:
        for days in range((TODAY - FIRST_RATE).days + 1):
            day = FIRST_RATE + timedelta(days=days)
            make_rate(session, "USD", day, "1.50" if day >= date(2026, 11, 1) else "1.40")


def _populate(database: Database, **of_client: Any) -> None:
    """Retainers that came and went, one in a currency that has a rate since August alone, and what is owed."""
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


def test_each_month_is_what_the_dashboard_of_that_month_says(database: Database, sign_in_as: SignIn):
    _populate(database)
    browser = sign_in_as("admin")
    told = _months(browser)
    assert (told["as_of"], told["currency"]) == ("2026-11-20", "CAD")
    assert set(told["figures"]) == {"mrr", "receivables", "overdue"}
    for name, months in told["figures"].items():
        assert [month["from"] for month in months] == [
            "2025-12-01",
            *(f"2026-{month:02}-01" for month in range(1, 12)),
        ]
        assert months[-1]["to"] == "2026-11-20"
        for month in months:
            days = {"from": month["from"], "to": month["to"], "currency": "CAD"}
            figure = browser.get("/api/v1/dashboard", params=days).json()["data"]["figures"][name]
            assert {key: month[key] for key in NONE} == {key: figure[key] for key in NONE}, (name, month["from"])
    # What the retainers paid at the close of a day, the last one of each included; without a rate it stands beside.
    by_month = {month["to"]: month for month in told["figures"]["mrr"]}
    assert by_month["2026-03-31"]["money"]["amount"] == "1070.10"
    assert by_month["2026-03-31"]["unconverted"] == [{"amount": "500.00", "currency": "USD"}]
    assert by_month["2026-05-31"]["money"]["amount"] == "1000.10"
    assert by_month["2026-10-31"]["money"]["amount"] == "1700.10"
    assert by_month["2026-11-20"]["money"]["amount"] == "1750.10"
    owed = {month["to"]: month["money"]["amount"] for month in told["figures"]["receivables"]}
    assert [owed[day] for day in ("2026-05-31", "2026-06-30", "2026-08-31", "2026-09-30")] == [
        "0.00", "1000.00", "1000.00", "600.00",
    ]  # fmt: skip
    late = {month["to"]: month["money"]["amount"] for month in told["figures"]["overdue"]}
    assert [late[day] for day in ("2026-06-30", "2026-07-31")] == ["0.00", "1000.00"]


def test_a_figure_is_told_as_far_as_it_is_held(database: Database, sign_in_as: SignIn):
    manager = sign_in_as("account_manager")
    _populate(database)
    _populate(database, account_manager_id=manager.user.id)
    everybody = _months(sign_in_as("financial_manager"))["figures"]
    assert everybody["mrr"][-1]["money"]["amount"] == "3500.20"
    for asked in ({}, {"scope": "own"}):
        own = _months(manager, **asked)["figures"]
        assert (own["mrr"][-1]["money"]["amount"], own["mrr"][-1]["count"]) == ("1750.10", 2)
        assert own["receivables"][-1]["money"]["amount"] == "600.00"
    assert set(_months(sign_in_as("churn_manager"))["figures"]) == {"mrr"}
    assert _months(sign_in_as("employee"))["figures"] == {}


def test_a_house_without_anything_is_told_so_month_by_month(database: Database, sign_in_as: SignIn):
    for months in _months(sign_in_as("admin"))["figures"].values():
        assert [{key: month[key] for key in NONE} for month in months] == [NONE] * 12


def test_as_many_statements_whatever_there_is_and_fewer_the_second_time(database: Database, sign_in_as: SignIn):
    browser = sign_in_as("admin")

    def ask(**asked: str) -> int:
        with count_statements(database) as statements:
            _months(browser, **asked)
        return len(statements)

    _populate(database)
    ask(currency="GBP")  # rates are known from here on
    first, again = ask(), ask()
    assert again < first
    for _ in range(3):
        with database.write() as session:
            client = make_client(session)
            make_project(session, client_id=client.id, monthly_fee="10.00", currency="CAD")
            make_invoice(session, client_id=client.id)
    assert ask() == first
