"""Tests of runs that ignore or restore all proposals of a list: what they apply to, in which parts, and undoing."""

from typing import Any

import pytest

from regie.core.job_states import read_job_state, save_job_state
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.integrations.project_proposals import run_job
from regie.domains.integrations.project_proposals.models import RUN
from regie.domains.integrations.project_proposals.run_job import SLICE, ProposalRunJob
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.integrations.project_proposals.calls import PATH, decide, found, read
from tests.factories.activity import read_activity
from tests.factories.project_proposals import make_proposal
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged

RUNS, LAST = "/api/v1/project-proposal-runs", "/api/v1/project-proposal-run"


@pytest.fixture
def runs(world: World, clock: MovableClock) -> ProposalRunJob:
    with world.database.write() as session:
        save_job_state(session, RUN, {})
    return ProposalRunJob(world.database, clock, load_actor)


def _make(world: World, client: Client, count: int = 1, **fields: Any) -> list[str]:
    with world.database.write() as session:
        return [make_proposal(session, client, **fields).api_id for _ in range(count)]


def _run(admin: Browser, runs: ProposalRunJob, body: dict[str, Any]) -> dict[str, Any]:
    """Request a run and execute it."""
    response = admin.post(RUNS, body)
    assert response.status_code == 200, response.text
    runs.run(response.json()["data"]["api_id"])
    run = admin.get(LAST).json()["data"]
    assert (run["status"], run["refused"]) == ("finished", 0)
    return run


def _states(admin: Browser, client: Client) -> dict[str, str]:
    return {row["api_id"]: row["state"] for row in found(admin, client)}


def test_all_that_a_list_shows_is_ignored_and_restored_by_one_undo(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    with world.database.write() as session:
        other = make_client(session, account_manager_id=world.stranger.id)
    wanted = [
        *_make(world, client, name="Ancien site"),
        *_make(world, client, name="Ancien blogue", certainty="medium"),
        *_make(world, client, name="Ancien plan", certainty="low", missing=["amount"]),
    ]
    (other_work,) = _make(world, client, name="Refonte")
    _make(world, other, name="Ancien client")
    run = _run(admin, runs, {"action": "ignore", "client": [client.api_id], "search": "ancien"})
    assert (run["action"], run["is_undo"], run["done"], run["total"]) == ("ignore", False, 3, 3)
    assert _states(admin, client) == {**dict.fromkeys(wanted, "ignored"), other_work: "open"}
    assert list(_states(admin, other).values()) == ["open"]
    undone = _run(admin, runs, {"undoes": run["api_id"]})
    assert (undone["action"], undone["is_undo"], undone["done"]) == ("ignore", True, 3)
    assert set(_states(admin, client).values()) == {"open"}
    log = [row.action for row in read_activity(world.database) if row.subject_api_id in wanted]
    assert sorted(log) == ["dismissed"] * 3 + ["restored"] * 3


def test_ignored_ones_are_restored_and_ignored_again_by_the_undo(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    low, high = _make(world, client, certainty="low", missing=["amount"]) + _make(world, client)
    (elsewhere,) = _make(world, client, name="Autre")
    decide(admin, low, high, elsewhere, state="ignored")
    run = _run(admin, runs, {"action": "restore", "client": [client.api_id], "search": "refonte"})
    assert (run["action"], run["done"]) == ("restore", 2)
    assert _states(admin, client) == {low: "open", high: "open", elsewhere: "ignored"}
    assert _run(admin, runs, {"undoes": run["api_id"]})["done"] == 2
    assert set(_states(admin, client).values()) == {"ignored"}


def test_undo_leaves_what_a_person_decided_since(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    again, created, untouched = _make(world, client, 3)
    run = _run(admin, runs, {"action": "ignore", "client": [client.api_id]})
    decide(admin, again, created, state="open")
    decide(admin, again, state="ignored")
    decide(admin, created)
    undone = _run(admin, runs, {"undoes": run["api_id"]})
    assert (undone["done"], undone["total"]) == (1, 1)
    assert _states(admin, client) == {again: "ignored", created: "accepted", untouched: "open"}


def test_undo_does_not_ignore_what_was_edited_since(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    edited, untouched = _make(world, client, 2, state="ignored")
    run = _run(admin, runs, {"action": "restore", "client": [client.api_id]})
    assert admin.patch(f"{PATH}/{edited}", {"amount": "500.00"}).status_code == 200
    assert _run(admin, runs, {"undoes": run["api_id"]})["done"] == 1
    assert _states(admin, client) == {edited: "open", untouched: "ignored"}
    assert read(admin, edited)["amount"]["amount"] == "500.00"


@pytest.mark.usefixtures("runs")
def test_run_without_proposals_and_unknown_actions_are_refused(world: World, admin: Browser, client: Client) -> None:
    _make(world, client)
    for body, status in (({"action": "restore"}, 422), ({"action": "delete"}, 422), ({"undoes": client.api_id}, 404)):
        with assert_unchanged(world.database):
            response = admin.post(RUNS, {"client": [client.api_id], **body})
        assert response.status_code == status
    assert admin.post(RUNS, {"client": [client.api_id], "action": "ignore"}).status_code == 200
    with assert_unchanged(world.database):
        second = world.browser("super_admin").post(RUNS, {"client": [client.api_id], "action": "restore"})
    assert (second.status_code, second.json()["code"]) == (409, "proposal_run_active")


def test_hundreds_are_ignored_a_few_per_transaction(
    world: World, admin: Browser, client: Client, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its transactions, others see the progress and can write."""
    count = 12 * SLICE + 1
    _make(world, client, count)
    with world.database.write() as session:
        save_job_state(session, RUN, {})
    progress: list[tuple[int, int]] = []

    def note_progress() -> bool:
        with world.database.write() as session:
            run = read_job_state(session.connection(), RUN)
        ignored = admin.get(f"{PATH}?client={client.api_id}&state=ignored&per_page=1").json()["meta"]["total"]
        progress.append((run["done"], ignored))
        return False

    monkeypatch.setattr(run_job, "_PAUSE_SECONDS", 0)
    run = _run(
        admin,
        ProposalRunJob(world.database, clock, load_actor, note_progress),
        {"action": "ignore", "client": [client.api_id]},
    )
    assert (run["done"], run["total"]) == (count, count)
    assert progress == [(done, done) for done in range(0, count, SLICE)]
