"""Reads the contacts of clients besides the primary one: those entered here, and those of HubSpot."""

from sqlalchemy import ColumnElement, Connection, Integer, String, exists, func, select, true, union_all
from sqlalchemy import literal_column as literal

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Shape
from regie.domains.records.clients.models import Client, ClientContact
from regie.domains.work.client_contacts.schemas import ClientContact as ClientContactOut
from regie.domains.work.clients.queries import LINKED_CONTACTS, find_client_key, is_same_contact, visible_clients

_LINKED = LINKED_CONTACTS.c
_MANUAL = select(
    ClientContact.client_id,
    ClientContact.api_id,
    literal("NULL", String).label("source"),
    select(func.max(_LINKED.source_url))
    .where(_LINKED.client_id == ClientContact.client_id, is_same_contact(ClientContact.name, ClientContact.email))
    .scalar_subquery()
    .label("source_url"),
    ClientContact.name,
    ClientContact.title,
    ClientContact.email,
    ClientContact.phone,
    ClientContact.updated_at,
    ClientContact.version,
)
# What was entered here has precedence over HubSpot's contact of the same person.
_HUBSPOT = select(
    _LINKED.client_id,
    _LINKED.api_id,
    literal("'hubspot'", String).label("source"),
    _LINKED.source_url,
    _LINKED.name,
    _LINKED.title,
    _LINKED.email,
    _LINKED.phone,
    _LINKED.synced_at.label("updated_at"),
    literal("1", Integer).label("version"),
).where(
    ~exists().where(
        ClientContact.client_id == _LINKED.client_id, is_same_contact(ClientContact.name, ClientContact.email)
    ),
    ~exists().where(Client.id == _LINKED.client_id, is_same_contact(Client.contact_name, Client.contact_email)),
)
_ALL = union_all(_MANUAL, _HUBSPOT).subquery("contacts")
CONTACTS = Listing(
    source=_ALL,
    key=_ALL.c.api_id,
    api_id=_ALL.c.api_id,
    shape=Shape.of(ClientContactOut, **{name: _ALL.c[name] for name in ClientContactOut.__annotations__}),
    sorts={"name": _ALL.c.name},
    default_sort="name",
    filters={"client_key": one_of(_ALL.c.client_id)},
)


def visible_contacts(scope: Scope) -> ColumnElement[bool]:
    """The contacts of the clients that the caller sees."""
    if scope is Scope.ALL:
        return true()
    return _ALL.c.client_id.in_(select(Client.id).where(visible_clients(scope)))


def contact_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.CLIENTS_VIEW, visible_contacts)


def list_contacts(db: Connection, actor: Actor, client: str, query: ListQuery) -> Page[ClientContactOut]:
    """List the contacts of one client; NotFound when the caller may not see the client."""
    fixed = {"client_key": [find_client_key(db, actor, client)]}
    return CONTACTS.page(db, contact_row_scope(actor), query, fixed)


def read_contact(db: Connection, actor: Actor, client: str, api_id: str) -> ClientContactOut:
    """Return a contact of this client; NotFound for one of another."""
    key = find_client_key(db, actor, client)
    statement = select(_ALL.c.api_id).where(_ALL.c.api_id == api_id, _ALL.c.client_id == key)
    if not is_api_id(api_id) or db.execute(statement).first() is None:
        raise NotFound
    return CONTACTS.one(db, contact_row_scope(actor), api_id)
