"""Builds the requests of the matrix for proposed projects, and for the rules that name their kind."""

from typing import Any

from regie.core.db.ids import new_api_id
from regie.core.job_states import save_job_state
from regie.domains.integrations.project_proposals.models import RUN
from tests.access.accounts import Call
from tests.factories.project_proposals import make_category, make_proposal
from tests.factories.work import make_client
from tests.factories.world import World

PATH = "/api/v1/project-proposals"


def _proposal(world: World, column: str, row: str) -> str:
    if row == "missing":
        return new_api_id()
    with world.database.write() as session:
        return make_proposal(session, make_client(session, account_manager_id=world.stranger.id)).api_id


def _run(world: World, column: str, row: str) -> Call:
    """A run of the proposals of one client; what other cells requested is over."""
    with world.database.write() as session:
        save_job_state(session, RUN, {})
        client = make_client(session, account_manager_id=world.stranger.id)
        if row == "free":
            make_proposal(session, client)
        return Call("/api/v1/project-proposal-runs", {"client": [client.api_id]})


def _no_run(world: World, column: str, row: str) -> Call:
    with world.database.write() as session:
        save_job_state(session, RUN, {})
    return Call("/api/v1/project-proposal-run")


def _category(world: World, column: str, row: str) -> str:
    if row == "missing":
        return "none"
    with world.database.write() as session:
        return make_category(session, "Studio").external_id


REQUESTS: dict[str, Any] = {
    "GET /api/v1/project-proposals/{id}": lambda world, column, row: Call(f"{PATH}/{_proposal(world, column, row)}"),
    "PATCH /api/v1/project-proposals/{id}": lambda world, column, row: Call(
        f"{PATH}/{_proposal(world, column, row)}", {"state": "ignored"}
    ),
    "POST /api/v1/project-proposals/batches": lambda world, column, row: Call(
        f"{PATH}/batches", {"ids": [_proposal(world, column, row)], "change": {"state": "ignored"}}
    ),
    "POST /api/v1/project-proposal-runs": _run,
    "DELETE /api/v1/project-proposal-run": _no_run,
    "PUT /api/v1/project-kind-rules/{source}/{id}": lambda world, column, row: Call(
        f"/api/v1/project-kind-rules/category/{_category(world, column, row)}", {"kind": "fixed"}
    ),
}
