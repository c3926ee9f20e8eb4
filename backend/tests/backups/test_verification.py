"""Tests that the result of `regie backup --verify` is stored, and where administrators see it."""

from pathlib import Path
from typing import Any

import pytest

from regie.backups.commands import backup as run_backup
from regie.core.db.database import Database
from regie.doctor import examine
from tests.backups.conftest import Installation
from tests.backups.test_backup import interrupt
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.people import make_user
from tests.factories.world import fingerprint


def verify(installation: Installation, path: Path) -> None:
    run_backup(installation.settings, path, keep=None, verifies=True)


@pytest.fixture
def read(source: Installation, database: Database, clock: MovableClock) -> Any:
    """Return the data of a path, as an administrator reads it."""
    with database.write() as session:
        admin = make_user(session, roles=["admin"])

    def get(path: str) -> Any:
        with source.app(clock) as app:
            answer = Browser(app, ORIGIN).signed_in_as(admin, clock.now()).get(f"/api/v1/{path}")
        assert answer.status_code == 200
        return answer.json()["data"]

    return get


def _issues(read: Any) -> list[tuple[str, str]]:
    return [(one["code"], one["subject"]) for one in read("operations")["issues"] if one["code"] == "backup_damaged"]


def test_intact_backup_is_recorded(source: Installation, backup: Path, read: Any, capsys: pytest.CaptureFixture[str]):
    assert read("backups/status")["last_verification"] is None
    verify(source, backup)
    found = read("backups/status")["last_verification"]
    assert (found["outcome"], found["backup_name"], found["error"]) == ("succeeded", backup.name, None)
    assert found["backup_at"] <= found["verified_at"]
    assert _issues(read) == []
    assert "operations page" not in capsys.readouterr().out


def test_damaged_backup_needs_attention_until_another_is_verified(
    source: Installation, backup: Path, read: Any, tmp_path: Path
):
    damaged = backup.with_name("copy")
    backup.rename(damaged)
    interrupt(damaged)
    with pytest.raises(SystemExit, match="not a complete backup"):
        verify(source, damaged)
    found = read("backups/status")["last_verification"]
    assert (found["outcome"], found["backup_name"], found["backup_at"]) == ("failed", "copy", None)
    assert "not a complete backup" in found["error"]
    assert _issues(read) == [("backup_damaged", "copy")]
    run_backup(source.settings, tmp_path / "backups" / "new.tar", keep=None, verifies=False)
    assert _issues(read) == [("backup_damaged", "copy")]
    verify(source, tmp_path / "backups" / "new.tar")
    assert _issues(read) == []


def test_backup_is_verified_where_the_installation_has_no_database(
    source: Installation, backup: Path, database: Database, target: Installation, capsys: pytest.CaptureFixture[str]
):
    before = fingerprint(database)
    verify(target, backup)
    printed = capsys.readouterr().out
    assert "complete and intact" in printed
    assert "The operations page does not show this result: " in printed
    assert target.is_empty()
    assert fingerprint(database) == before


def test_doctor_names_the_last_backup_and_its_verification(
    source: Installation, backup: Path, capsys: pytest.CaptureFixture[str]
):
    examine(source.settings)
    assert "warning  Verified backup: none was verified yet" in capsys.readouterr().out
    verify(source, backup)
    examine(source.settings)
    printed = capsys.readouterr().out
    assert "ok       Backup: the last one was made on " in printed
    assert f"ok       Verified backup: {backup.name} on " in printed
    interrupt(backup)
    with pytest.raises(SystemExit):
        verify(source, backup)
    assert examine(source.settings) == 1
    assert f"PROBLEM  Verified backup: {backup.name} on " in capsys.readouterr().out
