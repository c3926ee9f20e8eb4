"""The database goes away under load: all logs stay JSON lines, and none contains a secret."""

import json
import secrets
import threading
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher, queue_mail
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.sync.actions import queue_run
from regie.logs import release
from regie.settings import load_settings
from tests.connectors.scripted_server import Reply, Request, ScriptedServer
from tests.databases import postgres_copy
from tests.drills.database_proxy import DatabaseProxy
from tests.drills.processes import clean_environment, free_port, is_answering, run_command, start_command, wait_until
from tests.factories.people import make_user
from tests.long_tests import IS_LONG, mark_long

CUTS, CALLERS, CALLS_WHILE_AWAY = 10 if IS_LONG else 1, 4, 20
ORIGIN = "https://regie.example"


def _canary(name: str) -> str:
    return f"canary{name}{secrets.token_hex(12)}"


SECRETS = {
    "REGIE_SECRET": _canary("secret"),
    "REGIE_FORMER_SECRETS": _canary("former"),
    "REGIE_DEMO_PASSWORD": _canary("demo"),
    "REGIE_TEAMWORK_KEY": _canary("teamwork"),
    "REGIE_HUBSPOT_KEY": _canary("hubspot"),
    "REGIE_QUICKBOOKS_CLIENT_SECRET": _canary("quickbooks"),
    "REGIE_QUICKBOOKS_REFRESH_TOKEN": _canary("refresh"),
    "REGIE_GOOGLE_CLIENT_SECRET": _canary("google"),
    "REGIE_FILES_SECRET": _canary("files"),
    "REGIE_METRICS_TOKEN": _canary("metrics"),
}
DATABASE_PASSWORD = _canary("database")
LINK_TOKEN = _canary("link")
SMTP_PASSWORD = _canary("smtp")
SECRETS["REGIE_SMTP_URL"] = f"smtp://regie:{SMTP_PASSWORD}@127.0.0.1:9"
REPORT_KEY, TRACE_KEY = _canary("reports"), _canary("traces")
SECRETS["REGIE_SENTRY_DSN"] = f"http://{REPORT_KEY}@127.0.0.1:9/1"
SECRETS["OTEL_EXPORTER_OTLP_HEADERS"] = f"x-key={TRACE_KEY}"
CANARIES = [*SECRETS.values(), DATABASE_PASSWORD, SMTP_PASSWORD, LINK_TOKEN, REPORT_KEY, TRACE_KEY]
CALLED_SERVICES = {"teamwork", "hubspot"}


class Services:
    """Outside services that refuse every call and repeat its key, as badly written ones do; they can be slow."""

    def __init__(self) -> None:
        self.server = ScriptedServer()
        self.server.responder = self._refuse
        self.may_answer = threading.Event()
        self.waiting_calls = 0

    def _refuse(self, request: Request) -> Reply:
        if not request.path.startswith("/regie/"):  # the bucket answers at once
            self.waiting_calls += 1
            self.may_answer.wait(10)
            self.waiting_calls -= 1
        return Reply(403, {"message": f"{request.headers} {request.body!r}", "errors": [str(request.headers)]})


def shown_secrets(written: str, values: Iterable[str]) -> list[str]:
    """Return the values that appear as they are, or in Base64 inside a longer value."""
    return [value for value in values if any(form in written for form in _forms(value))]


def _forms(value: str) -> Iterator[str]:
    yield value
    for shift, affected in ((0, 0), (1, 2), (2, 3)):  # characters that the bytes before the value change
        yield b64encode(b" " * shift + value.encode()).decode()[affected:-4]


@dataclass
class Application:
    """The database as both processes see it, through a proxy, and as the test sees it."""

    database: Database
    proxy: DatabaseProxy
    services: Services
    environment: dict[str, str]
    headers: dict[str, str]
    manager: str
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def services() -> Iterator[Services]:
    services = Services()
    yield services
    services.may_answer.set()
    services.server.close()


@pytest.fixture
def regie(postgres_url: str, worker_id: str, tmp_path: Path, services: Services) -> Iterator[Application]:
    name, server = f"regie_canary_{worker_id}", make_url(postgres_url)
    with postgres_copy(postgres_url, name) as database:
        proxy = DatabaseProxy(server.host or "", server.port or 5432)
        with database.write() as session:
            session.execute(text(f"CREATE ROLE {name} LOGIN SUPERUSER PASSWORD '{DATABASE_PASSWORD}'"))
        port = free_port()
        url = f"postgresql://{name}:{DATABASE_PASSWORD}@127.0.0.1:{proxy.port}/{name}"
        environment = _environment(tmp_path, url, services.server.url)
        headers, manager = _sign_in(database)
        yield Application(database, proxy, services, environment, headers, manager, port)
        proxy.cut()
    _drop(postgres_url, name)


