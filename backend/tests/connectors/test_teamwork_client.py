"""Teamwork's lists, shapes and limits, against a server that can also misbehave."""

import base64
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import Nonsense, NotFoundOutside, RateLimited, Refused
from regie.connectors.http import HttpOptions
from regie.connectors.pages import raw_json
from regie.connectors.settings import TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.false_time import FalseTime
from tests.connectors.scripted_server import Request, Said, ScriptedServer

REFUSAL = {"errors": [{"id": "3f0c", "title": "unexpected error", "detail": "401: Not authorized"}]}


@pytest.fixture
def teamwork(server: ScriptedServer, options: HttpOptions) -> Generator[TeamworkClient, None, None]:
    settings = TeamworkSettings(server.url, "twk_example_key", requests_per_minute=10_000)
    with TeamworkClient(settings, options) as client:
        yield client


def paged(rows: list[dict[str, Any]], key: str = "people", size: int = 2) -> Any:
    """Answers like the service, with pages of `size` whatever is asked."""

    def answer(request: Request) -> Said:
        number = int(request.query["page"])
        start = (number - 1) * size
        more = start + size < len(rows)
        exact = not more or request.query.get("skipCounts") == "false"
        count = len(rows) if exact else number * size + 1
        meta = {"page": {"pageOffset": number - 1, "pageSize": size, "count": count, "hasMore": more}}
        return Said(body={key: rows[start : start + size], "meta": meta})

    return answer


