"""Teamwork behaves as documented."""

from typing import Any

import httpx
import pytest

from tests.sandbox.clients import ControlApi, TeamworkApi

PEOPLE = "/teamwork/projects/api/v3/people.json"


def test_T1_key_as_basic_with_any_password_or_bearer(http: httpx.Client) -> None:
    assert http.get(PEOPLE, auth=("twk_sandbox", "")).status_code == 200
    assert http.get(PEOPLE, auth=("twk_sandbox", "anything")).status_code == 200
    assert http.get(PEOPLE, headers={"Authorization": "Bearer twk_sandbox"}).status_code == 200


def test_T1_wrong_key_and_unknown_site_return_the_same_error(http: httpx.Client) -> None:
    wrong_key = http.get(PEOPLE, auth=("nonsense", "x"))
    wrong_site = http.get("/elsewhere/projects/api/v3/people.json", auth=("twk_sandbox", "x"))
    for answer in (wrong_key, wrong_site):
        assert answer.status_code == 401
        [error] = answer.json()["errors"]
        assert (error["title"], error["detail"]) == ("unexpected error", "401: Not authorized")
        assert not [name for name in answer.headers if name.startswith("x-rate-limit")]


def test_T2_pages_start_at_one_and_offsets_at_zero(teamwork: TeamworkApi) -> None:
    first, second = teamwork.get("time"), teamwork.get("time", page=2)
    assert len(first["timelogs"]) == 50
    assert (first["meta"]["page"]["pageOffset"], second["meta"]["page"]["pageOffset"]) == (0, 1)
    assert not {row["id"] for row in first["timelogs"]} & {row["id"] for row in second["timelogs"]}
    past_the_end = teamwork.get("people", page=90)
    assert past_the_end["people"] == []
    assert past_the_end["meta"]["page"]["hasMore"] is False


@pytest.mark.parametrize("params", [{"pageSize": 501}, {"pageSize": 0}, {"page": 0}, {"page": 101, "pageSize": 500}])
def test_T2_invalid_pages_return_400(teamwork: TeamworkApi, params: dict[str, Any]) -> None:
    assert teamwork.request("time", **params).status_code == 400


def test_T3_count_is_a_lower_bound_until_the_last_page(teamwork: TeamworkApi) -> None:
    total = len(teamwork.list_all("companies", "companies"))
    first, last = teamwork.get("companies"), teamwork.get("companies", page=2)
    assert first["meta"]["page"] == {"pageOffset": 0, "pageSize": 50, "count": 51, "hasMore": True}
    assert last["meta"]["page"] == {"pageOffset": 1, "pageSize": 50, "count": total, "hasMore": False}
    assert teamwork.get("companies", skipCounts="false")["meta"]["page"]["count"] == total


def test_T4_categories_are_unpaged_and_meta_is_optional(teamwork: TeamworkApi, control: ControlApi) -> None:
    answer = teamwork.get("projectcategories", page=1, pageSize=2)
    assert "meta" not in answer
    assert len(answer["projectCategories"]) == 9
    child = next(row for row in answer["projectCategories"] if row["id"] == 316)
    assert child["parent"] == {"id": 310, "type": "projectCategories"}
    assert answer["projectCategoryTotals"]["uncategorizedItems"] > 0
    control.post("switches", {"teamwork_categories_meta": True})
    assert teamwork.get("projectcategories")["meta"]["page"]["hasMore"] is False


def test_T5_archived_projects_appear_only_on_request(teamwork: TeamworkApi) -> None:
    shown = teamwork.list_all("projects", "projects")
    everything = teamwork.list_all("projects", "projects", includeArchivedProjects="true")
    assert {row["status"] for row in shown} == {"active"}
    assert {row["status"] for row in everything} == {"active", "archived", "inactive"}
    only = teamwork.list_all("projects", "projects", onlyArchivedProjects="true")
    assert len(everything) == len(shown) + len(only)
    assert {row["subStatus"] for row in shown} >= {"current", "completed", "late"}


def test_T5_archived_project_is_missing_from_a_naive_incremental_read(
    teamwork: TeamworkApi, control: ControlApi
) -> None:
    project = teamwork.get("projects", orderBy="id")["projects"][-1]["id"]
    control.advance(60)
    control.edit("projects", project, "archive")
    since = "2026-11-20T16:00:00Z"
    assert teamwork.get("projects", updatedAfter=since)["projects"] == []
    found = teamwork.get("projects", updatedAfter=since, includeArchivedProjects="true")["projects"]
    assert [row["id"] for row in found] == [project]


@pytest.mark.parametrize(("resource", "key"), [("people", "people"), ("companies", "companies")])
def test_T6_deleted_records_appear_only_on_request(teamwork: TeamworkApi, resource: str, key: str) -> None:
    shown = teamwork.list_all(resource, key)
    everything = teamwork.list_all(resource, key, showDeleted="true")
    deleted_ids = {row["id"] for row in everything} - {row["id"] for row in shown}
    assert deleted_ids
    deleted = [row for row in everything if row["id"] in deleted_ids]
    assert all(row.get("deleted") is True or row.get("status") == "deleted" for row in deleted)


def test_T7_rates_are_cents_and_absent_without_permission(teamwork: TeamworkApi) -> None:
    full, limited = teamwork.get("people"), teamwork.get("people", key="twk_sandbox_limited")
    assert all(isinstance(row["userRate"], int) and row["userRate"] >= 1000 for row in full["people"])
    assert not any("userRate" in row or "userCost" in row for row in limited["people"])


