"""Reads QuickBooks: its lists once in full, then its feed of changes and deletions."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.connectors.pages import RecordPage, raw_json
from regie.connectors.quickbooks.client import MAX_CHANGES_AGE, QuickbooksClient
from regie.connectors.quickbooks.shapes import ChangeSet, CreditMemo, Customer, Invoice, Payment
from regie.core.db.inserts import insert_into
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.credits import delete_credits, save_credit_memos, save_payments
from regie.domains.integrations.sync.full_reads import FullRead
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.integrations.sync.steps import Step
from regie.domains.integrations.sync.upserts import Row, RowBatch, mark_deleted, upsert
from regie.domains.integrations.sync.windows import ReadWindow
from regie.domains.money.invoices.actions import set_payable_dates
from regie.domains.money.payments.actions import follow_lowered_invoices
from regie.domains.records.invoices.models import CustomerCredit, InvoiceDocument, InvoicePayment
from regie.domains.records.invoices.models import Invoice as InvoiceMirror
from regie.domains.records.mirrors.models import QuickbooksCustomer
from regie.domains.records.settings.queries import read_settings

# After full lists, the feed starts a little earlier, as clocks may differ.
_FEED_OVERLAP = timedelta(hours=1)
_ZERO = Decimal(0)
_RATE_DIGITS = 10
# Addresses of a contact, which no screen needs.
_CONTACT_FIELDS = frozenset({"BillEmail", "BillEmailCc", "BillEmailBcc", "BillAddr", "ShipAddr", "CustomerMemo"})
_LISTS = {"Customer": "customers", "Invoice": "invoices", "Payment": "payments", "CreditMemo": "credit_memos"}


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """All changes of one response, saved in one transaction."""

    records: tuple[ChangeSet, ...]
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
            Step(
                "customers",
                self._read_customers,
                save_customers,
                full_read=FullRead(QuickbooksCustomer, QuickbooksCustomer.external_id, self._total_of("Customer")),
                is_only_full=True,
            ),
            Step(
                "invoices",
                self._read_invoices,
                self._save_invoices,
                full_read=FullRead(InvoiceMirror, InvoiceMirror.external_id, self._total_of("Invoice")),
                is_only_full=True,
            ),
            Step(
                "payments",
                self._read_payments,
                self._save_payments,
                full_read=FullRead(
                    InvoicePayment,
                    InvoicePayment.source_external_id,
                    self._total_of("Payment"),
                    others=(_full_read_of_credits("payment"),),
                ),
                is_only_full=True,
            ),
            Step(
                "credit_memos",
                self._read_credit_memos,
                self._save_credit_memos,
                full_read=_full_read_of_credits("credit_memo", self._total_of("CreditMemo")),
                is_only_full=True,
            ),
            Step(
                "changes",
                self._read_changes,
                self._save_changes,
                is_feed=True,
                newest=newest_as_of,
                count=count_changes,
            ),
        )

    @cached_property
    def _home_currency(self) -> str:
        return self._client.preferences().home_currency

    def _total_of(self, entity: str) -> Callable[[ReadWindow], int]:
        return lambda _window: self._client.count(entity)

    def _read_customers(self, window: ReadWindow) -> Iterator[RecordPage[Customer]]:
        return self._client.customers(cursor=window.cursor)

    def _read_invoices(self, window: ReadWindow) -> Iterator[RecordPage[Invoice]]:
        return self._client.invoices(cursor=window.cursor)

    def _read_payments(self, window: ReadWindow) -> Iterator[RecordPage[Payment]]:
        return self._client.payments(cursor=window.cursor)

    def _read_credit_memos(self, window: ReadWindow) -> Iterator[RecordPage[CreditMemo]]:
        return self._client.credit_memos(cursor=window.cursor)

    def _read_changes(self, window: ReadWindow) -> Iterator[ChangesPage]:
        earliest = self._clock.now() - MAX_CHANGES_AGE + _FEED_OVERLAP
        since = max(earliest, window.since or window.started_at - _FEED_OVERLAP)
        changes = self._client.changes_since(since)
        yield ChangesPage((changes,), changes.problems)

    def _save_invoices(self, session: Session, records: Sequence[Invoice], now: datetime) -> int:
        home_currency = self._home_currency if any(not invoice.currency for invoice in records) else ""
        return save_invoices(session, records, now, self._clock, home_currency)

    def _save_payments(self, session: Session, records: Sequence[Payment], now: datetime) -> int:
        home_currency = self._home_currency if any(not payment.currency for payment in records) else ""
        return save_payments(session, records, now, home_currency)

    def _save_credit_memos(self, session: Session, records: Sequence[CreditMemo], now: datetime) -> int:
        home_currency = self._home_currency if any(not memo.currency for memo in records) else ""
        return save_credit_memos(session, records, now, self._clock, home_currency)

    def _save_changes(self, session: Session, records: Sequence[ChangeSet], now: datetime) -> int:
        changes = records[0]
        omitted = save_customers(session, changes.customers, now)
        omitted += self._save_invoices(session, changes.invoices, now)
        omitted += self._save_payments(session, changes.payments, now)
        omitted += self._save_credit_memos(session, changes.credit_memos, now)
        save_deletions(session, changes, now)
        for entity in changes.truncated:
            _request_full_read(session, entity)
        return omitted


def _full_read_of_credits(kind: str, read_total: Callable[[ReadWindow], int] | None = None) -> FullRead:
    is_kind = CustomerCredit.kind == kind
    return FullRead(CustomerCredit, CustomerCredit.source_external_id, read_total, lambda _checkpoint: is_kind)


def newest_as_of(records: Sequence[ChangeSet]) -> datetime:
    """The service's time of the response, where the next read of the feed starts."""
    return records[-1].as_of


