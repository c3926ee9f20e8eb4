"""Reading and storing the proposals of many records: in parts, so that others can write, and without losing any."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.integrations.project_proposals.building import SLICE
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.records.clients.models import Client
from regie.domains.records.mirrors.models import TeamworkProject
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.integrations.project_proposals.calls import PATH
from tests.factories.project_proposals import make_teamwork_project
from tests.factories.work import SYNCED
from tests.factories.world import World

COUNT = 3 * SLICE + 50


class WatchedDatabase:
    """A database that counts the client's proposals after each transaction, and fails after a number of them."""

    def __init__(self, database: Database, client: Client, fails_after: int = 1_000) -> None:
        self._database = database
        self._of_client = select(func.count()).where(ProjectProposal.client_id == client.id)
        self._fails_after = fails_after
        self.counts: list[int] = []

    def read(self) -> AbstractContextManager[Connection]:
        return self._database.read()

    @contextmanager
    def write(self) -> Iterator[Session]:
        if len(self.counts) >= self._fails_after:
            raise RuntimeError("planned")
        with self._database.write() as session:
            yield session
        with self._database.read() as db:
            self.counts.append(db.execute(self._of_client).scalar_one())


@pytest.fixture
def works(world: World, client: Client) -> Iterator[None]:
    with world.database.write() as session:
        first = make_teamwork_project(session, client, name="Travail 0")
        session.add_all(
            TeamworkProject(
                external_id=f"many-{client.id}-{number}", company_id=first.company_id, name=f"Travail {number}",
                start_on=date(2026, 1, 1), synced_at=SYNCED,
            )
            for number in range(1, COUNT)
        )  # fmt: skip
        company = first.company_id
    yield
    with world.database.write() as session:
        session.execute(delete(TeamworkProject).where(TeamworkProject.company_id == company))
        session.execute(delete(ProjectProposal).where(ProjectProposal.client_id == client.id))


def _count(admin: Browser, client: Client) -> int:
    return admin.get(f"{PATH}?client={client.api_id}&per_page=1").json()["meta"]["total"]


def _job(database: Any, clock: MovableClock) -> ProjectProposalJob:
    return ProjectProposalJob(database, clock)


@pytest.mark.usefixtures("works")
def test_hundreds_of_proposals_are_stored_and_removed_in_parts(
    world: World, admin: Browser, client: Client, clock: MovableClock
):
    watched = WatchedDatabase(world.database, client)
    _job(watched, clock).run_once()
    assert _count(admin, client) == COUNT
    steps = [after - before for before, after in zip([0, *watched.counts], watched.counts, strict=False)]
    assert max(steps) <= SLICE
    with world.database.write() as session:
        session.execute(delete(TeamworkProject).where(TeamworkProject.external_id.like(f"many-{client.id}-%")))
    watched = WatchedDatabase(world.database, client)
    _job(watched, clock).run_once()
    assert _count(admin, client) == 1
    steps = [before - after for before, after in zip([COUNT, *watched.counts], watched.counts, strict=False)]
    assert max(steps) <= SLICE


@pytest.mark.usefixtures("works")
def test_run_that_ended_in_the_middle_is_repeated(world: World, admin: Browser, client: Client, clock: MovableClock):
    job = _job(world.database, clock)
    job.run_once()
    with world.database.write() as session:
        session.execute(delete(ProjectProposal).where(ProjectProposal.client_id == client.id))
    assert admin.post("/api/v1/project-proposal-requests").status_code == 204
    with pytest.raises(RuntimeError, match="planned"):
        _job(WatchedDatabase(world.database, client, fails_after=3), clock).run_once()
    found = admin.get(f"{PATH}?client={client.api_id}&per_page=1").json()["meta"]["total"]
    assert 0 < found < COUNT
    assert job.is_due()
    job.run_once()
    assert _count(admin, client) == COUNT
    assert not job.is_due()


@pytest.mark.usefixtures("works")
def test_later_run_of_another_worker_ends_this_one(world: World, admin: Browser, client: Client, clock: MovableClock):
    class Overtaken(WatchedDatabase):
        @contextmanager
        def write(self) -> Iterator[Session]:
            with super().write() as session:
                yield session
            if len(self.counts) == 2:
                self.counts.append(-1)
                _job(world.database, clock).run_once()
                self.counts.clear()

    overtaken = Overtaken(world.database, client)
    _job(overtaken, clock).run_once()
    # One transaction that sees the other run.
    assert overtaken.counts == [COUNT]
    assert _count(admin, client) == COUNT
    assert not _job(world.database, clock).is_due()
