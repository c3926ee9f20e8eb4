"""Who is told which group of figures of whom: roles, and what an employee's record opens, told again here."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import product

import pytest

from regie.access.permissions import METRIC_SCOPES, METRICS
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.teams.models import TeamMember
from regie.domains.records.projects.models import Project
from tests.factories.figures import make_manager, open_figures, read_figures
from tests.factories.goals import make_goal
from tests.factories.people import make_team
from tests.factories.work import make_client, make_project
from tests.factories.world import ROLES, World

GROUPS = {
    "hours": {"hours", "billable_hours", "available_hours", "utilisation"},
    "retainers": {"retained_mrr"},
    "revenue": {"retainer_revenue", "invoiced"},
    "churn": {"churned_mrr"},
    "oos": {"oos_sold"},
    "goals": {"goal_attainment"},
    "values": {"values_received"},
}
EVERY = frozenset(GROUPS)
WHO = ("own", "team", "organization")
# What each role opens of whom, widest last; all that is within a scope is within a wider one.
BY_ROLE: dict[str, dict[str, str]] = {
    "super_admin": dict.fromkeys(EVERY, "organization"),
    "admin": dict.fromkeys(EVERY, "organization"),
    "financial_manager": dict.fromkeys(EVERY, "organization"),
    "account_manager": {"retainers": "own"},
    "churn_manager": {"retainers": "organization", "churn": "organization"},
    "employee": {},
}
RECORDS = [
    ([], []),
    (["hours"], []),
    ([], ["organization"]),
    (["hours", "values"], ["own"]),
    (["retainers", "oos"], ["team"]),
    (["churn", "revenue"], ["own", "organization"]),
    (sorted(EVERY), ["own", "team", "organization"]),
]


# Each group alone as far as each scope; all of them as far as several; and either without the other.
COMBINATIONS = [
    *product([[group] for group in sorted(EVERY)], [[scope] for scope in WHO]),
    *product([sorted(EVERY)], [[], *([scope] for scope in WHO), ["own", "organization"]]),
    *product([[]], [[], ["organization"]]),
]
# The dashboard's figures by what opens them: a group, or a role alone.
ALWAYS = {"active_projects", "active_clients"}
OF_ROLES = {
    "churn_manager": ALWAYS,
    "employee": ALWAYS | {"burn_at_risk"},
} | dict.fromkeys(
    ("super_admin", "admin", "financial_manager", "account_manager"),
    ALWAYS | {"burn_at_risk", "receivables", "overdue", "pipeline"},
)
OF_GROUPS = {
    "revenue": {"revenue"},
    "retainers": {"mrr"},
    "churn": {"lost_retainers", "lost_clients"},
    "oos": {"oos_sold"},
    "hours": {"utilisation"},
    "goals": {"goals"},
    "values": {"values_received"},
}
# A fee for each way in which a retainer is near, of which every sum tells its parts.
FEES = {"own": 1, "team": 10, "organization": 100}
CURRENCY = "NOK"
# Whose goals of which visibility a role follows; nobody's record opens any. Who represents a team is one of it.
VISIBILITIES = ("private", "team", "everyone", "draft")
ALL_GOALS = {who: set(VISIBILITIES) for who in WHO}
OWN_GOALS = {"own": {"private", "team", "everyone"}, "team": {"everyone"}, "organization": {"everyone"}}
GOALS_BY_ROLE = {
    "super_admin": ALL_GOALS,
    "admin": ALL_GOALS,
    "financial_manager": OWN_GOALS,
    "account_manager": OWN_GOALS | {"team": {"team", "everyone"}},
    "churn_manager": OWN_GOALS,
    "employee": OWN_GOALS,
}


@pytest.fixture
def people(world: World) -> Iterator[dict[str, dict[str, str]]]:
    """By column and how far they are: an employee; the teams are the columns' own and end with the test.

    Each represents their team; in it is a mate, of it a retainer that somebody else manages.
    """
    found: dict[str, dict[str, str]] = {}
    teams, work = [], []
    with world.database.write() as session:
        stranger, far = make_manager(session)
        for column in ROLES:
            mate, near = make_manager(session)
            me = world.people[column]
            team = make_team(session, representative_id=me.user.id)
            teams.append(team.id)
            session.add_all(TeamMember(team_id=team.id, user_id=user.id) for user in (me.user, mate))
            found[column] = {"own": me.employee.api_id, "team": near.api_id, "organization": far.api_id}
            for who, manager, of_team in (("own", me.user, None), ("team", stranger, team.id)):
                terms = {"monthly_fee": f"{FEES[who]}.00", "currency": CURRENCY, "team_id": of_team}
                work.append(make_project(session, account_manager_id=manager.id, **terms).id)
            for (who, owner), visibility in product(
                {"own": me.employee, "team": near, "organization": far}.items(), VISIBILITIES
            ):
                status = {"status": "draft"} if visibility == "draft" else {"visibility": visibility}
                make_goal(session, employee_id=owner.id, title=f"{column}:{who}:{visibility}", **status)
        far_off = make_project(session, monthly_fee=f"{FEES['organization']}.00", currency=CURRENCY)
        work.append(far_off.id)
    yield found
    with world.database.write() as session:
        for member in session.query(TeamMember).filter(TeamMember.team_id.in_(teams)):
            session.delete(member)
        for goal in session.query(EmployeeGoal).filter(EmployeeGoal.title.like("%:%:%")):
            session.delete(goal)
        for project in session.query(Project).filter(Project.id.in_(work)):
            project.status = "cancelled"
    for column in ROLES:
        open_figures(world, column, [], [])


def _expected(column: str, groups: list[str], scopes: list[str], who: str) -> set[str]:
    """A group is told of somebody who is as near as its widest scope reaches."""
    shown = set()
    for group, names in GROUPS.items():
        reach = _widest(column, group, groups, scopes)
        if reach is not None and WHO.index(who) <= WHO.index(reach):
            shown |= names
    return shown


def _widest(column: str, group: str, groups: list[str], scopes: list[str]) -> str | None:
    """As far as the caller sees a group of figures, by their role or by their record."""
    reaches = [BY_ROLE[column][group]] if group in BY_ROLE[column] else []
    reaches += scopes if group in groups else []
    return max(reaches, key=WHO.index, default=None)


def _dashboard(column: str, groups: list[str], scopes: list[str]) -> tuple[set[str], int]:
    """The names of its figures, and what the retainers of the fixture come to in it."""
    reach = _widest(column, "retainers", groups, scopes)
    opened = (OF_GROUPS[group] for group in METRICS if _widest(column, group, groups, scopes))
    names = OF_ROLES[column].union(*opened)
    near = {None: [], "own": ["own"], "team": ["own", "team"], "organization": []}[reach]
    everything = len(ROLES) * (FEES["own"] + FEES["team"]) + FEES["organization"]
    return names, everything if reach == "organization" else sum(FEES[who] for who in near)


def _read_dashboard(world: World, column: str) -> tuple[set[str], int]:
    figures = world.browser(column).get(f"/api/v1/dashboard?currency={CURRENCY}").json()["data"]["figures"]
    return set(figures), int(Decimal(figures["mrr"]["money"]["amount"])) if "mrr" in figures else 0


def _read_goals(world: World, column: str) -> set[str]:
    rows = world.browser(column).get(f"/api/v1/employee-goals?per_page=100&search={column}:").json()["data"]
    return {row["title"].removeprefix(f"{column}:") for row in rows if row["title"].startswith(f"{column}:")}


@pytest.mark.parametrize("column", ROLES)
def test_each_combination_of_role_groups_and_scopes_tells_what_the_table_says(
    world: World, people: dict[str, dict[str, str]], column: str
):
    """On the dashboard, in the statistics of people near and far, and among goals."""
    goals = {f"{who}:{visibility}" for who, names in GOALS_BY_ROLE[column].items() for visibility in names}
    wrong = []
    for groups, scopes in COMBINATIONS:
        open_figures(world, column, groups, scopes)
        entries = read_figures(world, *people[column].values(), column=column)
        shown = {who: set(entry["figures"]) for who, entry in zip(people[column], entries, strict=True)}
        expected = {who: _expected(column, groups, scopes, who) for who in WHO}
        for where, is_told, should_be in (
            ("statistics", shown, expected),
            ("dashboard", _read_dashboard(world, column), _dashboard(column, groups, scopes)),
            ("goals", _read_goals(world, column), goals),
        ):
            if is_told != should_be:
                wrong.append(f"{where} with {groups} of {scopes}: {is_told}, not {should_be}")
    assert wrong == []


def test_every_group_and_scope_that_a_record_can_hold_opens_something():
    assert set(METRICS) == EVERY
    assert tuple(METRIC_SCOPES) == WHO
    assert len(set(METRICS.values())) == len(METRICS)


def test_leaving_the_team_closes_its_figures_at_once(world: World, people: dict[str, dict[str, str]]):
    open_figures(world, "employee", ["hours"], ["team"])
    mate = people["employee"]["team"]
    assert "hours" in read_figures(world, mate, column="employee")[0]["figures"]
    with world.database.write() as session:
        for member in session.query(TeamMember).filter_by(user_id=world.people["employee"].user.id):
            session.delete(member)
    assert read_figures(world, mate, column="employee")[0]["figures"] == {}


def test_what_a_record_opens_is_among_the_persons_permissions(world: World, people: dict[str, dict[str, str]]):
    open_figures(world, "account_manager", ["hours", "retainers"], ["own", "team"])
    held = world.browser("account_manager").get("/api/v1/me").json()["data"]["permissions"]
    assert (held["statistics.hours"], held["statistics.mrr"]) == ("team", "team")
    assert "statistics.oos" not in held
    assert people


def test_what_gives_a_right_to_figures_is_explained(world: World, people: dict[str, dict[str, str]]):
    """The record's part is named where it reaches as far as any role, and not where a role reaches further."""
    open_figures(world, "account_manager", ["hours", "retainers"], ["own"])
    user = world.people["account_manager"].user.api_id
    for path in ("/api/v1/me/access", f"/api/v1/users/{user}/access"):
        browser = world.browser("admin" if user in path else "account_manager")
        grants = {one["permission"]: one for one in browser.get(path).json()["data"]["grants"]}
        hours, mrr = grants["statistics.hours"], grants["statistics.mrr"]
        assert (hours["scope"], hours["roles"], hours["by_record"]) == ("own", [], True)
        assert (mrr["scope"], mrr["roles"], mrr["by_record"]) == ("own", ["account_manager"], True)
        assert grants["clients.view"]["by_record"] is False
    open_figures(world, "churn_manager", ["retainers"], ["own"])
    grants = world.browser("churn_manager").get("/api/v1/me/access").json()["data"]["grants"]
    (mrr,) = [one for one in grants if one["permission"] == "statistics.mrr"]
    assert (mrr["scope"], mrr["roles"], mrr["by_record"]) == ("all", ["churn_manager"], False)
    assert people


