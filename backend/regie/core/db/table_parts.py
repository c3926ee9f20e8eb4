"""Declares parts of tables whose changes are counted by themselves: a result that reads only a part outlives others.

A new or deleted row changes each part that it belongs to. A statement that changes rows in the database changes all
parts of the table, because its rows are not known.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

from sqlalchemy import Table, inspect


@dataclass(frozen=True, slots=True)
class TablePart:
    """Some columns of a table, of all rows or of those that have one of the `values` in the column `by`."""

    table: str
    columns: frozenset[str]
    by: str | None
    values: frozenset[str]


# By the name under which their changes are counted.
PARTS: dict[str, TablePart] = {}
_OF_TABLE: dict[str, list[str]] = defaultdict(list)
# By table, the name under which the changes are counted that counted its parts; it is built on first use.
_COUNTED: dict[str, str] = {}
_DIGEST_BYTES = 8


def declare_part(
    model: Any, name: str, columns: Collection[str], *, by: str | None = None, values: Collection[str] = ()
) -> str:
    """Return the name of the part, to use like that of a table; beside the model, so that each writer counts it."""
    table: Table = model.__table__
    chosen = {*columns, *([by] if by else [])}
    if unknown := chosen - {*table.columns.keys()}:
        raise ValueError(f"{table.name} has no column {sorted(unknown)}")
    if table.name in _COUNTED:
        raise ValueError(f"the parts of {table.name} are in use: declare all of them beside the model")
    full_name = f"{table.name}.{name}"
    PARTS[full_name] = TablePart(table.name, frozenset(chosen), by, frozenset(values))
    _OF_TABLE[table.name].append(full_name)
    return full_name


def parts_of(table: str) -> Collection[str]:
    return _OF_TABLE.get(table, ())


def counts_of(table: str) -> Collection[str]:
    """What a change of a table adds to besides its parts: the table, and how often its parts were counted."""
    return (table, _counted(table)) if parts_of(table) else (table,)


def split_names(names: Collection[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The counts whose sum is the version of these tables and parts, and the counts to subtract from it.

    Changes of a table whose parts were not counted, by a release beside this one that has no parts or others, change
    all of its parts.
    """
    whole = {name for name in names if name not in PARTS}
    parts = {name for name in names if name in PARTS and PARTS[name].table not in whole}
    tables = {PARTS[name].table for name in parts}
    return frozenset(whole | parts | tables), frozenset(map(_counted, tables))


def _counted(table: str) -> str:
    """The name of the count, which another release shares only if it declares the same parts of the table."""
    if table not in _COUNTED:
        declared = [
            (name, PARTS[name].by, *map(sorted, (PARTS[name].columns, PARTS[name].values)))
            for name in sorted(parts_of(table))
        ]
        digest = blake2s(repr(declared).encode(), digest_size=_DIGEST_BYTES).hexdigest()
        _COUNTED[table] = f"{table}.*{digest}"
    return _COUNTED[table]


def find_changed_parts(row: Any, *, is_new: bool = False, is_deleted: bool = False) -> Iterator[str]:
    """The parts that a flush changed in a row."""
    names = parts_of(row.__table__.name)
    if not names:
        return
    state = inspect(row)
    for name in names:
        part = PARTS[name]
        if not (is_new or is_deleted or any(_has_changed(state, one) for one in part.columns)):
            continue
        # A row that enters or leaves the part changes it; so may one whose value is not loaded.
        has_moved = not is_new and part.by is not None and _has_changed(state, part.by)
        value = None if part.by is None or has_moved else state.dict.get(part.by)
        if value is None or value in part.values:
            yield name


def _has_changed(state: Any, column: str) -> bool:
    return bool(state.attrs[column].history.has_changes())
