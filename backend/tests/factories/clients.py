"""Creates notes about clients, and their contacts."""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client, ClientContact, ClientNote


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
