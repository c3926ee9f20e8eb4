"""Builds the requests of the matrix for teams."""

from typing import Any

from regie.core.db.ids import new_api_id
from tests.access.accounts import Call
from tests.factories.world import World

PATH = "/api/v1/teams"


def _create(world: World, column: str, row: str) -> Call:
    member = new_api_id() if row == "missing" else world.stranger.api_id
    # A deactivated user cannot become a member.
    member = world.people["none"].user.api_id if row == "deactivated" else member
    return Call(PATH, {"name": f"Équipe {new_api_id()}", "representative": member, "users": [member]})


def _update(world: World, column: str, row: str) -> Call:
    target, _, action = row.partition("_")
    body = {"archived": action == "archive"} if action else {"name": f"Équipe {new_api_id()}", "version": 1}
    return Call(f"{PATH}/{world.team(column, target)}", body)


REQUESTS: dict[str, Any] = {
    "GET /api/v1/teams-statistics": lambda world, column, row: Call(
        "/api/v1/teams-statistics" + ("" if row == "sees" else f"?id={world.cached_record('team', column, row)}")
    ),
    "POST /api/v1/teams": _create,
    "GET /api/v1/teams/{id}": lambda world, column, row: Call(f"{PATH}/{world.cached_record('team', column, row)}"),
    "PATCH /api/v1/teams/{id}": _update,
    "DELETE /api/v1/teams/{id}": lambda world, column, row: Call(f"{PATH}/{world.team(column, row)}"),
}
