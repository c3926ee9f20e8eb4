"""Which figures a caller sees of whom: by role and by the metrics that their employee record grants."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import product

import pytest

from regie.access.permissions import METRIC_SCOPES, METRICS
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.teams.models import TeamMember
from regie.domains.records.projects.models import Project
from tests.factories.figures import fetch_figures, grant_metrics, make_account_manager
from tests.factories.goals import make_goal
from tests.factories.people import make_team
from tests.factories.work import make_client, make_project
from tests.factories.world import ROLES, World

GROUPS = {
    "hours": {"hours", "billable_hours", "available_hours", "utilisation", "utilisation_target"},
    "retainers": {"retained_mrr", "net_retention"},
    "revenue": {"retainer_revenue", "invoiced"},
    "churn": {"churned_mrr"},
    "oos": {"oos_sold"},
    "goals": {"goal_attainment"},
    "values": {"values_received"},
}
ALL_GROUPS = frozenset(GROUPS)
DISTANCES = ("own", "team", "organization")
# By role and group, the widest scope; a scope includes all narrower ones.
BY_ROLE: dict[str, dict[str, str]] = {
    "super_admin": dict.fromkeys(ALL_GROUPS, "organization"),
    "admin": dict.fromkeys(ALL_GROUPS, "organization"),
    "financial_manager": dict.fromkeys(ALL_GROUPS, "organization"),
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
    (sorted(ALL_GROUPS), ["own", "team", "organization"]),
]


# Each group with each scope, all groups with several scopes, and groups or scopes alone.
COMBINATIONS = [
    *product([[group] for group in sorted(ALL_GROUPS)], [[scope] for scope in DISTANCES]),
    *product([sorted(ALL_GROUPS)], [[], *([scope] for scope in DISTANCES), ["own", "organization"]]),
    *product([[]], [[], ["organization"]]),
]
# The dashboard's figures by the role or the group that grants them.
ALWAYS = {"active_projects", "late_projects", "active_clients"}
FIGURES_BY_ROLE = {
    "churn_manager": ALWAYS,
    "employee": ALWAYS | {"burn_at_risk"},
} | dict.fromkeys(
    ("super_admin", "admin", "financial_manager", "account_manager"),
    ALWAYS | {"burn_at_risk", "receivables", "overdue", "pipeline", "unweighted_deals"},
)
FIGURES_BY_GROUP = {
    "revenue": {"revenue", "invoiced"},
    "retainers": {"mrr"},
    "churn": {"lost_retainers", "lost_clients"},
    "oos": {"oos_sold"},
    "hours": {"utilisation", "billable_hours"},
    "goals": {"goals"},
    "values": {"values_received"},
}
# A different fee per distance of a retainer, so that each sum shows which retainers it includes.
FEES = {"own": 1, "team": 10, "organization": 100}
CURRENCY = "NOK"
# By role and distance, the visible goals; employee records grant none. The representative is a member of the team.
VISIBILITIES = ("private", "team", "everyone", "draft")
ALL_GOALS = {distance: set(VISIBILITIES) for distance in DISTANCES}
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
    """By column and distance, the api_id of an employee; the teams exist for this test only.

    Each column's user represents a team with one other member and a retainer of another account manager.
    """
    found: dict[str, dict[str, str]] = {}
    teams, work = [], []
    with world.database.write() as session:
        other_manager, distant_employee = make_account_manager(session)
        for column in ROLES:
            teammate_user, teammate = make_account_manager(session)
            me = world.people[column]
            team = make_team(session, representative_id=me.user.id)
            teams.append(team.id)
            session.add_all(TeamMember(team_id=team.id, user_id=user.id) for user in (me.user, teammate_user))
            found[column] = {
                "own": me.employee.api_id,
                "team": teammate.api_id,
                "organization": distant_employee.api_id,
            }
            for distance, manager, of_team in (("own", me.user, None), ("team", other_manager, team.id)):
                terms = {"monthly_fee": f"{FEES[distance]}.00", "currency": CURRENCY, "team_id": of_team}
                work.append(make_project(session, account_manager_id=manager.id, **terms).id)
            for (distance, owner), visibility in product(
                {"own": me.employee, "team": teammate, "organization": distant_employee}.items(), VISIBILITIES
            ):
                status = {"status": "draft"} if visibility == "draft" else {"visibility": visibility}
                make_goal(session, employee_id=owner.id, title=f"{column}:{distance}:{visibility}", **status)
        distant_project = make_project(session, monthly_fee=f"{FEES['organization']}.00", currency=CURRENCY)
        work.append(distant_project.id)
    yield found
    with world.database.write() as session:
        for member in session.query(TeamMember).filter(TeamMember.team_id.in_(teams)):
            session.delete(member)
        for goal in session.query(EmployeeGoal).filter(EmployeeGoal.title.like("%:%:%")):
            session.delete(goal)
        for project in session.query(Project).filter(Project.id.in_(work)):
            project.status = "cancelled"
    for column in ROLES:
        grant_metrics(world, column, [], [])


def _expected(column: str, groups: list[str], scopes: list[str], distance: str) -> set[str]:
    """The figures of the groups whose widest scope includes the employee."""
    shown = set()
    for group, names in GROUPS.items():
        widest = _widest(column, group, groups, scopes)
        if widest is not None and DISTANCES.index(distance) <= DISTANCES.index(widest):
            shown |= names
    return shown


def _widest(column: str, group: str, groups: list[str], scopes: list[str]) -> str | None:
    """The widest scope of a group, by role or by employee record."""
    candidate_scopes = [BY_ROLE[column][group]] if group in BY_ROLE[column] else []
    candidate_scopes += scopes if group in groups else []
    return max(candidate_scopes, key=DISTANCES.index, default=None)


def _dashboard(column: str, groups: list[str], scopes: list[str]) -> tuple[set[str], int]:
    """The names of the dashboard's figures, and the MRR of the fixture's retainers."""
    widest = _widest(column, "retainers", groups, scopes)
    opened = (FIGURES_BY_GROUP[group] for group in METRICS if _widest(column, group, groups, scopes))
    names = FIGURES_BY_ROLE[column].union(*opened)
    included = {None: [], "own": ["own"], "team": ["own", "team"], "organization": []}[widest]
    total_of_all = len(ROLES) * (FEES["own"] + FEES["team"]) + FEES["organization"]
    return names, total_of_all if widest == "organization" else sum(FEES[distance] for distance in included)


def _read_dashboard(world: World, column: str) -> tuple[set[str], int]:
    figures = world.browser(column).get(f"/api/v1/dashboard?currency={CURRENCY}").json()["data"]["figures"]
    return set(figures), int(Decimal(figures["mrr"]["money"]["amount"])) if "mrr" in figures else 0


def _read_goals(world: World, column: str) -> set[str]:
    rows = world.browser(column).get(f"/api/v1/employee-goals?per_page=100&search={column}:").json()["data"]
    return {row["title"].removeprefix(f"{column}:") for row in rows if row["title"].startswith(f"{column}:")}


@pytest.mark.parametrize("column", ROLES)
def test_each_combination_of_role_groups_and_scopes_shows_the_expected_figures(
    world: World, people: dict[str, dict[str, str]], column: str
):
    """On the dashboard, in the statistics of employees, and in the list of goals."""
    goals = {f"{distance}:{visibility}" for distance, names in GOALS_BY_ROLE[column].items() for visibility in names}
    wrong = []
    for groups, scopes in COMBINATIONS:
        grant_metrics(world, column, groups, scopes)
        entries = fetch_figures(world, *people[column].values(), column=column)
        shown = {distance: set(entry["figures"]) for distance, entry in zip(people[column], entries, strict=True)}
        expected = {distance: _expected(column, groups, scopes, distance) for distance in DISTANCES}
        for where, actual, expected_value in (
            ("statistics", shown, expected),
            ("dashboard", _read_dashboard(world, column), _dashboard(column, groups, scopes)),
            ("goals", _read_goals(world, column), goals),
        ):
            if actual != expected_value:
                wrong.append(f"{where} with {groups} of {scopes}: {actual}, not {expected_value}")
    assert wrong == []


def test_every_metric_group_and_scope_is_covered():
    assert set(METRICS) == ALL_GROUPS
    assert tuple(METRIC_SCOPES) == DISTANCES
    assert len(set(METRICS.values())) == len(METRICS)


def test_leaving_a_team_removes_access_immediately(world: World, people: dict[str, dict[str, str]]):
    grant_metrics(world, "employee", ["hours"], ["team"])
    teammate = people["employee"]["team"]
    assert "hours" in fetch_figures(world, teammate, column="employee")[0]["figures"]
    with world.database.write() as session:
        for member in session.query(TeamMember).filter_by(user_id=world.people["employee"].user.id):
            session.delete(member)
    assert fetch_figures(world, teammate, column="employee")[0]["figures"] == {}


def test_metrics_of_the_record_are_listed_as_permissions(world: World, people: dict[str, dict[str, str]]):
    grant_metrics(world, "account_manager", ["hours", "retainers"], ["own", "team"])
    permissions = world.browser("account_manager").get("/api/v1/me").json()["data"]["permissions"]
    assert (permissions["statistics.hours"], permissions["statistics.mrr"]) == ("team", "team")
    assert "statistics.oos" not in permissions
    assert people


def test_access_explains_whether_role_or_record_grants_figures(world: World, people: dict[str, dict[str, str]]):
    """`by_record` is true when the record's scope is as wide as that of any role."""
    grant_metrics(world, "account_manager", ["hours", "retainers"], ["own"])
    user = world.people["account_manager"].user.api_id
    for path in ("/api/v1/me/access", f"/api/v1/users/{user}/access"):
        browser = world.browser("admin" if user in path else "account_manager")
        grants = {one["permission"]: one for one in browser.get(path).json()["data"]["grants"]}
        hours, mrr = grants["statistics.hours"], grants["statistics.mrr"]
        assert (hours["scope"], hours["roles"], hours["by_record"]) == ("own", [], True)
        assert (mrr["scope"], mrr["roles"], mrr["by_record"]) == ("own", ["account_manager"], True)
        assert grants["clients.view"]["by_record"] is False
    grant_metrics(world, "churn_manager", ["retainers"], ["own"])
    grants = world.browser("churn_manager").get("/api/v1/me/access").json()["data"]["grants"]
    (mrr,) = [one for one in grants if one["permission"] == "statistics.mrr"]
    assert (mrr["scope"], mrr["roles"], mrr["by_record"]) == ("all", ["churn_manager"], False)
    assert people


