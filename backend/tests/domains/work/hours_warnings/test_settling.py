"""Tests that warnings follow what has been true for the settling time: slips send no warning, true values always do."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.hours_warnings.models import HoursWarning
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import MAX_DEBOUNCE, LedgerRefreshJob
from tests.conftest import ORIGIN, MovableClock
from tests.factories.retainers import log_time, make_budget, make_retainer
from tests.factories.world import assert_unchanged

TODAY = date(2026, 11, 20)
A_MINUTE = timedelta(minutes=1)


class Hours:
    """A project of forty hours with one entry, whose hours change."""

    def __init__(
        self, database: Database, clock: MovableClock, job: LedgerRefreshJob, kind: str, **fields: Any
    ) -> None:
        self.database, self.clock, self.job = database, clock, job
        with database.write() as session:
            self.project = make_retainer(session, **fields) if kind == "retainer" else make_budget(session, kind=kind)
            self.entry = log_time(session, self.project, TODAY, "1").id
        job.run_once()

    def log(self, hours: str) -> None:
        """Change the entry, as a synchronization does; the job sees it."""
        with self.database.write() as session:
            entry = session.get_one(TimeEntry, self.entry)
            entry.minutes, entry.synced_at = int(Decimal(hours) * 60), self.clock.now()
        self.job.run_once()
        self.clock.moment += MAX_DEBOUNCE
        self.job.run_once()

    def wait(self, duration: timedelta = SETTLING_TIME) -> None:
        self.clock.moment += duration
        self.job.run_once()

    def percentages(self) -> list[int]:
        is_of_threshold = Notification.kind.in_(("retainer_hours", "project_budget"))
        with self.database.read() as db:
            found = db.execute(select(Notification.values).where(is_of_threshold).order_by(Notification.id))
            return [row.values["percent"] for row in found]

    def warned_thresholds(self) -> set[str]:
        with self.database.read() as db:
            return set(db.execute(select(HoursWarning.threshold)).scalars()) - {"pace"}


@pytest.fixture
def job(app: Any, database: Database, clock: MovableClock) -> LedgerRefreshJob:
    return LedgerRefreshJob(database, clock, Notifier(app.state.context.mail, ORIGIN))


@pytest.fixture(params=["retainer", "fixed", "oos"])
def hours(request: pytest.FixtureRequest, database: Database, clock: MovableClock, job: LedgerRefreshJob) -> Hours:
    return Hours(database, clock, job, request.param)


def test_warning_waits_until_the_value_has_settled(hours: Hours):
    hours.log("34")
    hours.wait(SETTLING_TIME - A_MINUTE)
    assert hours.percentages() == []
    hours.wait(A_MINUTE)
    assert hours.percentages() == [85]
    assert hours.warned_thresholds() == {"50", "80"}
    with assert_unchanged(hours.database):
        hours.wait(timedelta(hours=1))
    assert not hours.job.is_due()


def test_retainer_without_agreed_hours_causes_no_warning(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    hours = Hours(database, clock, job, "retainer", included_hours=None)
    hours.log("34")
    hours.wait()
    assert (hours.percentages(), hours.warned_thresholds()) == ([], set())


def test_slip_that_is_corrected_within_the_settling_time_sends_no_warning(hours: Hours):
    hours.log("400")
    hours.wait(10 * A_MINUTE)
    hours.log("4")
    hours.wait(timedelta(hours=1))
    assert (hours.percentages(), hours.warned_thresholds()) == ([], set())
    hours.log("41")
    hours.wait()
    assert hours.percentages() == [102]


def test_true_value_below_a_corrected_slip_is_warned(hours: Hours):
    hours.log("33")
    hours.wait(10 * A_MINUTE)
    hours.log("330")
    hours.wait(2 * A_MINUTE)
    hours.log("33")
    hours.wait(5 * A_MINUTE)
    assert hours.percentages() == [82]


def test_rising_hours_restart_the_time_of_their_threshold_only_when_it_is_passed(hours: Hours):
    hours.log("33")
    hours.wait(10 * A_MINUTE)
    hours.log("34")
    assert hours.percentages() == []
    hours.wait(5 * A_MINUTE)
    assert hours.percentages() == [85]


def test_threshold_that_was_corrected_after_its_warning_warns_again(hours: Hours):
    hours.log("400")
    hours.wait()
    assert hours.percentages() == [1000]
    hours.log("33")
    hours.wait()
    assert hours.warned_thresholds() == {"50", "80"}
    hours.log("40")
    hours.wait()
    assert hours.percentages() == [1000, 100]


def test_brief_fall_after_a_warning_repeats_nothing(hours: Hours):
    hours.log("40")
    hours.wait()
    hours.log("4")
    hours.wait(5 * A_MINUTE)
    hours.log("40")
    hours.wait(timedelta(hours=1))
    assert hours.percentages() == [100]


def test_threshold_of_a_project_that_ended_meanwhile_is_forgotten(hours: Hours, database: Database):
    hours.log("40")
    with database.write() as session:
        project = session.merge(hours.project)
        project.status, project.updated_at = "cancelled", hours.clock.now()
    for _ in range(3):
        hours.wait()
    assert hours.percentages() == []
    assert not hours.job.is_due()


def test_two_workers_warn_once(hours: Hours):
    hours.log("40")
    hours.clock.moment += SETTLING_TIME
    barrier = Barrier(2)

    def work(job: LedgerRefreshJob) -> None:
        barrier.wait(timeout=5)
        job.run_once()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, (hours.job, replace(hours.job))))
    assert hours.percentages() == [100]
    assert hours.warned_thresholds() == {"50", "80", "100"}
