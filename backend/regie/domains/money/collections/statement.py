"""Reads the statement of account of a client: open invoices, unapplied credits and recent payments, by currency."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Date, Integer, and_, bindparam, case, literal_column, null, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.db.ids import is_api_id
from regie.core.text.locale import DEFAULT_LOCALE, Locale
from regie.core.time.clock import Clock
from regie.domains.money.collections.queries import clients_within
from regie.domains.money.invoices.queries import as_of_params
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import (
    AS_OF,
    BALANCE_AS_OF,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE_AS_OF,
    OWED_AS_OF_BY_INVOICE,
    UNAPPLIED_AS_OF,
    aging_params,
    bucket_names,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.settings.schemas import Settings
from regie.domains.work.clients.queries import managed_clients

RECENT = timedelta(days=90)
_NO_NUMBER = "—"
_CLIENT_ID = bindparam("client_id_", type_=Integer)
_INVOICES = (
    select(
        Invoice.currency,
        Invoice.number,
        Invoice.issued_on,
        Invoice.payable_on,
        DAYS_OVERDUE_AS_OF.label("days"),
        BUCKET_AS_OF.label("bucket"),
        Invoice.total,
        BALANCE_AS_OF.label("balance"),
    )
    .where(Invoice.client_id == _CLIENT_ID, OWED_AS_OF_BY_INVOICE)
    .order_by(Invoice.payable_on, Invoice.id)
)
_CREDITS = (
    select(
        CustomerCredit.currency,
        CustomerCredit.kind,
        CustomerCredit.number,
        CustomerCredit.dated_on,
        CREDIT_AS_OF.label("amount"),
    )
    .where(CustomerCredit.client_id == _CLIENT_ID, UNAPPLIED_AS_OF)
    .order_by(CustomerCredit.dated_on, CustomerCredit.id)
)
_PAYMENTS = (
    select(
        InvoicePayment.currency,
        InvoicePayment.kind,
        Invoice.number,
        InvoicePayment.paid_on,
        InvoicePayment.amount,
    )
    .join(Invoice, Invoice.external_id == InvoicePayment.invoice_external_id)
    .where(
        Invoice.client_id == _CLIENT_ID,
        InvoicePayment.deleted_at.is_(None),
        InvoicePayment.paid_on.between(bindparam("paid_since_", type_=Date), AS_OF),
    )
    .order_by(InvoicePayment.paid_on.desc(), InvoicePayment.id.desc())
)


@dataclass(frozen=True, slots=True)
class StatementInvoice:
    """An open invoice; `days` is how many days it is past due, zero or less when it is not."""

    number: str
    issued_on: date
    payable_on: date
    days: int
    bucket: str
    total: Decimal
    balance: Decimal


@dataclass(frozen=True, slots=True)
class StatementCredit:
    """A payment or credit memo that no invoice has used; its amount is negative."""

    kind: str
    number: str
    dated_on: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class StatementPayment:
    """A payment or credit that was applied to an invoice."""

    kind: str
    invoice: str
    paid_on: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class StatementCurrency:
    """The open amounts and recent payments of one currency; amounts of two currencies are never added."""

    currency: str
    invoices: Sequence[StatementInvoice]
    credits: Sequence[StatementCredit]
    payments: Sequence[StatementPayment]
    buckets: Mapping[str, Decimal]

    @property
    def is_open(self) -> bool:
        return bool(self.invoices or self.credits)

    @property
    def owed(self) -> Decimal:
        return sum((one.balance for one in self.invoices), Decimal(0))

    @property
    def overdue(self) -> Decimal:
        return sum((one.balance for one in self.invoices if one.days > 0), Decimal(0))

    @property
    def unapplied(self) -> Decimal:
        return sum((one.amount for one in self.credits), Decimal(0))

    @property
    def due(self) -> Decimal:
        return self.owed + self.unapplied

    @property
    def paid(self) -> Decimal:
        return sum((one.amount for one in self.payments), Decimal(0))


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """The statement in the client's language; `address` is empty where the caller may not see it.

    `instructions` are how to pay, empty without any.
    """

    organization: str
    client: str
    client_id: str
    address: str
    instructions: str
    locale: Locale
    as_of: date
    paid_since: date
    currencies: Sequence[StatementCurrency]


def read_statement(db: Connection, actor: Actor, api_id: str, clock: Clock) -> AccountStatement:
    """Return the statement of today; NotFound when the caller may not see what the client owes."""
    client = _find_client(db, actor, api_id)
    settings = settings_for(db, actor)
    as_of = as_of_params(clock, None)
    paid_since = as_of["as_of_"] - RECENT
    params = {
        **as_of,
        **aging_params(settings["aging_buckets"]),
        "client_id_": client.id,
        "paid_since_": paid_since,
    }
    locale: Locale = "fr-ca" if client.language == "fr-ca" else DEFAULT_LOCALE
    return AccountStatement(
        organization=settings["name"],
        client=client.name,
        client_id=client.api_id,
        address=client.address or "",
        instructions=_choose_instructions(settings, locale),
        locale=locale,
        as_of=as_of["as_of_"],
        paid_since=paid_since,
        currencies=_read_currencies(db, params, bucket_names(settings["aging_buckets"])),
    )


def _choose_instructions(settings: Settings, locale: Locale) -> str:
    """Those in the client's language, or the other ones."""
    english, french = settings["payment_instructions_en"], settings["payment_instructions_fr"]
    return (french or english if locale == "fr-ca" else english or french) or ""


