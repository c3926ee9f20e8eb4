"""Statistics of teams: each figure recalculated from its rows, and the permissions on them."""

from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from regie.core.db.ids import new_api_id
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.users.models import User
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.retainers import log_time
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_client, make_project
from tests.factories.world import World
from tests.long_tests import example_count

PATH = "/api/v1/teams-statistics"
NOVEMBER = "from=2026-11-01&to=2026-11-30"
COUNTS = {"active_fixed", "active_oos", "active_retainer", "clients", "open_goals"}
HOURS = {"hours", "billable_hours", "available_hours", "utilisation"}


def _read(world: World, *ids: str, column: str = "admin", query: str = NOVEMBER) -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{PATH}?id={','.join(ids)}&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _values(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: figure["money"] if figure["unit"] == "money" else figure["value"]
        for name, figure in entry["figures"].items()
    }


def test_team_hours_are_those_of_its_members(world: World):
    with world.database.write() as session:
        users = [make_user(session, roles=["employee"]) for _ in range(3)]
        for index, (user, capacity) in enumerate(zip(users, ("40", "20", "40"), strict=True)):
            person = f"team-hours-{index}"
            make_employee(session, user_id=user.id, teamwork_user_id=person, capacity_hours_week=Decimal(capacity))
        team, other = make_team(session, users[0], users[1]), make_team(session, users[2], users[0])
        project = make_project(session, teamwork_project_id="team-hours")
        for index, day, hours, fields in (
            (0, 2, "6", {"is_billable": True}),
            (1, 3, "2.5", {}),
            (1, 4, "8", {"deleted_at": SYNCED}),
            (2, 30, "1", {"is_billable": True}),
        ):
            log_time(session, project, date(2026, 11, day), hours, teamwork_user_id=f"team-hours-{index}", **fields)
        log_time(session, project, date(2026, 10, 31), "9", teamwork_user_id="team-hours-0")
        ids = team.api_id, other.api_id
    first, second = _read(world, *ids)
    # November 2026 has 21 working days: 8 + 4 hours each in the first team, 8 + 8 in the second.
    # Fifteen of them are until today: 6 of 180 hours, and 6 of 240.
    expected = {"hours": "8.50", "billable_hours": "6.00", "available_hours": "252.00", "utilisation": "3.3"}
    assert {name: _values(first)[name] for name in HOURS} == expected
    expected = {"hours": "7.00", "billable_hours": "7.00", "available_hours": "336.00", "utilisation": "2.5"}
    assert {name: _values(second)[name] for name in HOURS} == expected
    assert (first["from"], first["as_of"], first["team"]["api_id"]) == ("2026-11-01", "2026-11-30", ids[0])


def test_team_without_members_has_null_utilization(world: World):
    with world.database.write() as session:
        api_id = make_team(session).api_id
    figures = _values(_read(world, api_id)[0])
    assert figures["utilisation"] is None
    assert {name: figures[name] for name in ("hours", "available_hours", "retained_mrr", "clients")} == {
        "hours": "0.00",
        "available_hours": "0.00",
        "retained_mrr": [],
        "clients": "0",
    }


def _add_member(session: Session, team: Team) -> User:
    """Create a user in the team."""
    user = make_user(session, roles=["employee"])
    session.add(TeamMember(team_id=team.id, user_id=user.id))
    return user


def test_counts_match_their_lists(world: World):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        client = make_client(session, team_id=team.id)
        make_client(session, team_id=team.id, archived_at=SYNCED)
        for kind, status in (("fixed", "active"), ("fixed", "active"), ("fixed", "draft"), ("oos", "active")):
            make_project(session, client_id=client.id, team_id=team.id, kind=kind, status=status)
        make_project(session, client_id=client.id, team_id=team.id, monthly_fee="900.00")
        make_project(session, client_id=client.id, monthly_fee="900.00")
        member = make_employee(session, user_id=_add_member(session, team).id)
        for status in ("active", "active", "draft", "cancelled"):
            make_goal(session, employee_id=member.id, status=status)
        api_id = team.api_id
    (entry,) = _read(world, api_id)
    counts = {name: _values(entry)[name] for name in COUNTS}
    assert counts == {
        "active_fixed": "2",
        "active_oos": "1",
        "active_retainer": "1",
        "clients": "1",
        "open_goals": "2",
    }
    for name in COUNTS:
        listed = world.browser("admin").get(entry["figures"][name]["rows"]).json()
        assert str(listed["meta"]["total"]) == counts[name], name
    rows = world.browser("admin").get(entry["figures"]["retained_mrr"]["rows"]).json()["data"]
    assert [row["amount"] for row in rows] == _values(entry)["retained_mrr"]


