"""Tests the next steps of the triage list: which are due, whose they are, and that they are completed or snoozed."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.browser import Browser
from tests.domains.insights.triage.reading import count_kind, find_row, read_triage
from tests.factories.clients import make_note
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


def _step(world: World, next_on: date = date(2026, 11, 20), owner: str = "account_manager", **fields: Any) -> str:
    """Return a note about the account manager's client."""
    people = world.people
    with world.database.write() as session:
        client = make_client(session, account_manager_id=people["account_manager"].user.id)
        step = {"next_step": "Envoyer la proposition", "next_on": next_on, "next_owner_id": people[owner].user.id}
        return make_note(session, client.id, **step | fields).api_id


@pytest.mark.parametrize(
    ("next_on", "days"),
    [(date(2026, 11, 17), 3), (date(2026, 11, 20), 0), (date(2026, 11, 27), -7), (date(2026, 11, 28), None)],
)
def test_step_is_a_matter_from_a_week_before_its_day(world: World, manager: Browser, next_on: date, days: int | None):
    row = find_row(manager, "next_step", _step(world, next_on))
    assert (row and row["days"]) == days
    if row:
        assert (row["name"], row["on"]) == ("Envoyer la proposition", next_on.isoformat())
        assert (row["at_stake"], row["project"], row["is_assigned"]) == (None, None, False)
        assert row["owner"]["api_id"] == world.people["account_manager"].user.api_id


def test_steps_are_those_of_their_owner(world: World, manager: Browser):
    own, other = _step(world), _step(world, owner="admin")
    assert find_row(manager, "next_step", own) is not None
    assert find_row(manager, "next_step", other) is None
    assert find_row(world.browser("admin"), "next_step", own) is None
    assert find_row(manager, "next_step", _step(world, done_at=datetime(2026, 11, 19, tzinfo=UTC))) is None


def test_step_of_a_hidden_client_is_no_matter(world: World):
    """An employee who once managed clients sees only the clients of their own work."""
    assert find_row(world.browser("employee"), "next_step", _step(world, owner="employee")) is None


def test_count_is_that_of_the_list_of_next_steps(world: World, manager: Browser):
    for next_on in (date(2026, 11, 1), date(2026, 11, 27), date(2026, 12, 24)):
        _step(world, next_on)
    listed = manager.get("/api/v1/client-next-steps?due_by=2026-11-27&per_page=1").json()["meta"]["total"]
    assert count_kind(manager, "next_step") == listed >= 2


def test_steps_that_are_late_come_first(world: World, manager: Browser):
    soon, late = _step(world, date(2026, 11, 26)), _step(world, date(2026, 11, 18))
    records = [row["record"] for row in read_triage(manager, "kind=next_step&limit=500")["rows"]]
    assert records.index(late) < records.index(soon)


def test_completed_step_leaves_the_list_and_returns_with_the_undo(world: World, manager: Browser):
    note = _step(world)
    row = find_row(manager, "next_step", note)
    assert row is not None
    path = f"/api/v1/clients/{row['client']['api_id']}/notes/{note}"
    assert manager.patch(path, {"done": True}).status_code == 200
    assert find_row(manager, "next_step", note) is None
    assert manager.patch(path, {"done": False}).status_code == 200
    assert find_row(manager, "next_step", note) is not None


def test_step_is_snoozed_by_its_owner(world: World, manager: Browser):
    note = _step(world)
    body = {"kind": "next_step", "record": note, "until": "2026-11-23"}
    assert manager.put("/api/v1/triage-snooze", body).status_code == 204
    assert find_row(manager, "next_step", note) is None
    assert find_row(manager, "next_step", note, "snoozed") is not None
    with assert_unchanged(world.database):
        assert world.browser("admin").put("/api/v1/triage-snooze", body).status_code == 404


def test_step_is_assigned_in_its_note_only(world: World, manager: Browser):
    note, admin = _step(world), world.people["admin"].user.api_id
    assert manager.get(f"/api/v1/triage-assignees?kind=next_step&record={note}").json()["data"] == []
    with assert_unchanged(world.database):
        response = manager.put("/api/v1/triage-assignment", {"kind": "next_step", "record": note, "user": admin})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["record"])
