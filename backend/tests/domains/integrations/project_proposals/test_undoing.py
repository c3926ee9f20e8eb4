"""Tests of undoing projects that were created from proposals: nothing is left, and nothing built on them is lost."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.money.payments.jobs import PaymentScheduleJob
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.clients.models import Client
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.domains.integrations.project_proposals.calls import PATH, decide, found, make_billed_retainer, read
from tests.factories.months import make_closed_month
from tests.factories.project_proposals import (
    make_bill,
    make_proposal,
)
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PROJECTS = "/api/v1/projects"

# What undoing leaves: the decision, the log, and the numbers that the projects had.
_LEFT = (
    "project_proposals", "activity", "job_states", "number_series", "table_changes", "figure_changes",
    "payment_day_changes",
)  # fmt: skip


def _count_derived(world: World, proposal: str) -> int:
    """The periods and payments that the worker made for the proposal's retainer."""
    with world.database.read() as db:
        project = select(ProjectProposal.project_id).where(ProjectProposal.api_id == proposal).scalar_subquery()
        counts = (
            select(func.count()).where(model.project_id == project).scalar_subquery()
            for model in (RetainerPeriod, ProjectPayment)
        )
        return sum(db.execute(select(*counts)).one())


def test_undoing_leaves_the_database_as_before(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob, clock: MovableClock
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 4, end_on=date(2026, 4, 30))
        make_bill(session, client, date(2026, 11, 2), "Sans rapport", "10.00")
    job.run_once()
    with world.database.write() as session:
        fixed = make_proposal(session, client).api_id
    retainer = next(row["api_id"] for row in found(admin, client) if row["kind"] == "retainer")
    notifier = Notifier(world.app.state.context.mail, ORIGIN)
    jobs = (LedgerRefreshJob(world.database, clock, notifier), PaymentScheduleJob(world.database, clock))
    for derived in jobs:
        derived.run_once()
    with assert_unchanged(world.database, exclude=_LEFT):
        assert {result["status"] for result in decide(admin, retainer, fixed)} == {200}
        for derived in jobs:
            derived.run_once()
        assert _count_derived(world, retainer) > 0
        assert {result["status"] for result in decide(admin, retainer, fixed, state="open")} == {200}
    assert {row["state"] for row in found(admin, client)} == {"open"}
    assert {read(admin, api_id)["project"] for api_id in (retainer, fixed)} == {None}


def test_losses_follow_the_contracts_that_are_created_and_undone(world: World, admin: Browser, client: Client):
    """A retainer that another one follows is no loss; it is one again without the other."""
    retainer = {"kind": "retainer", "billing_interval": "month", "amount": Decimal("900.00")}
    with world.database.write() as session:
        first = make_proposal(
            session,
            client,
            **retainer,
            start_on=date(2026, 1, 1),
            end_on=date(2026, 4, 30),
            fees=[["2026-01-01", "900.00"]],
        ).api_id
        second = make_proposal(
            session, client, **retainer, start_on=date(2026, 5, 1), fees=[["2026-05-01", "900.00"]]
        ).api_id

    def churns() -> list[str]:
        page = admin.get(f"/api/v1/churn-events?client={client.api_id}&sort=-effective_on").json()
        return [row["state"] for row in page["data"]]

    decide(admin, first)
    assert churns() == ["recorded"]
    decide(admin, second)
    assert churns() == ["voided"]
    assert decide(admin, second, state="open")[0]["status"] == 200
    assert sorted(churns()) == ["recorded", "voided"]
    assert decide(admin, first, state="open")[0]["status"] == 200
    assert churns() == []


