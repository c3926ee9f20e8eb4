"""Builds the requests of the matrix for churn; `mine` is attributed to the user."""

from datetime import date
from typing import Any

from sqlalchemy import select, update

from regie.core.db.ids import new_api_id
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.factories.churns import make_churn
from tests.factories.world import World

CHURN = {
    "effective_on": "2026-11-10",
    "reason": "price",
    "preventable": True,
    "initiated_by": "client",
    "note": "Budget réduit de moitié",
}


def _retainer(world: World, column: str, row: str) -> str:
    return world.project(column, row, status="active", monthly_fee="1000.00")


def _churn(world: World, column: str, row: str) -> str:
    """Create the churn of a project in this relation to the user and return its api_id."""
    if row == "missing":
        return new_api_id()
    api_id = _retainer(world, column, "other" if row.startswith("mine") else row)
    employee = world.people[column].employee
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
        mine = employee.id if row.startswith("mine") else None
        event = make_churn(session, project, employee_id=mine)
        if mine is not None:
            found = session.execute(select(Employee).where(Employee.id == mine)).scalar_one()
            found.metric_permissions = ["hours", "churn"] if row == "mine" else ["hours"]
        return event.api_id


def _record(world: World, column: str, row: str) -> Call:
    shares = [{"employee": world.people["employee"].employee.api_id, "weight": 100}]
    project = _retainer(world, column, row)
    return Call("/api/v1/churned-projects", {**CHURN, "project": project, "attribution": shares})


def _undo(world: World, column: str, row: str) -> Call:
    if row == "missing":
        return Call(f"/api/v1/churned-projects/{new_api_id()}")
    churned = select(Project.api_id).join(ChurnEvent, ChurnEvent.project_id == Project.id)
    event = _churn(world, column, row)
    with world.database.read() as db:
        return Call(f"/api/v1/churned-projects/{db.execute(churned.where(ChurnEvent.api_id == event)).scalar_one()}")


def _win_back(world: World, column: str, row: str) -> Call:
    """Only churn of a month that is over is won back."""
    event = _churn(world, column, row)
    with world.database.write() as session:
        session.execute(update(ChurnEvent).where(ChurnEvent.api_id == event).values(effective_on=date(2026, 10, 31)))
    return Call(f"/api/v1/churn-events/{event}/win-backs", {"reason": "Le client revient"})


def _of_event(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(id=_churn(world, column, row)), body)


def _batch(noun: str, change: dict[str, Any]) -> Any:
    return lambda world, column, row: Call(
        f"/api/v1/churn-{noun}/batches", {"ids": [_churn(world, column, row)], "change": change}
    )


def _propose(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/churn-proposals/{_retainer(world, column, row)}")


def _read_share(world: World, column: str, row: str) -> Call:
    event = _churn(world, column, row)
    share = select(ChurnAttribution.api_id).join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
    with world.database.read() as db:
        found = db.execute(share.where(ChurnEvent.api_id == event)).scalar()
    return Call(f"/api/v1/employee-churns/{found or event}")


REQUESTS: dict[str, Any] = {
    "POST /api/v1/churned-projects": _record,
    "DELETE /api/v1/churned-projects/{id}": _undo,
    "GET /api/v1/churn-events/{id}": _of_event("/api/v1/churn-events/{id}"),
    "PATCH /api/v1/churn-events/{id}": _of_event(
        "/api/v1/churn-events/{id}", {"competitor": "Agence Boréale", "version": 1}
    ),
    "POST /api/v1/churn-events/{id}/change-previews": _of_event(
        "/api/v1/churn-events/{id}/change-previews", {"effective_on": "2026-11-28"}
    ),
    "POST /api/v1/churn-events/{id}/confirmations": _of_event(
        "/api/v1/churn-events/{id}/confirmations", {"version": 1}
    ),
    "POST /api/v1/churn-events/{id}/rejections": _of_event(
        "/api/v1/churn-events/{id}/rejections", {"reason": "Le client reste", "version": 1}
    ),
    "POST /api/v1/churn-events/{id}/win-backs": _win_back,
    "POST /api/v1/churn-confirmations/batches": _batch("confirmations", {"confirmed": True}),
    "POST /api/v1/churn-rejections/batches": _batch("rejections", {"reason": "Le client reste"}),
    "GET /api/v1/churn-proposals/{id}": _propose,
    "GET /api/v1/employee-churns/{id}": _read_share,
    "GET /api/v1/churns-analysis": lambda *_: Call("/api/v1/churns-analysis?from=2026-01-01&to=2026-11-30"),
    "GET /api/v1/churns-statistics": lambda *_: Call("/api/v1/churns-statistics?from=2026-11-01&to=2026-11-30"),
}
