"""Calculates a share of an integer exactly in SQL, although the product can exceed a 64-bit integer."""

import sqlite3
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class share_of(GenericFunction[int]):
    """`share_of(whole, part, of)` = whole × part ÷ of, rounded down; no argument is negative, `of` is above 0."""

    type = BigInteger()
    inherit_cache = True


@compiles(share_of, "postgresql")
def _on_postgresql(element: share_of, compiler: SQLCompiler, **options: Any) -> str:
    whole, part, of = (compiler.process(clause, **options) for clause in element.clauses)
    return f"CAST(div(CAST({whole} AS NUMERIC) * ({part}), {of}) AS BIGINT)"


def register_sqlite_function(connection: sqlite3.Connection) -> None:
    """Register `share_of`: SQLite itself would switch to floats."""
    connection.create_function("share_of", 3, _share, deterministic=True)


def _share(whole: int | None, part: int | None, of: int | None) -> int | None:
    return None if whole is None or part is None or not of else whole * part // of
