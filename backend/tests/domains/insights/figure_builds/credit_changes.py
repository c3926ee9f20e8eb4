"""Changes credits of customers, and voids invoices: payments that are applied, removed and free again."""

from datetime import UTC, date, datetime
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment
from tests.domains.insights.figure_builds.agency import Agency, any_day, pick
from tests.domains.insights.figure_builds.dated_changes import ALL_CHANGES as OTHER_CHANGES
from tests.factories.work import make_credit


def _add_credit(session: Session, agency: Agency, random: Random) -> None:
    credit = make_credit(
        session,
        str(Decimal(random.randrange(1, 40_000)) / 100),
        any_day(random),
        kind=random.choice(("payment", "credit_memo")),
        client_id=random.choice([*agency.clients, None]),
        currency=random.choice(("CAD", "USD")),
    )
    part = pick(session, random, InvoicePayment)
    session.execute(
        update(InvoicePayment).where(InvoicePayment.id == part).values(credit_external_id=credit.external_id)
    )


def _change_credit(session: Session, agency: Agency, random: Random) -> None:
    _add_credit(session, agency, random)
    key = pick(session, random, CustomerCredit)
    changes: list[dict[str, Any]] = [
        {"client_id": random.choice([*agency.clients, None])},
        {"dated_on": any_day(random)},
        {"currency": "EUR"},
        {"balance": Decimal(random.randrange(0, 3) * 10)},
        {"deleted_at": random.choice((datetime(2026, 9, 3, tzinfo=UTC), None))},
    ]
    session.execute(update(CustomerCredit).where(CustomerCredit.id == key).values(random.choice(changes)))


def _void_invoice(session: Session, agency: Agency, random: Random) -> None:
    """As the service does: amounts are zero, and its payments are removed."""
    key = pick(session, random, Invoice, Invoice.is_voided.is_(False), Invoice.voided_at.is_(None))
    if key is None:
        return
    invoice = session.get_one(Invoice, key)
    day: date = any_day(random)
    at = datetime(day.year, day.month, day.day, 15, tzinfo=UTC)
    parts = update(InvoicePayment).where(InvoicePayment.invoice_external_id == invoice.external_id)
    session.execute(parts.values(deleted_at=at))
    invoice.balance_when_voided, invoice.voided_at, invoice.is_voided = invoice.balance, at, True
    invoice.subtotal = invoice.total = invoice.balance = Decimal(0)


ALL_CHANGES = OTHER_CHANGES | {
    "add credit": _add_credit,
    "change credit": _change_credit,
    "void invoice": _void_invoice,
}
