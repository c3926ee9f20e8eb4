"""The three clients against a failing sandbox: refused, rate limited, interrupted, expired."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from regie.connectors.errors import (
    AccessDenied,
    MalformedResponse,
    RateLimited,
    RecordNotFound,
    ServiceError,
    ServiceUnavailable,
    Unreachable,
)
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.sandbox import START, LockedTokenSource, Sandbox, ids_in, ids_of


def test_wrong_key_is_refused_everywhere(sandbox: Sandbox, options: HttpOptions) -> None:
    with TeamworkClient(sandbox.teamwork(key="wrong"), options) as teamwork, pytest.raises(AccessDenied) as caught:
        teamwork.me()
    assert caught.value.code == "unauthorised"
    with HubspotClient(sandbox.hubspot(key="wrong"), options) as hubspot, pytest.raises(AccessDenied) as caught:
        hubspot.pipelines()
    assert caught.value.code == "unauthorised"
    with (
        QuickbooksOAuth(sandbox.quickbooks(client_secret="wrong"), options) as oauth,
        pytest.raises(AccessDenied) as caught,
    ):
        oauth.refresh("RT1-sandbox")
    assert caught.value.code == "configuration"
    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth, pytest.raises(AccessDenied) as caught:
        oauth.refresh("RT1-other")
    assert caught.value.code == "reconnect"
    assert len(sandbox.requests("teamwork")) == len(sandbox.requests("hubspot")) == 1


def test_other_company_is_refused(sandbox: Sandbox, token_source: LockedTokenSource, options: HttpOptions) -> None:
    """Q6."""
    with (
        QuickbooksClient(sandbox.quickbooks(realm="42"), token_source, options) as client,
        pytest.raises(AccessDenied) as caught,
    ):
        client.preferences()
    assert caught.value.code == "wrong_company"


def test_missing_record_is_not_found(teamwork: TeamworkClient, sandbox_quickbooks: QuickbooksClient) -> None:
    with pytest.raises(RecordNotFound):
        teamwork.project("999999999")
    with pytest.raises(RecordNotFound):
        sandbox_quickbooks.invoice("999999999")


def test_concurrent_calls_with_an_expired_token_share_one_refresh(
    sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient, token_source: LockedTokenSource
) -> None:
    """Q4, Q5."""
    sandbox_quickbooks.preferences()
    sandbox.post("/clock", advance_s=90_000)
    with ThreadPoolExecutor(20) as pool:
        currencies = list(pool.map(lambda _: sandbox_quickbooks.preferences().home_currency, range(20)))
    assert currencies == ["CAD"] * 20
    assert len(token_source.pairs) == 2
    assert token_source.pairs[1].refresh_token != token_source.pairs[0].refresh_token
    sandbox.post("/clock", advance_s=4_000)
    assert sandbox_quickbooks.preferences().home_currency == "CAD"
    assert len(sandbox.requests("quickbooks-oauth")) == 3


@pytest.mark.parametrize(
    ("kind", "more", "expected", "code"),
    [
        ("html", {"status": 200}, MalformedResponse, "not_json"),
        ("truncate", {}, MalformedResponse, "not_json"),
        ("html", {"status": 502}, ServiceUnavailable, "server_error"),
        ("status", {"status": 503}, ServiceUnavailable, "server_error"),
        ("drop", {}, Unreachable, "connection"),
        ("delay", {"delay_s": 0.6}, Unreachable, "timeout"),
    ],
)
def test_lasting_failure_has_a_code(
    sandbox: Sandbox, options: HttpOptions, kind: str, more: dict[str, Any], expected: type[ServiceError], code: str
) -> None:
    """C2."""
    sandbox.fault("/*", kind, times=100, **more)
    limited_options = replace(options, total_s=0.3 if kind == "delay" else 15.0, retries=1)
    with TeamworkClient(sandbox.teamwork(), limited_options) as teamwork, pytest.raises(ServiceError) as caught:
        list(teamwork.companies())
    assert (type(caught.value), caught.value.code) == (expected, code)
    with HubspotClient(sandbox.hubspot(), limited_options) as hubspot, pytest.raises(ServiceError) as caught:
        list(hubspot.deals())
    assert (type(caught.value), caught.value.code) == (expected, code)


@pytest.mark.parametrize(
    ("kind", "more"),
    [("html", {"status": 502}), ("status", {"status": 504}), ("drop", {}), ("status", {"status": 429})],
)
def test_temporary_failure_within_a_list_loses_nothing(
    sandbox: Sandbox, hubspot: HubspotClient, sandbox_quickbooks: QuickbooksClient, kind: str, more: dict[str, Any]
) -> None:
    """C2."""
    sandbox.fault("*/deals", kind, skip=1, times=2, **more)
    sandbox.fault("*/query", kind, skip=1, times=2, **more)
    active = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None]
    assert ids_of(hubspot.deals()) == ids_in(active)
    assert ids_of(sandbox_quickbooks.invoices()) == ids_in(
        row for row in sandbox.agency.invoices.rows if not row.deleted
    )
    log = sandbox.requests("hubspot") + sandbox.requests("quickbooks")
    assert len([entry for entry in log if entry.get("fault")]) == 4


def test_rate_limits_are_waited_for(sandbox: Sandbox, options: HttpOptions) -> None:
    """C3, T11, H5, Q12."""
    sandbox_options = replace(options, clock=sandbox.clock())
    sandbox.post(
        "/limits",
        teamwork_per_minute=5,
        hubspot_per_ten_seconds=2,
        hubspot_search_per_second=1,
        quickbooks_per_second=1,
    )
    with (
        closing(LockedTokenSource(sandbox.quickbooks(), sandbox_options)) as tokens,
        TeamworkClient(sandbox.teamwork(), sandbox_options) as teamwork,
        HubspotClient(sandbox.hubspot(), sandbox_options) as hubspot,
        QuickbooksClient(sandbox.quickbooks(), tokens, sandbox_options) as sandbox_quickbooks,
    ):
        assert len(ids_of(teamwork.time_entries(from_on=date(2026, 3, 1), to_on=START.date()))) > 500
        assert len(ids_of(hubspot.deals())) > 400
        assert len(ids_of(hubspot.deals_modified_since(datetime(2020, 1, 1, tzinfo=UTC)))) > 400
        assert len(ids_of(sandbox_quickbooks.invoices())) > 1_000
    for service in ("hubspot", "quickbooks"):
        assert {entry["status"] for entry in sandbox.requests(service)} == {200, 429}
    # Teamwork announces the remaining calls, so that the client never reaches its limit.
    assert {entry["status"] for entry in sandbox.requests("teamwork")} == {200}


def test_own_limits_stay_below_those_of_the_services(sandbox: Sandbox, options: HttpOptions) -> None:
    sandbox_options = replace(options, clock=sandbox.clock())
    sandbox.post("/limits", teamwork_per_minute=150, hubspot_per_ten_seconds=100, hubspot_search_per_second=5)
    with (
        TeamworkClient(sandbox.teamwork(per_minute=140), sandbox_options) as teamwork,
        HubspotClient(sandbox.hubspot(per_ten_seconds=90), sandbox_options) as hubspot,
    ):
        for _ in range(200):
            teamwork.me()
        for _ in range(120):
            hubspot.pipelines()
        for _ in range(12):
            list(hubspot.deals_modified_since(START))
    log = sandbox.requests("teamwork") + sandbox.requests("hubspot")
    assert {entry["status"] for entry in log} == {200}


def test_daily_limit_is_not_retried(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    """H5."""
    sandbox.post("/limits", hubspot_per_day=1)
    hubspot.pipelines()
    with pytest.raises(RateLimited) as caught:
        hubspot.pipelines()
    assert caught.value.code == "daily_limit"
    assert len(sandbox.requests("hubspot")) == 2


def test_monthly_limit_is_raised(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    """Q12."""
    sandbox_quickbooks.preferences()
    sandbox.post("/limits", quickbooks_per_month=1)
    sandbox_quickbooks.preferences()
    with pytest.raises(RateLimited) as caught:
        sandbox_quickbooks.preferences()
    assert caught.value.retry_after_s == 60.0
    assert len(sandbox.requests("quickbooks")) == 8
