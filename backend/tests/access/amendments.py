"""Builds the requests of the matrix for amendments of amounts."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.factories.oos_sales import make_amendment
from tests.factories.world import World

_BODY = {"amount": "100.00", "effective_on": "2026-11-10"}


def _project(world: World, column: str, row: str) -> str:
    """Create an approved out-of-scope project in this relation to the user."""
    days = {"sold_on": date(2026, 11, 2), "approved_on": date(2026, 11, 4)}
    return world.project(column, row, kind="oos", status="active", **days)


def _path(world: World, column: str, row: str) -> str:
    return f"/api/v1/projects/{_project(world, column, row)}/amendments"


def _read(world: World, column: str, row: str) -> Call:
    return Call(_path(world, column, row))


def _amend(world: World, column: str, row: str) -> Call:
    return Call(_path(world, column, row), _BODY)


def _remove(world: World, column: str, row: str) -> Call:
    if row == "missing":
        return Call(f"/api/v1/project-amendments/{new_api_id()}")
    api_id = _project(world, column, row)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
        amendment = make_amendment(session, project, "100.00", date(2026, 11, 10))
        return Call(f"/api/v1/project-amendments/{amendment.api_id}")


REQUESTS: dict[str, Any] = {
    "GET /api/v1/projects/{id}/amendments": _read,
    "POST /api/v1/projects/{id}/amendments": _amend,
    "DELETE /api/v1/project-amendments/{id}": _remove,
}
