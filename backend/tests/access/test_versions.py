"""A change of a record is one new version of it, whatever it touches; a change to what is there already is none."""

from dataclasses import replace
from typing import Any

import pytest

from tests.access.doors import Call
from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.browser import Browser
from tests.factories.world import World

CHANGES = [route for route in MATRIX if route.startswith("PATCH ")]
# What is edited by one person alone or a single value at a time: there is nothing that two could overwrite unseen.
UNVERSIONED = {
    "PATCH /api/v1/notifications/{id}": "only whoever was told marks it as read",
}
# Read as a part of another record, which shows its version.
PARTS = {
    "PATCH /api/v1/employees/{id}/leaves/{leave_id}": "leaves",
}
# Where the matrix sends what is there already.
OTHERWISE = {"PATCH /api/v1/enum-options/{enum}/{value}": {"name_en": "Elsewhere"}}
VERSIONED = [route for route in CHANGES if route not in UNVERSIONED and route not in PARTS]


def _call(world: World, route: str) -> tuple[Browser, Call]:
    browser = browser_of(route, world, "super_admin")
    row = "own" if "own" in MATRIX[route] else next(iter(MATRIX[route]))
    call = call_of(route, world, "super_admin", row)
    return browser, replace(call, body=OTHERWISE.get(route, call.body))


def _version(browser: Browser, path: str) -> int:
    return browser.get(path).json()["data"]["version"]


def _change(browser: Browser, call: Call, version: int) -> Any:
    if call.form is not None:
        return browser.call("PATCH", call.path, **call.options)
    return browser.patch(call.path, {**call.body, "version": version})


def test_what_has_no_version_is_named_here():
    assert set(UNVERSIONED) | set(PARTS) <= set(CHANGES)
    unread = [route for route in VERSIONED if f"GET {split(route)[1]}" not in MATRIX]
    assert unread == []


@pytest.mark.parametrize("route", VERSIONED)
def test_a_change_raises_the_version_by_one_and_the_same_again_by_none(world: World, route: str):
    browser, call = _call(world, route)
    before = _version(browser, call.path)
    answer = _change(browser, call, before)
    assert answer.status_code == 200, answer.text
    assert _version(browser, call.path) == before + 1
    again = _change(browser, call, before + 1)
    # A file that is sent again is a newer one of the attachment.
    same = before + (1 if call.file is None else 2)
    assert (again.status_code, _version(browser, call.path)) == (200, same), again.text
