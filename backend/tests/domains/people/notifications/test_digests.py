"""The digest: one mail in the person's morning, of what is new, in their language; none when there is nothing."""

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
from regie.domains.people.notifications.digests import Concerns, last_turn, send_digest
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.people.notifications.letters import MAX_LINES, Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.post import mails
from tests.factories.statements import count_statements
from tests.factories.told import AWARD, tell
from tests.factories.world import unchanged

PATH = "/api/v1/me/notification-choices"
# Seven o'clock in Toronto, on the morning after the day on which the tests begin.
MORNING = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def sender(app: Any, database: Database, clock: MovableClock) -> DigestSender:
    return DigestSender(database, clock, Notifier(app.state.context.mail, ORIGIN), {})


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    """Somebody who wants everything in the digest."""
    return _digesting(sign_in_as("account_manager", timezone="America/Toronto"))


def _digesting(browser: Browser) -> Browser:
    chosen = {event: {"by_mail": "digest"} for event in ("values_received", "budget_warnings")}
    assert browser.patch(PATH, chosen).status_code == 200
    return browser


def _award(browser: Browser, once: str) -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        tell(session, context, browser.user.id, kind="award", values=AWARD | {"giver": f"Zoé {once}"}, once=once)


def _hours(browser: Browser, once: str = "hours") -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        tell(session, context, browser.user.id, once=once)


def _look(sender: DigestSender, clock: MovableClock, moment: datetime) -> int:
    """How many mails there are after a look at this moment."""
    clock.moment = moment
    sender.run_once()
    with sender.database.read() as db:
        return len(db.execute(select(QueuedMail.id)).all())


def test_what_is_new_comes_in_one_mail_in_the_persons_morning(
    reader: Browser, sender: DigestSender, clock: MovableClock
):
    _hours(reader)
    _award(reader, "first")
    _award(reader, "second")
    assert _look(sender, clock, MORNING - A_MINUTE) == 0
    assert _look(sender, clock, MORNING) == 1
    (mail,) = mails(reader.app, "digest")
    text = " ".join(mail.text.split())
    assert mail.to == reader.user.email
    assert text.startswith("Your digest of November 21, 2026 This is new since your last digest: Recognition received")
    order = ["Recognition received", "Zoé first", "Zoé second", "Budget warnings", "80% of this period’s hours"]
    assert [text.index(words) for words in order] == sorted(text.index(words) for words in order)
    assert text.count(f"{ORIGIN}/projects/") == 3
    assert f"{ORIGIN}/profile?tab=notifications" in text


def test_nothing_new_is_no_mail(reader: Browser, sender: DigestSender, clock: MovableClock, database: Database):
    with unchanged(database):
        assert _look(sender, clock, MORNING) == 0
    assert _look(sender, clock, MORNING + timedelta(days=1)) == 0


def test_each_thing_is_in_one_digest(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "first")
    assert _look(sender, clock, MORNING) == 1
    clock.moment += timedelta(hours=2)
    _award(reader, "second")
    for hours in (3, 10, 23):
        assert _look(sender, clock, MORNING + timedelta(hours=hours)) == 1
    assert _look(sender, clock, MORNING + timedelta(days=1)) == 2
    first, second = (" ".join(mail.text.split()) for mail in mails(reader.app, "digest"))
    assert ("Zoé first" in first, "Zoé second" in first) == (True, False)
    assert ("Zoé first" in second, "Zoé second" in second) == (False, True)


def test_after_days_without_a_worker_there_is_one_digest(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "first")
    clock.moment += timedelta(days=1)
    _award(reader, "second")
    assert _look(sender, clock, MORNING + timedelta(days=3, hours=5)) == 1
    assert _look(sender, clock, MORNING + timedelta(days=3, hours=6)) == 1


def test_a_digest_that_is_late_says_what_it_would_have_said(reader: Browser, sender: DigestSender, clock: MovableClock):
    _award(reader, "before")
    clock.moment = MORNING + timedelta(hours=1)
    _award(reader, "after")
    assert _look(sender, clock, MORNING + timedelta(hours=2)) == 1
    text = mails(reader.app, "digest")[0].text
    assert ("Zoé before" in text, "Zoé after" in text) == (True, False)
    assert _look(sender, clock, MORNING + timedelta(days=1)) == 2


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("Europe/Paris", datetime(2026, 11, 21, 6, 0, tzinfo=UTC)),
        ("America/Vancouver", datetime(2026, 11, 21, 15, 0, tzinfo=UTC)),
        ("Asia/Kolkata", datetime(2026, 11, 21, 1, 30, tzinfo=UTC)),
    ],
)
def test_the_morning_is_where_the_person_is(
    sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock, zone: str, moment: datetime
):
    reader = _digesting(sign_in_as("account_manager", timezone=zone))
    _award(reader, "first")
    assert _look(sender, clock, moment - A_MINUTE) == 0
    assert _look(sender, clock, moment) == 1


