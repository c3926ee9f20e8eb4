"""Restores a backup: verifies it, loads files and databases, and leaves a copy that sends nothing."""

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url

from regie.backups import contents, postgres, sqlite
from regie.backups.create import SEALED_BACKUPS, SEALED_TEXT, is_same_database
from regie.backups.erasures import KnownErasures, collect_erasures
from regie.backups.errors import BackupError, naming_store_errors
from regie.backups.isolate import Isolated, isolate
from regie.backups.layout import (
    DATABASE,
    FILES,
    JOBS,
    Manifest,
    find_defects,
    find_part,
    opened,
    read_checksums,
    read_manifest,
)
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.files.store import FileStore
from regie.core.time.clock import Clock
from regie.environment import open_file_store
from regie.erasures import RepeatedErasures, known_secrets
from regie.migrate import migrate, newest_version
from regie.settings import Settings
from regie.worker import lock_data_folder

# Until the copy is isolated, its schema has this version, which no release knows: nothing starts on it.
_RESTORING = "restoring"
_Finish = Callable[[Database], object]


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did; `differing` names the tables whose number of rows differs from the manifest's.

    `erasures` is None when no list of erasures is known; `unread_erasures` when the replaced database's was not read.
    """

    manifest: Manifest
    isolated: Isolated
    differing: list[str]
    missing_files: list[str]
    restored_at: datetime
    erasures: RepeatedErasures | None
    unread_erasures: bool


def verify_backup(path: Path) -> Manifest:
    """Return the manifest of an intact backup; raise BackupError with the damaged parts."""
    with opened(path) as folder:
        return _require_intact(folder)


def restore_backup(settings: Settings, path: Path, *, replace: bool, erasures: Path | None = None) -> Restored:
    """Restore into an empty database and file store, or replace what they contain.

    Erasures of people that are listed in the replaced database or in the file `erasures` are repeated.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    store = open_file_store(settings)
    with naming_store_errors(), lock_data_folder(settings.data), opened(path) as folder:
        manifest = _require_intact(folder)
        _require_readable(settings, manifest)
        targets = _targets(settings, manifest)
        filled = [url for url, _ in targets if _is_filled(url, replace=replace)]
        if not replace and next(store.keys(), None) is not None:
            raise BackupError("the file store is not empty (REGIE_FILES_URL): --replace removes its files.")
        database = targets[0][0]
        known = collect_erasures(settings.data, database if database in filled else None, erasures)
        known.save()
        keys = _restore_files(store, folder)
        for url, part in targets[1:]:
            _load(url, folder / part, None)
        finish = partial(_finish, manifest=manifest, keys=keys, known=known, secrets=known_secrets(settings))
        restored = _restore_database(targets[0], folder, finish)
        known.discard()
        for key in set(store.keys()) - keys if replace else ():
            store.remove(key)
        return restored


def _require_intact(folder: Path) -> Manifest:
    manifest = read_manifest(folder)
    defects = find_defects(folder, manifest)
    if not defects and (part := find_part(manifest, DATABASE)) and part.endswith(".sqlite"):
        damage = sqlite.find_damage(folder / part)
        defects = [f"{folder / part} is damaged: {damage}."] if damage else []
    if defects:
        more = f" {len(defects) - 5} more parts are damaged." if len(defects) > 5 else ""
        raise BackupError(f"the backup is damaged: {' '.join(defects[:5])}{more} Use another backup.")
    return manifest


def _require_readable(settings: Settings, manifest: Manifest) -> None:
    if manifest["schema"] > newest_version():
        raise BackupError(f"the backup is of release {manifest['release']}, which is newer: install that release.")
    box = SealedBox(settings.web.secret, SEALED_BACKUPS, settings.web.former_secrets)
    if box.open(manifest["secret"].encode()) != SEALED_TEXT:
        raise BackupError(
            "the backup was made with another REGIE_SECRET, without which its stored keys cannot be read: set that "
            "one, or name it in REGIE_FORMER_SECRETS."
        )


