"""What is read from QuickBooks: its lists once in full, then its own feed of changes and deletions."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property

from sqlalchemy import update
from sqlalchemy.orm import Session

from regie.connectors.pages import Page
from regie.connectors.quickbooks.client import CHANGES_REACH, QuickbooksClient
from regie.connectors.quickbooks.shapes import Changes, Customer, Invoice, Payment
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.integrations.sync.passes import Step, Window, sweeping
from regie.domains.integrations.sync.past import minding_the_past
from regie.domains.integrations.sync.upserts import Batch, Row, mark_deleted, upsert
from regie.domains.money.invoices.actions import settle_due_dates
from regie.domains.records.invoices.models import Invoice as InvoiceMirror
from regie.domains.records.invoices.models import InvoicePayment
from regie.domains.records.mirrors.models import QuickbooksCustomer
from regie.domains.records.settings.queries import read_settings

# Full lists are followed by the changes since a little before them, whichever clock is ahead.
_BEFORE_LISTS = timedelta(hours=1)
_NOTHING = Decimal(0)
_RATE_DIGITS = 10
_LISTS = {"Customer": "customers", "Invoice": "invoices", "Payment": "payments"}


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """All changes of one answer, kept in one transaction; extra pages hold what one answer could not."""

    records: tuple[Changes, ...]
    problems: tuple[object, ...]
    next_cursor: str | None = None


class QuickbooksLists:
    """The lists of QuickBooks as steps."""

    def __init__(self, client: QuickbooksClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    @property
    def steps(self) -> tuple[Step, ...]:
        return (
            Step("customers", self._read_customers, keep_customers, sweeping(QuickbooksCustomer), is_only_full=True),
            Step("invoices", self._read_invoices, self._keep_invoices, sweeping(InvoiceMirror), is_only_full=True),
            Step("payments", self._read_payments, self._keep_payments, sweeping(InvoicePayment), is_only_full=True),
            Step(
                "changes",
                self._read_changes,
                self._keep_changes,
                is_feed=True,
                newest=newest_as_of,
                count=count_changes,
            ),
        )

    @cached_property
    def _home_currency(self) -> str:
        return self._client.preferences().home_currency

    def _read_customers(self, window: Window) -> Iterator[Page[Customer]]:
        return self._client.customers(cursor=window.cursor)

    def _read_invoices(self, window: Window) -> Iterator[Page[Invoice]]:
        return self._client.invoices(cursor=window.cursor)

    def _read_payments(self, window: Window) -> Iterator[Page[Payment]]:
        return self._client.payments(cursor=window.cursor)

    def _read_changes(self, window: Window) -> Iterator[ChangesPage]:
        reach = self._clock.now() - CHANGES_REACH + _BEFORE_LISTS
        since = max(reach, window.since or window.started_at - _BEFORE_LISTS)
        changes = self._client.changes_since(since)
        yield ChangesPage((changes,), changes.problems)

    def _keep_invoices(self, session: Session, records: Sequence[Invoice], now: datetime) -> int:
        home = self._home_currency if any(not invoice.currency for invoice in records) else ""
        return keep_invoices(session, records, now, self._clock, home)

    def _keep_payments(self, session: Session, records: Sequence[Payment], now: datetime) -> int:
        home = self._home_currency if any(not payment.currency for payment in records) else ""
        return keep_payments(session, records, now, home)

    def _keep_changes(self, session: Session, records: Sequence[Changes], now: datetime) -> int:
        changes = records[0]
        left_out = keep_customers(session, changes.customers, now)
        left_out += self._keep_invoices(session, changes.invoices, now)
        left_out += self._keep_payments(session, changes.payments, now)
        keep_deletions(session, changes, now)
        for entity in changes.truncated:
            _read_whole_next_time(session, entity)
        return left_out


def newest_as_of(records: Sequence[Changes]) -> datetime:
    """The service's own time of the answer: the next feed begins there."""
    return records[-1].as_of


def count_changes(records: Sequence[Changes]) -> int:
    lists = (records[0].customers, records[0].invoices, records[0].payments, records[0].deleted)
    return sum(map(len, lists))


def keep_customers(session: Session, records: Sequence[Customer], now: datetime) -> int:
    batch = Batch(now)
    for customer in records:
        lines = (*customer.address_lines, customer.city, customer.region, customer.postal_code, customer.country)
        batch.add(
            customer,
            name=customer.full_name or customer.name or "",
            company_name=customer.company_name,
            email=customer.email,
            phone=customer.phone,
            address="\n".join(line for line in lines if line) or None,
            currency=batch.currency(customer.currency, "") or None,
            balance=batch.amount(customer.balance),
            parent_id=customer.parent_id,
            is_active=customer.active,
        )
    upsert(session, QuickbooksCustomer, batch.rows)
    return batch.problems


