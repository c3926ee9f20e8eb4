"""Reads the statement of account of a client: its open invoices and unapplied credits, by currency."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Integer, and_, bindparam, case, literal_column, null, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.text.locale import DEFAULT_LOCALE, Locale
from regie.core.time.clock import Clock
from regie.domains.money.collections.queries import clients_within
from regie.domains.money.invoices.queries import as_of_params
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import (
    BALANCE_AS_OF,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE_AS_OF,
    OWED_AS_OF_BY_INVOICE,
    UNAPPLIED_AS_OF,
    aging_params,
    bucket_names,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.settings.queries import settings_for
from regie.domains.work.clients.queries import managed_clients

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
class StatementCurrency:
    """The open amounts of one currency; amounts of two currencies are never added."""

    currency: str
    invoices: Sequence[StatementInvoice]
    credits: Sequence[StatementCredit]
    buckets: Mapping[str, Decimal]

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


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """The statement in the client's language; `address` is empty where the caller may not see it."""

    organization: str
    client: str
    address: str
    locale: Locale
    as_of: date
    currencies: Sequence[StatementCurrency]


def read_statement(session: Session, actor: Actor, api_id: str, clock: Clock) -> AccountStatement:
    """Return the statement of today, which is logged; NotFound when the caller may not see what the client owes."""
    db = session.connection()
    client = _find_client(session, actor, api_id)
    settings = settings_for(db, actor)
    as_of = as_of_params(clock, None)
    params = {**as_of, **aging_params(settings["aging_buckets"]), "client_id_": client.id}
    invoices: dict[str, list[StatementInvoice]] = {}
    for row in session.execute(_INVOICES, params):
        one = StatementInvoice(
            row.number or "—", row.issued_on, row.payable_on, row.days, row.bucket, row.total, row.balance
        )
        invoices.setdefault(row.currency, []).append(one)
    credits: dict[str, list[StatementCredit]] = {}
    for row in session.execute(_CREDITS, params):
        credit = StatementCredit(row.kind, row.number or "—", row.dated_on, row.amount)
        credits.setdefault(row.currency, []).append(credit)
    names = bucket_names(settings["aging_buckets"])
    log_event(session, "downloaded", subject="client", api_id=client.api_id, name=client.name, topic="money")
    return AccountStatement(
        organization=settings["name"],
        client=client.name,
        address=client.address or "",
        locale="fr-ca" if client.language == "fr-ca" else DEFAULT_LOCALE,
        as_of=as_of["as_of_"],
        currencies=[
            _sum_currency(currency, invoices.get(currency, []), credits.get(currency, []), names)
            for currency in sorted(invoices.keys() | credits.keys())
        ],
    )


def _find_client(session: Session, actor: Actor, api_id: str) -> Any:
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
    found = session.execute(statement, actor.params).first()
    if found is None:
        raise NotFound
    return found


def _sum_currency(
    currency: str, invoices: Sequence[StatementInvoice], credits: Sequence[StatementCredit], names: Sequence[str]
) -> StatementCurrency:
    buckets = dict.fromkeys(names, Decimal(0))
    for one in invoices:
        buckets[one.bucket] += one.balance
    return StatementCurrency(currency, invoices, credits, buckets)
