"""Records that full reads do not find are counted, reported, and never marked when the read is implausible."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.core.mail.queue import MailCipher, QueuedMail
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkPerson, TimeEntry
from tests.conftest import ORIGIN
from tests.domains.integrations.sync.conftest import SECRET, SyncHarness
from tests.factories.people import make_user

TIME = "/teamwork/projects/api/v3/time.json"
CIPHER = MailCipher(SECRET)
EMPTY_PAGE = '{"timelogs": [], "meta": {"page": {"pageOffset": 0, "pageSize": 500, "count": 0, "hasMore": false}}}'


@pytest.fixture
def watched(sync: SyncHarness) -> SyncHarness:
    """A synchronization with an administrator to notify."""
    with sync.database.write() as session:
        make_user(session, email="admin@regie.example", roles=["admin"], locale="fr-ca")
    return replace(sync, notifier=Notifier(CIPHER, ORIGIN))


def lose_entries(sync: SyncHarness, count: int, *, skip: int = 0) -> None:
    """Hide time entries from the service's lists and totals, without any change that it reports."""
    rows = sync.sandbox.agency.entries.rows[skip : skip + count]
    edit = {"table": "entries", "action": "change", "fields": {"day": 700_000}, "touch": False}
    sync.sandbox.edit_all([{**edit, "id": row.id} for row in rows])


def find_person(sync: SyncHarness) -> Any:
    rows = sync.sandbox.agency.people.rows
    return next(row for row in rows if row.kind == "account" and not (row.deleted or row.is_service_account))


def count_deleted(sync: SyncHarness, model: Any = TimeEntry) -> int:
    with sync.database.read() as db:
        return db.execute(select(func.count()).where(model.deleted_at.is_not(None))).scalar_one()


def missing(run: SyncRun) -> dict[str, tuple[int, int]]:
    return {row["kind"]: (row["count"], row["known"]) for row in run.missing or ()}


def alerts(sync: SyncHarness) -> list[str]:
    with sync.database.read() as db:
        return list(db.execute(select(Notification.kind).order_by(Notification.id)).scalars())


def test_run_counts_its_missing_records(watched: SyncHarness) -> None:
    assert watched.run("teamwork").missing is None
    known, deleted = len(watched.sandbox.agency.entries.rows), count_deleted(watched)
    lose_entries(watched, 49)
    run = watched.run("teamwork", full=True)
    assert (run.status, missing(run)) == ("succeeded", {"time_entries": (49, known - deleted)})
    assert count_deleted(watched) == deleted + 49
    # Less than two in a hundred, and less than fifty.
    assert alerts(watched) == []
    assert watched.run("teamwork", full=True).missing is None


def test_administrators_are_notified_of_fifty_missing_records(watched: SyncHarness) -> None:
    watched.run("teamwork")
    lose_entries(watched, 50)
    watched.run("teamwork", full=True)
    assert alerts(watched) == ["records_missing"]
    with watched.database.read() as db:
        (content,) = db.execute(select(QueuedMail.content)).scalars()
    mail = CIPHER.unseal(content)
    assert mail is not None
    assert "Teamwork\u00a0: fiches manquantes" in mail.subject
    assert "Heures saisies\u00a0: 50 sur " in " ".join(mail.text.split("\n"))
    watched.run("teamwork", full=True)
    assert alerts(watched) == ["records_missing"]


def test_administrators_are_notified_of_two_percent(watched: SyncHarness) -> None:
    watched.run("teamwork")
    person = find_person(watched)
    hide = {"table": "people", "id": person.id, "action": "change", "fields": {"kind": "contact"}, "touch": False}
    watched.sandbox.edit_all([hide])
    run = watched.run("teamwork", full=True)
    assert missing(run)["people"][0] == 1
    assert alerts(watched) == ["records_missing"]


