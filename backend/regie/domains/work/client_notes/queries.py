"""Reads dated notes about clients; every statement starts from the clients that the caller sees."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, false, join, or_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_USER_ID, Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.lists.listing import Listing, RowScope, at_most, choice, one_of
from regie.core.lists.shape import Column, Shape, ref_to
from regie.domains.records.clients.models import Client, ClientNote
from regie.domains.records.users.models import User
from regie.domains.work.client_notes.schemas import ClientNote as ClientNoteOut
from regie.domains.work.client_notes.schemas import ClientNoteColumns, NoteAction
from regie.domains.work.clients.queries import find_client_key, managed_clients, visible_clients

_Owner = aliased(User)
IS_OPEN = and_(ClientNote.next_step.is_not(None), ClientNote.done_at.is_(None))
NOTES = Listing(
    source=join(ClientNote, Client, Client.id == ClientNote.client_id)
    .join(User, User.id == ClientNote.author_id)
    .join(_Owner, _Owner.id == ClientNote.next_owner_id, isouter=True),
    key=ClientNote.id,
    api_id=ClientNote.api_id,
    shape=Shape.of(
        ClientNoteColumns, ClientNote, client=ref_to(Client), author=ref_to(User), next_owner=ref_to(_Owner)
    ),
    sorts={"noted_on": ClientNote.noted_on, "next_on": ClientNote.next_on},
    default_sort="-noted_on",
    filters={
        "client_key": one_of(ClientNote.client_id),
        "kind": one_of(ClientNote.kind),
        "open": choice({True: lambda: IS_OPEN, False: lambda: ~IS_OPEN}),
        "mine": choice({True: lambda: ClientNote.next_owner_id == CURRENT_USER_ID}),
        "due_by": at_most(ClientNote.next_on),
    },
)

_OWN_STEPS: Mapping[str, bool] = {"open": True, "mine": True}


def visible_notes(scope: Scope) -> ColumnElement[bool]:
    """The notes about the clients that the caller sees."""
    if scope is Scope.ALL:
        return true()
    return ClientNote.client_id.in_(select(Client.id).where(visible_clients(scope)))


def changeable_notes(actor: Actor) -> ColumnElement[bool]:
    """Of the visible ones: the caller's own, and those about clients that the caller may edit."""
    scope = actor.scope(Permission.CLIENTS_EDIT)
    managed = false() if scope is None else ClientNote.client_id.in_(select(Client.id).where(managed_clients(scope)))
    return or_(ClientNote.author_id == CURRENT_USER_ID, managed)


def note_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.CLIENTS_VIEW, visible_notes)


def list_notes(db: Connection, actor: Actor, client: str, query: ListQuery) -> Page[ClientNoteOut]:
    """List the notes about one client; NotFound when the caller may not see the client."""
    fixed = {"client_key": [find_client_key(db, actor, client)]}
    page = NOTES.page(db, note_row_scope(actor), query, fixed)
    return {"data": _add_actions(db, actor, page["data"]), "meta": page["meta"]}


def list_next_steps(db: Connection, actor: Actor, query: ListQuery) -> Page[ClientNoteOut]:
    """List the open next steps of the caller, of all clients that they see."""
    page = NOTES.page(db, note_row_scope(actor), query, _OWN_STEPS)
    return {"data": _add_actions(db, actor, page["data"]), "meta": page["meta"]}


def read_next_step_columns(
    db: Connection, actor: Actor, query: ListQuery, columns: Sequence[Column]
) -> list[tuple[Any, ...]]:
    """Return these columns of the list above, without its pages."""
    return NOTES.values(db, note_row_scope(actor), query, columns, _OWN_STEPS)


def read_note(db: Connection, actor: Actor, api_id: str) -> ClientNoteOut:
    (note,) = _add_actions(db, actor, [NOTES.one(db, note_row_scope(actor), api_id)])
    return note


def read_note_of(db: Connection, actor: Actor, client: str, api_id: str) -> ClientNoteOut:
    """Return a note about this client; NotFound for one about another."""
    note = read_note(db, actor, api_id)
    if note["client"]["api_id"] != client:
        raise NotFound
    return note


def read_notes(db: Connection, actor: Actor, api_ids: Sequence[str]) -> dict[str, ClientNoteOut]:
    """Return these notes by id, as far as the caller sees them."""
    query = ListQuery(per_page=100).with_selected(api_ids)
    rows = NOTES.page(db, note_row_scope(actor), query)["data"] if api_ids else []
    return {note["api_id"]: note for note in _add_actions(db, actor, rows)}


def _add_actions(db: Connection, actor: Actor, rows: Sequence[ClientNoteColumns]) -> list[ClientNoteOut]:
    ids = [row["api_id"] for row in rows]
    changeable = select(ClientNote.api_id).where(ClientNote.api_id.in_(ids), changeable_notes(actor))
    found = set(db.execute(changeable, actor.params).scalars()) if ids else set()
    return [{**row, "can": _allowed_actions(actor, row, may_change=row["api_id"] in found)} for row in rows]


def _allowed_actions(actor: Actor, row: ClientNoteColumns, *, may_change: bool) -> list[NoteAction]:
    """The owner of a next step may complete it without a right to change the note."""
    owner = row["next_owner"]
    may_complete = may_change or (owner is not None and owner["api_id"] == actor.user_api_id)
    allowed: list[NoteAction] = ["edit"] if may_change else []
    if may_complete and row["next_step"] is not None:
        allowed.append("complete")
    return [*allowed, "delete"] if may_change else allowed
