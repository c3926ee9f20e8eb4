"""Tests that a restore repeats the erasures of people that happened after the backup."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from regie.backups import restore as restore_module
from regie.backups.commands import restore as run_restore
from regie.backups.create import create_backup
from regie.backups.errors import BackupError
from regie.backups.restore import restore_backup
from regie.core.audit.activity import set_author
from regie.domains.administration.personal_data.erasure import erase_person
from regie.domains.administration.personal_data.queries import PersonKind, find_person
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from regie.erasures import format_list, list_erasures, print_erasures
from tests.backups.conftest import SECRET, Installation
from tests.backups.test_restore import Killed
from tests.domains.administration.personal_data.canaries import find_in_database
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client

NAMES = ("kanarienvogel", "nachtigall", "wiedehopf", "+1 514 555 0142")
NEW_SECRET = "another-secret-of-at-least-thirty-two-characters"
UNKNOWN = "No list of erasures of people is known: none was repeated."


@pytest.fixture
def people(source: Installation) -> dict[str, Any]:
    """An account manager who works here, and the contacts of two clients, one without an address."""
    with source.database() as database, database.write() as session:
        user = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Kanarienvogel",
                         email="zoe@kanarienvogel.example")  # fmt: skip
        employee = make_employee(session, first_name="Zoé", last_name="Kanarienvogel", user_id=user.id,
                                 email="zoe@kanarienvogel.example", phone="+1 514 555 0142")  # fmt: skip
        ulla = make_client(session, account_manager_id=user.id, contact_name="Ulla Nachtigall",
                           contact_email="ulla@nachtigall.example")  # fmt: skip
        uwe = make_client(session, account_manager_id=user.id, contact_name="Uwe Wiedehopf", contact_email=None)
    return {"user": user, "employee": employee, "ulla": ulla, "uwe": uwe}


@pytest.fixture
def with_people(source: Installation, people: dict[str, Any], tmp_path: Path) -> Path:
    """A backup from before the erasures."""
    return create_backup(source.settings, tmp_path / "backups")[0]


def erase_all(installation: Installation, people: dict[str, Any]) -> None:
    """Erase everyone, the employee after leaving."""
    with installation.database() as database, database.write() as session:
        set_author(session, None, datetime.now(UTC))
        employee = session.execute(select(Employee).where(Employee.api_id == people["employee"].api_id)).scalar_one()
        employee.status, employee.ended_on = "left", date(2026, 10, 2)
    with installation.database() as database, database.write() as session:
        set_author(session, None, datetime.now(UTC))
        found: tuple[tuple[PersonKind, str], ...] = (("user", "user"), ("contact", "ulla"), ("contact", "uwe"))
        for kind, name in found:
            person = find_person(session.connection(), kind, people[name].api_id)
            erase_person(session, person, "Request", datetime.now(UTC), SECRET, None)


def restored_and_erased(target: Installation, backup: Path, people: dict[str, Any]) -> None:
    restore_backup(target.settings, backup, replace=False)
    erase_all(target, people)


def found_names(installation: Installation) -> list[str]:
    with installation.database() as database:
        return find_in_database(database, *NAMES)


def read_list(installation: Installation) -> Any:
    with installation.database() as database:
        return list_erasures(database)


def test_erasures_of_the_replaced_database_are_repeated(
    target: Installation, with_people: Path, people: dict[str, Any], capsys: pytest.CaptureFixture[str]
):
    restored_and_erased(target, with_people, people)
    before = read_list(target)
    assert found_names(target) == []
    run_restore(target.settings, with_people, replace=True)
    assert "3 erasures of people were repeated; the list has 3." in capsys.readouterr().out
    assert found_names(target) == []
    assert read_list(target) == before
    assert not list(target.settings.data.glob("*erasures*"))


def test_repeated_erasure_ends_access_and_employment(target: Installation, with_people: Path, people: dict[str, Any]):
    """It cannot be done later: the record of an erased person cannot be changed."""
    restored_and_erased(target, with_people, people)
    restore_backup(target.settings, with_people, replace=True)
    with target.database() as database, database.read() as db:
        user = db.execute(select(User.status, User.roles).where(User.api_id == people["user"].api_id)).one()
        left = select(Employee.status, Employee.ended_on).where(Employee.api_id == people["employee"].api_id)
        assert tuple(user) == ("deactivated", [])
        assert tuple(db.execute(left).one()) == ("left", date(2026, 10, 2))


def test_erasures_of_a_file_are_repeated_in_an_empty_database(
    source: Installation, target: Installation, with_people: Path, people: dict[str, Any], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    erase_all(source, people)
    print_erasures(source.settings)
    listed = tmp_path / "erasures.json"
    listed.write_text(capsys.readouterr().out)
    assert not any(name in listed.read_text().casefold() for name in NAMES)
    run_restore(target.settings, with_people, replace=False, erasures=listed)
    report = capsys.readouterr().out
    assert "3 erasures of people were repeated; the list has 3." in report
    assert UNKNOWN not in report
    assert found_names(target) == []


def test_restore_without_a_list_says_what_to_do(
    target: Installation, with_people: Path, capsys: pytest.CaptureFixture[str]
):
    run_restore(target.settings, with_people, replace=False)
    report = capsys.readouterr().out
    assert UNKNOWN in report
    assert "run `regie erasures repeat FILE` before anyone signs in" in report
    assert found_names(target)


def test_unreadable_list_of_the_replaced_database_is_reported(
    target: Installation, with_people: Path, capsys: pytest.CaptureFixture[str]
):
    """A damaged database must not prevent its replacement."""
    restore_backup(target.settings, with_people, replace=False)
    with target.database() as database, database.writes.begin() as db:
        db.execute(text("ALTER TABLE erasures RENAME COLUMN kind TO damaged"))
    run_restore(target.settings, with_people, replace=True)
    report = capsys.readouterr().out
    assert "The list of erasures of the replaced database could not be read." in report
    assert "run `regie erasures repeat FILE` before anyone signs in" in report


@pytest.mark.parametrize("content", ["", "{}", '[{"kind": "user"}]', '[{"kind": "x"}]', "[1]"])
def test_another_file_is_refused(target: Installation, with_people: Path, tmp_path: Path, content: str):
    path = tmp_path / "erasures.json"
    path.write_text(content)
    for file in (path, tmp_path / "missing.json"):
        with pytest.raises(BackupError, match="name the file that `regie erasures list` wrote"):
            restore_backup(target.settings, with_people, replace=False, erasures=file)
    assert target.is_empty()


def test_interrupted_restore_does_not_lose_the_list(
    target: Installation, with_people: Path, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    """PostgreSQL's database is gone by then."""
    restored_and_erased(target, with_people, people)

    def kill(*_: Any) -> None:
        raise Killed

    monkeypatch.setattr(restore_module, "isolate", kill)
    monkeypatch.setattr("regie.backups.erasures.repeat_erasures", kill)
    with pytest.raises(Killed):
        restore_backup(target.settings, with_people, replace=True)
    monkeypatch.undo()
    repeated = restore_backup(target.settings, with_people, replace=True).erasures
    assert repeated is not None
    assert repeated.count == 3
    assert found_names(target) == []


