"""MRR movements one by one: the rows that a bridge adds up, each with the rate of its day."""

from datetime import date
from typing import Any

from sqlalchemy import Connection, bindparam, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.errors import Invalid
from regie.core.listing import page_of
from regie.core.money import money
from regie.core.text_index import contains_words, words_of
from regie.domains.churns.analysis import currency_of, told_rate
from regie.domains.churns.figures import Movement
from regie.domains.churns.schemas import MovementQuery
from regie.domains.churns.statistics import read_steps
from regie.domains.clients.models import Client
from regie.domains.exchange_rates.figures import Conversion
from regie.domains.exchange_rates.queries import read_rates

DEFAULT_SORT = "-on"
_CLIENTS = select(Client.id, Client.api_id, Client.name).where(Client.id.in_(bindparam("clients", expanding=True)))


def list_movements(db: Connection, actor: Actor, query: MovementQuery, today: date) -> dict[str, Any]:
    """Of all retainers whose money the caller sees; the newest first."""
    found = _find_movements(db, actor, query)
    found.sort(key=lambda one: (-one.day.toordinal(), one.client, one.currency))
    start = (query.page - 1) * query.per_page
    # Of picked ones anybody may be asked for.
    shown = found if query.picked is not None else found[start : start + query.per_page]
    named = {row.id: row for row in db.execute(_CLIENTS, {"clients": list({one.client for one in shown})})}
    conversion = Conversion(read_rates(db, today), query.currency or currency_of(db, actor))
    return page_of(query, found, lambda one: _told(one, named[one.client], conversion), order=DEFAULT_SORT)


def _find_movements(db: Connection, actor: Actor, query: MovementQuery) -> list[Movement]:
    if query.from_ and query.to and query.to < query.from_:
        raise Invalid({"to": "after_start"})
    scope = actor.require(Permission.PROJECTS_MRR)
    clients = _wanted_clients(db, query)
    return [
        movement
        for steps in read_steps(db, actor, scope)
        for step in steps
        for movement in step.movements
        if _is_wanted(movement, query, clients)
    ]


def _wanted_clients(db: Connection, query: MovementQuery) -> set[int] | None:
    """None where all are wanted."""
    words = words_of(query.search)
    conditions = [*contains_words((Client.search_key,), words.shape)]
    if query.client:
        conditions.append(Client.api_id.in_(query.client))
    return set(db.execute(select(Client.id).where(*conditions), words.params).scalars()) if conditions else None


def _is_wanted(movement: Movement, query: MovementQuery, clients: set[int] | None) -> bool:
    return bool(
        movement.amount
        and (clients is None or movement.client in clients)
        and (not query.kind or movement.kind in query.kind)
        and (not query.of_currency or movement.currency in query.of_currency)
        and (query.from_ is None or query.from_ <= movement.day)
        and (query.to is None or movement.day <= query.to)
    )


def _told(movement: Movement, client: Any, conversion: Conversion) -> dict[str, Any]:
    converted = conversion.convert(movement.amount, movement.currency, movement.day)
    return {
        "api_id": f"{client.api_id}.{movement.day}.{movement.currency}",
        "client": {"api_id": client.api_id, "name": client.name},
        "on": movement.day,
        "kind": movement.kind,
        "amount": money(movement.amount, movement.currency),
        "converted": None if converted is None else money(converted, conversion.target),
        **told_rate(conversion, movement.currency, movement.day),
    }
