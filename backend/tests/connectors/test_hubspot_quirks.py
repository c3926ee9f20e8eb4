"""HubSpot's quirks (outside-services.md, section 8), tested over HTTP against the sandbox."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import httpx
import pytest

from regie.connectors.errors import AccessDenied, RecordNotFound
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.hubspot.shapes import Deal
from tests.connectors.sandbox import START, Sandbox, ids_of

DEALS = "/hubspot/crm/objects/2026-09/deals"


def all_deals(hubspot: HubspotClient, archived: bool = False) -> dict[str, Deal]:
    return {deal.external_id: deal for page in hubspot.deals(archived) for deal in page.records}


def test_H1_discontinued_version_is_not_found(sandbox: Sandbox, options: HttpOptions) -> None:
    sandbox.post("/switches", hubspot_versions=["2026-09"])
    with HubspotClient(sandbox.hubspot(version="v3"), options) as old, pytest.raises(RecordNotFound):
        old.pipelines()
    with HubspotClient(sandbox.hubspot(), options) as current:
        assert current.pipelines().all


def test_H2_owner_and_currency_are_requested(hubspot: HubspotClient) -> None:
    deals = all_deals(hubspot)
    assert all(deal.currency for deal in deals.values())
    assert any(deal.owner_id for deal in deals.values())
    assert all(isinstance(value, str | None) for deal in deals.values() for value in deal.raw["properties"].values())


def test_H3_list_ends_without_paging(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    pages = list(hubspot.deals())
    assert {len(page.records) for page in pages[:-1]} == {100}
    assert [page.next_cursor is None for page in pages] == [False] * (len(pages) - 1) + [True]
    assert {entry["status"] for entry in sandbox.requests("hubspot")} == {200}


def test_H4_changes_of_one_instant_are_paged_by_offset(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    rows = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None]
    sandbox.post("/clock", stopped=True, advance_s=60)
    sandbox.edit_all([{"table": "deals", "id": row.id, "fields": {"name": f"Été {row.id}"}} for row in rows])
    sandbox.post("/clock", advance_s=5)
    pages = list(hubspot.deals_modified_since(START + timedelta(seconds=30)))
    assert len(pages) > 2
    assert sorted(ids_of(pages)) == sorted(str(row.id) for row in rows)
    assert all(deal.company_ids is None for page in pages for deal in page.records)


def test_H4_search_never_exceeds_its_result_limit(
    sandbox: Sandbox, hubspot: HubspotClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sandbox responds 400 beyond its limit of results, here 250 instead of 10,000."""
    monkeypatch.setattr("regie.connectors.hubspot.client.SEARCH_LIMIT", 50)
    monkeypatch.setattr("regie.connectors.hubspot.client.MAX_SEARCH_RESULTS", 250)
    living = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None]
    assert len(living) > 250
    assert len(set(ids_of(hubspot.deals_modified_since(START - timedelta(days=3_000))))) == len(living)


@pytest.mark.parametrize(
    ("limits", "times"), [({"hubspot_search_per_second": 1}, 3), ({"hubspot_per_ten_seconds": 1}, 3)]
)
def test_H5_each_policy_has_its_own_wait(
    sandbox: Sandbox, options: HttpOptions, limits: dict[str, int], times: int
) -> None:
    clock = sandbox.clock()
    sandbox.post("/limits", **limits)
    with HubspotClient(sandbox.hubspot(), replace(options, clock=clock)) as client:
        for _ in range(times):
            list(client.deals_modified_since(START))
            client.pipelines()
    statuses = [entry["status"] for entry in sandbox.requests("hubspot")]
    assert statuses.count(200) == 2 * times
    assert 429 in statuses


