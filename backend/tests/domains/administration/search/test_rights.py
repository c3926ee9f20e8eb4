"""What the search finds is what the lists show: for every role, of every kind, no record more and none less."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import ProjectMember
from tests.access.matrix import COLUMNS
from tests.conftest import NOON
from tests.factories.files import make_attachment
from tests.factories.goals import make_goal
from tests.factories.losses import make_churn
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.recognition import make_core_value
from tests.factories.work import make_client, make_deal, make_invoice, make_project
from tests.factories.world import World, build_world

# The word that is in one record of each kind and relation.
WORD = "Quenouille"
# Who reads people's records can ask for those who have left too.
_LEFT = "status=active&status=on_leave&status=left&"
# Each kind's own list, with all that it can show.
LISTS = {
    "client": "/api/v1/clients?archived=include&",
    "project": "/api/v1/projects?archived=include&",
    "employee": "/api/v1/employees?",
    "team": "/api/v1/teams?archived=include&",
    "invoice": "/api/v1/invoices?",
    "deal": "/api/v1/Deals?",
    "goal": "/api/v1/employee-goals?",
    "churn": "/api/v1/churn-events?",
    "core_value": "/api/v1/core-values?",
    "attachment": "/api/v1/attachments?",
    "user": "/api/v1/users?",
}


@pytest.fixture(scope="module")
def quenouilles(migrated: Database) -> World:
    """Of every kind a record of the account manager's, one that the employee has to do with, and one of neither."""
    world = build_world(migrated)
    store = world.app.state.context.files
    mine, member = world.people["account_manager"], world.people["employee"]
    with migrated.write() as session:
        for manager in (mine.user, world.stranger):
            client = make_client(session, name=f"{WORD} et fils", account_manager_id=manager.id)
            make_project(session, name=f"Site de {WORD}", client_id=client.id, archived_at=NOON)
            work = make_project(session, name=f"Entretien {WORD}", client_id=client.id, monthly_fee="900.00")
            session.add(ProjectMember(project_id=work.id, employee_id=member.employee.id))
            make_invoice(session, customer_name=WORD, client_id=client.id)
            make_deal(session, name=f"Vente {WORD}", account_manager_id=manager.id)
            lost = make_project(session, name=f"Perdu {WORD}", client_id=client.id, monthly_fee="700.00")
            make_churn(session, lost)
            for sensitivity in ("normal", "financial"):
                file: dict[str, Any] = {"title": WORD, "sensitivity": sensitivity, "uploaded_by_id": world.stranger.id}
                make_attachment(session, store, project_id=work.id, **file)
        make_client(session, name=f"Ancienne {WORD}", archived_at=NOON)
        make_invoice(session, customer_name=f"{WORD} sans client")
        make_deal(session, name=f"{WORD} oublié", deleted_at=NOON)
        make_employee(session, first_name=WORD)
        make_employee(session, last_name=WORD, ended_on=NOON.date(), status="left")
        make_team(session, world.stranger, name=WORD)
        make_team(session, name=f"{WORD} d’antan", archived_at=NOON)
        make_user(session, first_name=WORD)
        make_core_value(session, name_en=WORD, name_fr=f"{WORD} aussi")
        for visibility in ("everyone", "private"):
            make_goal(session, title=f"{WORD} à moi", employee_id=member.employee.id, visibility=visibility)
            make_goal(session, title=f"{WORD} à d’autres", visibility=visibility)
        make_goal(session, title=f"{WORD} en projet", status="draft")
    return world


def _found(world: World, column: str, query: str = WORD) -> set[tuple[str, str]]:
    answer = world.browser(column).get("/api/v1/search", params={"q": query, "limit": 20})
    assert answer.status_code == 200, answer.text
    return {(hit["kind"], hit["api_id"]) for hit in answer.json()["data"]}


def _listed(world: World, column: str) -> set[tuple[str, str]]:
    """What the person's own lists show of it; a list that is closed to them shows nothing."""
    shown = set()
    for kind, path in LISTS.items():
        more = _LEFT if kind == "employee" and column != "employee" else ""
        answer = world.browser(column).get(f"{path}{more}per_page=100&search={WORD}")
        assert answer.status_code in (200, 403), answer.text
        if answer.status_code == 200:
            shown |= {(kind, row["api_id"]) for row in answer.json()["data"]}
    return shown


@pytest.mark.parametrize("column", [column for column in COLUMNS if column not in ("none", "visitor")])
def test_the_search_finds_what_the_lists_show(quenouilles: World, column: str):
    found = _found(quenouilles, column)
    assert found == _listed(quenouilles, column)
    assert found


@pytest.mark.parametrize("column", ["account_manager", "employee"])
def test_two_letters_find_no_more(quenouilles: World, column: str):
    """They take another way through the index: nothing of it is outside the caller's sight either."""
    assert _found(quenouilles, column, WORD[:2]) == _listed(quenouilles, column)


def test_some_see_more_than_others(quenouilles: World):
    """The control: the roles differ, and of every kind something is found."""
    everything = _found(quenouilles, "super_admin")
    assert {kind for kind, _ in everything} == set(LISTS)
    assert _found(quenouilles, "employee") < everything
    assert _found(quenouilles, "account_manager") < everything
    assert {kind for kind, _ in _found(quenouilles, "employee")}.isdisjoint({"invoice", "deal", "user"})


def test_a_hit_tells_nothing_but_where_it_belongs(quenouilles: World):
    for hit in quenouilles.browser("employee").get(f"/api/v1/search?q={WORD}&limit=20").json()["data"]:
        assert set(hit) == {"kind", "api_id", "title", "context", "owner", "is_put_away"}


def test_nobody_finds_anything_by_what_they_may_not_read(quenouilles: World):
    """A stranger's address, an amount, the id of a record: none of it is text that is searched."""
    hidden = make_hidden(quenouilles)
    assert _found(quenouilles, "employee", hidden) == set()
    assert _found(quenouilles, "super_admin", new_api_id()) == set()


def make_hidden(world: World) -> str:
    with world.database.write() as session:
        make_user(session, email="chardonneret@regie.example", first_name="Une", last_name="Personne")
    return "chardonneret"
