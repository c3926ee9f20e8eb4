"""Builds the requests of the matrix for core values and recognition."""

from datetime import timedelta
from typing import Any

from regie.core.db.ids import new_api_id
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.people import make_employee
from tests.factories.recognition import make_award, make_core_value
from tests.factories.world import World

_APPEARANCE = {"icon": "leaf", "colour": "green"}


def _value(world: World, row: str) -> str:
    """Create a core value: `given` in an award, or unused (`unused`)."""
    if row == "missing":
        return new_api_id()
    with world.database.write() as session:
        value = make_core_value(session)
        if row == "given":
            make_award(session, core_value_id=value.id)
        return value.api_id


def _create_value(*_: Any) -> Call:
    return Call("/api/v1/core-values", {"name_en": new_api_id(), "name_fr": new_api_id(), **_APPEARANCE})


def _of_value(body: Any = None) -> Any:
    return lambda world, _column, row: Call(f"/api/v1/core-values/{_value(world, row)}", body)


def _award(world: World, column: str, row: str) -> str:
    """Create an award that the user `gave`, `gave_long_ago`, `received`, or of others: for `everyone` or `private`."""
    if row == "missing":
        return new_api_id()
    person = world.people[column]
    fields: dict[str, Any] = {"visibility": "private" if row == "private" else "everyone"}
    if row.startswith("gave"):
        fields |= {"giver_id": person.user.id, "created_at": NOON - timedelta(hours=25 if row != "gave" else 23)}
    if row == "received":
        fields["receiver_id"] = person.employee.id
    with world.database.write() as session:
        return make_award(session, **fields).api_id


def _revoke(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/awards/{_award(world, column, row)}")


def _employee(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    if row == "self":
        return world.people[column].employee.api_id
    with world.database.write() as session:
        return make_employee(session, status="left" if row == "left" else "active").api_id


def _awards_of(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/employees/{_employee(world, column, row)}/core-values")


def _award_body(world: World, column: str, row: str) -> dict[str, Any]:
    named = {"project": world.project(column, "other")} if row == "project" else {}
    return {"core_value": _value(world, "unused"), "message": "Merci!", **named}


def _give_to(world: World, column: str, row: str) -> Call:
    return Call(_awards_of(world, column, row).path, _award_body(world, column, row))


def _give(world: World, column: str, row: str) -> Call:
    return Call("/api/v1/awards", {"receiver": _employee(world, column, row), **_award_body(world, column, row)})


REQUESTS: dict[str, Any] = {
    "POST /api/v1/core-values": _create_value,
    "GET /api/v1/core-values/{id}": _of_value(),
    "PATCH /api/v1/core-values/{id}": _of_value({"is_active": False, "version": 1}),
    "DELETE /api/v1/core-values/{id}": _of_value(),
    "DELETE /api/v1/awards/{id}": _revoke,
    "GET /api/v1/employees/{id}/core-values": _awards_of,
    "POST /api/v1/awards": _give,
    "POST /api/v1/employees/{id}/core-values": _give_to,
}
