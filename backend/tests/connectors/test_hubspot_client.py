"""HubSpot's lists, search, associations and limits, against a scripted server."""

import json
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import AccessDenied, MalformedResponse, RateLimited, ServiceError, ServiceUnavailable
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.settings import HubspotSettings
from tests.connectors.fake_clock import FakeClock
from tests.connectors.scripted_server import Reply, Request, ScriptedServer

EPOCH = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def hubspot(server: ScriptedServer, options: HttpOptions) -> Generator[HubspotClient, None, None]:
    with HubspotClient(HubspotSettings(server.url, "pat-x", requests_per_ten_seconds=10_000), options) as client:
        yield client


def changed_record(number: int, at: datetime) -> dict[str, Any]:
    sent_amount = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"id": str(number), "properties": {"hs_lastmodifieddate": sent_amount}, "updatedAt": sent_amount}


class SearchServer:
    """Searches as HubSpot does: by last change, ascending, up to 10,000 results."""

    def __init__(self, deals: dict[int, datetime]) -> None:
        self.deals = deals
        self.max_position = 0

    def __call__(self, request: Request) -> Reply:
        query = json.loads(request.body)
        since = EPOCH.fromtimestamp(int(query["filterGroups"][0]["filters"][0]["value"]) / 1000, UTC)
        start, limit = int(query["after"]), query["limit"]
        self.max_position = max(self.max_position, start + limit)
        if start + limit > 10_000:
            return Reply(400, {"category": "VALIDATION_ERROR"})
        found = sorted((at, number) for number, at in self.deals.items() if at >= since)
        results = [changed_record(number, at) for at, number in found[start : start + limit]]
        more = start + limit < len(found)
        paging = {"paging": {"next": {"after": str(start + limit)}}} if more else {}
        return Reply(body={"total": len(found), "results": results, **paging})


def test_list_follows_its_cursor_and_resumes(server: ScriptedServer, hubspot: HubspotClient) -> None:
    def respond(request: Request) -> Reply:
        after = request.query.get("after")
        if after is None:
            return Reply(body={"results": [{"id": "1"}], "paging": {"next": {"after": "NTI1Cg%3D%3D+/"}}})
        assert after == "NTI1Cg%3D%3D+/"
        return Reply(body={"results": [{"id": "2"}]})

    server.responder = respond
    pages = list(hubspot.deals())
    assert [page.records[0].external_id for page in pages] == ["1", "2"]
    (rest,) = hubspot.deals(cursor=pages[0].next_cursor)
    assert rest.records[0].external_id == "2"
    query = server.requests[0].query
    assert (query["limit"], query["associations"], query["archived"]) == ("100", "companies", "false")
    assert {"amount", "deal_currency_code", "hubspot_owner_id", "dealstage"} <= set(query["properties"].split(","))
    assert server.requests[0].headers["authorization"] == "Bearer pat-x"


@pytest.mark.parametrize("tokens", [["same", "same"], ["a", "b", "c"]])
def test_list_that_repeats_a_page_is_malformed(
    server: ScriptedServer, hubspot: HubspotClient, tokens: list[str]
) -> None:
    server.script = [Reply(body={"results": [{"id": "1"}], "paging": {"next": {"after": one}}}) for one in tokens]
    with pytest.raises(MalformedResponse) as caught:
        list(hubspot.companies())
    assert (caught.value.code, len(server.requests)) == ("paging_limit", 2)