def test_deactivated_user_has_no_permissions_from_their_record(world: World):
    grant_metrics(world, "none", ["hours"], ["organization"])
    assert world.browser("none").get("/api/v1/me").json()["data"]["permissions"] == {}


def test_dashboard_uses_the_same_permissions(world: World, people: dict[str, dict[str, str]]):
    with world.database.write() as session:
        client = make_client(session)
        make_project(session, monthly_fee="321.00", client_id=client.id)
        mine = make_project(session, monthly_fee="5.00", client_id=client.id)
        mine.project_manager_id = world.people["employee"].employee.id

    def mrr(column: str) -> str | None:
        found = world.browser(column).get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"].get("mrr")
        return found and found["money"]["amount"]

    assert mrr("employee") is None
    grant_metrics(world, "employee", ["retainers"], ["own"])
    assert mrr("employee") == "5.00"
    grant_metrics(world, "employee", ["retainers"], ["organization"])
    assert mrr("employee") == mrr("admin")
    grant_metrics(world, "employee", ["hours"], ["organization"])
    assert mrr("employee") is None
    assert people


PROJECT_FIGURES = {
    "retainers": {"mrr"},
    "revenue": {"retainer_revenue", "invoiced", "effective_hourly_rate"},
    "oos": set[str](),
}
HOURS = {"hours", "billable_hours", "budget_burn"}


