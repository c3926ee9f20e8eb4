"""Creates notes about clients, and their contacts, here and at HubSpot."""

from datetime import date
from itertools import count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client, ClientContact, ClientLink, ClientNote
from regie.domains.records.mirrors.models import HubspotContact, HubspotContactCompany
from tests.conftest import NOON

_numbers = count(1)


def make_note(session: Session, client_id: int, **fields: Any) -> ClientNote:
    """Create a note of November 18, 2026, by the client's account manager."""
    if "author_id" not in fields:
        fields["author_id"] = session.get_one(Client, client_id).account_manager_id
    values = {"kind": "call", "noted_on": date(2026, 11, 18), "text": "Budget gelé jusqu’en janvier."} | fields
    note = ClientNote(client_id=client_id, **values)
    session.add(note)
    session.flush()
    return note


def make_contact(session: Session, client_id: int, **fields: Any) -> ClientContact:
    values = {"name": "Luc Gauthier", "title": "Comptabilité", "email": "luc@pivoine.example"} | fields
    contact = ClientContact(client_id=client_id, **values)
    session.add(contact)
    session.flush()
    return contact


def make_hubspot_contact(session: Session, client_id: int, **fields: Any) -> HubspotContact:
    """Create a contact of the client's company at HubSpot, and link that company to the client."""
    company = f"company-{client_id}"
    is_company = (ClientLink.service == "hubspot", ClientLink.external_id == company)
    if session.execute(select(ClientLink).where(*is_company)).first() is None:
        session.add(ClientLink(client_id=client_id, service="hubspot", external_id=company))
    external_id = f"contact-{next(_numbers)}"
    values = {
        "name": "Noémie Thériault", "title": "Responsable du marketing", "email": "noemie@pivoine.example",
        "source_url": f"https://app.hubspot.com/contacts/1/record/0-1/{external_id}", "synced_at": NOON,
    } | fields  # fmt: skip
    contact = HubspotContact(external_id=external_id, **values)
    session.add_all([contact, HubspotContactCompany(contact_id=external_id, company_id=company)])
    session.flush()
    return contact
