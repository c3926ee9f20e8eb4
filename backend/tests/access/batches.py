"""One change to many records: the batch of each single call, what it says of a record, and the matrix's requests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.access.doors import Call
from tests.factories.world import World


@dataclass(frozen=True)
class Kind:
    """A batch's path, the record that it changes, and the single call that it stands for, with a change of each."""

    path: str
    noun: str
    single: str
    change: dict[str, Any] | Callable[[World], dict[str, Any]]
    # The rows of the single call's matrix whose change is this one, without their situation.
    row: str = "{}"

    def body(self, world: World, *ids: str) -> dict[str, Any]:
        change = self.change(world) if callable(self.change) else self.change
        return {"ids": list(ids), "change": change}

    def make(self, world: World, column: str, target: str) -> str:
        return getattr(world, self.noun)(column, target)


def _to_the_stranger(world: World) -> dict[str, Any]:
    return {"account_manager": world.stranger.api_id}


KINDS = {
    "clients": Kind("/api/v1/clients/batches", "client", "PATCH /api/v1/clients/{id}", _to_the_stranger),
    "projects": Kind("/api/v1/projects/batches", "project", "PATCH /api/v1/projects/{id}", _to_the_stranger),
    "archived-projects": Kind(
        "/api/v1/archived-projects/batches", "project", "POST /api/v1/archived-projects", {"archived": True}
    ),
    "invoices": Kind(
        "/api/v1/invoices/batches", "invoice", "PATCH /api/v1/invoices/{id}", {"follow_up_on": "2026-12-01"}
    ),
    "payments": Kind(
        "/api/v1/projects-payments/batches",
        "payment",
        "PATCH /api/v1/projects-payments/{id}",
        {"status": "ready"},
        "{}_ready",
    ),
}


def _request(kind: Kind) -> Callable[[World, str, str], Call]:
    def request(world: World, column: str, row: str) -> Call:
        return Call(kind.path, kind.body(world, kind.make(world, column, row)))

    return request


REQUESTS = {f"POST {kind.path}": _request(kind) for kind in KINDS.values()}
