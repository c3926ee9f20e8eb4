"""Administrators hear once of a trouble that waits for them, in their language; of what may pass, not at all."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from regie.core.mail.queue import MailBox, QueuedMail
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.conftest import ORIGIN
from tests.domains.integrations.sync.conftest import SECRET, Synchronisation
from tests.factories.people import make_user

PEOPLE = "/teamwork/projects/api/v3/people.json"
BOX = MailBox(SECRET)


@pytest.fixture
def told(sync: Synchronisation) -> Synchronisation:
    with sync.database.write() as session:
        make_user(session, email="owner@regie.example", roles=["super_admin"], locale="fr-ca")
        make_user(session, email="admin@regie.example", roles=["admin", "employee"], locale="en-us")
        make_user(session, email="manager@regie.example", roles=["account_manager"])
        make_user(session, email="gone@regie.example", roles=[])
    return replace(sync, notifier=Notifier(BOX, ORIGIN))


def mails(sync: Synchronisation) -> dict[str, str]:
    """What is in each queued mail, by its address."""
    with sync.database.read() as db:
        rows = db.execute(select(QueuedMail.to_address, QueuedMail.content)).all()
    letters = {address: BOX.unseal(content) for address, content in rows}
    assert len(letters) == len(rows)
    return {address: f"{letter.subject}\n{letter.text}" for address, letter in letters.items() if letter}


def listed(sync: Synchronisation) -> set[str]:
    """Who reads of it in the app."""
    own = select(User.email).join(Notification, Notification.user_id == User.id)
    with sync.database.read() as db:
        return set(db.execute(own.where(Notification.kind == "sync_trouble")).scalars())


def fail(sync: Synchronisation, status: int) -> None:
    sync.sandbox.fault(PEOPLE, kind="status", status=status, times=20)
    assert sync.run("teamwork").status == "failed"
    sync.sandbox._client.delete("/faults").raise_for_status()


def test_those_who_can_act_hear_of_it_in_their_language(told: Synchronisation) -> None:
    fail(told, 403)
    found = mails(told)
    assert set(found) == {"owner@regie.example", "admin@regie.example"}
    assert found["owner@regie.example"].startswith("Teamwork ne peut plus être lu")
    assert "The service does not let our key see this." in found["admin@regie.example"]
    assert f"{ORIGIN}/admin/connections" in found["admin@regie.example"]
    assert listed(told) == {"owner@regie.example", "admin@regie.example"}


def test_the_same_trouble_is_told_once(told: Synchronisation) -> None:
    for _ in range(3):
        fail(told, 403)
    assert len(mails(told)) == 2


def test_what_may_pass_by_itself_is_nobodys_mail(told: Synchronisation) -> None:
    fail(told, 503)
    assert mails(told) == {}
    assert listed(told) == set()
