"""Changes that the outside services report late, saved as the worker saves them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.connectors.quickbooks.shapes import ChangeSet, Invoice, Payment, PaymentAllocation, Tombstone
from regie.connectors.teamwork.shapes import TimeEntry
from regie.core.audit.activity import set_author
from regie.domains.integrations.sync.quickbooks import save_deletions, save_invoices, save_payments
from regie.domains.integrations.sync.teamwork import save_time_entries
from regie.domains.integrations.sync.upserts import mark_missing
from regie.domains.records.invoices.models import Invoice as InvoiceMirror
from tests.factories.activity import read_activity
from tests.recount.agency import Agency
from tests.recount.snapshot import Row


def _to_source_invoice(row: Row, now: datetime, **changed: Any) -> Invoice:
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
def _synchronizing(agency: Agency) -> Iterator[Session]:
    """Write as the worker does, with the system as the author."""
    with agency.database.write() as session:
        set_author(session, None, agency.clock.now())
        yield session


def sync_invoice(agency: Agency, row: Row, **changed: Any) -> None:
    now = agency.clock.now()
    with _synchronizing(agency) as session:
        save_invoices(session, [_to_source_invoice(row, now, **changed)], now, agency.clock, "CAD")


def void_invoice(agency: Agency, row: Row) -> None:
    nothing = dict.fromkeys(("subtotal", "tax", "total", "balance"), Decimal(0))
    sync_invoice(agency, row, is_voided=True, **nothing)


def resend_unchanged(agency: Agency, row: Row) -> None:
    sync_invoice(agency, row)


def increase_amount(agency: Agency, row: Row) -> None:
    sync_invoice(agency, row, subtotal=row["subtotal"] + 100, total=row["total"] + 100, balance=row["balance"] + 100)


def add_late_invoice(agency: Agency, row: Row) -> None:
    sync_invoice(
        agency,
        row | {"external_id": f"late-{len(read_activity(agency.database))}"},
        balance=Decimal(77),
    )


def delete_invoice(agency: Agency, row: Row) -> None:
    tombstone = Tombstone("Invoice", row["external_id"], agency.clock.now())
    with _synchronizing(agency) as session:
        changes = ChangeSet((), (), (), (), (tombstone,), (), agency.clock.now(), ())
        save_deletions(session, changes, agency.clock.now())


def sweep_invoice(agency: Agency, row: Row) -> None:
    """Simulate a full synchronization that no longer finds the invoice."""
    now, key = agency.clock.now(), row["id"]
    with _synchronizing(agency) as session:
        mark_missing(session, InvoiceMirror, now + timedelta(days=999), now, InvoiceMirror.id == key)


def pay_invoice(agency: Agency, owed: Row, on: date) -> None:
    """Pay a part of an invoice: 10 in its currency."""
    now = agency.clock.now()
    with _synchronizing(agency) as session:
        applied = (PaymentAllocation(Decimal(10), "Invoice", owed["external_id"]),)
        payment = Payment(f"paid-{on}", None, None, owed["currency"], None, on, Decimal(10), Decimal(0), None, False,
                          applied, None, now, "", {})  # fmt: skip
        save_payments(session, [payment], now, "CAD")
    sync_invoice(agency, owed, balance=owed["balance"] - 10)


def log_hours(agency: Agency, on: date) -> None:
    now = agency.clock.now()
    at = datetime(on.year, on.month, on.day, 15, tzinfo=now.tzinfo)
    entry = TimeEntry(
        f"worked-{on}", "person-chloe", "work-C", None, None, at, 95, True, None, False, None, now, None, {}
    )
    with _synchronizing(agency) as session:
        save_time_entries(session, [entry], now, agency.clock)
