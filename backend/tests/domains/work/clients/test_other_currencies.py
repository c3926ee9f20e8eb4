"""A client's amounts in several currencies, converted to its own."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_project

TODAY = date(2026, 11, 20)


def test_amounts_of_a_client_include_other_currencies(database: Database, sign_in_as: Callable[..., Browser]):
    """A Canadian client pays 1,000 CAD and 500 USD a month: 1,700 CAD at 1.40. It owes 100 CAD, 50 USD and 10 EUR.

    170 CAD are outstanding, with 10 EUR apart, because the euro has no rate. The invoice of tomorrow is not owed yet.
    """
    with database.write() as session:
        make_rate(session, "USD", TODAY, "1.40")
        client = make_client(session, name="Plusieurs", currency="CAD")
        make_project(session, client_id=client.id, monthly_fee="1000.00", currency="CAD", start_on=date(2026, 1, 1))
        make_project(session, client_id=client.id, monthly_fee="500.00", currency="USD", start_on=date(2026, 1, 1))
        for currency, total, issued_on in (
            ("CAD", "100.00", TODAY), ("USD", "50.00", TODAY), ("EUR", "10.00", TODAY),
            ("CAD", "7.00", date(2026, 11, 21)),
        ):  # fmt: skip
            make_invoice(
                session, client_id=client.id, currency=currency, total=total, balance=Decimal(total),
                issued_on=issued_on, due_on=date(2026, 12, 31), payable_on=date(2026, 12, 31),
            )  # fmt: skip
        larger = make_client(session, name="Une seule", currency="CAD")
        make_project(session, client_id=larger.id, monthly_fee="1650.00", currency="CAD", start_on=date(2026, 1, 1))
        api_id = client.api_id
    admin = sign_in_as("admin")
    rows = admin.get("/api/v1/clients?sort=-mrr").json()["data"]
    assert [row["name"] for row in rows[:2]] == ["Plusieurs", "Une seule"]
    for row in (rows[0], admin.get(f"/api/v1/clients/{api_id}").json()["data"]):
        assert row["mrr"] == {"amount": "1700.00", "currency": "CAD"}
        assert row["outstanding"] == {"amount": "170.00", "currency": "CAD"}
        others = row["other_currencies"]
        dollars = {"amount": "500.00", "currency": "USD"}, {"amount": "700.00", "currency": "CAD"}
        assert others["mrr"] == [{"amount": dollars[0], "converted": dollars[1]}]
        assert [(one["amount"]["amount"], one["converted"]) for one in others["outstanding"]] == [
            ("10.00", None),
            ("50.00", {"amount": "70.00", "currency": "CAD"}),
        ]
        assert others["overdue"] == []