def test_deal_is_parsed_exactly(server: ScriptedServer, hubspot: HubspotClient) -> None:
    raw = {
        "id": "90210447",
        "properties": {
            "dealname": "Pivoine – l'été",
            "amount": "48500.10",
            "deal_currency_code": "CAD",
            "dealstage": "contractsent",
            "pipeline": "default",
            "hubspot_owner_id": "5521907",
            "closedate": "2026-12-11T05:00:00Z",
            "hs_lastmodifieddate": "2026-11-19T18:44:02.907Z",
            "hs_merged_object_ids": "88;89",
            "dealtype": None,
        },
        "createdAt": "2026-09-02T15:20:31.114Z",
        "archived": False,
        "associations": {
            "companies": {
                "results": [
                    {"id": "5", "type": "deal_to_company_unlabeled"},
                    {"id": "77310025", "type": "deal_to_company_unlabeled"},
                    {"id": "77310025", "type": "deal_to_company"},
                ]
            }
        },
        "url": "https://app.hubspot.com/contacts/1/record/0-3/90210447",
    }
    server.script = [Reply(body={"results": [raw, {"id": "2", "properties": {}, "associations": {}}, {"id": "3"}]})]
    (page,) = hubspot.deals()
    deal, without_companies, without_key = page.records
    assert (deal.name, deal.amount, deal.currency) == ("Pivoine – l'été", Decimal("48500.10"), "CAD")
    assert (deal.stage_id, deal.pipeline_id, deal.owner_id) == ("contractsent", "default", "5521907")
    assert deal.closes_at == datetime(2026, 12, 11, 5, tzinfo=UTC)
    assert deal.updated_at == datetime(2026, 11, 19, 18, 44, 2, 907_000, tzinfo=UTC)
    assert (deal.company_ids, deal.merged_ids) == (("77310025", "5"), ("88", "89"))
    assert (without_companies.company_ids, without_key.company_ids) == ((), ())
    assert page.problems == ()


@pytest.mark.parametrize(
    ("sent_amount", "amount", "reasons"),
    [
        (None, None, []),
        ("", None, []),
        ("0", Decimal(0), []),
        ("12500.5", Decimal("12500.5"), []),
        ("N/A", None, ["not_an_amount"]),
        ("1_000", None, ["not_an_amount"]),
        ("NaN", None, ["not_an_amount"]),
        ("1e30", None, ["not_an_amount"]),
        ("0.00000000001", None, ["not_an_amount"]),
        (["12"], None, ["not_an_amount", "not_text"]),
    ],
)
def test_amount_is_exact_or_none(
    server: ScriptedServer, hubspot: HubspotClient, sent_amount: Any, amount: Decimal | None, reasons: list[str]
) -> None:
    server.script = [Reply(body={"results": [{"id": "1", "properties": {"amount": sent_amount}}]})]
    (page,) = hubspot.deals()
    assert page.records[0].amount == amount
    assert [problem.reason for problem in page.problems] == reasons


