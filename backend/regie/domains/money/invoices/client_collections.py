"""Adds the follow-up of each client to its receivables: next day, owner, state and promise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from sqlalchemy import Connection, select
from sqlalchemy.orm import aliased

from regie.core.api.wire import Ref
from regie.core.db.query_cache import QueryCache
from regie.domains.money.invoices.debtors import DebtorRow
from regie.domains.money.invoices.schemas import CollectionSummary
from regie.domains.records.clients.models import Client
from regie.domains.records.collections import models
from regie.domains.records.collections.figures import RECEIVED, serialize_promise
from regie.domains.records.users.models import User

_ZERO = Decimal(0)
_MANAGER, _OWNER = aliased(User), aliased(User)
_STORED = models.ClientCollection
# Without the clients' amounts, so that a contact or a follow-up does not make the receivables be read again.
_COLLECTIONS = (
    select(
        Client.api_id,
        _MANAGER.api_id.label("manager"),
        _MANAGER.name.label("manager_name"),
        _OWNER.api_id.label("owner"),
        _OWNER.name.label("owner_name"),
        _STORED.follow_up_on,
        _STORED.collection_state,
        _STORED.promised_on,
        _STORED.promised_amount,
        _STORED.promised_currency,
        _STORED.promised_since,
        RECEIVED.label("received"),
    )
    .join(_MANAGER, _MANAGER.id == Client.account_manager_id)
    .outerjoin(_STORED, _STORED.client_id == Client.id)
    .outerjoin(_OWNER, _OWNER.id == _STORED.follow_up_owner_id)
)
_CACHE: QueryCache[dict[str, CollectionSummary]] = QueryCache(
    ("clients", "users", "client_collections", "invoices", "invoice_payments", "customer_credits")
)


def add_collections(db: Connection, rows: Sequence[DebtorRow], today: date) -> list[DebtorRow]:
    """Return the rows with the follow-up of their clients."""
    collections = _CACHE.get(db, (db.engine, today), lambda: _read(db, today))
    return [_with_collection(one, collections) for one in rows]


def _read(db: Connection, today: date) -> dict[str, CollectionSummary]:
    return {
        row.api_id: {
            "next_on": row.follow_up_on,
            "owner": _ref(row.owner, row.owner_name) or _ref(row.manager, row.manager_name),
            "collection_state": row.collection_state or "none",
            "promise": serialize_promise(
                row.promised_on,
                row.promised_amount,
                row.promised_currency,
                row.promised_since,
                row.received or _ZERO,
                today,
            ),
        }
        for row in db.execute(_COLLECTIONS)
    }


def _ref(api_id: str | None, name: str | None) -> Ref | None:
    return None if api_id is None or name is None else {"api_id": api_id, "name": name}


def _with_collection(one: DebtorRow, collections: Mapping[str, CollectionSummary]) -> DebtorRow:
    """The earliest follow-up counts, whether it is the client's or that of an invoice."""
    collection = collections.get(one.row["api_id"], one.row["collection"])
    own, of_invoice = collection["next_on"], one.row["follow_up"]
    if of_invoice["next_on"] is not None and (own is None or of_invoice["next_on"] < own):
        owner = of_invoice["next_owner"] or collection["owner"]
        collection = {**collection, "next_on": of_invoice["next_on"], "owner": owner}
    return replace(one, row={**one.row, "collection": collection})
