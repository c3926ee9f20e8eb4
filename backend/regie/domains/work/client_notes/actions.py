"""Creates, changes and deletes dated notes about clients."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_for_update, require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client, ClientNote
from regie.domains.records.users.models import User
from regie.domains.work.client_notes.queries import changeable_notes, visible_notes
from regie.domains.work.client_notes.schemas import ClientNoteCreate, ClientNoteUpdate
from regie.domains.work.clients.queries import managed_clients, visible_clients

_SEEN = (Permission.CLIENTS_VIEW, visible_clients)
_STEP = ("next_step", "next_on", "next_owner")
_REQUIRED = ("kind", "noted_on", "text")


def create_note(session: Session, actor: Actor, client_id: str, data: ClientNoteCreate, clock: Clock) -> str:
    """Add a note about a client that the caller may edit; return its api_id."""
    client = load_for_update(
        session, actor, Client, client_id, view=_SEEN, edit=(Permission.CLIENTS_EDIT, managed_clients)
    )
    sent = data.model_dump()
    _require_past(sent["noted_on"], clock)
    step = _step_columns(session, actor, {name: sent.pop(name) for name in _STEP}, None)
    note = ClientNote(client_id=client.id, author_id=actor.user_id, **sent, **step)
    session.add(note)
    session.flush()
    _log(session, "note_added", client, note)
    return note.api_id


def update_note(
    session: Session, actor: Actor, client_id: str, api_id: str, data: ClientNoteUpdate, clock: Clock
) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    client, note = _load(session, actor, client_id, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    _require_right(session, actor, note, set(sent))
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = _editable_values(session, note)
    require_version(note, version, {name: (theirs[name], _to_wire(sent[name])) for name in sent})
    if "noted_on" in sent:
        _require_past(sent["noted_on"], clock)
    done = sent.pop("done", None)
    if step := {name: sent.pop(name) for name in _STEP if name in sent}:
        sent |= _step_columns(session, actor, step, note)
    for name, value in sent.items():
        setattr(note, name, value)
    if note.next_step is None:
        if done:
            raise Invalid({"done": "invalid"})
        note.done_at = None
    elif done is not None:
        note.done_at = (note.done_at or clock.now()) if done else None
    session.flush()
    _log(session, "note_changed", client, note)


def delete_note(session: Session, actor: Actor, client_id: str, api_id: str) -> None:
    client, note = _load(session, actor, client_id, api_id)
    if not _can_change(session, actor, note):
        raise Forbidden
    session.delete(note)
    session.flush()
    _log(session, "note_deleted", client, note)


def _load(session: Session, actor: Actor, client_id: str, api_id: str) -> tuple[Client, ClientNote]:
    """Return a visible note, locked, and its client."""
    if not (is_api_id(client_id) and is_api_id(api_id)):
        raise NotFound
    visible = visible_notes(actor.require(Permission.CLIENTS_VIEW))
    statement = select(ClientNote).join(Client, Client.id == ClientNote.client_id)
    of_client = statement.where(ClientNote.api_id == api_id, Client.api_id == client_id, visible)
    note = session.execute(of_client.with_for_update(of=ClientNote), actor.params).scalar_one_or_none()
    if note is None:
        raise NotFound
    return session.get_one(Client, note.client_id), note


def _require_right(session: Session, actor: Actor, note: ClientNote, fields: set[str]) -> None:
    """The author and those who may edit the client change everything; who takes the next step completes it."""
    if _can_change(session, actor, note):
        return
    if note.next_owner_id != actor.user_id:
        raise Forbidden
    if others := fields - {"done"}:
        raise Invalid({name: FieldError("not_yours") for name in others})


def _can_change(session: Session, actor: Actor, note: ClientNote) -> bool:
    changeable = select(ClientNote.id).where(ClientNote.id == note.id, changeable_notes(actor))
    return session.execute(changeable, actor.params).first() is not None


def _require_past(day: date, clock: Clock) -> None:
    """A note says what has happened; a next step says what is to come."""
    if day > clock.today():
        raise Invalid({"noted_on": FieldError("at_most_day", day=clock.today().isoformat())})


def _step_columns(session: Session, actor: Actor, sent: dict[str, Any], note: ClientNote | None) -> dict[str, Any]:
    """Return the columns of a next step: it has a day and an owner; without a step, both are empty."""
    next_step = sent.get("next_step", note and note.next_step)
    next_on = sent.get("next_on", note and note.next_on)
    if next_step is None:
        if sent.get("next_on") is not None:
            raise Invalid({"next_step": "required"})
        return {"next_step": None, "next_on": None, "next_owner_id": None}
    if next_on is None:
        raise Invalid({"next_on": "required"})
    current_id = note and note.next_owner_id
    owner_id = current_id if "next_owner" not in sent else _owner_id(session, actor, sent["next_owner"], current_id)
    return {"next_step": next_step, "next_on": next_on, "next_owner_id": owner_id or actor.user_id}


def _owner_id(session: Session, actor: Actor, owner: str | None, current_id: int | None) -> int:
    """Owners manage clients, so that each of them sees every client; an owner who left the role may stay."""
    if owner is None:
        return actor.user_id
    is_current = select(User.id).where(User.id == current_id, User.api_id == owner)
    if current_id is not None and session.execute(is_current).first() is not None:
        return current_id
    view = (Permission.DIRECTORY_VIEW, visible_account_managers)
    return find_reference(session, actor, User, owner, field="next_owner", view=view)


def _editable_values(session: Session, note: ClientNote) -> dict[str, Any]:
    """Return the editable values in the form of the API."""
    owner = None if note.next_owner_id is None else session.get_one(User, note.next_owner_id).api_id
    values = {name: _to_wire(getattr(note, name)) for name in (*_REQUIRED, "next_step", "next_on")}
    return values | {"next_owner": owner, "done": note.done_at is not None}


def _to_wire(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _log(session: Session, action: str, client: Client, note: ClientNote) -> None:
    """Log on the client, without the text: the log stays for ever, a note can be deleted."""
    details = {"note_kind": note.kind, "noted_on": note.noted_on}
    log_event(session, action, subject="client", api_id=client.api_id, name=client.name, details=details)
