"""Sample data over HTTP and in the worker: loaded, refused, and removed without a trace."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.core.db.schema import METADATA
from regie.core.files.removals import FileRemoval
from regie.core.mail.queue import MailCipher
from regie.core.sample_data import SAMPLE_DOMAIN, SampleData
from regie.domains.administration.sample_data.jobs import GenerationFailed, GenerationStopped, SampleDataJob
from regie.domains.administration.sample_data.tables import (
    DERIVED_TABLES,
    OWN_TABLES,
    RECENT_TABLES,
    SAMPLE_TABLES,
    amount_columns,
)
from regie.domains.people.notifications.emails import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.actions import take_numbers
from regie.domains.records.users.models import User
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.domains.administration.sample_data.conftest import interrupted
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

SignIn = Callable[..., Browser]
SAMPLE = "/api/v1/sample-data"
# What requests and jobs write besides the sample.
TRACES = (
    "activity", "figure_changes", "file_removals", "idempotency_keys", "payment_day_changes", "sessions",
    "table_changes",
)  # fmt: skip


def read_state(browser: Browser) -> Any:
    response = browser.get(SAMPLE)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def load(browser: Browser, job: SampleDataJob) -> None:
    response = browser.post(f"{SAMPLE}/loadings")
    assert response.status_code == 201, response.text
    assert response.json()["data"]["state"] == "loading"
    run(job)
    assert read_state(browser)["state"] == "loaded"


def run(job: SampleDataJob) -> None:
    for state in job.find_waiting():
        job.run(state)


def count(db: Connection, model: Any) -> int:
    return db.execute(select(func.count()).select_from(model)).scalar_one()


def test_every_table_belongs_to_the_sample_or_to_the_installation() -> None:
    groups = (SAMPLE_TABLES, DERIVED_TABLES, RECENT_TABLES, OWN_TABLES)
    assert sorted(name for group in groups for name in group) == sorted(METADATA.tables)


def test_sample_is_loaded_and_removed_without_a_trace(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin", currency="EUR")
    assert owner.post("/api/v1/settings", {"name": "Agence Érable", "reporting_currency": "EUR"}).status_code == 200
    assert read_state(owner)["can_load"] is True
    with assert_unchanged(database, exclude=TRACES):
        load(owner, job)
        assert owner.get("/api/v1/me").json()["data"]["has_sample_data"] is True
        assert_agency_is_plausible(database, owner)
        assert owner.get("/api/v1/setup").json()["data"] == {"is_dismissed": False, "steps": []}
        keys = read_keys(database)
        assert len(list(job.files.open(keys[0]))) == 1
        # People who look around try things.
        client = owner.get("/api/v1/clients?per_page=1").json()["data"][0]
        changed = owner.patch(f"/api/v1/clients/{client['api_id']}", {"name": "Autre", "version": client["version"]})
        assert changed.status_code == 200, changed.text
        response = owner.post(f"{SAMPLE}/removals", {"added": 0})
        assert (response.status_code, response.json()["data"]["state"]) == (201, "removing")
        run(job)
    assert read_state(owner) == {"state": "none", "progress": 0, "can_load": True, "error": None, "added": []}
    assert owner.get("/api/v1/me").json()["data"]["has_sample_data"] is False
    assert owner.get("/api/v1/setup").json()["data"]["steps"]
    with database.read() as db:
        entries = db.execute(select(ActivityEntry.action, ActivityEntry.actor_name).order_by(ActivityEntry.id)).all()
        assert entries[-2:] == [("sample_data_loaded", owner.user.name), ("sample_data_removed", owner.user.name)]
        assert set(db.execute(select(ActivityEntry.subject_type)).scalars()) == {"user", "settings"}
        assert set(keys) <= set(db.execute(select(FileRemoval.storage_key)).scalars())


def test_sample_in_a_currency_without_cents_has_whole_amounts(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin", currency="JPY")
    assert owner.post("/api/v1/settings", {"name": "Agence Érable", "reporting_currency": "JPY"}).status_code == 200
    load(owner, job)
    with database.read() as db:
        for table in (METADATA.tables[name] for name in SAMPLE_TABLES):
            columns = [table.c[name] for name in amount_columns(table)]
            fractions = [column for column in columns for (amount,) in db.execute(select(column)) if (amount or 0) % 1]
            # Values of goals in percent may have decimals.
            assert not fractions or table.name in ("employee_goals", "goal_check_ins"), fractions[0]
        assert db.execute(select(func.max(Invoice.subtotal))).scalar_one() > 1_000_000
    goals = owner.get("/api/v1/employee-goals?per_page=100").json()["data"]
    assert all(Decimal(goal["target_value"]) <= 100 for goal in goals if goal["measure"] == "percent")
    proposals = "/api/v1/reconciliation-proposals"
    key = owner.get(proposals).json()["data"][0]["api_id"]
    response = owner.post(f"{proposals}/batches", {"ids": [key], "change": {"accepted": True}})
    assert [result["status"] for result in response.json()["data"]["results"]] == [200]


def test_new_records_after_a_removal_begin_again(sign_in_as: SignIn, job: SampleDataJob, database: Database) -> None:
    owner = sign_in_as("super_admin")
    with database.write() as session:
        (number,) = take_numbers(session, 1)
    load(owner, job)
    owner.post(f"{SAMPLE}/removals", {"added": 0})
    run(job)
    created = owner.post("/api/v1/clients", client_body(owner))
    assert created.status_code == 201, created.text
    with database.read() as db:
        assert db.execute(select(Client.id)).scalars().all() == [1]
    with database.write() as session:
        assert take_numbers(session, 1) == [f"P-{int(number.removeprefix('P-')) + 1:05}"]


def test_only_an_installation_without_records_or_services_loads_a_sample(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin")
    with database.write() as session:
        client = make_client(session, name="Vraie cliente")
    assert read_state(owner)["can_load"] is False
    with assert_unchanged(database, exclude=("sessions",)):
        refused = owner.post(f"{SAMPLE}/loadings")
        assert (refused.status_code, refused.json()["code"]) == (422, "sample_data_not_empty")
    with database.write() as session:
        session.delete(client)
    body = {"url": "https://agence.teamwork.com", "key": "a-key"}
    connected = owner.patch("/api/v1/connections/teamwork", body)
    assert connected.status_code == 200, connected.text
    with assert_unchanged(database, exclude=("sessions",)):
        assert owner.post(f"{SAMPLE}/loadings").json()["code"] == "sample_data_not_empty"
    assert job.find_waiting() == []


def test_record_that_was_created_meanwhile_is_never_lost(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin")
    owner.post(f"{SAMPLE}/loadings")
    assert owner.post("/api/v1/clients", client_body(owner)).status_code == 201
    with assert_unchanged(database, exclude=("file_removals", "sample_data", "sessions", "table_changes")):
        run(job)
    state = read_state(owner)
    assert (state["state"], state["error"], state["can_load"]) == ("failed", "not_empty", False)
    missing = owner.post(f"{SAMPLE}/removals", {"added": 0})
    assert (missing.status_code, missing.json()["code"]) == (422, "sample_data_missing")


def test_first_of_two_requests_wins(sign_in_as: SignIn, job: SampleDataJob, database: Database) -> None:
    owner, admin = sign_in_as("super_admin"), sign_in_as("admin")
    assert owner.post(f"{SAMPLE}/loadings").status_code == 201
    with assert_unchanged(database, exclude=("sessions",)):
        second = admin.post(f"{SAMPLE}/loadings")
        assert (second.status_code, second.json()["code"]) == (409, "sample_data_requested")
        early = admin.post(f"{SAMPLE}/removals", {"added": 0})
        assert (early.status_code, early.json()["code"]) == (422, "sample_data_missing")
    run(job)
    assert admin.post(f"{SAMPLE}/removals", {"added": 0}).status_code == 201
    with assert_unchanged(database, exclude=("sessions",)):
        second = owner.post(f"{SAMPLE}/removals", {"added": 0})
        assert (second.status_code, second.json()["code"]) == (409, "sample_data_requested")
        assert owner.post(f"{SAMPLE}/loadings").status_code == 409


def test_removal_names_what_was_added_and_removes_nothing_unseen(
    sign_in_as: SignIn, job: SampleDataJob, database: Database, clock: MovableClock
) -> None:
    owner = sign_in_as("super_admin")
    load(owner, job)
    clock.moment += timedelta(minutes=1)
    assert read_state(owner)["added"] == []
    with database.write() as session:
        make_client(session, name="Ajoutée", created_at=clock.now())
    assert read_state(owner)["added"] == [{"kind": "clients", "count": 1}]
    with assert_unchanged(database, exclude=("sessions",)):
        unseen = owner.post(f"{SAMPLE}/removals", {"added": 0})
        assert (unseen.status_code, unseen.json()["code"]) == (409, "sample_data_added")
        for wrong in ({}, {"added": -1}, {"added": "1"}, {"added": 1, "force": True}):
            assert owner.post(f"{SAMPLE}/removals", wrong).status_code in (400, 422), wrong
    assert owner.post(f"{SAMPLE}/removals", {"added": 1}).status_code == 201
    # Another one before the worker begins.
    with database.write() as session:
        make_client(session, name="Ajoutée aussi", created_at=clock.now())
    with assert_unchanged(database, exclude=("sample_data", "sessions", "table_changes")):
        run(job)
    state = read_state(owner)
    assert (state["state"], state["error"], state["added"]) == ("loaded", "added", [{"kind": "clients", "count": 2}])
    assert owner.post(f"{SAMPLE}/removals", {"added": 2}).status_code == 201
    run(job)
    assert read_state(owner)["state"] == "none"


def test_failed_or_interrupted_loading_leaves_nothing(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin")
    with assert_unchanged(database, exclude=("sample_data", "sessions", "table_changes")):
        owner.post(f"{SAMPLE}/loadings")
        run(interrupted(job, GenerationStopped()))
        assert job.find_waiting() == ["loading"]
        with pytest.raises(OSError, match="killed"):
            run(interrupted(job, OSError("killed")))
        assert job.find_waiting() == ["loading"]
        run(interrupted(job, GenerationFailed()))
    assert (read_state(owner)["state"], read_state(owner)["error"]) == ("failed", "failed")
    owner.post(f"{SAMPLE}/loadings")
    job.give_up("loading")
    assert read_state(owner)["error"] == "interrupted"
    load(owner, job)


def test_copy_that_fails_in_the_middle_stores_nothing(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin")
    owner.post(f"{SAMPLE}/loadings")

    def generate(folder: Path, first_user: int, report: Callable[[int], None]) -> None:
        job.generate(folder, first_user, report)
        with closing(sqlite3.connect(folder / "regie.sqlite")) as source:
            source.execute("DROP TABLE invoices")

    with (
        assert_unchanged(database, exclude=("file_removals", "sample_data", "sessions", "table_changes")),
        pytest.raises(OperationalError),
    ):
        run(replace(job, generate=generate))
    assert read_state(owner)["state"] == "loading"
    with database.write() as session:
        # A sample that is created again has files of its own.
        session.execute(METADATA.tables["file_removals"].delete())
    run(job)
    assert read_state(owner)["state"] == "loaded"


def test_services_and_files_wait_until_the_sample_is_removed(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    owner = sign_in_as("super_admin")
    checked = import_clients(owner)
    assert checked.status_code == 201, checked.text
    file = checked.json()["data"]
    load(owner, job)
    with assert_unchanged(database, exclude=("sessions", "file_removals")):
        for response in (
            owner.post(f"/api/v1/imports/{file['api_id']}/applications", {"version": file["version"]}),
            import_clients(owner),
            owner.patch("/api/v1/connections/teamwork", {"url": "https://agence.teamwork.com", "key": "a-key"}),
            owner.post("/api/v1/connections/quickbooks/authorizations"),
            owner.post("/api/v1/sync-runs", {"service": "teamwork"}),
        ):
            assert (response.status_code, response.json()["code"]) == (422, "sample_data"), response.text
    tested = owner.post("/api/v1/connections/teamwork/tests")
    assert tested.json()["data"]["works"] is False
    owner.locale = "fr-ca"
    words = owner.post("/api/v1/connections/quickbooks/authorizations").json()["message"]
    assert words.startswith("Cette installation contient des données d’exemple.")


def test_only_administrators_themselves_decide(sign_in_as: SignIn, job: SampleDataJob, database: Database) -> None:
    owner = sign_in_as("super_admin")
    others = [sign_in_as(role) for role in ("financial_manager", "account_manager", "churn_manager", "employee")]
    with assert_unchanged(database, exclude=("sessions",)):
        for other in others:
            assert other.post(f"{SAMPLE}/loadings").status_code == 403
            assert other.get(SAMPLE).status_code == 403
    load(owner, job)
    with database.read() as db:
        admin = db.execute(select(User.api_id).where(User.email == f"admin@{SAMPLE_DOMAIN}")).scalar_one()
    impersonated = owner.post(f"/api/v1/impersonated-users/{admin}", {"reason": "A look around"})
    assert impersonated.status_code in (200, 201), impersonated.text
    refused = owner.post(f"{SAMPLE}/removals", {"added": 0})
    assert refused.status_code == 403
    report = {"message": "Une question", "url": "/"}
    owner.post("/api/v1/bug-reports", report)
    assert owner.delete("/api/v1/impersonated-users").status_code in (200, 204)
    assert owner.post(f"{SAMPLE}/removals", {"added": 0}).status_code == 201
    run(job)
    assert read_state(owner)["state"] == "none"
    with database.read() as db:
        assert db.execute(select(User.id).where(User.email.like(f"%{SAMPLE_DOMAIN}"))).all() == []


def test_sample_sends_no_mail(
    sign_in_as: SignIn, visitor: Browser, job: SampleDataJob, database: Database, clock: MovableClock
) -> None:
    load(sign_in_as("super_admin"), job)
    reset = visitor.post("/auth/password/resets", {"email": f"admin@{SAMPLE_DOMAIN}"})
    assert reset.status_code == 204, reset.text
    notifier = Notifier(MailCipher("a secret of the tests"), ORIGIN)
    LedgerRefreshJob(database, clock, notifier).run_once()
    mails = METADATA.tables["mails"]
    with database.read() as db:
        assert count(db, Notification) > 0
        # The reset of an unknown address takes as long.
        assert set(db.execute(select(mails.c.to_address)).scalars()) == {""}


def test_log_entries_about_real_records_are_permanent(
    sign_in_as: SignIn, job: SampleDataJob, database: Database
) -> None:
    """The triggers allow only the removal itself to delete entries, and only of the sample."""
    owner = sign_in_as("super_admin")
    with database.write() as session:
        client = make_client(session, name="Vraie cliente")
    with database.write() as session:
        session.delete(client)
    load(owner, job)
    entries = select(ActivityEntry.action).where(ActivityEntry.subject_type == "client")
    with database.read() as db:
        before = db.execute(entries).all()
        assert len(before) == 2
    with pytest.raises(DBAPIError, match="append-only"), database.write() as session:
        session.execute(METADATA.tables["activity"].delete())
    with pytest.raises(DBAPIError, match="append-only"), removal(database) as session:
        session.execute(METADATA.tables["activity"].delete())
    # The permission ends with the transaction: the row must be gone at its commit.
    with pytest.raises(IntegrityError), removal(database):
        pass
    owner.post(f"{SAMPLE}/removals", {"added": 0})
    run(job)
    with database.read() as db:
        assert db.execute(entries).all() == before


def assert_agency_is_plausible(database: Database, owner: Browser) -> None:
    with database.read() as db:
        assert count(db, Client) >= 20
        assert set(db.execute(select(Client.currency)).scalars()) == {"EUR"}
        assert set(db.execute(select(Invoice.currency)).scalars()) == {"EUR"}
        people = db.execute(select(User).where(User.id != owner.user.id)).mappings().all()
        assert len(people) == 9
        assert all(row["email"].endswith(f"@{SAMPLE_DOMAIN}") and row["password_hash"] is None for row in people)
        assert not any("super_admin" in row["roles"] for row in people)
    for path in ("clients", "employees", "projects", "invoices", "churn-events", "teams"):
        response = owner.get(f"/api/v1/{path}")
        assert response.status_code == 200, f"{path}: {response.text}"
        assert response.json()["meta"]["total"] > 2, path


def read_keys(database: Database) -> list[str]:
    with database.read() as db:
        return list(db.execute(select(Attachment.storage_key).order_by(Attachment.id)).scalars())


@contextmanager
def removal(database: Database) -> Iterator[Session]:
    """A transaction in which the triggers allow the removal of entries about the sample."""
    with database.write() as session:
        session.execute(update(SampleData).values(in_removal=0))
        yield session


def import_clients(browser: Browser) -> Response:
    files = {"file": ("clients.csv", b"Name\nVraie cliente\n", "text/csv")}
    return browser.call("POST", "/api/v1/imports/clients", files=files)


def client_body(browser: Browser) -> dict[str, Any]:
    return {"name": "Vraie cliente", "currency": "CAD", "account_manager": browser.user.api_id}