def _read_currencies(db: Connection, params: Mapping[str, Any], buckets: Sequence[str]) -> Sequence[StatementCurrency]:
    invoices: dict[str, list[StatementInvoice]] = defaultdict(list)
    for row in db.execute(_INVOICES, params):
        one = StatementInvoice(
            row.number or _NO_NUMBER, row.issued_on, row.payable_on, row.days, row.bucket, row.total, row.balance
        )
        invoices[row.currency].append(one)
    credits: dict[str, list[StatementCredit]] = defaultdict(list)
    for row in db.execute(_CREDITS, params):
        credit = StatementCredit(row.kind, row.number or _NO_NUMBER, row.dated_on, row.amount)
        credits[row.currency].append(credit)
    payments: dict[str, list[StatementPayment]] = defaultdict(list)
    for row in db.execute(_PAYMENTS, params):
        payment = StatementPayment(row.kind, row.number or _NO_NUMBER, row.paid_on, row.amount)
        payments[row.currency].append(payment)
    return [
        StatementCurrency(
            currency,
            invoices[currency],
            credits[currency],
            payments[currency],
            _sum_buckets(invoices[currency], buckets),
        )
        for currency in sorted(invoices.keys() | credits.keys() | payments.keys())
    ]


def _find_client(db: Connection, actor: Actor, api_id: str) -> Any:
    """The client, with its address where the caller sees the client's amounts."""
    if not is_api_id(api_id):
        raise NotFound
    scope = actor.scope(Permission.CLIENTS_MONEY)
    shows_address: ColumnElement[bool] = literal_column("1 = 0") if scope is None else managed_clients(scope)
    statement = select(
        Client.id,
        Client.api_id,
        Client.name,
        Client.language,
        case((and_(shows_address), Client.address), else_=null()).label("address"),
    ).where(Client.api_id == api_id, clients_within(actor)(actor.require(Permission.INVOICES_VIEW)))
    found = db.execute(statement, actor.params).first()
    if found is None:
        raise NotFound
    return found


def _sum_buckets(invoices: Sequence[StatementInvoice], names: Sequence[str]) -> dict[str, Decimal]:
    buckets = dict.fromkeys(names, Decimal(0))
    for one in invoices:
        buckets[one.bucket] += one.balance
    return buckets
