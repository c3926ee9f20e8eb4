"""Recipients of month-end packs: who can be chosen, and what they receive."""

from typing import Any

from sqlalchemy import update

from regie.core.db.database import Database
from regie.domains.administration.month_packs.jobs import MonthPackWriter
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.administration.month_packs.pack_files import LANGUAGES, close, write_waiting
from tests.factories.activity import read_activity
from tests.factories.mail import queued_mail
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged


def test_recipients_are_mailed_a_link_in_their_language(
    agency: None, app: Any, controller: Browser, writer: MonthPackWriter, database: Database
):
    with database.write() as session:
        people = [make_user(session, roles=["admin"], locale=locale) for locale in LANGUAGES]
        demoted = make_user(session, roles=["financial_manager"])
        chosen = [person.api_id for person in (*people, demoted)]
        addresses, demoted_id = {person.email for person in people}, demoted.id
    assert controller.post("/api/v1/settings", {"month_pack_recipients": chosen}).status_code == 200
    with database.write() as session:
        session.execute(update(User).where(User.id == demoted_id).values(roles=["employee"]))
    close(controller)
    sent = len(queued_mail(app))
    write_waiting(writer)
    mails = queued_mail(app)[sent:]
    assert {mail.to for mail in mails} == addresses
    assert {mail.locale for mail in mails} == set(LANGUAGES)
    assert {mail.link.path for mail in mails} == {"/months/2026-10"}
    words = {"en-us": "Month-end pack ready", "fr-ca": "Dossier de fin de mois prêt"}
    assert all(words[mail.locale] in mail.text and "1300" not in mail.text for mail in mails)


def _choose(browser: Browser, *people: str, locale: str = "en-us") -> Any:
    body = {"month_pack_recipients": list(people)}
    return browser.call("POST", "/api/v1/settings", json=body, headers={"X-Api-Locale": locale})


def test_recipients_need_the_right_to_see_months(controller: Browser, database: Database):
    with database.write() as session:
        employee = make_user(session, roles=["employee"], name="Léa Roy").api_id
        former = make_user(session, roles=[], name="Ève Roy").api_id
    messages = []
    for locale in LANGUAGES:
        for person, name in ((employee, "Léa Roy"), (former, "Ève Roy")):
            with assert_unchanged(database):
                refused = _choose(controller, person, locale=locale)
            assert (refused.status_code, list(refused.json()["errors"])) == (422, ["month_pack_recipients"])
            (message,) = refused.json()["errors"]["month_pack_recipients"]
            assert name in message
            messages.append(message.replace(name, ""))
    assert len(set(messages)) == len(LANGUAGES)
    with assert_unchanged(database):
        assert _choose(controller, "00000000-0000-4000-8000-000000000000").status_code == 422


def test_recipients_are_stored_and_logged_by_name(controller: Browser, database: Database):
    with database.write() as session:
        person = make_user(session, roles=["admin"], name="Noé Roy")
        chosen = {"api_id": person.api_id, "name": person.name}
    saved = _choose(controller, chosen["api_id"], chosen["api_id"]).json()["data"]
    assert saved["month_pack_recipients"] == [chosen]
    entry = read_activity(database, "changed")[-1]
    assert entry.changes == {"month_pack_recipients": [[], ["Noé Roy"]]}
    assert entry.topic == "money"
    found = controller.get("/api/v1/settings/month-pack-candidates?search=noe").json()["data"]
    assert found == [chosen]
