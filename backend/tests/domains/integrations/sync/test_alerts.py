"""Administrators are notified once of errors that need action, in their language; not of transient ones."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from regie.core.mail.queue import MailCipher, QueuedMail
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from tests.conftest import ORIGIN
from tests.domains.integrations.sync.conftest import SECRET, SyncHarness
from tests.factories.people import make_user

PEOPLE = "/teamwork/projects/api/v3/people.json"
CIPHER = MailCipher(SECRET)


@pytest.fixture
def sync_with_users(sync: SyncHarness) -> SyncHarness:
    with sync.database.write() as session:
        make_user(session, email="owner@regie.example", roles=["super_admin"], locale="fr-ca")
        make_user(session, email="admin@regie.example", roles=["admin", "employee"], locale="en-us")
        make_user(session, email="manager@regie.example", roles=["account_manager"])
        make_user(session, email="gone@regie.example", roles=[])
    return replace(sync, notifier=Notifier(CIPHER, ORIGIN))


def read_mails(sync: SyncHarness) -> dict[str, str]:
    """The text of each queued mail, by address."""
    with sync.database.read() as db:
        rows = db.execute(select(QueuedMail.to_address, QueuedMail.content)).all()
    mails = {address: CIPHER.unseal(content) for address, content in rows}
    assert len(mails) == len(rows)
    return {address: f"{mail.subject}\n{mail.text}" for address, mail in mails.items() if mail}


def users_notified(sync: SyncHarness) -> set[str]:
    """The users with a notification in the application."""
    own = select(User.email).join(Notification, Notification.user_id == User.id)
    with sync.database.read() as db:
        return set(db.execute(own.where(Notification.kind == "sync_trouble")).scalars())


def fail(sync: SyncHarness, status: int) -> None:
    sync.sandbox.fault(PEOPLE, kind="status", status=status, times=20)
    assert sync.run("teamwork").status == "failed"
    sync.sandbox._client.delete("/faults").raise_for_status()


def test_administrators_are_notified_in_their_language(sync_with_users: SyncHarness) -> None:
    fail(sync_with_users, 403)
    found = read_mails(sync_with_users)
    assert set(found) == {"owner@regie.example", "admin@regie.example"}
    assert found["owner@regie.example"].startswith("Teamwork ne peut plus être synchronisé")
    assert "The key is not allowed to read this data." in found["admin@regie.example"]
    assert f"{ORIGIN}/admin/connections" in found["admin@regie.example"]
    assert users_notified(sync_with_users) == {"owner@regie.example", "admin@regie.example"}


def test_repeated_error_is_notified_once(sync_with_users: SyncHarness) -> None:
    for _ in range(3):
        fail(sync_with_users, 403)
    assert len(read_mails(sync_with_users)) == 2


def test_transient_error_is_not_notified(sync_with_users: SyncHarness) -> None:
    fail(sync_with_users, 503)
    assert read_mails(sync_with_users) == {}
    assert users_notified(sync_with_users) == set()
