"""Tests the metrics: who may read them, what they count, and that several processes are counted together."""

import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import DBAPIError

from regie.core.db.database import Database
from regie.core.mail.queue import QueuedMail
from regie.domains.administration.imports.models import Import
from regie.domains.administration.workers.jobs import HeartbeatJob
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.models import RateFetch
from regie.main import create_app
from regie.settings import SettingsError, load_settings
from tests.browser import Browser, connect
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.exports import make_export
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged
from tests.operations.server_process import running_server

TOKEN = "t" * 32
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
SERIES = "regie_http_request_duration_seconds_count"
Metrics = dict[tuple[str, frozenset[tuple[str, str]]], float]


def _parse(response: Any) -> Metrics:
    assert response.status_code == 200, response.text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def _value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.get((name, frozenset(labels.items())))


@pytest.fixture
def app(database: Database, clock: MovableClock, tmp_path: Path) -> Any:
    environment = {"REGIE_ORIGIN": ORIGIN, "REGIE_METRICS_TOKEN": TOKEN, "REGIE_RATE_FACTOR": "1000"}
    settings = load_settings({**environment, "REGIE_JOBS_URL": f"sqlite:///{tmp_path / 'jobs.sqlite'}"})
    return create_app(settings, database=database, clock=clock)


@pytest.fixture
def scrape(app: Any) -> Callable[[], Metrics]:
    return lambda: _parse(connect(app, ORIGIN).get("/metrics", headers=HEADERS))


@pytest.mark.one_database
def test_metrics_are_off_without_a_token(database: Database):
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=database)
    assert connect(app, ORIGIN).get("/metrics", headers=HEADERS).status_code in (404, 503)
    assert not any(getattr(route, "path", "") == "/metrics" for route in app.router.routes)


@pytest.mark.one_database
@pytest.mark.parametrize("header", [None, "", f"Bearer {TOKEN}x", "Bearer ", f"Basic {TOKEN}", "Bearer é"])
def test_wrong_token_is_refused(app: Any, database: Database, header: str | None):
    with assert_unchanged(database):
        headers = {} if header is None else {"Authorization": header.encode()}
        response = connect(app, ORIGIN).get("/metrics", headers=headers)
    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
    assert "regie_" not in response.text


@pytest.mark.one_database
def test_other_methods_are_refused(app: Any, database: Database):
    with assert_unchanged(database):
        response = connect(app, ORIGIN).post("/metrics", headers=HEADERS)
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


def test_production_refuses_a_short_token():
    environment = {"REGIE_ENV": "production", "REGIE_ORIGIN": "https://regie.example", "REGIE_SECRET": "x" * 32}
    with pytest.raises(SettingsError, match="REGIE_METRICS_TOKEN"):
        create_app(load_settings({**environment, "REGIE_METRICS_TOKEN": "short"}))


def test_requests_are_counted_by_route_template_and_status_class(
    app: Any, database: Database, clock: MovableClock, scrape: Callable[[], Metrics]
):
    with database.write() as session:
        user = make_user(session, roles=["admin"], email="noemie.personal@regie.example")
    admin = Browser(app, ORIGIN).signed_in_as(user, clock.now())
    for _ in range(3):
        admin.get("/api/v1/clients?search=confidential")
    admin.get(f"/api/v1/users/{user.api_id}")
    admin.get("/api/v1/clients/01939f00-0000-7000-8000-000000000000")
    admin.post("/api/v1/clients", {})
    admin.call("HEAD", "/api/v1/clients")
    admin.call("FROB", "/nothing/of/the/kind")
    metrics = scrape()
    for method, route, status, count in (
        ("GET", "/api/v1/clients", "2xx", 3),
        ("GET", "/api/v1/users/{id}", "2xx", 1),
        ("GET", "/api/v1/clients/{id}", "4xx", 1),
        ("POST", "/api/v1/clients", "4xx", 1),
        ("HEAD", "/api/v1/clients", "2xx", 1),
        ("other", "/{path:path}", "4xx", 1),
    ):
        assert _value(metrics, SERIES, method=method, route=route, status=status) == count, route
    text = connect(app, ORIGIN).get("/metrics", headers=HEADERS).text
    for personal in ("confidential", user.api_id, "noemie", "testclient"):
        assert personal not in text
    for name, labels in metrics:
        assert {key for key, _ in labels} <= {
            "method", "route", "status", "le", "pool", "queue", "state", "service", "job",
        }, name  # fmt: skip


def test_connections_in_use_return_to_zero(app: Any, database: Database, scrape: Callable[[], Metrics]):
    def in_use(pool: str) -> float | None:
        return _value(scrape(), "regie_database_connections_in_use", pool=pool)

    assert _value(scrape(), "regie_database_connections_max", pool="read") == 16
    with database.write() as session:
        session.connection()
        assert in_use("write") == 1
    assert in_use("write") == 0
    with pytest.raises(DBAPIError), database.read() as db:
        db.exec_driver_sql("SELECT no_such_column")
    with database.read() as db:
        db.invalidate()
    assert in_use("read") == 0


