"""The requests of the matrix about the retainer ledger."""

from typing import Any

from tests.access.doors import Call
from tests.factories.retainers import make_period
from tests.factories.world import World

PERIODS = "/api/v1/retainer-periods"


def _period(world: World, column: str, row: str) -> str:
    """The oldest period of a retainer that stands in this relation to the person; open, and ended."""
    return make_period(world, world.retainer(column, row))


def _about(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(id=_period(world, column, row)), body)


def _unlock(world: World, column: str, row: str) -> Call:
    period = _period(world, column, row)
    world.browser("super_admin").post(f"{PERIODS}/{period}/locks", None)
    return Call(f"{PERIODS}/{period}/unlocks", {"reason": "Heures du client manquantes"})


def _lock_month(world: World, column: str, row: str) -> Call:
    retainer = world.retainer(column, row)
    make_period(world, retainer)
    return Call("/api/v1/retainer-locks", {"month": "2026-09", "projects": [retainer]})


def _read_burn(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/retainer-burns/{world.kept('retainer', column, row)}")


def _read(world: World, column: str, row: str) -> Call:
    return Call(f"{PERIODS}/{make_period(world, world.kept('retainer', column, row))}")


REQUESTS: dict[str, Any] = {
    f"GET {PERIODS}/{{id}}": _read,
    f"PATCH {PERIODS}/{{id}}": _about(f"{PERIODS}/{{id}}", {"adjustment": "2.50", "adjustment_reason": "Cadeau"}),
    f"POST {PERIODS}/{{id}}/locks": _about(f"{PERIODS}/{{id}}/locks"),
    f"POST {PERIODS}/{{id}}/unlocks": _unlock,
    "POST /api/v1/retainer-locks": _lock_month,
    "GET /api/v1/retainer-burns/{id}": _read_burn,
}