def test_pages_end_with_has_more_and_resume_from_their_cursor(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.answer = paged([{"id": number} for number in range(1, 6)])
    pages = list(teamwork.people())
    assert [[person.external_id for person in page.records] for page in pages] == [
        ["1", "2"],
        ["3", "4"],
        ["5"],
    ]
    assert pages[-1].next_cursor is None
    rest = list(teamwork.people(cursor=pages[0].next_cursor))
    assert [person.external_id for page in rest for person in page.records] == ["3", "4", "5"]


def test_the_query_asks_for_everything_in_the_order_of_ids(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.answer = lambda request: Said(body={"people": [], "projects": [], "companies": [], "timelogs": []})
    since = datetime.fromisoformat("2026-11-01T02:00:00.5-05:00")
    list(teamwork.people(since))
    list(teamwork.companies())
    list(teamwork.projects())
    list(teamwork.time_entries(updated_after=since))
    people, companies, projects, time_entries = (request.query for request in server.requests)
    ordered = {"orderBy": "id", "orderMode": "asc", "page": "1", "pageSize": "500", "skipCounts": "false"}
    changed = {"updatedAfter": "2026-11-01T07:00:00Z"}
    assert people == {**ordered, **changed, "userType": "account", "showDeleted": "true"}
    assert companies == {**ordered, "showDeleted": "true"}
    assert projects == {
        **ordered,
        "includeArchivedProjects": "true",
        "include": "companies,projectCategories",
    }
    assert time_entries == {**ordered, **changed, "showDeleted": "true"}
    expected = "Basic " + base64.b64encode(b"twk_example_key:x").decode()
    assert server.requests[0].headers["authorization"] == expected


def test_a_deletion_between_two_pages_loses_nobody(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    rows = [{"id": number} for number in range(1, 7)]
    found: set[str] = set()
    server.answer = paged(rows, "projects")
    for turn, page in enumerate(teamwork.projects()):
        found |= {project.external_id for project in page.records}
        if turn == 0:
            del rows[0]
    assert found == {"1", "2", "3", "4", "5", "6"}


def test_a_list_that_never_ends_is_left(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    meta = {"page": {"pageOffset": 0, "pageSize": 1, "count": 1, "hasMore": True}}
    server.script = [Said(body={"projectCategories": [{"id": 310}], "meta": meta})]
    pages = list(teamwork.project_categories())
    assert (len(pages), pages[-1].next_cursor) == (2, None)


def test_a_list_beyond_what_can_be_paged_is_an_error(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    def answer(request: Request) -> Said:
        meta = {"page": {"hasMore": True, "count": 1}}
        return Said(body={"people": [{"id": int(request.query["page"])}], "meta": meta})

    server.answer = answer
    with pytest.raises(Nonsense) as caught:
        list(teamwork.people(cursor="99"))
    assert (caught.value.code, len(server.requests)) == ("paging_limit", 2)


def test_categories_may_come_without_meta(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    child = {"id": 311, "name": "Forfait / Web", "color": "#7b61ff", "parent": {"id": 310}, "parentId": None}
    server.script = [Said(body={"projectCategories": [child]})]
    (page,) = teamwork.project_categories()
    category = page.records[0]
    assert (category.external_id, category.name, category.colour) == ("311", "Forfait / Web", "#7b61ff")
    assert (category.parent_id, category.updated_at) == ("310", None)
    assert "orderBy" not in server.requests[0].query


def test_time_is_read_month_by_month_and_resumes_inside_one(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.answer = lambda request: Said(
        body={
            "timelogs": [{"id": f"{request.query['startDate']}p{request.query['page']}", "minutes": 90}],
            "meta": {"page": {"hasMore": request.query["page"] == "1" and "12-01" in request.query["startDate"]}},
        }
    )
    pages = list(teamwork.time_entries(from_on=date(2025, 11, 15), to_on=date(2026, 1, 1)))
    slices = [(request.query["startDate"], request.query["endDate"]) for request in server.requests]
    assert slices == [
        ("2025-11-15", "2025-11-30"),
        ("2025-12-01", "2025-12-31"),
        ("2025-12-01", "2025-12-31"),
        ("2026-01-01", "2026-01-01"),
    ]
    ids = [page.records[0].external_id for page in pages]
    for index, page in enumerate(pages[:-1]):
        rest = teamwork.time_entries(from_on=date(2025, 11, 15), to_on=date(2026, 1, 1), cursor=page.next_cursor)
        assert [later.records[0].external_id for later in rest] == ids[index + 1 :]
    assert pages[-1].next_cursor is None


def test_time_needs_a_beginning(teamwork: TeamworkClient) -> None:
    with pytest.raises(ValueError, match="from_on"):
        list(teamwork.time_entries())


def test_a_project_is_read_with_its_names(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    raw = {
        "id": 481516,
        "name": "Refonte du site d’été 🌞",
        "description": "",
        "status": "inactive",
        "subStatus": "late",
        "isBillable": True,
        "startAt": "2026-09-01T00:00:00Z",
        "endDate": "2026-11-15",
        "company": {"id": 88120, "type": "companies"},
        "categoryId": 310,
        "projectOwner": None,
        "updatedAt": "2026-11-18T21:05:44Z",
        "createdAt": "",
    }
    included = {
        "companies": {"88120": {"id": 88120, "name": "Maison Pivoine"}},
        "projectCategories": {"310": {"id": 310, "name": "Forfait"}},
    }
    server.script = [Said(body={"project": raw, "included": included})]
    project = teamwork.project("481516")
    assert (project.external_id, project.name, project.description) == (
        "481516",
        "Refonte du site d’été 🌞",
        None,
    )
    assert (project.status, project.sub_status, project.is_billable) == ("archived", "late", True)
    assert (project.start_on, project.end_on) == (date(2026, 9, 1), date(2026, 11, 15))
    assert (project.company_id, project.company_name) == ("88120", "Maison Pivoine")
    assert (project.category_id, project.category_name, project.owner_id) == ("310", "Forfait", None)
    assert project.updated_at == datetime(2026, 11, 18, 21, 5, 44, tzinfo=UTC)
    assert project.created_at is None
    assert project.source_url == f"{server.url}/app/projects/481516"
    assert project.raw == raw


def test_wrong_types_become_none_and_are_reported(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    wrong = {
        "id": 7,
        "firstName": ["x"],
        "isAdmin": "maybe",
        "userRate": "N/A",
        "userCost": 6250,
        "updatedAt": "yesterday",
        "createdAt": "2026-11-18T21:05:44",
        "companyId": {"id": True},
        "title": None,
        "email": "  a@b.example ",
    }
    server.script = [Said(body={"people": [wrong]})]
    (page,) = teamwork.people()
    person = page.records[0]
    assert (person.first_name, person.is_admin, person.rate, person.updated_at) == (None, False, None, None)
    assert (person.created_at, person.company_id, person.title) == (None, None, None)
    assert (person.cost, person.email) == (Decimal("62.50"), "a@b.example")
    assert {(problem.field, problem.reason) for problem in page.problems} == {
        ("firstName", "not_text"),
        ("isAdmin", "not_yes_or_no"),
        ("userRate", "not_an_amount"),
        ("updatedAt", "not_an_instant"),
        ("createdAt", "not_an_instant"),
        ("companyId", "not_an_id"),
    }
    assert {problem.external_id for problem in page.problems} == {"7"}


@pytest.mark.parametrize(
    "body",
    [
        {"people": [{"firstName": "nobody"}]},
        {"people": [{"id": None}]},
        {"people": [{"id": True}]},
        {"people": ["x"]},
        {"people": {"1": {}}},
        {"peoples": []},
        [],
        '"x"',
        "null",
        "9" * 5_000,
        7,
    ],
)
def test_a_page_without_its_list_or_ids_is_nonsense(
    server: ScriptedServer, teamwork: TeamworkClient, body: Any
) -> None:
    server.script = [Said(body=body)]
    with pytest.raises(Nonsense) as caught:
        list(teamwork.people())
    assert (caught.value.code, caught.value.retryable) == ("wrong_shape", False)


def test_a_wrong_key_is_refused_at_once(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.script = [Said(401, REFUSAL)]
    with pytest.raises(Refused) as caught:
        teamwork.me()
    assert (caught.value.code, caught.value.detail) == ("unauthorised", "401: Not authorized")
    assert len(server.requests) == 1


def test_what_is_gone_is_not_found(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.script = [Said(404, {"STATUS": "Error", "MESSAGE": "Not found"})]
    with pytest.raises(NotFoundOutside):
        teamwork.company("88120")


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (429, {}, 60.0),
        (429, {"X-Rate-Limit-Reset": "17"}, 17.0),
        (429, {"X-Rate-Limit-Reset": "1795190430"}, 30.0),
        (429, {"X-Rate-Limit-Reset": "17", "Retry-After": "3"}, 3.0),
        (400, {"X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "17"}, 17.0),
    ],
)
def test_too_many_calls_are_waited_out(
    server: ScriptedServer,
    teamwork: TeamworkClient,
    time_apart: FalseTime,
    status: int,
    headers: dict[str, str],
    wait: float,
) -> None:
    server.script = [Said(status, "Too many requests", headers=headers), Said(body={"person": {"id": 1}})]
    assert teamwork.me().external_id == "1"
    assert time_apart.now - FalseTime().now == pytest.approx(wait, abs=1.0)


def test_too_many_calls_for_too_long_is_an_error(
    server: ScriptedServer, teamwork: TeamworkClient, options: HttpOptions
) -> None:
    server.script = [Said(429)]
    settings = TeamworkSettings(server.url, "twk_example_key")
    with (
        TeamworkClient(settings, replace(options, retries=1)) as client,
        pytest.raises(RateLimited) as caught,
    ):
        client.me()
    assert (caught.value.retry_after_s, len(server.requests)) == (60.0, 2)


def test_the_end_of_the_allowance_slows_us_down(
    server: ScriptedServer, teamwork: TeamworkClient, time_apart: FalseTime
) -> None:
    headers = {"X-Rate-Limit-Remaining": "9", "X-Rate-Limit-Reset": "20"}
    server.script = [Said(body={"person": {"id": 1}}, headers=headers)]
    teamwork.me()
    teamwork.me()
    assert sum(time_apart.slept) == pytest.approx(2.0)


def test_the_raw_record_is_kept_exactly(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    written = '{"id":1,"lengthOfDay":7.10,"big":123456789012345678901234,"name":"é"}'
    server.script = [Said(body=f'{{"person": {written}}}')]
    assert raw_json(teamwork.me().raw) == written
