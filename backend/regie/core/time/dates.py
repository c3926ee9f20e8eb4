"""SQL functions for date arithmetic on both engines."""

from datetime import date
from typing import Any

from sqlalchemy import Date, Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class days_between(GenericFunction[int]):
    """`days_between(later, earlier)`: whole days, negative when `later` is earlier."""

    type = Integer()
    inherit_cache = True


@compiles(days_between, "postgresql")
def _on_postgresql(element: days_between, compiler: SQLCompiler, **options: Any) -> str:
    later, earlier = list(element.clauses)
    return f"({compiler.process(later, **options)} - {compiler.process(earlier, **options)})"


@compiles(days_between, "sqlite")
def _on_sqlite(element: days_between, compiler: SQLCompiler, **options: Any) -> str:
    later, earlier = list(element.clauses)
    left, right = compiler.process(later, **options), compiler.process(earlier, **options)
    return f"CAST(julianday({left}) - julianday({right}) AS INTEGER)"


class days_after(GenericFunction[date]):
    """`days_after(day, number)`: the date that many days later."""

    type = Date()
    inherit_cache = True


@compiles(days_after, "postgresql")
def _later_on_postgresql(element: days_after, compiler: SQLCompiler, **options: Any) -> str:
    day, number = list(element.clauses)
    return f"({compiler.process(day, **options)} + {compiler.process(number, **options)})"


@compiles(days_after, "sqlite")
def _later_on_sqlite(element: days_after, compiler: SQLCompiler, **options: Any) -> str:
    day, number = list(element.clauses)
    return f"date({compiler.process(day, **options)}, ({compiler.process(number, **options)}) || ' days')"
