"""Tests of time entries: rights, filters, totals, groups and export."""

from collections import defaultdict
from datetime import date
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson, TeamworkProject, TeamworkTask, TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.actions import refresh_in_batches
from tests.domains.administration.exports.export_files import export_list
from tests.factories.figures import grant_metrics
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.retainers import TODAY, make_retainer
from tests.factories.work import SYNCED, make_client, make_project, make_time
from tests.factories.world import World, build_world

PATH = "/api/v1/time-entries"
GROUPINGS = ("project", "client", "employee", "task", "day", "week", "month")
_DAYS = (date(2026, 9, 30), date(2026, 10, 1), date(2026, 10, 31), date(2026, 11, 3), None)


@pytest.fixture
def agency(database: Database) -> World:
    """Entries of matched, unmatched and former people on managed, other and unmatched projects; one is deleted."""
    world = build_world(database)
    random = Random(7)
    with world.database.write() as session:
        manager, worker = world.people["account_manager"], world.people["employee"]
        clients = [make_client(session, account_manager_id=user) for user in (manager.user.id, world.stranger.id)]
        for number, client in enumerate(clients):
            make_project(session, client_id=client.id, teamwork_project_id=f"p{number}")
        make_retainer(session, client_id=clients[0].id, teamwork_project_id="p2")
        session.get_one(Employee, worker.employee.id).teamwork_user_id = "u0"
        make_employee(session, teamwork_user_id="u1")
        make_employee(session, teamwork_user_id="u2", status="left", ended_on=date(2026, 10, 31))
        named = {"synced_at": SYNCED}
        session.add(TeamworkProject(external_id="p3", name="Interne", **named))
        session.add(TeamworkPerson(external_id="u3", name="Pigiste", **named))
        session.add_all(TeamworkTask(external_id=f"t{n}", name=f"Tâche {n}", **named) for n in range(2))
        for _ in range(60):
            make_time(
                session,
                teamwork_project_id=random.choice(["p0", "p1", "p2", "p3", None]),
                teamwork_user_id=random.choice(["u0", "u1", "u2", "u3", None]),
                teamwork_task_id=random.choice(["t0", "t1", None]),
                worked_on=random.choice(_DAYS),
                minutes=random.randrange(1, 200),
                is_billable=random.random() < 0.6,
            )
        make_time(session, teamwork_project_id="p0", teamwork_user_id="u0", deleted_at=SYNCED)
    return world


def get(world: World, column: str, path: str) -> Any:
    answer = world.browser(column).get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def fetch_rows(world: World, column: str = "admin", query: str = "") -> list[dict[str, Any]]:
    page = get(world, column, f"time-entries?per_page=100&{query}")
    assert page["meta"]["total"] == len(page["data"])
    return page["data"]


def stored(world: World) -> dict[str, TimeEntry]:
    with world.database.write() as session:
        found = session.execute(select(TimeEntry).where(TimeEntry.deleted_at.is_(None))).scalars().all()
        session.expunge_all()
        return {entry.api_id: entry for entry in found}


def ids(world: World, model: Any, key: Any, value: str) -> str:
    with world.database.read() as db:
        return db.execute(select(model.api_id).where(key == value)).scalar_one()


def assert_totals(world: World, column: str, query: str, rows: list[dict[str, Any]]) -> None:
    totals = get(world, column, f"time-entries/totals?{query}")["data"]
    minutes = sum(row["minutes"] for row in rows)
    billable = sum(row["minutes"] for row in rows if row["is_billable"])
    assert (totals["entries"], totals["minutes"]) == (len(rows), minutes)
    assert (totals["hours"], totals["billable_hours"]) == (hours(minutes), hours(billable))


