"""Builds the requests of the matrix for employee goals."""

from typing import Any

from regie.core.db.ids import new_api_id
from regie.domains.people.teams.models import TeamMember
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World

GOAL = {
    "title": "Rédiger des études de cas",
    "measure": "number",
    "target_value": "12.00",
    "period_start": "2026-11-01",
    "period_end": "2026-12-31",
}


def _goal(world: World, column: str, row: str) -> str:
    """Create a goal: `own`, `represented` (of a team that the user represents) or `other`, and its state."""
    if row == "missing":
        return new_api_id()
    owner, _, kind = row.partition("_")
    person = world.people[column]
    fields: dict[str, Any] = {
        "private": {"visibility": "private"},
        "everyone": {"visibility": "everyone"},
        "draft": {"status": "draft"},
        "closed": {"status": "missed", "closed_on": NOON.date(), "closed_value": None},
    }.get(kind, {})
    with world.database.write() as session:
        employee = person.employee
        if owner != "own":
            user = make_user(session, roles=["employee"])
            employee = make_employee(session, user_id=user.id)
        if owner == "represented":
            team = make_team(session, representative_id=person.user.id)
            session.add(TeamMember(team_id=team.id, user_id=user.id))
        return make_goal(session, employee_id=employee.id, **fields).api_id


def _employee(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    if row == "own":
        return world.people[column].employee.api_id
    with world.database.write() as session:
        return make_employee(session, status="left" if row == "left" else "active").api_id


def _of_employee(body: Any = None) -> Any:
    return lambda world, column, row: Call(f"/api/v1/employees/{_employee(world, column, row)}/employee-goals", body)


def _of_goal(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(id=_goal(world, column, row)), body)


_ONE = "/api/v1/employee-goals/{id}"
REQUESTS: dict[str, Any] = {
    "GET /api/v1/employees/{id}/employee-goals": _of_employee(),
    "POST /api/v1/employees/{id}/employee-goals": _of_employee(GOAL),
    f"GET {_ONE}": _of_goal(_ONE),
    f"PATCH {_ONE}": _of_goal(_ONE, {"title": "Publier des études de cas", "version": 1}),
    f"DELETE {_ONE}": _of_goal(_ONE),
    f"POST {_ONE}/check-ins": _of_goal(f"{_ONE}/check-ins", {"value": "4.00", "checked_on": "2026-11-10"}),
    f"POST {_ONE}/closings": _of_goal(f"{_ONE}/closings", {"status": "missed", "version": 1}),
    f"POST {_ONE}/reopenings": _of_goal(f"{_ONE}/reopenings", {"reason": "Fermé trop tôt", "version": 1}),
}
