"""Tests of the caller's own profile and permissions."""

from collections.abc import Callable

import pytest

from regie.access.permissions import GRANTS, Permission
from tests.browser import Browser

SignIn = Callable[..., Browser]


def test_employee_changes_their_own_profile(sign_in_as: SignIn):
    browser = sign_in_as("employee")
    profile = f"/api/v1/users/{browser.user.api_id}/profile"
    response = browser.patch(profile, {"first_name": "Émilie", "timezone": "America/Halifax", "version": 1})
    assert response.status_code == 200, response.text
    assert response.json()["data"]["first_name"] == "Émilie"
    assert browser.get(profile).json() == response.json()
    me = browser.get("/api/v1/me").json()["data"]
    assert (me["timezone"], me["version"]) == ("America/Halifax", response.json()["data"]["version"])


def test_profile_of_another_user_is_forbidden(sign_in_as: SignIn):
    browser, other = sign_in_as("account_manager"), sign_in_as("employee").user
    assert browser.get(f"/api/v1/users/{other.api_id}/profile").status_code == 403
    assert browser.patch(f"/api/v1/users/{other.api_id}/profile", {"first_name": "X"}).status_code == 404


@pytest.mark.parametrize("role", ["financial_manager", "account_manager", "super_admin"])
def test_everyone_reads_their_own_permissions_with_the_granting_roles(sign_in_as: SignIn, role: str):
    browser = sign_in_as(role, "employee")
    access = browser.get("/api/v1/me/access").json()["data"]
    assert access["roles"] == [role, "employee"]
    grants = {grant["permission"]: grant for grant in access["grants"]}
    assert grants["clients.view"]["roles"] == [role]
    assert grants["directory.view"] == {
        "permission": "directory.view", "scope": "all", "roles": [role, "employee"], "by_record": False,
    }  # fmt: skip
    assert set(grants) == {name.value for name in GRANTS[role].keys() | GRANTS["employee"].keys()}


def test_super_administrator_has_every_permission(sign_in_as: SignIn):
    browser = sign_in_as("super_admin")
    for path in ("/api/v1/me/access", f"/api/v1/users/{browser.user.api_id}/access"):
        listed = {grant["permission"] for grant in browser.get(path).json()["data"]["grants"]}
        assert listed == {name.value for name in Permission}


def test_qr_code_is_a_standalone_image(sign_in_as: SignIn):
    browser = sign_in_as("employee")
    start = browser.call("PUT", "/api/v1/me/second-factor/totp").json()["data"]
    assert start["qr_code"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
