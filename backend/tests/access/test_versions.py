"""Tests that each change increments the version of a record once, and that an equal change does not."""

from dataclasses import replace
from typing import Any

import pytest

from tests.access.accounts import Call
from tests.access.matrix import MATRIX, browser_for, build_call, split_route
from tests.browser import Browser
from tests.factories.world import World

CHANGES = [route for route in MATRIX if route.startswith("PATCH ")]
# No change of another user can be overwritten.
UNVERSIONED = {
    "PATCH /api/v1/company-targets": "each change names the target that it replaces",
    "PATCH /api/v1/notifications/{id}": "only its recipient marks it as read",
}
# Part of another record, which contains the version.
PARTS = {
    "PATCH /api/v1/employees/{id}/leaves/{leave_id}": "leaves",
    "PATCH /api/v1/employees/{id}/employment-terms/{term_id}": "employment-terms",
    "PATCH /api/v1/clients/{id}/responsibility-terms/{term_id}": "responsibility-terms",
    "PATCH /api/v1/projects/{id}/responsibility-terms/{term_id}": "responsibility-terms",
}
# Bodies for routes where the matrix sends the stored values.
OTHER_BODIES = {"PATCH /api/v1/enum-options/{enum}/{value}": {"name_en": "Elsewhere"}}
VERSIONED = [route for route in CHANGES if route not in UNVERSIONED and route not in PARTS]


def _call(world: World, route: str) -> tuple[Browser, Call]:
    browser = browser_for(route, world, "super_admin")
    row = "own" if "own" in MATRIX[route] else next(iter(MATRIX[route]))
    call = build_call(route, world, "super_admin", row)
    return browser, replace(call, body=OTHER_BODIES.get(route, call.body))


def _version(browser: Browser, path: str) -> int:
    return browser.get(path).json()["data"]["version"]


def _change(browser: Browser, call: Call, version: int) -> Any:
    if call.form is not None:
        return browser.call("PATCH", call.path, **call.options)
    return browser.patch(call.path, {**call.body, "version": version})


def test_every_versioned_record_can_be_read():
    assert set(UNVERSIONED) | set(PARTS) <= set(CHANGES)
    unreadable = [route for route in VERSIONED if f"GET {split_route(route)[1]}" not in MATRIX]
    assert unreadable == []


@pytest.mark.parametrize("route", VERSIONED)
def test_change_increments_the_version_once(world: World, route: str):
    browser, call = _call(world, route)
    before = _version(browser, call.path)
    response = _change(browser, call, before)
    assert response.status_code == 200, response.text
    assert _version(browser, call.path) == before + 1
    again = _change(browser, call, before + 1)
    # An uploaded file always becomes a new version of the attachment.
    expected = before + (1 if call.file is None else 2)
    assert (again.status_code, _version(browser, call.path)) == (200, expected), again.text
