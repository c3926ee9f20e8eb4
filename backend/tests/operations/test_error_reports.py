"""Tests the reports of unexpected errors: what they contain, what they never contain, and that they are off."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from regie.core.background import BackgroundWork, QueuedWork
from regie.core.db.database import Database
from regie.environment import start_error_reports
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.people import make_user
from tests.operations.failure import ADDRESS, LOCAL_SECRET, fail
from tests.operations.receiver import Receiver, running_receiver

pytestmark = pytest.mark.one_database

# In a file of its own: reports contain the lines of code around a frame.
SECRETS = (ADDRESS, LOCAL_SECRET, "Client confidentiel", "regie_session=", "X-XSRF-TOKEN")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with running_receiver() as receiver:
        yield receiver


@pytest.fixture
def reporting(receiver: Receiver) -> Iterator[None]:
    before = structlog.get_config()
    start_error_reports(load_settings({"REGIE_SENTRY_DSN": receiver.sentry_dsn, "REGIE_ENV": "demo"}), "web")
    yield
    structlog.configure(**before)


def _read_event(receiver: Receiver) -> tuple[dict[str, Any], str]:
    """Return the event of the next envelope, and everything that was sent."""
    path, body = receiver.next()
    assert path == "/api/42/envelope/"
    items = [json.loads(line) for line in body.splitlines() if line]
    return next(item for item in items if "exception" in item), body.decode()


def _app(database: Database, clock: MovableClock) -> Any:
    return create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=database, clock=clock)


@pytest.mark.usefixtures("reporting")
def test_unexpected_error_of_a_request_is_reported_without_data(
    database: Database, clock: MovableClock, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    with database.write() as session:
        user = make_user(session, roles=["admin"], email=ADDRESS)
    admin = Browser(_app(database, clock), ORIGIN).signed_in_as(user, clock.now())
    monkeypatch.setattr("regie.domains.work.clients.actions.create_client", fail)
    body = {"name": "Client confidentiel", "account_manager": user.api_id, "currency": "CAD"}
    response = admin.post("/api/v1/clients", body)
    assert response.status_code == 500
    event, sent = _read_event(receiver)
    (exception,) = event["exception"]["values"]
    assert (exception["type"], exception["value"]) == ("RuntimeError", "")
    frames = exception["stacktrace"]["frames"]
    assert frames[-1]["function"] == "fail"
    assert not any("vars" in frame for frame in frames)
    assert event["tags"] == {"request_id": response.json()["request_id"]}
    assert (event["environment"], event["server_name"], event["transaction"]) == ("demo", "web", "unexpected_error")
    for absent in ("request", "user", "breadcrumbs", "modules", "extra"):
        assert not event.get(absent), absent
    for secret in (*SECRETS, user.api_id, admin.csrf_token):
        assert secret not in sent


@pytest.mark.usefixtures("reporting")
def test_failed_job_is_reported(receiver: Receiver, tmp_path: Path):
    work = QueuedWork("recalculation", list, fail)
    background = BackgroundWork({"name": "regie", "system_database_url": f"sqlite:///{tmp_path / 'j'}"}, (work,), ())
    run = _plain_function(background, work)
    with pytest.raises(RuntimeError):
        run("retainer_ledgers")
    event, _ = _read_event(receiver)
    assert event["exception"]["values"][0]["type"] == "RuntimeError"
    assert (event["transaction"], event["tags"]) == ("work_failed", {"queue": "recalculation"})


def _plain_function(background: BackgroundWork, work: QueuedWork) -> Callable[[str], None]:
    """Return the workflow's function, without DBOS around it."""
    return background._queued_workflow(work).__wrapped__  # type: ignore[attr-defined]


@pytest.mark.usefixtures("reporting")
def test_expected_errors_are_not_reported(database: Database, clock: MovableClock, receiver: Receiver):
    visitor = Browser(_app(database, clock), ORIGIN)
    assert visitor.get("/api/v1/clients").status_code == 401
    assert visitor.post("/login", {"email": "a@regie.example", "password": "wrong"}).status_code == 422
    structlog.get_logger("test").warning("only a warning", exc_info=ValueError("expected"))
    structlog.get_logger("test").error("the only report", exc_info=ValueError("unexpected"))
    event, _ = _read_event(receiver)
    assert event["transaction"] == "the only report"
    assert receiver.received.empty()


def test_nothing_is_imported_or_sent_without_settings():
    """Start-up time and memory of an installation that uses none of it do not change."""
    program = (
        "import sys\n"
        "from regie.environment import start_error_reports\n"
        "from regie.main import create_app\n"
        "from regie.settings import load_settings\n"
        "settings = load_settings({})\n"
        "start_error_reports(settings, 'web')\n"
        "create_app(settings)\n"
        "names = ('sentry_sdk', 'opentelemetry.sdk', 'opentelemetry.exporter', 'prometheus_client')\n"
        "print([name for name in names if name in sys.modules])\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert (result.stdout, result.returncode) == ("[]\n", 0), result.stderr
