"""The three clients against the sandbox in trouble: refused, limited, cut off, expired; each with its name."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from regie.connectors.errors import (
    Nonsense,
    NotFoundOutside,
    OutsideError,
    RateLimited,
    Refused,
    Unavailable,
    Unreachable,
)
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.sandbox import START, KeptPair, Sandbox, ids_in, ids_of


def test_a_wrong_key_is_refused_everywhere(sandbox: Sandbox, options: HttpOptions) -> None:
    with TeamworkClient(sandbox.teamwork(key="wrong"), options) as teamwork, pytest.raises(Refused) as caught:
        teamwork.me()
    assert caught.value.code == "unauthorised"
    with HubspotClient(sandbox.hubspot(key="wrong"), options) as hubspot, pytest.raises(Refused) as caught:
        hubspot.pipelines()
    assert caught.value.code == "unauthorised"
    with QuickbooksOAuth(sandbox.quickbooks(client_secret="wrong"), options) as oauth, pytest.raises(Refused) as caught:
        oauth.refresh("RT1-sandbox")
    assert caught.value.code == "configuration"
    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth, pytest.raises(Refused) as caught:
        oauth.refresh("RT1-other")
    assert caught.value.code == "reconnect"
    assert len(sandbox.requests("teamwork")) == len(sandbox.requests("hubspot")) == 1


def test_another_company_is_refused(sandbox: Sandbox, pair: KeptPair, options: HttpOptions) -> None:
    """Q6."""
    with QuickbooksClient(sandbox.quickbooks(realm="42"), pair, options) as client, pytest.raises(Refused) as caught:
        client.preferences()
    assert caught.value.code == "wrong_company"


def test_what_is_not_there_is_not_found(teamwork: TeamworkClient, books: QuickbooksClient) -> None:
    with pytest.raises(NotFoundOutside):
        teamwork.project("999999999")
    with pytest.raises(NotFoundOutside):
        books.invoice("999999999")


def test_one_refresh_serves_all_who_meet_an_expired_token(
    sandbox: Sandbox, books: QuickbooksClient, pair: KeptPair
) -> None:
    """Q4, Q5."""
    books.preferences()
    sandbox.post("/clock", advance_s=90_000)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: books.preferences().home_currency, range(20)))
    assert answers == ["CAD"] * 20
    assert len(pair.pairs) == 2
    assert pair.pairs[1].refresh_token != pair.pairs[0].refresh_token
    sandbox.post("/clock", advance_s=4_000)
    assert books.preferences().home_currency == "CAD"
    assert len(sandbox.requests("quickbooks-oauth")) == 3


@pytest.mark.parametrize(
    ("kind", "more", "expected", "code"),
    [
        ("html", {"status": 200}, Nonsense, "not_json"),
        ("truncate", {}, Nonsense, "not_json"),
        ("html", {"status": 502}, Unavailable, "server_error"),
        ("status", {"status": 503}, Unavailable, "server_error"),
        ("drop", {}, Unreachable, "connection"),
        ("delay", {"delay_s": 0.6}, Unreachable, "timeout"),
    ],
)
def test_lasting_trouble_has_a_name(
    sandbox: Sandbox, options: HttpOptions, kind: str, more: dict[str, Any], expected: type[OutsideError], code: str
) -> None:
    """C2."""
    sandbox.fault("/*", kind, times=100, **more)
    brief = replace(options, total_s=0.3 if kind == "delay" else 15.0, retries=1)
    with TeamworkClient(sandbox.teamwork(), brief) as teamwork, pytest.raises(OutsideError) as caught:
        list(teamwork.companies())
    assert (type(caught.value), caught.value.code) == (expected, code)
    with HubspotClient(sandbox.hubspot(), brief) as hubspot, pytest.raises(OutsideError) as caught:
        list(hubspot.deals())
    assert (type(caught.value), caught.value.code) == (expected, code)


@pytest.mark.parametrize(
    ("kind", "more"),
    [("html", {"status": 502}), ("status", {"status": 504}), ("drop", {}), ("status", {"status": 429})],
)
def test_passing_trouble_in_the_middle_loses_nothing(
    sandbox: Sandbox, hubspot: HubspotClient, books: QuickbooksClient, kind: str, more: dict[str, Any]
) -> None:
    """C2."""
    sandbox.fault("*/deals", kind, skip=1, times=2, **more)
    sandbox.fault("*/query", kind, skip=1, times=2, **more)
    living = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None]
    assert ids_of(hubspot.deals()) == ids_in(living)
    assert ids_of(books.invoices()) == ids_in(row for row in sandbox.agency.invoices.rows if not row.deleted)
    log = sandbox.requests("hubspot") + sandbox.requests("quickbooks")
    assert len([entry for entry in log if entry.get("fault")]) == 4


def test_limits_are_waited_out(sandbox: Sandbox, options: HttpOptions) -> None:
    """C3, T11, H5, Q12."""
    waiting = replace(options, clock=sandbox.clock())
    sandbox.post(
        "/limits",
        teamwork_per_minute=5,
        hubspot_per_ten_seconds=2,
        hubspot_search_per_second=1,
        quickbooks_per_second=1,
    )
    with (
        closing(KeptPair(sandbox.quickbooks(), waiting)) as tokens,
        TeamworkClient(sandbox.teamwork(), waiting) as teamwork,
        HubspotClient(sandbox.hubspot(), waiting) as hubspot,
        QuickbooksClient(sandbox.quickbooks(), tokens, waiting) as books,
    ):
        assert len(ids_of(teamwork.time_entries(from_on=date(2026, 3, 1), to_on=START.date()))) > 500
        assert len(ids_of(hubspot.deals())) > 400
        assert len(ids_of(hubspot.deals_modified_since(datetime(2020, 1, 1, tzinfo=UTC)))) > 400
        assert len(ids_of(books.invoices())) > 1_000
    for service in ("hubspot", "quickbooks"):
        assert {entry["status"] for entry in sandbox.requests(service)} == {200, 429}
    # Teamwork announces what is left, and so is never pressed to its limit.
    assert {entry["status"] for entry in sandbox.requests("teamwork")} == {200}


def test_our_own_limits_keep_us_below_theirs(sandbox: Sandbox, options: HttpOptions) -> None:
    pacing = replace(options, clock=sandbox.clock())
    sandbox.post("/limits", teamwork_per_minute=150, hubspot_per_ten_seconds=100, hubspot_search_per_second=5)
    with (
        TeamworkClient(sandbox.teamwork(per_minute=140), pacing) as teamwork,
        HubspotClient(sandbox.hubspot(per_ten_seconds=90), pacing) as hubspot,
    ):
        for _ in range(200):
            teamwork.me()
        for _ in range(120):
            hubspot.pipelines()
        for _ in range(12):
            list(hubspot.deals_modified_since(START))
    log = sandbox.requests("teamwork") + sandbox.requests("hubspot")
    assert {entry["status"] for entry in log} == {200}


def test_a_spent_day_is_not_spun_on(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    """H5."""
    sandbox.post("/limits", hubspot_per_day=1)
    hubspot.pipelines()
    with pytest.raises(RateLimited) as caught:
        hubspot.pipelines()
    assert caught.value.code == "daily_limit"
    assert len(sandbox.requests("hubspot")) == 2


def test_a_lasting_limit_of_the_month_is_told(sandbox: Sandbox, books: QuickbooksClient) -> None:
    """Q12."""
    books.preferences()
    sandbox.post("/limits", quickbooks_per_month=1)
    books.preferences()
    with pytest.raises(RateLimited) as caught:
        books.preferences()
    assert caught.value.retry_after_s == 60.0
    assert len(sandbox.requests("quickbooks")) == 8
