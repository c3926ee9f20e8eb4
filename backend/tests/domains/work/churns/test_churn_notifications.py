"""Tests of the notifications of churn to confirm: recipients, channels, once each, and silence after a decision."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.digests import last_digest_time
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from regie.domains.work.churns.jobs import NOTIFY_FOR, PendingChurnJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.domains.work.churns.accounts import Account, confirm, post_churn, record_as_account_manager, reject
from tests.factories.churns import make_churn
from tests.factories.mail import queued_mail
from tests.factories.people import make_user
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def job(own_world: World, clock: MovableClock) -> PendingChurnJob:
    return PendingChurnJob(own_world.database, clock, Notifier(own_world.app.state.context.mail, ORIGIN))


@pytest.fixture
def manager(own_world: World) -> Browser:
    return own_world.browser("churn_manager")


def _notified(database: Database) -> list[tuple[int, bool]]:
    """Each notified user, and whether the notification is still unread."""
    statement = select(Notification.user_id, Notification.read_at).where(Notification.kind == "churn_to_confirm")
    with database.read() as db:
        return [(row.user_id, row.read_at is None) for row in db.execute(statement.order_by(Notification.id))]


def test_churn_managers_are_notified_once_in_their_language(
    own_world: World, manager: Browser, job: PendingChurnJob, clock: MovableClock
):
    with own_world.database.write() as session:
        other = make_user(session, roles=["churn_manager"], locale="fr-ca", email="attrition@agence.example")
        make_user(session, roles=["churn_manager"], status="deactivated")
    event = record_as_account_manager(own_world)
    job.run_once()
    first = own_world.people["churn_manager"].user
    assert _notified(own_world.database) == [(first.id, True), (other.id, True)]
    (mail,) = [mail for mail in queued_mail(own_world.app) if mail.to == other.email]
    assert "Perte à confirmer" in mail.text
    (row,) = manager.get("/api/v1/notifications?unread=true").json()["data"]
    assert row["title"] == f"Churn to confirm: {event['project']['name']}"
    assert "CA$1,250.00 of MRR, last day November 10, 2026. Reason: Price." in row["detail"]
    assert row["link"] == f"/churns?tab=queue&open={event['api_id']}"
    with assert_unchanged(own_world.database), record_statements(own_world.database) as statements:
        job.run_once()
    assert len(statements) == 1


def test_without_a_churn_manager_administrators_are_notified(own_world: World, job: PendingChurnJob):
    admin = own_world.browser("admin")
    event = post_churn(admin, Account(own_world).retainer())
    with own_world.database.write() as session:
        session.get_one(User, own_world.people["churn_manager"].user.id).roles = ["employee"]
    job.run_once()
    assert _notified(own_world.database) == [(own_world.people["super_admin"].user.id, True)]  # not the recorder
    assert admin.get(f"/api/v1/churn-events/{event['api_id']}").json()["data"]["state"] == "recorded"


@pytest.mark.parametrize("decide", ["confirm", "reject", "undo"])
def test_decision_silences_the_notification_and_the_digest(
    own_world: World, manager: Browser, job: PendingChurnJob, clock: MovableClock, decide: str
):
    second = own_world.fresh_browser("churn_manager")
    settings = {"churn": {"by_mail": "digest"}, "version": 0}
    assert second.patch("/api/v1/me/notification-settings", settings).status_code == 200
    settled, waiting = record_as_account_manager(own_world), record_as_account_manager(own_world)
    job.run_once()
    assert queued_mail(own_world.app) == []
    if decide == "undo":
        path = f"/api/v1/churned-projects/{settled['project']['api_id']}"
        assert own_world.browser("admin").delete(path).status_code == 204
    else:
        response = {"confirm": confirm, "reject": reject}[decide](own_world.browser("admin"), settled)
        assert response.status_code == 201
    unread = manager.get("/api/v1/notifications?unread=true").json()["data"]
    assert [row["link"] for row in unread] == [f"/churns?tab=queue&open={waiting['api_id']}"]
    user = own_world.people["churn_manager"].user
    clock.moment = last_digest_time(user.timezone, clock.now()) + timedelta(days=1, minutes=1)
    job.run_once()
    DigestSender(own_world.database, clock, job.notifier, {}).run_once()
    (mail,) = queued_mail(own_world.app)
    assert waiting["project"]["name"] in mail.text
    assert settled["project"]["name"] not in mail.text


def test_old_churn_is_not_notified(own_world: World, job: PendingChurnJob, clock: MovableClock):
    with own_world.database.write() as session:
        make_churn(session, created_at=clock.now() - NOTIFY_FOR - timedelta(minutes=1))
        recent = make_churn(session, created_at=clock.now() - NOTIFY_FOR).api_id
    job.run_once()
    with own_world.database.read() as db:
        keys = db.execute(select(Notification.dedup_key)).scalars().all()
    assert keys == [f"churn_to_confirm:{recent}"]


def test_planned_end_without_a_churn_is_notified_when_it_is_planned(
    own_world: World, manager: Browser, job: PendingChurnJob, clock: MovableClock
):
    """The queue and the home page of churn managers have it at once as well; undoing the end settles all three."""
    admin, project = own_world.browser("admin"), Account(own_world).retainer("900.00")
    assert admin.patch(f"/api/v1/projects/{project}", {"end_on": "2027-03-31"}).status_code == 200
    job.run_once()
    user = own_world.people["churn_manager"].user
    assert _notified(own_world.database) == [(user.id, True)]
    (event,) = manager.get("/api/v1/churn-events?state=recorded").json()["data"]
    (row,) = manager.get("/api/v1/notifications?unread=true").json()["data"]
    assert row["link"] == f"/churns?tab=queue&open={event['api_id']}"
    assert "last day March 31, 2027" in row["detail"]
    assert event["api_id"] in manager.get("/api/v1/triage").text
    with assert_unchanged(own_world.database):
        job.run_once()
    clock.moment += timedelta(days=200)
    job.run_once()
    assert len(_notified(own_world.database)) == 1
    assert admin.patch(f"/api/v1/projects/{project}", {"end_on": None}).status_code == 200
    assert _notified(own_world.database) == [(user.id, False)]


def test_end_of_long_ago_that_is_recorded_now_is_not_notified(own_world: World, job: PendingChurnJob):
    admin, project = own_world.browser("admin"), Account(own_world).retainer("900.00")
    ended = admin.patch(f"/api/v1/projects/{project}", {"status": "ended", "end_on": "2026-10-31"})
    assert ended.status_code == 200, ended.text
    job.run_once()
    assert _notified(own_world.database) == []