def _targets(settings: Settings, manifest: Manifest) -> list[tuple[URL, str]]:
    """Return the databases to fill, with the parts that they are filled from; the application's is the first."""
    database, jobs = make_url(settings.database_url), make_url(settings.jobs_url)
    part, jobs_part = find_part(manifest, DATABASE), find_part(manifest, JOBS)
    if part is None or database.get_backend_name() != manifest["engine"]:
        raise BackupError(f"the backup is of a {manifest['engine']} database: REGIE_DATABASE_URL must name one.")
    if jobs_part is None or is_same_database(jobs, database):
        return [(database, part)]
    if (jobs.get_backend_name() == "sqlite") != jobs_part.endswith(".sqlite"):
        raise BackupError("the jobs of the backup are in a database of another kind than REGIE_JOBS_URL names.")
    return [(database, part), (jobs, jobs_part)]


def _is_filled(url: URL, *, replace: bool) -> bool:
    """Raise BackupError while a server or worker uses the database, or when it would be overwritten."""
    if url.get_backend_name() == "sqlite":
        sqlite.refuse_used(Path(url.database or ""))
        is_filled = sqlite.has_tables(Path(url.database or ""))
    else:
        with closing(Database(url.render_as_string(hide_password=False))) as database, database.read() as db:
            if users := postgres.count_users(db):
                raise BackupError(
                    f"the database has {users} other connections: stop `regie serve` and `regie worker` first."
                )
            postgres.find_program("pg_restore", db)
            is_filled = postgres.has_tables(db)
    if is_filled and not replace:
        raise BackupError(f"the database {url.database} is not empty: --replace removes its content.")
    return is_filled


def _restore_files(store: FileStore, folder: Path) -> set[str]:
    keys = set(read_checksums(folder))
    for key in sorted(keys):
        with (folder / FILES / key).open("rb") as file:
            store.put(key, file)
    return keys


def _restore_database(target: tuple[URL, str], folder: Path, finish: Callable[[Database], Restored]) -> Restored:
    found: list[Restored] = []
    _load(target[0], folder / target[1], lambda database: found.append(finish(database)))
    return found[0]


def _load(url: URL, part: Path, finish: _Finish | None) -> None:
    """Fill a database from its part; SQLite's file is put in place only after `finish`."""
    if url.get_backend_name() == "sqlite":
        _load_sqlite(Path(url.database or ""), part, finish)
        return
    with closing(Database(url.render_as_string(hide_password=False))) as database:
        with database.writes.begin() as connection:
            program = postgres.find_program("pg_restore", connection)
            if postgres.has_tables(connection):
                postgres.drop_schemas(connection)
        postgres.restore(program, url, part)
        if finish:
            finish(database)


def _load_sqlite(target: Path, part: Path, finish: _Finish | None) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.restoring")
    sqlite.remove_database(partial)
    shutil.copyfile(part, partial)
    if finish:
        with closing(Database(f"sqlite:///{partial}")) as database:
            finish(database)
    sqlite.refuse_used(partial)
    # A log of the replaced database would be applied to the new one.
    sqlite.remove_database(target)
    partial.replace(target)


def _finish(
    database: Database, manifest: Manifest, keys: set[str], known: KnownErasures, secrets: tuple[str, ...]
) -> Restored:
    """Compare with the manifest, migrate to this release, repeat erasures, then isolate the copy."""
    with database.read() as db:
        rows, named = contents.count_rows(db), contents.named_files(db)
    expected = manifest["rows"]
    differing = [name for name in sorted(expected) if rows.get(name) != expected[name]]
    migrate(database, prepare=partial(_set_version, manifest["schema"]), finish=partial(_set_version, _RESTORING))
    repeated = known.repeat(database, secrets)
    now = Clock().now()
    with database.write() as session:
        isolated = isolate(session, datetime.fromisoformat(manifest["started_at"]), now)
    return Restored(manifest, isolated, differing, sorted(named - keys), now, repeated, known.is_unreadable)


def _set_version(version: str, connection: Connection) -> None:
    connection.execute(text("DELETE FROM alembic_version"))
    connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:version)"), {"version": version})
