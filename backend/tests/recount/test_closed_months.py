"""Months that are over: whatever is done later, their figures stay as they were told, or the log says why not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.connectors.quickbooks.shapes import Applied, Changes, Invoice, Payment, Tombstone
from regie.connectors.teamwork.shapes import TimeEntry
from regie.core.audit.activity import act_as
from regie.core.db.database import Database
from regie.domains.integrations.sync.quickbooks import keep_deletions, keep_invoices, keep_payments
from regie.domains.integrations.sync.teamwork import keep_time_entries
from regie.domains.integrations.sync.upserts import sweep
from regie.domains.records.invoices.models import Invoice as InvoiceMirror
from tests.factories.log import log_of
from tests.recount.agency import Agency
from tests.recount.book import Row
from tests.recount.figures import OF_NOW
from tests.recount.history import CLOSES
from tests.recount.story import live

SPANS = [("2024-01-01", "2025-12-31"), ("2025-12-01", "2025-12-31"), ("2026-02-01", "2026-02-28")]
THIS_MONTH, LAST_MONTH = date(2026, 3, 12), date(2026, 2, 11)
_LISTENERS = ("admin", "anne", "chloe")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> Agency:
    return live(migrated, stops=()).agency


def _told(agency: Agency) -> dict[str, Any]:
    """Everything that is told of months that are over, of the house and of single people."""
    found: dict[str, Any] = {}
    for name in _LISTENERS:
        for first, last in SPANS:
            asked = {"from": first, "to": last, "currency": "CAD"}
            figures = agency.ask(name, "/api/v1/dashboard", **asked)["data"]["figures"]
            found |= {f"{name} {first} {figure}": told for figure, told in figures.items() if figure not in OF_NOW}
    asked = {"from": "2025-01-01", "to": "2026-02-28", "currency": "CAD"}
    analysis = agency.ask("admin", "/api/v1/churns-analysis", **asked)["data"]
    return found | {f"bridge {month['starts_on']}": month for month in analysis["months"]}


def _an_invoice(agency: Agency, of: Callable[[Row], bool] = lambda _: True) -> Row:
    """One that stands, of a fixed price: revenue of a month that is over."""
    book = agency.book()
    fixed = {project["id"] for project in book.where("projects", kind="fixed")}
    alone = [
        row
        for row in book.where("invoices", is_voided=False, deleted_at=None)
        if row["project_id"] in fixed and not book.where("project_payments", invoice_id=row["id"]) and of(row)
        and row["issued_on"] <= date(2025, 12, 31)
    ]  # fmt: skip
    return alone[0]


def _as_sent(row: Row, now: datetime, **changed: Any) -> Invoice:
    values = {
        "external_id": row["external_id"], "number": row["number"], "customer_id": row["customer_id"],
        "customer_name": row["customer_name"], "currency": row["currency"], "exchange_rate": None,
        "issued_on": row["issued_on"], "due_on": row["due_on"], "subtotal": row["subtotal"], "tax": row["tax"],
        "total": row["total"], "balance": row["balance"], "home_total": None, "home_balance": None,
        "is_voided": row["is_voided"], "note": None, "payment_ids": (), "created_at": None, "updated_at": now,
        "source_url": "", "raw": {},
    }  # fmt: skip
    return Invoice(**(values | changed))


@contextmanager
def _synchronising(agency: Agency) -> Iterator[Session]:
    """As the worker writes: System, now."""
    with agency.database.write() as session:
        act_as(session, None, agency.clock.now())
        yield session


def _sync_invoice(agency: Agency, row: Row, **changed: Any) -> None:
    now = agency.clock.now()
    with _synchronising(agency) as session:
        keep_invoices(session, [_as_sent(row, now, **changed)], now, agency.clock, "CAD")


def _void(agency: Agency) -> None:
    nothing = dict.fromkeys(("subtotal", "tax", "total", "balance"), Decimal(0))
    _sync_invoice(agency, _an_invoice(agency), is_voided=True, **nothing)


def _come_again(agency: Agency) -> None:
    _sync_invoice(agency, _an_invoice(agency))


def _grow(agency: Agency) -> None:
    row = _an_invoice(agency)
    _sync_invoice(agency, row, subtotal=row["subtotal"] + 100, total=row["total"] + 100, balance=row["balance"] + 100)


def _arrive_late(agency: Agency) -> None:
    _sync_invoice(
        agency, _an_invoice(agency) | {"external_id": f"late-{len(log_of(agency.database))}"}, balance=Decimal(77)
    )


def _delete_invoice(agency: Agency) -> None:
    gone = Tombstone("Invoice", _an_invoice(agency)["external_id"], agency.clock.now())
    with _synchronising(agency) as session:
        changes = Changes((), (), (), (), (gone,), (), agency.clock.now(), ())
        keep_deletions(session, changes, agency.clock.now())


def _vanish(agency: Agency) -> None:
    """A full reading that no longer sees one of them."""
    now, key = agency.clock.now(), _an_invoice(agency)["id"]
    with _synchronising(agency) as session:
        sweep(session, InvoiceMirror, now + timedelta(days=999), now, InvoiceMirror.id == key)


def _pay(agency: Agency, on: date) -> None:
    """Ten dollars of an invoice that was owed at the end of every month."""
    owed = _an_invoice(agency, lambda row: row["balance"] == row["total"] > 100)
    now = agency.clock.now()
    with _synchronising(agency) as session:
        applied = (Applied(Decimal(10), "Invoice", owed["external_id"]),)
        payment = Payment(f"paid-{on}", None, None, owed["currency"], None, on, Decimal(10), Decimal(0), None, False,
                          applied, None, now, "", {})  # fmt: skip
        keep_payments(session, [payment], now, "CAD")
    _sync_invoice(agency, owed, balance=owed["balance"] - 10)


def _work(agency: Agency, on: date) -> None:
    now = agency.clock.now()
    at = datetime(on.year, on.month, on.day, 15, tzinfo=now.tzinfo)
    entry = TimeEntry(f"worked-{on}", "person-chloe", "work-C", None, at, 95, True, None, False, None, now, {})
    with _synchronising(agency) as session:
        keep_time_entries(session, [entry], now, agency.clock)


def _correct_rate(agency: Agency, on: date) -> None:
    (row,) = agency.book().where("exchange_rates", currency="USD", valid_on=on)
    agency.do("PATCH", f"exchange-rates/{row['api_id']}", {"rate": "1.9999", "reason": "Typed wrong"})


def _settle(**fields: Any) -> Callable[[Agency], None]:
    return lambda agency: agency.settle(**fields)


def _change(name: str, **fields: Any) -> Callable[[Agency], None]:
    return lambda agency: agency.change(name, **fields)


def _hand_on(agency: Agency) -> None:
    agency.change("C", account_manager=agency.users["bo"].api_id)


def _wait(agency: Agency) -> None:
    """Until the month is over too."""
    agency.at(CLOSES + timedelta(days=40))


def _award(agency: Agency) -> None:
    value = agency.book().rows["awards"][0]["core_value_id"]
    with agency.database.read() as db:
        api_id = db.exec_driver_sql(f"SELECT api_id FROM core_values WHERE id = {int(value)}").scalar_one()  # noqa: S608
    body = {"core_value": api_id, "message": "Merci pour tout ce travail", "visibility": "everyone"}
    agency.do("POST", f"employees/{agency.employees['eve'].api_id}/core-values", body)


def _check_in(agency: Agency) -> None:
    goal = agency.book().where("employee_goals", measure="number", visibility="everyone", status="active")[0]
    agency.do("POST", f"employee-goals/{goal['api_id']}/check-ins", {"checked_on": str(CLOSES), "value": "9"})


def _start_today(agency: Agency) -> None:
    agency.start("K", "Boréal", "USD", str(agency.today), manager="bo", monthly_fee="333.00")


def _backdate(agency: Agency) -> None:
    agency.start("L", "Boréal", "USD", "2025-12-15", manager="bo", monthly_fee="333.00")


def _lose(name: str, effective_on: str) -> Callable[[Agency], None]:
    return lambda agency: agency.lose(name, effective_on, {"anne": 100})


@dataclass(frozen=True)
class Later:
    """What is done after a month was told; `logged` is what the log calls the subject that moved it."""

    deed: Callable[[Agency], None]
    logged: str = ""


STAYS = {
    "todays-rate": lambda agency: _correct_rate(agency, CLOSES),
    "paid-this-month": lambda agency: _pay(agency, THIS_MONTH),
    "hours-of-this-month": lambda agency: _work(agency, THIS_MONTH),
    "the-same-again": _come_again,
    "fee-from-today": _change("C", monthly_fee="1250.00", fee_starts_on=str(CLOSES)),
    "rollover": _change("C", rollover="both", rollover_cap_hours="5", included_hours="99"),
    "thresholds": _settle(alert_thresholds=[40, 90], rollover="both", attribution_look_back_months=3),
    "award": _award,
    "check-in": _check_in,
    "begins-today": _start_today,
    "lost-this-month": _lose("F", "2026-03-31"),
    "time-alone": _wait,
}
MOVES = {
    "rate-of-then": Later(lambda agency: _correct_rate(agency, date(2025, 12, 31)), "exchange_rate"),
    "voided": Later(_void, "invoice"),
    "grown": Later(_grow, "invoice"),
    "deleted": Later(_delete_invoice, "invoice"),
    "vanished": Later(_vanish, "invoice"),
    "arrived-late": Later(_arrive_late, "connection"),
    "paid-last-month": Later(lambda agency: _pay(agency, LAST_MONTH), "connection"),
    "hours-of-last-month": Later(lambda agency: _work(agency, LAST_MONTH), "connection"),
    "fee-of-last-year": Later(_change("C", monthly_fee="1300.00", fee_starts_on="2025-10-01"), "project"),
    "begun-last-year": Later(_backdate, "project"),
    "paused": Later(_change("H", status="on_hold"), "project"),
    "lost-last-month": Later(_lose("I", "2026-02-15"), "churn"),
    "handed-on": Later(_hand_on, "project"),
    "ageing": Later(_settle(ageing_edges=[15, 45, 75]), "settings"),
}


@pytest.mark.one_database
@pytest.mark.parametrize("name", STAYS)
def test_what_happens_later_leaves_months_that_are_over_identical(agency: Agency, name: str):
    before = _told(agency)
    STAYS[name](agency)
    after = _told(agency)
    agency.at(CLOSES)
    assert {key: after[key] for key in before if after[key] != before[key]} == {}


@pytest.mark.one_database("postgres")
@pytest.mark.parametrize("name", MOVES)
def test_what_moves_a_month_that_is_over_stands_in_the_log(agency: Agency, name: str):
    before, known = _told(agency), len(log_of(agency.database))
    MOVES[name].deed(agency)
    after = _told(agency)
    assert [key for key in before if after[key] != before[key]] != []
    entries = log_of(agency.database)[known:]
    assert MOVES[name].logged in {entry.subject_type for entry in entries}
    # Whoever looks after the house finds it.
    assert {entry.api_id for entry in entries} <= _shown_log(agency)


def _shown_log(agency: Agency) -> set[str]:
    shown: set[str] = set()
    for page in range(1, 100):
        found = agency.ask("super", "/api/v1/activity", per_page=100, page=page)["data"]
        shown |= {entry["api_id"] for entry in found}
        if len(found) < 100:
            break
    return shown


def test_a_void_says_what_the_invoice_came_to_and_a_batch_of_which_days_it_is(agency: Agency):
    row, known = _an_invoice(agency), len(log_of(agency.database))
    _void(agency)
    batch, own = log_of(agency.database)[known:]
    assert (batch.action, batch.subject_name, batch.topic) == ("imported", "QuickBooks", "money")
    days = [None, str(row["issued_on"])]
    assert batch.changes == {"updated": [None, 1], "first_on": days, "last_on": days}
    assert (own.action, own.subject_api_id, own.subject_name) == ("changed", row["api_id"], row["number"])
    assert own.changes["amount"] == [f"{row['subtotal']:.2f}", None]
    assert own.actor_name is None


def test_what_is_of_this_month_is_no_news_to_the_log(agency: Agency):
    known = len(log_of(agency.database))
    _work(agency, THIS_MONTH - timedelta(days=1))
    _pay(agency, THIS_MONTH - timedelta(days=1))
    _come_again(agency)
    assert log_of(agency.database)[known:] == []
