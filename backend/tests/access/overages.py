"""Builds the requests of the matrix for hours over and the decisions about them."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.factories.overages import close_months
from tests.factories.retainers import log_time
from tests.factories.work import make_project
from tests.factories.world import World

OVERAGES, DECISIONS = "/api/v1/retainer-overages", "/api/v1/retainer-overage-decisions"


def _month(world: World, retainer: str) -> str:
    """Close September of a retainer with eight hours over; return an unknown retainer's id unchanged."""
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar()
        if project is None:
            return retainer
        if project.teamwork_project_id is None:
            project.teamwork_project_id = f"over-{project.id}"
            log_time(session, project, date(2026, 9, 10), "48")
        return close_months(session, project)


def _body(world: World, kind: str, retainer: str) -> dict[str, Any]:
    body: dict[str, Any] = {"kind": kind, "hours": "8.00"}
    if kind == "billed":
        return body | {"rate": "150.00"}
    if kind == "given":
        return body | {"reason": "Geste"}
    if kind != "sold":
        return body
    with world.database.write() as session:
        parent = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        values = {"kind": "oos", "client_id": parent.client_id, "account_manager_id": parent.account_manager_id}
        return body | {"project": make_project(session, parent_project_id=parent.id, **values).api_id}


def _decide(world: World, column: str, row: str) -> Call:
    target, _, kind = row.rpartition("_")
    retainer = world.retainer(column, target)
    return Call(f"{OVERAGES}/{_month(world, retainer)}/decisions", _body(world, kind, retainer))


def _undo(world: World, column: str, row: str) -> Call:
    target, _, kind = row.rpartition("_")
    if "missing" in row:
        return Call(f"{DECISIONS}/{new_api_id()}")
    retainer = world.retainer(column, target)
    path = f"{OVERAGES}/{_month(world, retainer)}/decisions"
    response = world.browser("super_admin").post(path, _body(world, kind, retainer))
    return Call(f"{DECISIONS}/{response.json()['data']['decisions'][0]['api_id']}")


def _read(world: World, column: str, row: str) -> Call:
    return Call(f"{OVERAGES}/{_month(world, world.cached_record('retainer', column, row))}")


REQUESTS: dict[str, Any] = {
    f"GET {OVERAGES}/{{id}}": _read,
    f"POST {OVERAGES}/{{id}}/decisions": _decide,
    f"DELETE {DECISIONS}/{{id}}": _undo,
}
