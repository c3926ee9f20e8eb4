"""Builds the requests of the matrix for external costs of projects."""

from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.factories.project_costs import make_cost
from tests.factories.world import World

_PATH = "/api/v1/project-costs"
_BODY: dict[str, Any] = {
    "incurred_on": "2026-11-03", "amount": "320.00", "currency": "CAD", "description": "Traduction",
}  # fmt: skip


def _cost(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    api_id = world.project(column, row)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
        return make_cost(session, project).api_id


def _create(world: World, column: str, row: str) -> Call:
    return Call(_PATH, {"project": world.project(column, row), **_BODY})


def _update(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_cost(world, column, row)}", {"amount": "340.00", "version": 1})


def _one(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_cost(world, column, row)}")


REQUESTS = {
    f"POST {_PATH}": _create,
    f"GET {_PATH}/{{id}}": _one,
    f"PATCH {_PATH}/{{id}}": _update,
    f"DELETE {_PATH}/{{id}}": _one,
}
