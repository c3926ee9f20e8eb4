"""Tests that an erased person has a name in the reader's language in files, mails and errors."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from regie.core.text.locale import Locale
from regie.domains.people.notifications.emails import NotificationContent, Notifier, queue_notification_email
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.domains.administration.exports.export_files import PATH, parse_xlsx
from tests.domains.administration.personal_data.canaries import NAME
from tests.domains.administration.personal_data.conftest import ERASURES, EXPORTS, Case
from tests.factories.mail import queued_mail
from tests.factories.notifications import AWARD, make_notification
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

ENGLISH, FRENCH = "Erased person", "Personne anonymisée"


@pytest.fixture
def erase(case: Case) -> Callable[[], None]:
    def run() -> None:
        assert case.admin.post(ERASURES, case.body()).status_code == 201

    return run


def download(browser: Browser, locale: Locale, format: str) -> bytes:
    browser.locale = locale
    export = browser.post(PATH, {"list_name": "users", "format": format, "query": "status=deactivated"})
    assert export.status_code == 201, export.text
    return browser.get(f"{PATH}/{export.json()['data']['api_id']}/file").content


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_exported_list_has_the_name_in_the_readers_language(case: Case, erase: Callable[[], None], format: str):
    erase()
    for locale, name, other in (("fr-ca", FRENCH, ENGLISH), ("en-us", ENGLISH, FRENCH)):
        content = download(case.admin, locale, format)
        text = content.decode() if format == "csv" else str(parse_xlsx(content).rows)
        assert name in text
        assert other not in text


def test_exported_personal_data_have_the_name_in_the_readers_language(case: Case, erase: Callable[[], None]):
    """A notification of the administrator names the erased person."""
    erase()
    admin = case.world.people["admin"].user
    for locale, name, other in (("fr-ca", FRENCH, ENGLISH), ("en-us", ENGLISH, FRENCH)):
        case.admin.locale = locale
        export = case.admin.post(EXPORTS, {"kind": "user", "id": admin.api_id}).json()["data"]
        archive = case.read_export(case.admin, export["api_id"])
        for file in ("data.json", "index.html"):
            text = archive.read(file).decode()
            assert name in text
            assert other not in text


@pytest.mark.parametrize(("locale", "name", "other"), [("fr-ca", FRENCH, ENGLISH), ("en-us", ENGLISH, FRENCH)])
@pytest.mark.parametrize("kind", ["notification", "notifications", "digest"])
def test_mail_has_the_name_in_the_readers_language(
    case: Case, erase: Callable[[], None], kind: str, locale: Locale, name: str, other: str
):
    """The digest is written after the erasure, from notifications of before; others at once."""
    context, database, clock = case.context, case.world.database, case.context.clock
    notifier = Notifier(context.mail, ORIGIN)
    with database.write() as session:
        reader = make_user(session, roles=["admin"], locale=locale, timezone="America/Toronto")
    settings = {"values_received": {"by_mail": "digest" if kind == "digest" else "at_once"}}
    browser = Browser(case.world.app, ORIGIN).signed_in_as(reader, clock.now())
    assert browser.patch("/api/v1/me/notification-settings", settings).status_code == 200
    if kind == "digest":
        award(case, reader, NAME)
    erase()
    with database.read() as db:
        label = db.execute(select(User.name).where(User.id == case.user.id)).scalar_one()
    if kind == "notification":
        award(case, reader, label)
    elif kind == "notifications":
        contents = [NotificationContent("award", AWARD | {"giver": label}, "/profile")] * 2
        with database.write() as session:
            queue_notification_email(session, notifier, session.merge(reader), contents, clock.now())
    else:
        tomorrow = MovableClock()
        tomorrow.moment += timedelta(days=1)
        DigestSender(database, tomorrow, notifier, {}).run_once()
    (mail,) = (mail for mail in queued_mail(case.world.app, kind) if mail.to == reader.email)
    text = " ".join(mail.text.split())
    assert name in text
    assert other not in text


def award(case: Case, reader: User, giver: str) -> None:
    with case.world.database.write() as session:
        make_notification(
            session, case.context, reader.id, kind="award", values=AWARD | {"giver": giver}, dedup_key="award"
        )


def test_error_has_the_name_in_the_readers_language(case: Case):
    """A conflict shows the stored value."""
    with case.world.database.write() as session:
        client = make_client(session, name=f"{ENGLISH} 1")
    path = f"/api/v1/clients/{client.api_id}"
    assert case.admin.patch(path, {"name": f"{ENGLISH} 2"}).status_code == 200
    case.admin.locale = "fr-ca"
    with assert_unchanged(case.world.database):
        response = case.admin.patch(path, {"name": "Autre", "version": 1})
    assert response.status_code == 409
    assert response.json()["conflicts"]["name"]["theirs"] == f"{FRENCH} 2"
