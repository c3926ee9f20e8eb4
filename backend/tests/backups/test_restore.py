"""Tests `regie restore`: what comes back, what it refuses, and that a refusal changes nothing."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from regie.backups import restore as restore_module
from regie.backups.commands import restore as run_restore
from regie.backups.create import create_backup
from regie.backups.errors import BackupError
from regie.backups.restore import restore_backup
from regie.core.db.database import Database
from regie.core.files.store import FileStore
from regie.core.restored_copy import Restore, is_restored_copy
from regie.domains.records.clients.models import Client
from regie.domains.work.attachments.models import Attachment
from regie.migrate import find_drift, is_current
from regie.settings import SettingsError
from regie.worker import lock_data_folder
from tests.backups.conftest import CONTENT, Installation
from tests.factories.files import TEXT
from tests.factories.work import make_client


def client_names(installation: Installation) -> list[str]:
    with installation.database() as database, database.read() as db:
        return list(db.execute(select(Client.name).order_by(Client.id)).scalars())


def contents(store: FileStore) -> dict[str, bytes]:
    return {key: b"".join(store.open(key)) for key in store.keys()}  # noqa: SIM118 - not a mapping


def refuse(installation: Installation, path: Path, message: str, *, replace: bool = False, **changed: str) -> None:
    with pytest.raises((BackupError, SettingsError), match=message):
        restore_backup(installation.changed(**changed), path, replace=replace)


def test_rows_and_files_come_back(source: Installation, backup: Path, target: Installation):
    restored = restore_backup(target.settings, backup, replace=False)
    assert client_names(target) == ["Maison Pivoine"]
    assert contents(target.store) == contents(source.store)
    assert sorted(contents(target.store).values()) == sorted([CONTENT, TEXT])
    assert (restored.differing, restored.missing_files) == ([], [])


def test_restored_database_is_complete(backup: Path, target: Installation):
    restore_backup(target.settings, backup, replace=False)
    with target.database() as database:
        assert is_current(database)
        assert find_drift(database) == []
        with database.write() as session:
            manager = session.execute(select(Client.account_manager_id)).scalar_one()
            assert make_client(session, account_manager_id=manager, name="Après").id > 1
        with database.read() as db:
            assert is_restored_copy(db)


def test_archive_is_restored(source: Installation, target: Installation, tmp_path: Path):
    path, _ = create_backup(source.settings, tmp_path / "all.tar")
    restore_backup(target.settings, path, replace=False)
    assert client_names(target) == ["Maison Pivoine"]
    assert contents(target.store) == contents(source.store)
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".all.tar")] == []


def test_interrupted_backup_is_refused(backup: Path, target: Installation):
    (backup / "manifest.json").unlink()
    refuse(target, backup, "not a complete backup")
    assert target.is_empty()


@pytest.mark.parametrize("part", ["database", "file"])
def test_damaged_backup_is_refused(source: Installation, backup: Path, target: Installation, part: str):
    path = next(backup.glob("database.*")) if part == "database" else backup / "files" / next(source.store.keys())
    path.write_bytes(path.read_bytes()[:-1])
    refuse(target, backup, "was changed or damaged")
    assert target.is_empty()


def test_backup_of_a_newer_schema_is_refused(backup: Path, target: Installation):
    manifest = json.loads((backup / "manifest.json").read_text())
    (backup / "manifest.json").write_text(json.dumps(manifest | {"schema": "9999", "release": "9.0"}))
    refuse(target, backup, r"of release 9\.0, which is newer")
    assert target.is_empty()


def test_another_secret_is_refused_unless_the_former_one_is_named(
    source: Installation, backup: Path, target: Installation
):
    new = "another-secret-of-at-least-thirty-two-characters"
    refuse(target, backup, "made with another REGIE_SECRET", REGIE_SECRET=new)
    assert target.is_empty()
    secrets = {"REGIE_SECRET": new, "REGIE_FORMER_SECRETS": source.settings.web.secret}
    restore_backup(target.changed(**secrets), backup, replace=False)
    assert client_names(target) == ["Maison Pivoine"]


def test_backup_of_the_other_engine_is_refused(backup: Path, target: Installation, database: Database, tmp_path: Path):
    other = f"sqlite:///{tmp_path / 'x.sqlite'}" if not database.is_sqlite else "postgresql://u:p@127.0.0.1:9/x"
    refuse(target, backup, "REGIE_DATABASE_URL must name one", REGIE_DATABASE_URL=other)
    assert target.is_empty()
    assert not (tmp_path / "x.sqlite").exists()


@pytest.fixture
def filled(backup: Path, target: Installation) -> Installation:
    """A target with other data than the backup's."""
    restore_backup(target.settings, backup, replace=False)
    with target.database() as database, database.write() as session:
        manager = session.execute(select(Client.account_manager_id)).scalar_one()
        make_client(session, account_manager_id=manager, name="Autre")
    return target


