"""Tests that a request does not wait for a hanging database, a lock, or a free thread."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from regie.access.request_threads import MAX_THREADS
from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.environment import migration_time_limits, web_time_limits, worker_time_limits
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.core.stalling_proxy import StallingProxy
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

# Until any answer, whatever the database does.
ANSWER_SECONDS = 10
CLIENTS = "/api/v1/clients"
ENVIRONMENT = {
    "REGIE_ORIGIN": ORIGIN,
    "REGIE_RATE_FACTOR": "1000",
    "REGIE_FILES_URL": "memory:///",
    "REGIE_STATEMENT_SECONDS": "0.5",
    "REGIE_LOCK_SECONDS": "0.2",
    "REGIE_QUEUE_SECONDS": "0.2",
}


@pytest.fixture
def postgres(database: Database) -> Database:
    """Long runs use every database for every test; SQLite has no server to wait for."""
    if database.is_sqlite:
        pytest.skip("PostgreSQL only")
    return database


@pytest.fixture
def sqlite(database: Database) -> Database:
    """Only SQLite lets writers wait for each other in their threads."""
    if not database.is_sqlite:
        pytest.skip("SQLite only")
    return database


def _admin(database: Database, database_of_app: Database, clock: MovableClock) -> Browser:
    """Return an administrator's browser on an application that uses the second database."""
    with database.write() as session:
        user = make_user(session, roles=["admin"])
    app = create_app(load_settings(ENVIRONMENT), database=database_of_app, clock=clock)
    return Browser(app, ORIGIN).signed_in_as(user, clock.now())


@contextmanager
def _limited(database: Database, port: int | None = None) -> Iterator[Database]:
    """Open the database as a web process does, through another port if one is given."""
    url = database.url.set(port=port or database.url.port).render_as_string(hide_password=False)
    limited = Database(url, limits=web_time_limits(load_settings(ENVIRONMENT)))
    yield limited
    limited.close()


def _new_client(browser: Browser) -> dict[str, Any]:
    return {"name": "Attente", "account_manager": browser.user.api_id, "currency": "CAD"}


def _call_together(calls: list[Callable[[], Any]]) -> list[Any]:
    """Return all responses; raise TimeoutError when one is later than the limit."""
    threads = ThreadPoolExecutor(len(calls))
    futures: list[Future[Any]] = [threads.submit(call) for call in calls]
    try:
        return [future.result(ANSWER_SECONDS) for future in futures]
    finally:
        threads.shutdown(wait=False)


def _assert_unavailable(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert int(response.headers["Retry-After"]) > 0


@pytest.fixture
def proxy(postgres: Database) -> Iterator[StallingProxy]:
    assert postgres.url.port
    proxy = StallingProxy(postgres.url.port)
    yield proxy
    proxy.close()


@pytest.mark.one_database("postgres")
def test_hanging_database_is_503_within_ten_seconds(postgres: Database, proxy: StallingProxy, clock: MovableClock):
    with _limited(postgres, proxy.port) as limited:
        admin = _admin(postgres, limited, clock)
        assert admin.get(CLIENTS).status_code == 200
        reads = [lambda: admin.get(CLIENTS)] * 30
        writes = [lambda: admin.post(CLIENTS, _new_client(admin))] * 10
        with assert_unchanged(postgres):
            with proxy.stalling():
                # The second round finds no connection left and cannot make one.
                for _ in range(2):
                    for response in _call_together([*reads, *writes]):
                        _assert_unavailable(response)
                ready = _call_together([lambda: admin.get("/health/ready")])[0]
                assert (ready.status_code, ready.json()["checks"]["database"]) == (503, "failed")
            assert admin.get(CLIENTS).status_code == 200
        assert admin.post(CLIENTS, _new_client(admin)).status_code == 201


def test_default_limits_add_up_to_less_than_ten_seconds():
    limits = web_time_limits(load_settings({}))
    waiting_for_a_thread, until_the_client_gives_up = limits.pool_seconds, 0.5
    waiting = waiting_for_a_thread + limits.pool_seconds + limits.connect_seconds
    assert waiting + limits.statement_seconds + until_the_client_gives_up < ANSWER_SECONDS
    assert waiting_for_a_thread + limits.pool_seconds < 3


@pytest.mark.one_database("postgres")
def test_row_locked_by_others_is_503(postgres: Database, clock: MovableClock):
    with postgres.write() as session:
        client = make_client(session)
    path, body = f"{CLIENTS}/{client.api_id}", {"notes": "nouvelle note", "version": 1}
    with _limited(postgres) as limited:
        admin = _admin(postgres, limited, clock)
        with assert_unchanged(postgres), postgres.write() as session:
            session.execute(select(Client).where(Client.id == client.id).with_for_update())
            _assert_unavailable(_call_together([lambda: admin.patch(path, body)])[0])
        assert admin.patch(path, body).status_code == 200


@pytest.mark.one_database("postgres")
def test_long_statement_is_cancelled_by_the_server(postgres: Database):
    with _limited(postgres) as limited, limited.read() as db:
        with pytest.raises(OperationalError, match="statement timeout"):
            db.execute(text("SELECT pg_sleep(60)"))
        assert db.execute(text("SELECT 1")).scalar() == 1


@pytest.mark.one_database("postgres")
def test_worker_and_migrations_have_longer_limits(postgres: Database):
    settings = load_settings({})
    for limits, expected in (
        (web_time_limits(settings), ("5s", "3s")),
        (worker_time_limits(settings), ("5min", "30s")),
        (migration_time_limits(settings), ("1h", "1min")),
    ):
        limited = Database(postgres.url.render_as_string(hide_password=False), limits=limits)
        with limited.read() as db:
            found = tuple(db.execute(text(f"SHOW {name}_timeout")).scalar_one() for name in ("statement", "lock"))
        limited.close()
        assert found == expected


@pytest.mark.one_database
def test_request_without_a_free_thread_is_503(sqlite: Database, clock: MovableClock):
    admin = _admin(sqlite, sqlite, clock)
    extra = 5
    threads = ThreadPoolExecutor(MAX_THREADS + extra)
    with sqlite.write():  # the only writer of SQLite: all others wait
        calls = [threads.submit(admin.post, CLIENTS, _new_client(admin)) for _ in range(MAX_THREADS + extra)]
        done = as_completed(calls, ANSWER_SECONDS)
        for _ in range(extra):
            _assert_unavailable(next(done).result())
    assert [one.result().status_code for one in done] == [201] * MAX_THREADS
    threads.shutdown()
    with sqlite.read() as db:
        assert len(db.execute(select(Client.id)).all()) == MAX_THREADS
