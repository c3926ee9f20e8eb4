"""A month that was closed again shows each figure as first and as last published, and why it was reopened."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.core.db.database import Database
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.factories.work import SYNCED, make_client, make_invoice, make_project

OCTOBER = "/api/v1/months/2026-10"
REASON = "L’avoir d’Érable manquait"


@pytest.fixture
def controller(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("financial_manager", first_name="Zoé", last_name="Lefebvre")


@pytest.fixture
def agency(database: Database) -> int:
    """A client with a retainer of 1000 CAD since January, and an invoice of October with 200 CAD owed."""
    with database.write() as session:
        client = make_client(session, currency="CAD")
        make_project(
            session, client_id=client.id, kind="retainer", status="active", monthly_fee="1000.00", currency="CAD",
            start_on=date(2026, 1, 1),
        )  # fmt: skip
        amounts = {"subtotal": Decimal(200), "tax": Decimal(0), "total": Decimal(200), "balance": Decimal(200)}
        return make_invoice(
            session, client_id=client.id, issued_on=date(2026, 10, 5), due_on=date(2026, 10, 20), currency="CAD",
            **amounts,
        ).id  # fmt: skip


def _close(browser: Browser) -> None:
    answer = browser.post(f"{OCTOBER}/closings", {"reason": "Checked"})
    assert answer.status_code == 201, answer.text


def _reopen(browser: Browser, reason: str = REASON) -> None:
    answer = browser.post(f"{OCTOBER}/reopenings", {"reason": reason})
    assert answer.status_code == 201, answer.text


def _correct(database: Database, invoice: int, balance: str) -> None:
    with database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == invoice).values(balance=Decimal(balance)))


def _figures(browser: Browser) -> dict[str, dict[str, Any]]:
    answer = browser.get(f"{OCTOBER}/figures?currency=CAD")
    assert answer.status_code == 200, answer.text
    return {one["name"]: one for one in answer.json()["data"]["figures"]}


def _money(figure: dict[str, Any], name: str) -> str | None:
    return figure[name] and figure[name]["money"]["amount"]


def test_month_that_is_closed_once_has_no_correction(agency: int, controller: Browser):
    _close(controller)
    for figure in _figures(controller).values():
        assert (figure["first_published"], figure["correction"]) == (None, None)


def test_each_figure_shows_what_was_published_first_and_now(agency: int, controller: Browser, database: Database):
    _close(controller)
    before = {name: figure["published"] for name, figure in _figures(controller).items()}
    for balance in ("150.00", "80.00"):
        _reopen(controller)
        _correct(database, agency, balance)
        _close(controller)
    figures = _figures(controller)
    assert {name: figure["first_published"] for name, figure in figures.items()} == before
    owed = figures["receivables"]
    shown = ("first_published", "published", "correction", "known_today", "difference")
    assert [_money(owed, name) for name in shown] == ["200.00", "80.00", "-120.00", "80.00", None]
    assert _money(figures["overdue"], "correction") == "-120.00"
    changed = {name for name, figure in figures.items() if figure["correction"]}
    assert changed == {"receivables", "overdue"}
    closings = controller.get(OCTOBER).json()["data"]["closings"]
    reopened = [one["reopened_by"] and (one["reopened_by"]["name"], one["reopen_reason"]) for one in closings]
    assert reopened == [None, ("Zoé Lefebvre", REASON), ("Zoé Lefebvre", REASON)]


def test_reopened_month_still_shows_what_was_published_first(agency: int, controller: Browser, database: Database):
    _close(controller)
    _reopen(controller)
    _correct(database, agency, "150.00")
    owed = _figures(controller)["receivables"]
    shown = ("first_published", "published", "correction", "known_today")
    assert [_money(owed, name) for name in shown] == ["200.00", None, None, "150.00"]


def _corrections(browser: Browser, figure: str) -> list[dict[str, Any]]:
    query = f"month=2026-10&figure={figure}&currency=CAD&compared=first_closing&per_page=100"
    answer = browser.get(f"/api/v1/month-restatements?{query}")
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def test_records_behind_a_correction_add_up_to_it(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, currency="CAD")
        money = {"tax": Decimal(0), "total": Decimal(70), "balance": Decimal(70), "subtotal": Decimal(70)}
        other = make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 6), currency="CAD", **money).id
    _close(controller)
    assert _corrections(controller, "receivables") == []
    _reopen(controller)
    _correct(database, agency, "150.00")
    # A month that is open again has no second publication to compare.
    assert _corrections(controller, "receivables") == []
    with database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == other).values(deleted_at=SYNCED, synced_at=SYNCED))
        session.get_one(Invoice, other).balance = Decimal(0)
    _close(controller)
    # What changes after the last closing is a restatement, no correction.
    _correct(database, agency, "10.00")
    figures = _figures(controller)
    for name in ("receivables", "overdue", "mrr", "revenue"):
        rows, correction = _corrections(controller, name), figures[name]["correction"]
        added = sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal(0))
        assert added == (Decimal(correction["money"]["amount"]) if correction else 0), name
    found = [
        (row["kind"], row["published"]["amount"], row["known_today"] and row["known_today"]["amount"])
        for row in _corrections(controller, "receivables")
    ]
    assert ("invoice", "200.00", "150.00") in found
