"""HubSpot behaves as documented."""

from typing import Any

import pytest

from tests.sandbox.clients import ControlApi, HubspotApi

DEALS = "/crm/objects/2026-09/deals"
CONTACTS = "/crm/objects/2026-09/contacts"
LINKS = "/crm/associations/2026-09/deals/companies/batch/read"
OWNERS = "/crm/owners/2026-09"


def changed_since(moment: str, **more: Any) -> dict[str, Any]:
    newer = {"propertyName": "hs_lastmodifieddate", "operator": "GTE", "value": moment}
    ascending = [{"propertyName": "hs_lastmodifieddate", "direction": "ASCENDING"}]
    return {"filterGroups": [{"filters": [newer]}], "sorts": ascending, "properties": ["dealname"], **more}


@pytest.mark.parametrize(
    "path", [DEALS, "/crm/objects/2026-03/deals", "/crm/v3/objects/deals", "/crm/objects/2026-09/0-3"]
)
def test_H1_all_path_versions_return_the_same_deals(hubspot: HubspotApi, path: str) -> None:
    assert hubspot.get(path, limit=1)["results"] == hubspot.get(DEALS, limit=1)["results"]


def test_H1_unsupported_version_returns_404(hubspot: HubspotApi, control: ControlApi) -> None:
    assert hubspot.request("/crm/objects/2025-09/deals").status_code == 404
    control.post("switches", {"hubspot_versions": ["2026-09"]})
    assert hubspot.request("/crm/v3/objects/deals").status_code == 404
    assert hubspot.request(DEALS).status_code == 200


def test_H2_returns_only_requested_properties_as_text(hubspot: HubspotApi) -> None:
    [plain] = hubspot.get(DEALS, limit=1)["results"]
    defaults = {"amount", "closedate", "createdate", "dealname", "dealstage", "hs_lastmodifieddate"}
    assert set(plain["properties"]) == {*defaults, "hs_object_id", "pipeline"}
    names = "dealname,hubspot_owner_id,deal_currency_code,no_such_property,description"
    [row] = hubspot.get(DEALS, limit=1, properties=names)["results"]
    properties = row["properties"]
    assert {"dealname", "hubspot_owner_id", "deal_currency_code", "description"} <= set(properties)
    assert "no_such_property" not in properties
    assert "amount" not in properties
    assert properties["description"] is None
    assert all(value is None or isinstance(value, str) for value in properties.values())
    assert isinstance(row["id"], str)


@pytest.mark.parametrize("limit", [0, 101])
def test_H3_list_above_the_page_limit_returns_400(hubspot: HubspotApi, limit: int) -> None:
    answer = hubspot.request(DEALS, limit=limit)
    assert answer.status_code == 400
    assert answer.json()["category"] == "VALIDATION_ERROR"


def test_H3_last_page_has_no_paging(hubspot: HubspotApi, control: ControlApi) -> None:
    assert hubspot.post(f"{DEALS}/search", {"limit": 201}).status_code == 400
    deals = hubspot.list_all(DEALS)
    assert len({row["id"] for row in deals}) == len(deals) > 120
    assert len(hubspot.get(DEALS)["results"]) == 10
    companies = hubspot.list_all("/crm/objects/2026-09/companies")
    assert len(companies) >= 64


def test_H4_search_pages_by_offset_up_to_ten_thousand(hubspot: HubspotApi) -> None:
    first = hubspot.search(**changed_since("0", limit=2))
    second = hubspot.search(**changed_since("0", limit=2, after="2"))
    assert first["paging"] == {"next": {"after": "2"}}
    assert first["total"] == second["total"] > 120
    moments = [row["updatedAt"] for row in (*first["results"], *second["results"])]
    assert moments == sorted(moments)
    assert "associations" not in first["results"][0]
    assert hubspot.search(**changed_since("0", limit=200, after="9800"))["results"] == []
    assert hubspot.post(f"{DEALS}/search", changed_since("0", limit=200, after="9801")).status_code == 400


def test_H4_search_index_is_delayed(hubspot: HubspotApi, control: ControlApi) -> None:
    [deal] = hubspot.get(DEALS, limit=1)["results"]
    control.advance(1)
    control.edit("deals", deal["id"], fields={"name": "Renamed"})
    since = changed_since("2026-11-20T16:00:00Z")
    assert hubspot.get(f"{DEALS}/{deal['id']}")["properties"]["dealname"] == "Renamed"
    assert hubspot.search(**since)["results"] == []
    control.advance(2)
    assert [row["properties"]["dealname"] for row in hubspot.search(**since)["results"]] == ["Renamed"]


