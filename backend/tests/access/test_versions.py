"""A change of a record is one new version of it, whatever it touches; a change to what is there already is none."""

from typing import Any

import pytest

from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.browser import Browser
from tests.factories.world import World

CHANGES = [
    route for route in MATRIX if route.startswith("PATCH ") and f"GET {split(route)[1]}" in MATRIX and "{id}" in route
]


def _version(browser: Browser, path: str) -> int | None:
    return browser.get(path).json()["data"].get("version")


@pytest.mark.parametrize("route", CHANGES)
def test_a_change_raises_the_version_by_one(world: World, route: str):
    browser = browser_of(route, world, "super_admin")
    call = call_of(route, world, "super_admin", "own" if "own" in MATRIX[route] else next(iter(MATRIX[route])))
    before = _version(browser, call.path)
    if before is None:
        pytest.skip("this record has no version: nothing of it is edited by two people")
    body: dict[str, Any] = {**call.options.get("json", {}), "version": before}
    answer = browser.patch(call.path, body) if call.form is None else browser.call("PATCH", call.path, **call.options)
    assert answer.status_code == 200, answer.text
    assert _version(browser, call.path) == before + 1