def test_H6_companies_are_unique_with_the_primary_first(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    rows = {str(row.id): tuple(map(str, row.company_ids)) for row in sandbox.agency.deals.rows}
    assert {len(companies) for companies in rows.values()} >= {0, 1, 2}
    deals = all_deals(hubspot)
    linked = hubspot.read_company_ids(deals)
    assert all(deal.company_ids == linked[number] == rows[number] for number, deal in deals.items())
    sandbox.post("/switches", hubspot_association_ids_as_text=True)
    assert hubspot.read_company_ids(deals) == linked


def test_H7_expired_token_is_refused_and_not_renewed(sandbox: Sandbox, options: HttpOptions) -> None:
    form = {
        "grant_type": "refresh_token",
        "client_id": "hs-sandbox-client",
        "client_secret": "hs-sandbox-secret",
        "refresh_token": "hs-refresh-sandbox",
    }
    reply = httpx.post(f"{sandbox.url}/hubspot/oauth/2026-09/token", data=form, trust_env=False).json()
    with HubspotClient(sandbox.hubspot(key=reply["access_token"]), options) as client:
        assert client.pipelines().all
        sandbox.post("/clock", advance_s=reply["expires_in"])
        with pytest.raises(AccessDenied) as caught:
            client.pipelines()
    assert caught.value.code == "unauthorised"
    assert [entry["status"] for entry in sandbox.requests("hubspot")] == [200, 200, 401]


def test_H8_missing_scope_blocks_only_its_list(sandbox: Sandbox, options: HttpOptions) -> None:
    with HubspotClient(sandbox.hubspot(key="pat-sandbox-no-owners"), options) as client:
        assert ids_of(client.deals())
        with pytest.raises(AccessDenied) as caught:
            list(client.owners())
    assert (caught.value.code, caught.value.request_id is not None) == ("missing_scope", True)


def test_H9_former_owners_still_own_deals(hubspot: HubspotClient) -> None:
    owners = {owner.external_id: owner for page in hubspot.owners() for owner in page.records}
    former = [owner for owner in owners.values() if owner.archived]
    owned = {deal.owner_id for deal in all_deals(hubspot).values()}
    assert any(owner.external_id in owned for owner in former)
    assert all(owner.user_id and owner.user_id != owner.external_id for owner in former)


def test_H10_deleted_stage_is_shown_by_its_id(hubspot: HubspotClient) -> None:
    pipelines = hubspot.pipelines()
    unknown_stages = {deal.stage_id for deal in all_deals(hubspot).values() if not pipelines.stage_of(deal).known}
    assert unknown_stages
    for deal in all_deals(hubspot).values():
        stage = pipelines.stage_of(deal)
        assert stage.external_id == deal.stage_id
        assert stage.known or (stage.label, stage.state) == (deal.stage_id, "open")
    known = {stage.external_id: stage for pipeline in pipelines.all for stage in pipeline.stages}
    assert known["closedwon"].state == "won"
    assert any(number.isdecimal() for number in known)


def test_H11_amounts_are_exact_or_reported(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    rows = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None][:4]
    amounts_sent = [None, "0", "12500.5", "N/A"]
    for row, amount in zip(rows, amounts_sent, strict=True):
        sandbox.post("/records", table="deals", id=row.id, fields={"amount": amount})
    pages = list(hubspot.deals())
    deals = {deal.external_id: deal for page in pages for deal in page.records}
    read = [(deals[str(row.id)].amount, deals[str(row.id)].amount_text) for row in rows]
    assert read == [(None, None), (Decimal(0), "0"), (Decimal("12500.5"), "12500.5"), (None, "N/A")]
    reported = {(problem.external_id, problem.field) for page in pages for problem in page.problems}
    assert (str(rows[3].id), "amount") in reported


def test_H11_deals_have_no_currency_without_multicurrency(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    sandbox.post("/switches", hubspot_multicurrency=False)
    assert {deal.currency for deal in all_deals(hubspot).values()} == {None}
    assert hubspot.company_currency() == "CAD"


def test_H2_hourly_rate_is_read_from_the_property_of_the_account(sandbox: Sandbox, options: HttpOptions) -> None:
    rows = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None][:4]
    for row, rate in zip(rows, (None, "95", "147.5", "à voir"), strict=True):
        sandbox.post("/records", table="deals", id=row.id, fields={"hourly_rate": rate})
    sandbox.post("/clock", advance_s=5)  # search finds changes late
    expected = [None, Decimal(95), Decimal("147.5"), None]
    for name, rates in (("hourly_rate", expected), ("another_name", [None] * 4), ("", [None] * 4)):
        with HubspotClient(replace(sandbox.hubspot(), rate_property=name), options) as client:
            for pages in (list(client.deals()), list(client.deals_modified_since(START - timedelta(days=3_000)))):
                deals = {deal.external_id: deal for page in pages for deal in page.records}
                assert [deals[str(row.id)].hourly_rate for row in rows] == rates, name
                reported = {(problem.external_id, problem.field) for page in pages for problem in page.problems}
                assert ((str(rows[3].id), "hourly_rate") in reported) is (name == "hourly_rate")


def test_H12_archived_restored_and_merged_deals(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    archived, loser, winner = [
        row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None
    ][:3]
    number = str(archived.id)
    sandbox.post("/records", table="deals", id=archived.id, action="archive")
    assert number not in all_deals(hubspot)
    archived_deal = all_deals(hubspot, archived=True)[number]
    assert archived_deal.archived
    assert archived_deal.archived_at is not None
    sandbox.post("/records", table="deals", id=archived.id, action="restore")
    restored = all_deals(hubspot)[number]
    assert (restored.archived, restored.archived_at) == (False, None)
    sandbox.post("/records", table="deals", id=loser.id, action="merge", into=winner.id)
    deals = all_deals(hubspot)
    assert str(loser.id) not in deals
    assert str(loser.id) in deals[str(winner.id)].merged_ids


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [(502, {}, 0.5), (423, {}, 2.0), (477, {"Retry-After": "7"}, 7.0), (523, {}, 0.5), (524, {}, 0.5)],
)
def test_H13_temporary_failure_is_retried(
    sandbox: Sandbox, options: HttpOptions, status: int, headers: dict[str, str], wait: float
) -> None:
    clock = sandbox.clock()
    sandbox.fault(DEALS, status=status, headers=headers)
    with HubspotClient(sandbox.hubspot(), replace(options, clock=clock)) as client:
        assert ids_of(client.deals())
    log = sandbox.requests("hubspot")
    assert [entry["status"] for entry in log[:2]] == [status, 200]
    assert log[1]["at"] - log[0]["at"] == pytest.approx(wait * 1000)
