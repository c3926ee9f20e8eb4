"""Tests that lists and figures from a replica are never older than the last write, and never fail with it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text
from structlog.testing import capture_logs

from regie.core.db.database import Database
from regie.doctor import examine
from regie.main import create_app
from regie.migrate import migrate
from regie.settings import SettingsError, load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, ROOT, MovableClock
from tests.core.stalling_proxy import StallingProxy
from tests.factories.people import make_user

LIST, FIGURES = "/api/v1/clients", "/api/v1/dashboard-months"
WRITES = 500
Open = Callable[[str], tuple[Browser, list[str]]]


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[str, str]]:
    """Yield the addresses of a primary, which commits durably as in production, and of its replica."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from postgres import start_postgres, start_replica

    primary, stop = start_postgres()
    try:
        database = Database(primary)
        migrate(database)
        database.close()
        replica, stop_replica = start_replica(primary)
        yield primary, replica
        stop_replica()
    finally:
        stop()


@pytest.fixture
def open_app(servers: tuple[str, str], clock: MovableClock) -> Iterator[Open]:
    """Return a function that signs in on an application with this replica, and lists the replica's statements."""
    opened: list[Database] = []

    def open_with(replica_url: str) -> tuple[Browser, list[str]]:
        database = Database(servers[0], replica_url=replica_url)
        opened.append(database)
        with database.write() as session:
            user = make_user(session, roles=["admin"])
        statements: list[str] = []
        event.listen(database.engines["replica"], "before_cursor_execute", lambda *called: statements.append(called[2]))
        settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000"})
        app = create_app(settings, database=database, clock=clock)
        browser = Browser(app, ORIGIN).signed_in_as(user, clock.now())
        browser.user = user
        return browser, statements

    yield open_with
    for database in opened:
        database.close()


def _create(browser: Browser, number: int) -> None:
    body = {"name": f"Miroir {number}", "account_manager": browser.user.api_id, "currency": "CAD"}
    assert browser.post(LIST, body).status_code == 201


def _total(browser: Browser) -> int:
    answer = browser.get(f"{LIST}?per_page=1")
    assert answer.status_code == 200
    return answer.json()["meta"]["total"]


def _data_reads(statements: list[str]) -> list[str]:
    return [one for one in statements if "FROM clients" in one]


@contextmanager
def _paused_replay(replica_url: str) -> Iterator[None]:
    replica = Database(replica_url)
    with replica.read() as db:
        db.execute(text("SELECT pg_wal_replay_pause()"))
        while db.execute(text("SELECT pg_get_wal_replay_pause_state()")).scalar() != "paused":
            pass
        yield
        db.execute(text("SELECT pg_wal_replay_resume()"))
    replica.close()


@pytest.mark.timeout(300)
def test_no_list_is_older_than_the_last_write(servers: tuple[str, str], open_app: Open):
    browser, statements = open_app(servers[1])
    before = _total(browser)
    totals = []
    for number in range(WRITES):
        _create(browser, number)
        totals.append(_total(browser))
    assert totals == [before + number + 1 for number in range(WRITES)]
    assert _data_reads(statements), "the replica was never used"


def test_figures_come_from_the_replica_and_single_records_do_not(servers: tuple[str, str], open_app: Open):
    browser, statements = open_app(servers[1])
    _create(browser, 0)
    record = browser.get(f"{LIST}?per_page=1").json()["data"][0]["api_id"]
    statements.clear()
    assert browser.get(f"{LIST}/{record}").status_code == 200
    assert statements == []
    assert browser.get(FIGURES).status_code == 200
    assert len(statements) > 1


def test_replica_that_is_behind_is_not_read(servers: tuple[str, str], open_app: Open):
    browser, statements = open_app(servers[1])
    before = _total(browser)
    with _paused_replay(servers[1]):
        _create(browser, 0)
        statements.clear()
        assert _total(browser) == before + 1
        assert _data_reads(statements) == []


def test_primary_is_no_replica(servers: tuple[str, str], open_app: Open):
    """After a failover the setting may name the new primary."""
    browser, statements = open_app(servers[0])
    _create(browser, 0)
    statements.clear()
    assert _total(browser) > 0
    assert _data_reads(statements) == []


def test_replica_that_is_gone_fails_no_request(open_app: Open):
    with capture_logs() as lines:
        browser, _ = open_app("postgresql://regie:x@127.0.0.1:9/postgres")
        assert [browser.get(LIST).status_code for _ in range(5)] == [200] * 5
    assert [line["event"] for line in lines].count("read replica failed: reads go to the primary") == 1


def test_replica_that_hangs_delays_one_request(servers: tuple[str, str], open_app: Open):
    port = int(servers[1].rpartition(":")[2].partition("/")[0])
    proxy = StallingProxy(port)
    browser, statements = open_app(servers[1].replace(f":{port}/", f":{proxy.port}/"))
    _total(browser)
    assert _data_reads(statements)
    with proxy.stalling():
        started = time.monotonic()
        assert [browser.get(LIST).status_code for _ in range(5)] == [200] * 5
        assert time.monotonic() - started < 10
    proxy.close()


def test_doctor_checks_the_replica(servers: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def findings(read_url: str) -> str:
        settings = {"REGIE_DATABASE_URL": servers[0], "REGIE_DATABASE_READ_URL": read_url, "REGIE_DATA": str(tmp_path)}
        examine(load_settings(settings))
        return capsys.readouterr().out

    assert "ok       Read replica: " in findings(servers[1])
    assert "PROBLEM  Read replica: it is no replica" in findings(servers[0])
    assert "warning  Read replica: " in findings("postgresql://regie:x@127.0.0.1:9/postgres")


def test_sqlite_has_no_replica():
    with pytest.raises(SettingsError, match="REGIE_DATABASE_READ_URL must be postgresql://"):
        load_settings({"REGIE_DATABASE_READ_URL": "sqlite:////tmp/x"})
    with pytest.raises(SettingsError, match="REGIE_DATABASE_URL"):
        load_settings({"REGIE_DATABASE_READ_URL": "postgresql://u:p@h/d"})
