"""What all imitated services share: no writing, trouble on order, real names, several currencies."""

import httpx
import pytest

from tests.sandbox.callers import Control, Hubspot, Quickbooks, Teamwork

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
def test_C1_writing_is_refused_and_marked(http: httpx.Client, control: Control, method: str, path: str) -> None:
    assert http.request(method, path, json={}).status_code == 405
    assert [(entry["method"], entry["path"]) for entry in control.log(outside="true")] == [(method, path)]


def test_C1_unknown_paths_are_refused_and_marked_but_reads_are_not(hubspot: Hubspot, control: Control) -> None:
    assert hubspot.answer("/crm/objects/2026-09/deals/1/notes").status_code == 404
    hubspot.get(DEALS)
    hubspot.search(limit=1)
    assert len(control.log(service="hubspot")) == 3
    assert len(control.log(outside="true")) == 1


def test_C2_a_status_with_a_body_as_often_as_ordered(hubspot: Hubspot, control: Control) -> None:
    control.fault("/hubspot/crm/objects/*/deals", status=503, body='{"status":"error"}', times=2, skip=1)
    statuses = [hubspot.answer(DEALS).status_code for _ in range(4)]
    assert statuses == [200, 503, 503, 200]


def test_C2_an_html_page(teamwork: Teamwork, control: Control) -> None:
    control.fault("/teamwork/*", kind="html", status=502)
    answer = teamwork.answer("people")
    assert answer.status_code == 502
    assert answer.headers["content-type"].startswith("text/html")
    assert "<html>" in answer.text


def test_C2_json_cut_short(teamwork: Teamwork, control: Control) -> None:
    control.fault("/teamwork/*", kind="truncate")
    answer = teamwork.answer("people")
    assert answer.status_code == 200
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        answer.json()


def test_C2_a_connection_dropped_mid_body(teamwork: Teamwork, control: Control) -> None:
    control.fault("/teamwork/*", kind="drop")
    with pytest.raises(httpx.RemoteProtocolError):
        teamwork.answer("people")
    assert teamwork.answer("people").status_code == 200


def test_C2_a_slow_answer_holds_up_only_its_caller(http: httpx.Client, teamwork: Teamwork, control: Control) -> None:
    control.fault("/teamwork/*", kind="delay", delay_s=15)  # more than the next call's patience
    with pytest.raises(httpx.ReadTimeout):
        http.get("/teamwork/projects/api/v3/people.json", auth=("twk_sandbox", "x"), timeout=0.2)
    assert teamwork.answer("people").status_code == 200


def test_C3_limits_follow_the_sandbox_clock_and_can_be_lifted(teamwork: Teamwork, control: Control) -> None:
    control.post("limits", {"teamwork_per_minute": 2})
    assert [teamwork.answer("me").status_code for _ in range(3)] == [200, 200, 429]
    control.advance(60)
    assert teamwork.answer("me").status_code == 200
    control.post("limits", {"teamwork_per_minute": None})
    assert {teamwork.answer("me").status_code for _ in range(5)} == {200}


def test_C4_names_are_as_people_write_them(teamwork: Teamwork, quickbooks: Quickbooks) -> None:
    names = [row["name"] for row in teamwork.everything("companies", "companies")]
    assert "Éditions de l'Anse" in names
    assert "Ferblanterie Noël 🎄" in names
    quoted = quickbooks.query("SELECT * FROM Customer WHERE DisplayName LIKE '%\"Good\"%'")
    assert len(quoted["Customer"]) == 1
    anse = quickbooks.query(r"SELECT * FROM Customer WHERE DisplayName LIKE '%l\'Anse%'")
    assert len(anse["Customer"]) == 1


def test_C5_currencies_are_mixed(quickbooks: Quickbooks, hubspot: Hubspot) -> None:
    used = {row["CurrencyRef"]["value"] for row in quickbooks.everything("Invoice")}
    assert used == {"CAD", "USD", "EUR"}
    deals = hubspot.everything(DEALS, properties="deal_currency_code")
    assert {row["properties"]["deal_currency_code"] for row in deals} == {"CAD", "USD", "EUR"}


def test_reset_brings_everything_back(teamwork: Teamwork, control: Control, http: httpx.Client) -> None:
    control.edit("companies", 88100, fields={"name": "Changed"})
    control.fault("/teamwork/*", status=500)
    control.post("limits", {"teamwork_per_minute": 1})
    control.advance(3600)
    http.post("/__sandbox/reset")
    assert teamwork.get("companies/88100")["company"]["name"] == "Maison Pivoine"
    assert teamwork.answer("me").status_code == 200
    assert http.get("/__sandbox/clock").json() == {"now": "2026-11-20T16:00:00.000+00:00", "stopped": True}


def test_what_makes_no_sense_as_a_webhook_or_an_edit_is_refused(control: Control, http: httpx.Client) -> None:
    for wrong in ({"service": "google", "url": "http://x", "secret": "s"}, {"service": "hubspot"}, {"colour": 7}):
        assert http.post("/__sandbox/webhooks", json=wrong).status_code == 422
    assert http.get("/__sandbox/webhooks").json() == []
    restored = {"table": "categories", "id": 310, "action": "restore"}
    assert http.post("/__sandbox/records", json=restored).status_code == 422


def test_a_deleted_category_leaves_nothing_behind(teamwork: Teamwork, control: Control) -> None:
    before = teamwork.get("projectcategories")["projectCategories"]
    parent = next(row["parentId"] for row in before if row["parentId"])
    control.edit("categories", parent, "delete")
    after = teamwork.get("projectcategories")["projectCategories"]
    assert {row["id"] for row in after} == {row["id"] for row in before} - {parent}
    assert {row["parentId"] for row in after} <= {row["id"] for row in after} | {None}
    assert teamwork.answer(f"projectcategories/{parent}").status_code == 404
    projects = teamwork.everything("projects", "projects", includeArchivedProjects="true")
    assert parent not in {project["categoryId"] for project in projects}
