"""Tests `regie backup`: what it contains, when it is complete, what it refuses, and what administrators see."""

import json
import os
import re
import tarfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from regie.backups import postgres
from regie.backups.commands import backup as run_backup
from regie.backups.create import create_backup
from regie.backups.errors import BackupError
from regie.backups.layout import read_checksums, read_manifest
from regie.backups.restore import verify_backup
from regie.core.db.database import Database
from regie.core.files.store import new_storage_key
from regie.core.time.clock import Clock
from regie.domains.administration.backups.models import Backup
from regie.domains.work.attachments.models import Attachment
from regie.main import create_app
from tests.backups.conftest import Installation
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES, MovableClock
from tests.factories.people import make_user


def outcomes(database: Database) -> list[tuple[str, int | None, str | None]]:
    with database.read() as db:
        found = db.execute(select(Backup.outcome, Backup.size, Backup.error).order_by(Backup.id))
        return [(row.outcome, row.size, row.error) for row in found]


def interrupt(folder: Path) -> None:
    """Leave the folder as a killed backup does."""
    (folder / "manifest.json").unlink()


def test_manifest_counts_all_rows_and_files(source: Installation, backup: Path, database: Database):
    manifest = verify_backup(backup)
    assert manifest["rows"]["clients"] == 1
    assert manifest["rows"]["users"] == 1
    assert (manifest["files"]["count"], manifest["files"]["missing"]) == (2, [])
    assert set(read_checksums(backup)) == set(source.store.keys())
    assert manifest["engine"] == ("sqlite" if database.is_sqlite else "postgresql")
    assert re.fullmatch(r"\d{4}", manifest["schema"])


def test_backup_is_private_and_its_texts_contain_no_secret(source: Installation, backup: Path):
    assert backup.stat().st_mode & 0o777 == 0o700
    texts = [path.read_text("utf-8") for path in backup.iterdir() if path.suffix in (".json", ".sha256")]
    assert len(texts) == 3
    secrets = [value for name, value in source.environment.items() if re.search("SECRET|KEY|TOKEN$", name)]
    password = source.settings.database_url.partition("//")[2].partition("@")[0].partition(":")[2]
    assert len(secrets) == 5
    assert [value for value in (*secrets, password) if value and any(value in content for content in texts)] == []
    assert json.loads((backup / "settings.json").read_text())["web"]["origin"] == ORIGIN


def test_checksums_are_readable_by_sha256sum(backup: Path):
    lines = (backup / "files.sha256").read_text().splitlines()
    assert len(lines) == 2
    assert all(re.fullmatch(r"[0-9a-f]{64}  files/[0-9a-f]{2}/[0-9a-f]{32}", line) for line in lines)


def test_interrupted_backup_is_refused(backup: Path):
    interrupt(backup)
    with pytest.raises(BackupError, match="not a complete backup"):
        verify_backup(backup)


@pytest.mark.parametrize("part", ["database", "settings", "file"])
def test_changed_part_is_named(source: Installation, backup: Path, part: str):
    paths = {"settings": backup / "settings.json", "file": backup / "files" / next(source.store.keys())}
    path = paths.get(part) or next(backup.glob("database.*"))
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"?")
    with pytest.raises(BackupError, match=re.escape(f"{path} was changed or damaged")):
        verify_backup(backup)


def test_removed_file_is_named(source: Installation, backup: Path):
    path = backup / "files" / next(source.store.keys())
    path.unlink()
    with pytest.raises(BackupError, match=re.escape(f"{path} is missing")):
        verify_backup(backup)


def test_file_that_the_store_has_lost_is_listed(
    source: Installation, database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with database.read() as db:
        key = db.execute(select(Attachment.storage_key)).scalar_one()
    source.store.remove(key)
    run_backup(source.settings, tmp_path / "backups", keep=None, verifies=False)
    assert f"1 files that records name were not in the file store:\n  {key}" in capsys.readouterr().out


def test_other_files_of_the_folder_are_left_out(source: Installation, tmp_path: Path):
    (tmp_path / "source" / "files" / "notes.txt").write_text("not ours")
    assert create_backup(source.settings, tmp_path / "backups")[1]["files"]["count"] == 2


def test_archive_is_one_private_file_that_can_be_verified(source: Installation, tmp_path: Path):
    path, manifest = create_backup(source.settings, tmp_path / "backups" / "all.tar")
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
    assert verify_backup(path) == manifest
    with tarfile.open(path) as archive:
        assert "manifest.json" in archive.getnames()
    with pytest.raises(BackupError, match="exists already"):
        create_backup(source.settings, path)
    assert verify_backup(path) == manifest


def test_broken_archive_is_refused(source: Installation, tmp_path: Path):
    path, _ = create_backup(source.settings, tmp_path / "all.tar")
    path.write_bytes(path.read_bytes()[:2_000])
    with pytest.raises(BackupError, match="cannot be unpacked"):
        verify_backup(path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("../outside.txt", tarfile.REGTYPE), ("/outside.txt", tarfile.REGTYPE), ("link", tarfile.SYMTYPE)],
)
def test_archive_with_a_member_outside_is_refused(source: Installation, tmp_path: Path, name: str, kind: bytes):
    path, _ = create_backup(source.settings, tmp_path / "made" / "all.tar")
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, str(tmp_path)
    with tarfile.open(path, "a") as archive:
        archive.addfile(member)
    with pytest.raises(BackupError, match="cannot be unpacked"):
        verify_backup(path)
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["all.tar"]
    assert not (tmp_path / "outside.txt").exists()


