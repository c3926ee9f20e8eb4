"""Concurrency: two editors of one record, writers and readers, and more callers than connections."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.world import World, assert_unchanged

ROUNDS = 50
WRITERS, READERS, WRITES_EACH = 8, 8, 20


def _run_together(*calls: Callable[[], int]) -> list[int]:
    """Start all calls at the same moment and return their statuses."""
    barrier = threading.Barrier(len(calls))

    def start(call: Callable[[], int]) -> int:
        barrier.wait(30)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(start, calls))


def _edit(browser: Browser, path: str, body: dict[str, Any]) -> int:
    return browser.patch(path, body).status_code


def test_one_of_two_concurrent_editors_gets_409(world: World):
    path = f"/api/v1/clients/{world.client('admin', 'own')}"
    editors = [world.fresh_browser("admin"), world.fresh_browser("super_admin")]
    version = 1
    for number in range(ROUNDS):
        bodies = [{"notes": f"{number} {name}", "version": version} for name in ("un", "deux")]
        statuses = _run_together(
            *(partial(_edit, editor, path, body) for editor, body in zip(editors, bodies, strict=True))
        )
        assert sorted(statuses) == [200, 409], number
        stored = world.browser("admin").get(path).json()["data"]
        assert stored["notes"] == bodies[statuses.index(200)]["notes"]
        assert stored["version"] == version + 1
        version = stored["version"]


def test_concurrent_writers_and_readers_all_succeed(world: World):
    def write(number: int) -> Callable[[], int]:
        browser = world.fresh_browser("admin")
        body = {"name": f"Foule {number}", "account_manager": world.stranger.api_id, "currency": "CAD"}
        return lambda: max(browser.post("/api/v1/clients", body).status_code for _ in range(WRITES_EACH))

    def read() -> Callable[[], int]:
        browser = world.fresh_browser("employee")
        return lambda: max(browser.get("/api/v1/employees").status_code for _ in range(WRITES_EACH))

    statuses = Counter(_run_together(*(write(number) for number in range(WRITERS)), *(read() for _ in range(READERS))))
    assert statuses == {201: WRITERS, 200: READERS}
    total = world.browser("admin").get("/api/v1/clients?search=foule").json()["meta"]["total"]
    assert total == WRITERS * WRITES_EACH


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_exhausted_connection_pool_returns_503_with_retry_after(world: World, method: str):
    url = world.database.url.render_as_string(hide_password=False)
    database = Database(url, pool_size=1)
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=database, clock=world.app.state.context.clock)
    browser = Browser(app, ORIGIN).signed_in_as(world.people["admin"].user, NOON)
    body = {"name": "En trop", "account_manager": world.stranger.api_id, "currency": "CAD"}
    options = {} if method == "GET" else {"json": body}
    engine = database._reads if method == "GET" else database.writes
    with ExitStack() as connections, assert_unchanged(world.database):
        for _ in range(2):
            connections.enter_context(engine.connect())
        answer = browser.call(method, "/api/v1/clients", **options)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json()["message"].startswith("The service is temporarily unavailable")
    assert browser.call(method, "/api/v1/clients", **options).status_code in (200, 201)
    database.close()
