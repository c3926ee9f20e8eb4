"""Tests that Régie works through PgBouncer in transaction mode, whose sessions clients share."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from regie.core.db.database import Database
from regie.core.db.time_limits import TimeLimits
from regie.doctor import examine
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.drills.processes import clean_environment, run_command, start_command, wait_until
from tests.factories.people import make_user
from tests.scale.pgbouncer import run_pgbouncer

pytestmark = pytest.mark.needs_postgres
CLIENTS, CALLS_EACH = 8, 15


@pytest.fixture
def pooled_url(database: Database) -> Iterator[str]:
    with run_pgbouncer(database.url) as url:
        yield url.render_as_string(hide_password=False)


def test_limits_hold_in_transactions_and_reach_no_other_client(pooled_url: str):
    limits = TimeLimits(statement_seconds=5, lock_seconds=3)
    database, other = Database(pooled_url, limits=limits), Database(pooled_url)
    assert database.is_pooled
    names = ("jit", "statement_timeout", "lock_timeout")
    with database.write() as session:
        assert [session.execute(text(f"SHOW {name}")).scalar() for name in names] == ["off", "5s", "3s"]
    with database.snapshot() as db:
        assert db.execute(text("SHOW statement_timeout")).scalar() == "5s"
    for _ in range(10):
        with other.read() as db:
            assert [db.execute(text(f"SHOW {name}")).scalar() for name in names] == ["on", "0", "0"]
    database.close()
    other.close()


@pytest.fixture
def recommended_url(database: Database) -> Iterator[str]:
    """Without JIT: compiling a statement takes longer than running it."""
    with run_pgbouncer(database.url, connect_query="SET jit = off") as url:
        yield url.render_as_string(hide_password=False)


def test_concurrent_writers_and_readers_all_succeed(recommended_url: str, database: Database, clock: MovableClock):
    with database.write() as session:
        user = make_user(session, roles=["admin"])
    pooled = Database(recommended_url)
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000"}), database=pooled, clock=clock)
    browsers = [Browser(app, ORIGIN).signed_in_as(user, clock.now()) for _ in range(CLIENTS)]
    start = threading.Barrier(CLIENTS)

    def call(browser: Browser) -> list[int]:
        start.wait(30)
        body = {"name": "Bassin", "account_manager": user.api_id, "currency": "CAD"}
        statuses = []
        for number in range(CALLS_EACH):
            statuses.append(browser.post("/api/v1/clients", body).status_code)
            # Often enough for the driver to prepare the statement.
            statuses.append(browser.get(f"/api/v1/clients?page={number % 3 + 1}").status_code)
        return statuses

    with ThreadPoolExecutor(CLIENTS) as threads:
        statuses = Counter(status for found in threads.map(call, browsers) for status in found)
    assert statuses == {201: CLIENTS * CALLS_EACH, 200: CLIENTS * CALLS_EACH}
    assert browsers[0].get("/api/v1/clients").json()["meta"]["total"] == CLIENTS * CALLS_EACH
    pooled.close()


def test_read_only_shell_is_refused(pooled_url: str, database: Database):
    read_only = Database(pooled_url, is_read_only=True)
    with pytest.raises(OperationalError, match="connection pooler"), read_only.read():
        pass
    read_only.close()
    other = Database(pooled_url)
    with other.read() as db:
        assert db.execute(text("SHOW default_transaction_read_only")).scalar() == "off"
    other.close()


def test_worker_needs_a_direct_address_for_its_jobs(pooled_url: str, database: Database, tmp_path: Path):
    direct = database.url.render_as_string(hide_password=False)
    environment = clean_environment(REGIE_ENV="demo", REGIE_DATABASE_URL=pooled_url, REGIE_DATA=str(tmp_path))
    refused = run_command("worker", environment=environment)
    assert refused.returncode == 2
    assert "REGIE_JOBS_URL must lead to PostgreSQL itself" in refused.stderr + refused.stdout
    log = tmp_path / "log"
    with start_command("worker", environment=environment | {"REGIE_JOBS_URL": direct}, log=log):
        wait_until(lambda: b"worker started" in log.read_bytes())


@pytest.mark.parametrize("is_direct", [True, False])
def test_doctor_names_the_pooler(
    pooled_url: str, database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str], is_direct: bool
):
    jobs_url = database.url.render_as_string(hide_password=False) if is_direct else pooled_url
    settings = {"REGIE_DATABASE_URL": pooled_url, "REGIE_JOBS_URL": jobs_url, "REGIE_DATA": str(tmp_path)}
    examine(load_settings(settings))
    lines = capsys.readouterr().out
    assert "warning  Connection pooler: " in lines
    assert ("PROBLEM  Jobs database: " in lines) is not is_direct
