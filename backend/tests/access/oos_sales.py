"""Builds the requests of the matrix for out-of-scope sales and client approvals."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from tests.access.accounts import Call
from tests.factories.people import make_employee
from tests.factories.world import World

_DECISION = {"decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"}


def _project(world: World, column: str, target: str) -> str:
    """Create an out-of-scope project in this relation to the user; another employee sold it unless they did."""
    api_id = world.project(column, target, kind="oos", status="active", sold_on=date(2026, 11, 2))
    if target not in ("sold", "missing"):
        with world.database.write() as session:
            key = session.execute(select(Project.id).where(Project.api_id == api_id)).scalar_one()
            session.add(ProjectSeller(project_id=key, employee_id=make_employee(session).id, weight=100))
    return api_id


def _sale(world: World, column: str, row: str) -> Call:
    if row == "missing":
        return Call(f"/api/v1/oos-sales/{new_api_id()}")
    sold = select(ProjectSeller.api_id).join(Project, Project.id == ProjectSeller.project_id)
    project = _project(world, column, row)
    with world.database.read() as db:
        return Call(f"/api/v1/oos-sales/{db.execute(sold.where(Project.api_id == project)).scalar_one()}")


def _sale_of_project(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/projects/{_project(world, column, row)}/oos-sale")


def _decide(world: World, column: str, row: str) -> Call:
    return Call("/api/v1/oos-approvals", {**_DECISION, "project": _project(world, column, row)})


def _decided(world: World, column: str, row: str, body: Any = None) -> Call:
    if row == "missing":
        return Call(f"/api/v1/oos-approvals/{new_api_id()}", body)
    api_id = _project(world, column, row)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
        project.approved_on = date(2026, 11, 18)
        values = {"decision": "approved", "decided_on": project.approved_on, "note": "Au téléphone"}
        approval = OosApproval(project=project, decided_by_id=world.stranger.id, **values)
        session.add(approval)
        session.flush()
        return Call(f"/api/v1/oos-approvals/{approval.api_id}", body)


def _change(world: World, column: str, row: str) -> Call:
    return _decided(world, column, row, {"contact_name": "Zoé D’Amours", "version": 1})


REQUESTS: dict[str, Any] = {
    "GET /api/v1/oos-sales/{id}": _sale,
    "GET /api/v1/projects/{id}/oos-sale": _sale_of_project,
    "POST /api/v1/oos-approvals": _decide,
    "GET /api/v1/oos-approvals/{id}": _decided,
    "PATCH /api/v1/oos-approvals/{id}": _change,
    "DELETE /api/v1/oos-approvals/{id}": _decided,
}
