"""Ending a person's access: at once and everywhere, with what they looked after handed over; and giving it back."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.doors import make_link
from tests.factories.log import log_of
from tests.factories.people import PASSWORD, make_user
from tests.factories.post import newest
from tests.factories.work import make_client, make_project
from tests.factories.world import World, unchanged, world
from tests.rules.test_routes import FOR_ALL_SIGNED_IN, FOR_SERVICES, PUBLIC

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


def _end(admin: Browser, person: User, **body: Any) -> Any:
    return admin.post(f"{PATH}/{person.api_id}", body)


def test_it_ends_every_session_at_once_and_remembers_the_roles(admin: Browser, person: User, app, clock):
    browsers = [Browser(app, ORIGIN).carrying(person, clock.now()) for _ in range(2)]
    answer = _end(admin, person).json()["data"]
    assert (answer["roles"], answer["previous_roles"]) == ([], ["account_manager", "employee"])
    assert answer["status"] == "deactivated"
    assert [browser.get("/api/v1/me").status_code for browser in browsers] == [401, 401]


def test_links_and_codes_sent_before_open_nothing(admin: Browser, person: User, app, database: Database):
    asking = Browser(app, ORIGIN)
    asking.post("/auth/email/codes", {"email": person.email})
    code = newest(app, "sign_in_code").opened["code"]
    with database.write() as session:
        token = make_link(session, app.state.context, person)
    _end(admin, person)
    with unchanged(database, ("activity", "table_changes")):
        assert asking.post("/login", {"email": person.email, "code": code}).status_code == 422
        assert asking.post("/auth/passwords", {"token": token, "password": NEW}).status_code == 422


@pytest.mark.one_database
@pytest.mark.parametrize("route", MATRIX)
def test_afterwards_they_reach_only_who_they_are_and_the_way_out(world: World, route: str):
    browser = world.newcomer("none")
    call = call_of(route, world, "none", "missing" if "{id}" in route else next(iter(MATRIX[route])))
    if route in PUBLIC | FOR_SERVICES | FOR_ALL_SIGNED_IN:
        browser = browser_of(route, world, "none")
        assert browser.get("/api/v1/me").status_code == 200
        return
    method, _ = split(route)
    with unchanged(world.database):
        answer = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert (answer.status_code, answer.json()["code"]) == (403, "deactivated")


def test_signing_in_again_shows_that_it_is_over(admin: Browser, person: User, app):
    _end(admin, person)
    browser = Browser(app, ORIGIN)
    assert browser.post("/login", {"email": person.email, "password": PASSWORD}).status_code == 200
    me = browser.get("/api/v1/me").json()["data"]
    assert (me["roles"], me["status"], me["permissions"]) == ([], "deactivated", {})
    assert browser.get("/api/v1/clients").status_code == 403
    assert browser.post("/logout").status_code == 204


def test_giving_it_back_gives_the_same_roles(admin: Browser, person: User, app, database: Database):
    _end(admin, person)
    assert admin.delete(f"{PATH}/{person.api_id}").status_code == 204
    browser = Browser(app, ORIGIN)
    browser.post("/login", {"email": person.email, "password": PASSWORD})
    assert browser.get("/api/v1/me").json()["data"]["roles"] == ["account_manager", "employee"]
    assert browser.get("/api/v1/clients").status_code == 200
    told = [(row.changes["roles"], row.changes["status"]) for row in log_of(database, "changed")]
    assert told == [
        ([["account_manager", "employee"], []], ["active", "deactivated"]),
        ([[], ["account_manager", "employee"]], ["deactivated", "active"]),
    ]


def test_what_is_ended_already_is_not_ended_again_nor_given_back_twice(
    admin: Browser, person: User, database: Database
):
    with unchanged(database):
        assert admin.delete(f"{PATH}/{person.api_id}").json()["code"] == "not_deactivated"
    _end(admin, person)
    with unchanged(database):
        assert _end(admin, person).json()["code"] == "already_deactivated"


def test_without_roles_to_give_back_they_must_be_chosen(admin: Browser, database: Database):
    with database.write() as session:
        nobody = make_user(session, roles=[])
    with unchanged(database):
        assert admin.delete(f"{PATH}/{nobody.api_id}").json()["code"] == "no_previous_roles"
    answer = admin.patch(f"/api/v1/users/{nobody.api_id}", {"roles": ["employee"]})
    assert answer.json()["data"]["status"] in ("active", "invited")


def test_nobody_ends_their_own_access(sign_in_as: Any, database: Database):
    owner = sign_in_as("super_admin")
    sign_in_as("super_admin")
    with unchanged(database):
        assert _end(owner, owner.user).json()["code"] == "yourself"


@pytest.fixture
def held(database: Database, person: User) -> dict[str, list[int]]:
    """Open clients and projects of the person, and what is closed, archived or somebody else's."""
    with database.write() as session:
        mine = {"account_manager_id": person.id}
        clients = [make_client(session, **mine), make_client(session, **mine)]
        make_client(session, archived_at=NOON, **mine)
        theirs = make_client(session)
        projects = [make_project(session, client_id=theirs.id, status=status, **mine) for status in ("active", "draft")]
        make_project(session, client_id=theirs.id, status="completed", **mine)
        make_project(session, client_id=theirs.id, archived_at=NOON, **mine)
        return {"clients": [one.id for one in clients], "projects": [one.id for one in projects]}


