"""The imitated services' common behaviour: no writes, injected faults, realistic names, several currencies."""

import httpx
import pytest

from tests.sandbox.clients import ControlApi, HubspotApi, QuickbooksApi, TeamworkApi

DEALS = "/crm/objects/2026-09/deals"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/teamwork/projects/api/v3/projects.json"),
        ("DELETE", "/teamwork/projects/api/v3/companies/88100.json"),
        ("PATCH", "/hubspot/crm/objects/2026-09/deals/90210013"),
        ("POST", "/hubspot/crm/objects/2026-09/deals"),
        ("POST", "/quickbooks/v3/company/9130000000000001/invoice"),
    ],
)
def test_C1_write_returns_405_and_is_flagged(http: httpx.Client, control: ControlApi, method: str, path: str) -> None:
    assert http.request(method, path, json={}).status_code == 405
    assert [(entry["method"], entry["path"]) for entry in control.read_log(outside="true")] == [(method, path)]


def test_C1_unknown_path_returns_404_and_is_flagged_while_reads_are_not(
    hubspot: HubspotApi, control: ControlApi
) -> None:
    assert hubspot.request("/crm/objects/2026-09/deals/1/notes").status_code == 404
    hubspot.get(DEALS)
    hubspot.search(limit=1)
    assert len(control.read_log(service="hubspot")) == 3
    assert len(control.read_log(outside="true")) == 1


def test_C2_fault_returns_status_and_body_the_requested_number_of_times(
    hubspot: HubspotApi, control: ControlApi
) -> None:
    control.fault("/hubspot/crm/objects/*/deals", status=503, body='{"status":"error"}', times=2, skip=1)
    statuses = [hubspot.request(DEALS).status_code for _ in range(4)]
    assert statuses == [200, 503, 503, 200]


def test_C2_fault_returns_an_html_page(teamwork: TeamworkApi, control: ControlApi) -> None:
    control.fault("/teamwork/*", kind="html", status=502)
    answer = teamwork.request("people")
    assert answer.status_code == 502
    assert answer.headers["content-type"].startswith("text/html")
    assert "<html>" in answer.text


def test_C2_fault_truncates_json(teamwork: TeamworkApi, control: ControlApi) -> None:
    control.fault("/teamwork/*", kind="truncate")
    answer = teamwork.request("people")
    assert answer.status_code == 200
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        answer.json()


def test_C2_fault_drops_the_connection_in_the_body(teamwork: TeamworkApi, control: ControlApi) -> None:
    control.fault("/teamwork/*", kind="drop")
    with pytest.raises(httpx.RemoteProtocolError):
        teamwork.request("people")
    assert teamwork.request("people").status_code == 200


def test_C2_delayed_response_blocks_only_its_caller(
    http: httpx.Client, teamwork: TeamworkApi, control: ControlApi
) -> None:
    control.fault("/teamwork/*", kind="delay", delay_s=15)  # longer than the next call's timeout
    with pytest.raises(httpx.ReadTimeout):
        http.get("/teamwork/projects/api/v3/people.json", auth=("twk_sandbox", "x"), timeout=0.2)
    assert teamwork.request("people").status_code == 200


def test_C3_rate_limits_follow_the_sandbox_clock_and_can_be_lifted(teamwork: TeamworkApi, control: ControlApi) -> None:
    control.post("limits", {"teamwork_per_minute": 2})
    assert [teamwork.request("me").status_code for _ in range(3)] == [200, 200, 429]
    control.advance(60)
    assert teamwork.request("me").status_code == 200
    control.post("limits", {"teamwork_per_minute": None})
    assert {teamwork.request("me").status_code for _ in range(5)} == {200}


def test_C4_names_have_accents_quotes_and_emoji(teamwork: TeamworkApi, quickbooks: QuickbooksApi) -> None:
    names = [row["name"] for row in teamwork.list_all("companies", "companies")]
    assert "Éditions de l'Anse" in names
    assert "Ferblanterie Noël 🎄" in names
    customers = quickbooks.query("SELECT * FROM Customer WHERE DisplayName LIKE '%\"Good\"%'")
    assert len(customers["Customer"]) == 1
    anse = quickbooks.query(r"SELECT * FROM Customer WHERE DisplayName LIKE '%l\'Anse%'")
    assert len(anse["Customer"]) == 1


def test_C5_records_have_several_currencies(quickbooks: QuickbooksApi, hubspot: HubspotApi) -> None:
    used = {row["CurrencyRef"]["value"] for row in quickbooks.list_all("Invoice")}
    assert used == {"CAD", "USD", "EUR"}
    deals = hubspot.list_all(DEALS, properties="deal_currency_code")
    assert {row["properties"]["deal_currency_code"] for row in deals} == {"CAD", "USD", "EUR"}


def test_reset_restores_records_settings_and_clock(
    teamwork: TeamworkApi, control: ControlApi, http: httpx.Client
) -> None:
    control.edit("companies", 88100, fields={"name": "Changed"})
    control.fault("/teamwork/*", status=500)
    control.post("limits", {"teamwork_per_minute": 1})
    control.advance(3600)
    http.post("/__sandbox/reset")
    assert teamwork.get("companies/88100")["company"]["name"] == "Maison Pivoine"
    assert teamwork.request("me").status_code == 200
    assert http.get("/__sandbox/clock").json() == {"now": "2026-11-20T16:00:00.000+00:00", "stopped": True}


def test_invalid_webhook_or_edit_returns_422(control: ControlApi, http: httpx.Client) -> None:
    for wrong in ({"service": "google", "url": "http://x", "secret": "s"}, {"service": "hubspot"}, {"colour": 7}):
        assert http.post("/__sandbox/webhooks", json=wrong).status_code == 422
    assert http.get("/__sandbox/webhooks").json() == []
    restored = {"table": "categories", "id": 310, "action": "restore"}
    assert http.post("/__sandbox/records", json=restored).status_code == 422


def test_deleting_a_category_clears_its_references(teamwork: TeamworkApi, control: ControlApi) -> None:
    before = teamwork.get("projectcategories")["projectCategories"]
    parent = next(row["parentId"] for row in before if row["parentId"])
    control.edit("categories", parent, "delete")
    after = teamwork.get("projectcategories")["projectCategories"]
    assert {row["id"] for row in after} == {row["id"] for row in before} - {parent}
    assert {row["parentId"] for row in after} <= {row["id"] for row in after} | {None}
    assert teamwork.request(f"projectcategories/{parent}").status_code == 404
    projects = teamwork.list_all("projects", "projects", includeArchivedProjects="true")
    assert parent not in {project["categoryId"] for project in projects}
