"""Builds the requests of the matrix for reminders to pay."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.domains.records.clients.models import Client
from tests.access.accounts import Call
from tests.factories.work import make_invoice
from tests.factories.world import World

PREVIEWS = "/api/v1/reminder-previews"
REMINDERS = "/api/v1/clients/{id}/reminders"


def _debtor(world: World, column: str, row: str) -> str:
    """Create a client with an overdue invoice."""
    client = world.client(column, row, **({} if row == "missing" else {"billing_email": "comptes@pivoine.example"}))
    with world.database.write() as session:
        key = session.execute(select(Client.id).where(Client.api_id == client)).scalar()
        if key is not None:
            make_invoice(session, client_id=key, due_on=date(2026, 10, 31))
    return client


def _preview(world: World, column: str, row: str) -> Call:
    return Call(f"{PREVIEWS}?client={_debtor(world, column, row)}")


def _send(world: World, column: str, row: str) -> Call:
    return Call(REMINDERS.format(id=_debtor(world, column, row)), {"level": "friendly", "sent": 0})


REQUESTS: dict[str, Any] = {f"GET {PREVIEWS}": _preview, f"POST {REMINDERS}": _send}
