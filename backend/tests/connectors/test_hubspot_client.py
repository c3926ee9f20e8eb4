"""HubSpot's lists, search, associations and limits, against a server that can also misbehave."""

import json
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import Nonsense, OutsideError, RateLimited, Refused, Unavailable
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.settings import HubspotSettings
from tests.connectors.false_time import FalseTime
from tests.connectors.scripted_server import Request, Said, ScriptedServer

EPOCH = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def hubspot(server: ScriptedServer, options: HttpOptions) -> Generator[HubspotClient, None, None]:
    with HubspotClient(HubspotSettings(server.url, "pat-x", requests_per_ten_seconds=10_000), options) as client:
        yield client


def changed(number: int, at: datetime) -> dict[str, Any]:
    written = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"id": str(number), "properties": {"hs_lastmodifieddate": written}, "updatedAt": written}


class SearchIndex:
    """Searches like the service: by last change, ascending, never past 10,000."""

    def __init__(self, deals: dict[int, datetime]) -> None:
        self.deals = deals
        self.deepest = 0

    def __call__(self, request: Request) -> Said:
        query = json.loads(request.body)
        since = EPOCH.fromtimestamp(int(query["filterGroups"][0]["filters"][0]["value"]) / 1000, UTC)
        start, limit = int(query["after"]), query["limit"]
        self.deepest = max(self.deepest, start + limit)
        if start + limit > 10_000:
            return Said(400, {"category": "VALIDATION_ERROR"})
        found = sorted((at, number) for number, at in self.deals.items() if at >= since)
        results = [changed(number, at) for at, number in found[start : start + limit]]
        more = start + limit < len(found)
        paging = {"paging": {"next": {"after": str(start + limit)}}} if more else {}
        return Said(body={"total": len(found), "results": results, **paging})


def test_a_list_follows_its_cursor_and_resumes(server: ScriptedServer, hubspot: HubspotClient) -> None:
    def answer(request: Request) -> Said:
        after = request.query.get("after")
        if after is None:
            return Said(body={"results": [{"id": "1"}], "paging": {"next": {"after": "NTI1Cg%3D%3D+/"}}})
        assert after == "NTI1Cg%3D%3D+/"
        return Said(body={"results": [{"id": "2"}]})

    server.answer = answer
    pages = list(hubspot.deals())
    assert [page.records[0].external_id for page in pages] == ["1", "2"]
    (rest,) = hubspot.deals(cursor=pages[0].next_cursor)
    assert rest.records[0].external_id == "2"
    query = server.requests[0].query
    assert (query["limit"], query["associations"], query["archived"]) == ("100", "companies", "false")
    assert {"amount", "deal_currency_code", "hubspot_owner_id", "dealstage"} <= set(query["properties"].split(","))
    assert server.requests[0].headers["authorization"] == "Bearer pat-x"


@pytest.mark.parametrize("tokens", [["same", "same"], ["a", "b", "c"]])
def test_a_list_that_goes_round_in_circles_is_nonsense(
    server: ScriptedServer, hubspot: HubspotClient, tokens: list[str]
) -> None:
    server.script = [Said(body={"results": [{"id": "1"}], "paging": {"next": {"after": one}}}) for one in tokens]
    with pytest.raises(Nonsense) as caught:
        list(hubspot.companies())
    assert (caught.value.code, len(server.requests)) == ("paging_limit", 2)


def test_a_deal_is_read_exactly(server: ScriptedServer, hubspot: HubspotClient) -> None:
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
    server.script = [Said(body={"results": [raw, {"id": "2", "properties": {}, "associations": {}}, {"id": "3"}]})]
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
    ("written", "amount", "reasons"),
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
def test_any_amount_is_exact_or_none(
    server: ScriptedServer, hubspot: HubspotClient, written: Any, amount: Decimal | None, reasons: list[str]
) -> None:
    server.script = [Said(body={"results": [{"id": "1", "properties": {"amount": written}}]})]
    (page,) = hubspot.deals()
    assert page.records[0].amount == amount
    assert [problem.reason for problem in page.problems] == reasons