def test_keep_removes_older_and_interrupted_backups(source: Installation, tmp_path: Path):
    folder = tmp_path / "backups"
    for day in range(1, 5):
        made = create_backup(source.settings, folder)[0]
        made.rename(folder / f"regie-2026110{day}T000000Z")
    interrupt(folder / "regie-20261104T000000Z")
    (folder / "mine").mkdir()
    newest = create_backup(source.settings, folder, keep=2)[0]
    assert sorted(path.name for path in folder.iterdir()) == ["mine", "regie-20261103T000000Z", newest.name]


def test_keep_refuses_a_number_that_keeps_none(source: Installation, tmp_path: Path):
    with pytest.raises(BackupError, match="at least 1"):
        create_backup(source.settings, tmp_path / "backups", keep=0)
    assert not (tmp_path / "backups").exists()


def test_outcome_is_recorded_with_its_size(source: Installation, backup: Path, database: Database):
    manifest = read_manifest(backup)
    size = sum(part["size"] for part in manifest["parts"].values()) + manifest["files"]["size"]
    assert outcomes(database) == [("succeeded", size, None)]


def test_failure_is_recorded_with_its_reason(source: Installation, database: Database, tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BackupError, match="No backup was made"):
        create_backup(source.settings, tmp_path / "file")
    outcome, size, error = outcomes(database)[0]
    assert (outcome, size) == ("failed", None)
    assert error


@pytest.fixture
def only_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(postgres, "_DEBIAN", tmp_path / "nowhere")
    return folder


def test_missing_pg_dump_is_refused(source: Installation, database: Database, only_program: Path, tmp_path: Path):
    if database.is_sqlite:
        assert create_backup(source.settings, tmp_path / "backups")
        return
    with pytest.raises(BackupError, match=r"pg_dump is not installed\. Install PostgreSQL's client programs"):
        create_backup(source.settings, tmp_path / "backups")
    assert outcomes(database)[0][0] == "failed"
    assert list((tmp_path / "backups").glob("*/manifest.json")) == []


def test_older_pg_dump_is_refused(source: Installation, database: Database, only_program: Path, tmp_path: Path):
    if database.is_sqlite:
        pytest.skip("SQLite needs no program")
    program = only_program / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    program.chmod(0o700)
    with pytest.raises(BackupError, match="pg_dump is version 9, older than the server"):
        create_backup(source.settings, tmp_path / "backups")


@pytest.fixture
def read_status(database: Database, clock: MovableClock) -> Any:
    """Return what administrators see, with this limit of days."""

    def read(days: str) -> dict[str, Any]:
        settings = Installation({"REGIE_ORIGIN": ORIGIN, **SERVICES, "REGIE_BACKUP_WARNING_DAYS": days}).settings
        app = create_app(settings, database=database, clock=clock, validate_responses=True)
        with database.write() as session:
            admin = make_user(session, roles=["admin"])
        answer = Browser(app, ORIGIN).signed_in_as(admin, clock.now()).get("/api/v1/backups/status")
        assert answer.status_code == 200
        return answer.json()["data"]

    return read


def test_administrators_see_the_last_backup(backup: Path, read_status: Any, clock: MovableClock, database: Database):
    clock.moment = Clock().now()
    seen = read_status("2")
    assert (seen["last"]["outcome"], seen["is_overdue"], seen["restored_copy"]) == ("succeeded", False, None)
    assert seen["last"]["size"] == outcomes(database)[0][1]
    clock.moment += timedelta(days=3)
    assert read_status("2")["is_overdue"] is True
    assert read_status("4")["is_overdue"] is False


def test_failed_backup_does_not_end_the_warning(source: Installation, read_status: Any, tmp_path: Path):
    assert read_status("2")["is_overdue"] is True
    assert read_status("0")["is_overdue"] is False
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BackupError):
        create_backup(source.settings, tmp_path / "file")
    seen = read_status("2")
    assert (seen["last"]["outcome"], seen["last_success_at"], seen["is_overdue"]) == ("failed", None, True)


def test_file_removed_during_the_backup_is_left_out(
    source: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from regie.core.files.store import FileStore

    listed = [*source.store.keys(), new_storage_key()]
    monkeypatch.setattr(FileStore, "keys", lambda _self: iter(listed))
    manifest = create_backup(source.settings, tmp_path / "backups")[1]
    assert (manifest["files"]["count"], manifest["files"]["missing"]) == (2, [])
