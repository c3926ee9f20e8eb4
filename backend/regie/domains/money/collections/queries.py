"""Reads the follow-up of clients and the log of contacts; every statement starts from the clients of the caller."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, and_, bindparam, exists, func, join, or_, select

from regie.access.actor import Actor, ScopeClause, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page, Ref
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, one_of
from regie.core.lists.shape import MoneyField, Shape, ref_to
from regie.core.time.clock import Clock
from regie.domains.money.collections.schemas import (
    CollectionEntryOut,
    CollectionEntryQuery,
    CollectionEntryRow,
    CollectionOut,
    MailProblem,
    SentReminder,
)
from regie.domains.money.invoices.queries import as_of_params
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.figures import (
    APPLIED_TO_PROMISES,
    RECEIVED,
    RECEIVED_OF_JOINED,
    promise_status,
    serialize_promise,
)
from regie.domains.records.collections.models import (
    ClientCollection,
    CollectionEntry,
    CollectionEntryInvoice,
    Reminder,
)
from regie.domains.records.invoices.figures import AS_OF, OWED_AS_OF_BY_INVOICE, UNAPPLIED_AS_OF
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import managed_clients

_ZERO = Decimal(0)
ENTRIES = Listing(
    source=join(CollectionEntry, User, User.id == CollectionEntry.author_id),
    key=CollectionEntry.id,
    api_id=CollectionEntry.api_id,
    shape=Shape.of(
        CollectionEntryRow,
        CollectionEntry,
        author=ref_to(User),
        promised=MoneyField(CollectionEntry.promised_amount, CollectionEntry.promised_currency),
    ),
    sorts={"contacted_on": CollectionEntry.contacted_on},
    default_sort="-contacted_on",
    filters={"client_key": one_of(CollectionEntry.client_id)},
)
_COLLECTION = (
    select(
        Client.id,
        Client.api_id,
        Client.name,
        ClientCollection.follow_up_on,
        User.api_id.label("owner"),
        User.name.label("owner_name"),
        ClientCollection.collection_state,
        ClientCollection.promised_on,
        ClientCollection.promised_amount,
        ClientCollection.promised_currency,
        ClientCollection.promised_since,
        RECEIVED.label("received"),
        ClientCollection.version,
    )
    .outerjoin(ClientCollection, ClientCollection.client_id == Client.id)
    .outerjoin(User, User.id == ClientCollection.follow_up_owner_id)
    .where(Client.api_id == bindparam("api_id"))
)
# The clients of receivables by client today; looked up for each of the few with a promise.
_IS_IN_RECEIVABLES = or_(
    exists(
        select(Invoice.id)
        .where(Invoice.client_id == ClientCollection.client_id, OWED_AS_OF_BY_INVOICE)
        .correlate(ClientCollection)
    ),
    exists(
        select(CustomerCredit.id)
        .where(CustomerCredit.client_id == ClientCollection.client_id, UNAPPLIED_AS_OF)
        .correlate(ClientCollection)
    ),
)
_PAST_PROMISES = (
    select(
        Client.api_id,
        Client.name,
        User.api_id.label("owner"),
        User.name.label("owner_name"),
        ClientCollection.promised_on,
        ClientCollection.promised_amount,
        ClientCollection.promised_currency,
        RECEIVED_OF_JOINED.label("received"),
    )
    .join(ClientCollection, ClientCollection.client_id == Client.id)
    .outerjoin(APPLIED_TO_PROMISES, APPLIED_TO_PROMISES.c.client_id == ClientCollection.client_id)
    .join(User, User.id == func.coalesce(ClientCollection.follow_up_owner_id, Client.account_manager_id))
    .where(ClientCollection.promised_on < AS_OF, _IS_IN_RECEIVABLES)
)
_INVOICES = (
    select(CollectionEntry.api_id, Invoice.api_id, Invoice.number)
    .join(CollectionEntryInvoice, CollectionEntryInvoice.entry_id == CollectionEntry.id)
    .join(Invoice, Invoice.id == CollectionEntryInvoice.invoice_id)
    .where(CollectionEntry.api_id.in_(bindparam("entries", expanding=True)))
    .order_by(Invoice.payable_on, Invoice.id)
)
_REMINDERS = (
    select(CollectionEntry.api_id.label("entry"), *Reminder.__table__.c)
    .join(CollectionEntry, CollectionEntry.id == Reminder.entry_id)
    .where(CollectionEntry.api_id.in_(bindparam("entries", expanding=True)))
)
_LAST_NUMBERS = (
    select(Reminder.client_id, func.max(Reminder.number).label("number")).group_by(Reminder.client_id).subquery()
)
# The last reminder of each client of `client_keys_`.
LAST_REMINDERS = (
    select(*Reminder.__table__.c)
    .join(
        _LAST_NUMBERS,
        and_(_LAST_NUMBERS.c.client_id == Reminder.client_id, _LAST_NUMBERS.c.number == Reminder.number),
    )
    .where(Reminder.client_id.in_(bindparam("client_keys_", type_=Integer, expanding=True)))
)
# Codes of the delivery (`core/mail`) that concern the address.
_ADDRESS_ERRORS = ("address", "refused 5")
_OTHER_ERRORS = ("another secret", "attempts", "outbox")


def followed_clients(scope: Scope) -> ColumnElement[bool]:
    """The clients whose invoices `visible_invoices` shows."""
    return managed_clients(scope)


def _clients_of_churn_managers(scope: Scope) -> ColumnElement[bool]:
    churned = select(Project.client_id).where(Project.status == "churned")
    return or_(managed_clients(scope), Client.id.in_(churned))


def clients_within(actor: Actor) -> ScopeClause:
    """As `invoices_within`: users who confirm churn also see the follow-up of churned clients."""
    return _clients_of_churn_managers if actor.can(Permission.CHURNS_CONFIRM) else followed_clients


def _entries_of(within: ScopeClause) -> ScopeClause:
    return lambda scope: CollectionEntry.client_id.in_(select(Client.id).where(within(scope)))


def read_collection(db: Connection, actor: Actor, client: str, today: date) -> CollectionOut:
    """The follow-up of a client; NotFound when the caller may not see what the client owes."""
    seen = clients_within(actor)(actor.require(Permission.INVOICES_VIEW))
    found = is_api_id(client) and db.execute(_COLLECTION.where(seen), {**actor.params, "api_id": client}).first()
    if not found:
        raise NotFound
    return {
        "client": {"api_id": found.api_id, "name": found.name},
        "follow_up_on": found.follow_up_on,
        "follow_up_owner": {"api_id": found.owner, "name": found.owner_name} if found.owner else None,
        "collection_state": found.collection_state or "none",
        "promise": serialize_promise(
            found.promised_on,
            found.promised_amount,
            found.promised_currency,
            found.promised_since,
            found.received or _ZERO,
            today,
        ),
        "can": ["follow_up"] if _may_follow_up(db, actor, client) else [],
        "version": found.version or 0,
    }


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """What a client promised to pay by a day that has passed, and the part of it that was not paid."""

    client: Ref
    owner: Ref
    on: date
    unpaid: Decimal
    currency: str


def read_broken_promises(db: Connection, actor: Actor, clock: Clock) -> list[BrokenPromise]:
    """The clients of receivables by client with the status *promise broken*."""
    seen = clients_within(actor)(actor.require(Permission.INVOICES_VIEW))
    found = db.execute(_PAST_PROMISES.where(seen), {**actor.params, **as_of_params(clock, None)})
    today = clock.today()
    return [
        BrokenPromise(
            client={"api_id": row.api_id, "name": row.name},
            owner={"api_id": row.owner, "name": row.owner_name},
            on=row.promised_on,
            unpaid=row.promised_amount - row.received,
            currency=row.promised_currency,
        )
        for row in found
        if promise_status(row.promised_on, row.promised_amount, row.received, today) == "broken"
    ]


def _may_follow_up(db: Connection, actor: Actor, client: str) -> bool:
    scope = actor.scope(Permission.INVOICES_FOLLOW_UP)
    return scope is not None and _is_within(db, actor, client, followed_clients(scope))


def _is_within(db: Connection, actor: Actor, client: str, condition: ColumnElement[bool]) -> bool:
    own = select(Client.id).where(Client.api_id == client, condition)
    return db.execute(own, actor.params).first() is not None


def list_entries(db: Connection, actor: Actor, client: str, query: CollectionEntryQuery) -> Page[CollectionEntryOut]:
    """The contacts with a client, with the invoices that they were about."""
    key = _find_client_key(db, actor, client)
    within = clients_within(actor)
    seen = row_scope(actor, Permission.INVOICES_VIEW, _entries_of(within))
    entries = replace(seen, key=(within.__name__, seen.key))
    page = ENTRIES.page(db, entries, query, {"client_key": [key]})
    shown = [row["api_id"] for row in page["data"]]
    invoices, reminders = _invoices_of(db, shown), _reminders_of(db, actor, client, shown)
    return {
        "data": [
            {**row, "invoices": invoices[row["api_id"]], "reminder": reminders.get(row["api_id"])}
            for row in page["data"]
        ],
        "meta": page["meta"],
    }


def _reminders_of(db: Connection, actor: Actor, client: str, entries: Sequence[str]) -> dict[str, SentReminder]:
    rows = db.execute(_REMINDERS, {"entries": entries}).all() if entries else []
    shows_address = bool(rows) and _sees_billing(db, actor, client)
    return {row.entry: serialize_reminder(row, shows_address=shows_address) for row in rows}


def serialize_reminder(row: Any, *, shows_address: bool) -> SentReminder:
    """Return a row of reminders."""
    return {
        "level": row.level,
        # Empty once the person was erased.
        "to": row.to_address or None if shows_address else None,
        "subject": row.subject,
        "sent_at": row.sent_at,
        "overdue": row.overdue,
        "invoices": row.invoices,
        "mail_state": row.mail_state,
        "problem": _problem(row.mail_error) if row.mail_error else None,
    }


def _problem(error: str) -> MailProblem:
    if error.startswith(_ADDRESS_ERRORS):
        return "address"
    return "other" if error in _OTHER_ERRORS else "server"


def _sees_billing(db: Connection, actor: Actor, client: str) -> bool:
    scope = actor.scope(Permission.CLIENTS_MONEY)
    return scope is not None and _is_within(db, actor, client, managed_clients(scope))


def _find_client_key(db: Connection, actor: Actor, client: str) -> int:
    seen = clients_within(actor)(actor.require(Permission.INVOICES_VIEW))
    statement = select(Client.id).where(Client.api_id == client, seen)
    key = db.execute(statement, actor.params).scalar_one_or_none() if is_api_id(client) else None
    if key is None:
        raise NotFound
    return key


def _invoices_of(db: Connection, entries: Sequence[str]) -> dict[str, list[Ref]]:
    found: dict[str, list[Ref]] = defaultdict(list)
    for entry, api_id, number in db.execute(_INVOICES, {"entries": entries}) if entries else ():
        found[entry].append({"api_id": api_id, "name": number or "—"})
    return found
