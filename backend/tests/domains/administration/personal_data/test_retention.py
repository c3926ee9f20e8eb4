"""Tests of the retention settings and of the cleaning after an erasure."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from regie.core.audit.activity import ActivityEntry, log_event, set_author
from regie.core.db.database import Database
from regie.core.mail.queue import QueuedMail
from regie.domains.administration.exports.actions import purge_exports
from regie.domains.administration.exports.models import Export
from regie.domains.administration.personal_data.erasure import hash_address
from regie.domains.administration.personal_data.jobs import RetentionJob
from regie.domains.people.notifications.models import Notification
from regie.domains.records.personal_data.models import Erasure
from tests.browser import Browser
from tests.conftest import NOON, without_triggers
from tests.factories.exports import make_export
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

SETTINGS = "/api/v1/settings"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin")


@pytest.fixture
def job(database: Database, clock: Any, tmp_path: Path) -> RetentionJob:
    return RetentionJob(database, clock, ("secret",), tmp_path)


def test_defaults_change_nothing(admin: Browser, job: RetentionJob, database: Database):
    saved = admin.get(SETTINGS).json()["data"]
    assert {name: value for name, value in saved.items() if name.startswith("retention")} == {
        "retention_activity_months": None,
        "retention_imports_days": 30,
        "retention_exports_days": 7,
        "retention_notifications_days": 400,
        "retention_mails_days": None,
    }
    _log(database, "user")
    with assert_unchanged(database, ("table_changes",)):
        job.run_once()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("retention_activity_months", 23),
        ("retention_exports_days", 0),
        ("retention_exports_days", 91),
        ("retention_imports_days", None),
        ("retention_notifications_days", 29),
        ("retention_mails_days", 0),
    ],
)
def test_values_out_of_bounds_are_refused(admin: Browser, database: Database, name: str, value: object):
    with assert_unchanged(database):
        response = admin.post(SETTINGS, {name: value})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [name]


def test_old_entries_are_deleted_except_those_of_terms(admin: Browser, job: RetentionJob, database: Database):
    for subject in ("user", "project", "employee", "saved_view"):
        _log(database, subject)
    assert admin.post(SETTINGS, {"retention_activity_months": 24}).status_code == 200
    job.run_once()
    with database.read() as db:
        old = select(ActivityEntry.subject_type).where(ActivityEntry.at == LONG_AGO).order_by(ActivityEntry.id)
        assert db.execute(old).scalars().all() == ["project", "employee"]
        assert db.execute(select(func.count()).where(ActivityEntry.at > LONG_AGO)).scalar_one() > 0


@pytest.mark.parametrize("condition", ["subject_type = 'project'", "at > '2024-12-31'"])
def test_database_refuses_to_delete_new_entries_and_terms(database: Database, condition: str):
    _log(database, "project")
    with database.write() as session:
        make_user(session)
    with assert_unchanged(database), pytest.raises(Exception, match="append-only"), database.writes.begin() as db:
        db.execute(text(f"DELETE FROM activity WHERE {condition}"))  # noqa: S608


def test_shorter_retention_applies_to_stored_data(admin: Browser, job: RetentionJob, database: Database, clock: Any):
    with database.write() as session:
        export = make_export(session, admin.user.id, expires_at=NOON + timedelta(days=7))
        session.add(
            Notification(user_id=admin.user.id, kind="export_ready", values={"file": "x"}, link="/x", dedup_key="x",
                         created_at=NOON, by_mail="never")
        )  # fmt: skip
        session.add(
            QueuedMail(to_address="a@b.example", locale="en-us", kind="invitation", created_at=NOON, next_try_at=NOON,
                       failed_at=NOON)
        )  # fmt: skip
    changed = {"retention_exports_days": 2, "retention_notifications_days": 30, "retention_mails_days": 10}
    assert admin.post(SETTINGS, changed).status_code == 200
    clock.moment += timedelta(days=31)
    job.run_once()
    with database.write() as session:
        purge_exports(session, NOON + timedelta(days=1))
        assert session.get(Export, export.id) is not None
        purge_exports(session, NOON + timedelta(days=2))
    with database.read() as db:
        assert db.execute(select(func.count()).select_from(Export)).scalar_one() == 0
        assert db.execute(select(func.count()).select_from(QueuedMail)).scalar_one() == 0
        assert db.execute(select(Notification.values, Notification.in_app)).one() == ({}, False)


def test_cleaning_removes_mail_files_to_the_person_only(job: RetentionJob, database: Database, tmp_path: Path):
    for number, to in enumerate(("zoe@gone.example", "mae@here.example")):
        (tmp_path / f"{number}.eml").write_text(f"From: a@b.example\nTo: {to}\n\nHello\n")
    with database.write() as session:
        hashes = [hash_address("secret", "zoe@gone.example")]
        session.add(Erasure(kind="user", address_hashes=hashes, reason="x", erased_at=NOON))
    job.run_once()
    assert [path.name for path in tmp_path.glob("*.eml")] == ["1.eml"]
    with assert_unchanged(database, ("table_changes",)):
        job.run_once()


def test_deleted_text_is_removed_from_the_file_of_sqlite(
    sqlite_database: Database, database: Database, clock: Any, tmp_path: Path
):
    if not database.is_sqlite:
        pytest.skip("PostgreSQL's autovacuum does it")
    with database.write() as session:
        user = make_user(session, first_name="Kanarienvogelfreund")
        session.execute(text("UPDATE users SET name = 'x', first_name = 'x', search_key = 'x', name_key = 'x'"))
        session.add(Erasure(kind="user", address_hashes=[], reason="x", erased_at=NOON))
    with database.write() as session:
        session.execute(text("DELETE FROM users WHERE id = :id"), {"id": user.id})
    with database.writes.begin() as db, without_triggers(db):
        db.execute(text("DELETE FROM activity"))
    RetentionJob(database, clock, ("secret",), tmp_path).run_once()
    path = Path(database.url.database or "")
    # In a process of its own: closing the file here would drop SQLite's locks of this process.
    found = subprocess.run(
        ["grep", "-l", "anarienvogelfreund", *path.parent.glob(f"{path.name}*")], capture_output=True
    )
    assert (found.returncode, found.stdout) == (1, b"")


def _log(database: Database, subject: str) -> None:
    with database.write() as session:
        set_author(session, None, LONG_AGO)
        log_event(session, "changed", subject=subject, api_id=None, name="x")
