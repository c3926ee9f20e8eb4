"""Builds batch requests, for the matrix and the tests of batches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.access.accounts import Call
from tests.factories.world import World


@dataclass(frozen=True)
class BatchKind:
    """A batch route, its record, and the single-record route with the same change."""

    path: str
    noun: str
    single: str
    change: dict[str, Any] | Callable[[World], dict[str, Any]]
    # The format of the matrix rows of the single-record route with this change.
    row: str = "{}"

    def body(self, world: World, *ids: str) -> dict[str, Any]:
        change = self.change(world) if callable(self.change) else self.change
        return {"ids": list(ids), "change": change}

    def make(self, world: World, column: str, target: str) -> str:
        return getattr(world, self.noun)(column, target)


def _other_manager(world: World) -> dict[str, Any]:
    return {"account_manager": world.stranger.api_id}


KINDS = {
    "clients": BatchKind("/api/v1/clients/batches", "client", "PATCH /api/v1/clients/{id}", _other_manager),
    "projects": BatchKind("/api/v1/projects/batches", "project", "PATCH /api/v1/projects/{id}", _other_manager),
    "archived-projects": BatchKind(
        "/api/v1/archived-projects/batches", "project", "POST /api/v1/archived-projects", {"archived": True}
    ),
    "invoices": BatchKind(
        "/api/v1/invoices/batches", "invoice", "PATCH /api/v1/invoices/{id}", {"follow_up_on": "2026-12-01"}
    ),
    "payments": BatchKind(
        "/api/v1/projects-payments/batches",
        "payment",
        "PATCH /api/v1/projects-payments/{id}",
        {"status": "ready"},
        "{}_ready",
    ),
}


def _request(kind: BatchKind) -> Callable[[World, str, str], Call]:
    def request(world: World, column: str, row: str) -> Call:
        return Call(kind.path, kind.body(world, kind.make(world, column, row)))

    return request


REQUESTS = {f"POST {kind.path}": _request(kind) for kind in KINDS.values()}
