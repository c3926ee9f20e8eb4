"""Teamwork's lists, records and limits, against a scripted server."""

import base64
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import AccessDenied, MalformedResponse, RateLimited, RecordNotFound
from regie.connectors.http import HttpOptions
from regie.connectors.pages import raw_json
from regie.connectors.settings import TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.fake_clock import FakeClock
from tests.connectors.scripted_server import Reply, Request, ScriptedServer

UNAUTHORIZED = {"errors": [{"id": "3f0c", "title": "unexpected error", "detail": "401: Not authorized"}]}


@pytest.fixture
def teamwork(server: ScriptedServer, options: HttpOptions) -> Generator[TeamworkClient, None, None]:
    settings = TeamworkSettings(server.url, "twk_example_key", requests_per_minute=10_000)
    with TeamworkClient(settings, options) as client:
        yield client


def paginate(rows: list[dict[str, Any]], key: str = "people", size: int = 2) -> Any:
    """Responds as the service does, with pages of `size` for any requested page size."""

    def respond(request: Request) -> Reply:
        number = int(request.query["page"])
        start = (number - 1) * size
        more = start + size < len(rows)
        exact = not more or request.query.get("skipCounts") == "false"
        count = len(rows) if exact else number * size + 1
        meta = {"page": {"pageOffset": number - 1, "pageSize": size, "count": count, "hasMore": more}}
        return Reply(body={key: rows[start : start + size], "meta": meta})

    return respond


