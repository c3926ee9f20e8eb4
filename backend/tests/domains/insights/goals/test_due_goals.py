"""Whose goal it is, and who may note where it stands, hear once that its end is near and once that it is past."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.insights.goals.jobs import TOLD_AFTER, TOLD_BEFORE, tell_of_due_goals
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DailyJob
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_user
from tests.factories.post import mails
from tests.factories.world import unchanged

TODAY = NOON.date()
CHOICES = "/api/v1/me/notification-choices"


@pytest.fixture
def daily(app: Any, database: Database, clock: MovableClock) -> DailyJob:
    return DailyJob(database, clock, Notifier(app.state.context.mail, ORIGIN), (tell_of_due_goals,))


@pytest.fixture
def person(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("employee", locale="en-us")


def _goal(database: Database, person: Browser, ends: date, **fields: Any) -> EmployeeGoal:
    with database.write() as session:
        employee = make_employee(session, user_id=person.user.id, first_name="Joël", last_name="Lavoie")
        return make_goal(session, employee_id=employee.id, period_end=ends, period_start=date(2026, 1, 1), **fields)


def _told(database: Database) -> list[tuple[str, str]]:
    with database.read() as db:
        rows = db.execute(
            select(Notification.kind, User.email)
            .join(User, User.id == Notification.user_id)
            .order_by(Notification.kind, Notification.user_id)
        )
        return [tuple(row) for row in rows]


def test_the_person_and_the_administrators_hear_once_before_and_once_after(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    with database.write() as session:
        for roles in (["super_admin"], ["admin"], ["account_manager"], ["financial_manager"], []):
            make_user(session, roles=roles, email=f"{'-'.join(roles) or 'gone'}@regie.example")
    goal = _goal(database, person, TODAY + TOLD_BEFORE)
    people = [person.user.email, "super_admin@regie.example", "admin@regie.example"]
    daily.run_once()
    assert _told(database) == [("goal_ending", email) for email in people]
    for _ in range(7):
        clock.moment += timedelta(days=1)
        daily.run_once()
    assert {kind for kind, _ in _told(database)} == {"goal_ending"}
    clock.moment += timedelta(days=1)
    daily.run_once()
    daily.run_once()
    assert _told(database) == [(kind, email) for kind in ("goal_ending", "goal_past") for email in people]
    person.carrying(person.user, clock.now())
    past, ending = person.get("/api/v1/notifications").json()["data"]
    assert ending["title"] == f"The goal “{goal.title}” ends on November 27, 2026"
    assert past["title"] == f"The goal “{goal.title}” is past its end and still open"
    assert past["detail"].startswith("Joël Lavoie · ")
    assert past["link"] == f"/goals?open={goal.api_id}"
    assert mails(person.app) == []


@pytest.mark.parametrize(
    ("ends", "fields"),
    [
        (TODAY + TOLD_BEFORE + timedelta(days=1), {}),
        (TODAY - TOLD_AFTER - timedelta(days=1), {}),
        (TODAY, {"status": "draft"}),
        (TODAY - timedelta(days=1), {"status": "achieved", "closed_on": TODAY}),
        (TODAY - timedelta(days=1), {"status": "cancelled", "closed_on": TODAY}),
    ],
    ids=["not yet", "long ago", "draft", "closed", "cancelled"],
)
def test_of_other_goals_nobody_hears(
    database: Database, person: Browser, daily: DailyJob, ends: date, fields: dict[str, Any]
):
    _goal(database, person, ends, **fields)
    with unchanged(database):
        daily.run_once()


def test_a_goal_that_goes_on_is_told_of_anew(database: Database, person: Browser, daily: DailyJob, clock: MovableClock):
    goal = _goal(database, person, TODAY + timedelta(days=1))
    daily.run_once()
    with database.write() as session:
        session.get_one(EmployeeGoal, goal.id).period_end = TODAY + timedelta(days=5)
    clock.moment += timedelta(days=1)
    daily.run_once()
    assert [kind for kind, _ in _told(database)] == ["goal_ending", "goal_ending"]


def test_a_goal_of_somebody_who_does_not_sign_in_is_the_administrators_business(database: Database, daily: DailyJob):
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        make_goal(session, period_end=TODAY)
    daily.run_once()
    assert _told(database) == [("goal_ending", admin.email)]


def test_several_goals_that_end_are_one_mail_to_whoever_wants_it_at_once(
    database: Database, person: Browser, daily: DailyJob
):
    assert person.patch(CHOICES, {"goals_due": {"by_mail": "at_once"}}).status_code == 200
    with database.write() as session:
        employee = make_employee(session, user_id=person.user.id)
        for title in ("Écrire", "Lire", "Compter"):
            make_goal(session, employee_id=employee.id, title=title, period_end=TODAY)
    daily.run_once()
    (mail,) = mails(person.app)
    assert mail.kind == "notifications"
    assert "Goals due (3)" in mail.text
    assert mail.text.count(f"{ORIGIN}/goals?open=") == 3


def test_a_second_worker_and_a_new_start_tell_nothing_twice(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    _goal(database, person, TODAY)
    daily.run_once()
    again = DailyJob(database, clock, daily.notifier, daily.notifications)
    # That somebody looked is counted, and nothing else.
    with unchanged(database, but=("table_changes",)):
        again.run_once()


def test_two_workers_at_the_same_moment_tell_and_mail_once(
    database: Database, person: Browser, daily: DailyJob, clock: MovableClock
):
    assert person.patch(CHOICES, {"goals_due": {"by_mail": "at_once"}}).status_code == 200
    owner = _goal(database, person, TODAY).employee_id
    with database.write() as session:
        for _ in range(2):
            make_goal(session, employee_id=owner, period_end=TODAY)
    looks = [daily, DailyJob(database, clock, daily.notifier, daily.notifications)]
    start = Barrier(len(looks))

    def work(look: DailyJob) -> None:
        start.wait(10)
        look.run_once()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, looks))
    assert (len(_told(database)), len(mails(person.app))) == (3, 1)


def test_a_look_that_fails_is_done_again(database: Database, person: Browser, daily: DailyJob):
    _goal(database, person, TODAY)
    broken = [True]

    def breaks(*_: Any) -> None:
        if broken.pop():
            raise RuntimeError("killed")
        broken.append(False)

    daily.notifications = (tell_of_due_goals, breaks)
    with pytest.raises(RuntimeError, match="killed"):
        daily.run_once()
    broken.append(False)
    daily.run_once()
    assert len(_told(database)) == 1
