"""Tests the revenue of a client by month: each equals the dashboard's of that month, in the client's currency."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_project

SignIn = Callable[..., Browser]


def _populate(database: Database) -> str:
    """A client with a retainer that grew, and billed fixed-price and out-of-scope work, one in US dollars."""
    with database.write() as session:
        make_rate(session, "USD", date(2026, 6, 20), "1.40")
        client = make_client(session, currency="CAD")
        make_project(session, client_id=client.id, monthly_fee="1000.00", start_on=date(2026, 3, 1))
        make_project(
            session, client_id=client.id, monthly_fee="250.00", start_on=date(2025, 9, 1),
            status="ended", end_on=date(2026, 1, 31),
        )  # fmt: skip
        for kind, currency, day, subtotal in (
            ("fixed", "CAD", date(2026, 5, 12), "4000.00"),
            ("oos", "USD", date(2026, 6, 20), "500.00"),
            ("fixed", "USD", date(2026, 2, 10), "70.00"),
            ("fixed", "CAD", date(2025, 10, 2), "900.00"),
        ):
            project = make_project(session, kind=kind, currency=currency, client_id=client.id)
            make_invoice(
                session, client_id=client.id, project_id=project.id, issued_on=day, currency=currency,
                subtotal=Decimal(subtotal), total=Decimal(subtotal), balance=Decimal(0),
            )  # fmt: skip
        return client.api_id


def _revenue(browser: Browser, client: str) -> dict[str, Any]:
    response = browser.get(f"/api/v1/clients/{client}/revenue")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def test_months_equal_the_dashboard(database: Database, sign_in_as: SignIn):
    client = _populate(database)
    browser = sign_in_as("admin")
    found = _revenue(browser, client)
    assert [month["starts_on"] for month in found["months"]] == [
        "2025-12-01",
        *(f"2026-{month:02}-01" for month in range(1, 12)),
    ]
    assert found["months"][-1]["ends_on"] == found["as_of"] == "2026-11-20"
    for month in found["months"]:
        days = {"from": month["starts_on"], "to": month["ends_on"], "currency": "CAD"}
        figures = browser.get("/api/v1/dashboard", params=days).json()["data"]["figures"]
        assert month["revenue"] == figures["revenue"]["money"], month["starts_on"]
        assert month["mrr"] == figures["mrr"]["money"], month["starts_on"]
    kinds = {one["kind"]: one["money"]["amount"] for one in found["months"][5]["kinds"]}
    assert kinds == {"retainer": "1000.00", "fixed": "4000.00"}
    assert found["unconverted"] == [{"amount": "70.00", "currency": "USD"}]
    total = sum(Decimal(month["revenue"]["amount"]) for month in found["months"])
    assert Decimal(found["total"]["amount"]) == total
    assert found["previous"] == {"amount": "1566.67", "currency": "CAD"}


def test_an_incomplete_earlier_total_is_not_compared(database: Database, sign_in_as: SignIn):
    client = _populate(database)
    with database.write() as session:
        row = session.query(Client).filter_by(api_id=client).one()
        project = make_project(session, kind="fixed", currency="USD", client_id=row.id)
        make_invoice(
            session, client_id=row.id, project_id=project.id, issued_on=date(2025, 3, 3), currency="USD",
            subtotal=Decimal(30), total=Decimal(30), balance=Decimal(0),
        )  # fmt: skip
    found = _revenue(sign_in_as("admin"), client)
    assert (found["previous"], found["unconverted"]) == (None, [{"amount": "70.00", "currency": "USD"}])


def test_other_clients_do_not_count(database: Database, sign_in_as: SignIn):
    _populate(database)
    with database.write() as session:
        empty = make_client(session, currency="USD").api_id
    found = _revenue(sign_in_as("financial_manager"), empty)
    nothing = {"amount": "0.00", "currency": "USD"}
    assert (found["total"], found["previous"], found["unconverted"]) == (nothing, nothing, [])
    assert all((month["kinds"], month["mrr"]) == ([], nothing) for month in found["months"])


@pytest.mark.parametrize("role", ["account_manager", "churn_manager", "employee"])
def test_amounts_of_others_are_refused(database: Database, sign_in_as: SignIn, role: str):
    client = _populate(database)
    assert sign_in_as(role).get(f"/api/v1/clients/{client}/revenue").status_code == 403


def _void_an_invoice_of_may(database: Database) -> None:
    with database.write() as session:
        of_may = (Invoice.issued_on == date(2026, 5, 12), Invoice.subtotal == Decimal(4000))
        session.execute(update(Invoice).where(*of_may).values(is_voided=True, voided_at=NOON))


def test_closed_months_are_as_published(database: Database, sign_in_as: SignIn):
    client, browser = _populate(database), sign_in_as("admin")
    assert browser.post("/api/v1/months/2026-05/closings", {"reason": "Checked"}).status_code == 201
    before = _revenue(browser, client)
    assert all(month["known_today"] is None for month in before["months"])
    _void_an_invoice_of_may(database)
    after = _revenue(browser, client)
    (may,) = [month for month in after["months"] if month["known_today"]]
    assert (may["starts_on"], may["revenue"]["amount"]) == ("2026-05-01", "5000.00")
    assert may["known_today"] == {"amount": "1000.00", "currency": "CAD"}
    without = [{**month, "known_today": None} for month in after["months"]]
    assert (without, after["total"]) == (before["months"], before["total"])
    query = f"figure=client_revenue&id={client}&from=2026-05-01&to=2026-05-31&currency=CAD"
    rows = browser.get(f"/api/v1/figure-rows?{query}").json()["data"]
    assert sum(Decimal(row["converted"]["amount"]) for row in rows) == Decimal("5000.00")
    days = {"from": "2026-05-01", "to": "2026-05-31", "currency": "CAD"}
    figures = browser.get("/api/v1/dashboard", params=days).json()["data"]["figures"]
    assert figures["revenue"]["money"] == may["revenue"]


def test_open_months_follow_their_records(database: Database, sign_in_as: SignIn):
    client, browser = _populate(database), sign_in_as("admin")
    _void_an_invoice_of_may(database)
    found = _revenue(browser, client)["months"][5]
    assert (found["revenue"]["amount"], found["known_today"]) == ("1000.00", None)