def _managers(database: Database, held: dict[str, list[int]]) -> set[int]:
    with database.read() as db:
        clients = select(Client.account_manager_id).where(Client.id.in_(held["clients"]))
        projects = select(Project.account_manager_id).where(Project.id.in_(held["projects"]))
        return {*db.execute(clients).scalars(), *db.execute(projects).scalars()}


def _closed(database: Database, person: User) -> int:
    with database.read() as db:
        return len(db.execute(select(Client.id).where(Client.account_manager_id == person.id)).all()) + len(
            db.execute(select(Project.id).where(Project.account_manager_id == person.id)).all()
        )


def test_what_is_open_is_counted_and_handed_over_with_it(
    admin: Browser, person: User, held: dict[str, list[int]], database: Database
):
    assert admin.get(f"/api/v1/users/{person.api_id}/holdings").json()["data"] == {"clients": 2, "projects": 2}
    with database.write() as session:
        heir = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Roy")
    assert _end(admin, person, hand_over_to=heir.api_id).status_code == 200
    assert _managers(database, held) == {heir.id}
    assert _closed(database, person) == 3
    assert admin.get(f"/api/v1/users/{person.api_id}/holdings").json()["data"] == {"clients": 0, "projects": 0}
    assert log_of(database, "handed_over")[0].changes == {
        "to": [None, "Zoé Roy"], "clients": [None, 2], "projects": [None, 2],
    }  # fmt: skip
    changed = [row for row in log_of(database, "changed") if row.subject_type in ("client", "project")]
    assert len(changed) == 4
    assert all(row.changes["account_manager"] == [person.name, "Zoé Roy"] for row in changed)


def test_without_an_heir_nothing_moves(admin: Browser, person: User, held: dict[str, list[int]], database: Database):
    assert _end(admin, person).status_code == 200
    assert _managers(database, held) == {person.id}


HEIRS: dict[str, dict[str, Any]] = {
    "no account manager": {"roles": ["employee"]},
    "deactivated": {"roles": [], "previous_roles": ["account_manager"]},
    "not here yet": {"roles": ["account_manager"], "status": "invited"},
}


@pytest.mark.parametrize("kind", [*HEIRS, "themself", "nobody"])
def test_not_everyone_can_be_an_heir_and_then_nothing_happens(
    admin: Browser, person: User, held: dict[str, list[int]], database: Database, kind: str
):
    heir = {"themself": person.api_id, "nobody": "01930000-0000-7000-8000-000000000000"}.get(kind, "")
    if not heir:
        with database.write() as session:
            heir = make_user(session, **HEIRS[kind]).api_id
    with unchanged(database):
        answer = _end(admin, person, hand_over_to=heir)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["hand_over_to"]


def test_emptying_the_roles_is_the_same(admin: Browser, person: User, app, clock):
    browser = Browser(app, ORIGIN).carrying(person, clock.now())
    answer = admin.patch(f"/api/v1/users/{person.api_id}", {"roles": []}).json()["data"]
    assert (answer["status"], answer["previous_roles"]) == ("deactivated", ["account_manager", "employee"])
    assert browser.get("/api/v1/me").status_code == 401
