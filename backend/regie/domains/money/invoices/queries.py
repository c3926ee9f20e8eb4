"""Reads invoices and receivables; all access to the table goes through `visible_invoices`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, TypedDict

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    func,
    join,
    literal_column,
    or_,
    select,
    true,
    type_coerce,
)

from regie.access.actor import CURRENT_USER_ID, Actor, ScopeClause, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import ListQuery, Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Filter, Listing, RowScope, any_of, at_least, at_most, choice, one_of
from regie.core.lists.shape import Column, Field, Shape, ref_to
from regie.core.money.amounts import Amount, scaled_to_money
from regie.core.time.clock import Clock
from regie.domains.money.invoices.schemas import (
    Aging,
    CurrencyAging,
    InvoiceAction,
    InvoiceDetails,
    InvoiceOut,
    InvoiceQuery,
    InvoiceRow,
    InvoiceSumsQuery,
    InvoiceTotals,
    Receivable,
    ReceivablesQuery,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.invoices.figures import (
    AGING_NAME,
    AS_OF,
    BALANCE_AS_OF,
    BILLED,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE,
    DAYS_OVERDUE_AS_OF,
    IS_ALLOCATED,
    OWED_AS_OF,
    RECONCILIATION,
    REST,
    SETTLED_ON,
    STATUS,
    STATUS_NAME,
    TODAY,
    UNAPPLIED_AS_OF,
    UNRECONCILED,
    aging_params,
    as_filter_choices,
    bucket_names,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoiceFollowUp, InvoicePayment
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import find_client_key, managed_clients

_ZERO = literal_column("0")
# Whether all of it bills a project, itself or by scheduled payments.
HAS_PROJECT = or_(Invoice.project_id.is_not(None), and_(IS_ALLOCATED, REST == _ZERO))
# In force, without a client, or not wholly billing a project.
IS_UNLINKED = and_(BILLED, or_(Invoice.client_id.is_(None), ~HAS_PROJECT))
# Bills, at least in part, no scheduled payment.
IS_UNRECONCILED = or_(RECONCILIATION["none"], RECONCILIATION["part"])


def _sum_of(units: ColumnElement[int]) -> ColumnElement[Any]:
    return type_coerce(func.coalesce(func.sum(units), _ZERO), Amount)


_FIELDS: dict[str, Field] = {
    "client": ref_to(Client),
    "project": ref_to(Project),
    "status": STATUS_NAME,
    "days_overdue": DAYS_OVERDUE,
    "aging_bucket": AGING_NAME,
    "unreconciled": type_coerce(UNRECONCILED, Amount),
    "follow_up_on": InvoiceFollowUp.follow_up_on,
    "follow_up_owner": ref_to(User),
    # An invoice without a follow-up has version 0.
    "version": func.coalesce(InvoiceFollowUp.version, _ZERO),
}
_DETAILS_SHAPE = Shape.of(InvoiceDetails, Invoice, **_FIELDS, follow_up_note=InvoiceFollowUp.follow_up_note)
_SOURCE = (
    join(Invoice, Client, Client.id == Invoice.client_id, isouter=True)
    .join(Project, Project.id == Invoice.project_id, isouter=True)
    .join(InvoiceFollowUp, InvoiceFollowUp.invoice_id == Invoice.id, isouter=True)
    .join(User, User.id == InvoiceFollowUp.follow_up_owner_id, isouter=True)
)
_FOLLOW_UP_FILTERS = {
    "due": lambda: InvoiceFollowUp.follow_up_on <= TODAY,
    "planned": lambda: InvoiceFollowUp.follow_up_on > TODAY,
    "none": lambda: InvoiceFollowUp.follow_up_on.is_(None),
    "mine": lambda: InvoiceFollowUp.follow_up_owner_id == CURRENT_USER_ID,
}
INVOICES = Listing(
    source=_SOURCE,
    key=Invoice.id,
    api_id=Invoice.api_id,
    shape=Shape.of(InvoiceRow, Invoice, **_FIELDS),
    sorts={
        "number": Invoice.number,
        "customer_name": Invoice.name_key,
        "issued_on": Invoice.issued_on,
        "due_on": Invoice.payable_on,
        "total": by_value(Invoice.total, Invoice.currency, Invoice.issued_on),
        "balance": by_value(Invoice.balance, Invoice.currency, Invoice.issued_on),
        "unreconciled": by_value(type_coerce(UNRECONCILED, Amount), Invoice.currency, Invoice.issued_on),
        "follow_up_on": InvoiceFollowUp.follow_up_on,
    },
    default_sort="-issued_on",
    search=(Invoice.search_key,),
    filters={
        "status": any_of(as_filter_choices(STATUS)),
        "client": one_of(Client.api_id),
        "client_key": one_of(Invoice.client_id),
        "currency": one_of(Invoice.currency),
        "aging_bucket": one_of(AGING_NAME),
        "issued_from": at_least(Invoice.issued_on),
        "issued_to": at_most(Invoice.issued_on),
        "due_from": at_least(Invoice.payable_on),
        "due_to": at_most(Invoice.payable_on),
        "settled_from": at_least(SETTLED_ON),
        "settled_to": at_most(SETTLED_ON),
        "project": one_of(Project.api_id),
        "follow_up": choice(_FOLLOW_UP_FILTERS),
        "has_project": choice({True: lambda: HAS_PROJECT, False: lambda: and_(BILLED, ~HAS_PROJECT)}),
        "unlinked": choice({True: lambda: IS_UNLINKED, False: lambda: ~IS_UNLINKED}),
        "reconciliation": any_of(as_filter_choices(RECONCILIATION)),
        "number": Filter(lambda name, _value: Invoice.number == bindparam(name)),
    },
    sums={
        "total": _sum_of(type_coerce(Invoice.total, BigInteger)),
        "balance": _sum_of(type_coerce(Invoice.balance, BigInteger)),
        "unreconciled": _sum_of(UNRECONCILED),
    },
    currency=Invoice.currency,
)
RECEIVABLES = Listing(
    source=_SOURCE,
    key=Invoice.id,
    api_id=Invoice.api_id,
    shape=Shape.of(
        Receivable,
        Invoice,
        client=ref_to(Client),
        balance=BALANCE_AS_OF,
        days_past_due=DAYS_OVERDUE_AS_OF,
        aging_bucket=BUCKET_AS_OF,
        follow_up_on=InvoiceFollowUp.follow_up_on,
        follow_up_owner=ref_to(User),
    ),
    sorts={
        "number": Invoice.number,
        "customer_name": Invoice.name_key,
        "issued_on": Invoice.issued_on,
        "due_on": Invoice.payable_on,
        "balance": by_value(BALANCE_AS_OF, Invoice.currency, AS_OF),
    },
    default_sort="due_on",
    search=(Invoice.search_key,),
    filters={
        "client": one_of(Client.api_id),
        "matched": choice({True: lambda: Invoice.client_id.is_not(None), False: lambda: Invoice.client_id.is_(None)}),
        "currency": one_of(Invoice.currency),
        "aging_bucket": one_of(BUCKET_AS_OF),
    },
)
_AGING_CACHE: QueryCache[list[CurrencyAging]] = QueryCache(
    ("invoices", "invoice_payments", "customer_credits", "clients", "projects", "team_members")
)
_PAYMENTS = (
    select(
        InvoicePayment.external_id,
        InvoicePayment.kind,
        InvoicePayment.paid_on,
        type_coerce(InvoicePayment.amount, BigInteger).label("amount"),
        InvoicePayment.currency,
    )
    .join(Invoice, Invoice.external_id == InvoicePayment.invoice_external_id)
    .where(Invoice.api_id == bindparam("api_id"), InvoicePayment.deleted_at.is_(None))
    .order_by(InvoicePayment.paid_on, InvoicePayment.id)
)


def visible_invoices(scope: Scope) -> ColumnElement[bool]:
    """With the scopes `own` and `team`, the invoices of clients that the caller or one of their teams manages."""
    return _of_managed_clients(Invoice.client_id, scope)


def visible_credits(scope: Scope) -> ColumnElement[bool]:
    """As `visible_invoices`, the payments and credit notes."""
    return _of_managed_clients(CustomerCredit.client_id, scope)


def _of_managed_clients(client_id: Column, scope: Scope) -> ColumnElement[bool]:
    return true() if scope is Scope.ALL else client_id.in_(select(Client.id).where(managed_clients(scope)))


def _of_churned_clients(client_id: Column) -> ColumnElement[bool]:
    return client_id.in_(select(Project.client_id).where(Project.status == "churned"))


def _visible_to_churn_managers(scope: Scope) -> ColumnElement[bool]:
    """Also the invoices of clients with a churned retainer."""
    return or_(visible_invoices(scope), _of_churned_clients(Invoice.client_id))


def _credits_visible_to_churn_managers(scope: Scope) -> ColumnElement[bool]:
    return or_(visible_credits(scope), _of_churned_clients(CustomerCredit.client_id))


def invoices_within(actor: Actor) -> ScopeClause:
    """The invoices within the caller's scope; users who confirm churn also see those of churned clients."""
    return _visible_to_churn_managers if actor.can(Permission.CHURNS_CONFIRM) else visible_invoices


