"""Saves QuickBooks' payments and credit notes: what they are applied to, and what is not applied to any invoice."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.connectors.quickbooks.shapes import CreditMemo, Payment
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.closed_periods import log_closed_period_changes
from regie.domains.integrations.sync.upserts import Row, RowBatch, mark_deleted, upsert
from regie.domains.records.invoices.models import CustomerCredit, InvoicePayment

_ZERO = Decimal(0)
# The entities of the service, and the kinds of credits.
_KINDS = {"Payment": "payment", "CreditMemo": "credit_memo"}


def save_payments(session: Session, records: Sequence[Payment], now: datetime, home_currency: str) -> int:
    batch = RowBatch(now)
    for payment in records:
        batch.rows.extend(_applied_rows(payment, batch, home_currency))
    upsert(session, InvoicePayment, batch.rows)
    # A changed payment no longer applies to invoices that it omits.
    ids = {payment.external_id for payment in records}
    outdated = (
        InvoicePayment.source_external_id.in_(ids),
        InvoicePayment.synced_at < now,
        InvoicePayment.deleted_at.is_(None),
    )
    with log_closed_period_changes(session, InvoicePayment, now, *outdated):
        session.execute(update(InvoicePayment).where(*outdated).values(deleted_at=now))
    return batch.problems + _save_unapplied(session, records, now, home_currency)


def _save_unapplied(session: Session, records: Sequence[Payment], now: datetime, home_currency: str) -> int:
    """Save the payments that are not wholly applied, or were not when they were last read."""
    batch = RowBatch(now)
    ids = [_credit_id("payment", payment.external_id) for payment in records]
    read_before = select(CustomerCredit.external_id).where(CustomerCredit.external_id.in_(ids))
    known = set(session.execute(read_before).scalars())
    for payment in records:
        is_known = _credit_id("payment", payment.external_id) in known
        if (payment.unapplied or is_known) and payment.paid_on:
            amounts = (payment.total, _ZERO if payment.is_voided else payment.unapplied)
            row = _credit_row(batch, payment, "payment", payment.reference, payment.paid_on, amounts)
            batch.rows.append(row | {"currency": batch.currency(payment.currency, home_currency)})
    upsert(session, CustomerCredit, batch.rows)
    return batch.problems


def save_credit_memos(
    session: Session, records: Sequence[CreditMemo], now: datetime, clock: Clock, home_currency: str
) -> int:
    batch = RowBatch(now)
    for memo in records:
        dated_on = memo.issued_on or (clock.day_of(memo.created_at) if memo.created_at else None)
        if dated_on is None:
            batch.problems += 1
            continue
        amounts = (_ZERO, _ZERO) if memo.is_voided else (memo.total, memo.remaining)
        row = _credit_row(batch, memo, "credit_memo", memo.number, dated_on, amounts)
        batch.rows.append(row | {"currency": batch.currency(memo.currency, home_currency)})
    upsert(session, CustomerCredit, batch.rows)
    return batch.problems


def delete_credits(session: Session, deletions: Mapping[str, dict[str, datetime]], now: datetime) -> None:
    for entity, kind in _KINDS.items():
        deleted = {_credit_id(kind, external_id): moment for external_id, moment in deletions[entity].items()}
        mark_deleted(session, CustomerCredit, deleted, now)


def _credit_id(kind: str, external_id: str) -> str:
    return f"{kind}:{external_id}"


def _credit_row(
    batch: RowBatch,
    record: Payment | CreditMemo,
    kind: str,
    number: str | None,
    dated_on: date,
    amounts: tuple[Decimal | None, Decimal | None],
) -> Row:
    """Build the row of a credit, without its currency; `amounts` are its total and what is not applied."""
    total, balance = (batch.amount(amount) or _ZERO for amount in amounts)
    return {
        "external_id": _credit_id(kind, record.external_id),
        "source_external_id": record.external_id,
        "kind": kind,
        "number": number,
        "customer_id": record.customer_id,
        "customer_name": record.customer_name or "",
        "dated_on": dated_on,
        "total": total,
        "balance": balance,
        "source_url": record.source_url,
        "remote_updated_at": record.updated_at,
        "synced_at": batch.seen_at,
        "deleted_at": None,
    }


def _applied_rows(payment: Payment, batch: RowBatch, home_currency: str) -> Iterator[Row]:
    """One row per invoice and credit; the credit notes of the payment are applied before its money."""
    invoices: dict[str, Decimal] = defaultdict(Decimal)
    memos: dict[str, Decimal] = defaultdict(Decimal)
    for applied in payment.applied:
        amounts = invoices if applied.entity == "Invoice" else memos if applied.entity == "CreditMemo" else None
        if amounts is not None:
            amounts[applied.external_id] += batch.amount(applied.amount) or _ZERO
    for invoice_id, amount in invoices.items():
        parts = [("credit", credit_id, credited) for credit_id, credited in _use_memos(memos, amount)]
        paid = amount - sum(credited for _, _, credited in parts)
        parts.append(("payment", _credit_id("payment", payment.external_id), paid))
        for number, (kind, credit_id, part) in enumerate(parts):
            if part and payment.paid_on:
                # Only a second credit note on one invoice needs its own id.
                suffix = f":{credit_id}" if kind == "credit" and number else ""
                yield {
                    "external_id": f"{payment.external_id}:{invoice_id}:{kind}{suffix}",
                    "source_external_id": payment.external_id,
                    "invoice_external_id": invoice_id,
                    "kind": kind,
                    "credit_external_id": credit_id,
                    "paid_on": payment.paid_on,
                    "amount": part,
                    "currency": batch.currency(payment.currency, home_currency),
                    "deleted_at": None,
                    "synced_at": batch.seen_at,
                }


def _use_memos(memos: dict[str, Decimal], amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Apply what is left of the credit notes to an invoice; yield the credit's id and the amount that it pays."""
    for memo_id, left in memos.items():
        if credited := min(left, amount):
            memos[memo_id] -= credited
            amount -= credited
            yield _credit_id("credit_memo", memo_id), credited