def test_who_was_deactivated_holds_nothing_by_their_record(world: World):
    open_figures(world, "none", ["hours"], ["organization"])
    assert world.browser("none").get("/api/v1/me").json()["data"]["permissions"] == {}


def test_the_dashboard_follows_the_same_rule(world: World, people: dict[str, dict[str, str]]):
    with world.database.write() as session:
        client = make_client(session)
        make_project(session, monthly_fee="321.00", client_id=client.id)
        mine = make_project(session, monthly_fee="5.00", client_id=client.id)
        mine.project_manager_id = world.people["employee"].employee.id

    def mrr(column: str) -> str | None:
        found = world.browser(column).get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"].get("mrr")
        return found and found["money"]["amount"]

    assert mrr("employee") is None
    open_figures(world, "employee", ["retainers"], ["own"])
    assert mrr("employee") == "5.00"
    open_figures(world, "employee", ["retainers"], ["organization"])
    assert mrr("employee") == mrr("admin")
    open_figures(world, "employee", ["hours"], ["organization"])
    assert mrr("employee") is None
    assert people


OF_PROJECTS = {
    "retainers": {"mrr"},
    "revenue": {"retainer_revenue", "invoiced", "effective_hourly_rate"},
    "oos": set[str](),
}
HOURS = {"hours", "billable_hours", "budget_burn"}