def test_project_that_was_changed_since_is_not_undone(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        api_id = make_proposal(session, client).api_id
    decide(admin, api_id)
    project = read(admin, api_id)["project"]["api_id"]
    assert admin.patch(f"{PROJECTS}/{project}", {"description": "Vu avec le client"}).status_code == 200
    with assert_unchanged(world.database):
        (result,) = decide(admin, api_id, state="open")
    assert (result["status"], result["code"]) == (422, "proposal_built_on")


def test_project_with_other_records_is_not_undone(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        api_id = make_proposal(session, client).api_id
    decide(admin, api_id)
    project = read(admin, api_id)["project"]["api_id"]
    with world.database.write() as session:
        parent = session.execute(select(Project.id).where(Project.api_id == project)).scalar_one()
        make_project(session, kind="oos", client_id=client.id, parent_project_id=parent)
    with assert_unchanged(world.database):
        (result,) = decide(admin, api_id, state="open")
    assert result["code"] == "proposal_built_on"


def test_closed_month_refuses_a_retainer_that_ran_in_it(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        fields = {"kind": "retainer", "billing_interval": "month", "fees": [["2026-03-02", "900.00"]]}
        api_id = make_proposal(session, client, amount=Decimal("900.00"), **fields).api_id
        closed = make_closed_month(session, world.stranger.id, "2026-06", closed_at=world.stranger.created_at)
    with assert_unchanged(world.database):
        (result,) = decide(admin, api_id)
    assert (result["status"], result["code"]) == (409, "month_closed")
    with world.database.write() as session:
        session.delete(session.merge(closed))


def _make_retainer(session: Session, client: Client, start_on: date, **fields: Any) -> str:
    values = {"kind": "retainer", "billing_interval": "month", "amount": Decimal("900.00"), "start_on": start_on}
    return make_proposal(session, client, **values, fees=[[str(start_on), "900.00"]], **fields).api_id


@contextmanager
def _closed(world: World, name: str) -> Generator[None, None, None]:
    with world.database.write() as session:
        closed = make_closed_month(session, world.stranger.id, name, closed_at=world.stranger.created_at)
    try:
        yield
    finally:
        with world.database.write() as session:
            session.delete(session.merge(closed))


def test_retainer_that_ran_in_a_closed_month_is_not_undone(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        running = _make_retainer(session, client, date(2026, 6, 30))
        ended = _make_retainer(session, client, date(2026, 6, 1), end_on=date(2026, 7, 31))
    assert {result["status"] for result in decide(admin, running, ended)} == {200}
    with _closed(world, "2026-06"), assert_unchanged(world.database):
        for api_id in (running, ended):
            (result,) = decide(admin, api_id, state="open")
            assert (result["status"], result["code"]) == (409, "month_closed")
            refused = admin.patch(f"{PATH}/{api_id}", {"state": "open"})
            assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
            assert (refused.json()["month"], refused.json()["first_open_day"]) == ("2026-06-01", "2026-07-01")
    assert {read(admin, api_id)["state"] for api_id in (running, ended)} == {"accepted"}


def test_what_ran_in_no_closed_month_is_undone(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        before = _make_retainer(session, client, date(2026, 4, 1), end_on=date(2026, 5, 31))
        after = _make_retainer(session, client, date(2026, 7, 1))
        fixed = make_proposal(session, client).api_id
    assert {result["status"] for result in decide(admin, before, after, fixed)} == {200}
    with _closed(world, "2026-06"):
        assert {result["status"] for result in decide(admin, before, after, fixed, state="open")} == {200}


def test_retainer_that_ended_before_the_closed_month_is_created(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        ended = _make_retainer(session, client, date(2026, 4, 1), end_on=date(2026, 5, 31))
        running = _make_retainer(session, client, date(2026, 4, 1))
    with _closed(world, "2026-06"):
        (created,) = decide(admin, ended)
        assert created["status"] == 200, created
        with assert_unchanged(world.database):
            refused = admin.patch(f"{PATH}/{running}", {"state": "accepted"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    project = admin.get(f"{PROJECTS}/{read(admin, ended)['project']['api_id']}").json()["data"]
    assert (project["status"], project["end_on"]) == ("ended", "2026-05-31")
    terms = admin.get(f"{PROJECTS}/{project['api_id']}/terms").json()["data"]["terms"]
    assert [(term["name"], term["effective_from"]) for term in terms if term["state"] or term["amount"]] == [
        ("fee", "2026-04-01"), ("state", "2026-06-01"),
    ]  # fmt: skip


def test_contract_that_continues_a_closed_month_is_not_undone(world: World, admin: Browser, client: Client):
    """Without it, the first contract would be lost on its last day, in the closed month."""
    with world.database.write() as session:
        first = _make_retainer(session, client, date(2026, 5, 1), end_on=date(2026, 6, 30))
        following = _make_retainer(session, client, date(2026, 7, 1))
    assert {result["status"] for result in decide(admin, first, following)} == {200}
    with _closed(world, "2026-06"), assert_unchanged(world.database):
        (result,) = decide(admin, following, state="open")
    assert (result["status"], result["code"]) == (409, "month_closed")
