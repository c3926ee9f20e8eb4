"""Tests the heartbeat of workers, and what administrators see of it."""

import os
from collections.abc import Callable
from datetime import timedelta
from importlib.metadata import version

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.administration.workers.jobs import HeartbeatJob, LeaseLost
from regie.domains.administration.workers.models import WorkerHeartbeat
from tests.browser import Browser
from tests.conftest import NOON, MovableClock

PATH = "/api/v1/worker-status"
SignIn = Callable[..., Browser]


def _rows(database: Database) -> dict[str, WorkerHeartbeat]:
    with database.write() as session:
        return {row.id: row for row in session.scalars(select(WorkerHeartbeat))}


def test_status_is_empty_before_the_first_worker(sign_in_as: SignIn):
    assert sign_in_as("admin").get(PATH).json() == {"data": {"is_running": False, "seen_at": None}}


def test_heartbeat_updates_one_row_per_process(database: Database, clock: MovableClock):
    first, second = (HeartbeatJob(database, clock, clock.now()) for _ in range(2))
    first.run_once()
    clock.moment += timedelta(seconds=5)
    first.run_once()
    second.run_once()
    rows = _rows(database)
    assert set(rows) == {first.id, second.id}
    row = rows[first.id]
    assert (row.started_at, row.seen_at) == (NOON, clock.moment)
    assert (row.process_id, row.release) == (os.getpid(), version("regie"))
    assert row.host


def test_status_depends_on_the_age_of_the_last_heartbeat(database: Database, clock: MovableClock, sign_in_as: SignIn):
    admin = sign_in_as("admin")
    HeartbeatJob(database, clock, clock.now()).run_once()
    seen_at = "2026-11-20T17:00:00Z"
    clock.moment += timedelta(minutes=1)
    assert admin.get(PATH).json() == {"data": {"is_running": True, "seen_at": seen_at}}
    clock.moment += timedelta(seconds=1)
    assert admin.get(PATH).json() == {"data": {"is_running": False, "seen_at": seen_at}}


def test_running_worker_deletes_stale_heartbeats(database: Database, clock: MovableClock):
    stopped, recent, running = (HeartbeatJob(database, clock, clock.now()) for _ in range(3))
    stopped.run_once()
    stopped.release()
    clock.moment += timedelta(minutes=5)
    recent.run_once()
    assert set(_rows(database)) == {stopped.id, recent.id}
    clock.moment += timedelta(minutes=6)
    running.run_once()
    assert set(_rows(database)) == {recent.id, running.id}


def test_last_heartbeat_stays_without_a_worker(database: Database, clock: MovableClock, sign_in_as: SignIn):
    job = HeartbeatJob(database, clock, clock.now())
    job.run_once()
    clock.moment += timedelta(hours=1)
    assert sign_in_as("super_admin").get(PATH).json()["data"]["seen_at"] == "2026-11-20T17:00:00Z"
    assert set(_rows(database)) == {job.id}


@pytest.mark.one_database("postgres")
def test_expired_lease_is_taken_over_once(database: Database, clock: MovableClock):
    """The database's clock counts: a worker whose own clock jumps neither loses its lease nor ends another's."""
    ended, running, other = (HeartbeatJob(database, clock, clock.now()) for _ in range(3))
    for job in (ended, running, other):
        job.run_once()
    clock.moment += timedelta(hours=3)
    executors = {ended.id, running.id}
    assert running.take_over(executors) == []
    ended.release()
    assert other.take_over(executors) == [ended.id]
    with pytest.raises(LeaseLost):
        ended.run_once()
    running.run_once()
    assert set(_rows(database)) == {running.id, other.id}


@pytest.mark.one_database("postgres")
def test_work_of_a_release_without_leases_is_not_taken_while_it_runs(database: Database, clock: MovableClock):
    old, job = (HeartbeatJob(database, clock, clock.now()) for _ in range(2))
    old.run_once()
    job.run_once()
    with database.write() as session:
        session.execute(update(WorkerHeartbeat).where(WorkerHeartbeat.id == old.id).values(lease_expires_at=None))
    assert job.take_over({"worker"}) == []
    clock.moment += timedelta(minutes=2)
    assert job.take_over({"worker"}) == ["worker"]


def test_other_roles_do_not_see_the_status(sign_in_as: SignIn):
    for role in ("financial_manager", "account_manager", "employee"):
        assert sign_in_as(role).get(PATH).status_code == 403