def keep_invoices(session: Session, records: Sequence[Invoice], now: datetime, clock: Clock, home_currency: str) -> int:
    """An invoice that names no day is due by the usual terms until it is known whose it is."""
    batch = Batch(now)
    terms = timedelta(days=read_settings(session.connection())["payment_terms_days"])
    for invoice in records:
        issued_on = invoice.issued_on or (clock.day_of(invoice.created_at) if invoice.created_at else None)
        if issued_on is None:
            batch.problems += 1
            continue
        rate = invoice.exchange_rate
        batch.add(
            invoice,
            number=invoice.number,
            customer_id=invoice.customer_id,
            customer_name=invoice.customer_name or "",
            issued_on=issued_on,
            due_on=invoice.due_on,
            payable_on=invoice.due_on or issued_on + terms,
            currency=batch.currency(invoice.currency, home_currency),
            subtotal=batch.amount(invoice.subtotal) or _NOTHING,
            tax=batch.amount(invoice.tax) or _NOTHING,
            total=batch.amount(invoice.total) or _NOTHING,
            balance=batch.amount(invoice.balance) or _NOTHING,
            exchange_rate=round(rate, _RATE_DIGITS) if rate is not None and rate < 1_000_000 else None,
            is_voided=invoice.is_voided,
        )
    upsert(session, InvoiceMirror, batch.rows)
    # Those that were here before have a client, whose own terms may be others.
    settle_due_dates(session, [row["external_id"] for row in batch.rows])
    return batch.problems


def keep_payments(session: Session, records: Sequence[Payment], now: datetime, home_currency: str) -> int:
    batch = Batch(now)
    for payment in records:
        batch.rows.extend(_applied_rows(payment, batch, home_currency))
    upsert(session, InvoicePayment, batch.rows)
    # A changed payment no longer settles what it does not name.
    ids = {payment.external_id for payment in records}
    stale = (
        InvoicePayment.source_external_id.in_(ids),
        InvoicePayment.synced_at < now,
        InvoicePayment.deleted_at.is_(None),
    )
    with minding_the_past(session, InvoicePayment, now, *stale):
        session.execute(update(InvoicePayment).where(*stale).values(deleted_at=now))
    return batch.problems


def _applied_rows(payment: Payment, batch: Batch, home_currency: str) -> Iterator[Row]:
    """A line per settled invoice and kind: credits that the payment carries are used up before its money."""
    invoices: dict[str, Decimal] = defaultdict(Decimal)
    credit = _NOTHING
    for applied in payment.applied:
        if applied.entity == "Invoice":
            invoices[applied.external_id] += batch.amount(applied.amount) or _NOTHING
        elif applied.entity == "CreditMemo":
            credit += batch.amount(applied.amount) or _NOTHING
    for invoice_id, amount in invoices.items():
        credited = min(credit, amount)
        credit -= credited
        for kind, part in (("credit", credited), ("payment", amount - credited)):
            if part and payment.paid_on:
                yield {
                    "external_id": f"{payment.external_id}:{invoice_id}:{kind}",
                    "source_external_id": payment.external_id,
                    "invoice_external_id": invoice_id,
                    "kind": kind,
                    "paid_on": payment.paid_on,
                    "amount": part,
                    "currency": batch.currency(payment.currency, home_currency),
                    "deleted_at": None,
                    "synced_at": batch.seen_at,
                }


def keep_deletions(session: Session, changes: Changes, now: datetime) -> None:
    gone: dict[str, dict[str, datetime]] = defaultdict(dict)
    for tombstone in changes.deleted:
        gone[tombstone.entity][tombstone.external_id] = tombstone.deleted_at or now
    mark_deleted(session, InvoiceMirror, gone["Invoice"], now)
    mark_deleted(session, QuickbooksCustomer, gone["Customer"], now)
    mark_deleted(session, InvoicePayment, gone["Payment"], now, key="source_external_id")


def _read_whole_next_time(session: Session, entity: str) -> None:
    """More changed than the feed tells: only the list itself, and its sweep, can be trusted."""
    step = _LISTS.get(entity)
    checkpoint = session.get(SyncCheckpoint, ("quickbooks", step)) if step else None
    if checkpoint is not None:
        checkpoint.full_at = None
