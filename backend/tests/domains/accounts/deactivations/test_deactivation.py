"""Tests of deactivation: it ends all sessions and reassigns open work; reactivation restores the roles."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from tests.access.matrix import MATRIX, browser_for, build_call, split_route
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import make_email_link
from tests.factories.mail import latest_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged, world
from tests.rules.test_routes import HAS_SESSION_ROUTES, PUBLIC_ROUTES, SERVICE_ROUTES

__all__ = ["world"]
PATH = "/api/v1/deactivated-users"
NEW = "quatre érables au bord du fleuve"


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, roles=["account_manager", "employee"], email="maelle@regie.example")


def _deactivate(admin: Browser, person: User, **body: Any) -> Any:
    return admin.post(f"{PATH}/{person.api_id}", body)


def test_deactivation_ends_all_sessions_and_stores_roles(admin: Browser, person: User, app, clock):
    browsers = [Browser(app, ORIGIN).signed_in_as(person, clock.now()) for _ in range(2)]
    answer = _deactivate(admin, person).json()["data"]
    assert (answer["roles"], answer["previous_roles"]) == ([], ["account_manager", "employee"])
    assert answer["status"] == "deactivated"
    assert [browser.get("/api/v1/me").status_code for browser in browsers] == [401, 401]


def test_earlier_links_and_codes_return_422(admin: Browser, person: User, app, database: Database):
    visitor_browser = Browser(app, ORIGIN)
    visitor_browser.post("/auth/email/codes", {"email": person.email})
    code = latest_mail(app, "sign_in_code").link_params["code"]
    with database.write() as session:
        token = make_email_link(session, app.state.context, person)
    _deactivate(admin, person)
    with assert_unchanged(database, ("activity", "table_changes")):
        assert visitor_browser.post("/login", {"email": person.email, "code": code}).status_code == 422
        assert visitor_browser.post("/auth/passwords", {"token": token, "password": NEW}).status_code == 422


@pytest.mark.one_database
@pytest.mark.parametrize("route", MATRIX)
def test_deactivated_user_can_only_read_themself_and_sign_out(world: World, route: str):
    browser = world.new_user_browser("none")
    call = build_call(route, world, "none", "missing" if "{id}" in route else next(iter(MATRIX[route])))
    if route in PUBLIC_ROUTES | SERVICE_ROUTES | HAS_SESSION_ROUTES:
        browser = browser_for(route, world, "none")
        assert browser.get("/api/v1/me").status_code == 200
        return
    method, _ = split_route(route)
    with assert_unchanged(world.database):
        answer = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert (answer.status_code, answer.json()["code"]) == (403, "deactivated")


def test_deactivated_user_signs_in_without_permissions(admin: Browser, person: User, app):
    _deactivate(admin, person)
    browser = Browser(app, ORIGIN)
    assert browser.post("/login", {"email": person.email, "password": PASSWORD}).status_code == 200
    me = browser.get("/api/v1/me").json()["data"]
    assert (me["roles"], me["status"], me["permissions"]) == ([], "deactivated", {})
    assert browser.get("/api/v1/clients").status_code == 403
    assert browser.post("/logout").status_code == 204


def test_reactivation_restores_roles(admin: Browser, person: User, app, database: Database):
    _deactivate(admin, person)
    assert admin.delete(f"{PATH}/{person.api_id}").status_code == 204
    browser = Browser(app, ORIGIN)
    browser.post("/login", {"email": person.email, "password": PASSWORD})
    assert browser.get("/api/v1/me").json()["data"]["roles"] == ["account_manager", "employee"]
    assert browser.get("/api/v1/clients").status_code == 200
    changes = [(row.changes["roles"], row.changes["status"]) for row in read_activity(database, "changed")]
    assert changes == [
        ([["account_manager", "employee"], []], ["active", "deactivated"]),
        ([[], ["account_manager", "employee"]], ["deactivated", "active"]),
    ]


def test_repeated_deactivation_or_reactivation_is_refused(admin: Browser, person: User, database: Database):
    with assert_unchanged(database):
        assert admin.delete(f"{PATH}/{person.api_id}").json()["code"] == "not_deactivated"
    _deactivate(admin, person)
    with assert_unchanged(database):
        assert _deactivate(admin, person).json()["code"] == "already_deactivated"


def test_reactivation_without_previous_roles_is_refused(admin: Browser, database: Database):
    with database.write() as session:
        user = make_user(session, roles=[])
    with assert_unchanged(database):
        assert admin.delete(f"{PATH}/{user.api_id}").json()["code"] == "no_previous_roles"
    answer = admin.patch(f"/api/v1/users/{user.api_id}", {"roles": ["employee"]})
    assert answer.json()["data"]["status"] in ("active", "invited")


def test_users_cannot_deactivate_themselves(sign_in_as: Any, database: Database):
    owner = sign_in_as("super_admin")
    sign_in_as("super_admin")
    with assert_unchanged(database):
        assert _deactivate(owner, owner.user).json()["code"] == "yourself"


@pytest.fixture
def managed_ids(database: Database, person: User) -> dict[str, list[int]]:
    """Create open clients and projects of the user, and others that are closed, archived or someone else's."""
    with database.write() as session:
        managed = {"account_manager_id": person.id}
        clients = [make_client(session, **managed), make_client(session, **managed)]
        make_client(session, archived_at=NOON, **managed)
        other_client = make_client(session)
        projects = [
            make_project(session, client_id=other_client.id, status=status, **managed) for status in ("active", "draft")
        ]
        make_project(session, client_id=other_client.id, status="completed", **managed)
        make_project(session, client_id=other_client.id, archived_at=NOON, **managed)
        return {"clients": [one.id for one in clients], "projects": [one.id for one in projects]}