def _fill_queues(database: Database) -> None:
    ago = lambda minutes: NOON - timedelta(minutes=minutes)  # noqa: E731
    mail = {"to_address": "to@regie.example", "locale": "en-us", "kind": "digest", "content": b"x", "attempts": 1}
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        session.add(SyncRun(service="hubspot", status="queued", created_at=ago(3)))
        session.add(SyncRun(service="teamwork", status="succeeded", created_at=ago(90), finished_at=ago(80)))
        session.add(SyncRun(service="teamwork", status="succeeded", created_at=ago(40), finished_at=ago(30)))
        session.add(SyncRun(service="teamwork", status="failed", created_at=ago(20), finished_at=ago(10)))
        session.add(SyncRun(service="quickbooks", status="failed", created_at=ago(3000), finished_at=ago(2000)))
        session.add(QueuedMail(**mail, created_at=ago(9), next_try_at=ago(5), claimed_until=None, failed_at=None))
        session.add(QueuedMail(**mail, created_at=ago(9), next_try_at=ago(-5), claimed_until=None, failed_at=None))
        session.add(QueuedMail(**mail, created_at=ago(99), next_try_at=ago(98), claimed_until=None, failed_at=ago(2)))
        for status in ("waiting", "waiting", "failed"):
            make_export(session, user.id, status=status, created_at=ago(7), finished_at=ago(1))
        for state in ("queued", "applied"):
            session.add(
                Import(user_id=user.id, kind="clients", state=state, locale="en-us", file_name="a.csv", mime="text/csv",
                       size=1, sha256="0" * 64, storage_key=state, created_at=ago(4), updated_at=ago(2))
            )  # fmt: skip
        session.add(RateFetch(status="queued", created_at=ago(1), requested_by_id=None))


def test_database_figures(database: Database, clock: MovableClock, scrape: Callable[[], Metrics]):
    assert _value(scrape(), "regie_worker_heartbeat_age_seconds") is None
    _fill_queues(database)
    HeartbeatJob(database, clock, clock.now()).run_once()
    clock.moment += timedelta(seconds=30)
    metrics = scrape()
    expected = {"synchronization": (1, 210), "mail": (1, 330), "exports": (2, 450), "imports": (1, 150),
                "exchange_rates": (1, 90)}  # fmt: skip
    for queue, (length, age) in expected.items():
        assert _value(metrics, "regie_queue_length", queue=queue) == length, queue
        assert _value(metrics, "regie_queue_age_seconds", queue=queue) == age, queue
    for queue, count in {"synchronization": 1, "mail": 1, "exports": 1, "exchange_rates": 0}.items():
        assert _value(metrics, "regie_failed_jobs", queue=queue) == count, queue
    assert _value(metrics, "regie_mails", state="waiting") == 2
    assert _value(metrics, "regie_mails", state="abandoned") == 1
    ends = {("teamwork", "succeeded"): 30, ("teamwork", "failed"): 10, ("quickbooks", "failed"): 2000}
    for (service, status), minutes in ends.items():
        expected_end = (NOON - timedelta(minutes=minutes)).timestamp()
        found = _value(metrics, "regie_sync_last_end_timestamp_seconds", service=service, status=status)
        assert found == expected_end, service
    assert _value(metrics, "regie_worker_heartbeat_age_seconds") == 30
    assert _value(metrics, "regie_database_up") == 1


@pytest.mark.one_database
def test_failed_jobs_of_the_jobs_database(tmp_path: Path, scrape: Callable[[], Metrics]):
    """The columns are those that DBOS documents."""
    assert _value(scrape(), "regie_job_errors", job="recalculation") is None
    with closing(sqlite3.connect(tmp_path / "jobs.sqlite")) as connection:
        connection.execute("CREATE TABLE workflow_status (workflow_uuid TEXT, name TEXT, status TEXT)")
        rows = [("1", "recalculation", "ERROR"), ("2", "recalculation", "ERROR"), ("3", "mail", "SUCCESS")]
        connection.executemany("INSERT INTO workflow_status VALUES (?, ?, ?)", rows)
        connection.commit()
    metrics = scrape()
    assert _value(metrics, "regie_job_errors", job="recalculation") == 2
    assert _value(metrics, "regie_job_errors", job="mail") is None


@pytest.mark.one_database
def test_unreachable_database_is_a_metric(clock: MovableClock):
    database = Database("postgresql://regie:x@127.0.0.1:9/regie")
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_METRICS_TOKEN": TOKEN})
    app = create_app(settings, database=database, clock=clock)
    metrics = _parse(connect(app, ORIGIN).get("/metrics", headers=HEADERS))
    assert _value(metrics, "regie_database_up") == 0
    assert _value(metrics, "regie_queue_length", queue="mail") is None


@pytest.mark.timeout(180)
def test_two_processes_are_counted_together(tmp_path: Path):
    total = 60
    environment = {"REGIE_METRICS_TOKEN": TOKEN, "REGIE_RATE_FACTOR": "100", "TMPDIR": str(tmp_path)}
    with running_server(tmp_path, 2, environment) as origin:

        def count() -> tuple[float | None, float | None]:
            metrics = _parse(httpx.get(f"{origin}/metrics", headers=HEADERS, timeout=20))
            labels = {"method": "GET", "route": "/sanctum/csrf-cookie", "status": "2xx"}
            return _value(metrics, SERIES, **labels), _value(metrics, "regie_database_connections_max", pool="read")

        for _ in range(total):  # each on a connection of its own, so that both processes take some
            assert httpx.get(f"{origin}/sanctum/csrf-cookie", timeout=20).status_code == 204
        assert {count() for _ in range(10)} == {(total, 32)}
        requests = tmp_path.glob("regie-metrics-*/histogram_*.db")
        process_ids = {int(path.stem.partition("_")[2]) for path in requests}
        assert len(process_ids) == 2
        os.kill(process_ids.pop(), signal.SIGKILL)
        while count() != (total, 32):  # the supervisor starts another process; no count is lost
            threading.Event().wait(0.1)
    assert not list(tmp_path.glob("regie-metrics-*"))
