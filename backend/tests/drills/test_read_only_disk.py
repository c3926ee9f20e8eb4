"""A disk or database that becomes read-only: writes are refused plainly, reads work, and nothing restarts."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from regie.core.files.store import FilesSettings, FileStore
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.world import World, assert_unchanged

CLIENTS = "/api/v1/clients"
CSV = {"file": ("a.csv", b"Name\nA", "text/csv")}


@contextmanager
def _read_only(world: World) -> Iterator[None]:
    """Let the database refuse writes, as SQLite on a read-only disk and a PostgreSQL that became a replica do."""
    statement = "PRAGMA query_only=ON" if world.database.is_sqlite else "SET TRANSACTION READ ONLY"

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    def end(connection: Any, _record: object) -> None:
        if world.database.is_sqlite:
            connection.execute("PRAGMA query_only=OFF")

    engine = world.database.writes
    event.listen(engine, "begin", begin)
    event.listen(engine.pool, "checkin", end)
    try:
        yield
    finally:
        event.remove(engine, "begin", begin)
        event.remove(engine.pool, "checkin", end)


def test_read_only_database_refuses_writes_and_serves_reads(world: World):
    browser = world.browser("admin")
    body = {"name": "Figé", "account_manager": world.stranger.api_id, "currency": "CAD"}
    with assert_unchanged(world.database), _read_only(world):
        refused = browser.post(CLIENTS, body)
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert refused.headers["Retry-After"]
        assert browser.get(CLIENTS).status_code == 200
    assert browser.post(CLIENTS, body).status_code == 201


@contextmanager
def _read_only_mount(folder: Path) -> Iterator[None]:
    command = shutil.which("mount") or "mount"
    folder.mkdir(exist_ok=True)
    for options in (["--bind", folder, folder], ["-o", "remount,ro,bind", folder]):
        if subprocess.run([command, *options], capture_output=True).returncode:
            pytest.skip("mounting needs root")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.one_database
def test_read_only_folder_of_files_refuses_uploads(world: World, tmp_path: Path):
    files = tmp_path / "files"
    store = FileStore(FilesSettings(files.as_uri()))
    app = create_app(
        load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_FILES_URL": files.as_uri()}),
        database=world.database, clock=world.app.state.context.clock,
    )  # fmt: skip
    browser = Browser(app, ORIGIN).signed_in_as(world.people["admin"].user, NOON)
    with _read_only_mount(files), assert_unchanged(world.database):
        refused = browser.call("POST", "/api/v1/imports/clients", files=CSV)
        assert (refused.status_code, refused.json()["code"]) == (503, "file_storage_unavailable")
        ready = browser.get("/health/ready")
        assert (ready.status_code, ready.json()["checks"]["files"]) == (503, "failed")
        assert browser.get(CLIENTS).status_code == 200
    assert next(store.keys(), None) is None
    assert browser.call("POST", "/api/v1/imports/clients", files=CSV).status_code == 201