def _manager_ids(database: Database, managed_ids: dict[str, list[int]]) -> set[int]:
    with database.read() as db:
        clients = select(Client.account_manager_id).where(Client.id.in_(managed_ids["clients"]))
        projects = select(Project.account_manager_id).where(Project.id.in_(managed_ids["projects"]))
        return {*db.execute(clients).scalars(), *db.execute(projects).scalars()}


def _count_managed(database: Database, person: User) -> int:
    with database.read() as db:
        return len(db.execute(select(Client.id).where(Client.account_manager_id == person.id)).all()) + len(
            db.execute(select(Project.id).where(Project.account_manager_id == person.id)).all()
        )


def test_open_work_is_counted_and_reassigned(
    admin: Browser, person: User, managed_ids: dict[str, list[int]], database: Database
):
    path = f"/api/v1/users/{person.api_id}/responsibilities"
    assert admin.get(path).json()["data"] == {"clients": 2, "projects": 2, "terms_to_come": 0}
    with database.write() as session:
        successor = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Roy")
    assert _deactivate(admin, person, successor=successor.api_id).status_code == 200
    assert _manager_ids(database, managed_ids) == {successor.id}
    assert _count_managed(database, person) == 3
    assert admin.get(path).json()["data"] == {"clients": 0, "projects": 0, "terms_to_come": 0}
    assert read_activity(database, "handed_over")[0].changes == {
        "to": [None, "Zoé Roy"], "clients": [None, 2], "projects": [None, 2],
    }  # fmt: skip
    changed = [row for row in read_activity(database, "changed") if row.subject_type in ("client", "project")]
    assert len(changed) == 4
    assert all(row.changes["account_manager"] == [person.name, "Zoé Roy"] for row in changed)


def test_without_successor_nothing_is_reassigned(
    admin: Browser, person: User, managed_ids: dict[str, list[int]], database: Database
):
    assert _deactivate(admin, person).status_code == 200
    assert _manager_ids(database, managed_ids) == {person.id}


INVALID_SUCCESSORS: dict[str, dict[str, Any]] = {
    "no account manager": {"roles": ["employee"]},
    "deactivated": {"roles": [], "previous_roles": ["account_manager"]},
    "invited": {"roles": ["account_manager"], "status": "invited"},
}


@pytest.mark.parametrize("kind", [*INVALID_SUCCESSORS, "themself", "unknown"])
def test_invalid_successor_returns_422(
    admin: Browser, person: User, managed_ids: dict[str, list[int]], database: Database, kind: str
):
    successor = {"themself": person.api_id, "unknown": "01930000-0000-7000-8000-000000000000"}.get(kind, "")
    if not successor:
        with database.write() as session:
            successor = make_user(session, **INVALID_SUCCESSORS[kind]).api_id
    with assert_unchanged(database):
        answer = _deactivate(admin, person, successor=successor)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["successor"]


def test_empty_roles_deactivate_the_user(admin: Browser, person: User, app, clock):
    browser = Browser(app, ORIGIN).signed_in_as(person, clock.now())
    answer = admin.patch(f"/api/v1/users/{person.api_id}", {"roles": []}).json()["data"]
    assert (answer["status"], answer["previous_roles"]) == ("deactivated", ["account_manager", "employee"])
    assert browser.get("/api/v1/me").status_code == 401
