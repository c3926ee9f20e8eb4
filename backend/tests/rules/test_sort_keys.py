"""Tests that the sort keys of the document are those that each list accepts."""

import re
from typing import Any

import pytest

from regie.openapi import SORT_KEYS
from tests.factories.world import World

# The settings define the aging buckets of receivables.
AGING_BUCKET = re.compile(r"current|\d+_\d+|over_\d+")
REQUIRED_PARAMS = {
    "/dashboard-rows": {"figure": "mrr"},
    "/month-restatements": {"figure": "mrr", "month": "2026-10"},
}


def _fetch(world: World, path: str, sort: str) -> Any:
    params = {"sort": sort, **REQUIRED_PARAMS.get(path, {})}
    if path == "/figure-rows":
        params |= {"figure": "employee_retained_mrr", "id": world.people["super_admin"].employee.api_id}
    return world.browser("super_admin").get(f"/api/v1{path}", params=params)


LISTS = [path for path, keys in SORT_KEYS.items() if keys and "{" not in path]


@pytest.mark.parametrize("path", LISTS)
def test_list_refuses_unknown_keys_and_lists_its_own(world: World, path: str):
    response = _fetch(world, path, "no_such_key")
    assert response.status_code == 422
    (text,) = response.json()["errors"]["sort"]
    named = {key.strip(" .\"'“”") for key in text.split(":")[-1].split(",")}
    assert {key for key in named if not AGING_BUCKET.fullmatch(key)} == set(SORT_KEYS[path])
