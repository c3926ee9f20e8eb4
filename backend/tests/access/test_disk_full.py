"""Tests a full disk: named to administrators, a plain 503 for others, and nothing is changed."""

import errno
import io
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from regie.core.api.errors import DiskFull
from regie.core.disk import is_disk_full
from regie.core.files.store import FilesSettings, FileStore, new_storage_key
from tests.factories.world import World, assert_unchanged

NO_SPACE = OSError(errno.ENOSPC, "No space left on device")


def sqlite_error() -> Exception:
    """SQLite's own error, from a database that may not grow."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE rows (value BLOB)")
    database.execute("PRAGMA max_page_count = 4")
    try:
        database.execute("INSERT INTO rows VALUES (zeroblob(100000))")
    except sqlite3.Error as error:
        return error
    raise AssertionError


class PostgresError(Exception):
    sqlstate = "53100"


def raising(error: Exception) -> Callable[..., None]:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


@pytest.mark.parametrize("cause", [NO_SPACE, sqlite_error(), PostgresError()])
def test_full_disk_is_recognized(cause: Exception) -> None:
    assert is_disk_full(OperationalError("INSERT", {}, cause))
    assert not is_disk_full(OperationalError("INSERT No space left on device", {}, Exception("database is locked")))


@pytest.mark.parametrize(("role", "code"), [("admin", "disk_full"), ("churn_manager", "unavailable")])
@pytest.mark.parametrize("error", [OperationalError("INSERT", {}, sqlite_error()), NO_SPACE])
def test_full_disk_is_named_to_administrators(
    world: World, monkeypatch: pytest.MonkeyPatch, role: str, code: str, error: Exception
) -> None:
    browser = world.browser(role)
    monkeypatch.setattr("regie.domains.administration.saved_views.actions.create_saved_view", raising(error))
    body = {"list_name": "clients", "name": "A"}
    with assert_unchanged(world.database):
        answer = browser.post("/api/v1/saved-views", body)
    assert (answer.status_code, answer.json()["code"]) == (503, code)
    assert answer.headers["Retry-After"]


def test_full_disk_of_the_file_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library reports the system's message alone."""
    from obstore.exceptions import GenericError

    message = "Generic LocalFileSystem error: Unable to copy data to file: No space left on device (os error 28)"
    monkeypatch.setattr("obstore.put", raising(GenericError(message)))
    with pytest.raises(DiskFull):
        FileStore(FilesSettings(tmp_path.as_uri())).put(new_storage_key(), io.BytesIO(b"a"))


@pytest.mark.parametrize(("role", "code"), [("admin", "disk_full"), ("account_manager", "unavailable")])
def test_upload_to_a_full_disk(world: World, monkeypatch: pytest.MonkeyPatch, role: str, code: str) -> None:
    """The form's temporary file cannot be written."""
    monkeypatch.setattr("starlette.datastructures.UploadFile.write", raising(NO_SPACE))
    browser = world.browser(role)
    with assert_unchanged(world.database):
        answer = browser.call("POST", "/api/v1/imports/clients", files={"file": ("a.csv", b"Name\nA", "text/csv")})
    assert (answer.status_code, answer.json()["code"]) == (503, code)
