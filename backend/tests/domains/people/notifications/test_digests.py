"""Tests of the daily digest: its hour, content, language and uniqueness."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.core.mail.queue import QueuedMail
from regie.domains.people.notifications import jobs
from regie.domains.people.notifications.digests import RelevanceFilters, last_digest_time, send_digest
from regie.domains.people.notifications.emails import MAX_LINES, Notifier
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.notifications import AWARD, make_notification
from tests.factories.statements import record_statements
from tests.factories.world import assert_unchanged

PATH = "/api/v1/me/notification-settings"
# 07:00 in Toronto, on the morning after the day on which the tests begin.
MORNING = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ONE_MINUTE = timedelta(minutes=1)


@pytest.fixture
def sender(app: Any, database: Database, clock: MovableClock) -> DigestSender:
    return DigestSender(database, clock, Notifier(app.state.context.mail, ORIGIN), {})


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    """A user who wants every notification in the digest."""
    return _choose_digest(sign_in_as("account_manager", timezone="America/Toronto"))


def _choose_digest(browser: Browser) -> Browser:
    chosen = {event: {"by_mail": "digest"} for event in ("values_received", "budget_warnings")}
    assert browser.patch(PATH, chosen).status_code == 200
    return browser


def _award(browser: Browser, dedup_key: str) -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        make_notification(
            session,
            context,
            browser.user.id,
            kind="award",
            values=AWARD | {"giver": f"Zoé {dedup_key}"},
            dedup_key=dedup_key,
        )


def _hours(browser: Browser, dedup_key: str = "hours") -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        make_notification(session, context, browser.user.id, dedup_key=dedup_key)


def _run(sender: DigestSender, clock: MovableClock, moment: datetime) -> int:
    """Run the sender at this moment and return the number of mails."""
    clock.moment = moment
    sender.run_once()
    with sender.database.read() as db:
        return len(db.execute(select(QueuedMail.id)).all())


def test_digest_contains_new_notifications_in_one_mail(reader: Browser, sender: DigestSender, clock: MovableClock):
    _hours(reader)
    _award(reader, "first")
    _award(reader, "second")
    assert _run(sender, clock, MORNING - ONE_MINUTE) == 0
    assert _run(sender, clock, MORNING) == 1
    (mail,) = queued_mail(reader.app, "digest")
    text = " ".join(mail.text.split())
    assert mail.to == reader.user.email
    assert text.startswith("Your digest of November 21, 2026 New since your last digest: Recognition received")
    order = ["Recognition received", "Zoé first", "Zoé second", "Warnings about hours", "80% of the hours"]
    assert [text.index(words) for words in order] == sorted(text.index(words) for words in order)
    assert text.count(f"{ORIGIN}/projects/") == 3
    assert f"{ORIGIN}/profile?tab=notifications" in text


def test_no_digest_without_news(reader: Browser, sender: DigestSender, clock: MovableClock, database: Database):
    with assert_unchanged(database):
        assert _run(sender, clock, MORNING) == 0
    assert _run(sender, clock, MORNING + timedelta(days=1)) == 0


def test_each_notification_is_in_one_digest(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "first")
    assert _run(sender, clock, MORNING) == 1
    clock.moment += timedelta(hours=2)
    _award(reader, "second")
    for hours in (3, 10, 23):
        assert _run(sender, clock, MORNING + timedelta(hours=hours)) == 1
    assert _run(sender, clock, MORNING + timedelta(days=1)) == 2
    first, second = (" ".join(mail.text.split()) for mail in queued_mail(reader.app, "digest"))
    assert ("Zoé first" in first, "Zoé second" in first) == (True, False)
    assert ("Zoé first" in second, "Zoé second" in second) == (False, True)


def test_one_digest_after_days_without_a_worker(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "first")
    clock.moment += timedelta(days=1)
    _award(reader, "second")
    assert _run(sender, clock, MORNING + timedelta(days=3, hours=5)) == 1
    assert _run(sender, clock, MORNING + timedelta(days=3, hours=6)) == 1


def test_late_digest_contains_only_what_preceded_its_hour(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "before")
    clock.moment = MORNING + timedelta(hours=1)
    _award(reader, "after")
    assert _run(sender, clock, MORNING + timedelta(hours=2)) == 1
    text = queued_mail(reader.app, "digest")[0].text
    assert ("Zoé before" in text, "Zoé after" in text) == (True, False)
    assert _run(sender, clock, MORNING + timedelta(days=1)) == 2


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("Europe/Paris", datetime(2026, 11, 21, 6, 0, tzinfo=UTC)),
        ("America/Vancouver", datetime(2026, 11, 21, 15, 0, tzinfo=UTC)),
        ("Asia/Kolkata", datetime(2026, 11, 21, 1, 30, tzinfo=UTC)),
    ],
)
def test_digest_hour_is_in_the_users_time_zone(
    sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock, zone: str, moment: datetime
):
    reader = _choose_digest(sign_in_as("account_manager", timezone=zone))
    _award(reader, "first")
    assert _run(sender, clock, moment - ONE_MINUTE) == 0
    assert _run(sender, clock, moment) == 1


def test_digest_hour_is_stable_when_clocks_change():
    """On 1 November 2026, Toronto changes from UTC−4 to UTC−5."""
    zone, before = "America/Toronto", datetime(2026, 10, 31, 11, 0, tzinfo=UTC)
    assert last_digest_time(zone, datetime(2026, 11, 1, 11, 59, tzinfo=UTC)) == before
    assert last_digest_time(zone, datetime(2026, 11, 1, 12, 0, tzinfo=UTC)) == before + timedelta(hours=25)


def test_digest_is_in_the_users_language(sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock):
    reader = _choose_digest(sign_in_as("account_manager", locale="fr-ca"))
    _award(reader, "première")
    _run(sender, clock, MORNING)
    (mail,) = queued_mail(reader.app, "digest")
    text = mail.text.replace("\u00a0", " ")
    assert mail.locale == "fr-ca"
    assert "Votre résumé du 21 novembre 2026" in text
    assert "Reconnaissances reçues" in text
    assert "vous a donné une reconnaissance : Franchise" in " ".join(text.split())


def test_digest_leaves_out_what_was_read_or_turned_off(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "read")
    (row,) = reader.get("/api/v1/notifications").json()["data"]
    reader.patch(f"/api/v1/notifications/{row['api_id']}", {"read": True})
    _hours(reader)
    reader.patch(PATH, {"budget_warnings": {"by_mail": "never"}})
    assert _run(sender, clock, MORNING) == 0
    _award(reader, "new")
    assert _run(sender, clock, MORNING + timedelta(days=1)) == 1
    text = " ".join(queued_mail(reader.app, "digest")[0].text.split())
    assert ("Zoé new" in text, "Zoé read" in text, "Budget" in text) == (True, False, False)


def test_immediately_mailed_notification_is_in_no_digest(reader: Browser, sender: DigestSender, clock: MovableClock):
    reader.patch(PATH, {"values_received": {"by_mail": "at_once"}})
    _award(reader, "first")
    assert [mail.kind for mail in queued_mail(reader.app)] == ["notification"]
    assert _run(sender, clock, MORNING) == 1


def test_deactivated_user_gets_no_digest(
    reader: Browser, sender: DigestSender, clock: MovableClock, database: Database
):
    _award(reader, "first")
    with database.write() as session:
        person = session.execute(select(User).where(User.id == reader.user.id)).scalar_one()
        person.status, person.roles = "deactivated", []
    with assert_unchanged(database):
        assert _run(sender, clock, MORNING) == 0


def test_long_digest_counts_the_rest(reader: Browser, sender: DigestSender, clock: MovableClock):
    for number in range(MAX_LINES + 3):
        _award(reader, f"no. {number:03}")
    _run(sender, clock, MORNING)
    text = queued_mail(reader.app, "digest")[0].text
    assert text.count("gave you recognition") == MAX_LINES
    assert "… and 3 more in Régie." in text


def test_interrupted_run_is_repeated_without_sending_twice(
    reader: Browser, sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch, database: Database,
):  # fmt: skip
    other = _choose_digest(sign_in_as("account_manager"))
    for browser in (reader, other):
        _award(browser, "first")
    sent: list[int] = []

    def fail_at_second_user(
        session: Any, notifier: Notifier, user_id: int, now: datetime, relevance_filters: RelevanceFilters
    ) -> bool:
        done = send_digest(session, notifier, user_id, now, relevance_filters)
        sent.append(user_id)
        if len(sent) == 2:
            raise RuntimeError("killed")
        return done

    monkeypatch.setattr(jobs, "send_digest", fail_at_second_user)
    clock.moment = MORNING
    with pytest.raises(RuntimeError, match="killed"):
        sender.run_once()
    assert [mail.to for mail in queued_mail(reader.app)] == [reader.user.email]
    monkeypatch.undo()
    sender.run_once()
    assert [mail.to for mail in queued_mail(reader.app)] == [reader.user.email, other.user.email]


def test_second_worker_sends_nothing(reader: Browser, sender: DigestSender, clock: MovableClock, database: Database):
    _award(reader, "first")
    second = DigestSender(database, clock, sender.notifier, {})
    assert _run(sender, clock, MORNING) == 1
    with assert_unchanged(database):
        second.run_once()
        with database.write() as session:
            assert not send_digest(session, sender.notifier, reader.user.id, clock.now(), {})
    # This includes notifications that a slow transaction commits late: the day's digest is already sent.
    _award(reader, "late")
    with database.write() as session:
        late = update(Notification).where(Notification.dedup_key == "late")
        session.execute(late.values(created_at=MORNING - ONE_MINUTE))
    with assert_unchanged(database), database.write() as session:
        assert not send_digest(session, sender.notifier, reader.user.id, clock.now(), {})
    assert _run(sender, clock, MORNING + timedelta(days=1)) == 2


def test_two_workers_at_once_send_one_digest(
    reader: Browser, sender: DigestSender, clock: MovableClock, database: Database
):
    _award(reader, "first")
    clock.moment = MORNING
    start = Barrier(2)

    def work(_: int) -> bool:
        start.wait(10)
        with database.write() as session:
            return send_digest(session, sender.notifier, reader.user.id, MORNING, {})

    with ThreadPoolExecutor(2) as workers:
        assert sorted(workers.map(work, range(2))) == [False, True]
    assert len(queued_mail(reader.app)) == 1


def test_run_without_work_costs_one_statement(sender: DigestSender, clock: MovableClock, database: Database):
    clock.moment = MORNING
    with record_statements(database) as statements:
        sender.run_once()
    assert len(statements) == 1
