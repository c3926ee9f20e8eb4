"""Closing the history before Régie: what it gives up at once, what stays, and how it is undone."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged, world

__all__ = ["world"]
PATH = "/api/v1/payment-history"
BEFORE = "2026-03-01"
CLOSING = {"closed_before": BEFORE, "reason": "Avant Régie"}


def make_schedule(world: World) -> dict[str, str]:
    """A schedule with a payment of each state before the day, and one after it."""
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id).id
        invoice = make_invoice(session, client_id=client.id)
        states: dict[str, dict[str, Any]] = {
            "planned": {"due_on": date(2026, 2, 28)},
            "ready": {"due_on": date(2025, 5, 1), "status": "ready"},
            "invoiced": {"due_on": date(2026, 1, 1), "status": "ready", "invoice_id": invoice.id},
            "skipped": {"due_on": date(2026, 1, 1), "status": "skipped", "reason": "Mois offert"},
            "later": {"due_on": date(2026, 3, 1)},
        }
        return {name: make_payment(session, project_id=project, **fields).api_id for name, fields in states.items()}


def read_states(world: World, payments: dict[str, str]) -> dict[str, tuple[str, str | None]]:
    found = {}
    for name, api_id in payments.items():
        row = world.browser("admin").get(f"/api/v1/projects-payments/{api_id}").json()["data"]
        found[name] = (row["status"], row["reason"])
    return found


def put(world: World, body: dict[str, Any], column: str = "financial_manager") -> int:
    return world.browser(column).call("PUT", PATH, json=body).status_code


def test_open_payments_before_the_day_are_given_up_and_reopened_as_they_were(world: World):
    payments = make_schedule(world)
    before = read_states(world, payments)
    counts = world.browser("admin").get(f"{PATH}?before={BEFORE}").json()["data"]
    assert put(world, CLOSING) == 204
    after = read_states(world, payments)
    assert (after["planned"], after["ready"]) == (("skipped", "Avant Régie"), ("skipped", "Avant Régie"))
    assert {name: after[name] for name in ("invoiced", "skipped", "later")} == {
        name: before[name] for name in ("invoiced", "skipped", "later")
    }
    closed = world.browser("admin").get(f"{PATH}?before={BEFORE}").json()["data"]
    assert (closed["open"], closed["closed"]) == (0, counts["closed"] + counts["open"])
    with world.database.read() as db:
        entry = db.execute(select(ActivityEntry.changes).where(ActivityEntry.action == "history_closed")).scalars()
        assert next(entry)["payments"] == [None, counts["open"]]
    assert put(world, {"closed_before": None}) == 204
    assert read_states(world, payments) == before
    assert world.browser("admin").get(PATH).json()["data"] == {"open": 0, "closed": 0}


def test_payment_that_was_reopened_by_hand_stays(world: World):
    payments = make_schedule(world)
    assert put(world, CLOSING) == 204
    admin = world.browser("admin")
    assert admin.patch(f"/api/v1/projects-payments/{payments['ready']}", {"status": "planned"}).status_code == 200
    skip = {"status": "skipped", "reason": "Jamais livré"}
    assert admin.patch(f"/api/v1/projects-payments/{payments['ready']}", skip).status_code == 200
    assert put(world, {"closed_before": None}) == 204
    states = read_states(world, payments)
    assert (states["planned"], states["ready"]) == (("planned", None), ("skipped", "Jamais livré"))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"closed_before": "2027-01-01", "reason": "Avant Régie"}, "closed_before"),
        ({"closed_before": BEFORE}, "reason"),
        ({"closed_before": "hier", "reason": "Avant Régie"}, "closed_before"),
    ],
)
def test_bad_values_are_refused(world: World, body: dict[str, Any], field: str):
    make_schedule(world)
    with assert_unchanged(world.database):
        response = world.browser("admin").call("PUT", PATH, json=body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_account_managers_close_nothing(world: World):
    make_schedule(world)
    with assert_unchanged(world.database):
        assert put(world, CLOSING, "account_manager") == 403
