"""Builds the requests of the matrix for the dated terms of retainers."""

from typing import Any

from regie.core.db.ids import new_api_id
from tests.access.accounts import Call
from tests.factories.world import World

_PAUSE = {"name": "state", "state": "on_hold", "effective_from": "2026-12-01"}
_FEE = {"name": "fee", "amount": "900.00", "effective_from": "2026-12-01"}
_PATH = "/api/v1/projects/{id}"


def _retainer(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    return world.project(column, row.removesuffix("_billing"), status="active", monthly_fee="1000.00")


def _send(path: str) -> Any:
    def build(world: World, column: str, row: str) -> Call:
        body = _FEE if row.endswith("_billing") else _PAUSE
        return Call(path.format(id=_retainer(world, column, row)), body)

    return build


def _remove(path: str) -> Any:
    def build(world: World, column: str, row: str) -> Call:
        retainer = _retainer(world, column, row)
        body = _FEE if row.endswith("_billing") else _PAUSE
        world.browser("super_admin").post(f"/api/v1/projects/{retainer}/terms", body)
        sent = {name: body[name] for name in ("name", "effective_from")}
        return Call(path.format(id=retainer), sent)

    return build


def _change(world: World, column: str, row: str) -> Call:
    body = {"monthly_fee": "900.00"} if row.endswith("_billing") else {"status": "on_hold"}
    return Call(f"{_PATH}/change-previews".format(id=_retainer(world, column, row)), body)


def _lose(world: World, column: str, row: str) -> Call:
    body = {"effective_on": "2026-11-30"}
    return Call(f"{_PATH}/churn-previews".format(id=_retainer(world, column, row)), body)


def _read(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/terms".format(id=_retainer(world, column, row)))


REQUESTS = {
    "GET /api/v1/projects/{id}/terms": _read,
    "POST /api/v1/projects/{id}/terms": _send(f"{_PATH}/terms"),
    "POST /api/v1/projects/{id}/term-previews": _send(f"{_PATH}/term-previews"),
    "POST /api/v1/projects/{id}/term-removals": _remove(f"{_PATH}/term-removals"),
    "POST /api/v1/projects/{id}/term-removal-previews": _remove(f"{_PATH}/term-removal-previews"),
    "POST /api/v1/projects/{id}/change-previews": _change,
    "POST /api/v1/projects/{id}/churn-previews": _lose,
}
