"""Lists with amounts of several currencies are sorted by value, at the rate of the row's day."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_deal, make_invoice, make_payment, make_project

DAY = date(2026, 11, 2)
# On 2 November a US dollar is worth 1.40 and a yen 0.0090: 100.00 CAD are less than 90.00 USD and more than 9,000 JPY.
AMOUNTS = {"CAD": "100.00", "USD": "90.00", "JPY": "9000"}
BY_VALUE = ["JPY", "CAD", "USD"]


@pytest.fixture
def amounts(database: Database) -> None:
    """One record of each list in each currency; an amount without a rate comes last in both directions."""
    with database.write() as session:
        # A US dollar was worth less than a Canadian one a month earlier: only the rate of the row's day counts.
        for currency, day, rate in (("USD", date(2026, 10, 2), "0.90"), ("USD", DAY, "1.40"), ("JPY", DAY, "0.0090")):
            make_rate(session, currency, day, rate)
        for currency, text in (*AMOUNTS.items(), ("SEK", "1.00")):
            amount = Decimal(text)
            client = make_client(session, currency=currency).id
            own: dict[str, Any] = {"client_id": client, "currency": currency}
            make_invoice(session, issued_on=DAY, total=text, subtotal=amount, balance=amount, **own)
            project = make_project(session, amount=amount, **own)
            make_payment(session, project_id=project.id, amount=amount, due_on=DAY)
            make_project(session, monthly_fee=text, start_on=DAY, **own)
            make_oos_sale(session, amount=amount, sold_on=DAY, approved_on=DAY, **own)
            make_deal(session, amount=amount, currency=currency, state="won")
            make_churn(session, currency=currency, mrr_lost=amount, effective_on=DAY)


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/invoices", "total"),
        ("/invoices", "balance"),
        ("/receivables?as_of=2026-11-20", "balance"),
        ("/projects?kind=fixed", "amount"),
        ("/projects?kind=retainer&status=active", "monthly_fee"),
        ("/projects-payments", "amount"),
        ("/oos-sales", "amount"),
        ("/Deals", "budget"),
        ("/churn-events", "mrr_lost"),
        ("/clients", "mrr"),
        ("/clients", "outstanding"),
    ],
)
def test_money_columns_are_sorted_by_value(
    database: Database, amounts: None, sign_in_as: Callable[..., Browser], path: str, key: str
):
    admin = sign_in_as("admin")

    def read(sort: str) -> list[str]:
        address = f"/api/v1{path}{'&' if '?' in path else '?'}sort={sort}&per_page=100"
        response = admin.get(address)
        assert response.status_code == 200, response.text
        shown = [row[key] for row in response.json()["data"]]
        amounts = [money for money in shown if money is not None and Decimal(money["amount"])]
        assert {money["amount"] for money in amounts} <= {*AMOUNTS.values(), "1.00"}
        return [money["currency"] for money in amounts if money["currency"] != "SEK"]

    assert read(key) == BY_VALUE
    assert read(f"-{key}") == BY_VALUE[::-1]
