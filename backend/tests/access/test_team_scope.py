"""The scope between own and all: what the caller's teams look after, in every list that knows owners."""

from collections.abc import Iterator

import pytest

from regie.access import actor
from regie.access.permissions import GRANTS, Permission, Role, Scope
from regie.domains.people.teams.models import TeamMember
from tests.factories.people import make_team
from tests.factories.work import make_client, make_deal, make_invoice, make_project
from tests.factories.world import World

P = Permission
SCOPED = (
    P.CLIENTS_VIEW,
    P.CLIENTS_MONEY,
    P.PROJECTS_VIEW,
    P.PROJECTS_MONEY,
    P.PROJECTS_MRR,
    P.INVOICES_VIEW,
    P.DEALS_VIEW,
)
PATHS = ("/api/v1/clients", "/api/v1/projects", "/api/v1/invoices", "/api/v1/Deals")


@pytest.fixture
def role_of_scope(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No role of the table holds a team's scope for these yet; the clauses must be ready for the one that does."""
    for permission in SCOPED:
        monkeypatch.setitem(GRANTS[Role.ACCOUNT_MANAGER], permission, Scope.TEAM)
    actor._held.cache_clear()
    yield
    actor._held.cache_clear()


def _make(world: World, kind: str) -> set[str]:
    """One record of each list that a teammate owns, or that nobody near the caller does."""
    caller = world.people["account_manager"].user
    mate = world.people["admin"].user
    with world.database.write() as session:
        team = make_team(session)
        if kind == "team":
            session.add_all(TeamMember(team_id=team.id, user_id=user.id) for user in (caller, mate))
        owner = mate if kind == "team" else world.people["financial_manager"].user
        client = make_client(session, account_manager_id=owner.id, team_id=team.id)
        project = make_project(session, client_id=client.id, account_manager_id=owner.id, team_id=team.id)
        invoice = make_invoice(session, client_id=client.id)
        deal = make_deal(session, account_manager_id=owner.id)
        return {record.api_id for record in (client, project, invoice, deal)}


def _seen(world: World) -> set[str]:
    browser = world.browser("account_manager")
    answers = [browser.get(f"{path}?per_page=100") for path in PATHS]
    assert {answer.status_code for answer in answers} == {200}
    return {row["api_id"] for answer in answers for row in answer.json()["data"]}


@pytest.mark.usefixtures("role_of_scope")
def test_a_team_sees_what_its_members_look_after_and_nothing_else(world: World):
    ours, theirs = _make(world, "team"), _make(world, "elsewhere")
    seen = _seen(world)
    assert ours <= seen
    assert not theirs & seen


@pytest.mark.usefixtures("role_of_scope")
def test_money_of_the_team_is_shown(world: World):
    _make(world, "team")
    rows = world.browser("account_manager").get("/api/v1/clients?per_page=100").json()["data"]
    assert rows
    assert all("mrr" in row for row in rows)


@pytest.mark.usefixtures("role_of_scope")
def test_leaving_the_team_closes_its_records_at_once(world: World):
    ours = _make(world, "team")
    assert ours <= _seen(world)
    with world.database.write() as session:
        for member in session.query(TeamMember).filter_by(user_id=world.people["account_manager"].user.id):
            session.delete(member)
    assert not ours & _seen(world)


def test_without_the_scope_a_teammates_records_stay_closed(world: World):
    """The control: own is not the team's."""
    ours = _make(world, "team")
    rows = world.browser("account_manager").get("/api/v1/invoices?per_page=100").json()["data"]
    assert not ours & {row["api_id"] for row in rows}
