"""Builds the requests of the matrix for the triage list: a client with an overdue invoice, or a won deal."""

from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from tests.access.accounts import Call
from tests.factories.world import World


def _matter(world: World, column: str, row: str) -> dict[str, Any]:
    """Return the overdue invoices of a new client in this relation to the caller."""
    if row == "missing":
        return {"kind": "overdue", "record": new_api_id()}
    invoice = world.invoice(column, row)
    statement = select(Client.api_id).join(Invoice, Invoice.client_id == Client.id)
    with world.database.read() as db:
        return {"kind": "overdue", "record": db.execute(statement.where(Invoice.api_id == invoice)).scalar_one()}


def _assignees(world: World, column: str, row: str) -> Call:
    matter = _matter(world, column, row)
    return Call(f"/api/v1/triage-assignees?kind={matter['kind']}&record={matter['record']}")


REQUESTS: dict[str, Any] = {
    "GET /api/v1/triage-assignees": _assignees,
    "PUT /api/v1/triage-snooze": lambda world, column, row: Call(
        "/api/v1/triage-snooze", _matter(world, column, row) | {"until": "2026-12-01"}
    ),
    "PUT /api/v1/triage-assignment": lambda world, column, row: Call(
        "/api/v1/triage-assignment", _matter(world, column, row) | {"user": None}
    ),
    "PUT /api/v1/triage-dismissals": lambda world, column, row: Call(
        "/api/v1/triage-dismissals", {"deals": [world.deal(column, row)], "dismissed": True}
    ),
}
