"""Request bodies for each kind of project, and a helper that creates one."""

from typing import Any

from tests.factories.world import World

PATH = "/api/v1/projects"
KINDS: dict[str, dict[str, Any]] = {
    "fixed": {"amount": "48500.00"},
    "oos": {"amount": "1200.50", "sold_on": "2026-11-02"},
    "retainer": {"monthly_fee": "4250.00"},
}


def body(world: World, kind: str, /, **fields: Any) -> dict[str, Any]:
    body = {
        "name": "Refonte du site",
        "kind": kind,
        "client": world.cached_record("client", "admin", "own"),
        "account_manager": world.people["account_manager"].user.api_id,
        "start_on": "2026-11-01",
        "currency": "CAD",
        **KINDS[kind],
    }
    if kind == "oos":
        body["sold_by"] = [{"employee": world.people["employee"].employee.api_id, "weight": 100}]
    return body | fields


def create(world: World, kind: str = "fixed", **fields: Any) -> dict[str, Any]:
    response = world.browser("admin").post(PATH, body(world, kind, **fields))
    assert response.status_code == 201, response.text
    return response.json()["data"]
