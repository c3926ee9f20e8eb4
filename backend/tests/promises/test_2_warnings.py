"""Promise 2: warnings at 50, 80 and 100 % and on pace, once per threshold and period, to the right people."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.projects.models import Project
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.people import make_employee
from tests.factories.post import mails
from tests.factories.retainers import log_time, make_retainer
from tests.promises.raw import rows


@pytest.fixture
def keeper(app: Any, database: Database, clock: MovableClock) -> LedgerRefreshJob:
    """The worker's part, on Friday the 13th: it looks, people read what it says over HTTP."""
    clock.moment -= timedelta(days=7)
    return LedgerRefreshJob(database, clock, Notifier(app.state.context.mail, ORIGIN))


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser], keeper: LedgerRefreshJob) -> Browser:
    return sign_in_as("account_manager")


@pytest.fixture
def retainer(database: Database, manager: Browser) -> Project:
    with database.write() as session:
        return make_retainer(session, name="Accompagnement", account_manager_id=manager.user.id)


def _log(database: Database, clock: MovableClock, retainer: Project, minutes: int) -> None:
    """Hours of the day it is, as a synchronisation brings them."""
    with database.write() as session:
        log_time(session, retainer, clock.today(), "0", minutes=minutes).synced_at = clock.now()


def _told(browser: Browser) -> list[tuple[str, str]]:
    """What one person reads of in the app, oldest first."""
    found = browser.get("/api/v1/notifications?per_page=100").json()["data"]
    return [(row["kind"], row["title"]) for row in reversed(found)]


def _listed(browser: Browser, warning: str) -> list[str]:
    answer = browser.get(f"/api/v1/retainer-burns?warning={warning}")
    assert answer.status_code == 200, answer.text
    return [burn["project"]["name"] for burn in answer.json()["data"]]


def _burn(database: Database, month: str) -> Fraction:
    """The raw minutes of the month ÷ forty hours."""
    (found,) = rows(
        database, "SELECT sum(minutes) AS minutes FROM time_entries WHERE worked_on >= :first", first=f"{month}-01"
    )
    return Fraction(int(found["minutes"]), 40 * 60)


def test_each_threshold_is_told_once_a_period(
    app: Any, database: Database, clock: MovableClock, keeper: LedgerRefreshJob, manager: Browser, retainer: Project
):
    passed: list[int] = []
    for minutes in (1199, 1, 300, 420, 479, 1, 600):
        _log(database, clock, retainer, minutes)
        keeper.run_once()
        keeper.run_once()
        burn = _burn(database, "2026-11")
        passed += [share for share in (50, 80, 100) if burn * 100 >= share and share not in passed]
        titles = [title for kind, title in _told(manager) if kind == "retainer_hours"]
        assert [f"Accompagnement: {share}%" in title for share, title in zip(passed, titles, strict=True)] == [
            True for _ in passed
        ]
        for share in (50, 80, 100):
            assert _listed(manager, str(share)) == (["Accompagnement"] if share in passed else []), share
    assert passed == [50, 80, 100]
    # 30 of 40 hours after ten of 21 working days are too fast; it is said once, with the shares by mail too.
    assert [kind for kind, _ in _told(manager)].count("retainer_pace") == 1
    assert _listed(manager, "pace") == ["Accompagnement"]
    assert len(mails(app)) == 4


def test_a_new_period_begins_without_warnings(
    database: Database, clock: MovableClock, keeper: LedgerRefreshJob, manager: Browser, retainer: Project
):
    _log(database, clock, retainer, 2400)
    keeper.run_once()
    first = _told(manager)
    assert "100%" in first[0][1]
    clock.moment += timedelta(days=30)
    manager.carrying(manager.user, clock.now())  # nobody stays signed in for a month
    keeper.run_once()
    assert (_told(manager), _listed(manager, "100")) == (first, [])
    _log(database, clock, retainer, 2400)
    keeper.run_once()
    keeper.run_once()
    assert [title for kind, title in _told(manager)[len(first) :] if kind == "retainer_hours"] == [first[0][1]]
    assert _listed(manager, "100") == ["Accompagnement"]


def test_those_who_look_after_it_are_told_and_nobody_else(
    database: Database,
    clock: MovableClock,
    keeper: LedgerRefreshJob,
    manager: Browser,
    sign_in_as: Callable[..., Browser],
):
    leader, colleague, admin = sign_in_as("employee"), sign_in_as("account_manager"), sign_in_as("admin")
    with database.write() as session:
        employee = make_employee(session, user_id=leader.user.id)
        retainer = make_retainer(session, account_manager_id=manager.user.id, project_manager_id=employee.id)
    _log(database, clock, retainer, 2000)
    keeper.run_once()
    assert _told(manager) == _told(leader) != []
    assert _told(colleague) == _told(admin) == []
