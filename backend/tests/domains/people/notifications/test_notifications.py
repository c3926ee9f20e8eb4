"""People are told each thing once, in the app and by mail, in their language; what they were told is theirs alone."""

from collections.abc import Callable
from datetime import timedelta
from string import Formatter
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.people.notifications.actions import Notifier, forget_notifications, notify
from regie.domains.people.notifications.events import EVENTS
from regie.domains.people.notifications.models import Notification
from regie.domains.people.notifications.wording import KINDS
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.people import make_user
from tests.factories.post import mails
from tests.factories.statements import count_statements
from tests.factories.told import VALUES, tell
from tests.factories.world import unchanged

PATH = "/api/v1/notifications"


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("employee", locale="fr-ca")


def _tell(browser: Browser, times: int = 1, **told: Any) -> list[str]:
    context = browser.app.state.context
    with context.database.write() as session:
        return [tell(session, context, browser.user.id, **told).api_id for _ in range(times)]


def _unread(browser: Browser) -> int:
    return browser.get(f"{PATH}?unread=true&per_page=1").json()["meta"]["total"]


def test_a_notification_is_read_in_the_language_of_the_screen(reader: Browser):
    _tell(reader)
    (english,) = reader.get(PATH).json()["data"]
    assert english["title"] == "Accompagnement: 80% of this period’s hours are used"
    assert english["detail"] == "Maison Pivoine · 32.5 of 40 hours used. The period ends on November 30, 2026."
    reader.locale = "fr-ca"
    (french,) = reader.get(PATH).json()["data"]
    assert french["title"] == "Accompagnement\u00a0: 80\u00a0% des heures de la période sont utilisées"
    assert french["detail"] == (
        "Maison Pivoine · 32,5 heures utilisées sur 40. La période se termine le 30 novembre 2026."
    )
    assert (french["link"], french["read_at"]) == (english["link"], None)
    assert french["link"].startswith("/projects/")


def test_the_first_day_of_a_month_is_written_as_french_writes_it(reader: Browser):
    _tell(reader, values=VALUES | {"ends_on": "2026-12-01"})
    reader.locale = "fr-ca"
    assert "le 1er décembre 2026" in reader.get(PATH).json()["data"][0]["detail"]


def test_the_mail_is_in_the_language_of_the_person(reader: Browser, sign_in_as: Callable[..., Browser]):
    other = sign_in_as("account_manager", locale="en-us")
    _tell(reader)
    _tell(other)
    french, english = mails(reader.app, "notification")
    assert (french.to, french.locale, english.to, english.locale) == (
        (reader.user.email, "fr-ca", other.user.email, "en-us")
    )
    assert "32,5 heures utilisées sur 40" in french.text
    assert "32.5 of 40 hours used" in english.text
    assert f"{english.link.scheme}://{english.link.netloc}" == ORIGIN
    assert english.link.path.startswith("/projects/")


def test_nobody_is_told_the_same_thing_twice(reader: Browser, database: Database):
    for _ in range(3):
        _tell(reader, once="retainer_hours:2026-11:80")
    assert (_unread(reader), len(mails(reader.app))) == (1, 1)
    _tell(reader, once="retainer_hours:2026-12:80")
    assert (_unread(reader), len(mails(reader.app))) == (2, 2)


def test_only_people_who_can_sign_in_are_told(reader: Browser, database: Database, clock: MovableClock):
    context = reader.app.state.context
    with database.write() as session:
        gone, invited = make_user(session, roles=[]), make_user(session, status="invited")
        told = notify(
            session,
            Notifier(context.mail, context.origin),
            kind="retainer_hours",
            recipients=[gone.id, invited.id, reader.user.id, reader.user.id, 0],
            values=VALUES,
            link="/projects",
            once="x",
            now=clock.now(),
        )
    assert told == 1
    assert [mail.to for mail in mails(reader.app)] == [reader.user.email]


@pytest.mark.parametrize(
    "wrong", [{"values": VALUES | {"else": 1}}, {"values": {}}, {"link": "https://elsewhere.example"}]
)
def test_what_the_words_have_no_place_for_is_refused(reader: Browser, database: Database, wrong: dict[str, Any]):
    with unchanged(database), pytest.raises(ValueError, match="takes"):
        _tell(reader, **wrong)


