"""Outside trouble ends a run in words; nothing is lost, and the next run goes on."""

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
from regie.domains.integrations.sync.turns import Turns
from regie.domains.records.mirrors.models import HubspotDeal
from tests.domains.integrations.sync.conftest import Synchronisation

DEALS = "/hubspot/crm/objects/2026-09/deals"
EMPTY = '{"results": []}'


def living_deals(sync: Synchronisation) -> int:
    with sync.database.read() as db:
        return db.execute(
            select(func.count()).select_from(HubspotDeal).where(HubspotDeal.deleted_at.is_(None))
        ).scalar_one()


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
def test_a_run_fails_with_a_code_and_keeps_what_was(sync: Synchronisation, fault: dict, code: str) -> None:
    sync.run("hubspot")
    before = living_deals(sync)
    sync.sandbox.fault(DEALS, times=1_000, **fault)
    run = sync.run("hubspot", full=True)
    assert (run.status, run.error) == ("failed", code)
    assert run.finished_at is not None
    assert living_deals(sync) == before


@pytest.mark.parametrize("seen", [0, 2])
def test_a_list_that_suddenly_ends_deletes_nothing(sync: Synchronisation, seen: int) -> None:
    """Empty from the start, or after the first pages: more than a fifth is missing, so nothing is believed."""
    sync.run("hubspot")
    before = living_deals(sync)
    sync.sandbox.fault(DEALS, kind="status", status=200, body=EMPTY, times=1_000, skip=seen)
    run = sync.run("hubspot", full=True)
    assert (run.status, run.error) == ("failed", "vanished")
    assert living_deals(sync) == before
    sync.sandbox.post("/reset")
    assert sync.run("hubspot", full=True).status == "succeeded"
    assert living_deals(sync) == before


def test_what_somebody_says_is_really_gone_is_gone(sync: Synchronisation) -> None:
    sync.run("hubspot")
    sync.sandbox.fault(DEALS, kind="status", status=200, body=EMPTY, times=1_000)
    assert sync.run("hubspot", full=True).error == "vanished"
    assert sync.run("hubspot", full=True, accepts_missing=True).status == "succeeded"
    assert living_deals(sync) == 0
    # What was wrong after all comes back with the next whole reading.
    sync.sandbox.post("/reset")
    sync.run("hubspot", full=True)
    assert living_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)


def test_a_failed_first_run_is_continued_where_it_broke_off(sync: Synchronisation) -> None:
    sync.sandbox.fault(DEALS, kind="status", status=503, times=1_000, skip=3)
    assert sync.run("hubspot").error == "server_error"
    kept = living_deals(sync)
    assert 0 < kept < len(sync.sandbox.agency.deals.rows) - 1
    sync.sandbox._client.delete("/faults").raise_for_status()
    asked = sync.calls("hubspot")
    assert sync.run("hubspot").status == "succeeded"
    assert living_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)
    deal_pages = [call for call in sync.sandbox.requests("hubspot")[asked:] if call["path"] == DEALS]
    assert "after=" in deal_pages[1]["query"]


def test_a_service_that_is_not_set_up_says_so(sync: Synchronisation, outside: Environment) -> None:
    bare = Sources(replace(outside, hubspot=replace(outside.hubspot, key="")), sync.database, sync.clock, HttpOptions())
    run = replace(sync, sources=bare).run("hubspot")
    assert (run.status, run.error) == ("failed", "not_configured")


def test_a_run_that_succeeded_meanwhile_is_not_called_interrupted(sync: Synchronisation) -> None:
    run = sync.run("quickbooks")
    turns = Turns(sync.database, sync.clock, sync.sources)
    turns.fail(run.api_id, "interrupted", "SUCCESS")
    assert (sync.read_run(run.api_id).status, sync.read_run(run.api_id).error) == ("succeeded", None)


def test_our_own_mistake_ends_the_run_too(sync: Synchronisation, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("regie.domains.integrations.sync.hubspot.keep_companies", broken)
    run = sync.run("hubspot")
    assert (run.status, run.error, run.error_detail) == ("failed", "unexpected", "ZeroDivisionError")


def test_a_database_that_is_away_for_a_moment_fails_no_run(
    sync: Synchronisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, locked = hubspot.keep_companies, [OperationalError("BEGIN IMMEDIATE", None, Exception("database is locked"))]

    def keep(*page: Any) -> int:
        if locked:
            raise locked.pop()
        return kept(*page)

    monkeypatch.setattr("regie.domains.integrations.sync.hubspot.keep_companies", keep)
    run_id = sync.begin("hubspot")
    with pytest.raises(OperationalError):
        sync.resume(run_id, "hubspot")
    assert sync.read_run(run_id).status == "running"
    assert sync.resume(run_id, "hubspot").status == "succeeded"


def test_an_interrupted_run_goes_on_without_loss_or_repetition(sync: Synchronisation) -> None:
    run_id = sync.stop_after(6, "hubspot")
    assert sync.read_run(run_id).status == "running"
    asked = sync.calls("hubspot")
    with sync.database.read() as db:
        cursor = db.execute(
            select(SyncCheckpoint.cursor).where(SyncCheckpoint.service == "hubspot", SyncCheckpoint.step == "deals")
        ).scalar_one()
    run = sync.resume(run_id, "hubspot")
    assert run.status == "succeeded"
    assert living_deals(sync) == sum(not row.archived for row in sync.sandbox.agency.deals.rows)
    first = sync.sandbox.requests("hubspot")[asked]
    assert cursor is not None
    assert (first["path"], f"after={cursor}" in first["query"]) == (DEALS, True)


def test_progress_is_seen_from_outside(sync: Synchronisation) -> None:
    run_id = sync.stop_after(6, "hubspot")
    run = sync.read_run(run_id)
    assert (run.step, run.done, run.total) == ("deals", 4, 5)
    assert run.records > 100