_DAYS = st.dates(date(2026, 1, 1), date(2026, 12, 31))
_RETAINER = st.tuples(st.sampled_from(("CAD", "USD", "JPY")), st.integers(1, 9000), _DAYS, st.none() | _DAYS)


@settings(
    max_examples=example_count(15),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(retainers=st.lists(_RETAINER, max_size=6), day=_DAYS)
def test_mrr_is_the_teams_fees_on_the_last_day_per_currency(
    world: World, retainers: list[tuple[str, int, date, date | None]], day: date
):
    expected: dict[str, int] = defaultdict(int)
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        for currency, fee, starts_on, ends_on in retainers:
            if ends_on is not None and ends_on < starts_on:
                starts_on, ends_on = ends_on, starts_on
            terms = {"currency": currency, "start_on": starts_on, "end_on": ends_on, "team_id": team.id}
            make_project(session, monthly_fee=f"{fee}.00", **terms)
            if starts_on <= day and (ends_on is None or day <= ends_on):
                expected[currency] += fee
        api_id = team.api_id
    (entry,) = _read(world, api_id, query=f"from=2026-01-01&to={day}&currency=CAD")
    assert entry["figures"]["retained_mrr"]["money"] == [
        {"amount": str(fee) if currency == "JPY" else f"{fee}.00", "currency": currency}
        for currency, fee in sorted(expected.items())
    ]
    assert entry["missing_rates"] == [f"{currency}/CAD" for currency in sorted(expected) if currency != "CAD"]


@pytest.mark.parametrize(
    ("column", "own", "other"),
    [
        ("super_admin", {"retained_mrr", *HOURS}, {"retained_mrr", *HOURS}),
        ("financial_manager", {"retained_mrr", *HOURS}, {"retained_mrr", *HOURS}),
        ("account_manager", set(), set()),
        ("churn_manager", {"retained_mrr"}, {"retained_mrr"}),
        ("employee", set(), set()),
    ],
    ids=["super_admin", "financial_manager", "account_manager", "churn_manager", "employee"],
)
def test_hours_and_mrr_require_a_scope_over_the_whole_team(world: World, column: str, own: set[str], other: set[str]):
    ids = [world.cached_record("team", column, target) for target in ("own", "other")]
    names = [set(entry["figures"]) for entry in _read(world, *ids, column=column)]
    assert names == [COUNTS | own, COUNTS | other]


def test_scope_team_shows_hours_of_own_teams_only(world: World):
    ids = [world.cached_record("team", "employee", target) for target in ("own", "other")]
    employee = world.people["employee"].employee
    with world.database.write() as session:
        found = session.get(type(employee), employee.id)
        assert found is not None
        found.metric_scopes, found.metric_permissions = ["team"], ["hours"]
    names = [set(entry["figures"]) for entry in _read(world, *ids, column="employee")]
    with world.database.write() as session:
        found = session.get(type(employee), employee.id)
        assert found is not None
        found.metric_scopes, found.metric_permissions = [], []
    assert names == [COUNTS | HOURS, COUNTS]


def test_counts_include_visible_records_only(world: World):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        for manager in (world.people["employee"].user, world.stranger):
            client = make_client(session, account_manager_id=manager.id, team_id=team.id)
            make_project(session, client_id=client.id, account_manager_id=manager.id, team_id=team.id, status="active")
        api_id = team.api_id
    for column, count in (("admin", "2"), ("employee", "1")):
        (entry,) = _read(world, api_id, column=column)
        assert (_values(entry)["active_fixed"], _values(entry)["clients"]) == (count, count)


def test_one_unknown_team_returns_404(world: World):
    visible_team, archived = (
        world.cached_record("team", "admin", "other"),
        world.cached_record("team", "admin", "archived"),
    )
    admin, employee = world.browser("admin"), world.browser("employee")
    assert admin.get(f"{PATH}?id={visible_team},{archived}").status_code == 200
    assert employee.get(f"{PATH}?id={visible_team},{archived}").status_code == 404
    assert admin.get(f"{PATH}?id={visible_team},{new_api_id()}").status_code == 404
    assert admin.get(f"{PATH}?id=1").status_code == 422
    assert list(admin.get(f"{PATH}?id={visible_team}&from=2026-11-02&to=2026-11-01").json()["errors"]) == ["to"]


def test_statement_count_does_not_depend_on_number_of_teams(world: World):
    with world.database.write() as session:
        members = [make_user(session, roles=["employee"]) for _ in range(4)]
        for user in members:
            make_employee(session, user_id=user.id)
        ids = [make_team(session, *members).api_id for _ in range(12)]
    counts = []
    for requested in (ids[:1], ids, [*ids, *ids[:3]]):
        with record_statements(world.database) as statements:
            assert len(_read(world, *requested)) == len(set(requested))
        counts.append(len(statements))
    assert counts[0] == counts[1] == counts[2] <= 18
