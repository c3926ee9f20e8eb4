"""The document names the keys by which each list can be sorted: those that it takes, and no other."""

import re
from typing import Any

import pytest

from regie.openapi import SORT_KEYS
from tests.factories.world import World

# The settings say into which parts receivables are aged.
AGEING_PART = re.compile(r"current|\d+_\d+|over_\d+")
NEEDED = {"/dashboard-rows": {"figure": "mrr"}}


def _answer(world: World, path: str, sort: str) -> Any:
    return world.browser("super_admin").get(f"/api/v1{path}", params={"sort": sort, **NEEDED.get(path, {})})


LISTS = [path for path, keys in SORT_KEYS.items() if keys and "{" not in path]


@pytest.mark.parametrize("path", LISTS)
def test_list_refuses_other_keys_and_names_its_own(world: World, path: str):
    answer = _answer(world, path, "no_such_key")
    assert answer.status_code == 422
    (text,) = answer.json()["errors"]["sort"]
    named = {key.strip(" .\"'“”") for key in text.split(":")[-1].split(",")}
    assert {key for key in named if not AGEING_PART.fullmatch(key)} == set(SORT_KEYS[path])