def test_search_finds_all_in_the_order_of_change(server: ScriptedServer, hubspot: HubspotClient) -> None:
    index = SearchIndex({number: EPOCH + timedelta(seconds=number // 3) for number in range(950)})
    server.answer = index
    pages = list(hubspot.deals_modified_since(EPOCH))
    ids = [deal.external_id for page in pages for deal in page.records]
    assert len(ids) == len(set(ids)) == 950
    assert pages[0].records[0].company_ids is None
    assert index.deepest == 200
    rest = hubspot.deals_modified_since(EPOCH, cursor=pages[1].next_cursor)
    resumed = {deal.external_id for page in rest for deal in page.records}
    assert {deal.external_id for page in pages[2:] for deal in page.records} <= resumed


def test_a_deal_that_changes_during_a_search_pushes_none_out(server: ScriptedServer, hubspot: HubspotClient) -> None:
    index = SearchIndex({number: EPOCH + timedelta(seconds=number) for number in range(500)})
    server.answer = index
    found: set[str] = set()
    for turn, page in enumerate(hubspot.deals_modified_since(EPOCH)):
        found |= {deal.external_id for deal in page.records}
        if turn == 0:
            index.deals.update({number: EPOCH + timedelta(days=1) for number in range(5)})
    assert len(found) == 500


def test_many_deals_of_one_millisecond_are_paged_by_offset(
    server: ScriptedServer, hubspot: HubspotClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regie.connectors.hubspot.client.SEARCH_REACH", 1_000)
    server.answer = index = SearchIndex(dict.fromkeys(range(700), EPOCH))
    found = {deal.external_id for page in hubspot.deals_modified_since(EPOCH) for deal in page.records}
    assert len(found) == 700
    index.deals = dict.fromkeys(range(1_500), EPOCH)
    with pytest.raises(Nonsense) as caught:
        list(hubspot.deals_modified_since(EPOCH))
    assert caught.value.code == "paging_limit"
    assert index.deepest == 1_000


def test_companies_are_searched_alike(server: ScriptedServer, hubspot: HubspotClient) -> None:
    server.answer = SearchIndex({1: EPOCH})
    (page,) = hubspot.companies_modified_since(EPOCH)
    assert (page.records[0].external_id, page.records[0].updated_at) == ("1", EPOCH)
    assert server.requests[0].path == "/crm/objects/2026-09/companies/search"


def test_associations_are_read_in_thousands_primary_first(server: ScriptedServer, hubspot: HubspotClient) -> None:
    two = [
        {"toObjectId": 6, "associationTypes": [{"typeId": 341, "label": None}]},
        {"toObjectId": "7", "associationTypes": [{"typeId": 341}, {"typeId": 5, "label": "Primary"}]},
        {"toObjectId": 7, "associationTypes": [{"typeId": 341}]},
    ]

    def answer(request: Request) -> Said:
        asked = [one["id"] for one in json.loads(request.body)["inputs"]]
        results = [{"from": {"id": "1"}, "to": two}] if "1" in asked else []
        return Said(207, {"status": "COMPLETE", "results": results, "numErrors": 1, "errors": [{"message": "none"}]})

    server.answer = answer
    found = hubspot.company_ids_of(str(number) for number in range(1, 1_502))
    assert found["1"] == ("7", "6")
    assert (found["2"], len(found)) == ((), 1_501)
    assert [len(json.loads(request.body)["inputs"]) for request in server.requests] == [1_000, 501]


def test_an_association_without_its_deal_is_nonsense(server: ScriptedServer, hubspot: HubspotClient) -> None:
    server.script = [Said(body={"results": [{"to": []}]})]
    with pytest.raises(Nonsense):
        hubspot.company_ids_of(["1"])


def test_owners_are_read_from_both_lists_and_resume(server: ScriptedServer, hubspot: HubspotClient) -> None:
    def answer(request: Request) -> Said:
        former, after = request.query["archived"] == "true", request.query.get("after", "")
        number = f"{'8' if former else '1'}{after}"
        owner = {"id": number, "archived": former, "userId": None, "userIdIncludingInactive": 4410021}
        owner["teams"] = [{"id": "311", "name": "Ventes"}]
        return Said(body={"results": [owner], **({} if after else {"paging": {"next": {"after": "2"}}})})

    server.answer = answer
    pages = list(hubspot.owners())
    ids = [page.records[0].external_id for page in pages]
    assert ids == ["1", "12", "8", "82"]
    assert [page.records[0].archived for page in pages] == [False, False, True, True]
    assert (pages[0].records[0].user_id, pages[0].records[0].team_names) == ("4410021", ("Ventes",))
    for index, page in enumerate(pages[:-1]):
        rest = hubspot.owners(cursor=page.next_cursor)
        assert [later.records[0].external_id for later in rest] == ids[index + 1 :]
    assert pages[-1].next_cursor is None


def test_stages_know_whether_they_are_won(server: ScriptedServer, hubspot: HubspotClient) -> None:
    stages = [
        {"id": "open", "label": "Rencontre", "metadata": {"isClosed": "false", "probability": "1.0"}},
        {"id": "won", "label": "Gagnée", "metadata": {"isClosed": "true", "probability": "1.0"}},
        {"id": "lost", "label": "Perdue", "metadata": {"isClosed": "true", "probability": "0.0"}},
        {"id": "bare", "label": "Sans rien"},
    ]
    server.script = [Said(body={"results": [{"id": "default", "label": "Ventes", "stages": stages}]})]
    pipelines = hubspot.pipelines()
    assert [stage.state for stage in pipelines.all[0].stages] == ["open", "won", "lost", "open"]
    assert [stage.probability for stage in pipelines.all[0].stages] == [1, 1, 0, None]
    gone = pipelines.stage("default", "48811327")
    assert (gone.label, gone.state, gone.known) == ("48811327", "open", False)
    server.script = [Said(body={"results": [{"id": "1", "properties": {"dealstage": "won"}}]})]
    (page,) = hubspot.deals()
    assert pipelines.stage_of(page.records[0]).label == "Gagnée"


@pytest.mark.parametrize("body", [{"id": "CAD", "createdAt": "2024-01-01T00:00:00Z"}, {"currencyCode": "CAD"}])
def test_the_company_currency_is_a_code(server: ScriptedServer, hubspot: HubspotClient, body: Any) -> None:
    server.script = [Said(body=body)]
    assert hubspot.company_currency() == "CAD"
    server.script = [Said(body={"currencyCode": 124})]
    with pytest.raises(Nonsense):
        hubspot.company_currency()


def test_one_setting_moves_every_path(server: ScriptedServer, options: HttpOptions) -> None:
    paths = {}
    for version in ("2026-09", "2026-03", "v3"):
        server.requests.clear()
        server.answer = lambda request: Said(body={"results": [], "id": "CAD"})
        with HubspotClient(HubspotSettings(server.url, "pat-x", version), options) as client:
            list(client.deals())
            list(client.owners())
            client.pipelines()
            client.company_ids_of(["1"])
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
    with pytest.raises(Refused):
        HubspotClient(HubspotSettings(server.url, "pat-x", "../v3"), options)


@pytest.mark.parametrize(
    ("said", "kind", "code", "wait"),
    [
        (Said(401, {"category": "EXPIRED_AUTHENTICATION"}), Refused, "unauthorised", None),
        (Said(403, {"category": "MISSING_SCOPES", "message": "needs x"}), Refused, "missing_scope", None),
        (Said(530, "bad token"), Refused, "configuration", None),
        (Said(429, {"policyName": "DAILY"}), RateLimited, "daily_limit", 3600.0),
        (Said(477, headers={"Retry-After": "900"}), Unavailable, "migrating", 900.0),
    ],
)
def test_what_waiting_does_not_cure_is_told_at_once(
    server: ScriptedServer,
    hubspot: HubspotClient,
    time_apart: FalseTime,
    said: Said,
    kind: type[OutsideError],
    code: str,
    wait: float | None,
) -> None:
    server.script = [replace(said, headers={**said.headers, "X-HubSpot-Correlation-Id": "0c9d"})]
    with pytest.raises(kind) as caught:
        hubspot.pipelines()
    assert (caught.value.code, caught.value.retry_after_s, caught.value.request_id) == (code, wait, "0c9d")
    assert (len(server.requests), time_apart.slept) == (1, [])


@pytest.mark.parametrize(
    ("said", "wait"),
    [
        (Said(429, {"policyName": "TEN_SECONDLY_ROLLING", "errorType": "RATE_LIMIT"}), 10.0),
        (Said(429, {"policyName": "SECONDLY"}), 0.5),
        (Said(429, "<html>"), 10.0),
        (Said(423), 2.0),
        (Said(477, headers={"Retry-After": "40"}), 40.0),
        (Said(502), 0.5),
        (Said(523), 0.5),
        (Said(524), 0.5),
    ],
)
def test_what_waiting_cures_is_waited_out(
    server: ScriptedServer, hubspot: HubspotClient, time_apart: FalseTime, said: Said, wait: float
) -> None:
    server.script = [said, Said(body={"results": []})]
    assert hubspot.pipelines().all == ()
    assert sum(time_apart.slept) == pytest.approx(wait)


def test_searches_keep_below_five_a_second(
    server: ScriptedServer, hubspot: HubspotClient, time_apart: FalseTime
) -> None:
    server.script = [Said(body={"results": []})]
    for _ in range(9):
        list(hubspot.deals_modified_since(EPOCH))
    assert sum(time_apart.slept) == pytest.approx(2.0)
