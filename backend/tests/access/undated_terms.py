"""Builds the requests of the matrix for undated terms of retainers and clients."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.access.months import delete_closed_months
from tests.factories.undated_terms import make_undated_pause, make_unknown_name
from tests.factories.world import World

_DATED = {"effective_from": "2026-06-15"}
_DISMISSED = {"reason": "Le forfait a commencé en pause"}


def _undated(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    delete_closed_months(world)
    target = row.removesuffix("_client")
    if target != row:
        api_id = world.client(column, target)
    else:
        api_id = world.project(column, target, status="on_hold", monthly_fee="1000.00")
    with world.database.write() as session:
        if target != row:
            client = session.execute(select(Client).where(Client.api_id == api_id)).scalar_one()
            return make_unknown_name(session, client, date(2026, 5, 4)).api_id
        project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
        return make_undated_pause(session, project).api_id


def _body(world: World, row: str, change: dict[str, Any]) -> dict[str, Any]:
    if row.endswith("_client") and change is _DATED:
        return change | {"account_manager": world.people["account_manager"].user.api_id}
    return change


def _send(noun: str, change: dict[str, Any]) -> Any:
    def build(world: World, column: str, row: str) -> Call:
        return Call(f"/api/v1/undated-terms/{_undated(world, column, row)}/{noun}", _body(world, row, change))

    return build


def _batch(noun: str, change: dict[str, Any]) -> Any:
    def build(world: World, column: str, row: str) -> Call:
        body = {"ids": [_undated(world, column, row)], "change": _body(world, row, change)}
        return Call(f"/api/v1/undated-term-{noun}/batches", body)

    return build


REQUESTS: dict[str, Any] = {
    "GET /api/v1/undated-terms/{id}": lambda world, column, row: Call(
        f"/api/v1/undated-terms/{_undated(world, column, row)}"
    ),
    "POST /api/v1/undated-terms/{id}/datings": _send("datings", _DATED),
    "POST /api/v1/undated-terms/{id}/dismissals": _send("dismissals", _DISMISSED),
    "POST /api/v1/undated-term-datings/batches": _batch("datings", _DATED),
    "POST /api/v1/undated-term-dismissals/batches": _batch("dismissals", _DISMISSED),
}
