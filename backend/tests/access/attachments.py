"""Builds the requests of the matrix for attachments."""

import re
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.access.employees import make_employee_for
from tests.factories.files import TEXT, make_attachment
from tests.factories.people import make_employee
from tests.factories.world import World

FILE = ("notes.txt", TEXT)


def make_attachment_for(world: World, column: str, row: str, **fields: Any) -> str:
    """Create an attachment of an `own`, `works_on` or `other` project, a `client`, an employee, or no owner.

    `…_financial` and `…_hr` are its sensitivity; `uploaded_…` means that the caller uploaded it.
    """
    if row == "missing":
        return new_api_id()
    parts = re.fullmatch(r"(uploaded_)?(.+?)(?:_(financial|hr))?", row)
    assert parts is not None
    uploaded, target, sensitivity = parts.groups()
    key = _owner(world, column, target)
    uploader = world.people[column].user if uploaded or target == "mine" else world.stranger
    with world.database.write() as session:
        values = {"uploaded_by_id": uploader.id, "sensitivity": sensitivity or "normal"} | key | fields
        return make_attachment(session, world.app.state.context.files, **values).api_id


def _key(world: World, model: Any, api_id: str) -> int:
    with world.database.read() as db:
        return db.execute(select(model.id).where(model.api_id == api_id)).scalar_one()


def _owner(world: World, column: str, target: str) -> dict[str, int]:
    if target in ("unowned", "mine"):
        return {}
    if target == "self":
        return {"employee_id": world.people[column].employee.id}
    if target == "someone":
        with world.database.write() as session:
            return {"employee_id": make_employee(session).id}
    if target.startswith("client"):
        return {"client_id": _key(world, Client, world.client(column, target.removeprefix("client") or "own"))}
    return {"project_id": _key(world, Project, world.project(column, target))}


def _create(world: World, column: str, row: str) -> Call:
    named, _, target = row.partition("_")
    if row == "unowned":
        return Call("/api/v1/attachments", form={"title": "Notes"}, file=FILE)
    if row == "employee_self":
        with world.database.read() as db:
            me = select(Employee.api_id).where(Employee.id == world.people[column].employee.id)
            owner_id = db.execute(me).scalar_one()
    else:
        owner_id = getattr(world, named)(column, target)
    return Call("/api/v1/attachments", form={named: owner_id}, file=FILE)


def _about(path: str) -> Any:
    return lambda world, column, row: Call(path.format(id=make_attachment_for(world, column, row)))


def _update(world: World, column: str, row: str) -> Call:
    return Call(
        f"/api/v1/attachments/{make_attachment_for(world, column, row)}", form={"title": "Autre titre"}, file=FILE
    )


def _of(noun: str, **sent: Any) -> Any:
    def request(world: World, column: str, row: str) -> Call:
        return Call(f"/api/v1/{noun}s/{getattr(world, noun)(column, row)}/attachments", **sent)

    return request


def _of_employee(**sent: Any) -> Any:
    return lambda world, column, row: Call(
        f"/api/v1/employees/{make_employee_for(world, column, row)}/attachments", **sent
    )


REQUESTS = {
    "POST /api/v1/attachments": _create,
    "GET /api/v1/attachments/{id}": _about("/api/v1/attachments/{id}"),
    "PATCH /api/v1/attachments/{id}": _update,
    "DELETE /api/v1/attachments/{id}": _about("/api/v1/attachments/{id}"),
    "GET /api/v1/attachments/{id}/content": _about("/api/v1/attachments/{id}/content"),
    "GET /api/v1/projects/{id}/attachments": _of("project"),
    "POST /api/v1/projects/{id}/attachments": _of("project", form={"category": "brief"}, file=FILE),
    "GET /api/v1/clients/{id}/attachments": _of("client"),
    "POST /api/v1/clients/{id}/attachments": _of("client", form={"category": "contract"}, file=FILE),
    "GET /api/v1/employees/{id}/attachments": _of_employee(),
    "POST /api/v1/employees/{id}/attachments": _of_employee(form={"category": "other"}, file=FILE),
}
# Routes that take a form with a file instead of JSON.
FORM_ROUTES = {route for route in REQUESTS if route.split(" ")[0] in ("POST", "PATCH")} | {
    "POST /api/v1/exchange-rates/imports"
}