def _environment(data: Path, database_url: str, services: str) -> dict[str, str]:
    return clean_environment(
        **SECRETS,
        REGIE_ENV="production",
        REGIE_ORIGIN=ORIGIN,
        REGIE_DATA=str(data / "data"),
        REGIE_DATABASE_URL=database_url,
        REGIE_TRACES_URL="http://127.0.0.1:9/v1/traces",
        REGIE_RATE_FACTOR="1000",
        REGIE_SYNC_MINUTES="1",
        REGIE_TEAMWORK_URL=f"{services}/teamwork",
        REGIE_HUBSPOT_URL=f"{services}/hubspot",
        REGIE_QUICKBOOKS_URL=f"{services}/quickbooks",
        REGIE_QUICKBOOKS_TOKEN_URL=f"{services}/tokens",
        REGIE_QUICKBOOKS_CLIENT_ID="application",
        REGIE_QUICKBOOKS_REALM="9130000000000001",
        REGIE_BANK_OF_CANADA_URL=f"{services}/valet",
        REGIE_GOOGLE_CLIENT_ID="regie",
        REGIE_FILES_URL="s3://regie/files",
        REGIE_FILES_ENDPOINT=services,
        REGIE_FILES_REGION="ca-central-1",
        REGIE_FILES_KEY_ID="regie",
    )


def _sign_in(database: Database) -> tuple[dict[str, str], str]:
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
    proof = csrf_token(SECRETS["REGIE_SECRET"], token)
    return {"Cookie": f"__Host-regie_session={token}; XSRF-TOKEN={proof}", "X-XSRF-TOKEN": proof}, user.api_id


def _drop(postgres_url: str, name: str) -> None:
    server = Database(postgres_url)
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        connection.execute(text(f"DROP ROLE {name}"))
    server.close()


def _use_secrets(regie: Application) -> None:
    """Store a file in the bucket; queue mail and synchronizations for the worker."""
    attachment = {"files": {"file": ("notes.txt", b"notes")}, "data": {"title": "Notes"}, "headers": regie.headers}
    assert httpx.post(f"{regie.url}/api/v1/attachments", **attachment, timeout=30).status_code == 503
    now = Clock().now()
    link = f"{ORIGIN}/auth/password#token={LINK_TOKEN}"
    words = {"to": "user@regie.example", "kind": "password_reset", "locale": "en-us", "link": link, "minutes": 30}
    with regie.database.write() as session:
        for service in SERVICES:
            queue_run(session, service, now, is_full=False)
        queue_mail(session, MailCipher(SECRETS["REGIE_SECRET"]), now=now, **words)


