"""Builds the requests of the matrix for employees: `own` is the caller's record, `left` a former employee."""

from typing import Any

from regie.core.db.ids import new_api_id
from regie.domains.records.employees.models import EmployeeLeave
from tests.access.accounts import Call
from tests.factories.people import make_employee, make_leave
from tests.factories.work import make_project
from tests.factories.world import World

PATH = "/api/v1/employees"
# From an open month on: the months that other requests close do not concern them.
NEW_EMPLOYEE = {
    "first_name": "Élodie",
    "last_name": "Bouchard",
    "started_on": "2026-11-02",
    "capacity_hours_week": "37.50",
}


def make_employee_for(world: World, column: str, row: str) -> str:
    """Return the api_id of an employee in this relation to the caller."""
    if row == "missing":
        return new_api_id()
    if row.startswith("own"):
        return world.people[column].employee.api_id
    with world.database.write() as session:
        made = make_employee(session, status="left" if row == "left" else "active")
        if row == "used":
            make_project(session, project_manager_id=made.id)
        return made.api_id


def _create(_world: World, column: str, row: str) -> Call:
    return Call(PATH, {**NEW_EMPLOYEE, "email": f"{row}.{column}.{new_api_id()}@regie.example"})


def _of(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(id=make_employee_for(world, column, row)), body)


def _update(world: World, column: str, row: str) -> Call:
    body = {"phone": "514 555-0199"} if row.endswith("contact") else {"job_title": "Designer"}
    return Call(f"{PATH}/{make_employee_for(world, column, row)}", body)


def _leave(world: World, row: str) -> str:
    with world.database.write() as session:
        person = make_employee(session)
        leave: EmployeeLeave = make_leave(session, person)
        return f"{PATH}/{person.api_id}/leaves/{new_api_id() if row == 'missing' else leave.api_id}"


REQUESTS: dict[str, Any] = {
    f"POST {PATH}": _create,
    f"GET {PATH}/{{id}}": _of(PATH + "/{id}"),
    f"PATCH {PATH}/{{id}}": _update,
    f"DELETE {PATH}/{{id}}": _of(PATH + "/{id}"),
    f"POST {PATH}/{{id}}/leaves": _of(PATH + "/{id}/leaves", {"starts_on": "2026-12-01"}),
    f"PATCH {PATH}/{{id}}/leaves/{{leave_id}}": lambda world, _, row: Call(
        _leave(world, row), {"ends_on": "2026-12-24"}
    ),
    f"DELETE {PATH}/{{id}}/leaves/{{leave_id}}": lambda world, _, row: Call(_leave(world, row)),
    f"GET {PATH}/{{id}}/responsibilities": _of(PATH + "/{id}/responsibilities"),
    "POST /api/v1/departed-employees/{id}": _of("/api/v1/departed-employees/{id}", {"ended_on": "2026-11-20"}),
    "DELETE /api/v1/departed-employees/{id}": _of("/api/v1/departed-employees/{id}"),
}