def test_erasures_are_repeated_after_the_secret_was_replaced(
    target: Installation, with_people: Path, people: dict[str, Any]
):
    """Contacts are recognized by hashes, which have the key of the time of the erasure."""
    restored_and_erased(target, with_people, people)
    rotated = target.changed(REGIE_SECRET=NEW_SECRET, REGIE_FORMER_SECRETS=SECRET)
    repeated = restore_backup(rotated, with_people, replace=True).erasures
    assert repeated is not None
    assert (repeated.count, repeated.other_contacts) == (3, [])
    assert found_names(target) == []
    # The repeated erasures have hashes with the new key, and the backup still those with the former one.
    repeated = restore_backup(rotated, with_people, replace=True).erasures
    assert repeated is not None
    assert repeated.count == 3


def test_other_contacts_are_named(
    target: Installation, with_people: Path, people: dict[str, Any], capsys: pytest.CaptureFixture[str]
):
    """The contact had another address at the time of the backup, or was another person."""
    restore_backup(target.settings, with_people, replace=False)
    with target.database() as database, database.write() as session:
        client = session.execute(select(Client).where(Client.api_id == people["ulla"].api_id)).scalar_one()
        client.contact_email = "ulla@other.example"
    erase_all(target, people)
    run_restore(target.settings, with_people, replace=True)
    report = capsys.readouterr().out
    assert "2 erasures of people were repeated; the list has 3." in report
    assert f"Erase them if they are the same person:\n  {people['ulla'].name}\n" in report
    with target.database() as database:
        assert find_in_database(database, "ulla@nachtigall.example")
        assert find_in_database(database, "kanarienvogel", "wiedehopf") == []


def test_account_and_employee_are_erased_where_the_backup_has_them_unlinked(
    source: Installation, target: Installation, people: dict[str, Any], tmp_path: Path
):
    with source.database() as database, database.writes.begin() as db:
        db.execute(text("UPDATE employees SET user_id = NULL"))
    backup, _ = create_backup(source.settings, tmp_path / "unlinked")
    with source.database() as database, database.writes.begin() as db:
        link = text("UPDATE employees SET user_id = :user WHERE id = :id")
        db.execute(link, {"user": people["user"].id, "id": people["employee"].id})
    erase_all(source, people)
    listed = tmp_path / "erasures.json"
    listed.write_text(format_list(read_list(source)))
    repeated = restore_backup(target.settings, backup, replace=False, erasures=listed).erasures
    assert repeated is not None
    assert repeated.count == 3
    assert found_names(target) == []
