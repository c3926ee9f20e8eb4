"""A failure of a service fails the run with a code; nothing is lost, and the next run resumes."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from regie.connectors.http import HttpOptions
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync import hubspot
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.records.mirrors.models import HubspotDeal
from tests.domains.integrations.sync.conftest import SyncHarness

DEALS = "/hubspot/crm/objects/2026-09/deals"
EMPTY = '{"results": []}'
EMPTY_SEARCH = '{"total": 0, "results": []}'


def count_active_deals(sync: SyncHarness) -> int:
    with sync.database.read() as db:
        return db.execute(
            select(func.count()).select_from(HubspotDeal).where(HubspotDeal.deleted_at.is_(None))
        ).scalar_one()


def empty_deals(sync: SyncHarness, skip: int = 0) -> None:
    """Let the service return no deals, and confirm it in its total."""
    sync.sandbox.fault(DEALS, kind="status", status=200, body=EMPTY, times=1_000, skip=skip)
    sync.sandbox.fault(f"{DEALS}/search", kind="status", status=200, body=EMPTY_SEARCH, times=1_000)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ({"kind": "status", "status": 500}, "server_error"),
        ({"kind": "html", "status": 200}, "not_json"),
        ({"kind": "truncate"}, "not_json"),
        ({"kind": "drop"}, "connection"),
        ({"kind": "status", "status": 401, "body": "{}"}, "unauthorised"),
        ({"kind": "status", "status": 403, "body": "{}"}, "forbidden"),
    ],
)
def test_failed_run_has_a_code_and_changes_nothing(sync: SyncHarness, fault: dict, code: str) -> None:
    sync.run("hubspot")
    before = count_active_deals(sync)
    sync.sandbox.fault(DEALS, times=1_000, **fault)
    run = sync.run("hubspot", full=True)
    assert (run.status, run.error) == ("failed", code)
    assert run.finished_at is not None
    assert count_active_deals(sync) == before


@pytest.mark.parametrize("pages_before", [0, 2])
def test_truncated_list_deletes_nothing(sync: SyncHarness, pages_before: int) -> None:
    """Empty from the start or after some pages: more than a fifth is missing, so the read is not trusted."""
    sync.run("hubspot")
    before = count_active_deals(sync)
    empty_deals(sync, pages_before)
    run = sync.run("hubspot", full=True)
    assert (run.status, run.error) == ("failed", "vanished")
    assert count_active_deals(sync) == before
    sync.sandbox.post("/reset")
    assert sync.run("hubspot", full=True).status == "succeeded"
    assert count_active_deals(sync) == before


def test_accepted_missing_records_are_deleted(sync: SyncHarness) -> None:
    sync.run("hubspot")
    empty_deals(sync)
    assert sync.run("hubspot", full=True).error == "vanished"
    assert sync.run("hubspot", full=True, accepts_missing=True).status == "succeeded"
    assert count_active_deals(sync) == 0
    # Records that were not deleted are restored by the next full read.
    sync.sandbox.post("/reset")
    sync.run("hubspot", full=True)
    assert count_active_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)


def test_failed_first_run_is_resumed_at_its_cursor(sync: SyncHarness) -> None:
    sync.sandbox.fault(DEALS, kind="status", status=503, times=1_000, skip=3)
    assert sync.run("hubspot").error == "server_error"
    deals_before_failure = count_active_deals(sync)
    assert 0 < deals_before_failure < len(sync.sandbox.agency.deals.rows) - 1
    sync.sandbox._client.delete("/faults").raise_for_status()
    calls_before = sync.calls("hubspot")
    assert sync.run("hubspot").status == "succeeded"
    assert count_active_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)
    deal_pages = [call for call in sync.sandbox.requests("hubspot")[calls_before:] if call["path"] == DEALS]
    assert "after=" in deal_pages[1]["query"]


def test_unconfigured_service_fails_with_a_code(sync: SyncHarness, environment: Environment) -> None:
    unconfigured_sources = Sources(
        replace(environment, hubspot=replace(environment.hubspot, key="")), sync.database, sync.clock, HttpOptions()
    )
    run = replace(sync, sources=unconfigured_sources).run("hubspot")
    assert (run.status, run.error) == ("failed", "not_configured")


def test_succeeded_run_cannot_become_interrupted(sync: SyncHarness) -> None:
    run = sync.run("quickbooks")
    runner = StepRunner(sync.database, sync.clock, sync.sources)
    runner.fail(run.api_id, "interrupted", "SUCCESS")
    assert (sync.read_run(run.api_id).status, sync.read_run(run.api_id).error) == ("succeeded", None)


def test_unexpected_exception_fails_the_run(sync: SyncHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_save(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("regie.domains.integrations.sync.hubspot.save_companies", fail_to_save)
    run = sync.run("hubspot")
    assert (run.status, run.error, run.error_detail) == ("failed", "unexpected", "ZeroDivisionError")


def test_locked_database_does_not_fail_the_run(sync: SyncHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    save_companies = hubspot.save_companies
    pending_errors = [OperationalError("BEGIN IMMEDIATE", None, Exception("database is locked"))]

    def save_or_raise(*page: Any) -> int:
        if pending_errors:
            raise pending_errors.pop()
        return save_companies(*page)

    monkeypatch.setattr("regie.domains.integrations.sync.hubspot.save_companies", save_or_raise)
    run_id = sync.begin("hubspot")
    with pytest.raises(OperationalError):
        sync.resume(run_id, "hubspot")
    assert sync.read_run(run_id).status == "running"
    assert sync.resume(run_id, "hubspot").status == "succeeded"


def test_interrupted_run_resumes_at_its_cursor(sync: SyncHarness) -> None:
    run_id = sync.stop_after(6, "hubspot")
    assert sync.read_run(run_id).status == "running"
    calls_before = sync.calls("hubspot")
    with sync.database.read() as db:
        cursor = db.execute(
            select(SyncCheckpoint.cursor).where(SyncCheckpoint.service == "hubspot", SyncCheckpoint.step == "deals")
        ).scalar_one()
    run = sync.resume(run_id, "hubspot")
    assert run.status == "succeeded"
    assert count_active_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)
    first = sync.sandbox.requests("hubspot")[calls_before]
    assert cursor is not None
    assert (first["path"], f"after={cursor}" in first["query"]) == (DEALS, True)


def test_progress_is_visible_during_a_run(sync: SyncHarness) -> None:
    run_id = sync.stop_after(6, "hubspot")
    run = sync.read_run(run_id)
    assert (run.step, run.done, run.total) == ("deals", 4, 7)
    assert run.records > 100