def test_the_hour_is_the_same_when_clocks_change():
    """On 1 November 2026 Toronto goes from four hours behind to five."""
    zone, before = "America/Toronto", datetime(2026, 10, 31, 11, 0, tzinfo=UTC)
    assert last_turn(zone, datetime(2026, 11, 1, 11, 59, tzinfo=UTC)) == before
    assert last_turn(zone, datetime(2026, 11, 1, 12, 0, tzinfo=UTC)) == before + timedelta(hours=25)


def test_it_is_in_the_persons_language(sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock):
    reader = _digesting(sign_in_as("account_manager", locale="fr-ca"))
    _award(reader, "première")
    _look(sender, clock, MORNING)
    (mail,) = mails(reader.app, "digest")
    text = mail.text.replace("\u00a0", " ")
    assert mail.locale == "fr-ca"
    assert "Votre résumé du 21 novembre 2026" in text
    assert "Reconnaissances reçues" in text
    assert "a souligné une valeur chez vous : Franchise" in " ".join(text.split())


def test_what_was_read_or_taken_back_or_turned_off_meanwhile_is_left_out(
    reader: Browser, sender: DigestSender, clock: MovableClock
):
    _award(reader, "read")
    (row,) = reader.get("/api/v1/notifications").json()["data"]
    reader.patch(f"/api/v1/notifications/{row['api_id']}", {"read": True})
    _hours(reader)
    reader.patch(PATH, {"budget_warnings": {"by_mail": "never"}})
    assert _look(sender, clock, MORNING) == 0
    _award(reader, "new")
    assert _look(sender, clock, MORNING + timedelta(days=1)) == 1
    text = " ".join(mails(reader.app, "digest")[0].text.split())
    assert ("Zoé new" in text, "Zoé read" in text, "Budget" in text) == (True, False, False)


def test_what_was_mailed_at_once_is_in_no_digest(reader: Browser, sender: DigestSender, clock: MovableClock):
    reader.patch(PATH, {"values_received": {"by_mail": "at_once"}})
    _award(reader, "first")
    assert [mail.kind for mail in mails(reader.app)] == ["notification"]
    assert _look(sender, clock, MORNING) == 1


def test_whoever_cannot_sign_in_gets_none(
    reader: Browser, sender: DigestSender, clock: MovableClock, database: Database
):
    _award(reader, "first")
    with database.write() as session:
        person = session.execute(select(User).where(User.id == reader.user.id)).scalar_one()
        person.status, person.roles = "deactivated", []
    with unchanged(database):
        assert _look(sender, clock, MORNING) == 0


def test_many_things_are_counted_rather_than_listed(reader: Browser, sender: DigestSender, clock: MovableClock):
    for number in range(MAX_LINES + 3):
        _award(reader, f"no. {number:03}")
    _look(sender, clock, MORNING)
    text = mails(reader.app, "digest")[0].text
    assert text.count("saw a value in you") == MAX_LINES
    assert "… and 3 more in Régie." in text


def test_a_look_that_is_broken_off_is_done_again_and_sends_nothing_twice(
    reader: Browser, sign_in_as: Callable[..., Browser], sender: DigestSender, clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch, database: Database,
):  # fmt: skip
    other = _digesting(sign_in_as("account_manager"))
    for browser in (reader, other):
        _award(browser, "first")
    sent: list[int] = []

    def fail_at_the_second(session: Any, notifier: Notifier, user_id: int, now: datetime, concerns: Concerns) -> bool:
        done = send_digest(session, notifier, user_id, now, concerns)
        sent.append(user_id)
        if len(sent) == 2:
            raise RuntimeError("killed")
        return done

    monkeypatch.setattr(jobs, "send_digest", fail_at_the_second)
    clock.moment = MORNING
    with pytest.raises(RuntimeError, match="killed"):
        sender.run_once()
    assert [mail.to for mail in mails(reader.app)] == [reader.user.email]
    monkeypatch.undo()
    sender.run_once()
    assert [mail.to for mail in mails(reader.app)] == [reader.user.email, other.user.email]


def test_a_second_worker_sends_nothing(reader: Browser, sender: DigestSender, clock: MovableClock, database: Database):
    _award(reader, "first")
    second = DigestSender(database, clock, sender.notifier, {})
    assert _look(sender, clock, MORNING) == 1
    with unchanged(database):
        second.run_once()
        with database.write() as session:
            assert not send_digest(session, sender.notifier, reader.user.id, clock.now(), {})
    # Even of what a slow transaction brought in late: the day has had its digest.
    _award(reader, "late")
    with database.write() as session:
        late = update(Notification).where(Notification.once == "late")
        session.execute(late.values(created_at=MORNING - A_MINUTE))
    with unchanged(database), database.write() as session:
        assert not send_digest(session, sender.notifier, reader.user.id, clock.now(), {})
    assert _look(sender, clock, MORNING + timedelta(days=1)) == 2


def test_two_workers_at_the_same_moment_send_one(
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
    assert len(mails(reader.app)) == 1


def test_looking_for_what_waits_costs_one_statement(sender: DigestSender, clock: MovableClock, database: Database):
    clock.moment = MORNING
    with count_statements(database) as statements:
        sender.run_once()
    assert len(statements) == 1
