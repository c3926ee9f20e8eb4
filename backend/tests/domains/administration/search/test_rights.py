"""Tests that the search finds exactly what the lists show, for every role and kind."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import ProjectMember
from tests.access.matrix import COLUMNS
from tests.conftest import NOON
from tests.factories.churns import make_churn
from tests.factories.files import make_attachment
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.recognition import make_core_value
from tests.factories.work import make_client, make_deal, make_invoice, make_project
from tests.factories.world import World, build_world

# The word that occurs in one record of each kind and relation.
WORD = "Quenouille"
# Users who may read employee records can list former employees too.
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
def search_world(migrated: Database) -> World:
    """Create records of every kind that the account manager owns, that the employee works on, and neither."""
    world = build_world(migrated)
    store = world.app.state.context.files
    manager, employee = world.people["account_manager"], world.people["employee"]
    with migrated.write() as session:
        for account_manager in (manager.user, world.stranger):
            client = make_client(session, name=f"{WORD} et fils", account_manager_id=account_manager.id)
            make_project(session, name=f"Site de {WORD}", client_id=client.id, archived_at=NOON)
            project = make_project(session, name=f"Entretien {WORD}", client_id=client.id, monthly_fee="900.00")
            session.add(ProjectMember(project_id=project.id, employee_id=employee.employee.id))
            make_invoice(session, customer_name=WORD, client_id=client.id)
            make_deal(session, name=f"Vente {WORD}", account_manager_id=account_manager.id)
            churned = make_project(session, name=f"Perdu {WORD}", client_id=client.id, monthly_fee="700.00")
            make_churn(session, churned)
            for sensitivity in ("normal", "financial"):
                file: dict[str, Any] = {"title": WORD, "sensitivity": sensitivity, "uploaded_by_id": world.stranger.id}
                make_attachment(session, store, project_id=project.id, **file)
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
            make_goal(session, title=f"{WORD} à moi", employee_id=employee.employee.id, visibility=visibility)
            make_goal(session, title=f"{WORD} à d’autres", visibility=visibility)
        make_goal(session, title=f"{WORD} en projet", status="draft")
    return world


def _search(world: World, column: str, query: str = WORD) -> set[tuple[str, str]]:
    answer = world.browser(column).get("/api/v1/search", params={"q": query, "limit": 20})
    assert answer.status_code == 200, answer.text
    return {(hit["kind"], hit["api_id"]) for hit in answer.json()["data"]}


def _list(world: World, column: str) -> set[tuple[str, str]]:
    """Return what the user's own lists show; a list that refuses them shows nothing."""
    shown = set()
    for kind, path in LISTS.items():
        filters = _LEFT if kind == "employee" and column != "employee" else ""
        answer = world.browser(column).get(f"{path}{filters}per_page=100&search={WORD}")
        assert answer.status_code in (200, 403), answer.text
        if answer.status_code == 200:
            shown |= {(kind, row["api_id"]) for row in answer.json()["data"]}
    return shown


@pytest.mark.parametrize("column", [column for column in COLUMNS if column not in ("none", "visitor")])
def test_search_finds_what_the_lists_show(search_world: World, column: str):
    found = _search(search_world, column)
    assert found == _list(search_world, column)
    assert found


@pytest.mark.parametrize("column", ["account_manager", "employee"])
def test_two_letters_respect_the_row_scope(search_world: World, column: str):
    """Short words use another part of the index, which must respect the row scope too."""
    assert _search(search_world, column, WORD[:2]) == _list(search_world, column)


def test_roles_find_different_records(search_world: World):
    """Control: the roles differ, and every kind is found."""
    all_hits = _search(search_world, "super_admin")
    assert {kind for kind, _ in all_hits} == set(LISTS)
    assert _search(search_world, "employee") < all_hits
    assert _search(search_world, "account_manager") < all_hits
    assert {kind for kind, _ in _search(search_world, "employee")}.isdisjoint({"invoice", "deal", "user"})


def test_hit_has_no_other_fields(search_world: World):
    for hit in search_world.browser("employee").get(f"/api/v1/search?q={WORD}&limit=20").json()["data"]:
        assert set(hit) == {"kind", "api_id", "title", "context", "owner", "is_archived"}


def test_hidden_fields_are_not_searched(search_world: World):
    """Addresses of strangers, amounts and ids are not searched."""
    email_prefix = _make_hidden_user(search_world)
    assert _search(search_world, "employee", email_prefix) == set()
    assert _search(search_world, "super_admin", new_api_id()) == set()


def _make_hidden_user(world: World) -> str:
    with world.database.write() as session:
        make_user(session, email="chardonneret@regie.example", first_name="Une", last_name="Personne")
    return "chardonneret"
