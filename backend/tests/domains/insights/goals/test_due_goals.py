"""Employees and administrators are notified once before a goal's end and once after it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.db.database import Database
from regie.core.job_states import JobState
from regie.domains.insights.goals.jobs import NOTIFY_AFTER, NOTIFY_BEFORE, notify_due_goals
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DailyJob
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.goals import make_goal
from tests.factories.mail import queued_mail
from tests.factories.people import make_employee, make_user
from tests.factories.world import assert_unchanged

TODAY = NOON.date()
CHOICES = "/api/v1/me/notification-settings"


@pytest.fixture
def daily(app: Any, database: Database, clock: MovableClock) -> DailyJob:
    return DailyJob(database, clock, Notifier(app.state.context.mail, ORIGIN), (notify_due_goals,))


@pytest.fixture
def person(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("employee", locale="en-us")


def _make_goal(database: Database, person: Browser, ends: date, **fields: Any) -> EmployeeGoal:
    with database.write() as session:
        employee = make_employee(session, user_id=person.user.id, first_name="Joël", last_name="Lavoie")
        return make_goal(session, employee_id=employee.id, period_end=ends, period_start=date(2026, 1, 1), **fields)


def _read_notifications(database: Database) -> list[tuple[str, str]]:
    with database.read() as db:
        rows = db.execute(
            select(Notification.kind, User.email)
            .join(User, User.id == Notification.user_id)
            .order_by(Notification.kind, Notification.user_id)
        )
        return [tuple(row) for row in rows]


def test_due_goal_notifies_employee_and_administrators_before_and_after_its_end(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    with database.write() as session:
        for roles in (["super_admin"], ["admin"], ["account_manager"], ["financial_manager"], []):
            make_user(session, roles=roles, email=f"{'-'.join(roles) or 'gone'}@regie.example")
    goal = _make_goal(database, person, TODAY + NOTIFY_BEFORE)
    people = [person.user.email, "super_admin@regie.example", "admin@regie.example"]
    daily.run_once()
    assert _read_notifications(database) == [("goal_ending", email) for email in people]
    for _ in range(7):
        clock.moment += timedelta(days=1)
        daily.run_once()
    assert {kind for kind, _ in _read_notifications(database)} == {"goal_ending"}
    clock.moment += timedelta(days=1)
    daily.run_once()
    daily.run_once()
    assert _read_notifications(database) == [
        (kind, email) for kind in ("goal_ending", "goal_overdue") for email in people
    ]
    person.signed_in_as(person.user, clock.now())
    overdue, ending = person.get("/api/v1/notifications").json()["data"]
    assert ending["title"] == f"The goal “{goal.title}” is due on November 27, 2026"
    assert overdue["title"] == f"The goal “{goal.title}” is past due"
    assert overdue["detail"].startswith("Joël Lavoie · ")
    assert overdue["link"] == f"/goals?open={goal.api_id}"
    assert queued_mail(person.app) == []


@pytest.mark.parametrize(
    ("ends", "fields"),
    [
        (TODAY + NOTIFY_BEFORE + timedelta(days=1), {}),
        (TODAY - NOTIFY_AFTER - timedelta(days=1), {}),
        (TODAY, {"status": "draft"}),
        (TODAY - timedelta(days=1), {"status": "achieved", "closed_on": TODAY}),
        (TODAY - timedelta(days=1), {"status": "cancelled", "closed_on": TODAY}),
    ],
    ids=["too early", "too late", "draft", "closed", "cancelled"],
)
def test_goals_that_are_not_due_send_no_notification(
    database: Database, person: Browser, daily: DailyJob, ends: date, fields: dict[str, Any]
):
    _make_goal(database, person, ends, **fields)
    with assert_unchanged(database, exclude=("job_states",)):
        daily.run_once()


def test_extended_goal_is_notified_again(database: Database, person: Browser, daily: DailyJob, clock: MovableClock):
    goal = _make_goal(database, person, TODAY + timedelta(days=1))
    daily.run_once()
    with database.write() as session:
        session.get_one(EmployeeGoal, goal.id).period_end = TODAY + timedelta(days=5)
    clock.moment += timedelta(days=1)
    daily.run_once()
    assert [kind for kind, _ in _read_notifications(database)] == ["goal_ending", "goal_ending"]


def test_goal_of_employee_without_user_notifies_administrators_only(database: Database, daily: DailyJob):
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        make_goal(session, period_end=TODAY)
    daily.run_once()
    assert _read_notifications(database) == [("goal_ending", admin.email)]


def test_several_due_goals_are_sent_in_one_immediate_mail(database: Database, person: Browser, daily: DailyJob):
    assert person.patch(CHOICES, {"goals_due": {"by_mail": "at_once"}}).status_code == 200
    with database.write() as session:
        employee = make_employee(session, user_id=person.user.id)
        for title in ("Écrire", "Lire", "Compter"):
            make_goal(session, employee_id=employee.id, title=title, period_end=TODAY)
    daily.run_once()
    (mail,) = queued_mail(person.app)
    assert mail.kind == "notifications"
    assert "Goals due (3)" in mail.text
    assert mail.text.count(f"{ORIGIN}/goals?open=") == 3


def test_second_worker_sends_no_duplicate_notifications(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    _make_goal(database, person, TODAY)
    daily.run_once()
    again = DailyJob(database, clock, daily.notifier, daily.notifications)
    with assert_unchanged(database):
        again.run_once()
    with database.write() as session:
        session.execute(delete(JobState))
    # Only the change counter of the run changes.
    with assert_unchanged(database, exclude=("job_states", "table_changes")):
        again.run_once()


def test_concurrent_workers_notify_and_mail_once(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    assert person.patch(CHOICES, {"goals_due": {"by_mail": "at_once"}}).status_code == 200
    owner = _make_goal(database, person, TODAY).employee_id
    with database.write() as session:
        for _ in range(2):
            make_goal(session, employee_id=owner, period_end=TODAY)
    jobs = [daily, DailyJob(database, clock, daily.notifier, daily.notifications)]
    start = Barrier(len(jobs))

    def work(job: DailyJob) -> None:
        start.wait(10)
        job.run_once()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, jobs))
    assert (len(_read_notifications(database)), len(queued_mail(person.app))) == (3, 1)


def test_failed_run_is_repeated(database: Database, person: Browser, daily: DailyJob):
    _make_goal(database, person, TODAY)
    will_fail = [True]

    def fail_once(*_: Any) -> None:
        if will_fail.pop():
            raise RuntimeError("killed")
        will_fail.append(False)

    daily.notifications = (notify_due_goals, fail_once)
    with pytest.raises(RuntimeError, match="killed"):
        daily.run_once()
    will_fail.append(False)
    daily.run_once()
    assert len(_read_notifications(database)) == 1