def hours(minutes: int) -> str:
    hundredths = (minutes * 100 + 30) // 60
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def test_total_and_groups_equal_the_rows_for_each_filter(agency: World):
    project = ids(agency, Project, Project.teamwork_project_id, "p1")
    person = ids(agency, Employee, Employee.teamwork_user_id, "u1")
    task = ids(agency, TeamworkTask, TeamworkTask.external_id, "t1")
    client = get(agency, "admin", f"projects/{project}")["data"]["client"]["api_id"]
    entries = stored(agency)
    expected = {
        "": lambda _: True,
        f"project={project}": lambda entry: entry.teamwork_project_id == "p1",
        f"client={client}": lambda entry: entry.teamwork_project_id == "p1",
        f"employee={person}": lambda entry: entry.teamwork_user_id == "u1",
        f"task={task}": lambda entry: entry.teamwork_task_id == "t1",
        "kind=retainer": lambda entry: entry.teamwork_project_id == "p2",
        "billable=false": lambda entry: not entry.is_billable,
        "unmatched=person": lambda entry: entry.teamwork_user_id in ("u3", None),
        "unmatched=project": lambda entry: entry.teamwork_project_id in ("p3", None),
        "worked_from=2026-10-01&worked_to=2026-10-31": lambda entry: entry.worked_on and entry.worked_on.month == 10,
        f"project={project}&employee={person}&billable=true": lambda entry: (
            (entry.teamwork_project_id, entry.teamwork_user_id, entry.is_billable) == ("p1", "u1", True)
        ),
    }
    for query, matches in expected.items():
        rows = fetch_rows(agency, query=query)
        assert {row["api_id"] for row in rows} == {api_id for api_id, entry in entries.items() if matches(entry)}, query
        assert_totals(agency, "admin", query, rows)
        for by in GROUPINGS:
            groups = get(agency, "admin", f"time-entry-groups?per_page=100&by={by}&{query}")["data"]
            assert [sum(group[name] for group in groups) for name in ("entries", "minutes")] == [
                len(rows),
                sum(row["minutes"] for row in rows),
            ], (query, by)


def test_rows_show_records_and_unmatched_names(agency: World):
    people = {"u3": (None, "Pigiste"), None: (None, None)}
    for row in fetch_rows(agency):
        entry = stored(agency)[row["api_id"]]
        if entry.teamwork_user_id in people:
            assert (row["employee"], row["service_person"]) == people[entry.teamwork_user_id]
        else:
            assert row["employee"]["name"]
        matched = entry.teamwork_project_id in ("p0", "p1", "p2")
        assert (row["project"] is not None, row["client"] is not None) == (matched, matched)
        assert row["service_project"] == ("Interne" if entry.teamwork_project_id == "p3" else None)
        assert (row["task"] or {}).get("name") == (
            f"Tâche {entry.teamwork_task_id[1]}" if entry.teamwork_task_id else None
        )
        assert row["hours"] == hours(entry.minutes)


def test_groups_name_records_and_unmatched_people(agency: World):
    groups = get(agency, "admin", "time-entry-groups?by=employee&per_page=100")["data"]
    assert {group["service_name"] for group in groups if group["record"] is None} == {"Pigiste", None}
    assert [group["minutes"] for group in groups] == sorted((group["minutes"] for group in groups), reverse=True)
    days = get(agency, "admin", "time-entry-groups?by=day&sort=-name&per_page=100")["data"]
    assert [group["starts_on"] for group in days] == [*sorted({str(day) for day in _DAYS if day}, reverse=True), None]


def test_weeks_begin_on_monday_and_months_on_their_first_day(agency: World):
    periods = {
        by: [
            (group["starts_on"], group["ends_on"])
            for group in get(agency, "admin", f"time-entry-groups?by={by}")["data"]
        ]
        for by in ("week", "month")
    }
    assert periods == {
        "week": [
            ("2026-11-02", "2026-11-08"),
            ("2026-10-26", "2026-11-01"),
            ("2026-09-28", "2026-10-04"),
            (None, None),
        ],
        "month": [
            ("2026-11-01", "2026-11-30"),
            ("2026-10-01", "2026-10-31"),
            ("2026-09-01", "2026-09-30"),
            (None, None),
        ],
    }


def test_shares_of_groups_add_up_to_the_whole(agency: World):
    groups = get(agency, "admin", "time-entry-groups?by=employee&per_page=100")["data"]
    total = sum(group["minutes"] for group in groups)
    for group in groups:
        assert float(group["share_percent"]) == pytest.approx(100 * group["minutes"] / total, abs=0.005)


def selecting_query(group: dict[str, Any]) -> str:
    """The filter that selects the entries of a group."""
    by = group["by"]
    if group["starts_on"]:
        return f"worked_from={group['starts_on']}&worked_to={group['ends_on']}"
    if group["record"]:
        return f"{by}={group['record']['api_id']}"
    if group["service_key"] is not None:
        return f"service_{'person' if by == 'employee' else by}={group['service_key']}"
    return f"unmatched={'day' if by in ('week', 'month') else by}"