def test_search_returns_all_in_order_of_change(server: ScriptedServer, hubspot: HubspotClient) -> None:
    search_server = SearchServer({number: EPOCH + timedelta(seconds=number // 3) for number in range(950)})
    server.responder = search_server
    pages = list(hubspot.deals_modified_since(EPOCH))
    ids = [deal.external_id for page in pages for deal in page.records]
    assert len(ids) == len(set(ids)) == 950
    assert pages[0].records[0].company_ids is None
    assert search_server.max_position == 200
    rest = hubspot.deals_modified_since(EPOCH, cursor=pages[1].next_cursor)
    resumed = {deal.external_id for page in rest for deal in page.records}
    assert {deal.external_id for page in pages[2:] for deal in page.records} <= resumed


def test_deal_that_changes_during_a_search_hides_no_other(server: ScriptedServer, hubspot: HubspotClient) -> None:
    search_server = SearchServer({number: EPOCH + timedelta(seconds=number) for number in range(500)})
    server.responder = search_server
    found: set[str] = set()
    for turn, page in enumerate(hubspot.deals_modified_since(EPOCH)):
        found |= {deal.external_id for deal in page.records}
        if turn == 0:
            search_server.deals.update({number: EPOCH + timedelta(days=1) for number in range(5)})
    assert len(found) == 500


def test_deals_of_one_millisecond_are_paged_by_offset(
    server: ScriptedServer, hubspot: HubspotClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regie.connectors.hubspot.client.MAX_SEARCH_RESULTS", 1_000)
    server.responder = search_server = SearchServer(dict.fromkeys(range(700), EPOCH))
    found = {deal.external_id for page in hubspot.deals_modified_since(EPOCH) for deal in page.records}
    assert len(found) == 700
    search_server.deals = dict.fromkeys(range(1_500), EPOCH)
    with pytest.raises(MalformedResponse) as caught:
        list(hubspot.deals_modified_since(EPOCH))
    assert caught.value.code == "paging_limit"
    assert search_server.max_position == 1_000


def test_companies_are_searched_too(server: ScriptedServer, hubspot: HubspotClient) -> None:
    server.responder = SearchServer({1: EPOCH})
    (page,) = hubspot.companies_modified_since(EPOCH)
    assert (page.records[0].external_id, page.records[0].updated_at) == ("1", EPOCH)
    assert server.requests[0].path == "/crm/objects/2026-09/companies/search"


def test_associations_are_read_in_thousands_with_primary_first(server: ScriptedServer, hubspot: HubspotClient) -> None:
    two = [
        {"toObjectId": 6, "associationTypes": [{"typeId": 341, "label": None}]},
        {"toObjectId": "7", "associationTypes": [{"typeId": 341}, {"typeId": 5, "label": "Primary"}]},
        {"toObjectId": 7, "associationTypes": [{"typeId": 341}]},
    ]

    def respond(request: Request) -> Reply:
        ids = [one["id"] for one in json.loads(request.body)["inputs"]]
        results = [{"from": {"id": "1"}, "to": two}] if "1" in ids else []
        return Reply(207, {"status": "COMPLETE", "results": results, "numErrors": 1, "errors": [{"message": "none"}]})

    server.responder = respond
    found = hubspot.read_company_ids(str(number) for number in range(1, 1_502))
    assert found["1"] == ("7", "6")
    assert (found["2"], len(found)) == ((), 1_501)
    assert [len(json.loads(request.body)["inputs"]) for request in server.requests] == [1_000, 501]


def test_association_without_a_deal_is_malformed(server: ScriptedServer, hubspot: HubspotClient) -> None:
    server.script = [Reply(body={"results": [{"to": []}]})]
    with pytest.raises(MalformedResponse):
        hubspot.read_company_ids(["1"])


def test_owners_are_read_from_both_lists_and_resume(server: ScriptedServer, hubspot: HubspotClient) -> None:
    def respond(request: Request) -> Reply:
        former, after = request.query["archived"] == "true", request.query.get("after", "")
        number = f"{'8' if former else '1'}{after}"
        owner = {"id": number, "archived": former, "userId": None, "userIdIncludingInactive": 4410021}
        owner["teams"] = [{"id": "311", "name": "Ventes"}]
        return Reply(body={"results": [owner], **({} if after else {"paging": {"next": {"after": "2"}}})})

    server.responder = respond
    pages = list(hubspot.owners())
    ids = [page.records[0].external_id for page in pages]
    assert ids == ["1", "12", "8", "82"]
    assert [page.records[0].archived for page in pages] == [False, False, True, True]
    assert (pages[0].records[0].user_id, pages[0].records[0].team_names) == ("4410021", ("Ventes",))
    for search_server, page in enumerate(pages[:-1]):
        rest = hubspot.owners(cursor=page.next_cursor)
        assert [later.records[0].external_id for later in rest] == ids[search_server + 1 :]
    assert pages[-1].next_cursor is None


def test_stages_have_state_and_probability(server: ScriptedServer, hubspot: HubspotClient) -> None:
    stages = [
        {"id": "open", "label": "Rencontre", "metadata": {"isClosed": "false", "probability": "1.0"}},
        {"id": "won", "label": "Gagnée", "metadata": {"isClosed": "true", "probability": "1.0"}},
        {"id": "lost", "label": "Perdue", "metadata": {"isClosed": "true", "probability": "0.0"}},
        {"id": "bare", "label": "Sans rien"},
    ]
    server.script = [Reply(body={"results": [{"id": "default", "label": "Ventes", "stages": stages}]})]
    pipelines = hubspot.pipelines()
    assert [stage.state for stage in pipelines.all[0].stages] == ["open", "won", "lost", "open"]
    assert [stage.probability for stage in pipelines.all[0].stages] == [1, 1, 0, None]
    gone = pipelines.stage("default", "48811327")
    assert (gone.label, gone.state, gone.known) == ("48811327", "open", False)
    server.script = [Reply(body={"results": [{"id": "1", "properties": {"dealstage": "won"}}]})]
    (page,) = hubspot.deals()
    assert pipelines.stage_of(page.records[0]).label == "Gagnée"


@pytest.mark.parametrize("body", [{"id": "CAD", "createdAt": "2024-01-01T00:00:00Z"}, {"currencyCode": "CAD"}])
def test_company_currency_is_a_code(server: ScriptedServer, hubspot: HubspotClient, body: Any) -> None:
    server.script = [Reply(body=body)]
    assert hubspot.company_currency() == "CAD"
    server.script = [Reply(body={"currencyCode": 124})]
    with pytest.raises(MalformedResponse):
        hubspot.company_currency()


def test_version_setting_changes_every_path(server: ScriptedServer, options: HttpOptions) -> None:
    paths = {}
    for version in ("2026-09", "2026-03", "v3"):
        server.requests.clear()
        server.responder = lambda request: Reply(body={"results": [], "id": "CAD"})
        with HubspotClient(HubspotSettings(server.url, "pat-x", version), options) as client:
            list(client.deals())
            list(client.owners())
            client.pipelines()
            client.read_company_ids(["1"])
            list(client.deals_modified_since(EPOCH))
        paths[version] = [request.path for request in server.requests]
    assert paths["2026-03"] == [path.replace("2026-09", "2026-03") for path in paths["2026-09"]]
    assert paths["v3"] == [
        "/crm/v3/objects/deals",
        "/crm/v3/owners",
        "/crm/v3/owners",
        "/crm/v3/pipelines/deals",
        "/crm/v4/associations/deals/companies/batch/read",
        "/crm/v3/objects/deals/search",
    ]
    with pytest.raises(AccessDenied):
        HubspotClient(HubspotSettings(server.url, "pat-x", "../v3"), options)


@pytest.mark.parametrize(
    ("response", "kind", "code", "wait"),
    [
        (Reply(401, {"category": "EXPIRED_AUTHENTICATION"}), AccessDenied, "unauthorised", None),
        (
            Reply(403, {"category": "MISSING_SCOPES", "message": "needs x"}),
            AccessDenied,
            "missing_scope",
            None,
        ),
        (Reply(530, "bad token"), AccessDenied, "configuration", None),
        (Reply(429, {"policyName": "DAILY"}), RateLimited, "daily_limit", 3600.0),
        (Reply(477, headers={"Retry-After": "900"}), ServiceUnavailable, "migrating", 900.0),
    ],
)
def test_error_that_waiting_cannot_fix_is_raised_at_once(
    server: ScriptedServer,
    hubspot: HubspotClient,
    fake_clock: FakeClock,
    response: Reply,
    kind: type[ServiceError],
    code: str,
    wait: float | None,
) -> None:
    server.script = [replace(response, headers={**response.headers, "X-HubSpot-Correlation-Id": "0c9d"})]
    with pytest.raises(kind) as caught:
        hubspot.pipelines()
    assert (caught.value.code, caught.value.retry_after_s, caught.value.request_id) == (code, wait, "0c9d")
    assert (len(server.requests), fake_clock.slept) == (1, [])


@pytest.mark.parametrize(
    ("response", "wait"),
    [
        (Reply(429, {"policyName": "TEN_SECONDLY_ROLLING", "errorType": "RATE_LIMIT"}), 10.0),
        (Reply(429, {"policyName": "SECONDLY"}), 0.5),
        (Reply(429, "<html>"), 10.0),
        (Reply(423), 2.0),
        (Reply(477, headers={"Retry-After": "40"}), 40.0),
        (Reply(502), 0.5),
        (Reply(523), 0.5),
        (Reply(524), 0.5),
    ],
)
def test_temporary_error_is_retried_after_its_pause(
    server: ScriptedServer, hubspot: HubspotClient, fake_clock: FakeClock, response: Reply, wait: float
) -> None:
    server.script = [response, Reply(body={"results": []})]
    assert hubspot.pipelines().all == ()
    assert sum(fake_clock.slept) == pytest.approx(wait)


def test_searches_stay_below_five_a_second(
    server: ScriptedServer, hubspot: HubspotClient, fake_clock: FakeClock
) -> None:
    server.script = [Reply(body={"results": []})]
    for _ in range(9):
        list(hubspot.deals_modified_since(EPOCH))
    assert sum(fake_clock.slept) == pytest.approx(2.0)
