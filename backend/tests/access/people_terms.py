"""Builds the requests of the matrix for dated terms of clients, projects and employees."""

from typing import Any

from regie.core.db.ids import new_api_id
from tests.access.accounts import Call
from tests.access.employees import make_employee_for
from tests.factories.world import World


def _employee(world: World, column: str, row: str) -> tuple[str, dict[str, Any]]:
    path = f"/api/v1/employees/{make_employee_for(world, column, row)}/employment-terms"
    return path, {"capacity_hours_week": "20.00"}


def _client(world: World, column: str, row: str) -> tuple[str, dict[str, Any]]:
    path = f"/api/v1/clients/{world.client(column, row)}/responsibility-terms"
    return path, {"account_manager": world.people["account_manager"].user.api_id}


def _project(world: World, column: str, row: str) -> tuple[str, dict[str, Any]]:
    path = f"/api/v1/projects/{world.project(column, row)}/responsibility-terms"
    return path, {"account_manager": world.people["account_manager"].user.api_id}


def _list(find: Any) -> Any:
    return lambda world, column, row: Call(find(world, column, row)[0])


def _record(find: Any, to: str = "s") -> Any:
    def request(world: World, column: str, row: str) -> Call:
        path, body = find(world, column, row)
        return Call(path.removesuffix("s") + to, body | {"effective_from": "2026-12-01"})

    return request


def _of_term(find: Any, body: Any = None) -> Any:
    """A term that an administrator recorded; `missing` names none."""

    def request(world: World, column: str, row: str) -> Call:
        path, term_id = _recorded(find, world, column, row)
        return Call(f"{path}/{term_id}", body)

    return request


def _recorded(find: Any, world: World, column: str, row: str) -> tuple[str, str]:
    path, values = find(world, column, row)
    if row == "missing":
        return path, new_api_id()
    recorded = world.browser("super_admin").post(path, values | {"effective_from": "2026-12-01"})
    assert recorded.status_code == 201, recorded.text
    return path, world.browser("super_admin").get(path).json()["data"][0]["api_id"]


def _preview_removal(find: Any) -> Any:
    def request(world: World, column: str, row: str) -> Call:
        path, term_id = _recorded(find, world, column, row)
        return Call(f"{path.removesuffix('s')}-removal-previews", {"term": term_id})

    return request


REQUESTS: dict[str, Any] = {
    f"{method} {path}{suffix}": build
    for path, find in (
        ("/api/v1/employees/{id}/employment-term", _employee),
        ("/api/v1/clients/{id}/responsibility-term", _client),
        ("/api/v1/projects/{id}/responsibility-term", _project),
    )
    for method, suffix, build in (
        ("GET", "s", _list(find)),
        ("POST", "s", _record(find)),
        ("POST", "-previews", _record(find, "-previews")),
        ("POST", "-removal-previews", _preview_removal(find)),
        ("PATCH", "s/{term_id}", _of_term(find, {"effective_from": "2026-12-02"})),
        ("DELETE", "s/{term_id}", _of_term(find)),
    )
}
