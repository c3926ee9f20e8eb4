"""Reads the contacts of clients besides the primary one."""

from sqlalchemy import ColumnElement, Connection, select, true

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Shape
from regie.domains.records.clients.models import Client, ClientContact
from regie.domains.work.client_contacts.schemas import ClientContact as ClientContactOut
from regie.domains.work.clients.queries import find_client_key, visible_clients

CONTACTS = Listing(
    source=ClientContact.__table__,
    key=ClientContact.id,
    api_id=ClientContact.api_id,
    shape=Shape.of(ClientContactOut, ClientContact),
    sorts={"name": ClientContact.name},
    default_sort="name",
    filters={"client_key": one_of(ClientContact.client_id)},
)


def visible_contacts(scope: Scope) -> ColumnElement[bool]:
    """The contacts of the clients that the caller sees."""
    if scope is Scope.ALL:
        return true()
    return ClientContact.client_id.in_(select(Client.id).where(visible_clients(scope)))


def contact_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.CLIENTS_VIEW, visible_contacts)


def list_contacts(db: Connection, actor: Actor, client: str, query: ListQuery) -> Page[ClientContactOut]:
    """List the contacts of one client; NotFound when the caller may not see the client."""
    fixed = {"client_key": [find_client_key(db, actor, client)]}
    return CONTACTS.page(db, contact_row_scope(actor), query, fixed)


def read_contact(db: Connection, actor: Actor, client: str, api_id: str) -> ClientContactOut:
    """Return a contact of this client; NotFound for one of another."""
    key = find_client_key(db, actor, client)
    statement = select(ClientContact.id).where(ClientContact.api_id == api_id, ClientContact.client_id == key)
    if not is_api_id(api_id) or db.execute(statement).first() is None:
        raise NotFound
    return CONTACTS.one(db, contact_row_scope(actor), api_id)