def credits_within(actor: Actor) -> ScopeClause:
    """As `invoices_within`, the payments and credit notes."""
    return _credits_visible_to_churn_managers if actor.can(Permission.CHURNS_CONFIRM) else visible_credits


def invoice_row_scope(actor: Actor) -> RowScope:
    """Add the clause's name to the cache key, because equal scopes may use different clauses."""
    within = invoices_within(actor)
    seen = row_scope(actor, Permission.INVOICES_VIEW, within)
    return replace(seen, key=(within.__name__, seen.key))


def _aging_params(db: Connection, actor: Actor, query: InvoiceQuery | ReceivablesQuery | None = None) -> dict[str, Any]:
    """The aging buckets of the settings as parameters; Invalid when `query` names another bucket."""
    edges = settings_for(db, actor)["aging_buckets"]
    names = bucket_names(edges)
    if query is not None and not set(query.aging_bucket) <= set(names):
        raise Invalid({"aging_bucket": FieldError("choice", allowed=", ".join(names))})
    return aging_params(edges)


def list_invoices(db: Connection, actor: Actor, query: InvoiceQuery, today: date) -> Page[InvoiceRow]:
    return INVOICES.page(db, invoice_row_scope(actor), query, today_=today, **_aging_params(db, actor, query))


def sum_invoices(db: Connection, actor: Actor, query: InvoiceSumsQuery, today: date) -> list[InvoiceTotals]:
    """The sums of the rows of `list_invoices`, apart from it: they read all invoices that the filters select."""
    listed = InvoiceQuery.model_validate(query.model_dump())
    params = _aging_params(db, actor, listed)
    return INVOICES.totals(db, invoice_row_scope(actor), listed, InvoiceTotals, today_=today, **params)


