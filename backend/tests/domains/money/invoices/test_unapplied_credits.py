"""Payments and credit notes that no invoice has used: netted in receivables, on any day, within the caller's rights."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.conftest import NOON
from tests.factories.work import make_client, make_credit, make_invoice, make_receipt
from tests.factories.world import World, assert_unchanged, build_world

CREDITS, AGING, BY_CLIENT = "/api/v1/unapplied-credits", "/api/v1/receivables-aging", "/api/v1/receivables-by-client"
MAY, JUNE = date(2026, 5, 31), date(2026, 6, 30)


@pytest.fixture
def world(database: Database) -> World:
    """One debt of 1,000.00; a deposit of 250.00; a credit note of 300.00, of which 200.00 are used in June."""
    world = build_world(database)
    with world.database.write() as session:
        client = make_client(session, name="Érable")
        own: dict[str, Any] = {"client_id": client.id}
        invoice = make_invoice(
            session, issued_on=date(2026, 4, 1), due_on=date(2026, 5, 1), total="1000.00", balance=Decimal(800), **own
        )
        make_credit(session, "250.00", date(2026, 5, 10), **own)
        memo = make_credit(session, "100.00", date(2026, 5, 12), kind="credit_memo", total=Decimal(300), **own)
        make_receipt(session, invoice, "200.00", date(2026, 6, 5), kind="credit", credit_external_id=memo.external_id)
        make_credit(session, "40.00", date(2026, 12, 24), **own)
        make_credit(session, "60.00", date(2026, 5, 1), deleted_at=NOON, **own)
        make_credit(session, "75.00", date(2026, 5, 2), currency="USD", customer_name="Inconnu")
    return world


def _data(world: World, path: str, column: str = "admin") -> Any:
    response = world.browser(column).get(path)
    assert response.status_code == 200, response.text
    return response.json()["data"]


@pytest.mark.parametrize(
    ("day", "unapplied", "total"),
    [(MAY, "-550.00", "450.00"), (JUNE, "-350.00", "450.00"), (None, "-350.00", "450.00")],
)
def test_unapplied_credits_are_netted_on_any_day(world: World, day: date | None, unapplied: str, total: str):
    """Using a credit changes the debt and the unapplied amount, and not the total."""
    query = f"as_of={day}&" if day else ""
    lines = {line["currency"]: line for line in _data(world, f"{AGING}?{query}")["currencies"]}
    assert (lines["CAD"]["unapplied"]["amount"], lines["CAD"]["total"]["amount"]) == (unapplied, total)
    assert (lines["USD"]["unapplied"]["amount"], lines["USD"]["total"]["amount"]) == ("-75.00", "-75.00")
    listed = _data(world, f"{CREDITS}?{query}currency=CAD")
    assert sum(Decimal(row["balance"]["amount"]) for row in listed) == Decimal(unapplied)
    rows = {row["client"] and row["client"]["name"]: row for row in _data(world, f"{BY_CLIENT}?{query}currency=CAD")}
    assert rows["Érable"]["total"]["amount"] == total
    assert rows["Érable"]["currencies"][0]["unapplied"]["amount"] == unapplied
    # A row of nothing but credits; its amount has no rate.
    assert (rows[None]["invoices"], rows[None]["unconverted"][0]["amount"]) == (0, "-75.00")
    last = f"from={(day or NOON.date()).replace(day=1)}&to={day or NOON.date()}&currency=CAD"
    figure = _data(world, f"/api/v1/dashboard?{last}")["figures"]["receivables"]
    assert figure["money"]["amount"] == total
    groups = {group["name"]: group["money"]["amount"] for group in figure["groups"]}
    assert groups["unapplied"] == unapplied
    behind = _data(world, f"/api/v1/dashboard-rows?{last}&figure=receivables&group=unapplied")
    assert {row["kind"] for row in behind} == {"credit"}
    overdue = _data(world, f"/api/v1/dashboard?{last}")["figures"]["overdue"]["money"]["amount"]
    assert overdue == ("1000.00" if day == MAY else "800.00")


def test_client_owes_less_what_it_may_deduct(world: World):
    with world.database.write() as session:
        rich = make_client(session, name="Riche")
        make_credit(session, "12.00", MAY, client_id=rich.id)
    found = {row["name"]: row for row in _data(world, "/api/v1/clients?per_page=100&sort=-outstanding")}
    assert (found["Érable"]["outstanding"]["amount"], found["Riche"]["outstanding"]["amount"]) == ("450.00", "-12.00")
    names = [name for name in found if name in ("Érable", "Riche")]
    assert names == ["Érable", "Riche"]
    client = _data(world, f"/api/v1/clients/{found['Érable']['api_id']}")
    assert (client["outstanding"]["amount"], client["unapplied"]["amount"]) == ("450.00", "-350.00")
    rows = _data(world, f"/api/v1/figure-rows?figure=client_outstanding&id={client['api_id']}")
    assert sum(Decimal(row["amount"]["amount"]) for row in rows) == Decimal(450)


def test_list_filters_sorts_and_exports(world: World):
    assert [row["number"] is not None for row in _data(world, CREDITS)] == [True] * 3
    assert [row["kind"] for row in _data(world, f"{CREDITS}?kind=credit_memo")] == ["credit_memo"]
    assert [row["customer_name"] for row in _data(world, f"{CREDITS}?matched=false")] == ["Inconnu"]
    assert [row["customer_name"] for row in _data(world, f"{CREDITS}?search=INCON")] == ["Inconnu"]
    amounts = [row["balance"]["amount"] for row in _data(world, f"{CREDITS}?currency=CAD&sort=balance")]
    assert amounts == ["-250.00", "-100.00"]
    with assert_unchanged(world.database):
        assert world.browser("admin").get(f"{CREDITS}?kind=gift").status_code == 422
        assert world.browser("admin").get(f"{CREDITS}?as_of=2026-02-30").status_code == 422
    made = world.browser("admin").post("/api/v1/exports", {"list_name": "unapplied-credits", "format": "csv"})
    assert made.status_code == 201, made.text
    assert made.json()["data"]["total"] == 3


def test_account_managers_see_the_credits_of_their_clients(world: World):
    with world.database.write() as session:
        mine = make_client(session, account_manager_id=world.people["account_manager"].user.id)
        make_credit(session, "5.00", MAY, client_id=mine.id)
    assert [row["balance"]["amount"] for row in _data(world, CREDITS, "account_manager")] == ["-5.00"]
    lines = _data(world, AGING, "account_manager")["currencies"]
    assert [(line["currency"], line["total"]["amount"]) for line in lines] == [("CAD", "-5.00")]
    with assert_unchanged(world.database):
        assert world.browser("employee").get(CREDITS).status_code == 403


def test_invoice_that_was_voided_later_was_owed_until_then(world: World):
    """Its payment was made, and is a credit only from the day of the voiding on."""
    with world.database.write() as session:
        client = make_client(session, name="Annulé")
        own: dict[str, Any] = {"client_id": client.id, "currency": "CHF"}
        voided = make_invoice(
            session, issued_on=date(2026, 4, 1), due_on=date(2026, 5, 1), total="0.00", is_voided=True,
            voided_at=NOON.replace(month=7, day=10), balance_when_voided=Decimal(700), **own,
        )  # fmt: skip
        paid = make_credit(session, "300.00", date(2026, 5, 20), **own)
        make_receipt(
            session, voided, "300.00", date(2026, 5, 20), credit_external_id=paid.external_id,
            deleted_at=NOON.replace(month=7, day=11), currency="CHF",
        )  # fmt: skip

    def read(day: str) -> tuple[str, str]:
        line = next(one for one in _data(world, f"{AGING}?as_of={day}")["currencies"] if one["currency"] == "CHF")
        return line["total"]["amount"], line["unapplied"]["amount"]

    assert read("2026-05-10") == ("1000.00", "0.00")
    assert read("2026-06-30") == ("700.00", "0.00")
    assert read("2026-07-10") == ("-300.00", "-300.00")
