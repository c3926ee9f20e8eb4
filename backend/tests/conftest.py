"""Fixtures: the application over HTTP, on SQLite and on a real PostgreSQL."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, literal, select, text, union_all

from regie.access import passwords
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.main import create_app
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser
from tests.databases import ENGINES, choose_plan_seed, engines_of, postgres_copy, sqlite_copy
from tests.factories.people import make_user
from tests.long_tests import IS_LONG, deselect_long_tests

ROOT = Path(__file__).parents[2]
# Durations depend on the machine, and examples share fixtures on purpose.
hypothesis.settings.register_profile("regie", deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile("regie")
ORIGIN = "http://localhost:8000"
# The external services, configured but unreachable: nothing listens on this port.
SERVICES = {
    "REGIE_TEAMWORK_URL": "http://127.0.0.1:9/teamwork",
    "REGIE_TEAMWORK_KEY": "twk_of_the_environment",
    "REGIE_HUBSPOT_URL": "http://127.0.0.1:9/hubspot",
    "REGIE_HUBSPOT_KEY": "pat-of-the-environment",
    "REGIE_QUICKBOOKS_URL": "http://127.0.0.1:9/quickbooks",
    "REGIE_QUICKBOOKS_TOKEN_URL": "http://127.0.0.1:9/tokens",
    "REGIE_QUICKBOOKS_REVOKE_URL": "http://127.0.0.1:9/revoke",
    "REGIE_QUICKBOOKS_CLIENT_ID": "application",
    "REGIE_QUICKBOOKS_CLIENT_SECRET": "secret-of-the-environment",
    "REGIE_QUICKBOOKS_REALM": "9130000000000001",
    "REGIE_QUICKBOOKS_REFRESH_TOKEN": "token-of-the-environment",
    "REGIE_BANK_OF_CANADA_URL": "http://127.0.0.1:9/valet",
    # Uploaded files are lost with the process.
    "REGIE_FILES_URL": "memory:///",
}
# Noon in Toronto on a Friday.
NOON = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)


class MovableClock(Clock):
    """A clock that tests set by `moment`."""

    def __init__(self) -> None:
        self.moment = NOON
        super().__init__(lambda: self.moment)


@pytest.fixture(scope="session", autouse=True)
def fast_password_hashes() -> Iterator[PasswordHasher]:
    """Use the cheapest argon2id parameters; the fixture's value is the product's hasher."""
    original = passwords._HASHER
    passwords._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    yield original
    passwords._HASHER = original


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    url = os.environ.get("REGIE_TEST_POSTGRES_URL")
    if url:
        yield url
        return
    sys.path.insert(0, str(ROOT / "scripts"))
    from postgres import start_postgres

    url, stop = start_postgres(skip_fsync=True)
    yield url
    stop()


@pytest.fixture(scope="session")
def sqlite_database() -> Iterator[Database]:
    with sqlite_copy() as database:
        yield database


@pytest.fixture(scope="session")
def postgres_database(postgres_url: str, worker_id: str) -> Iterator[Database]:
    with postgres_copy(postgres_url, f"regie_{worker_id}") as database:
        yield database


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--databases", default=",".join(ENGINES), help="the engines to test on: sqlite,postgres")


def pytest_report_header() -> str | None:
    return f"PostgreSQL's plans: REGIE_PLAN_SEED={choose_plan_seed()}" if IS_LONG else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that uses a database on its engines."""
    if "migrated" in metafunc.fixturenames:
        metafunc.parametrize("migrated", engines_of(metafunc), indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    deselect_long_tests(config, items)


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest) -> Database:
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture
def database(migrated: Database) -> Database:
    """An empty database of the current schema, on each engine."""
    delete_all_rows(migrated)
    return migrated


def delete_all_rows(database: Database) -> None:
    """Delete all rows; increment the table versions, so that cached totals become invalid."""
    with database.writes.begin() as connection, without_triggers(connection):
        connection.execute(text("UPDATE table_changes SET version = version + 1"))
        if database.is_sqlite:
            connection.execute(text("PRAGMA defer_foreign_keys=ON"))
        # Most tables are empty: a check is faster than a delete.
        for name in non_empty_tables(connection):
            connection.execute(METADATA.tables[name].delete())
        # SQLite's triggers marked the deletions.
        for name in ("figure_changes", "payment_day_changes"):
            connection.execute(METADATA.tables[name].delete())


def non_empty_tables(connection: Connection) -> Sequence[str]:
    """Return the names of tables with rows, referencing tables first, without the table versions."""
    return connection.execute(_NON_EMPTY).scalars().all()


_NON_EMPTY = union_all(
    *(
        select(literal(table.name)).where(select(1).select_from(table).exists())
        for table in reversed(METADATA.sorted_tables)
        if table.name != "table_changes"
    )
)


@contextmanager
def without_triggers(connection: Connection) -> Iterator[None]:
    """Disable the triggers that protect the activity log."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        yield
        return
    log = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'activity'"
    found = connection.execute(text(log)).all()
    for trigger in found:
        connection.execute(text(f"DROP TRIGGER {trigger.name}"))
    yield
    for trigger in found:
        connection.exec_driver_sql(trigger.sql)


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def app(database: Database, clock: MovableClock) -> Any:
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES})
    return create_app(settings, database=database, clock=clock, validate_responses=True)


@pytest.fixture
def visitor(app: Any) -> Browser:
    """A browser without a signed-in user."""
    return Browser(app, ORIGIN)


@pytest.fixture
def sign_in_as(app: Any, database: Database, clock: MovableClock) -> Callable[..., Browser]:
    """Return a browser with a new signed-in user of these roles; `.user` is the user."""

    def sign_in(*roles: str, **fields: Any) -> Browser:
        with database.write() as session:
            user = make_user(session, roles=list(roles), **fields)
        return Browser(app, ORIGIN).signed_in_as(user, clock.now())

    return sign_in
