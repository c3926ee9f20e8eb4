"""Tests that no one grants or edits above their rank, and that an active super administrator remains."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.permissions import Role, rank
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.factories.people import make_user
from tests.factories.world import World, assert_unchanged, world

__all__ = ["world"]
ROLES = [role.value for role in Role]
ADMIN_ROLES = {"super_admin", "admin"}


def _expected(actor: str, before: str, after: str) -> int:
    """Above the caller's rank 403; only super administrators grant and revoke administrators' roles."""
    if rank([before]) > rank([actor]):
        return 403
    changed = {before} ^ {after}
    return 422 if actor == "admin" and changed & ADMIN_ROLES else 200


@pytest.mark.parametrize("actor", ["super_admin", "admin"])
@pytest.mark.parametrize("before", ROLES)
def test_every_role_change_by_administrators(world: World, actor: str, before: str):
    browser = world.browser(actor)
    for after in ROLES:
        expected, path = _expected(actor, before, after), f"/api/v1/users/{world.user(actor, before)}"
        if expected == 200:
            assert browser.patch(path, {"roles": [after]}).json()["data"]["roles"] == [after]
            continue
        with assert_unchanged(world.database):
            assert browser.patch(path, {"roles": [after]}).status_code == expected, after


@pytest.mark.parametrize("actor", ["financial_manager", "account_manager", "churn_manager", "employee"])
@pytest.mark.parametrize("after", ROLES)
def test_other_roles_change_no_roles(world: World, actor: str, after: str):
    for api_id in (world.user(actor, "self"), world.user(actor, "employee")):
        with assert_unchanged(world.database):
            assert world.browser(actor).patch(f"/api/v1/users/{api_id}", {"roles": [after]}).status_code == 403
        with assert_unchanged(world.database):
            refused = world.browser(actor).patch(f"/api/v1/users/{api_id}/profile", {"roles": [after]})
        assert refused.status_code == 422


def test_administrator_cannot_become_super_administrator(world: World):
    path = f"/api/v1/users/{world.user('admin', 'self')}"
    for roles in (["super_admin"], ["admin", "super_admin"], ["employee"]):
        with assert_unchanged(world.database):
            assert world.browser("admin").patch(path, {"roles": roles}).status_code == 422


@pytest.mark.parametrize("roles", [["owner"], ["admin", "root"], "admin", [None], ["employee"] * 7, [["admin"]]])
def test_unknown_role_returns_422(world: World, roles: Any):
    path = f"/api/v1/users/{world.user('super_admin', 'employee')}"
    with assert_unchanged(world.database):
        assert world.browser("super_admin").patch(path, {"roles": roles}).status_code == 422


def test_repeated_role_is_stored_once(world: World):
    path = f"/api/v1/users/{world.user('super_admin', 'employee')}"
    response = world.browser("super_admin").patch(path, {"roles": ["churn_manager", "employee", "churn_manager"]})
    assert response.json()["data"]["roles"] == ["churn_manager", "employee"]


def test_only_a_change_of_rank_ends_sessions(sign_in_as: Callable[..., Browser]):
    super_admin = sign_in_as("super_admin")
    for before, after, status in (
        ("employee", "churn_manager", 200), ("admin", "employee", 401), ("employee", "admin", 401),
    ):  # fmt: skip
        browser = sign_in_as(before)
        assert super_admin.patch(f"/api/v1/users/{browser.user.api_id}", {"roles": [after]}).status_code == 200
        assert browser.get("/api/v1/me").status_code == status, (before, after)


def _super_admins(database: Database) -> set[int]:
    with database.read() as db:
        return {row.id for row in db.execute(select(User.id, User.roles)) if "super_admin" in row.roles}


REMOVALS: dict[str, Callable[[Browser, str], Any]] = {
    "demote": lambda browser, api_id: browser.patch(f"/api/v1/users/{api_id}", {"roles": ["admin"]}),
    "empty": lambda browser, api_id: browser.patch(f"/api/v1/users/{api_id}", {"roles": []}),
    "deactivate": lambda browser, api_id: browser.post(f"/api/v1/deactivated-users/{api_id}"),
    "delete": lambda browser, api_id: browser.delete(f"/api/v1/users/{api_id}"),
}


@pytest.mark.parametrize("removal", REMOVALS)
def test_last_super_administrator_stays(sign_in_as: Callable[..., Browser], database: Database, removal: str):
    super_admin = sign_in_as("super_admin")
    with assert_unchanged(database):
        assert REMOVALS[removal](super_admin, super_admin.user.api_id).status_code == 422
    assert _super_admins(database) == {super_admin.user.id}


@pytest.mark.parametrize("removal", REMOVALS)
def test_invited_super_administrator_does_not_count(
    sign_in_as: Callable[..., Browser], database: Database, removal: str
):
    super_admin = sign_in_as("super_admin")
    with database.write() as session:
        make_user(session, roles=["super_admin"], status="invited")
    with assert_unchanged(database):
        assert REMOVALS[removal](super_admin, super_admin.user.api_id).status_code == 422


@pytest.mark.parametrize("removal", ["demote", "deactivate"])
def test_two_super_administrators_removing_each_other_leave_one(
    sign_in_as: Callable[..., Browser], database: Database, removal: str
):
    one, other = sign_in_as("super_admin"), sign_in_as("super_admin")
    pairs = [(one, other), (other, one)]
    with ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(REMOVALS[removal], actor, victim.user.api_id) for actor, victim in pairs]
        statuses = sorted(call.result().status_code for call in calls)
    assert statuses[0] == 200
    assert statuses[1] in (401, 403, 422)
    assert len(_super_admins(database)) == 1


def test_one_of_two_super_administrators_can_be_removed(sign_in_as: Callable[..., Browser], database: Database):
    """Control of the test above."""
    one, other = sign_in_as("super_admin"), sign_in_as("super_admin")
    assert REMOVALS["demote"](one, other.user.api_id).status_code == 200
    assert _super_admins(database) == {one.user.id}


@pytest.mark.parametrize("actor", ["super_admin", "admin"])
@pytest.mark.parametrize("target", [*ROLES, "deactivated", "deactivated_admin", "deactivated_super_admin", "invited"])
def test_can_lists_exactly_the_allowed_actions(world: World, actor: str, target: str):
    """Every listed action succeeds and every other one fails."""
    calls: dict[str, tuple[str, str, Any]] = {
        "edit": ("PATCH", "/users/{id}", {"first_name": "Zoé"}),
        "edit_profile": ("PATCH", "/users/{id}/profile", {"first_name": "Zoé"}),
        "end_sessions": ("DELETE", "/users/{id}/sessions", None),
        "invite": ("POST", "/users/{id}/invitations", None),
        "deactivate": ("POST", "/deactivated-users/{id}", {}),
        "reactivate": ("DELETE", "/deactivated-users/{id}", None),
        "delete": ("DELETE", "/users/{id}", None),
        "impersonate": ("POST", "/impersonated-users/{id}", {"reason": "Question"}),
    }
    wrong = []
    for name, (method, path, body) in calls.items():
        api_id, browser = world.user(actor, target), world.new_user_browser(actor)
        can = browser.get(f"/api/v1/users/{api_id}").json()["data"]["can"]
        response = browser.call(method, "/api/v1" + path.format(id=api_id), **({} if body is None else {"json": body}))
        if (name in can) != (response.status_code < 300) and name != "end_sessions":
            wrong.append(f"{name}: {can}, {response.status_code}")
    assert wrong == []
