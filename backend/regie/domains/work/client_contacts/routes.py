"""Routes of the contacts of clients."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, ListQuery, Page
from regie.core.time.clock import Clock
from regie.domains.work.client_contacts import actions, queries
from regie.domains.work.client_contacts.schemas import (
    ClientContact,
    ClientContactCreate,
    ClientContactUpdate,
    PrimaryContactUpdate,
)
from regie.domains.work.clients.queries import read_client
from regie.domains.work.clients.schemas import ClientBasic, ClientOut

router = Router("/api/v1/clients/{id}", "client_contacts")


@router.get("/contacts", requires=P.CLIENTS_VIEW)
def list_client_contacts(
    db: Connection, actor: Actor, id: str, query: Annotated[ListQuery, Query()]
) -> Page[ClientContact]:
    """List the contacts besides the primary one, whose data are the client's `contact_…` fields.

    Contacts of the matched company at HubSpot are among them, without those that were also entered here.
    """
    return queries.list_contacts(db, actor, id, query)


@router.post("/contacts", requires=P.CLIENTS_EDIT)
def create_client_contact(session: Session, actor: Actor, id: str, data: ClientContactCreate) -> Item[ClientContact]:
    contact = actions.create_contact(session, actor, id, data)
    return {"data": queries.read_contact(session.connection(), actor, id, contact)}


@router.get("/contacts/{contact_id}", requires=P.CLIENTS_VIEW)
def read_client_contact(db: Connection, actor: Actor, id: str, contact_id: str) -> Item[ClientContact]:
    return {"data": queries.read_contact(db, actor, id, contact_id)}


@router.patch("/contacts/{contact_id}", requires=P.CLIENTS_EDIT)
def update_client_contact(
    session: Session, actor: Actor, id: str, contact_id: str, data: ClientContactUpdate
) -> Item[ClientContact]:
    actions.update_contact(session, actor, id, contact_id, data)
    return {"data": queries.read_contact(session.connection(), actor, id, contact_id)}


@router.delete("/contacts/{contact_id}", requires=P.CLIENTS_EDIT)
def delete_client_contact(session: Session, actor: Actor, id: str, contact_id: str) -> None:
    actions.delete_contact(session, actor, id, contact_id)


@router.put("/primary-contact", requires=P.CLIENTS_EDIT)
def set_primary_contact(
    session: Session, actor: Actor, clock: Clock, id: str, data: PrimaryContactUpdate
) -> Item[ClientOut | ClientBasic]:
    """Make a contact the primary one; the former primary contact takes its place. One of HubSpot is copied."""
    actions.set_primary_contact(session, actor, id, data)
    return {"data": read_client(session.connection(), actor, id, clock.today())}
