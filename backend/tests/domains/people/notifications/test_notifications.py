"""Tests of notifications: languages, uniqueness, recipients, and read state."""

from collections.abc import Callable
from datetime import timedelta
from string import Formatter
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.people.notifications.actions import Notifier, notify, purge_notifications
from regie.domains.people.notifications.events import EVENTS
from regie.domains.people.notifications.models import Notification
from regie.domains.people.notifications.wording import KINDS
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.notifications import NOTIFICATION_VALUES, make_notification
from tests.factories.people import make_user
from tests.factories.statements import record_statements
from tests.factories.world import assert_unchanged

PATH = "/api/v1/notifications"


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("employee", locale="fr-ca")


def _notify(browser: Browser, times: int = 1, **fields: Any) -> list[str]:
    context = browser.app.state.context
    with context.database.write() as session:
        return [make_notification(session, context, browser.user.id, **fields).api_id for _ in range(times)]


def _count_unread(browser: Browser) -> int:
    return browser.get(f"{PATH}?unread=true&per_page=1").json()["meta"]["total"]


def test_notification_is_in_the_screens_language(reader: Browser):
    _notify(reader)
    (english,) = reader.get(PATH).json()["data"]
    assert english["title"] == "Accompagnement: 80% of the hours of this period used"
    assert english["detail"] == "Maison Pivoine · 32.5 of 40 hours used. The period ends on November 30, 2026."
    reader.locale = "fr-ca"
    (french,) = reader.get(PATH).json()["data"]
    assert french["title"] == "Accompagnement\u00a0: 80\u00a0% des heures de la période utilisées"
    assert french["detail"] == (
        "Maison Pivoine · 32,5 heures utilisées sur 40. La période se termine le 30 novembre 2026."
    )
    assert (french["link"], french["read_at"]) == (english["link"], None)
    assert french["link"].startswith("/projects/")


def test_first_day_of_a_month_is_formatted_in_french(reader: Browser):
    _notify(reader, values=NOTIFICATION_VALUES | {"ends_on": "2026-12-01"})
    reader.locale = "fr-ca"
    assert "le 1er décembre 2026" in reader.get(PATH).json()["data"][0]["detail"]


def test_mail_is_in_the_users_language(reader: Browser, sign_in_as: Callable[..., Browser]):
    other = sign_in_as("account_manager", locale="en-us")
    _notify(reader)
    _notify(other)
    french, english = queued_mail(reader.app, "notification")
    assert (french.to, french.locale, english.to, english.locale) == (
        (reader.user.email, "fr-ca", other.user.email, "en-us")
    )
    assert "32,5 heures utilisées sur 40" in french.text
    assert "32.5 of 40 hours used" in english.text
    assert f"{english.link.scheme}://{english.link.netloc}" == ORIGIN
    assert english.link.path.startswith("/projects/")


def test_same_cause_notifies_once(reader: Browser, database: Database):
    for _ in range(3):
        _notify(reader, dedup_key="retainer_hours:2026-11:80")
    assert (_count_unread(reader), len(queued_mail(reader.app))) == (1, 1)
    _notify(reader, dedup_key="retainer_hours:2026-12:80")
    assert (_count_unread(reader), len(queued_mail(reader.app))) == (2, 2)


def test_only_users_who_can_sign_in_are_notified(reader: Browser, database: Database, clock: MovableClock):
    context = reader.app.state.context
    with database.write() as session:
        gone, invited = make_user(session, roles=[]), make_user(session, status="invited")
        count = notify(
            session,
            Notifier(context.mail, context.origin),
            kind="retainer_hours",
            recipients=[gone.id, invited.id, reader.user.id, reader.user.id, 0],
            values=NOTIFICATION_VALUES,
            link="/projects",
            dedup_key="x",
            now=clock.now(),
        )
    assert count == 1
    assert [mail.to for mail in queued_mail(reader.app)] == [reader.user.email]


@pytest.mark.parametrize(
    "wrong", [{"values": NOTIFICATION_VALUES | {"else": 1}}, {"values": {}}, {"link": "https://elsewhere.example"}]
)
def test_values_must_match_the_placeholders(reader: Browser, database: Database, wrong: dict[str, Any]):
    with assert_unchanged(database), pytest.raises(ValueError, match="takes"):
        _notify(reader, **wrong)


def test_every_kind_has_texts_with_exactly_its_values():
    for locale in LOCALES:
        keys = {key for key in catalogue(locale) if key.startswith("notification.")}
        assert {key for key in catalogue(locale) if key.startswith("event.")} == {f"event.{name}" for name in EVENTS}
        assert keys == {f"notification.{kind}.{part}" for kind in KINDS for part in ("title", "detail")}
        for kind, values in KINDS.items():
            words = "".join(catalogue(locale)[f"notification.{kind}.{part}"] for part in ("title", "detail"))
            assert {name for _, name, _, _ in Formatter().parse(words) if name} == values, (kind, locale)