def test_filters_of_a_group_select_its_entries(agency: World):
    for by in GROUPINGS:
        for column in ("admin", "account_manager"):
            for group in get(agency, column, f"time-entry-groups?per_page=100&by={by}")["data"]:
                rows = fetch_rows(agency, column, selecting_query(group))
                assert (len(rows), sum(row["minutes"] for row in rows)) == (group["entries"], group["minutes"]), group


def test_first_and_last_day_and_each_page_are_complete(agency: World):
    pages = [get(agency, "admin", f"time-entries?per_page=7&page={page}")["data"] for page in range(1, 10)]
    listed = [row["api_id"] for page in pages for row in page]
    assert sorted(listed) == sorted(stored(agency))
    days = [row["worked_on"] or "" for page in pages for row in page]
    assert days == sorted(days, reverse=True)


@pytest.mark.parametrize("column", ["churn_manager", "employee", "none"])
def test_user_without_rights_to_hours_gets_403(agency: World, column: str):
    for path in ("time-entries", "time-entries/totals", "time-entry-groups", "time-entry-tasks"):
        answer = agency.browser(column).get(f"/api/v1/{path}")
        assert answer.status_code == 403, path
        assert "data" not in answer.json()


def visible_keys(agency: World, column: str) -> set[str]:
    return {row["api_id"] for row in fetch_rows(agency, column)}


def assert_nothing_else(agency: World, column: str, expected: set[str]) -> None:
    """Rows, counts, totals and groups, with filters for what the caller may not see, contain these entries only."""
    rows = fetch_rows(agency, column)
    assert {row["api_id"] for row in rows} == expected
    assert_totals(agency, column, "", rows)
    for by in GROUPINGS:
        groups = get(agency, column, f"time-entry-groups?per_page=100&by={by}")["data"]
        assert sum(group["entries"] for group in groups) == len(expected), by
    for query in ("billable=true", "kind=fixed", "unmatched=person&unmatched=project", "worked_from=2026-10-01"):
        filtered = fetch_rows(agency, column, query)
        assert {row["api_id"] for row in filtered} <= expected
        assert_totals(agency, column, query, filtered)


def test_account_manager_sees_the_entries_of_managed_projects(agency: World):
    managed = {api_id for api_id, entry in stored(agency).items() if entry.teamwork_project_id in ("p0", "p2")}
    assert_nothing_else(agency, "account_manager", managed)


def test_scope_own_shows_own_entries(agency: World):
    grant_metrics(agency, "employee", ["hours"], ["own"])
    own = {api_id for api_id, entry in stored(agency).items() if entry.teamwork_user_id == "u0"}
    assert own
    assert_nothing_else(agency, "employee", own)


def test_scope_team_shows_the_entries_of_teammates(agency: World):
    grant_metrics(agency, "employee", ["hours"], ["team"])
    with agency.database.write() as session:
        mate = make_employee(session, user_id=agency.stranger.id)
        session.execute(update(Employee).where(Employee.teamwork_user_id == "u1").values(teamwork_user_id=None))
        mate.teamwork_user_id = "u1"
        team = make_team(session, agency.people["employee"].user, agency.stranger)
    mine = {api_id for api_id, entry in stored(agency).items() if entry.teamwork_user_id in ("u0", "u1")}
    assert_nothing_else(agency, "employee", mine)
    assert {row["api_id"] for row in fetch_rows(agency, "admin", f"team={team.api_id}")} == mine


def test_former_employee_is_named_only_for_readers_of_all_records(agency: World):
    grant_metrics(agency, "employee", ["hours"], ["organization"])
    former = {api_id for api_id, entry in stored(agency).items() if entry.teamwork_user_id == "u2"}
    rows = fetch_rows(agency, "employee")
    assert {row["api_id"] for row in rows if "employee" not in row} == former
    with agency.database.read() as db:
        name = db.execute(select(Employee.name).where(Employee.teamwork_user_id == "u2")).scalar_one()
    assert name not in str(get(agency, "employee", "time-entry-groups?by=employee&per_page=100"))
    assert name in str(get(agency, "admin", "time-entry-groups?by=employee&per_page=100"))


