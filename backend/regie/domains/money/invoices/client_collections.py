"""Adds the follow-up of each client to its receivables: next day, owner, state and promise."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, and_, case, func, select

from regie.core.api.wire import Ref
from regie.core.db.query_cache import QueryCache
from regie.domains.money.invoices.debtors import Debtor
from regie.domains.money.invoices.schemas import CollectionSummary
from regie.domains.records.clients.models import Client
from regie.domains.records.collections import models
from regie.domains.records.collections.figures import APPLIED_TO_PROMISES, RECEIVED_OF_JOINED, serialize_promise
from regie.domains.records.users.models import User

_ZERO = Decimal(0)
_STORED = models.ClientCollection
# Without the clients' amounts, so that a contact or a follow-up does not make the receivables be read again.
_NUMBERS = (
    select(models.Reminder.client_id, func.max(models.Reminder.number).label("number"))
    .group_by(models.Reminder.client_id)
    .subquery()
)
_LAST = models.Reminder
_COLLECTIONS = (
    select(
        Client.api_id,
        User.api_id.label("owner"),
        User.name.label("owner_name"),
        _STORED.follow_up_on,
        _STORED.collection_state,
        _STORED.promised_on,
        _STORED.promised_amount,
        _STORED.promised_currency,
        _STORED.promised_since,
        # Most clients have no promise: their payments need not be read.
        case((_STORED.promised_on.is_not(None), RECEIVED_OF_JOINED)).label("received"),
        _LAST.sent_at,
        _LAST.mail_state,
    )
    .join(_STORED, _STORED.client_id == Client.id)
    .outerjoin(APPLIED_TO_PROMISES, APPLIED_TO_PROMISES.c.client_id == _STORED.client_id)
    .outerjoin(User, User.id == _STORED.follow_up_owner_id)
    .outerjoin(_NUMBERS, _NUMBERS.c.client_id == Client.id)
    .outerjoin(_LAST, and_(_LAST.client_id == Client.id, _LAST.number == _NUMBERS.c.number))
)
_CACHE: QueryCache[dict[str, CollectionSummary]] = QueryCache(
    ("clients", "users", "client_collections", "client_reminders", "invoices", "invoice_payments", "customer_credits")
)
_NOT_STORED: CollectionSummary = {
    "next_on": None,
    "owner": None,
    "collection_state": "none",
    "promise": None,
    "last_reminder": None,
}


class ClientDebt(NamedTuple):
    """What a client owes, and its follow-up."""

    debtor: Debtor
    collection: CollectionSummary


def add_collections(db: Connection, debtors: Sequence[Debtor], today: date) -> list[ClientDebt]:
    """Return the debtors with the follow-up of their clients."""
    stored = _CACHE.get(db, (db.engine, today), lambda: _read(db, today))
    return [ClientDebt(one, _collection(one, stored)) for one in debtors]


def _read(db: Connection, today: date) -> dict[str, CollectionSummary]:
    return {
        row.api_id: {
            "next_on": row.follow_up_on,
            "owner": _ref(row.owner, row.owner_name),
            "collection_state": row.collection_state,
            "promise": serialize_promise(
                row.promised_on,
                row.promised_amount,
                row.promised_currency,
                row.promised_since,
                row.received or _ZERO,
                today,
            ),
            "last_reminder": row.sent_at and {"sent_at": row.sent_at, "mail_state": row.mail_state},
        }
        for row in db.execute(_COLLECTIONS)
    }


def _ref(api_id: str | None, name: str | None) -> Ref | None:
    return None if api_id is None or name is None else {"api_id": api_id, "name": name}


def _collection(one: Debtor, stored: Mapping[str, CollectionSummary]) -> CollectionSummary:
    """The earliest follow-up counts, whether it is the client's or that of an invoice."""
    collection, of_invoice = stored.get(one.api_id, _NOT_STORED), one.follow_ups
    own, owner = collection["next_on"], collection["owner"] or one.manager
    if of_invoice.next_on is not None and (own is None or of_invoice.next_on < own):
        return {**collection, "next_on": of_invoice.next_on, "owner": of_invoice.next_owner or owner}
    return {**collection, "owner": owner}
