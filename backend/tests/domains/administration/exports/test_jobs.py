"""Tests of large exports in the worker: progress, cancellation and crashes."""

import errno
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.files.removals import FileRemoval
from regie.core.files.store import FileStore
from regie.domains.administration.exports import actions, export_file
from regie.domains.administration.exports.jobs import MAX_ATTEMPTS, ExportWriter
from regie.domains.administration.exports.models import Export
from regie.domains.administration.personal_data.actions import write_export
from regie.domains.people.notifications.emails import Notifier
from regie.domains.people.notifications.models import Notification
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.domains.administration.exports.export_files import PATH, parse_csv, parse_xlsx
from tests.factories.exports import make_export
from tests.factories.mail import queued_mail
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

# Two full pages and part of a third.
ROWS, PAGE_SIZE = 130, 50


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin")


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits, so that tests need fewer rows."""
    monkeypatch.setattr(actions, "MAX_IMMEDIATE_ROWS", 100)
    monkeypatch.setattr(export_file, "_PAGE_SIZE", PAGE_SIZE)


@pytest.fixture
def clients(database: Database, low_limits: None) -> None:
    with database.write() as session:
        for number in range(ROWS):
            make_client(session, name=f"Client {number:03}")


@pytest.fixture
def writer(app: Any, database: Database, clock: Any) -> ExportWriter:
    context = app.state.context
    return ExportWriter(
        database, context.clock, context.files, lambda: context.lists, Notifier(context.mail, context.origin),
        write_export,
    )  # fmt: skip


def write_next(writer: ExportWriter) -> None:
    """Write the oldest export that waits or was left unfinished."""
    for api_id in writer.find_waiting()[:1]:
        writer.run(api_id)


def _create(browser: Browser, format: str = "csv", **fields: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": "clients", "format": format, "columns": ["name"], **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _read(browser: Browser, created: dict[str, Any]) -> dict[str, Any]:
    return browser.get(f"{PATH}/{created['api_id']}").json()["data"]


def _download(browser: Browser, created: dict[str, Any]) -> Any:
    return browser.get(f"{PATH}/{created['api_id']}/file")


def _removal_keys(database: Database) -> list[str]:
    with database.read() as db:
        return list(db.execute(select(FileRemoval.storage_key)).scalars())


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_large_export_is_written_and_downloaded(owner: Browser, clients: None, writer: ExportWriter, format: str):
    created = _create(owner, format)
    assert (created["status"], created["total"], created["done"]) == ("waiting", ROWS, 0)
    assert _download(owner, created).status_code == 404
    write_next(writer)
    ready = _read(owner, created)
    assert (ready["status"], ready["done"]) == ("ready", ROWS)
    file = _download(owner, created)
    assert int(file.headers["content-length"]) == ready["size"] == len(file.content)
    exported = parse_csv(file.content, "en-us") if format == "csv" else parse_xlsx(file.content)
    assert [row[0] for row in exported.rows] == [f"Client {number:03}" for number in range(ROWS)]
    assert owner.get(f"{PATH}?status=ready").json()["meta"]["total"] == 1


def test_progress_can_be_read(owner: Browser, clients: None, writer: ExportWriter):
    created, progress = _create(owner), []
    writer.is_stopping = lambda: bool(progress.append(_read(owner, created)["done"]))
    write_next(writer)
    assert progress == [0, PAGE_SIZE]
    assert _read(owner, created)["status"] == "ready"


class _Killed(BaseException):
    """Like a kill, no handler catches it."""


def _kill_after(checks: int) -> Iterator[bool]:
    yield from [False] * checks
    raise _Killed


def test_killed_export_starts_again(owner: Browser, clients: None, writer: ExportWriter, database: Database):
    created = _create(owner)
    checks = _kill_after(1)
    writer.is_stopping = lambda: next(checks)
    with pytest.raises(_Killed):
        write_next(writer)
    assert (_read(owner, created)["status"], _read(owner, created)["done"]) == ("running", PAGE_SIZE)
    assert _download(owner, created).status_code == 404
    assert _removal_keys(database) == []
    writer.is_stopping = lambda: False
    write_next(writer)
    assert (_read(owner, created)["status"], _removal_keys(database)) == ("ready", [])
    assert len(parse_csv(_download(owner, created).content, "en-us").rows) == ROWS


def test_stopping_worker_leaves_the_export_running(owner: Browser, clients: None, writer: ExportWriter):
    created = _create(owner)
    writer.is_stopping = lambda: True
    write_next(writer)
    assert _read(owner, created)["status"] == "running"


def test_unreferenced_file_is_scheduled_for_removal(
    owner: Browser, clients: None, writer: ExportWriter, database: Database, monkeypatch: pytest.MonkeyPatch
):
    """The crash happens between storing the file and updating the row."""
    _create(owner)

    def put_and_crash(*_: Any) -> None:
        raise _Killed

    monkeypatch.setattr(FileStore, "put", put_and_crash)
    with pytest.raises(_Killed):
        write_next(writer)
    assert len(_removal_keys(database)) == 1


def test_deleted_export_stops(owner: Browser, clients: None, writer: ExportWriter, database: Database):
    created = _create(owner)
    writer.is_stopping = lambda: owner.delete(f"{PATH}/{created['api_id']}").status_code not in (204, 404)
    write_next(writer)
    assert owner.get(f"{PATH}/{created['api_id']}").status_code == 404
    assert _removal_keys(database) == []


def test_export_fails_after_max_attempts(owner: Browser, writer: ExportWriter, database: Database):
    with database.write() as session:
        export = make_export(session, owner.user.id, status="running", tries=MAX_ATTEMPTS, total=9_000)
    write_next(writer)
    assert owner.get(f"{PATH}/{export.api_id}").json()["data"]["status"] == "failed"
    with assert_unchanged(database):
        write_next(writer)


@pytest.mark.parametrize(("role", "kind"), [("admin", "export_stopped_by_disk"), ("churn_manager", "export_failed")])
def test_full_disk_is_named_to_administrators(
    sign_in_as: Any, clients: None, writer: ExportWriter, database: Database, monkeypatch: pytest.MonkeyPatch,
    role: str, kind: str,
):  # fmt: skip
    def put(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FileStore, "put", put)
    person = sign_in_as(role)
    created = _create(person)
    write_next(writer)
    assert _read(person, created)["status"] == "failed"
    with database.read() as db:
        assert db.execute(select(Notification.kind)).scalars().all() == [kind]


def test_lost_permissions_apply_to_files_and_later_exports(
    sign_in_as: Any, clients: None, writer: ExportWriter, database: Database
):
    """A written file requires the permissions with which it was written; a later one uses current permissions."""
    person, owner = sign_in_as("admin"), sign_in_as("super_admin")
    created, later = _create(person), _create(person)
    write_next(writer)
    assert owner.patch(f"/api/v1/users/{person.user.api_id}", {"roles": ["employee"]}).status_code == 200
    write_next(writer)
    again = Browser(person.app, ORIGIN).signed_in_as(person.user, writer.clock.now())
    with assert_unchanged(database):
        answer = _download(again, created)
    assert (answer.status_code, answer.json()["code"]) == (403, "export_of_other_rights")
    assert parse_csv(_download(again, later).content, "en-us").rows == []


def test_export_of_list_that_became_unreadable_fails(
    sign_in_as: Any, writer: ExportWriter, database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(actions, "MAX_IMMEDIATE_ROWS", 0)
    person, owner = sign_in_as("admin"), sign_in_as("super_admin")
    created = person.post(PATH, {"list_name": "users", "format": "csv"}).json()["data"]
    assert owner.patch(f"/api/v1/users/{person.user.api_id}", {"roles": ["employee"]}).status_code == 200
    write_next(writer)
    again = Browser(person.app, ORIGIN).signed_in_as(person.user, writer.clock.now())
    assert _read(again, created)["status"] == "failed"
    with assert_unchanged(database):
        assert _download(again, created).status_code == 404


def test_fourth_unfinished_export_returns_422(owner: Browser, clients: None, database: Database):
    for _ in range(actions.MAX_UNFINISHED):
        _create(owner)
    with assert_unchanged(database):
        answer = owner.post(PATH, {"list_name": "clients", "format": "csv"})
    assert (answer.status_code, answer.json()["code"]) == (422, "exports_under_way")


def test_file_expires_after_a_week(owner: Browser, clients: None, writer: ExportWriter, database: Database, clock: Any):
    created = _create(owner)
    write_next(writer)
    clock.moment += timedelta(days=7, minutes=1)
    assert _download(owner, created).status_code in (401, 404)
    writer.purge()
    with database.read() as db:
        assert db.execute(select(Export.id)).first() is None
    assert len(_removal_keys(database)) == 1


def _notifications(browser: Browser) -> list[tuple[str, str, str]]:
    return [(one["title"], one["detail"], one["link"]) for one in browser.get("/api/v1/notifications").json()["data"]]


def test_owner_is_notified_when_export_is_ready(sign_in_as: Any, clients: None, writer: ExportWriter):
    owner, other = sign_in_as("super_admin", locale="fr-ca"), sign_in_as("super_admin")
    _create(owner)
    write_next(writer)
    owner.locale = "fr-ca"
    ((title, detail, link),) = _notifications(owner)
    assert title == "Votre exportation est prête\u00a0: Clients 2026-11-20.csv"
    assert detail == "130 lignes, disponibles jusqu’au 27 novembre 2026."
    assert link == "/profile?tab=exports"
    assert (_notifications(other), queued_mail(owner.app)) == ([], [])
    assert owner.patch("/api/v1/me/notification-settings", {"exports": {"by_mail": "at_once"}}).status_code == 200
    _create(owner)
    write_next(writer)
    (mail,) = queued_mail(owner.app)
    assert (mail.to, mail.link.path, mail.link.query) == (owner.user.email, "/profile", "tab=exports")


def test_owner_is_notified_when_export_fails(owner: Browser, writer: ExportWriter, database: Database):
    with database.write() as session:
        make_export(session, owner.user.id, status="running", tries=MAX_ATTEMPTS, total=9_000)
    write_next(writer)
    ((title, _, link),) = _notifications(owner)
    assert (title, link) == ("Your export could not be created: Teams.csv", "/profile?tab=exports")


def test_small_or_deleted_export_sends_no_notification(owner: Browser, clients: None, writer: ExportWriter):
    assert owner.post(PATH, {"list_name": "teams", "format": "csv"}).json()["data"]["status"] == "ready"
    created = _create(owner)
    write_next(writer)
    assert len(_notifications(owner)) == 1
    assert owner.delete(f"{PATH}/{created['api_id']}").status_code == 204
    assert _notifications(owner) == []


def test_worker_loads_every_list():
    from regie.worker import load_lists

    assert {"clients", "invoices", "projects"} <= set(load_lists())