def list_client_invoices(db: Connection, actor: Actor, client: str, query: ListQuery, today: date) -> Page[InvoiceRow]:
    """The invoices of one client; NotFound when the caller may not see the client."""
    fixed = {"client_key": [find_client_key(db, actor, client)]}
    return INVOICES.page(db, invoice_row_scope(actor), query, fixed, today_=today, **_aging_params(db, actor))


def read_invoice(db: Connection, actor: Actor, api_id: str, today: date) -> InvoiceOut:
    invoice = INVOICES.one(
        db, invoice_row_scope(actor), api_id, _DETAILS_SHAPE, today_=today, **_aging_params(db, actor)
    )
    payments = db.execute(_PAYMENTS, {"api_id": api_id}).all()
    return {
        **invoice,
        "payments": [
            {
                "external_id": row.external_id,
                "kind": row.kind,
                "paid_on": row.paid_on,
                "amount": scaled_to_money(row.amount, row.currency),
            }
            for row in payments
        ],
        "can": _allowed_actions(db, actor, api_id),
    }


def _allowed_actions(db: Connection, actor: Actor, api_id: str) -> list[InvoiceAction]:
    """The actions that the caller may perform on this invoice now."""
    permissions: dict[InvoiceAction, Permission] = {
        "follow_up": Permission.INVOICES_FOLLOW_UP,
        "link": Permission.INVOICES_EDIT_LINKS,
    }
    return [
        action
        for action, permission in permissions.items()
        if (scope := actor.scope(permission)) is not None
        and (scope is Scope.ALL or _is_within(db, actor, api_id, visible_invoices(scope)))
    ]


