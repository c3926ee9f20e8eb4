"""Changes the follow-up of clients, and logs contacts with them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_event
from regie.core.db.inserts import insert_into
from regie.core.text.locale import Locale, translate
from regie.core.time.clock import Clock
from regie.domains.money.collections.queries import clients_within, followed_clients
from regie.domains.money.collections.schemas import CollectionEntryCreate, CollectionUpdate
from regie.domains.money.collections.statement import AccountStatement, read_statement
from regie.domains.money.collections.statement_document import describe_statement
from regie.domains.money.invoices.actions import find_follow_up_owner
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.models import ClientCollection, CollectionEntry, CollectionEntryInvoice
from regie.domains.records.invoices.figures import OWED
from regie.domains.records.invoices.models import Invoice, InvoiceFollowUp
from regie.domains.records.users.models import User

_PROMISE = ("promised_on", "promised_amount", "promised_currency")


def update_collection(session: Session, actor: Actor, client: str, data: CollectionUpdate, clock: Clock) -> None:
    """Change the fields that are sent; raise Changed (409) with both values when the version is outdated."""
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    collection = open_collection(session, actor, client)
    current = _to_wire(session, collection)
    require_version(collection, version, {name: (current[name], _as_text(value)) for name, value in sent.items()})
    if "follow_up_owner" in sent:
        collection.follow_up_owner_id = find_follow_up_owner(session, actor, sent.pop("follow_up_owner"))
    _change_promise(session, collection, {name: sent.pop(name) for name in _PROMISE if name in sent}, clock)
    for name, value in sent.items():
        setattr(collection, name, value)
    if "follow_up_on" in sent:
        # The day of the client replaces those of its invoices.
        _end_invoice_follow_ups(session, collection)
    session.flush()


def create_entry(session: Session, actor: Actor, client: str, data: CollectionEntryCreate, clock: Clock) -> None:
    """Log a contact; its promise replaces the current one, and what is sent of the follow-up changes it."""
    collection = open_collection(session, actor, client)
    if data.contacted_on > clock.today():
        raise Invalid({"contacted_on": "not_yet"})
    invoices = _find_invoices(session, collection, data.invoices)
    if "follow_up_owner" in data.model_fields_set:
        collection.follow_up_owner_id = find_follow_up_owner(session, actor, data.follow_up_owner)
    promise = {name: getattr(data, name) for name in _PROMISE}
    if any(value is not None for value in promise.values()):
        _set_promise(session, collection, promise, data.contacted_on)
    if "follow_up_on" in data.model_fields_set:
        collection.follow_up_on = data.follow_up_on
        _end_invoice_follow_ups(session, collection, invoices)
    else:
        _complete_due_follow_ups(session, collection, invoices, data.contacted_on)
    entry = CollectionEntry(
        client_id=collection.client_id,
        contacted_on=data.contacted_on,
        kind=data.kind,
        text=data.text,
        author_id=actor.user_id,
        **promise,
    )
    _store_entry(session, entry, invoices)
    _log_contact(session, collection, entry)


def store_mail(
    session: Session, actor: Actor, collection: ClientCollection, text: str, invoices: Collection[int], day: date
) -> CollectionEntry:
    """Store a mail that Régie sends as a contact about these invoices; follow-ups of theirs that were due end."""
    _complete_due_follow_ups(session, collection, invoices, day)
    entry = CollectionEntry(
        client_id=collection.client_id, contacted_on=day, kind="mail", text=text, author_id=actor.user_id
    )
    _store_entry(session, entry, invoices)
    return entry


def _store_entry(session: Session, entry: CollectionEntry, invoices: Collection[int]) -> None:
    session.add(entry)
    session.flush()
    if invoices:
        session.execute(insert(CollectionEntryInvoice), [{"entry_id": entry.id, "invoice_id": key} for key in invoices])


@dataclass(frozen=True, slots=True)
class StatementFile:
    """The statement of a client as a PDF, in the client's language."""

    name: str
    content: bytes
    locale: Locale
    organization: str


def write_statement_file(statement: AccountStatement) -> StatementFile:
    # Imported here: few requests need this large library.
    from regie.domains.money.collections.statement_pdf import write_statement

    name = translate(statement.locale, "statement.file_name", client=statement.client, date=statement.as_of)
    content = write_statement(describe_statement(statement))
    return StatementFile(name, content, statement.locale, statement.organization)


def read_statement_file(db: Connection, actor: Actor, client: str, clock: Clock) -> StatementFile:
    """Return the statement of today; NotFound when the caller may not see what the client owes."""
    return write_statement_file(read_statement(db, actor, client, clock))


def log_statement(session: Session, statement: AccountStatement) -> None:
    """Log that the statement of a client was downloaded."""
    log_event(session, "downloaded", subject="client", api_id=statement.client_id, name=statement.client, topic="money")


