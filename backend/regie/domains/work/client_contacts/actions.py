"""Creates, changes and deletes contacts of clients, and chooses the primary one."""

from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.domains.records.clients.models import Client, ClientContact
from regie.domains.work.client_contacts.schemas import ClientContactCreate, ClientContactUpdate, PrimaryContactUpdate
from regie.domains.work.clients.queries import LINKED_CONTACTS, managed_clients, visible_clients

_SEEN = (Permission.CLIENTS_VIEW, visible_clients)
_EDITED = (Permission.CLIENTS_EDIT, managed_clients)
_FIELDS = ("name", "title", "email", "phone")
_MAX_NAME_LENGTH = 200
_LINKED = LINKED_CONTACTS.c


def create_contact(session: Session, actor: Actor, client_id: str, data: ClientContactCreate) -> str:
    """Add a contact to a client that the caller may edit; return its api_id."""
    client = _load_client(session, actor, client_id)
    contact = ClientContact(client_id=client.id, **data.model_dump())
    session.add(contact)
    session.flush()
    _log(session, "contact_added", client, {"contact": contact.name})
    return contact.api_id


def update_contact(session: Session, actor: Actor, client_id: str, api_id: str, data: ClientContactUpdate) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    client = _load_client(session, actor, client_id)
    contact = _load_contact(session, client, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if "name" in sent and not sent["name"]:
        raise Invalid({"name": "required"})
    require_version(contact, version, {name: (getattr(contact, name), value) for name, value in sent.items()})
    for name, value in sent.items():
        setattr(contact, name, value)
    session.flush()
    _log(session, "contact_changed", client, {"contact": contact.name})


def delete_contact(session: Session, actor: Actor, client_id: str, api_id: str) -> None:
    client = _load_client(session, actor, client_id)
    contact = _load_contact(session, client, api_id)
    session.delete(contact)
    session.flush()
    _log(session, "contact_deleted", client, {"contact": contact.name})


def set_primary_contact(session: Session, actor: Actor, client_id: str, data: PrimaryContactUpdate) -> None:
    """Swap a contact with the client's primary one; the client logs the change of its fields.

    A contact of HubSpot is copied. A former primary contact that HubSpot has with the same values is not stored here.
    """
    client = _load_client(session, actor, client_id)
    require_version(client, data.version, {"version": (client.version, data.version)})
    linked = _find_linked_contact(session, client, _LINKED.api_id == data.contact)
    contact = None if linked else _load_contact(session, client, data.contact)
    former = {name: getattr(client, f"contact_{name}") for name in _FIELDS}
    for name in _FIELDS:
        value = getattr(linked or contact, name)
        setattr(client, f"contact_{name}", value[:_MAX_NAME_LENGTH] if value and name == "name" else value)
    # Only a contact with a name or an address is one; the client may have had none.
    former["name"] = former["name"] or former["email"]
    if former["name"] is None or _is_at_hubspot(session, client, former):
        if contact is not None:
            session.delete(contact)
    else:
        contact = contact or ClientContact(client_id=client.id)
        for name, value in former.items():
            setattr(contact, name, value)
        session.add(contact)
    session.flush()


def _is_at_hubspot(session: Session, client: Client, values: dict[str, str | None]) -> bool:
    same = (_LINKED[name].is_not_distinct_from(value) for name, value in values.items())
    return _find_linked_contact(session, client, *same) is not None


def _find_linked_contact(session: Session, client: Client, *conditions: ColumnElement[bool]) -> Any:
    """Return a contact of the client's company at HubSpot."""
    statement = select(LINKED_CONTACTS).where(_LINKED.client_id == client.id, *conditions)
    return session.execute(statement).first()


def _load_client(session: Session, actor: Actor, api_id: str) -> Client:
    """Return the client, locked: its version and its contacts change together."""
    return load_for_update(session, actor, Client, api_id, view=_SEEN, edit=_EDITED)


def _load_contact(session: Session, client: Client, api_id: str) -> ClientContact:
    if not is_api_id(api_id):
        raise NotFound
    statement = select(ClientContact).where(ClientContact.api_id == api_id, ClientContact.client_id == client.id)
    contact = session.execute(statement).scalar_one_or_none()
    if contact is None:
        raise NotFound
    return contact


def _log(session: Session, action: str, client: Client, details: dict[str, Any]) -> None:
    log_event(session, action, subject="client", api_id=client.api_id, name=client.name, details=details)
