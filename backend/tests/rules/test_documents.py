"""Tests the documentation against the product."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regie
from regie.domains.records.projects.models import KINDS
from tests.factories.work import make_project
from tests.factories.world import World

pytestmark = pytest.mark.one_database

DOCS = Path(regie.__file__).parents[2] / "docs"
DAYS = "from=2026-11-01&to=2026-11-30"


def _formulas(response: Any) -> Iterator[str]:
    if isinstance(response, list):
        for part in response:
            yield from _formulas(part)
    elif isinstance(response, dict):
        if "formula" in response:
            yield response["formula"]
        yield from _formulas(list(response.values()))


def _ids(world: World, path: str) -> str:
    with world.database.write() as session:
        for kind in KINDS:
            make_project(session, kind=kind, monthly_fee="100.00" if kind == "retainer" else None)
    listed = world.browser("super_admin").get(f"{path}?per_page=100").json()["data"]
    return ",".join(row["api_id"] for row in listed[:50])


@pytest.mark.parametrize(
    ("statistics", "subject"),
    [("projects-statistics", "projects"), ("employees-statistics", "employees"), ("teams-statistics", "teams"),
     ("churns-statistics", None), ("churns-analysis", None), ("receivables-aging", None),
     ("oos-sales-analysis", None), ("dashboard", None)],
)  # fmt: skip
def test_every_formula_in_a_response_is_documented(world: World, statistics: str, subject: str | None):
    query = f"id={_ids(world, f'/api/v1/{subject}')}&{DAYS}" if subject else DAYS * statistics.startswith("churns-")
    response = world.browser("super_admin").get(f"/api/v1/{statistics}?{query}")
    assert response.status_code == 200, response.json()
    named = set(_formulas(response.json()))
    documentation = (DOCS / "metrics.md").read_text("utf-8")
    assert named
    assert {formula for formula in named if f"`{formula}`" not in documentation} == set()
