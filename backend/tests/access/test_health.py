"""Tests the health checks: what they answer while the database, its schema or the files fail."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from regie import draining
from regie.core.db.database import Database
from regie.core.db.schema_support import record_oldest_supported
from regie.main import create_app
from regie.migrate import require_compatible
from regie.settings import SettingsError, load_settings
from tests.browser import connect
from tests.conftest import ORIGIN, MovableClock
from tests.factories.world import assert_unchanged

READY = {"status": "ok", "checks": {"database": "ok", "draining": "ok", "files": "ok", "schema": "ok"}}


def _app(database: Database, files_url: str = "memory:///", factor: int = 1000) -> object:
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_FILES_URL": files_url})
    settings = replace(settings, web=replace(settings.web, rate_factor=factor))
    return create_app(settings, database=database, clock=MovableClock())


def _get(app: object, path: str, method: str = "GET") -> tuple[int, dict[str, object]]:
    response = connect(app, ORIGIN).request(method, path)
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"
    return response.status_code, response.json() if response.content else {}


@pytest.fixture
def unreachable() -> Database:
    """A PostgreSQL address where nothing listens."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    return Database(f"postgresql://regie:pass-word@127.0.0.1:{port}/regie")


def test_running_application_is_live_and_ready(database: Database):
    app = _app(database)
    assert _get(app, "/health/live") == (200, {"status": "ok", "checks": {}})
    assert _get(app, "/health/ready") == (200, READY)
    assert _get(app, "/health/ready", "HEAD") == (200, {})


def test_unreachable_database_is_not_ready_but_live(unreachable: Database):
    app = _app(unreachable)
    status, body = _get(app, "/health/ready")
    assert (status, body) == (
        503,
        {"status": "failed", "checks": READY["checks"] | {"database": "failed", "schema": "failed"}},
    )
    assert _get(app, "/health/live")[0] == 200


def test_log_of_a_failed_check_has_no_secret(unreachable: Database, capsys: pytest.CaptureFixture[str]):
    _get(_app(unreachable), "/health/ready")
    written = capsys.readouterr().out
    assert "health_check_failed" in written
    assert "pass-word" not in written


def test_outdated_schema_is_not_ready(database: Database):
    app = _app(database)
    with database.writes.begin() as connection:
        newest = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    try:
        expected = {"status": "failed", "checks": READY["checks"] | {"schema": "failed"}}
        assert _get(app, "/health/ready") == (503, expected)
    finally:
        with database.writes.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": newest})
    assert _get(app, "/health/ready") == (200, READY)


@pytest.mark.parametrize(("oldest", "is_ready"), [("0001", True), (None, True), ("9998", False), ("", False)])
def test_newer_schema_is_ready_if_it_supports_this_release(database: Database, oldest: str | None, is_ready: bool):
    """During a rolling upgrade the previous release works on the schema of the next one; None: it names this one."""
    app = _app(database)
    with database.writes.begin() as connection:
        newest = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        if oldest != "":
            record_oldest_supported(connection, newest if oldest is None else oldest)
    try:
        assert _get(app, "/health/ready")[0] == (200 if is_ready else 503)
        if not is_ready:
            with pytest.raises(SettingsError, match="regie migrate"):
                require_compatible(database)
    finally:
        with database.writes.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": newest})


@pytest.mark.one_database
def test_process_that_ends_is_not_ready_but_serves(database: Database, monkeypatch: pytest.MonkeyPatch):
    app = _app(database)
    monkeypatch.setitem(draining._state, "is_draining", True)
    expected = {"status": "failed", "checks": READY["checks"] | {"draining": "failed"}}
    assert _get(app, "/health/ready") == (503, expected)
    answer = connect(app, ORIGIN).get("/sanctum/csrf-cookie")
    assert (answer.status_code, answer.headers["Connection"]) == (204, "close")


@pytest.mark.one_database
def test_files_that_cannot_be_written_are_not_ready(database: Database, tmp_path: Path):
    (tmp_path / "files").write_text("a file where the folder should be", "utf-8")
    app = _app(database, (tmp_path / "files").as_uri())
    expected = {"status": "failed", "checks": READY["checks"] | {"files": "failed"}}
    assert _get(app, "/health/ready") == (503, expected)


@pytest.mark.one_database
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(database: Database, method: str):
    with assert_unchanged(database):
        for path in ("/health/live", "/health/ready"):
            response = connect(_app(database), ORIGIN).request(method, path)
            assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.one_database
def test_readiness_is_rate_limited(database: Database):
    """Each check writes a file, so repetition is limited."""
    app = _app(database, factor=0)
    assert connect(app, ORIGIN).get("/health/ready").status_code == 429
    assert connect(app, ORIGIN).get("/health/live").status_code == 200
