"""Records, changes, removes and lists who is responsible for a client from which day on."""

from datetime import date
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, load_visible
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.actions import (
    Change,
    TermInput,
    change_value,
    load_value_day,
    owner_of,
    record_values,
    remove_value,
    show_values_of_today,
)
from regie.domains.records.dated_fields.queries import TermsOf, list_dated_terms
from regie.domains.records.dated_fields.schemas import CLIENT_FIELDS, ORDER, DatedTerm, DatedTermQuery
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import managed_clients, visible_clients
from regie.domains.work.clients.references import resolve_columns
from regie.domains.work.clients.schemas import ClientTermCreate, ClientTermUpdate

_SEEN = (Permission.CLIENTS_VIEW, visible_clients)
_CHANGED = (Permission.CLIENTS_EDIT, managed_clients)
_TARGETS: dict[str, Any] = {"account_manager": User, "team": Team}


def record_client_terms(session: Session, actor: Actor, api_id: str, data: ClientTermCreate, clock: Clock) -> None:
    """Record the sent people and team from one day on; nothing is stored when one of them is refused."""
    client = load_for_update(session, actor, Client, api_id, view=_SEEN, edit=_CHANGED)
    values = _resolve(session, actor, data)
    if not values:
        raise Invalid({"effective_from": "nothing_sent"})
    change = _change(actor, clock)
    record_values(session, client, values, TermInput.of(data), change)
    show_values_of_today(session, client, change)


def change_client_term(
    session: Session, actor: Actor, api_id: str, term_id: str, data: ClientTermUpdate, clock: Clock
) -> None:
    client = load_for_update(session, actor, Client, api_id, view=_SEEN, edit=_CHANGED)
    day, reason = load_value_day(session, client, term_id)
    sent = data.model_dump(exclude_unset=True)
    given = TermInput(sent.get("effective_from") or day, sent.get("reason", reason), data.version)
    change_value(session, client, term_id, _resolve(session, actor, data), given, _change(actor, clock))


def remove_client_term(session: Session, actor: Actor, api_id: str, term_id: str, clock: Clock) -> None:
    client = load_for_update(session, actor, Client, api_id, view=_SEEN, edit=_CHANGED)
    remove_value(session, client, term_id, _change(actor, clock))


def list_client_terms(db: Connection, actor: Actor, api_id: str, query: DatedTermQuery, today: date) -> Page[DatedTerm]:
    with Session(db) as session:
        client = load_visible(session, actor, Client, api_id, _SEEN)
        can_edit = can_change(session, actor, client, *_CHANGED)
    current = {field: getattr(client, field.column) for field in CLIENT_FIELDS.values()}
    terms = list_dated_terms(db, TermsOf(owner_of(client), current, _TARGETS, today, can_edit))
    return paginate(query, terms, lambda term: term, order=ORDER)


def _change(actor: Actor, clock: Clock) -> Change:
    return Change(clock.today(), clock.now(), actor.user_id)


def _resolve(session: Session, actor: Actor, data: ClientTermCreate | ClientTermUpdate) -> dict[str, Any]:
    """Return the sent values by field, references as keys of rows that the caller may see."""
    sent = {name: value for name, value in data.model_dump(exclude_unset=True).items() if name in CLIENT_FIELDS}
    if "account_manager" in sent and sent["account_manager"] is None:
        raise Invalid({"account_manager": "required"})
    columns = resolve_columns(session, actor, sent)
    return {name: columns[CLIENT_FIELDS[name].column] for name in sent}
