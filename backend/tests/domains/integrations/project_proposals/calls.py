"""Calls and records that the tests of proposed projects share."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.factories.project_proposals import make_category, make_monthly_bills, make_teamwork_project
from tests.factories.world import World

PATH = "/api/v1/project-proposals"
START = date(2026, 1, 1)


def found(admin: Browser, client: Client, query: str = "") -> list[dict[str, Any]]:
    return admin.get(f"{PATH}?client={client.api_id}&per_page=100{query}").json()["data"]


def read(admin: Browser, api_id: str) -> dict[str, Any]:
    return admin.get(f"{PATH}/{api_id}").json()["data"]


def read_only_one(admin: Browser, client: Client) -> dict[str, Any]:
    (row,) = found(admin, client)
    return read(admin, row["api_id"])


def evidence_keys(proposal: dict[str, Any]) -> list[str]:
    return [one["key"] for one in proposal["evidence"]]


def decide(admin: Browser, *api_ids: str, state: str = "accepted") -> list[dict[str, Any]]:
    response = admin.post(f"{PATH}/batches", {"ids": list(api_ids), "change": {"state": state}})
    assert response.status_code == 200, response.text
    return response.json()["data"]["results"]


def make_billed_retainer(session: Session, client: Client, amounts: list[str], **fields: Any) -> None:
    category = make_category(session, "Forfait")
    name = f"Entretien du site – {client.name}"
    make_teamwork_project(session, client, name=name, category_id=category.external_id, **fields)
    make_monthly_bills(session, client, START, "Entretien du site – mensualité", amounts)


def read_changes(world: World, name: str) -> dict[str, list[Any]]:
    """Return the fields of the last entry of the activity log about the proposal or rule of a name."""
    statement = select(ActivityEntry.changes).where(
        ActivityEntry.subject_name == name, ActivityEntry.action == "changed"
    )
    with world.database.read() as db:
        return db.execute(statement.order_by(ActivityEntry.id.desc()).limit(1)).scalar_one()