def open_collection(session: Session, actor: Actor, client: str) -> ClientCollection:
    """The follow-up, locked together with its client; it is created with version 0 on first use."""
    record = load_for_update(
        session,
        actor,
        Client,
        client,
        view=(Permission.INVOICES_VIEW, clients_within(actor)),
        edit=(Permission.INVOICES_FOLLOW_UP, followed_clients),
    )
    empty = {"api_id": record.api_id, "client_id": record.id, "name": record.name, "version": 0}
    session.execute(
        insert_into(session, ClientCollection).values(**empty, collection_state="none").on_conflict_do_nothing()
    )
    found = select(ClientCollection).where(ClientCollection.client_id == record.id)
    return session.execute(found.with_for_update()).scalar_one()


def _complete_due_follow_ups(
    session: Session, collection: ClientCollection, invoices: Collection[int], day: date
) -> None:
    """End the follow-ups that were due by the day of the contact."""
    if collection.follow_up_on is not None and collection.follow_up_on <= day:
        collection.follow_up_on = None
    _end_invoice_follow_ups(session, collection, invoices, until=day)


def _end_invoice_follow_ups(
    session: Session, collection: ClientCollection, invoices: Collection[int] = (), until: date = date.max
) -> None:
    """End the planned follow-ups of these invoices, or of all of the client's."""
    ended = (
        select(InvoiceFollowUp)
        .join(Invoice, Invoice.id == InvoiceFollowUp.invoice_id)
        .where(Invoice.client_id == collection.client_id, InvoiceFollowUp.follow_up_on <= until)
        .order_by(InvoiceFollowUp.id)
    )
    if invoices:
        ended = ended.where(Invoice.id.in_(invoices))
    for follow_up in session.execute(ended.with_for_update(of=InvoiceFollowUp)).scalars():
        follow_up.follow_up_on = None


def _change_promise(session: Session, collection: ClientCollection, sent: Mapping[str, Any], clock: Clock) -> None:
    """Correct the promise, or end it when it is sent without a day."""
    promise = {name: sent.get(name, getattr(collection, name)) for name in _PROMISE}
    if promise["promised_on"] is None and not any(sent.values()):
        for name in (*_PROMISE, "promised_since"):
            setattr(collection, name, None)
    elif any(promise[name] != getattr(collection, name) for name in _PROMISE):
        # A correction does not disregard what was paid since the promise.
        _set_promise(session, collection, promise, collection.promised_since or clock.today())


def _set_promise(session: Session, collection: ClientCollection, promise: Mapping[str, Any], since: date) -> None:
    """Replace the promise, which needs all of its fields."""
    if missing := {name: "required" for name in _PROMISE if not promise[name]}:
        raise Invalid(missing)
    if promise["promised_on"] < since:
        raise Invalid({"promised_on": FieldError("at_least_day", day=since.isoformat())})
    if promise["promised_currency"] != collection.promised_currency:
        _require_owed_currency(session, collection, promise["promised_currency"])
    for name, value in promise.items():
        setattr(collection, name, value)
    collection.promised_since = since


def _require_owed_currency(session: Session, collection: ClientCollection, currency: str) -> None:
    """Refuse a promise in a currency in which the client owes nothing; without debts, its own one is expected."""
    owed = select(Invoice.currency).where(Invoice.client_id == collection.client_id, OWED).distinct()
    # Fields that are being changed are stored together, as one version.
    with session.no_autoflush:
        allowed = sorted(session.execute(owed).scalars()) or [session.get_one(Client, collection.client_id).currency]
    if currency not in allowed:
        raise Invalid({"promised_currency": FieldError("currency_not_owed", allowed=", ".join(allowed))})


def _find_invoices(session: Session, collection: ClientCollection, ids: Collection[str]) -> Collection[int]:
    """Return the keys of these invoices; Invalid when one of them is not the client's."""
    own = select(Invoice.id).where(Invoice.api_id.in_(ids), Invoice.client_id == collection.client_id)
    keys = session.execute(own).scalars().all() if ids else []
    if len(keys) != len(set(ids)):
        raise Invalid({"invoices": "reference"})
    return keys


def _log_contact(session: Session, collection: ClientCollection, entry: CollectionEntry) -> None:
    """Log on the client, without the text: entries about clients are never deleted."""
    details = {"contact_kind": entry.kind, "contacted_on": entry.contacted_on}
    log_event(
        session,
        "contact_logged",
        subject="client",
        api_id=collection.api_id,
        name=collection.name,
        topic="money",
        details=details,
    )


def _to_wire(session: Session, collection: ClientCollection) -> dict[str, str | None]:
    owner_id = collection.follow_up_owner_id
    owner = None if owner_id is None else session.get_one(User, collection.follow_up_owner_id).api_id
    return {
        "follow_up_on": _as_text(collection.follow_up_on),
        "follow_up_owner": owner,
        "collection_state": collection.collection_state,
        "promised_on": _as_text(collection.promised_on),
        "promised_amount": _as_text(collection.promised_amount),
        "promised_currency": collection.promised_currency,
    }


def _as_text(value: str | date | Decimal | None) -> str | None:
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    return value.isoformat() if isinstance(value, date) else value
