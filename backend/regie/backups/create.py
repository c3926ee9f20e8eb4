"""Writes a backup while everything runs: the databases first, then the files, and the manifest last."""

import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from regie.backups import contents, postgres, sqlite
from regie.backups.errors import BackupError, naming_store_errors
from regie.backups.layout import (
    ARCHIVE_SUFFIX,
    CHECKSUMS,
    DATABASE,
    FILES,
    FORMAT,
    JOBS,
    MANIFEST,
    SETTINGS,
    FilesPart,
    Manifest,
    describe_part,
    format_checksums,
    pack,
    write_manifest,
    write_private,
)
from regie.core.api.errors import NotFound, Problem
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.time.clock import Clock
from regie.domains.administration.backups.actions import record_backup
from regie.environment import open_file_store
from regie.migrate import require_compatible
from regie.settings import Settings

SEALED_BACKUPS, SEALED_TEXT = "backups", b"regie"
_NAME = re.compile(r"regie-\d{8}T\d{6}Z")


def create_backup(settings: Settings, target: Path, keep: int | None = None) -> tuple[Path, Manifest]:
    """Write a backup to a new folder below `target`, or to the new file `target`, and record the outcome."""
    if keep is not None and (keep < 1 or target.suffix == ARCHIVE_SUFFIX):
        raise BackupError("--keep needs a folder of backups and a number of at least 1.")
    database, clock = Database(settings.database_url), Clock()
    try:
        require_compatible(database)
        started_at = clock.now()
        try:
            path, manifest = _write(settings, database, target, started_at)
        except (BackupError, OSError, Problem, SQLAlchemyError) as error:
            reason = error if isinstance(error, BackupError | OSError) else type(error).__name__
            with suppress(SQLAlchemyError), database.write() as session:
                record_backup(session, started_at, clock.now(), error=str(reason))
            raise BackupError(f"No backup was made: {reason}") from error
        with database.write() as session:
            record_backup(session, started_at, clock.now(), size=total_size(manifest))
    finally:
        database.close()
    if keep is not None:
        prune(target, keep)
    return path, manifest


def total_size(manifest: Manifest) -> int:
    return sum(part["size"] for part in manifest["parts"].values()) + manifest["files"]["size"]


def prune(folder: Path, keep: int) -> None:
    """Remove all but the newest complete backups, and interrupted ones that are older than the newest."""
    found = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_dir())
    complete = [path for path in found if (path / MANIFEST).exists()]
    for path in found:
        if path not in complete[-keep:] and path < complete[-1]:
            # Without its manifest it is no backup, even if the removal is interrupted.
            (path / MANIFEST).unlink(missing_ok=True)
            shutil.rmtree(path)


def _write(settings: Settings, database: Database, target: Path, started_at: datetime) -> tuple[Path, Manifest]:
    name = f"regie-{started_at:%Y%m%dT%H%M%SZ}"
    is_archive = target.suffix == ARCHIVE_SUFFIX
    if is_archive and target.exists():
        raise BackupError(f"{target} exists already: name a new file.")
    parent = target.parent if is_archive else target
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = parent / (f".{target.name}.parts" if is_archive else name)
    with _lock(parent):
        if is_archive:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        manifest = _write_parts(settings, database, folder, started_at)
        if not is_archive:
            return folder, manifest
        pack(folder, target)
        return target, manifest


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Refuse a second backup into the same folder: removing old ones would remove it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BackupError(f"another backup is being written into {folder}.") from None
    finally:
        os.close(handle)


def _write_parts(settings: Settings, database: Database, folder: Path, started_at: datetime) -> Manifest:
    rows, schema, named = _copy_database(database, folder)
    _copy_jobs(settings, database.url, folder)
    with naming_store_errors():
        files = _copy_files(settings, folder, named)
    write_private(folder / SETTINGS, json.dumps(_public_settings(settings), indent=1, sort_keys=True) + "\n")
    parts = {path.name: describe_part(path) for path in sorted(folder.iterdir()) if path.is_file()}
    box = SealedBox(settings.web.secret, SEALED_BACKUPS)
    manifest: Manifest = {
        "format": FORMAT,
        "release": version("regie"),
        "schema": schema,
        "engine": database.url.get_backend_name(),
        "started_at": started_at.isoformat(),
        "finished_at": Clock().now().isoformat(),
        "secret": box.seal(SEALED_TEXT).decode(),
        "rows": rows,
        "files": files,
        "parts": parts,
    }
    # The manifest must not reach the disk before the parts.
    os.sync()
    write_manifest(folder, manifest)
    return manifest


def _copy_database(database: Database, folder: Path) -> tuple[dict[str, int], str, set[str]]:
    """Copy the state of one moment; return its rows by table, its schema version and the files that it names."""
    if database.is_sqlite:
        copy = folder / f"{DATABASE}.sqlite"
        sqlite.copy_database(Path(database.url.database or ""), copy)
        with sqlite.read_copy(copy) as db:
            return contents.count_rows(db), contents.read_schema_version(db), contents.named_files(db)
    with database.snapshot() as db:
        program = postgres.find_program("pg_dump", db)
        snapshot: str = db.execute(text("SELECT pg_export_snapshot()")).scalar_one()
        postgres.dump(program, database.url, folder / f"{DATABASE}.dump", snapshot)
        return contents.count_rows(db), contents.read_schema_version(db), contents.named_files(db)


def _copy_jobs(settings: Settings, database: URL, folder: Path) -> None:
    """Copy the jobs where they have their own database; there are none before the worker's first start."""
    url = make_url(settings.jobs_url)
    if is_same_database(url, database):
        return
    if url.get_backend_name() == "sqlite":
        source = Path(url.database or "")
        if source.exists():
            sqlite.copy_database(source, folder / f"{JOBS}.sqlite")
        return
    jobs = Database(settings.jobs_url)
    try:
        with jobs.read() as db:
            program = postgres.find_program("pg_dump", db)
        postgres.dump(program, jobs.url, folder / f"{JOBS}.dump", None)
    finally:
        jobs.close()


def is_same_database(one: URL, other: URL) -> bool:
    return (one.get_backend_name(), one.host, one.port, one.database) == (
        other.get_backend_name(), other.host, other.port, other.database
    )  # fmt: skip


def _copy_files(settings: Settings, folder: Path, named: set[str]) -> FilesPart:
    """Copy all stored files. A content never changes, and stays for a day after its record was deleted."""
    store, checksums, size = open_file_store(settings), dict[str, str](), 0
    for key in store.keys():  # noqa: SIM118 - not a mapping
        target = folder / FILES / key
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        digest = hashlib.sha256()
        try:
            with target.open("xb") as file:
                for chunk in store.open(key):
                    digest.update(chunk)
                    file.write(chunk)
        except NotFound:
            # Removed meanwhile: no record used it for a day.
            target.unlink()
            continue
        checksums[key] = digest.hexdigest()
        size += target.stat().st_size
    write_private(folder / CHECKSUMS, format_checksums(checksums))
    return {"count": len(checksums), "size": size, "missing": sorted(named - checksums.keys())}


def _public_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings without those that can contain a secret, which are never printed either."""
    addresses = {"database_url": settings.database_url, "jobs_url": settings.jobs_url}
    return _visible(settings) | {
        name: make_url(url).render_as_string(hide_password=True) for name, url in addresses.items()
    }


def _visible(group: Any) -> dict[str, Any]:
    values = {one.name: getattr(group, one.name) for one in fields(group) if one.repr}
    return {
        name: _visible(value) if is_dataclass(value) else str(value) if isinstance(value, Path) else value
        for name, value in values.items()
    }
