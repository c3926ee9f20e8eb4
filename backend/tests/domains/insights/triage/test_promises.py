"""Tests the broken promises to pay of the triage list: their rest at stake, their count, and whose clients they are."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.insights.triage.reading import count_kind, find_row
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_receipt
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _promise(
    world: World, promised_on: str = "2026-11-18", currency: str = "CAD", column: str = "account_manager"
) -> str:
    """Record the promise of 200 by a client with an overdue invoice of 300."""
    with world.database.write() as session:
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
        client = make_client(session, account_manager_id=world.people[column].user.id)
        make_invoice(session, client_id=client.id, total="300.00", currency=currency, due_on=date(2026, 10, 1))
        record = client.api_id
    entry = {"contacted_on": "2026-11-02", "kind": "call", "text": "Paiera", "promised_on": promised_on,
             "promised_amount": "200.00", "promised_currency": currency}  # fmt: skip
    response = world.browser("admin").post(f"/api/v1/clients/{record}/collection-entries", entry)
    assert response.status_code == 201, response.text
    return record


def _pay(world: World, record: str, amount: str) -> None:
    with world.database.write() as session:
        client = session.query(Client).filter_by(api_id=record).one()
        invoice = make_invoice(session, client_id=client.id, total=amount, balance=Decimal(0))
        make_receipt(session, invoice, amount, date(2026, 11, 5))


def test_what_was_promised_and_not_paid_is_at_stake(world: World, admin: Browser):
    record = _promise(world)
    _pay(world, record, "60.00")
    row = find_row(admin, "promise", record)
    assert row is not None
    assert row["at_stake"] == {"amount": "140.00", "currency": "CAD"}
    assert (row["on"], row["days"]) == ("2026-11-18", 2)
    assert row["owner"]["api_id"] == world.people["account_manager"].user.api_id
    _pay(world, record, "140.00")
    assert find_row(admin, "promise", record) is None
    assert find_row(admin, "overdue", record) is not None


def test_promise_is_in_the_currency_of_the_reader(world: World, admin: Browser):
    with world.database.write() as session:
        make_rate(session, "EUR", date(2026, 11, 20), "1.5")
    row = find_row(admin, "promise", _promise(world, currency="EUR"))
    assert row is not None
    assert row["at_stake"] == {"amount": "300.00", "currency": "CAD"}


def test_promise_of_a_day_to_come_is_no_matter(world: World, admin: Browser):
    assert find_row(admin, "promise", _promise(world, "2026-11-20")) is None


def test_client_that_owes_nothing_is_no_matter(world: World, admin: Browser):
    record = _promise(world)
    with world.database.write() as session:
        invoice = (
            session.query(Invoice).join(Client, Client.id == Invoice.client_id).filter(Client.api_id == record).one()
        )
        invoice.is_voided = True
    assert find_row(admin, "promise", record) is None


@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "churn_manager"])
def test_count_is_that_of_the_list_of_receivables(world: World, column: str):
    _promise(world)
    _promise(world, column="admin")
    browser = world.browser(column)
    listed = browser.get("/api/v1/receivables-by-client?status=promise_broken&per_page=1").json()["meta"]["total"]
    assert count_kind(browser, "promise") == listed


def test_account_manager_sees_promises_of_own_clients(world: World):
    own, other = _promise(world), _promise(world, column="admin")
    manager = world.browser("account_manager")
    assert find_row(manager, "promise", own) is not None
    assert find_row(manager, "promise", other) is None
    assert find_row(world.browser("employee"), "promise", own) is None


def test_promise_is_snoozed_and_assigned(world: World, admin: Browser):
    record, finance = _promise(world), world.people["financial_manager"].user.api_id
    body: dict[str, Any] = {"kind": "promise", "record": record}
    assert admin.put("/api/v1/triage-assignment", body | {"user": finance}).status_code == 200
    assert find_row(world.browser("financial_manager"), "promise", record, "mine") is not None
    assert admin.put("/api/v1/triage-snooze", body | {"until": "2026-11-23"}).status_code == 204
    assert find_row(admin, "promise", record) is None
    assert find_row(admin, "overdue", record) is not None
    with assert_unchanged(world.database):
        employee = world.people["employee"].user.api_id
        assert admin.put("/api/v1/triage-assignment", body | {"user": employee}).status_code == 422
