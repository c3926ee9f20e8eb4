"""Builds the requests of the matrix for project payments; the last word of a row is the change."""

from typing import Any

from tests.access.accounts import Call
from tests.factories.world import World

_PATH = "/api/v1/projects-payments"
_CHANGES: dict[str, dict[str, Any]] = {
    "ready": {"status": "ready", "version": 1},
    "note": {"note": "Bon de commande 4411"},
    "skip": {"status": "skipped", "reason": "Mois offert"},
    "off": {"status": "written_off", "reason": "Client insolvable"},
}


def _create(world: World, column: str, row: str) -> Call:
    body = {"project": world.project(column, row), "due_on": "2026-12-01", "amount": "1500.00"}
    return Call(_PATH, body)


def _create_schedule(world: World, column: str, row: str) -> Call:
    target, _, kind = row.partition("_")
    if kind:
        return Call(f"{_PATH}/schedules", {"project": world.project(column, target, monthly_fee="900.00")})
    return Call(f"{_PATH}/schedules", {"project": world.project(column, target), "count": 3})


def _update(world: World, column: str, row: str) -> Call:
    target, _, change = row.rpartition("_") if "_" in row else (row, "", "note")
    return Call(f"{_PATH}/{world.payment(column, target)}", _CHANGES[change])


def _delete(world: World, column: str, row: str) -> Call:
    target, _, status = row.partition("_")
    return Call(f"{_PATH}/{world.payment(column, target, status=status or 'planned')}")


REQUESTS = {
    f"POST {_PATH}": _create,
    f"POST {_PATH}/schedules": _create_schedule,
    f"PATCH {_PATH}/{{id}}": _update,
    f"DELETE {_PATH}/{{id}}": _delete,
}
