"""Tests the operations page: what it shows, what needs attention, and retries."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import delete, select

import regie
from regie.core.db.database import Database
from regie.core.mail.queue import QueuedMail
from regie.core.restored_copy import Restore
from regie.core.text.locale import catalogue
from regie.domains.administration.backups.models import Backup
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import
from regie.domains.administration.operations.failures import describe_mail_error, mail_id
from regie.domains.administration.operations.schemas import QueueName
from regie.domains.administration.operations.storage import is_low
from regie.domains.administration.workers.jobs import HeartbeatJob
from regie.domains.administration.workers.models import WorkerHeartbeat
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.models import RateFetch
from regie.domains.work.attachments.models import Attachment
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, SERVICES, MovableClock
from tests.factories.exports import make_export
from tests.factories.files import make_attachment
from tests.factories.mail import make_failed_mail
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

PATH = "/api/v1/operations"
SignIn = Callable[..., Browser]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def app(database: Database, clock: MovableClock, tmp_path: Path) -> Any:
    """The application with folders of its own; nothing is synchronized or backed up unless a test says so."""
    own = {"REGIE_DATA": str(tmp_path), "REGIE_JOBS_URL": f"sqlite:///{tmp_path / 'jobs.sqlite'}"}
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES, **own, "REGIE_FILES_URL": f"file://{tmp_path}/files"})
    return create_app(settings, database=database, clock=clock, validate_responses=True)


@pytest.fixture
def admin(sign_in_as: SignIn) -> Browser:
    return sign_in_as("admin")


def _read(browser: Browser, locale: str = "en-us") -> dict[str, Any]:
    response = browser.get(PATH, headers={"X-Api-Locale": locale})
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _codes(data: dict[str, Any]) -> list[str]:
    return [issue["code"] for issue in data["issues"]]


def _run_worker(database: Database, clock: MovableClock) -> None:
    HeartbeatJob(database, clock, clock.now()).run_once()


def _add(database: Database, *rows: Any) -> None:
    with database.write() as session:
        session.add_all(rows)


def _make_run(service: str, **fields: Any) -> SyncRun:
    return SyncRun(**({"service": service, "status": "succeeded", "created_at": NOON, "finished_at": NOON} | fields))


def _retry(browser: Browser, kind: str, id: str) -> Any:
    return browser.post(f"{PATH}/retries", {"kind": kind, "id": id})


def test_everything_is_well(database: Database, clock: MovableClock, admin: Browser):
    _run_worker(database, clock)
    data = _read(admin)
    assert (data["issues"], data["failures"], data["failures_total"]) == ([], [], 0)
    assert [queue["name"] for queue in data["queues"]] == list(get_args(QueueName))
    assert all((queue["waiting"], queue["running"], queue["failed"]) == (0, 0, 0) for queue in data["queues"])


def test_processes_are_listed_and_stopped_ones_marked(database: Database, clock: MovableClock, admin: Browser):
    _run_worker(database, clock)
    clock.moment += 2 * MINUTE
    data = _read(admin)
    assert [(one["kind"], one["is_running"]) for one in data["processes"]] == [("web", True), ("worker", False)]
    assert data["processes"][1]["seen_at"] == "2026-11-20T17:00:00Z"
    assert data["issues"][0] == {"code": "no_worker", "subject": None, "at": "2026-11-20T17:00:00Z", "count": None}
    _run_worker(database, clock)
    assert _codes(_read(admin)) == []


def test_worker_of_another_release_is_named(database: Database, clock: MovableClock, admin: Browser):
    _run_worker(database, clock)
    with database.write() as session:
        worker = session.scalars(select(WorkerHeartbeat)).one()
        worker.release, worker.host = "0.1", "atelier"
    assert [(issue["code"], issue["subject"]) for issue in _read(admin)["issues"]] == [("other_release", "atelier")]


def test_queues_count_waiting_and_running_work(database: Database, clock: MovableClock, admin: Browser):
    _run_worker(database, clock)
    with database.write() as session:
        owner = make_user(session)
        make_export(session, owner.id, status="waiting", created_at=NOON - 5 * MINUTE)
        make_export(session, owner.id, status="running", created_at=NOON - HOUR)
        make_failed_mail(session, error=None, next_try_at=NOON - MINUTE)
        make_failed_mail(session, error=None, next_try_at=NOON - HOUR, claimed_until=NOON + MINUTE)
        session.add(_make_run("hubspot", status="queued", finished_at=None, created_at=NOON - 11 * MINUTE))
        session.add(_make_run("teamwork", status="running", finished_at=None))
        session.add(RateFetch(status="queued", created_at=NOON))
        session.add(
            Import(
                user_id=owner.id, kind="clients", state="queued", locale="en-us", file_name="a.csv", mime="text/csv",
                size=1, sha256="", storage_key="aa/a", created_at=NOON, updated_at=NOON,
            )
        )  # fmt: skip
    data = _read(admin)
    found = {one["name"]: (one["waiting"], one["running"], one["oldest_at"]) for one in data["queues"]}
    assert found == {
        "synchronization": (1, 1, "2026-11-20T16:49:00Z"),
        "mail": (1, 1, "2026-11-20T16:59:00Z"),
        "imports": (1, 0, "2026-11-20T17:00:00Z"),
        "exports": (1, 1, "2026-11-20T16:55:00Z"),
        "month_packs": (0, 0, None),
        "exchange_rates": (1, 0, "2026-11-20T17:00:00Z"),
        "recalculation": (0, 0, None),
    }
    delayed = [issue for issue in data["issues"] if issue["code"] == "queue_delayed"]
    assert [(one["subject"], one["at"]) for one in delayed] == [("synchronization", "2026-11-20T16:49:00Z")]
    with database.write() as session:
        session.execute(delete(WorkerHeartbeat))
    assert _codes(_read(admin)) == ["no_worker"]


def _make_jobs(path: Path, *jobs: tuple[str, str, Any]) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE workflow_status (name TEXT, status TEXT, created_at INTEGER, updated_at INTEGER)")
        rows = [(name, status, *2 * [int(at.timestamp() * 1000)]) for name, status, at in jobs]
        db.executemany("INSERT INTO workflow_status VALUES (?, ?, ?, ?)", rows)


def test_jobs_are_read_from_their_database(database: Database, clock: MovableClock, admin: Browser, tmp_path: Path):
    _run_worker(database, clock)
    _make_jobs(
        tmp_path / "jobs.sqlite",
        ("recalculation", "ENQUEUED", NOON - MINUTE),
        ("recalculation", "PENDING", NOON),
        ("imports", "ERROR", NOON - HOUR),
        ("imports", "ERROR", NOON - 2 * HOUR),
        ("purge", "ERROR", NOON - timedelta(days=2)),
        ("dispatch", "SUCCESS", NOON),
    )
    data = _read(admin)
    queues = {one["name"]: (one["waiting"], one["running"], one["failed"]) for one in data["queues"]}
    assert queues["recalculation"] == (1, 1, 0)
    assert queues["imports"] == (0, 0, 2)
    (failure,) = data["failures"]
    assert (failure["kind"], failure["subject"], failure["count"], failure["can"]) == ("job", "Imports", 2, [])
    assert failure["at"] == "2026-11-20T16:00:00Z"
    assert _codes(data) == ["failures"]


def test_every_job_has_a_name_in_both_languages():
    source = (Path(regie.__file__).parent / "worker.py").read_text("utf-8")
    names = {*re.findall(r'(?:Queued|Scheduled)Work\(\s*"(\w+)"', source), "dispatch", "purge_workflows"}
    assert {"mail", "purge", "due_synchronizations"} <= names
    for locale in ("en-us", "fr-ca"):
        assert {f"operations.job.{name}" for name in names} <= set(catalogue(locale))


def test_failures_have_a_cause_in_the_readers_language(database: Database, clock: MovableClock, admin: Browser):
    _run_worker(database, clock)
    with database.write() as session:
        owner = make_user(session)
        make_export(session, owner.id, status="failed", finished_at=NOON)
        make_export(session, owner.id, status="failed", finished_at=NOON - timedelta(days=2))
        make_failed_mail(session)
        make_failed_mail(session, error="refused 550", content=None, failed_at=NOON - HOUR)
        session.add(RateFetch(status="failed", created_at=NOON, finished_at=NOON - 2 * HOUR, error="connection"))
        session.add(_make_run("hubspot", status="failed", error="unauthorised", finished_at=NOON - 3 * HOUR))
    english = _read(admin)
    rows = {(row["kind"], row["subject"], tuple(row["can"])) for row in english["failures"]}
    assert rows == {
        ("export", "Teams", ("retry",)),
        ("mail", "zoe@pivoine.example", ("retry",)),
        ("mail", "zoe@pivoine.example", ("dismiss",)),
        ("exchange_rates", "Bank of Canada", ("retry",)),
        ("synchronization", "hubspot", ("retry",)),
    }
    assert english["failures_total"] == 5
    assert [(one["code"], one["count"]) for one in english["issues"]] == [("service_failing", None), ("failures", 4)]
    french = _read(admin, "fr-ca")
    causes = {row["cause"] for row in french["failures"]}
    assert "Le serveur de courriel a refusé le message (550)." in causes
    assert "Le serveur de courriel est injoignable." in causes
    assert all(row["what_to_do"] for row in french["failures"])


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("error", "described"),
    [
        ("refused 550", ("refused", "address")),
        ("refused 450", ("refused", "server")),
        ("no STARTTLS", ("no_starttls", "server")),
        ("another secret", ("another_secret", "another_secret")),
        ("ValueError", ("other", "log")),
        ("", ("other", "log")),
    ],
)
def test_mail_errors_are_described(error: str, described: tuple[str, str]):
    assert describe_mail_error(error) == described


def test_success_resolves_the_failure_of_a_service(database: Database, admin: Browser):
    failed = _make_run("hubspot", status="failed", error="unauthorised", finished_at=NOON - HOUR)
    _add(database, failed)
    assert [row["kind"] for row in _read(admin)["failures"]] == ["synchronization"]
    _add(database, _make_run("hubspot"), RateFetch(status="failed", created_at=NOON, finished_at=NOON, error="timeout"))
    assert [row["kind"] for row in _read(admin)["failures"]] == ["exchange_rates"]
    _add(database, RateFetch(status="succeeded", created_at=NOON, finished_at=NOON))
    assert _read(admin)["failures"] == []


def test_failed_mail_is_retried_at_once(database: Database, clock: MovableClock, admin: Browser):
    with database.write() as session:
        make_failed_mail(session, to_address="other@pivoine.example")
        make_failed_mail(session)
    id = next(row["id"] for row in _read(admin)["failures"] if row["subject"] == "zoe@pivoine.example")
    assert _retry(admin, "mail", id).status_code == 204
    with database.read() as db:
        times = dict[Any, Any](db.execute(select(QueuedMail.to_address, QueuedMail.next_try_at)).all())
    assert times == {"other@pivoine.example": NOON + 30 * MINUTE, "zoe@pivoine.example": NOON}


def test_mail_is_retried_only_while_it_waits(database: Database, admin: Browser):
    with database.write() as session:
        sending = make_failed_mail(session, claimed_until=NOON + MINUTE)
        abandoned = make_failed_mail(session, content=None, failed_at=NOON)
        waiting = make_failed_mail(session)
        ids = [mail_id(mail.id, mail.created_at) for mail in (sending, abandoned)]
        # SQLite can give the number to another mail.
        ids += [mail_id(waiting.id, NOON - HOUR), mail_id(999, NOON), "1.x", "1.9999999999999999999", "x"]
    with assert_unchanged(database):
        for id in ids:
            assert _retry(admin, "mail", id).status_code == 204


def test_only_abandoned_mail_is_dismissed(database: Database, admin: Browser):
    with database.write() as session:
        waiting = make_failed_mail(session)
        abandoned = make_failed_mail(session, content=None, failed_at=NOON)
        ids = [mail_id(mail.id, mail.created_at) for mail in (waiting, abandoned)]
    with assert_unchanged(database):
        assert admin.delete(f"{PATH}/mails/{ids[0]}").status_code == 204
        assert admin.delete(f"{PATH}/mails/{mail_id(abandoned.id, NOON - HOUR)}").status_code == 204
    assert admin.delete(f"{PATH}/mails/{ids[1]}").status_code == 204
    assert [row["id"] for row in _read(admin)["failures"]] == [ids[0]]


def test_failed_export_is_queued_again(database: Database, admin: Browser):
    with database.write() as session:
        owner = make_user(session)
        export = make_export(session, owner.id, status="failed", tries=3, done=7, finished_at=NOON)
    with assert_unchanged(database):
        assert _retry(admin, "export", "missing").status_code == 204
    assert _retry(admin, "export", export.api_id).status_code == 204
    with database.read() as db:
        row = db.execute(select(Export.status, Export.tries, Export.done, Export.finished_at)).one()
    assert tuple(row) == ("waiting", 0, 0, None)
    with assert_unchanged(database):
        assert _retry(admin, "export", export.api_id).status_code == 204


def test_failed_synchronization_and_fetch_are_queued_again(database: Database, admin: Browser):
    _add(
        database,
        _make_run("hubspot", status="failed", error="timeout"),
        RateFetch(status="failed", created_at=NOON, finished_at=NOON, error="timeout"),
    )
    for row in _read(admin)["failures"]:
        assert _retry(admin, row["kind"], row["id"]).status_code == 204
    with database.read() as db:
        assert db.execute(select(SyncRun.service).where(SyncRun.status == "queued")).scalars().all() == ["hubspot"]
        assert len(db.execute(select(RateFetch.id).where(RateFetch.status == "queued")).all()) == 1


def test_restored_copy_retries_nothing(database: Database, admin: Browser):
    with database.write() as session:
        mail = make_failed_mail(session)
        id = mail_id(mail.id, mail.created_at)
        session.add(Restore(backup_at=NOON - HOUR, restored_at=NOON))
    assert "restored_copy" in _codes(_read(admin))
    with assert_unchanged(database):
        assert _retry(admin, "mail", id).status_code == 422


def test_storage_counts_the_files_that_records_name(database: Database, app: Any, admin: Browser, tmp_path: Path):
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        client = make_client(session, account_manager_id=manager.id)
        make_attachment(session, app.state.context.files, client_id=client.id, uploaded_by_id=manager.id)
        make_export(session, manager.id, storage_key="aa/a", size=1_000)
        make_export(session, manager.id)
    with database.read() as db:
        size = db.execute(select(Attachment.size)).scalar_one()
    storage = _read(admin)["storage"]
    assert (storage["files"], storage["files_size"]) == (2, size + 1_000)
    assert storage["database_size"] > 100_000
    (disk,) = storage["disks"]
    assert disk["content"] == "data"
    assert 0 < disk["free"] < disk["total"]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("free", "total", "low"), [(9, 100, True), (10, 100, False), (9_999_999_999, 10**12, True), (10**10, 10**12, False)]
)
def test_low_disk_is_less_than_both_limits(free: int, total: int, low: bool):
    assert is_low(free, total) is low


def test_overdue_and_failed_backups_are_named(
    database: Database, clock: MovableClock, tmp_path: Path, sign_in_as: SignIn, admin: Browser
):
    _run_worker(database, clock)
    failed = {"started_at": NOON, "finished_at": NOON, "outcome": "failed", "error": "No space left on device"}
    _add(database, Backup(started_at=NOON, finished_at=NOON, outcome="succeeded", size=5_000), Backup(**failed))
    data = _read(admin)
    assert (_codes(data), data["backup"]["last"]["error"]) == (["backup_failed"], "No space left on device")
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES, "REGIE_BACKUP_WARNING_DAYS": "1"})
    clock.moment += timedelta(days=1, seconds=1)
    _run_worker(database, clock)
    warned = create_app(settings, database=database, clock=clock)
    user = admin.user
    assert user
    data = _read(Browser(warned, ORIGIN).signed_in_as(user, clock.now()))
    assert [(one["code"], one["at"]) for one in data["issues"]] == [("backup_overdue", "2026-11-20T17:00:00Z")]


def test_others_see_and_change_nothing(database: Database, sign_in_as: SignIn):
    with database.write() as session:
        mail = make_failed_mail(session, content=None, failed_at=NOON)
        id = mail_id(mail.id, mail.created_at)
    for role in ("financial_manager", "account_manager", "churn_manager", "employee"):
        browser = sign_in_as(role)
        with assert_unchanged(database):
            assert browser.get(PATH).status_code == 403
            assert _retry(browser, "mail", id).status_code == 403
            assert browser.delete(f"{PATH}/mails/{id}").status_code == 403
