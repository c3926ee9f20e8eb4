"""Tests the team scope: records that members of the caller's teams manage."""

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
def team_scope(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Grant the team scope to account managers, because no role has it for these permissions yet."""
    for permission in SCOPED:
        monkeypatch.setitem(GRANTS[Role.ACCOUNT_MANAGER], permission, Scope.TEAM)
    actor._cached_grants.cache_clear()
    yield
    actor._cached_grants.cache_clear()


def _make(world: World, kind: str) -> set[str]:
    """Create one record per list, of a teammate or of a user outside the team."""
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


def _readable(world: World) -> set[str]:
    browser = world.browser("account_manager")
    responses = [browser.get(f"{path}?per_page=100") for path in PATHS]
    assert {response.status_code for response in responses} == {200}
    return {row["api_id"] for response in responses for row in response.json()["data"]}


@pytest.mark.usefixtures("team_scope")
def test_team_scope_includes_records_of_members_only(world: World):
    ours, theirs = _make(world, "team"), _make(world, "elsewhere")
    readable = _readable(world)
    assert ours <= readable
    assert not theirs & readable


@pytest.mark.usefixtures("team_scope")
def test_team_scope_shows_amounts(world: World):
    _make(world, "team")
    rows = world.browser("account_manager").get("/api/v1/clients?per_page=100").json()["data"]
    assert rows
    assert all("mrr" in row for row in rows)


@pytest.mark.usefixtures("team_scope")
def test_leaving_the_team_removes_access(world: World):
    ours = _make(world, "team")
    assert ours <= _readable(world)
    with world.database.write() as session:
        for member in session.query(TeamMember).filter_by(user_id=world.people["account_manager"].user.id):
            session.delete(member)
    assert not ours & _readable(world)


def test_own_scope_excludes_records_of_teammates(world: World):
    ours = _make(world, "team")
    rows = world.browser("account_manager").get("/api/v1/invoices?per_page=100").json()["data"]
    assert not ours & {row["api_id"] for row in rows}