def _is_within(db: Connection, actor: Actor, api_id: str, condition: ColumnElement[bool]) -> bool:
    found = select(Invoice.id).where(Invoice.api_id == bindparam("api_id"), condition)
    return db.execute(found, {**actor.params, "api_id": api_id}).first() is not None


class AsOfParams(TypedDict):
    """SQL parameters: a day, and the instant at which it ends."""

    as_of_: date
    as_of_end_: datetime


def as_of_params(clock: Clock, day: date | None) -> AsOfParams:
    """The parameters of the requested day, by default today."""
    as_of = day or clock.today()
    return {"as_of_": as_of, "as_of_end_": clock.start_of(as_of + timedelta(days=1))}


def list_receivables(db: Connection, actor: Actor, query: ReceivablesQuery, clock: Clock) -> Page[Receivable]:
    """The invoices that were owed on a day, with their balances then."""
    seen = invoice_row_scope(actor)
    owed_scope = replace(seen, key=("owing", seen.key), rows=lambda: OWED_AS_OF & seen.rows())
    wanted = query.model_copy(update={"as_of": None})
    return RECEIVABLES.page(
        db, owed_scope, wanted, **as_of_params(clock, query.as_of), **_aging_params(db, actor, query)
    )


def read_aging(db: Connection, actor: Actor, day: date | None, client: str | None, clock: Clock) -> Aging:
    """Receivables on a day per currency and aging bucket, with unapplied credits: the sums of `list_receivables` and
    `list_unapplied_credits`.
    """
    edges = settings_for(db, actor)["aging_buckets"]
    as_of = as_of_params(clock, day)
    params = {**as_of, **aging_params(edges)}
    key = (db.engine, actor.user_id, actor.roles, *params.values(), client)
    client_key = None if client is None else find_client_key(db, actor, client)
    return {
        "as_of": as_of["as_of_"],
        "formula": "ar_aging",
        "currencies": _AGING_CACHE.get(
            db, key, lambda: _read_aging(db, actor, params, client_key, bucket_names(edges))
        ),
    }


def _read_aging(
    db: Connection, actor: Actor, params: Mapping[str, object], client_key: int | None, names: Sequence[str]
) -> list[CurrencyAging]:
    owed = func.sum(type_coerce(BALANCE_AS_OF, BigInteger))
    counted = (
        select(Invoice.currency, BUCKET_AS_OF, owed, func.count(), func.count() - func.count(Invoice.due_on))
        .where(OWED_AS_OF, invoices_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .group_by(Invoice.currency, BUCKET_AS_OF)
        .order_by(Invoice.currency)
    )
    credits = (
        select(CustomerCredit.currency, func.sum(type_coerce(CREDIT_AS_OF, BigInteger)))
        .where(UNAPPLIED_AS_OF, credits_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .group_by(CustomerCredit.currency)
    )
    if client_key is not None:
        counted = counted.where(Invoice.client_id == client_key)
        credits = credits.where(CustomerCredit.client_id == client_key)
    values = {**actor.params, **params}
    found: dict[str, dict[str, tuple[int, int, int]]] = {}
    for currency, bucket, amount, count, undated in db.execute(counted, values):
        found.setdefault(currency, {})[bucket] = (int(amount), count, undated)
    unapplied = {currency: int(amount) for currency, amount in db.execute(credits, values)}
    return [
        serialize_aging(currency, names, found.get(currency, {}), unapplied.get(currency, 0))
        for currency in sorted(found.keys() | unapplied.keys())
    ]


def serialize_aging(
    currency: str, names: Sequence[str], buckets: dict[str, tuple[int, int, int]], unapplied: int
) -> CurrencyAging:
    """Serialize the amount, the invoices and those without due date of each bucket; amounts in ten-thousandths."""
    lines = [(name, *buckets.get(name, (0, 0, 0))) for name in names]
    return {
        "currency": currency,
        "total": scaled_to_money(sum(amount for _, amount, _, _ in lines) + unapplied, currency),
        "unapplied": scaled_to_money(unapplied, currency),
        "invoices": sum(count for _, _, count, _ in lines),
        "without_due_date": sum(undated for *_, undated in lines),
        "buckets": [
            {"bucket": name, "amount": scaled_to_money(amount, currency), "invoices": count}
            for name, amount, count, _ in lines
        ],
    }