def test_H4_search_excludes_archived_deals(hubspot: HubspotApi) -> None:
    [archived] = hubspot.list_all(DEALS, archived="true")
    by_id = {"propertyName": "hs_object_id", "operator": "EQ", "value": archived["id"]}
    assert hubspot.search(filterGroups=[{"filters": [by_id]}])["total"] == 0


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        ("EQ", {"value": "closedwon"}, {"closedwon"}),
        ("IN", {"values": ["closedwon", "closedlost"]}, {"closedwon", "closedlost"}),
        ("HAS_PROPERTY", {}, None),
    ],
)
def test_H4_search_filters(
    hubspot: HubspotApi, operator: str, values: dict[str, Any], expected: set[str] | None
) -> None:
    stage = {"propertyName": "dealstage", "operator": operator, **values}
    found = hubspot.search(filterGroups=[{"filters": [stage]}], properties=["dealstage"], limit=200)
    stages = {row["properties"]["dealstage"] for row in found["results"]}
    assert stages == expected if expected else len(stages) > 5


def test_H4_too_many_groups_or_unknown_operator_returns_400(hubspot: HubspotApi) -> None:
    group = {"filters": [{"propertyName": "amount", "operator": "GT", "value": "1"}]}
    assert hubspot.post(f"{DEALS}/search", {"filterGroups": [group] * 6}).status_code == 400
    invalid_group = {"filters": [{"propertyName": "amount", "operator": "ALMOST", "value": "1"}]}
    assert hubspot.post(f"{DEALS}/search", {"filterGroups": [invalid_group]}).status_code == 400