@pytest.mark.parametrize(("groups", "scopes"), RECORDS, ids=[f"{'-'.join(g)}:{'-'.join(s)}" for g, s in RECORDS])
def test_retainer_figures_require_managing_it_or_the_scope_organization(
    world: World, people: dict[str, dict[str, str]], groups: list[str], scopes: list[str]
):
    """Project members see hours; a group within its scope also grants figures in money."""
    grant_metrics(world, "employee", groups, scopes)
    terms = {"monthly_fee": "900.00", "kind": "retainer", "status": "active"}
    leads, works_on = (world.project("employee", target, **terms) for target in ("leads", "works_on"))
    for api_id, required in ((leads, "own"), (works_on, "organization")):
        response = world.browser("employee").get(f"/api/v1/projects-statistics?id={api_id}")
        is_open = any(DISTANCES.index(scope) >= DISTANCES.index(required) for scope in scopes)
        opened = [names for group, names in PROJECT_FIGURES.items() if is_open and group in groups]
        assert set(response.json()["data"][0]["figures"]) == HOURS.union(*opened), required
    assert people


def test_rows_path_requires_access_to_all_rows(world: World, people: dict[str, dict[str, str]]):
    grant_metrics(world, "employee", ["churn", "retainers"], ["organization"])
    ids = people["employee"]
    own, teammate, _ = fetch_figures(world, *ids.values(), column="employee")
    assert own["figures"]["churned_mrr"]["rows"].startswith("/api/v1/employee-churns?employee=")
    assert teammate["figures"]["churned_mrr"]["rows"] is None
    assert own["figures"].pop("net_retention")["rows"] is None
    for figure in own["figures"].values():
        assert world.browser("employee").get(figure["rows"]).status_code == 200
