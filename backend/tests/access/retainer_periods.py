"""Builds the requests of the matrix for the retainer ledger."""

from typing import Any

from tests.access.accounts import Call
from tests.factories.retainers import make_stored_period
from tests.factories.world import World

PERIODS = "/api/v1/retainer-periods"


def _period(world: World, column: str, row: str) -> str:
    """Create a retainer in this relation to the user and return its oldest period, which is open and ended."""
    return make_stored_period(world, world.retainer(column, row))


def _about(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(id=_period(world, column, row)), body)


def _unlock(world: World, column: str, row: str) -> Call:
    period = _period(world, column, row)
    world.browser("super_admin").post(f"{PERIODS}/{period}/locks", None)
    return Call(f"{PERIODS}/{period}/unlocks", {"reason": "Heures du client manquantes"})


def _lock_month(world: World, column: str, row: str) -> Call:
    retainer = world.retainer(column, row)
    make_stored_period(world, retainer)
    return Call("/api/v1/retainer-locks", {"month": "2026-09", "projects": [retainer]})


def _read_burn(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/retainer-burns/{world.cached_record('retainer', column, row)}")


def _read(world: World, column: str, row: str) -> Call:
    return Call(f"{PERIODS}/{make_stored_period(world, world.cached_record('retainer', column, row))}")


REQUESTS: dict[str, Any] = {
    f"GET {PERIODS}/{{id}}": _read,
    f"PATCH {PERIODS}/{{id}}": _about(f"{PERIODS}/{{id}}", {"adjustment": "2.50", "adjustment_reason": "Cadeau"}),
    f"POST {PERIODS}/{{id}}/locks": _about(f"{PERIODS}/{{id}}/locks"),
    f"POST {PERIODS}/{{id}}/unlocks": _unlock,
    "POST /api/v1/retainer-locks": _lock_month,
    "GET /api/v1/retainer-burns/{id}": _read_burn,
}