def test_every_kind_has_words_that_use_its_values_and_no_others():
    for locale in LOCALES:
        said = {key for key in catalogue(locale) if key.startswith("notification.")}
        assert {key for key in catalogue(locale) if key.startswith("event.")} == {f"event.{name}" for name in EVENTS}
        assert said == {f"notification.{kind}.{part}" for kind in KINDS for part in ("title", "detail")}
        for kind, values in KINDS.items():
            words = "".join(catalogue(locale)[f"notification.{kind}.{part}"] for part in ("title", "detail"))
            assert {name for _, name, _, _ in Formatter().parse(words) if name} == values, (kind, locale)


def test_what_others_were_told_is_unknown(reader: Browser, sign_in_as: Callable[..., Browser], database: Database):
    other = sign_in_as("super_admin")
    (api_id,) = _tell(reader)
    assert other.get(PATH).json()["data"] == []
    with unchanged(database):
        assert other.patch(f"{PATH}/{api_id}", {"read": True}).status_code == 404
        assert list(other.post(f"{PATH}/reads", {"newest": api_id}).json()["errors"]) == ["newest"]


def test_one_is_read_and_unread_again(reader: Browser, clock: MovableClock):
    api_id, _ = _tell(reader, 2)
    first = reader.patch(f"{PATH}/{api_id}", {"read": True}).json()["data"]["read_at"]
    clock.moment += timedelta(hours=1)
    assert reader.patch(f"{PATH}/{api_id}", {"read": True}).json()["data"]["read_at"] == first
    assert _unread(reader) == 1
    assert [row["api_id"] for row in reader.get(f"{PATH}?unread=false").json()["data"]] == [api_id]
    assert reader.patch(f"{PATH}/{api_id}", {"read": False}).json()["data"]["read_at"] is None
    assert _unread(reader) == 2


def test_all_that_was_shown_is_read_and_what_came_meanwhile_is_not(reader: Browser):
    shown = _tell(reader, 3)
    (later,) = _tell(reader)
    assert reader.post(f"{PATH}/reads", {"newest": shown[-1]}).json()["data"] == {"read": 3}
    assert [row["api_id"] for row in reader.get(f"{PATH}?unread=true").json()["data"]] == [later]


def test_the_newest_comes_first(reader: Browser, clock: MovableClock):
    older, newer = _tell(reader, 2)
    clock.moment += timedelta(minutes=5)
    (newest,) = _tell(reader)
    assert [row["api_id"] for row in reader.get(PATH).json()["data"]] == [newest, newer, older]


def test_who_acts_in_somebodys_place_reads_but_marks_nothing(
    reader: Browser, sign_in_as: Callable[..., Browser], database: Database
):
    (api_id,) = _tell(reader)
    admin = sign_in_as("admin")
    path = f"/api/v1/impersonated-users/{reader.user.api_id}"
    assert admin.post(path, {"reason": "Facture introuvable"}).status_code == 201
    impersonation, told = admin.get(PATH).json()["data"]
    assert (impersonation["kind"], told["api_id"]) == ("impersonation", api_id)
    with unchanged(database):
        assert admin.patch(f"{PATH}/{api_id}", {"read": True}).status_code == 403
        assert admin.post(f"{PATH}/reads", {"newest": api_id}).status_code == 403


def test_looking_for_news_keeps_no_session_alive(reader: Browser, clock: MovableClock, database: Database):
    """The page asks by itself, whether or not anybody sits in front of it."""
    seen = select(func.max(SignedInSession.seen_at)).where(SignedInSession.user_id == reader.user.id)
    with database.read() as db:
        before = db.execute(seen).scalar_one()
    clock.moment += timedelta(hours=7)
    assert reader.get(PATH).status_code == 200
    with database.read() as db:
        assert db.execute(seen).scalar_one() == before
    clock.moment += timedelta(hours=2)
    assert reader.get(PATH).status_code == 401


def test_a_page_takes_as_many_statements_as_a_row(reader: Browser, database: Database):
    counts = []
    for more in (1, 40):
        _tell(reader, more)
        with count_statements(database) as statements:
            reader.get(f"{PATH}?per_page=50")
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 20


def test_what_is_old_is_forgotten(reader: Browser, clock: MovableClock, database: Database):
    _tell(reader)
    clock.moment += timedelta(days=30)
    (kept,) = _tell(reader)
    with database.write() as session:
        forget_notifications(session, clock.now() - timedelta(days=7))
    with database.read() as db:
        assert list(db.execute(select(Notification.api_id)).scalars()) == [kept]
