"""Restarts two servers behind a real proxy under load, one after the other: no request fails."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.settings import DEVELOPMENT_SECRET
from tests.drills.processes import clean_environment
from tests.factories.people import make_user
from tests.scale.rolling import DRAIN_SECONDS, REQUESTS, Load, roll

pytestmark = [pytest.mark.needs_postgres, pytest.mark.timeout(900)]


@pytest.fixture
def environment(database: Database, tmp_path: Path) -> dict[str, str]:
    return clean_environment(
        REGIE_DATABASE_URL=database.url.render_as_string(hide_password=False),
        REGIE_DATA=str(tmp_path / "data"),
        REGIE_SECRET=DEVELOPMENT_SECRET,
        REGIE_RATE_FACTOR="10000",
        REGIE_PROXIES="1",
        REGIE_DRAIN_SECONDS=str(DRAIN_SECONDS),
    )


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def _sign_in(database: Database) -> tuple[dict[str, str], str]:
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
    proof = csrf_token(DEVELOPMENT_SECRET, token)
    return {"Cookie": f"regie_session={token}; XSRF-TOKEN={proof}", "X-XSRF-TOKEN": proof}, user.api_id


def _roll(stack: ExitStack, database: Database, environment: dict[str, str], folder: Path, restart_with: str) -> Load:
    def set_version() -> None:
        if restart_with:
            with database.writes.begin() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = :later"), {"later": restart_with})

    return roll(stack, folder, (environment, environment), lambda _port: _sign_in(database), set_version)


def _assert_nothing_failed(load: Load, database: Database) -> None:
    assert set(load.outcomes) == {"POST 201", "GET 200"}, load.outcomes
    assert load.outcomes.total() >= REQUESTS
    with database.read() as db:
        assert db.execute(text("SELECT count(*) FROM clients")).scalar() == load.outcomes["POST 201"]


def test_rolling_restart_fails_no_request(
    stack: ExitStack, database: Database, environment: dict[str, str], tmp_path: Path
):
    _assert_nothing_failed(_roll(stack, database, environment, tmp_path, restart_with=""), database)


@pytest.mark.long
def test_restart_on_a_later_schema_fails_no_request(
    stack: ExitStack, database: Database, environment: dict[str, str], tmp_path: Path
):
    """The schema is migrated to a later version that supports this release, then the servers restart."""
    with database.writes.begin() as connection:
        newest = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("DELETE FROM schema_support"))
        connection.execute(text("INSERT INTO schema_support VALUES (1, :oldest)"), {"oldest": newest})
    try:
        _assert_nothing_failed(_roll(stack, database, environment, tmp_path, restart_with="9999"), database)
    finally:
        with database.writes.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :newest"), {"newest": newest})
