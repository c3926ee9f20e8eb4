"""Builds the requests of the matrix for the notes and contacts of clients."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.clients.models import Client
from tests.access.accounts import Call
from tests.factories.clients import make_contact, make_note
from tests.factories.world import World

_NOTE = {"kind": "call", "noted_on": "2026-11-18", "text": "Budget gelé jusqu’en janvier."}


def _key(world: World, api_id: str) -> int | None:
    with world.database.read() as db:
        return db.execute(select(Client.id).where(Client.api_id == api_id)).scalar_one_or_none()


def _create_note(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/clients/{world.client(column, row)}/notes", _NOTE)


def _note_path(world: World, column: str, row: str) -> str:
    """Create a note about a client in this relation to the caller.

    `written_…` means that the caller wrote it, `next_…` that they take its next step.
    """
    written, is_next = row.removeprefix("written_"), row.startswith("next_")
    client = world.client(column, written.removeprefix("next_"))
    if (key := _key(world, client)) is None:
        return f"/api/v1/clients/{client}/notes/{new_api_id()}"
    user = world.people[column].user
    fields: dict[str, Any] = {"author_id": user.id if written != row else world.stranger.id}
    if is_next:
        fields |= {"next_step": "Rappeler", "next_on": date(2026, 11, 25), "next_owner_id": user.id}
    with world.database.write() as session:
        return f"/api/v1/clients/{client}/notes/{make_note(session, key, **fields).api_id}"


def _update_note(world: World, column: str, row: str) -> Call:
    body = {"done": True} if row.startswith("next_") else {"text": "Autre texte", "version": 1}
    return Call(_note_path(world, column, row), body)


def _note(world: World, column: str, row: str) -> Call:
    return Call(_note_path(world, column, row))


def _create_contact(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/clients/{world.client(column, row)}/contacts", {"name": "Luc Gauthier"})


def _contact(world: World, column: str, row: str) -> tuple[str, str]:
    """Create a contact of a client in this relation to the caller; return the ids of both."""
    client = world.client(column, row)
    if (key := _key(world, client)) is None:
        return client, new_api_id()
    with world.database.write() as session:
        return client, make_contact(session, key).api_id


def _of_contact(body: dict[str, Any] | None = None) -> Any:
    def request(world: World, column: str, row: str) -> Call:
        client, contact = _contact(world, column, row)
        return Call(f"/api/v1/clients/{client}/contacts/{contact}", body)

    return request


def _set_primary(world: World, column: str, row: str) -> Call:
    client, contact = _contact(world, column, row)
    return Call(f"/api/v1/clients/{client}/primary-contact", {"contact": contact})


REQUESTS: dict[str, Any] = {
    "POST /api/v1/clients/{id}/notes": _create_note,
    "GET /api/v1/clients/{id}/notes/{note_id}": _note,
    "PATCH /api/v1/clients/{id}/notes/{note_id}": _update_note,
    "DELETE /api/v1/clients/{id}/notes/{note_id}": _note,
    "GET /api/v1/client-next-steps": lambda _world, _column, _row: Call("/api/v1/client-next-steps"),
    "POST /api/v1/clients/{id}/contacts": _create_contact,
    "GET /api/v1/clients/{id}/contacts/{contact_id}": _of_contact(),
    "PATCH /api/v1/clients/{id}/contacts/{contact_id}": _of_contact({"title": "Directeur", "version": 1}),
    "DELETE /api/v1/clients/{id}/contacts/{contact_id}": _of_contact(),
    "PUT /api/v1/clients/{id}/primary-contact": _set_primary,
}