def count_changes(records: Sequence[ChangeSet]) -> int:
    one = records[0]
    return sum(map(len, (one.customers, one.invoices, one.payments, one.credit_memos, one.deleted)))


def save_customers(session: Session, records: Sequence[Customer], now: datetime) -> int:
    batch = RowBatch(now)
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


def save_invoices(session: Session, records: Sequence[Invoice], now: datetime, clock: Clock, home_currency: str) -> int:
    """An invoice without a due date is due by the default terms until its client is known."""
    batch = RowBatch(now)
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
            subtotal=batch.amount(invoice.subtotal) or _ZERO,
            tax=batch.amount(invoice.tax) or _ZERO,
            total=batch.amount(invoice.total) or _ZERO,
            balance=batch.amount(invoice.balance) or _ZERO,
            exchange_rate=round(rate, _RATE_DIGITS) if rate is not None and rate < 1_000_000 else None,
            is_voided=invoice.is_voided,
            voided_at=None,
            balance_when_voided=None,
            raw="{}",
        )
    _keep_voided_balances(session, batch.rows)
    upsert(session, InvoiceMirror, batch.rows)
    _store_documents(session, records, {row["external_id"] for row in batch.rows})
    # Invoices that already existed have a client, which may have different terms.
    stored = [row["external_id"] for row in batch.rows]
    set_payable_dates(session, stored)
    follow_lowered_invoices(session, stored)
    return batch.problems


def _store_documents(session: Session, records: Sequence[Invoice], stored: Collection[str]) -> None:
    statement = insert_into(session, InvoiceDocument)
    documents = [
        {
            "external_id": invoice.external_id,
            "raw": raw_json({name: value for name, value in invoice.raw.items() if name not in _CONTACT_FIELDS}),
        }
        for invoice in records
        if invoice.external_id in stored
    ]
    if documents:
        session.execute(
            statement.on_conflict_do_update(index_elements=["external_id"], set_={"raw": statement.excluded.raw}),
            documents,
        )


def _keep_voided_balances(session: Session, rows: Sequence[Row]) -> None:
    """Keep what was owed until an invoice was voided, because the service sets its amounts to zero."""
    voided = {row["external_id"]: row for row in rows if row["is_voided"]}
    known = select(
        InvoiceMirror.external_id,
        InvoiceMirror.balance,
        InvoiceMirror.is_voided,
        InvoiceMirror.voided_at,
        InvoiceMirror.balance_when_voided,
    ).where(InvoiceMirror.external_id.in_(voided))
    for external_id, balance, was_voided, voided_at, balance_when_voided in session.execute(known):
        row = voided[external_id]
        row["voided_at"] = voided_at if was_voided else row["remote_updated_at"] or row["synced_at"]
        row["balance_when_voided"] = balance_when_voided if was_voided else balance


def save_deletions(session: Session, changes: ChangeSet, now: datetime) -> None:
    deletions: dict[str, dict[str, datetime]] = defaultdict(dict)
    for tombstone in changes.deleted:
        deletions[tombstone.entity][tombstone.external_id] = tombstone.deleted_at or now
    mark_deleted(session, InvoiceMirror, deletions["Invoice"], now)
    mark_deleted(session, QuickbooksCustomer, deletions["Customer"], now)
    mark_deleted(session, InvoicePayment, deletions["Payment"], now, key="source_external_id")
    delete_credits(session, deletions, now)


def _request_full_read(session: Session, entity: str) -> None:
    """Read the list in full next time, because the feed does not return all changes."""
    step = _LISTS.get(entity)
    checkpoint = session.get(SyncCheckpoint, ("quickbooks", step)) if step else None
    if checkpoint is not None:
        checkpoint.full_at = None
