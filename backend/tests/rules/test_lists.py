"""Tests that leaving out a join that is not read changes no row of a list."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Alias, ColumnElement, FromClause, Index, Join, Subquery, Table, UniqueConstraint
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression
from sqlalchemy.sql.expression import ColumnClause

import regie.domains
from regie.core.lists.listing import Listing


def _find_lists() -> Iterator[Any]:
    for module in pkgutil.walk_packages(regie.domains.__path__, "regie.domains."):
        for name, value in vars(importlib.import_module(module.name)).items():
            found = getattr(value, "listing", value)
            if isinstance(found, Listing):
                yield pytest.param(found, id=f"{module.name.removeprefix('regie.domains.')}.{name}")


def _outer_joins(source: FromClause) -> Iterator[tuple[FromClause, ColumnElement[bool]]]:
    while isinstance(source, Join):
        if source.isouter:
            assert source.onclause is not None
            yield source.right, source.onclause
        source = source.left


def _compared_columns(joined: Any, condition: ColumnElement[bool]) -> set[str]:
    """Return the columns of the joined table that equal a column of another."""
    found = set()
    for part in visitors.iterate(condition):
        if isinstance(part, BinaryExpression) and part.operator is operators.eq:
            sides = [side for side in (part.left, part.right) if isinstance(side, ColumnClause)]
            found |= {side.name for side in sides if side.table is not None and side.table.name == joined.name}
    return found


def _unique_keys(joined: Any) -> Iterator[set[str]]:
    if isinstance(joined, Subquery):
        yield {column.name for column in joined.element.selectable._group_by_clauses}
        return
    table = joined.element if isinstance(joined, Alias) else joined
    assert isinstance(table, Table)
    yield {column.name for column in table.primary_key}
    unique = [one for one in (*table.constraints, *table.indexes) if isinstance(one, UniqueConstraint | Index)]
    yield from ({c.name for c in one.columns} for one in unique if not isinstance(one, Index) or one.unique)


@pytest.mark.one_database
@pytest.mark.parametrize("found", [*_find_lists()])
def test_outer_joins_lead_to_unique_keys(found: Listing[Any]):
    for joined, condition in _outer_joins(found.source):
        columns = _compared_columns(joined, condition)
        assert any(key and key <= columns for key in _unique_keys(joined)), f"{joined} by {condition}"
