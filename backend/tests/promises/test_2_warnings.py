"""Promise 2: warnings at 50, 80 and 100 % and on pace, once per threshold and period, to the right users."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.projects.models import Project
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.people import make_employee
from tests.factories.retainers import log_time, make_retainer
from tests.promises.raw_rows import read_rows


@pytest.fixture
def job(app: Any, database: Database, clock: MovableClock) -> LedgerRefreshJob:
    """The worker's job, on Friday the 13th."""
    clock.moment -= timedelta(days=7)
    return LedgerRefreshJob(database, clock, Notifier(app.state.context.mail, ORIGIN))


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser], job: LedgerRefreshJob) -> Browser:
    return sign_in_as("account_manager")


@pytest.fixture
def retainer(database: Database, manager: Browser) -> Project:
    with database.write() as session:
        return make_retainer(session, name="Accompagnement", account_manager_id=manager.user.id)


def _log(database: Database, clock: MovableClock, retainer: Project, minutes: int) -> None:
    """Log time today, as a synchronization does."""
    with database.write() as session:
        log_time(session, retainer, clock.today(), "0", minutes=minutes).synced_at = clock.now()


def _notifications(browser: Browser) -> list[tuple[str, str]]:
    """The user's notifications in the app, oldest first."""
    found = browser.get("/api/v1/notifications?per_page=100").json()["data"]
    return [(row["kind"], row["title"]) for row in reversed(found)]


def _listed(browser: Browser, warning: str) -> list[str]:
    response = browser.get(f"/api/v1/retainer-burns?warning={warning}")
    assert response.status_code == 200, response.text
    return [burn["project"]["name"] for burn in response.json()["data"]]


def _burn(database: Database, month: str) -> Fraction:
    """The logged minutes of the month ÷ 40 hours."""
    (found,) = read_rows(
        database, "SELECT sum(minutes) AS minutes FROM time_entries WHERE worked_on >= :first", first=f"{month}-01"
    )
    return Fraction(int(found["minutes"]), 40 * 60)


def _settle(job: LedgerRefreshJob) -> None:
    """Run the job after changes, and again when their warnings have settled."""
    job.run_once()
    job.run_once()
    job.clock.moment += SETTLING_TIME  # type: ignore[attr-defined]
    job.run_once()


def test_each_threshold_is_notified_once_per_period(
    app: Any, database: Database, clock: MovableClock, job: LedgerRefreshJob, manager: Browser, retainer: Project
):
    crossed: list[int] = []
    for minutes in (1199, 1, 300, 420, 479, 1, 600):
        _log(database, clock, retainer, minutes)
        _settle(job)
        burn = _burn(database, "2026-11")
        crossed += [percent for percent in (50, 80, 100) if burn * 100 >= percent and percent not in crossed]
        titles = [title for kind, title in _notifications(manager) if kind == "retainer_hours"]
        assert [f"Accompagnement: {percent}%" in title for percent, title in zip(crossed, titles, strict=True)] == [
            True for _ in crossed
        ]
        for percent in (50, 80, 100):
            assert _listed(manager, str(percent)) == (["Accompagnement"] if percent in crossed else []), percent
    assert crossed == [50, 80, 100]
    # 30 of 40 hours after 10 of 21 working days are too fast: one warning; all four warnings are also mailed.
    assert [kind for kind, _ in _notifications(manager)].count("retainer_pace") == 1
    assert _listed(manager, "pace") == ["Accompagnement"]
    assert len(queued_mail(app)) == 4


def test_new_period_starts_without_warnings(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, manager: Browser, retainer: Project
):
    _log(database, clock, retainer, 2400)
    _settle(job)
    first = _notifications(manager)
    assert "100%" in first[0][1]
    clock.moment += timedelta(days=30)
    manager.signed_in_as(manager.user, clock.now())  # sessions expire within a month
    _settle(job)
    assert (_notifications(manager), _listed(manager, "100")) == (first, [])
    _log(database, clock, retainer, 2400)
    _settle(job)
    assert [title for kind, title in _notifications(manager)[len(first) :] if kind == "retainer_hours"] == [first[0][1]]
    assert _listed(manager, "100") == ["Accompagnement"]


def test_only_account_and_project_manager_are_notified(
    database: Database,
    clock: MovableClock,
    job: LedgerRefreshJob,
    manager: Browser,
    sign_in_as: Callable[..., Browser],
):
    project_manager, colleague, admin = sign_in_as("employee"), sign_in_as("account_manager"), sign_in_as("admin")
    with database.write() as session:
        employee = make_employee(session, user_id=project_manager.user.id)
        retainer = make_retainer(session, account_manager_id=manager.user.id, project_manager_id=employee.id)
    _log(database, clock, retainer, 2000)
    _settle(job)
    assert _notifications(manager) == _notifications(project_manager) != []
    assert _notifications(colleague) == _notifications(admin) == []
