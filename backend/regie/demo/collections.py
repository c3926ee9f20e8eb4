"""Logs contacts with some clients whose invoices are overdue, with promises and states, as finance would."""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.demo.seeded_random import seeded_random
from regie.domains.money.collections.actions import create_entry, update_collection
from regie.domains.money.collections.schemas import CollectionEntryCreate, CollectionUpdate
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.models import ClientCollection
from regie.domains.records.invoices.figures import OVERDUE
from regie.domains.records.invoices.models import Invoice

_SHARE = 0.4
_STATES = ("none", "none", "none", "none", "disputed", "in_collection")
_TEXTS = {
    "fr-ca": {
        "call": "Message laissé aux comptes fournisseurs.",
        "mail": "Relevé des factures envoyé; réponse attendue cette semaine.",
        "promise": "La contrôleuse confirme un virement.",
    },
    "en-us": {
        "call": "Left a message with accounts payable.",
        "mail": "Sent the open invoices; an answer is expected this week.",
        "promise": "The controller confirmed a wire transfer.",
    },
}
_OVERDUE_CLIENTS = (
    select(
        Client.api_id,
        Client.name,
        Client.language,
        Invoice.currency,
        func.max(Invoice.balance).label("balance"),
    )
    .join(Invoice, Invoice.client_id == Client.id)
    .outerjoin(ClientCollection, ClientCollection.client_id == Client.id)
    .where(OVERDUE, ClientCollection.id.is_(None))
    .group_by(Client.id, Client.api_id, Client.name, Client.language, Invoice.currency)
    .order_by(Client.id, Invoice.currency)
)


def log_contacts(database: Database, actor: Actor, clock: Clock) -> int:
    """Follow up some clients; return their number."""
    followed: set[str] = set()
    with database.write() as session:
        for row in session.execute(_OVERDUE_CLIENTS, {"today_": clock.today()}).all():
            is_chosen = seeded_random("collections", row.name).random() < _SHARE
            if is_chosen and row.api_id not in followed:
                followed.add(row.api_id)
                _follow_up(session, actor, clock, row)
    return len(followed)


def _follow_up(session: Session, actor: Actor, clock: Clock, row: Any) -> None:
    random = seeded_random("collection", row.name)
    today, texts = clock.today(), _TEXTS[row.language or "en-us"]
    for kind, days in (("mail", random.randint(25, 40)), ("call", random.randint(12, 20))):
        _log(session, actor, clock, row, kind=kind, contacted_on=today - timedelta(days=days), text=texts[kind])
    if random.random() < 0.6:
        promise = {
            "promised_on": today + timedelta(days=random.randint(-6, 14)),
            "promised_amount": f"{row.balance:.2f}",
            "promised_currency": row.currency,
        }
        contacted_on = today - timedelta(days=random.randint(7, 10))
        _log(session, actor, clock, row, kind="call", contacted_on=contacted_on, text=texts["promise"], **promise)
    planned = today + timedelta(days=random.randint(-2, 9))
    change = CollectionUpdate(follow_up_on=planned, collection_state=random.choice(_STATES))
    update_collection(session, actor, row.api_id, change, clock)


def _log(session: Session, actor: Actor, clock: Clock, row: Any, **values: Any) -> None:
    create_entry(session, actor, row.api_id, CollectionEntryCreate(**values), clock)