def test_slow_loss_is_stopped_like_a_sudden_one(watched: SyncHarness) -> None:
    watched.run("teamwork")
    total, deleted = len(watched.sandbox.agency.entries.rows), count_deleted(watched)
    part = (total - deleted) * 12 // 100
    lose_entries(watched, part)
    assert watched.run("teamwork", full=True).status == "succeeded"
    before = count_deleted(watched)
    watched.clock.moment += timedelta(days=3)
    lose_entries(watched, part, skip=part)
    run = watched.run("teamwork", full=True)
    assert (run.status, run.error, missing(run)["time_entries"][0]) == ("failed", "vanished", part)
    assert count_deleted(watched) == before
    # The next run reads the list again by itself, and stops again.
    assert watched.run("teamwork").error == "vanished"
    assert count_deleted(watched) == before
    assert watched.run("teamwork", full=True, accepts_missing=True).status == "succeeded"
    assert count_deleted(watched) == before + part
    # A confirmed loss does not count again.
    lose_entries(watched, part // 2, skip=2 * part)
    assert watched.run("teamwork", full=True).status == "succeeded"


def test_loss_after_a_week_counts_alone(watched: SyncHarness) -> None:
    watched.run("teamwork")
    part = len(watched.sandbox.agency.entries.rows) * 12 // 100
    lose_entries(watched, part)
    watched.run("teamwork", full=True)
    watched.clock.moment += timedelta(days=8)
    lose_entries(watched, part, skip=part)
    assert watched.run("teamwork", full=True).status == "succeeded"


def test_empty_month_fails_the_run_and_marks_nothing(watched: SyncHarness) -> None:
    """The total, from a call of its own before and after the pages, shows that the last month was not empty."""
    watched.run("teamwork")
    time_calls = sum(call["path"] == TIME for call in watched.sandbox.requests("teamwork"))
    deleted = count_deleted(watched)
    person = find_person(watched)
    hide = {"table": "people", "id": person.id, "action": "change", "fields": {"kind": "contact"}, "touch": False}
    watched.sandbox.edit_all([hide])
    people = count_deleted(watched, TeamworkPerson)
    watched.sandbox.fault(TIME, kind="status", status=200, body=EMPTY_PAGE, skip=time_calls - 2, times=1)
    run = watched.run("teamwork", full=True)
    assert (run.status, run.error, run.missing) == ("failed", "incomplete", None)
    assert run.error_detail is not None
    assert run.error_detail.startswith("time_entries: ")
    assert (count_deleted(watched), count_deleted(watched, TeamworkPerson)) == (deleted, people)
    assert alerts(watched) == ["sync_trouble"]
    # The next run reads the list again; what the others did not find is marked then.
    run = watched.run("teamwork")
    assert (run.status, missing(run).keys()) == ("succeeded", {"people"})
    assert (count_deleted(watched), count_deleted(watched, TeamworkPerson)) == (deleted, people + 1)


@pytest.mark.parametrize(
    ("service", "path", "body", "kind", "skip"),
    [
        # The first call reads the archived deals.
        ("hubspot", "/hubspot/crm/objects/2026-09/deals", '{"results": []}', "deals", 1),
        ("hubspot", "/hubspot/crm/objects/2026-09/companies", '{"results": []}', "companies", 0),
        # The first call asks for the total.
        ("teamwork", "/teamwork/projects/api/v3/projects.json", '{"projects": []}', "projects", 1),
    ],
)
def test_totals_are_compared(sync: SyncHarness, service: str, path: str, body: str, kind: str, skip: int) -> None:
    sync.run(service)
    sync.sandbox.fault(path, kind="status", status=200, body=body, skip=skip, times=1)
    run = sync.run(service, full=True)
    assert (run.status, run.error) == ("failed", "incomplete")
    assert (run.error_detail or "").startswith(f"{kind}: 0 / ")


def test_totals_of_quickbooks_are_compared(sync: SyncHarness) -> None:
    sync.run("quickbooks")
    query = "/quickbooks/v3/company/9130000000000001/query"
    # Of customers, invoices and payments, each with a total before and after its pages, the second list is empty.
    sync.sandbox.fault(query, kind="status", status=200, body='{"QueryResponse": {}}', skip=4, times=1)
    run = sync.run("quickbooks", full=True)
    assert (run.status, run.error) == ("failed", "incomplete")
    assert (run.error_detail or "").startswith("invoices: 0 / ")


def test_record_created_during_the_read_is_not_a_mismatch(sync: SyncHarness) -> None:
    run_id = sync.stop_after(6, "hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    sync.sandbox.post("/records", table="deals", action="create", like=deal.id)
    assert sync.resume(run_id, "hubspot").status == "succeeded"


@pytest.mark.parametrize("fault", [{"kind": "html", "status": 200}, {"kind": "truncate"}])
def test_one_garbled_response_is_retried(sync: SyncHarness, fault: dict) -> None:
    sync.sandbox.fault("/hubspot/crm/objects/2026-09/deals", times=1, **fault)
    assert sync.run("hubspot").status == "succeeded"
    with sync.database.read() as db:
        found = db.execute(select(func.count()).select_from(HubspotDeal)).scalar_one()
    assert found == len(sync.sandbox.agency.deals.rows)