@contextmanager
def _load(regie: Application, counts: dict[int, int]) -> Iterator[None]:
    """Read and write from several threads; count the responses by status."""
    stopping, lock = threading.Event(), threading.Lock()
    calls: list[tuple[str, str, Any]] = [
        ("GET", "/api/v1/clients", None),
        ("POST", "/api/v1/clients", {"name": "Sous tension", "account_manager": regie.manager, "currency": "CAD"}),
        ("POST", "/auth/google/attempts", {}),
    ]

    def call(number: int) -> None:
        with httpx.Client(base_url=regie.url, headers=regie.headers, timeout=30) as client:
            while not stopping.is_set():
                method, path, body = calls[number % len(calls)]
                number += 1
                with suppress(httpx.TransportError):
                    status = client.request(method, path, json=body).status_code
                    with lock:
                        counts[status] = counts.get(status, 0) + 1

    threads = [threading.Thread(target=call, args=(number,)) for number in range(CALLERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


def _take_database_away(regie: Application, counts: dict[int, int], worker_log: Path) -> None:
    """End the sessions as a restart of the server does, while jobs run; refuse new ones for a while, then recover."""
    _use_secrets(regie)
    wait_until(lambda: regie.services.waiting_calls)
    with regie.database.read() as db:
        sessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = :name"
        db.execute(text(sessions), {"name": regie.database.url.database})
    regie.proxy.cut()
    refused, failed = counts.get(503, 0), _count_tracebacks(worker_log)
    regie.services.may_answer.set()
    wait_until(lambda: counts.get(503, 0) > refused + CALLS_WHILE_AWAY and _count_tracebacks(worker_log) > failed)
    regie.proxy.restore()
    created = counts.get(201, 0)
    regie.services.may_answer.clear()
    wait_until(lambda: counts.get(201, 0) > created and b"mail postponed" in worker_log.read_bytes())


def _count_tracebacks(log: Path) -> int:
    return log.read_bytes().count(b"Traceback")


def _has_called(log: Path, service: str) -> bool:
    lines = log.read_bytes().splitlines()
    return any(b'"service_call"' in line and f'"{service}"'.encode() in line for line in lines)


def _lines(log: Path) -> list[dict[str, Any]]:
    """Return the parsed lines; fail for a line that is no JSON object with the common fields."""
    lines = []
    for line in log.read_text("utf-8").splitlines():
        parsed = json.loads(line)
        assert {"event", "level", "timestamp", "release"} <= parsed.keys(), line
        assert parsed["release"] == release()
        lines.append(parsed)
    return lines


@pytest.mark.timeout(600)
def test_logs_have_no_secret_when_postgres_goes_away_under_load(regie: Application, tmp_path: Path):
    serve_log, worker_log = tmp_path / "serve.log", tmp_path / "worker.log"
    counts: dict[int, int] = {}
    with ExitStack() as stack:
        arguments = ("serve", "--port", str(regie.port), "--workers", "2")
        stack.enter_context(start_command(*arguments, environment=regie.environment, log=serve_log))
        worker = stack.enter_context(start_command("worker", environment=regie.environment, log=worker_log))
        wait_until(lambda: is_answering(regie.port) and b"worker started" in worker_log.read_bytes())
        with _load(regie, counts):
            for _ in range(CUTS):
                _take_database_away(regie, counts, worker_log)
                assert worker.poll() is None
            # Which jobs run first is not fixed: each service must have been called before the logs are read.
            regie.services.may_answer.set()
            wait_until(lambda: all(_has_called(worker_log, service) for service in CALLED_SERVICES), 150)
    _check_serve_log(_lines(serve_log), regie.manager)
    _check_worker_log(_lines(worker_log))
    token = regie.headers["Cookie"].partition("=")[2].partition(";")[0]
    written = serve_log.read_text() + worker_log.read_text()
    assert shown_secrets(written, [*CANARIES, token, regie.headers["X-XSRF-TOKEN"]]) == []


def _check_serve_log(lines: list[dict[str, Any]], user: str) -> None:
    requests = [line for line in lines if line["event"] == "request"]
    assert requests
    for line in requests:
        assert len(line["request_id"]) == 32
        assert line["client"] == "127.0.0.1"
    assert user in {line.get("user") for line in requests}
    assert "file_store_unavailable" in {line["event"] for line in lines}
    lost = [line for line in lines if line["event"] == "database_unavailable"]
    assert lost
    assert all(line["request_id"] and line["client"] for line in lost)


def _check_worker_log(lines: list[dict[str, Any]]) -> None:
    """The log must have what could contain secrets: the calls to services, mail, and failures of DBOS."""
    jobs = {line["job"] for line in lines if "job" in line}
    assert {"synchronization", "mail"} <= jobs
    assert [line for line in lines if "exception" in line and "job" in line]
    assert "dbos" in {line.get("logger") for line in lines}
    assert {line["service"] for line in lines if line["event"] == "service_call"} >= CALLED_SERVICES


@pytest.mark.parametrize("text", ["canary", "user:canary:x", "a:canary", "ab:canary-"])
def test_encoded_secret_is_detected(text: str):
    value = _canary("planted")
    encoded = b64encode(text.replace("canary", value).encode()).decode()
    assert shown_secrets(f"Basic {encoded}", [value]) == [value]
    assert shown_secrets(f"Basic {encoded}", [_canary("planted")]) == []


def test_canaries_are_in_every_secret_setting():
    """A secret setting is one that `repr` omits."""
    url = f"postgresql://u:{DATABASE_PASSWORD}@h/d"
    settings = load_settings({**SECRETS, "REGIE_DATABASE_URL": url, "REGIE_DATABASE_READ_URL": url})
    plain = {name for name, value in _secret_fields(settings) if "canary" not in str(value)}
    assert plain == set()


def _secret_fields(settings: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            yield from _secret_fields(value)
        elif not field.repr:
            yield field.name, value


COMMANDS = ["worker", "migrate", "reseal", "owner-link x@regie.example", "shell", "demo"]


@pytest.mark.parametrize("command", mark_long(COMMANDS, ["worker", "migrate"]))
def test_command_logs_json_without_secrets_when_the_database_is_down(tmp_path: Path, command: str):
    url = f"postgresql://regie:{DATABASE_PASSWORD}@127.0.0.1:9/regie"
    environment = _environment(tmp_path, url, "http://127.0.0.1:9") | {"REGIE_DATABASE_WAIT": "0"}
    done = run_command(*command.split(), environment=environment)
    log = tmp_path / "log"
    log.write_text(done.stdout + done.stderr, "utf-8")
    assert done.returncode == 1
    assert "the database is unreachable" in _lines(log)[-1]["event"]
    assert shown_secrets(log.read_text(), CANARIES) == []