def test_total_equals_the_hours_of_the_project_and_the_employee(agency: World):
    project = ids(agency, Project, Project.teamwork_project_id, "p0")
    logged = get(agency, "admin", f"projects/{project}")["data"]["hours_logged"]
    assert get(agency, "admin", f"time-entries/totals?project={project}")["data"]["hours"] == logged
    person = ids(agency, Employee, Employee.teamwork_user_id, "u1")
    days = "from=2026-10-01&to=2026-11-03"
    (entry,) = get(agency, "admin", f"employees-statistics?id={person}&{days}")["data"]
    query = f"employee={person}&worked_from=2026-10-01&worked_to=2026-11-03"
    totals = get(agency, "admin", f"time-entries/totals?{query}")["data"]
    assert totals["hours"] == entry["figures"]["hours"]["value"]
    assert totals["billable_hours"] == entry["figures"]["billable_hours"]["value"]


def test_period_is_the_state_of_the_retainers_month(agency: World):
    with agency.database.write() as session:
        retainer = session.execute(select(Project.id).where(Project.teamwork_project_id == "p2")).scalar_one()
        refresh_in_batches(session, [retainer], TODAY)
        session.execute(
            update(RetainerPeriod).where(RetainerPeriod.starts_on < date(2026, 10, 1)).values(status="locked")
        )
    states: dict[str | None, set[str | None]] = defaultdict(set)
    for row in fetch_rows(agency):
        on_retainer = stored(agency)[row["api_id"]].teamwork_project_id == "p2"
        states[row["worked_on"][:7] if on_retainer and row["worked_on"] else None].add(row["period"])
    assert states == {"2026-09": {"locked"}, "2026-10": {"open"}, "2026-11": {"open"}, None: {None}}
    assert {row["worked_on"] for row in fetch_rows(agency, query="period=locked")} == {"2026-09-30"}


def test_export_has_the_rows_and_marks_unmatched_people(agency: World):
    browser = agency.browser("admin")
    exported = export_list(browser, "time-entries", columns=["employee", "minutes"])
    rows = fetch_rows(agency)
    assert sorted(int(minutes) for _, minutes in exported.rows) == sorted(row["minutes"] for row in rows)
    assert "Pigiste (unmatched)" in {person for person, _ in exported.rows}
    groups = export_list(browser, "time-entry-groups", "xlsx", query="by=project")
    assert sum(line[1] for line in groups.rows) == len(rows)
    assert "Interne (unmatched)" in {line[0] for line in groups.rows}


@pytest.mark.parametrize("column", ["account_manager"])
def test_export_contains_visible_rows_only(agency: World, column: str):
    exported = export_list(agency.browser(column), "time-entries", columns=["worked_on", "minutes"])
    assert len(exported.rows) == len(visible_keys(agency, column)) < len(stored(agency))


@pytest.mark.one_database
@pytest.mark.parametrize(
    "query", ["by=quarter", "sort=employee", "period=closed", "billable=maybe", "worked_from=2026-13-01", "unknown=1"]
)
def test_invalid_query_returns_422(agency: World, query: str):
    assert agency.browser("admin").get(f"{PATH}?{query}").status_code == 422


def test_team_filter_follows_the_membership_on_the_day(agency: World):
    """Entries of other people on later days do not end a membership earlier."""
    with agency.database.write() as session:
        user = make_user(session)
        person = make_employee(session, user_id=user.id, teamwork_user_id="u9").api_id
        team = make_team(session, make_user(session), user).api_id
        for day in (date(2026, 10, 9), date(2026, 10, 10), date(2026, 11, 3)):
            make_time(session, teamwork_user_id="u9", worked_on=day)
    body = {"team": team, "is_member": False, "effective_from": "2026-10-10"}
    response = agency.browser("admin").post(f"/api/v1/employees/{person}/employment-terms", body)
    assert response.status_code == 201, response.text
    listed = get(agency, "admin", f"time-entries?team={team}")["data"]
    assert [entry["worked_on"] for entry in listed] == ["2026-10-09"]


def test_tasks_are_those_of_visible_entries(agency: World):
    with agency.database.write() as session:
        session.add(TeamworkTask(external_id="t9", name="Ailleurs", synced_at=SYNCED))
    assert [task["name"] for task in get(agency, "account_manager", "time-entry-tasks")["data"]] == [
        "Tâche 0",
        "Tâche 1",
    ]
    assert get(agency, "admin", "time-entry-tasks?search=tache 1")["meta"]["total"] == 1
