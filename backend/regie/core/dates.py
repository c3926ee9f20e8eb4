"""Days between two dates, in SQL that both engines understand."""

from typing import Any

from sqlalchemy import Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class days_between(GenericFunction[int]):
    """`days_between(later, earlier)`: whole days, negative when `later` is the earlier one."""

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