def test_H5_search_has_a_separate_limit_without_rate_headers(hubspot: HubspotApi, control: ControlApi) -> None:
    answers = [hubspot.post(f"{DEALS}/search", {"limit": 1}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["policyName"] == "SECONDLY"
    for answer in (answers[0], answers[-1]):
        assert not [name for name in answer.headers if name.startswith("x-hubspot-ratelimit")]
    assert "Retry-After" not in answers[-1].headers
    assert hubspot.request(DEALS).status_code == 200
    control.advance(1)
    assert hubspot.post(f"{DEALS}/search", {"limit": 1}).status_code == 200


def test_H5_other_calls_share_a_rolling_limit(hubspot: HubspotApi, control: ControlApi) -> None:
    control.post("limits", {"hubspot_per_ten_seconds": 100})
    answers = [hubspot.request(OWNERS) for _ in range(101)]
    assert answers[0].headers["X-HubSpot-RateLimit-Remaining"] == "99"
    assert answers[0].headers["X-HubSpot-RateLimit-Interval-Milliseconds"] == "10000"
    refused = answers[-1]
    assert refused.status_code == 429
    body = refused.json()
    assert (body["errorType"], body["policyName"]) == ("RATE_LIMIT", "TEN_SECONDLY_ROLLING")
    assert "Retry-After" not in refused.headers
    control.advance(10)
    assert hubspot.request(OWNERS).status_code == 200


def test_H5_daily_limit(hubspot: HubspotApi, control: ControlApi) -> None:
    control.post("limits", {"hubspot_per_day": 1})
    assert hubspot.request(OWNERS).headers["X-HubSpot-RateLimit-Daily-Remaining"] == "0"
    assert hubspot.request(OWNERS).json()["policyName"] == "DAILY"


def test_H6_lists_include_companies_of_deals(hubspot: HubspotApi) -> None:
    deals = hubspot.list_all(DEALS, associations="companies")
    linked = [row["associations"]["companies"]["results"] for row in deals if "associations" in row]
    assert len(linked) < len(deals)
    assert all(links[0] == {"id": links[1]["id"], "type": "deal_to_company"} for links in linked)
    assert all(link["type"] == "deal_to_company_unlabeled" for links in linked for link in links[1:])
    assert max(len({link["id"] for link in links}) for links in linked) == 2
    assert "associations" not in hubspot.get(DEALS, limit=1)["results"][0]


def test_H6_batches_include_companies_of_deals(hubspot: HubspotApi) -> None:
    deals = hubspot.list_all(DEALS, associations="companies")
    links = {row["id"]: row.get("associations", {}).get("companies", {}).get("results", []) for row in deals}
    without_company = next(deal for deal, found in links.items() if not found)
    with_two_companies = next(deal for deal, found in links.items() if len(found) == 3)
    answer = hubspot.post(LINKS, {"inputs": [{"id": without_company}, {"id": with_two_companies}]})
    assert answer.status_code == 200
    [found] = answer.json()["results"]
    assert found["from"] == {"id": with_two_companies}
    assert [len(to["associationTypes"]) for to in found["to"]] == [2, 1]
    assert found["to"][0]["associationTypes"][0] == {"category": "HUBSPOT_DEFINED", "typeId": 5, "label": "Primary"}
    assert answer.json()["numErrors"] == 1
    old = hubspot.post("/crm/v4/associations/deals/companies/batch/read", {"inputs": [{"id": without_company}]})
    assert (old.status_code, old.json()["results"]) == (207, [])


def test_contacts_have_their_own_property_of_the_last_change(hubspot: HubspotApi) -> None:
    [contact] = hubspot.get(CONTACTS, limit=1)["results"]
    assert {"firstname", "lastname", "email", "lastmodifieddate"} <= set(contact["properties"])
    assert "hs_lastmodifieddate" not in contact["properties"]
    counts = []
    for name in ("lastmodifieddate", "hs_lastmodifieddate"):
        newer = {"propertyName": name, "operator": "GTE", "value": "0"}
        answer = hubspot.post(f"{CONTACTS}/search", {"filterGroups": [{"filters": [newer]}]})
        counts.append(answer.json()["total"])
    assert counts == [len(hubspot.list_all(CONTACTS)), 0]


def test_contacts_are_associated_with_companies(hubspot: HubspotApi) -> None:
    contacts = hubspot.list_all(CONTACTS, associations="companies")
    linked = {row["id"]: row["associations"]["companies"]["results"] for row in contacts if "associations" in row}
    with_two_companies = next(contact for contact, found in linked.items() if len(found) == 3)
    assert [link["type"] for link in linked[with_two_companies]] == [
        "contact_to_company", "contact_to_company_unlabeled", "contact_to_company_unlabeled",
    ]  # fmt: skip
    path = "/crm/associations/2026-09/contacts/companies/batch/read"
    [found] = hubspot.post(path, {"inputs": [{"id": with_two_companies}]}).json()["results"]
    assert found["to"][0]["associationTypes"][0] == {"category": "HUBSPOT_DEFINED", "typeId": 1, "label": "Primary"}


def test_contacts_need_their_own_scope(hubspot: HubspotApi) -> None:
    for path in (CONTACTS, f"{CONTACTS}/search"):
        is_search = path.endswith("search")
        key = "pat-sandbox-no-contacts"
        refused = hubspot.post(path, {"limit": 1}, key=key) if is_search else hubspot.request(path, key=key)
        assert (refused.status_code, refused.json()["category"]) == (403, "MISSING_SCOPES")
    assert hubspot.request(DEALS, key="pat-sandbox-no-contacts").status_code == 200


def test_merged_contact_has_the_companies_of_both(hubspot: HubspotApi, control: ControlApi) -> None:
    first, second = hubspot.list_all(CONTACTS, associations="companies")[:2]
    control.edit("hubspot_contacts", first["id"], "merge", into=int(second["id"]))
    assert first["id"] not in {row["id"] for row in hubspot.list_all(CONTACTS)}
    names = "hs_merged_object_ids"
    winner = hubspot.get(f"{CONTACTS}/{first['id']}", properties=names, associations="companies")
    assert (winner["id"], winner["properties"][names]) == (second["id"], first["id"])
    companies = {row["id"] for row in winner["associations"]["companies"]["results"]}
    assert companies == {row["id"] for one in (first, second) for row in one["associations"]["companies"]["results"]}


def test_H6_batch_above_a_thousand_returns_400(hubspot: HubspotApi) -> None:
    inputs = [{"id": str(number)} for number in range(1001)]
    assert hubspot.post(LINKS, {"inputs": inputs}).status_code == 400
    assert hubspot.post(f"{DEALS}/batch/read", {"inputs": inputs[:101]}).status_code == 400


def test_H7_oauth_tokens_expire_after_half_an_hour(hubspot: HubspotApi, control: ControlApi) -> None:
    form = {
        "grant_type": "refresh_token",
        "client_id": "hs-sandbox-client",
        "client_secret": "hs-sandbox-secret",
        "refresh_token": "hs-refresh-sandbox",
    }
    issued = hubspot.http.post("/hubspot/oauth/2026-09/token", data=form).json()
    assert issued["expires_in"] == 1800
    token = issued["access_token"]
    assert hubspot.request(DEALS, key=token).status_code == 200
    control.advance(1800)
    expired = hubspot.request(DEALS, key=token)
    assert (expired.status_code, expired.json()["category"]) == (401, "EXPIRED_AUTHENTICATION")
    assert hubspot.request(DEALS).status_code == 200
    control.post("tokens", {"hubspot_refresh_is_dead": True})
    dead = hubspot.http.post("/hubspot/oauth/2026-09/token", data=form)
    assert (dead.status_code, dead.json()["status"]) == (400, "BAD_REFRESH_TOKEN")


def test_H7_wrong_key_returns_401(hubspot: HubspotApi) -> None:
    answer = hubspot.request(DEALS, key="nonsense")
    assert (answer.status_code, answer.json()["category"]) == (401, "INVALID_AUTHENTICATION")


def test_H8_missing_scope_blocks_only_its_resource(hubspot: HubspotApi) -> None:
    refused = hubspot.request(OWNERS, key="pat-sandbox-no-owners")
    assert (refused.status_code, refused.json()["category"]) == (403, "MISSING_SCOPES")
    assert "crm.objects.owners.read" in refused.text
    assert hubspot.request(DEALS, key="pat-sandbox-no-owners").status_code == 200


def test_H9_archived_owners_still_own_deals(hubspot: HubspotApi) -> None:
    current, former = hubspot.list_all(OWNERS), hubspot.list_all(OWNERS, archived="true")
    assert [row["email"] for row in former] == ["benoit.charron@regie.example"]
    [gone] = former
    assert "userId" not in gone
    assert gone["userIdIncludingInactive"]
    people = [row for row in current if row["type"] == "PERSON"]
    assert all(row["id"] != str(row["userId"]) for row in people)
    assert any(row["type"] == "QUEUE" for row in current)
    deals = hubspot.list_all(DEALS, properties="hubspot_owner_id")
    owned = [row["properties"]["hubspot_owner_id"] for row in deals]
    assert gone["id"] in owned
    maelle = next(row["id"] for row in current if row["email"] == "account_manager@regie.example")
    assert owned.count(maelle) > len(owned) / 4


def test_H10_pipelines_and_a_removed_stage(hubspot: HubspotApi) -> None:
    pipelines = hubspot.get("/crm/pipelines/2026-09/deals")["results"]
    stages = {stage["id"]: stage["metadata"] for pipeline in pipelines for stage in pipeline["stages"]}
    assert stages["closedwon"] == {"isClosed": "true", "probability": "1.0"}
    assert stages["closedlost"] == {"isClosed": "true", "probability": "0.0"}
    assert any(stage.isdecimal() for stage in stages)
    used = {row["properties"]["dealstage"] for row in hubspot.list_all(DEALS)}
    assert len(used - set(stages)) == 1


def test_H11_irregular_amounts_and_optional_currencies(hubspot: HubspotApi, control: ControlApi) -> None:
    deals = hubspot.list_all(DEALS, properties="amount,deal_currency_code,amount_in_home_currency")
    assert {None, "0", "12500.5", "N/A"} <= {row["properties"]["amount"] for row in deals}
    assert hubspot.get("/settings/currencies/2026-03/company-currency")["currencyCode"] == "CAD"
    control.post("switches", {"hubspot_multicurrency": False})
    [row] = hubspot.get(DEALS, limit=1, properties="amount,deal_currency_code")["results"]
    assert "deal_currency_code" not in row["properties"]


def test_H12_archive_and_restore(hubspot: HubspotApi, control: ControlApi) -> None:
    [deal] = hubspot.get(DEALS, limit=1)["results"]
    control.edit("deals", deal["id"], "archive")
    assert hubspot.request(f"{DEALS}/{deal['id']}").status_code == 404
    archived = {row["id"]: row for row in hubspot.list_all(DEALS, archived="true")}
    assert archived[deal["id"]]["archivedAt"] == "2026-11-20T16:00:00.000Z"
    assert deal["id"] not in {row["id"] for row in hubspot.list_all(DEALS)}
    control.edit("deals", deal["id"], "restore")
    restored = hubspot.get(f"{DEALS}/{deal['id']}")
    assert restored["archived"] is False
    assert "archivedAt" not in restored


def test_H12_merged_id_returns_the_winner(hubspot: HubspotApi, control: ControlApi) -> None:
    winner, loser = (row["id"] for row in hubspot.get(DEALS, limit=2)["results"])
    control.edit("deals", loser, "merge", into=int(winner))
    answer = hubspot.get(f"{DEALS}/{loser}", properties="hs_merged_object_ids")
    assert (answer["id"], answer["properties"]["hs_merged_object_ids"]) == (winner, loser)
    assert loser not in {row["id"] for row in hubspot.list_all(DEALS)}


def test_H13_transient_errors(hubspot: HubspotApi, control: ControlApi) -> None:
    for status, headers in ((502, {}), (423, {}), (477, {"Retry-After": "30"})):
        control.fault("/hubspot/crm/*", status=status, headers=headers)
    answers = [hubspot.request(DEALS) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [502, 423, 477, 200]
    assert answers[2].headers["Retry-After"] == "30"


def test_batch_read_returns_existing_records_and_errors(hubspot: HubspotApi) -> None:
    [deal] = hubspot.get(DEALS, limit=1)["results"]
    body = {"inputs": [{"id": deal["id"]}, {"id": "1"}], "properties": ["dealname"]}
    answer = hubspot.post(f"{DEALS}/batch/read", body)
    assert answer.status_code == 200
    assert [row["id"] for row in answer.json()["results"]] == [deal["id"]]
    assert answer.json()["numErrors"] == 1