def test_T8_included_records_are_keyed_by_text_and_only_on_request(teamwork: TeamworkApi) -> None:
    assert teamwork.get("projects")["included"] == {}
    answer = teamwork.get("projects", include="companies,projectCategories,projectBudgets", pageSize=500)
    assert set(answer["included"]) == {"companies", "projectCategories", "projectBudgets"}
    for project in answer["projects"]:
        assert answer["included"]["companies"][str(project["companyId"])]["id"] == project["companyId"]
    one = teamwork.get(f"projects/{answer['projects'][0]['id']}", include="companies")
    assert list(one["included"]) == ["companies"]


def test_T9_unset_values_are_null_empty_or_absent(teamwork: TeamworkApi) -> None:
    people = teamwork.list_all("people", "people", includeServiceAccounts="true")
    assert any(row["title"] is None for row in people)
    assert sum("updatedAt" not in row for row in people) == 1
    companies = teamwork.list_all("companies", "companies")
    assert {row["profileText"] for row in companies} == {None, ""}
    projects = teamwork.list_all("projects", "projects", includeArchivedProjects="true")
    assert any(row["category"] is None and row["categoryId"] is None for row in projects)


def test_T10_updated_after_counts_whole_seconds(teamwork: TeamworkApi, control: ControlApi) -> None:
    control.advance(10.4)
    control.edit("companies", 88100, fields={"name": "Maison Pivoine & filles"})
    assert teamwork.get("companies/88100")["company"]["updatedAt"] == "2026-11-20T16:00:10Z"
    before = teamwork.get("companies", updatedAfter="2026-11-20T16:00:09Z")["companies"]
    assert [row["name"] for row in before] == ["Maison Pivoine & filles"]
    assert teamwork.get("companies", updatedAfter="2026-11-20T16:00:10Z")["companies"] == []
    assert teamwork.request("companies", updatedAfter="yesterday").status_code == 400


def test_T10_categories_ignore_updated_after(teamwork: TeamworkApi) -> None:
    assert len(teamwork.get("projectcategories", updatedAfter="2030-01-01T00:00:00Z")["projectCategories"]) == 9


@pytest.mark.parametrize(("as_epoch", "reset"), [(False, 60), (True, 1_795_190_400 + 60)])
def test_T11_rate_limit_per_minute(teamwork: TeamworkApi, control: ControlApi, as_epoch: bool, reset: int) -> None:
    control.post("switches", {"teamwork_reset_as_epoch": as_epoch})
    control.post("limits", {"teamwork_per_minute": 150})
    allowed = [teamwork.request("me") for _ in range(150)]
    assert {answer.status_code for answer in allowed} == {200}
    assert allowed[-1].headers["X-Rate-Limit-Remaining"] == "0"
    refused = teamwork.request("me")
    assert refused.status_code == 429
    assert refused.headers["X-Rate-Limit-Limit"] == "150"
    assert refused.headers["X-Rate-Limit-Reset"] == str(reset)
    assert "Retry-After" not in refused.headers
    control.advance(60)
    assert teamwork.request("me").status_code == 200


def test_T12_rename_between_pages_by_name_loses_a_record(teamwork: TeamworkApi, control: ControlApi) -> None:
    pages = [teamwork.get("projects", page=page, pageSize=5, orderBy="name")["projects"] for page in (1, 2)]
    control.edit("projects", pages[0][0]["id"], fields={"name": "zzz"})
    second = teamwork.get("projects", page=2, pageSize=5, orderBy="name")["projects"]
    assert second[0]["id"] == pages[1][1]["id"]


def test_rename_between_pages_by_id_loses_nothing(teamwork: TeamworkApi, control: ControlApi) -> None:
    pages = [teamwork.get("projects", page=page, pageSize=5, orderBy="id")["projects"] for page in (1, 2)]
    control.edit("projects", pages[0][0]["id"], fields={"name": "zzz"})
    assert teamwork.get("projects", page=2, pageSize=5, orderBy="id")["projects"][0]["id"] == pages[1][0]["id"]


def test_people_have_different_types(teamwork: TeamworkApi) -> None:
    accounts = teamwork.list_all("people", "people", userType="account")
    emails = {row["email"] for row in accounts}
    roles = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")
    assert emails >= {f"{role}@regie.example" for role in roles}
    assert teamwork.list_all("people", "people", userType="contact")
    assert teamwork.list_all("people", "people", userType="collaborator")
    assert teamwork.get("me")["person"]["isServiceAccount"] is True
    assert teamwork.request("people", userType="robot").status_code == 400


def test_time_entries_by_days_and_by_change(teamwork: TeamworkApi, control: ControlApi) -> None:
    october = teamwork.list_all("time", "timelogs", startDate="2026-10-01", endDate="2026-10-31", orderBy="id")
    assert october
    assert {row["timeLogged"][:7] for row in october} == {"2026-10"}
    assert all(isinstance(row["minutes"], int) for row in october)
    control.advance(5)
    control.edit("entries", october[0]["id"], "delete")
    since = {"updatedAfter": "2026-11-20T16:00:00Z"}
    assert teamwork.get("time", **since)["timelogs"] == []
    [deleted] = teamwork.get("time", showDeleted="true", **since)["timelogs"]
    assert (deleted["id"], deleted["deleted"]) == (october[0]["id"], True)


def test_missing_record_returns_404(teamwork: TeamworkApi) -> None:
    answer = teamwork.request("companies/1")
    assert answer.status_code == 404
    assert answer.json()["errors"][0]["detail"] == "404: Not found"


def test_returns_only_requested_fields(teamwork: TeamworkApi) -> None:
    [row] = teamwork.get("people", pageSize=1, **{"fields[people]": "id,firstName"})["people"]
    assert set(row) == {"id", "firstName"}
    person = teamwork.get(f"people/{row['id']}", **{"fields[person]": "id,email"})["person"]
    assert set(person) == {"id", "email"}