def test_pages_follow_has_more_and_resume_from_their_cursor(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.responder = paginate([{"id": number} for number in range(1, 6)])
    pages = list(teamwork.people())
    assert [[person.external_id for person in page.records] for page in pages] == [
        ["1", "2"],
        ["3", "4"],
        ["5"],
    ]
    assert pages[-1].next_cursor is None
    rest = list(teamwork.people(cursor=pages[0].next_cursor))
    assert [person.external_id for page in rest for person in page.records] == ["3", "4", "5"]


def test_query_requests_everything_in_order_of_id(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.responder = lambda request: Reply(body={"people": [], "projects": [], "companies": [], "timelogs": []})
    since = datetime.fromisoformat("2026-11-01T02:00:00.5-05:00")
    list(teamwork.people(since))
    list(teamwork.companies())
    list(teamwork.projects())
    list(teamwork.time_entries(updated_after=since))
    people, companies, projects, time_entries = (request.query for request in server.requests)
    order = {"orderBy": "id", "orderMode": "asc", "page": "1", "pageSize": "500", "skipCounts": "false"}
    changed = {"updatedAfter": "2026-11-01T07:00:00Z"}
    assert people == {**order, **changed, "userType": "account", "showDeleted": "true"}
    assert companies == {**order, "showDeleted": "true"}
    assert projects == {
        **order,
        "includeArchivedProjects": "true",
        "include": "companies,projectCategories,projectBudgets",
    }
    assert time_entries == {**order, **changed, "showDeleted": "true", "include": "tasks"}
    expected = "Basic " + base64.b64encode(b"twk_example_key:x").decode()
    assert server.requests[0].headers["authorization"] == expected


def test_deletion_between_two_pages_loses_nothing(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    rows = [{"id": number} for number in range(1, 7)]
    found: set[str] = set()
    server.responder = paginate(rows, "projects")
    for turn, page in enumerate(teamwork.projects()):
        found |= {project.external_id for project in page.records}
        if turn == 0:
            del rows[0]
    assert found == {"1", "2", "3", "4", "5", "6"}


def test_list_that_repeats_a_page_ends(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    meta = {"page": {"pageOffset": 0, "pageSize": 1, "count": 1, "hasMore": True}}
    server.script = [Reply(body={"projectCategories": [{"id": 310}], "meta": meta})]
    pages = list(teamwork.project_categories())
    assert (len(pages), pages[-1].next_cursor) == (2, None)


def test_list_beyond_the_page_limit_is_an_error(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    def respond(request: Request) -> Reply:
        meta = {"page": {"hasMore": True, "count": 1}}
        return Reply(body={"people": [{"id": int(request.query["page"])}], "meta": meta})

    server.responder = respond
    with pytest.raises(MalformedResponse) as caught:
        list(teamwork.people(cursor="99"))
    assert (caught.value.code, len(server.requests)) == ("paging_limit", 2)


def test_categories_may_have_no_meta(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    child = {"id": 311, "name": "Forfait / Web", "color": "#7b61ff", "parent": {"id": 310}, "parentId": None}
    server.script = [Reply(body={"projectCategories": [child]})]
    (page,) = teamwork.project_categories()
    category = page.records[0]
    assert (category.external_id, category.name, category.colour) == ("311", "Forfait / Web", "#7b61ff")
    assert (category.parent_id, category.updated_at) == ("310", None)
    assert "orderBy" not in server.requests[0].query


def test_time_entries_are_read_by_month_and_resume_within_one(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.responder = lambda request: Reply(
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


def test_time_entries_need_a_start(teamwork: TeamworkClient) -> None:
    with pytest.raises(ValueError, match="from_on"):
        list(teamwork.time_entries())


def test_project_has_names_of_related_records(server: ScriptedServer, teamwork: TeamworkClient) -> None:
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
    server.script = [Reply(body={"project": raw, "included": included})]
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
    server.script = [Reply(body={"people": [wrong]})]
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
        {"people": [{"firstName": "Ada"}]},
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
def test_page_without_list_or_ids_is_malformed(server: ScriptedServer, teamwork: TeamworkClient, body: Any) -> None:
    server.script = [Reply(body=body)]
    with pytest.raises(MalformedResponse) as caught:
        list(teamwork.people())
    assert (caught.value.code, caught.value.retryable) == ("wrong_shape", False)


def test_wrong_key_is_refused_at_once(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.script = [Reply(401, UNAUTHORIZED)]
    with pytest.raises(AccessDenied) as caught:
        teamwork.me()
    assert (caught.value.code, caught.value.detail) == ("unauthorised", "401: Not authorized")
    assert len(server.requests) == 1


def test_missing_company_is_not_found(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    server.script = [Reply(404, {"STATUS": "Error", "MESSAGE": "Not found"})]
    with pytest.raises(RecordNotFound):
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
def test_rate_limit_is_waited_for(
    server: ScriptedServer,
    teamwork: TeamworkClient,
    fake_clock: FakeClock,
    status: int,
    headers: dict[str, str],
    wait: float,
) -> None:
    server.script = [
        Reply(status, "Too many requests", headers=headers),
        Reply(body={"person": {"id": 1}}),
    ]
    assert teamwork.me().external_id == "1"
    assert fake_clock.now - FakeClock().now == pytest.approx(wait, abs=1.0)


def test_lasting_rate_limit_is_an_error(server: ScriptedServer, teamwork: TeamworkClient, options: HttpOptions) -> None:
    server.script = [Reply(429)]
    settings = TeamworkSettings(server.url, "twk_example_key")
    with (
        TeamworkClient(settings, replace(options, retries=1)) as client,
        pytest.raises(RateLimited) as caught,
    ):
        client.me()
    assert (caught.value.retry_after_s, len(server.requests)) == (60.0, 2)


def test_few_remaining_calls_slow_the_client_down(
    server: ScriptedServer, teamwork: TeamworkClient, fake_clock: FakeClock
) -> None:
    headers = {"X-Rate-Limit-Remaining": "9", "X-Rate-Limit-Reset": "20"}
    server.script = [Reply(body={"person": {"id": 1}}, headers=headers)]
    teamwork.me()
    teamwork.me()
    assert sum(fake_clock.slept) == pytest.approx(2.0)


def test_raw_record_is_stored_exactly(server: ScriptedServer, teamwork: TeamworkClient) -> None:
    written = '{"id":1,"lengthOfDay":7.10,"big":123456789012345678901234,"name":"é"}'
    server.script = [Reply(body=f'{{"person": {written}}}')]
    assert raw_json(teamwork.me().raw) == written
