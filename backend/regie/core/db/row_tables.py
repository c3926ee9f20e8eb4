"""Passes rows to a statement as one parameter, which joins them as a table.

`VALUES` has a parameter per value: other rows are another text of the statement, which is compiled and parsed again.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import CTE, ColumnElement, Date, Integer, String, bindparam, cast, func, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import TypeEngine

Cell = int | date


class json_rows(GenericFunction[Any]):
    """`json_rows(array)`: one row per element of a JSON array, in the column `value`."""

    inherit_cache = True


@compiles(json_rows, "postgresql")
def _rows_on_postgresql(element: json_rows, compiler: SQLCompiler, **options: Any) -> str:
    (array,) = list(element.clauses)
    return f"json_array_elements(CAST({compiler.process(array, **options)} AS JSON))"


@compiles(json_rows, "sqlite")
def _rows_on_sqlite(element: json_rows, compiler: SQLCompiler, **options: Any) -> str:
    (array,) = list(element.clauses)
    return f"json_each({compiler.process(array, **options)})"


class json_item(GenericFunction[Any]):
    """`json_item(array, index)`: one item of a JSON array, as text on PostgreSQL."""

    inherit_cache = True


@compiles(json_item, "postgresql")
def _item_on_postgresql(element: json_item, compiler: SQLCompiler, **options: Any) -> str:
    array, index = (compiler.process(clause, **options) for clause in element.clauses)
    return f"({array} ->> CAST({index} AS INTEGER))"


@compiles(json_item, "sqlite")
def _item_on_sqlite(element: json_item, compiler: SQLCompiler, **options: Any) -> str:
    array, index = (compiler.process(clause, **options) for clause in element.clauses)
    return f"json_extract({array}, '$[' || {index} || ']')"


def table_of(name: str, columns: Sequence[tuple[str, type[Cell]]], rows: Iterable[Sequence[Cell]]) -> CTE:
    """Return the rows as a table with these columns, of integers and dates; it may have no rows."""
    text = json.dumps([[_as_json(cell) for cell in row] for row in rows], separators=(",", ":"))
    elements = json_rows(bindparam(f"{name}_rows", text, String, unique=True)).table_valued(
        "value", name=f"{name}_json"
    )
    cells = [_cell(elements.c.value, number, kind).label(column) for number, (column, kind) in enumerate(columns)]
    return select(*cells).select_from(elements).cte(name)


def _as_json(cell: Cell) -> int | str:
    return cell.isoformat() if isinstance(cell, date) else cell


def _cell(value: ColumnElement[Any], number: int, kind: type[Cell]) -> ColumnElement[Any]:
    item: ColumnElement[Any] = json_item(value, number)
    if kind is date:
        # SQLite stores dates as text, and its CAST would make numbers of them.
        return func.as_date(item)
    return cast(item, Integer)


class as_date(GenericFunction[date]):
    """`as_date(text)`: the date of an ISO text."""

    type: TypeEngine[date] = Date()
    inherit_cache = True


@compiles(as_date, "postgresql")
def _date_on_postgresql(element: as_date, compiler: SQLCompiler, **options: Any) -> str:
    (text,) = list(element.clauses)
    return f"CAST({compiler.process(text, **options)} AS DATE)"


@compiles(as_date, "sqlite")
def _date_on_sqlite(element: as_date, compiler: SQLCompiler, **options: Any) -> str:
    (text,) = list(element.clauses)
    return compiler.process(text, **options)