def test_notifications_of_others_return_404(reader: Browser, sign_in_as: Callable[..., Browser], database: Database):
    other = sign_in_as("super_admin")
    (api_id,) = _notify(reader)
    assert other.get(PATH).json()["data"] == []
    with assert_unchanged(database):
        assert other.patch(f"{PATH}/{api_id}", {"read": True}).status_code == 404
        assert list(other.post(f"{PATH}/reads", {"newest": api_id}).json()["errors"]) == ["newest"]


def test_notification_is_marked_read_and_unread(reader: Browser, clock: MovableClock):
    api_id, _ = _notify(reader, 2)
    first = reader.patch(f"{PATH}/{api_id}", {"read": True}).json()["data"]["read_at"]
    clock.moment += timedelta(hours=1)
    assert reader.patch(f"{PATH}/{api_id}", {"read": True}).json()["data"]["read_at"] == first
    assert _count_unread(reader) == 1
    assert [row["api_id"] for row in reader.get(f"{PATH}?unread=false").json()["data"]] == [api_id]
    assert reader.patch(f"{PATH}/{api_id}", {"read": False}).json()["data"]["read_at"] is None
    assert _count_unread(reader) == 2


def test_marking_all_read_leaves_later_ones_unread(reader: Browser):
    shown = _notify(reader, 3)
    (later,) = _notify(reader)
    assert reader.post(f"{PATH}/reads", {"newest": shown[-1]}).json()["data"] == {"read": 3}
    assert [row["api_id"] for row in reader.get(f"{PATH}?unread=true").json()["data"]] == [later]


def test_marking_all_read_includes_older_ones_that_were_stored_later(reader: Browser, clock: MovableClock):
    """Two jobs at once: the one that began first stores its notification last."""
    (newest,) = _notify(reader, now=clock.moment + timedelta(seconds=1))
    _notify(reader, now=clock.moment)
    assert next(row["api_id"] for row in reader.get(PATH).json()["data"]) == newest
    assert reader.post(f"{PATH}/reads", {"newest": newest}).json()["data"] == {"read": 2}
    assert _count_unread(reader) == 0


def test_newest_comes_first(reader: Browser, clock: MovableClock):
    older, newer = _notify(reader, 2)
    clock.moment += timedelta(minutes=5)
    (newest,) = _notify(reader)
    assert [row["api_id"] for row in reader.get(PATH).json()["data"]] == [newest, newer, older]


def test_impersonator_reads_but_cannot_mark_notifications(
    reader: Browser, sign_in_as: Callable[..., Browser], database: Database
):
    (api_id,) = _notify(reader)
    admin = sign_in_as("admin")
    path = f"/api/v1/impersonated-users/{reader.user.api_id}"
    assert admin.post(path, {"reason": "Facture introuvable"}).status_code == 201
    impersonation, other = admin.get(PATH).json()["data"]
    assert (impersonation["kind"], other["api_id"]) == ("impersonation", api_id)
    with assert_unchanged(database):
        assert admin.patch(f"{PATH}/{api_id}", {"read": True}).status_code == 403
        assert admin.post(f"{PATH}/reads", {"newest": api_id}).status_code == 403


def test_polling_does_not_extend_the_session(reader: Browser, clock: MovableClock, database: Database):
    """The page polls by itself, whether or not a user is present."""
    seen = select(func.max(SignedInSession.seen_at)).where(SignedInSession.user_id == reader.user.id)
    with database.read() as db:
        before = db.execute(seen).scalar_one()
    clock.moment += timedelta(hours=7)
    assert reader.get(PATH).status_code == 200
    with database.read() as db:
        assert db.execute(seen).scalar_one() == before
    clock.moment += timedelta(hours=2)
    assert reader.get(PATH).status_code == 401


def test_page_uses_a_fixed_number_of_statements(reader: Browser, database: Database):
    counts = []
    for more in (1, 40):
        _notify(reader, more)
        with record_statements(database) as statements:
            reader.get(f"{PATH}?per_page=50")
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 20


def test_old_notifications_are_deleted(reader: Browser, clock: MovableClock, database: Database):
    _notify(reader)
    clock.moment += timedelta(days=30)
    (recent,) = _notify(reader)
    with database.write() as session:
        purge_notifications(session, clock.now(), 7)
    with database.read() as db:
        assert db.execute(select(Notification.api_id).where(Notification.in_app)).scalars().all() == [recent]
        assert db.execute(select(Notification.values).where(Notification.api_id != recent)).scalars().all() == [{}]
    clock.moment += timedelta(days=371)
    with database.write() as session:
        purge_notifications(session, clock.now(), 7)
    with database.read() as db:
        assert list(db.execute(select(Notification.api_id)).scalars()) == [recent]