def test_filled_database_is_refused_and_replaced_on_request(filled: Installation, backup: Path, source: Installation):
    refuse(filled, backup, "is not empty: --replace")
    assert client_names(filled) == ["Maison Pivoine", "Autre"]
    filled.store.put(f"ab/{'0' * 32}", BytesIO(b"unused"))
    restore_backup(filled.settings, backup, replace=True)
    assert client_names(filled) == ["Maison Pivoine"]
    assert contents(filled.store) == contents(source.store)


def test_filled_file_store_is_refused(source: Installation, backup: Path, target: Installation):
    target.store.put(f"ab/{'0' * 32}", BytesIO(b"unused"))
    refuse(target, backup, "file store is not empty")
    assert list(target.store.keys()) == [f"ab/{'0' * 32}"]


@contextmanager
def in_use(installation: Installation) -> Iterator[None]:
    """Hold a connection, as a server does between its requests."""
    with installation.database() as database:
        with database.read() as db:
            db.execute(text("SELECT 1 FROM clients"))
        yield


def test_database_in_use_is_refused(filled: Installation, backup: Path):
    with in_use(filled):
        refuse(filled, backup, "stop `regie serve` and `regie worker` first", replace=True)
        assert client_names(filled) == ["Maison Pivoine", "Autre"]
    restore_backup(filled.settings, backup, replace=True)
    assert client_names(filled) == ["Maison Pivoine"]


def test_running_worker_is_refused(backup: Path, target: Installation):
    target.settings.data.mkdir(parents=True)
    with lock_data_folder(target.settings.data):
        refuse(target, backup, "A worker already runs")
    assert target.is_empty()


def test_missing_files_are_named(
    source: Installation, target: Installation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with source.database() as database, database.read() as db:
        key = db.execute(select(Attachment.storage_key)).scalar_one()
    source.store.remove(key)
    path, _ = create_backup(source.settings, tmp_path / "backups")
    run_restore(target.settings, path, replace=False)
    assert f"1 files that records name are missing:\n  {key}" in capsys.readouterr().out


def test_report_says_what_was_lost(backup: Path, target: Installation, capsys: pytest.CaptureFixture[str]):
    run_restore(target.settings, backup, replace=False)
    report = capsys.readouterr().out
    assert "Changes of the last minute, since that moment, are lost." in report
    assert "Every table has as many rows as the backup lists." in report
    assert "Every file that records name was restored." in report
    assert "0 mails wait" in report
    assert "Nothing is sent or synchronized until" in report


def test_differing_rows_are_named(backup: Path, target: Installation):
    manifest = json.loads((backup / "manifest.json").read_text())
    manifest["rows"]["clients"] += 1
    (backup / "manifest.json").write_text(json.dumps(manifest))
    assert restore_backup(target.settings, backup, replace=False).differing == ["clients"]


REFUSED = "regie: the database has another version: run `regie migrate` first (REGIE_DATABASE_URL).\n"


def start(installation: Installation, command: str) -> str:
    """Return what a process says that refuses to start."""
    process = [sys.executable, "-m", "regie.cli", command]
    done = subprocess.run(
        process, env=os.environ | installation.environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    return done.stderr


class Killed(BaseException):
    """The process ended."""


def test_nothing_starts_on_a_database_whose_restore_was_killed(
    backup: Path, target: Installation, monkeypatch: pytest.MonkeyPatch
):
    def kill(*_: Any) -> None:
        raise Killed

    monkeypatch.setattr(restore_module, "isolate", kill)
    with pytest.raises(Killed):
        restore_backup(target.settings, backup, replace=False)
    assert [start(target, command) for command in ("serve", "worker")] == [REFUSED, REFUSED]
    monkeypatch.undo()
    restore_backup(target.settings, backup, replace=True)
    assert client_names(target) == ["Maison Pivoine"]


def test_backup_of_a_restored_copy_has_one_open_restore(filled: Installation, backup: Path, tmp_path: Path):
    path, manifest = create_backup(filled.settings, tmp_path / "again")
    assert manifest["rows"]["restores"] == 1
    restore_backup(filled.settings, path, replace=True)
    with filled.database() as database, database.read() as db:
        assert [row.confirmed_at for row in db.execute(select(Restore))] == [None]


def test_jobs_of_their_own_database_are_restored(source: Installation, target: Installation, tmp_path: Path):
    for installation in (source, target):
        installation.environment["REGIE_JOBS_URL"] = f"sqlite:///{installation.settings.data / 'jobs.sqlite'}"
    with closing(sqlite3.connect(source.settings.data / "jobs.sqlite")) as jobs:
        jobs.executescript("PRAGMA journal_mode=WAL; CREATE TABLE job (name TEXT); INSERT INTO job VALUES ('mail')")
    path, manifest = create_backup(source.settings, tmp_path / "backups")
    assert "jobs.sqlite" in manifest["parts"]
    restore_backup(target.settings, path, replace=False)
    with closing(sqlite3.connect(target.settings.data / "jobs.sqlite")) as jobs:
        assert jobs.execute("SELECT name FROM job").fetchall() == [("mail",)]
