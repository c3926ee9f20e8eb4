"""Tests of runs that create all proposals of a list: progress, refusals, stopping and undoing."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.access.actor import Actor
from regie.core.job_states import save_job_state
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.integrations.project_proposals import run_job
from regie.domains.integrations.project_proposals.models import RUN
from regie.domains.integrations.project_proposals.run_job import SLICE, ProposalRunJob
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.integrations.project_proposals.calls import decide, found, read
from tests.factories.months import make_closed_month
from tests.factories.project_proposals import make_proposal
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged

RUNS, LAST = "/api/v1/project-proposal-runs", "/api/v1/project-proposal-run"
# What creating and removing leaves: the decision, the log, and the numbers that the projects had.
_LEFT = ("project_proposals", "activity", "job_states", "number_series", "table_changes", "figure_changes")


@pytest.fixture
def runs(world: World, clock: MovableClock) -> ProposalRunJob:
    with world.database.write() as session:
        save_job_state(session, RUN, {})
    return ProposalRunJob(world.database, clock, load_actor)


def _make(world: World, client: Client, count: int, **fields: Any) -> list[str]:
    with world.database.write() as session:
        return [make_proposal(session, client, **fields).api_id for _ in range(count)]


def _request(admin: Browser, client: Client, **filters: Any) -> dict[str, Any]:
    response = admin.post(RUNS, {"client": [client.api_id], **filters})
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _finish(admin: Browser, runs: ProposalRunJob) -> dict[str, Any]:
    for run_id in runs.find_waiting():
        runs.run(run_id)
    assert runs.find_waiting() == []
    return admin.get(LAST).json()["data"]


def _states(admin: Browser, client: Client) -> list[str]:
    return sorted(row["state"] for row in found(admin, client))


def test_all_ready_proposals_of_a_list_are_created(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    with world.database.write() as session:
        other = make_client(session, account_manager_id=world.stranger.id)
    _make(world, client, SLICE + 3)
    _make(world, client, 1, certainty="medium")
    _make(world, client, 1, certainty="low", missing=["amount"])
    _make(world, other, 1)
    requested = _request(admin, client)
    assert (requested["status"], requested["done"], requested["total"]) == ("running", 0, SLICE + 3)
    run = _finish(admin, runs)
    assert (run["status"], run["done"], run["refused"], run["refusals"]) == ("finished", SLICE + 3, 0, [])
    assert run["requested_by"]["name"] == world.people["admin"].user.name
    created = [row for row in found(admin, client) if row["state"] == "accepted"]
    assert {row["certainty"] for row in created} == {"high"}
    assert len(created) == SLICE + 3
    assert _states(admin, other) == ["open"]


def test_run_follows_the_filters_and_leaves_out_what_is_incomplete(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    (wanted,) = _make(world, client, 1, certainty="medium", name="Site – phase 2", start_on=date(2026, 5, 1))
    _make(world, client, 1, certainty="medium", name="Site – phase 3", start_on=date(2026, 9, 1))
    _make(world, client, 1, certainty="low", missing=["amount"], name="Site – phase 4", start_on=date(2026, 5, 1))
    _request(admin, client, certainty=["medium", "low"], search="site", runs_to="2026-06-30")
    assert _finish(admin, runs)["done"] == 1
    assert [row["api_id"] for row in found(admin, client) if row["state"] == "accepted"] == [wanted]
    for filters in ({"certainty": ["low"]}, {"kind": ["oos"]}):
        with assert_unchanged(world.database):
            response = admin.post(RUNS, {"client": [client.api_id], **filters})
        assert (response.status_code, response.json()["code"]) == (422, "proposal_run_empty")


def test_undoing_a_run_leaves_the_database_as_before(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    (earlier,) = _make(world, client, 1)
    decide(admin, earlier)
    _make(world, client, 3)
    with assert_unchanged(world.database, exclude=_LEFT):
        run = _request(admin, client)
        _finish(admin, runs)
        undone = admin.post(RUNS, {"undoes": run["api_id"]}).json()["data"]
        assert (undone["is_undo"], undone["total"]) == (True, 3)
        assert _finish(admin, runs)["done"] == 3
    assert _states(admin, client) == ["accepted", "open", "open", "open"]
    assert read(admin, earlier)["state"] == "accepted"
    with assert_unchanged(world.database):
        for api_id in (run["api_id"], undone["api_id"]):
            assert admin.post(RUNS, {"undoes": api_id}).status_code == 404


def test_what_was_built_on_is_not_undone(world: World, admin: Browser, client: Client, runs: ProposalRunJob) -> None:
    used, _ = _make(world, client, 2)
    run = _request(admin, client)
    _finish(admin, runs)
    project = read(admin, used)["project"]["api_id"]
    assert admin.patch(f"/api/v1/projects/{project}", {"description": "Vu avec le client"}).status_code == 200
    admin.post(RUNS, {"undoes": run["api_id"]})
    undone = _finish(admin, runs)
    assert (undone["done"], undone["refused"], undone["refusals"][0]["api_id"]) == (1, 1, used)


def test_second_administrator_waits_and_each_project_is_created_once(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    first, second = _make(world, client, 2)
    _request(admin, client)
    other = world.browser("super_admin")
    with assert_unchanged(world.database):
        refused = other.post(RUNS, {"client": [client.api_id]})
    assert (refused.status_code, refused.json()["code"]) == (409, "proposal_run_active")
    assert decide(other, first)[0]["status"] == 200
    run = _finish(admin, runs)
    assert (run["status"], run["done"], run["total"], run["refused"]) == ("finished", 1, 1, 0)
    assert read(admin, first)["accepted_by"]["name"] == world.people["super_admin"].user.name
    assert len({read(admin, api_id)["project"]["api_id"] for api_id in (first, second)}) == 2
    assert admin.get(f"/api/v1/projects?client={client.api_id}").json()["meta"]["total"] == 2


def test_refusal_is_in_the_language_of_its_reader_and_the_rest_is_created(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    with world.database.write() as session:
        closed = make_closed_month(session, world.stranger.id, "2026-06", closed_at=world.stranger.created_at)
    retainer = {"kind": "retainer", "billing_interval": "month", "fees": [["2026-03-02", "900.00"]]}
    (refused,) = _make(world, client, 1, name="Soutien", amount=Decimal("900.00"), **retainer)
    _make(world, client, 2, start_on=date(2026, 9, 1))
    _request(admin, client)
    run = _finish(admin, runs)
    assert (run["status"], run["done"], run["refused"]) == ("finished", 2, 1)
    reasons = []
    for locale in ("en-us", "fr-ca"):
        (refusal,) = admin.get(LAST, headers={"X-Api-Locale": locale}).json()["data"]["refusals"]
        assert (refusal["api_id"], refusal["name"]) == (refused, "Soutien")
        reasons.append(refusal["reason"])
    assert "closed" in reasons[0]
    assert "fermé" in reasons[1]
    with world.database.write() as session:
        session.delete(session.merge(closed))


def test_stopped_run_keeps_what_it_has_done(world: World, admin: Browser, client: Client, clock: MovableClock) -> None:
    _make(world, client, SLICE + 1)
    with world.database.write() as session:
        save_job_state(session, RUN, {})
    answers = iter((False, True))
    runs = ProposalRunJob(world.database, clock, load_actor, lambda: next(answers))
    requested = _request(admin, client)
    runs.run(requested["api_id"])
    assert admin.get(LAST).json()["data"]["done"] == SLICE
    assert runs.find_waiting() == [requested["api_id"]]
    assert admin.call("DELETE", LAST).status_code == 204
    stopped = admin.get(LAST).json()["data"]
    assert (stopped["status"], stopped["done"], stopped["total"]) == ("stopped", SLICE, SLICE + 1)
    assert runs.find_waiting() == []
    with assert_unchanged(world.database):
        assert admin.call("DELETE", LAST).status_code == 404


def test_run_ends_when_its_author_may_not_create_projects_any_more(
    world: World, admin: Browser, client: Client, clock: MovableClock
) -> None:
    _make(world, client, 1)
    _request(admin, client)

    def load_employee(*args: Any) -> Actor:
        actor = load_actor(*args)
        return Actor(
            **{field: getattr(actor, field) for field in Actor.__dataclass_fields__} | {"roles": ("employee",)}
        )

    run = _finish(admin, ProposalRunJob(world.database, clock, load_employee))
    assert (run["status"], run["done"]) == ("stopped", 0)
    assert _states(admin, client) == ["open"]


def test_error_in_the_middle_stores_nothing_of_its_slice_and_ends_the_run(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    _make(world, client, 3)
    _request(admin, client)
    calls = iter(range(3))
    create = run_job.update_proposal

    def fail_at_the_third(*args: Any) -> None:
        if next(calls) == 2:
            raise RuntimeError("planned")
        create(*args)

    monkeypatch.setattr(run_job, "update_proposal", fail_at_the_third)
    with assert_unchanged(world.database, exclude=("job_states",)):
        run = _finish(admin, runs)
    assert (run["status"], run["done"]) == ("failed", 0)


def test_proposal_that_is_gone_is_not_counted(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    _make(world, client, 1)
    with world.database.write() as session:
        gone = make_client(session, account_manager_id=world.stranger.id)
    _make(world, gone, 1)
    admin.post(RUNS, {"client": [client.api_id, gone.api_id]})
    with world.database.write() as session:
        session.delete(session.merge(gone))
    run = _finish(admin, runs)
    assert (run["status"], run["done"], run["total"]) == ("finished", 1, 1)


def test_run_leaves_what_ran_in_a_closed_month(
    world: World, admin: Browser, client: Client, runs: ProposalRunJob
) -> None:
    retainer = {"kind": "retainer", "billing_interval": "month", "amount": Decimal("900.00")}
    (ran,) = _make(world, client, 1, **retainer, start_on=date(2026, 6, 1), fees=[["2026-06-01", "900.00"]])
    (later,) = _make(world, client, 1, **retainer, start_on=date(2026, 8, 1), fees=[["2026-08-01", "900.00"]])
    run = _request(admin, client)
    assert _finish(admin, runs)["done"] == 2
    with world.database.write() as session:
        closed = make_closed_month(session, world.stranger.id, "2026-06", closed_at=world.stranger.created_at)
    project = f"/api/v1/projects/{read(admin, ran)['project']['api_id']}"
    before = admin.get(project).json()
    admin.post(RUNS, {"undoes": run["api_id"]})
    undone = _finish(admin, runs)
    assert admin.get(project).json() == before
    with world.database.write() as session:
        session.delete(session.merge(closed))
    assert (undone["done"], undone["refused"], undone["refusals"][0]["api_id"]) == (1, 1, ran)
    assert undone["refusals"][0]["reason"].startswith("June 2026 is closed")
    assert (read(admin, ran)["state"], read(admin, later)["state"]) == ("accepted", "open")