@pytest.mark.parametrize(("groups", "scopes"), RECORDS, ids=[f"{'-'.join(g)}:{'-'.join(s)}" for g, s in RECORDS])
def test_figures_of_a_retainer_open_to_whoever_leads_it_or_sees_everybodys(
    world: World, people: dict[str, dict[str, str]], groups: list[str], scopes: list[str]
):
    """A member sees the project and its hours; a group of figures opens its money where its scope reaches."""
    open_figures(world, "employee", groups, scopes)
    terms = {"monthly_fee": "900.00", "kind": "retainer", "status": "active"}
    leads, works_on = (world.project("employee", target, **terms) for target in ("leads", "works_on"))
    for api_id, reach in ((leads, "own"), (works_on, "organization")):
        answer = world.browser("employee").get(f"/api/v1/projects-statistics?id={api_id}")
        is_open = any(WHO.index(scope) >= WHO.index(reach) for scope in scopes)
        opened = [names for group, names in OF_PROJECTS.items() if is_open and group in groups]
        assert set(answer.json()["data"][0]["figures"]) == HOURS.union(*opened), reach
    assert people


def test_the_list_of_rows_is_named_to_those_who_see_all_of_it(world: World, people: dict[str, dict[str, str]]):
    open_figures(world, "employee", ["churn", "retainers"], ["organization"])
    ids = people["employee"]
    own, mate, _ = read_figures(world, *ids.values(), column="employee")
    assert own["figures"]["churned_mrr"]["rows"].startswith("/api/v1/employee-churns?employee=")
    assert mate["figures"]["churned_mrr"]["rows"] is None
    for figure in own["figures"].values():
        assert world.browser("employee").get(figure["rows"]).status_code == 200
