"""Creates, changes and deletes clients."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, require_version
from regie.core.api.errors import FieldError, Forbidden, InUse, Invalid
from regie.core.db.references import find_references
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.dated_fields.actions import Change, owner_of, set_columns
from regie.domains.records.options.queries import require_option
from regie.domains.records.terms.actions import delete_terms
from regie.domains.records.users.models import User
from regie.domains.work.clients.figures import STATUS
from regie.domains.work.clients.queries import managed_clients, visible_clients
from regie.domains.work.clients.references import resolve_columns
from regie.domains.work.clients.responsibility_terms import CLIENT_TERMS as CLIENT_TERMS
from regie.domains.work.clients.schemas import ClientCreate, ClientUpdate

_SEEN = (Permission.CLIENTS_VIEW, visible_clients)
_BILLING_FIELDS = frozenset({"billing_email", "address", "payment_terms_days", "currency"})
_HEALTH_FIELDS = frozenset({"health", "health_note", "health_until"})
_MAX_HEALTH_MONTHS = 12
_REQUIRED = ("name", "account_manager", "currency")


def create_client(session: Session, actor: Actor, data: ClientCreate) -> str:
    """Create a client and return its api_id; raise Invalid for a reference that the caller may not see."""
    require_option(session, "industry", "industry", data.industry)
    client = Client(**resolve_columns(session, actor, data.model_dump()))
    session.add(client)
    session.flush()
    return client.api_id


def update_client(session: Session, actor: Actor, api_id: str, data: ClientUpdate, clock: Clock) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    client = load_for_update(session, actor, Client, api_id, view=_SEEN, edit=_SEEN)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    _require_field_permissions(session, actor, client, set(sent))
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = editable_values(session, client)
    require_version(client, version, {name: (theirs.get(name), sent[name]) for name in sent})
    require_option(session, "industry", "industry", sent.get("industry"), current=client.industry)
    _set_health(session, client, sent, clock)
    if "archived" in sent:
        _archive(session, client, clock.now() if sent.pop("archived") else None)
    columns = resolve_columns(session, actor, sent)
    set_columns(session, client, columns, Change.by(actor, clock))
    session.flush()


def delete_client(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a client that no record references; otherwise raise InUse with the reasons."""
    client = load_for_update(
        session, actor, Client, api_id, view=_SEEN, edit=(Permission.CLIENTS_DELETE, managed_clients)
    )
    if tables := find_references(session.connection(), Client.__table__, client.id):
        raise InUse("client_in_use", [f"clients.{table}" for table in tables])
    session.execute(delete(ClientLink).where(ClientLink.client_id == client.id))
    delete_terms(session, owner_of(client))
    session.delete(client)
    session.flush()


def _require_field_permissions(session: Session, actor: Actor, client: Client, fields: set[str]) -> None:
    if can_change(session, actor, client, Permission.CLIENTS_EDIT, managed_clients):
        return
    if not actor.can(Permission.CLIENTS_EDIT_BILLING):
        raise Forbidden
    if others := fields - _BILLING_FIELDS:
        raise Invalid({name: FieldError("not_yours") for name in others})


def _set_health(session: Session, client: Client, sent: dict[str, Any], clock: Clock) -> None:
    """Require a reason and a last day within a year for the level of an active client; without one, clear all three."""
    if not _HEALTH_FIELDS & sent.keys():
        return
    values = {name: sent.get(name, getattr(client, name)) for name in _HEALTH_FIELDS}
    if values["health"] is None:
        sent.update(dict.fromkeys(_HEALTH_FIELDS))
        return
    if not _is_active(session, client):
        raise Invalid({"health": "invalid"}, "client_without_health")
    today = clock.today()
    last = add_months(today, _MAX_HEALTH_MONTHS)
    errors: dict[str, FieldError | str] = {name: "required" for name, value in values.items() if value is None}
    if values["health_until"] is not None:
        # Also the day of an earlier level: a level that has ended already would not be shown.
        if values["health_until"] < today:
            errors["health_until"] = FieldError("at_least_day", day=today.isoformat())
        elif values["health_until"] > last:
            errors["health_until"] = FieldError("at_most_day", day=last.isoformat())
    if errors:
        raise Invalid(errors)


def _archive(session: Session, client: Client, at: datetime | None) -> None:
    if at is not None and _is_active(session, client):
        raise Invalid({"archived": "invalid"}, "client_active")
    client.archived_at = client.archived_at or at if at is not None else None


def _is_active(session: Session, client: Client) -> bool:
    return session.execute(select(Client.id).where(Client.id == client.id, STATUS["active"])).first() is not None


def editable_values(session: Session, client: Client) -> dict[str, Any]:
    """Return the editable values in the form of the API, to show both sides of a conflict."""
    manager = session.get(User, client.account_manager_id)
    team = session.get(Team, client.team_id) if client.team_id else None
    values = {name: getattr(client, name) for name in ClientUpdate.model_fields if hasattr(Client, name)}
    return values | {
        "account_manager": manager and manager.api_id,
        "team": team and team.api_id,
        "archived": client.archived_at is not None,
    }
