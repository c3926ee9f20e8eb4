"""Reads the statements of lists, and examines their tables, the joins that they need, and values in them."""

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, ClauseElement, Connection, FromClause, Join, Select, Table
from sqlalchemy.sql import visitors
from sqlalchemy.sql.expression import ColumnClause

from regie.core.db.ids import is_api_id
from regie.core.db.query_cache import QueryCache
from regie.core.db.table_versions import UNVERSIONED
from regie.core.money.amounts import scaled_to_money


def read_tables(statement: ClauseElement) -> frozenset[str]:
    """Return the names of all tables that a statement and its subqueries read."""
    return frozenset(found.name for found in visitors.iterate(statement) if isinstance(found, Table))


def prune_joins(source: FromClause, clauses: Iterable[ClauseElement]) -> FromClause:
    """Return `source` without the outer joins that neither `clauses` nor the other joins read.

    An outer join of a list matches at most one row, so leaving it out changes neither rows nor counts. PostgreSQL finds
    this by itself; SQLite does not where rows are counted.
    """
    used = {name for clause in clauses for name in _names(clause)}

    def prune(part: FromClause) -> FromClause:
        if not isinstance(part, Join):
            return part
        if part.isouter and not part.full and used.isdisjoint(_sources(part.right)):
            return prune(part.left)
        used.update(_names(part.onclause))
        return prune(part.left).join(part.right, part.onclause, isouter=part.isouter, full=part.full)

    return prune(source)


def refuse_values(statement: ClauseElement) -> None:
    """Refuse values in a statement: all callers share it, so another caller would get them."""
    for element in visitors.iterate(statement):
        if not isinstance(element, BindParameter) or not element.unique:
            continue
        value = element.value
        if (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and is_api_id(value)):
            raise AssertionError(f"a shared statement contains the value {value!r}; bind it by name")


def open_cache(statement: ClauseElement) -> QueryCache[Any]:
    """Return the cache of the results of a statement; it stays empty when one of its tables has no version."""
    tables = read_tables(statement)
    return QueryCache(() if tables & UNVERSIONED else tables)


def read_ids(db: Connection, statement: Select[Any], values: Mapping[str, Any]) -> Sequence[int]:
    return array("q", db.execute(statement, dict(values)).scalars())


def read_sums(
    db: Connection, statement: Select[Any], values: Mapping[str, Any], names: Collection[str]
) -> list[dict[str, Any]]:
    """Return one row per currency, `names` as money."""
    return serialize_sums(db.execute(statement, dict(values)).mappings().all(), names)


def serialize_sums(rows: Iterable[Mapping[Any, Any]], names: Collection[str]) -> list[dict[str, Any]]:
    return [
        {"currency": row["currency_"]} | {name: scaled_to_money(int(row[name]), row["currency_"]) for name in names}
        for row in rows
    ]


def _names(clause: ClauseElement | None) -> set[str]:
    found = () if clause is None else visitors.iterate(clause)
    return {_name(part.table) for part in found if isinstance(part, ColumnClause) and part.table is not None}


def _sources(part: FromClause) -> set[str]:
    return {*_sources(part.left), *_sources(part.right)} if isinstance(part, Join) else {_name(part)}


def _name(source: Any) -> str:
    return str(source.name)
