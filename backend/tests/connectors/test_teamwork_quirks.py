"""Teamwork's quirks (outside-services.md, section 8), tested over HTTP against the sandbox."""

from dataclasses import replace
from datetime import timedelta

import pytest

from regie.connectors.errors import AccessDenied, MalformedResponse
from regie.connectors.http import HttpOptions
from regie.connectors.settings import TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.sandbox import START, Sandbox, ids_in, ids_of


def test_T1_unknown_site_looks_like_a_wrong_key(sandbox: Sandbox, options: HttpOptions) -> None:
    errors: set[tuple[str, str, int | None]] = set()
    for settings in (
        TeamworkSettings(f"{sandbox.url}/nowhere", "twk_sandbox"),
        TeamworkSettings(f"{sandbox.url}/teamwork", "wrong"),
    ):
        with TeamworkClient(settings, options) as client, pytest.raises(AccessDenied) as caught:
            client.check()
        errors.add((caught.value.code, caught.value.detail, caught.value.vendor_status))
    assert errors == {("unauthorised", "401: Not authorized", 401)}


@pytest.mark.parametrize("size", [1, 7, 500])
def test_T2_T3_pages_of_every_size_are_followed_to_the_end(
    sandbox: Sandbox, teamwork: TeamworkClient, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr("regie.connectors.teamwork.client.PAGE_SIZE", size)
    rows = sandbox.agency.companies.rows
    pages = list(teamwork.companies())
    assert ids_of(pages) == ids_in(rows)
    assert len(pages) == -(-len(rows) // size)


def test_T2_list_beyond_the_last_page_is_an_error(
    sandbox: Sandbox, teamwork: TeamworkClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regie.connectors.teamwork.client.PAGE_SIZE", 1)
    monkeypatch.setattr("regie.connectors.teamwork.client.LAST_PAGE", 3)
    with pytest.raises(MalformedResponse) as caught:
        list(teamwork.companies())
    assert caught.value.code == "paging_limit"
    assert len(sandbox.requests("teamwork")) == 3


@pytest.mark.parametrize("has_meta", [False, True])
def test_T4_categories_are_complete_with_and_without_meta(
    sandbox: Sandbox, teamwork: TeamworkClient, has_meta: bool
) -> None:
    sandbox.post("/switches", teamwork_categories_meta=has_meta)
    assert ids_of(teamwork.project_categories()) == ids_in(sandbox.agency.categories.rows)
    assert len(sandbox.requests("teamwork")) == 1


@pytest.mark.parametrize("status", ["archived", "inactive"])
def test_T5_archived_project_is_still_read(sandbox: Sandbox, teamwork: TeamworkClient, status: str) -> None:
    project = sandbox.agency.projects.rows[0]
    sandbox.post("/clock", stopped=True, advance_s=60)
    sandbox.post("/records", table="projects", id=project.id, fields={"status": status})
    (page,) = teamwork.projects(updated_after=START + timedelta(seconds=30))
    assert [(one.external_id, one.status) for one in page.records] == [(str(project.id), "archived")]


def test_T6_deleted_records_are_marked(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    company, person = sandbox.agency.companies.rows[2], sandbox.agency.people.rows[3]
    sandbox.post("/records", table="companies", id=company.id, action="delete")
    sandbox.post("/records", table="people", id=person.id, action="delete")
    companies = {one.external_id: one for page in teamwork.companies() for one in page.records}
    people = {one.external_id: one for page in teamwork.people() for one in page.records}
    assert (companies[str(company.id)].deleted, people[str(person.id)].deleted) == (True, True)


def test_T7_rates_are_none_without_permission(sandbox: Sandbox, options: HttpOptions) -> None:
    with TeamworkClient(sandbox.teamwork(key="twk_sandbox_limited"), options) as client:
        pages = list(client.people())
    people = [person for page in pages for person in page.records]
    assert people
    assert {(person.rate, person.cost) for person in people} == {(None, None)}
    assert [problem for page in pages for problem in page.problems] == []


def test_T8_T9_related_names_are_read_and_unset_values_are_none(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    names = {str(row.id): row.name for row in sandbox.agency.categories.rows}
    projects = [project for page in teamwork.projects() for project in page.records]
    assert {project.category_id for project in projects} > {None}
    assert all(project.category_name == names.get(project.category_id or "") for project in projects)
    people = [person for page in teamwork.people() for person in page.records]
    companies = [company for page in teamwork.companies() for company in page.records]
    assert any(person.updated_at is None for person in people)
    texts = [
        text for company in companies for text in (company.email, company.phone, company.website, company.industry)
    ]
    assert "" not in texts
    assert None in texts


def test_T10_change_filter_excludes_the_given_second(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    row = sandbox.agency.companies.rows[4]
    at = START + timedelta(hours=1)
    sandbox.post("/clock", stopped=True, now=at.isoformat())
    sandbox.post("/records", table="companies", id=row.id, fields={"city": "Lévis"})
    assert ids_of(teamwork.companies(updated_after=at - timedelta(seconds=1))) == [str(row.id)]
    assert ids_of(teamwork.companies(updated_after=at)) == []


@pytest.mark.parametrize("as_epoch", [False, True])
def test_T11_rate_limit_is_waited_for_in_both_header_formats(
    sandbox: Sandbox, options: HttpOptions, as_epoch: bool
) -> None:
    clock = sandbox.clock()
    sandbox.post("/clock", now=START.isoformat())
    sandbox.post("/switches", teamwork_reset_as_epoch=as_epoch)
    sandbox.post("/limits", teamwork_per_minute=30)
    with TeamworkClient(sandbox.teamwork(), replace(options, clock=clock)) as client:
        for _ in range(70):
            client.me()
    log = sandbox.requests("teamwork")
    assert {entry["status"] for entry in log} == {200}
    # Three periods of 30 calls, and not a minute more.
    assert 60_000 < log[-1]["at"] - log[0]["at"] < 180_000


def test_T11_call_of_another_client_is_waited_for(sandbox: Sandbox, options: HttpOptions) -> None:
    clock = sandbox.clock()
    sandbox.post("/limits", teamwork_per_minute=1)
    with (
        TeamworkClient(sandbox.teamwork(), replace(options, clock=clock)) as other_client,
        TeamworkClient(sandbox.teamwork(), replace(options, clock=clock)) as client,
    ):
        other_client.me()
        client.me()
    assert [entry["status"] for entry in sandbox.requests("teamwork")] == [200, 429, 200]
