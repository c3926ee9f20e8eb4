"""Tests of listing, dating and dismissing undated terms over HTTP."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.core.db.ids import new_api_id
from regie.domains.records.months.models import ClosedMonth
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import UndatedTerm
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.churns import make_churn
from tests.factories.months import make_closed_month
from tests.factories.retainers import log_time
from tests.factories.undated_terms import make_undated_pause, make_undated_state, make_unknown_name
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/undated-terms"
PROJECTS = "/api/v1/projects"
START = date(2026, 3, 2)


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def closed_june(world: World) -> Iterator[None]:
    with world.database.write() as session:
        key = make_closed_month(session, world.stranger.id, "2026-06", closed_at=NOON).id
    yield
    with world.database.write() as session:
        session.delete(session.get_one(ClosedMonth, key))


def _make(
    world: World, build: Callable[[Session, Project], UndatedTerm] = make_undated_pause, **fields: Any
) -> tuple[str, str]:
    """Return the api_ids of an undated term and its retainer, on hold unless another status is given."""
    with world.database.write() as session:
        project = make_project(session, **{"start_on": START, "monthly_fee": "700.00", "status": "on_hold"} | fields)
        return build(session, project).api_id, project.api_id


def _undated_end(cause: str) -> Callable[[Session, Project], UndatedTerm]:
    return lambda session, project: make_undated_state(session, project, cause, "ended")


def _date(browser: Browser, api_id: str, day: str, **fields: Any) -> Any:
    return browser.post(f"{PATH}/{api_id}/datings", {"effective_from": day, **fields})


def _dismiss(browser: Browser, api_id: str, reason: str = "Never happened", **fields: Any) -> Any:
    return browser.post(f"{PATH}/{api_id}/dismissals", {"reason": reason, **fields})


def _listed(browser: Browser, query: str = "") -> set[str]:
    return {row["api_id"] for row in browser.get(f"{PATH}?per_page=100{query}").json()["data"]}


def _states(browser: Browser, project: str) -> list[tuple[str, str]]:
    terms = browser.get(f"{PROJECTS}/{project}/terms").json()["data"]["terms"]
    return [(term["effective_from"], term["state"]) for term in terms if term["name"] == "state"]


def _read(browser: Browser, api_id: str) -> dict[str, Any]:
    return browser.get(f"{PATH}/{api_id}").json()["data"]


def _managers(browser: Browser, path: str) -> list[tuple[str | None, str | None]]:
    terms = browser.get(f"{path}/responsibility-terms?per_page=100").json()["data"]
    return [(term["effective_from"], term["value"]) for term in terms if term["term"] == "account_manager"]


def _log(browser: Browser, record: str) -> list[dict[str, Any]]:
    return browser.get(f"/api/v1/activity?subject={record}&per_page=100").json()["data"]


def test_list_is_searched_and_filtered_by_record_cause_and_state(world: World, admin: Browser):
    pause, project = _make(world, name="Zéphyr mensuel")
    end, _ = _make(world, _undated_end("ended_without_day"), status="ended", name="Zéphyr ancien")
    with world.database.write() as session:
        client = make_client(session, name="Zéphyr", account_manager_id=world.stranger.id)
        name = make_unknown_name(session, client, date(2026, 5, 4), "Zoe, Max").api_id
    assert _listed(admin, "&search=zephyr") == {pause, end, name}
    assert _listed(admin, "&search=zephyr&record=client") == {name}
    assert _listed(admin, "&search=zephyr&cause=pause_without_day&cause=unknown_name") == {pause, name}
    assert _dismiss(admin, end).status_code == 201
    assert _listed(admin, "&search=zephyr&state=open") == {pause, name}
    assert _listed(admin, "&search=zephyr&state=dismissed&state=dated") == {end}
    sorted_by = admin.get(f"{PATH}?search=zephyr&sort=project").json()["data"]
    assert [row["api_id"] for row in sorted_by] == [name, end, pause]
    shown = _read(admin, pause)
    assert shown["project"] == {"api_id": project, "name": "Zéphyr mensuel", "can_open": True}
    assert (shown["record"], shown["value"], shown["earliest_on"]) == ("project", "on_hold", "2026-03-02")
    assert (_read(admin, name)["names"], _read(admin, name)["client"]["name"]) == ("Zoe, Max", "Zéphyr")


def test_dated_pause_replaces_the_provisional_one(world: World, admin: Browser):
    api_id, project = _make(world)
    assert _states(admin, project) == [("2026-03-02", "on_hold")]
    made = _date(admin, api_id, "2026-06-15", reason="E-mail of June 12", version=1)
    assert made.status_code == 201, made.text
    row = made.json()["data"]
    assert (row["state"], row["dated_on"], row["decision_reason"]) == ("dated", "2026-06-15", "E-mail of June 12")
    assert row["decided_by"]["api_id"] == world.people["admin"].user.api_id
    assert _states(admin, project) == [("2026-06-15", "on_hold")]
    assert admin.get(f"{PROJECTS}/{project}").json()["data"]["status"] == "on_hold"
    entry = next(one for one in _log(admin, project) if one["action"] == "paused")
    assert {change["field"]: change["after"] for change in entry["changes"]}["reason"] == "E-mail of June 12"


@pytest.mark.parametrize("status", ["ended", "completed", "churned", "cancelled"])
def test_dated_end_is_the_last_day_of_the_retainer(world: World, admin: Browser, status: str):
    api_id, project = _make(world, _undated_end(f"{status}_without_day"), status=status)
    made = _date(admin, api_id, "2026-08-01")
    assert made.status_code == 201, made.text
    read = admin.get(f"{PROJECTS}/{project}").json()["data"]
    assert (read["status"], read["end_on"]) == ("ended", "2026-07-31")
    assert ("2026-08-01", "ended") in _states(admin, project)


def test_end_of_a_retainer_that_runs_again_is_refused(world: World, admin: Browser):
    api_id, _ = _make(world, _undated_end("ended_without_day"), status="active")
    with assert_unchanged(world.database):
        response = _date(admin, api_id, "2026-08-01")
    assert (response.status_code, response.json()["code"]) == (422, "undated_term_runs")


def test_pause_before_a_churn_is_refused_while_the_churn_stands(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(
            session, start_on=START, monthly_fee="700.00", status="churned", end_on=date(2026, 9, 30)
        )
        make_churn(session, project, effective_on=date(2026, 9, 30))
        api_id = make_undated_state(session, project, "pause_before_churn", "on_hold").api_id
    with assert_unchanged(world.database):
        response = _date(admin, api_id, "2026-06-15")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["effective_from"])
    assert "2026" in response.json()["errors"]["effective_from"][0]
    assert _dismiss(admin, api_id).status_code == 201


def test_unknown_name_gets_a_person_from_a_day_on(world: World, admin: Browser):
    manager = world.people["account_manager"].user.api_id
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        project = make_project(session, start_on=START, account_manager_id=world.stranger.id)
        same_day = make_unknown_name(session, client, date(2026, 5, 4)).api_id
        later_day = make_unknown_name(session, project, date(2026, 5, 4)).api_id
        paths = f"/api/v1/clients/{client.api_id}", f"{PROJECTS}/{project.api_id}"
    assert _date(admin, same_day, "2026-05-04", account_manager=manager).status_code == 201
    assert _managers(admin, paths[0]) == [("2026-05-04", manager)]
    assert _date(admin, later_day, "2026-06-01", account_manager=manager).status_code == 201
    assert _managers(admin, paths[1]) == [("2026-06-01", manager), ("2026-05-04", None)]


def test_row_with_several_names_stays_open_until_the_last_one(world: World, admin: Browser):
    manager, other = world.people["account_manager"].user.api_id, world.people["admin"].user.api_id
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        api_id = make_unknown_name(session, client, date(2026, 5, 4), "Zoe, Max").api_id
        path = f"/api/v1/clients/{client.api_id}"
    assert _date(admin, api_id, "2026-05-04", account_manager=manager, stays_open=True).status_code == 201
    assert _read(admin, api_id)["state"] == "open"
    assert _date(admin, api_id, "2026-07-01", account_manager=other).status_code == 201
    assert _read(admin, api_id)["state"] == "dated"
    assert _managers(admin, path) == [("2026-07-01", other), ("2026-05-04", manager)]


def test_dismissal_keeps_the_terms_and_is_logged(world: World, admin: Browser):
    api_id, project = _make(world)
    made = _dismiss(admin, api_id, "Paused since the first day", version=1)
    assert made.status_code == 201, made.text
    row = made.json()["data"]
    assert (row["state"], row["decision_reason"]) == ("dismissed", "Paused since the first day")
    assert (row["dated_on"], row["decided_at"] is None) == (None, False)
    assert _states(admin, project) == [("2026-03-02", "on_hold")]
    entry = next(one for one in _log(admin, project) if one["action"] == "term_dismissed")
    assert {change["field"]: change["after"] for change in entry["changes"]} == {
        "term": "state", "reason": "Paused since the first day",
    }  # fmt: skip


def test_refused_days_change_nothing(world: World, admin: Browser):
    pause, _ = _make(world)
    end, project = _make(world, _undated_end("ended_without_day"), status="ended")
    with world.database.write() as session:
        row = session.query(Project).filter_by(api_id=project).one()
        row.teamwork_project_id = "770"
        session.flush()
        log_time(session, row, date(2026, 9, 10), 60)
    refused = [
        (pause, "2026-03-01", "effective_from"),
        (pause, "2026-11-21", "effective_from"),
        (end, "2026-03-02", "effective_from"),
        (end, "2026-09-01", "effective_from"),
    ]
    for api_id, day, field in refused:
        with assert_unchanged(world.database):
            response = _date(admin, api_id, day)
        assert (response.status_code, list(response.json()["errors"])) == (422, [field]), (day, response.text)


def test_refused_fields_change_nothing(world: World, admin: Browser):
    manager = world.people["account_manager"].user.api_id
    pause, _ = _make(world)
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        name = make_unknown_name(session, client, date(2026, 5, 4)).api_id
    refused: list[tuple[str, dict[str, Any], str]] = [
        (pause, {"account_manager": manager}, "account_manager"),
        (pause, {"stays_open": True}, "stays_open"),
        (name, {}, "account_manager"),
        (name, {"account_manager": manager, "team": new_api_id()}, "team"),
        (name, {"account_manager": new_api_id()}, "account_manager"),
    ]
    for api_id, fields, field in refused:
        with assert_unchanged(world.database):
            response = _date(admin, api_id, "2026-06-01", **fields)
        assert (response.status_code, list(response.json()["errors"])) == (422, [field]), (fields, response.text)
    with assert_unchanged(world.database):
        response = _dismiss(admin, pause, "  ")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["reason"])


@pytest.mark.usefixtures("closed_june")
def test_closed_month_refuses_a_day_and_allows_a_dismissal(world: World, admin: Browser):
    pause, _ = _make(world)
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        name = make_unknown_name(session, client, date(2026, 5, 4)).api_id
    manager = world.people["account_manager"].user.api_id
    bodies: list[tuple[str, str, dict[str, Any]]] = [
        (pause, "2026-06-15", {}), (pause, "2026-08-01", {}), (name, "2026-06-15", {"account_manager": manager}),
    ]  # fmt: skip
    for api_id, day, fields in bodies:
        with assert_unchanged(world.database):
            response = _date(admin, api_id, day, **fields)
        assert (response.status_code, response.json()["code"]) == (409, "month_closed"), (day, response.text)
    assert _dismiss(admin, pause).status_code == 201


def test_second_decision_and_stale_version_are_refused(world: World, admin: Browser):
    api_id, _ = _make(world)
    with assert_unchanged(world.database):
        assert _dismiss(admin, api_id, version=9).status_code == 409
    assert _dismiss(admin, api_id).status_code == 201
    for decide in (lambda: _dismiss(admin, api_id), lambda: _date(admin, api_id, "2026-06-15")):
        with assert_unchanged(world.database):
            response = decide()
        assert (response.status_code, response.json()["code"]) == (422, "undated_term_decided")


def test_other_people_see_and_decide_only_rows_of_records_that_they_may_edit(world: World):
    browser, person = world.browser("account_manager"), world.people["account_manager"]
    own, _ = _make(world, account_manager_id=person.user.id)
    other, _ = _make(world, account_manager_id=world.stranger.id)
    with world.database.write() as session:
        names = [
            make_unknown_name(session, make_client(session, account_manager_id=key), date(2026, 5, 4)).api_id
            for key in (person.user.id, world.stranger.id)
        ]
    listed = _listed(browser)
    assert listed & {own, other, *names} == {own, names[0]}
    for api_id in (other, names[1]):
        with assert_unchanged(world.database):
            assert browser.get(f"{PATH}/{api_id}").status_code == 404
            assert _date(browser, api_id, "2026-06-15").status_code == 404
            assert _dismiss(browser, api_id).status_code == 404
    assert _date(browser, own, "2026-06-15").status_code == 201
    assert _dismiss(browser, names[0]).status_code == 201


def test_batches_have_one_result_per_row(world: World, admin: Browser):
    (first, project), (second, _), (late, _) = _make(world), _make(world), _make(world, start_on=date(2026, 7, 1))
    body: dict[str, Any] = {"ids": [first, second, late], "change": {"effective_from": "2026-06-15"}}
    results = admin.post("/api/v1/undated-term-datings/batches", body).json()["data"]["results"]
    assert [(one["status"], list(one["errors"])) for one in results] == [
        (200, []), (200, []), (422, ["effective_from"]),
    ]  # fmt: skip
    assert _states(admin, project) == [("2026-06-15", "on_hold")]
    assert _read(admin, late)["state"] == "open"
    body = {"ids": [first], "change": {"reason": "Started paused"}}
    with assert_unchanged(world.database):
        (refused,) = admin.post("/api/v1/undated-term-dismissals/batches", body).json()["data"]["results"]
    assert (refused["status"], refused["code"]) == (422, "undated_term_decided")
    (done,) = admin.post("/api/v1/undated-term-dismissals/batches", body | {"ids": [late]}).json()["data"]["results"]
    assert done["status"] == 200


def test_open_rows_are_an_open_point_of_the_months_that_they_may_alter(world: World, admin: Browser):
    def count(month: str) -> int:
        points = admin.get(f"/api/v1/months/{month}").json()["data"]["open_points"]
        return sum(point["count"] for point in points if point["name"] == "undated_terms")

    months = ("2026-02", "2026-03", "2026-10")
    before = [count(month) for month in months]
    api_id, _ = _make(world)
    after = [count(month) for month in months]
    assert [now - then for now, then in zip(after, before, strict=True)] == [0, 1, 1]
    assert _dismiss(admin, api_id).status_code == 201
    assert [count(month) for month in months] == before
