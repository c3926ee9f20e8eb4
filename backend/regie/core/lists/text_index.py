"""Rows that contain every word somebody typed, found by an index of trigrams on either engine.

PostgreSQL has a GIN index of `search_key`. SQLite has a full-text table beside each table, which triggers keep in step;
it drops them whenever a migration builds the table anew, so `keep_text_tables` sees to them after every migration.
Words of fewer than three letters are taken for the beginning of a word, on either engine: PostgreSQL marks in its
trigrams where a word begins, and finds them by the index too; SQLite looks for them row by row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, ColumnElement, Connection, Index, Table, bindparam, or_, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from regie.core.db.schema import METADATA
from regie.core.lists.shape import Column
from regie.core.text.folding import escaped, fold

_TRIGRAM = 3
# What nobody types to find one record: the words after these narrow nothing down.
_MOST_WORDS = 8
_MARK = "text_index"
# Where a word begins: at first, after a space, an elision (« d'or ») or a hyphen.
_BEGINNINGS = {"first": "", "later": "% ", "elided": "%'", "joined": "%-"}
WordShape = tuple[int, int]


def text_index(table: str) -> Index:
    """For a table's `__table_args__`: its `search_key` is found by index, on SQLite without this one."""
    name = f"ix_{table}_text"
    trigrams = {"search_key": "gin_trgm_ops"}
    index = Index(name, "search_key", postgresql_using="gin", postgresql_ops=trigrams, info={_MARK: True})
    return index.ddl_if(dialect="postgresql")


@dataclass(frozen=True, slots=True)
class Words:
    """What somebody looks for, folded and taken apart: the words that the index knows, and the shorter ones."""

    long: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    @property
    def shape(self) -> WordShape:
        """All that a statement depends on."""
        return len(self.long), len(self.short)

    @property
    def params(self) -> dict[str, str]:
        words = (*self.long, *self.short)
        patterns = {f"word_{place}_": f"%{escaped(word)}%" for place, word in enumerate(words)}
        matches = {f"match_{place}_": _quoted(word) for place, word in enumerate(words)}
        begins = {
            f"{where}_{place}_": f"{before}{escaped(word)}%"
            for place, word in enumerate(words)
            for where, before in _BEGINNINGS.items()
        }
        return patterns | matches | begins


def words_of(typed: str) -> Words:
    words = list(dict.fromkeys(fold(typed).split()))[:_MOST_WORDS]
    return Words(
        tuple(word for word in words if len(word) >= _TRIGRAM), tuple(word for word in words if len(word) < _TRIGRAM)
    )


def _quoted(word: str) -> str:
    """For MATCH: inside quotation marks nothing is an operator."""
    return '"' + word.replace('"', '""') + '"'


def contains_words(columns: Sequence[Column], shape: WordShape) -> list[ColumnElement[bool]]:
    """One condition per word: one of the columns contains it, or where it is short, has a word that begins so.

    The words are bound at execution.
    """
    many_long, many_short = shape
    return [
        or_(*(_contains(column, place, is_long=place < many_long) for column in columns))
        for place in range(many_long + many_short)
        if columns
    ]


def _contains(column: Column, place: int, *, is_long: bool) -> ColumnElement[bool]:
    if is_long:
        return _Contains(column, bindparam(f"word_{place}_"), bindparam(f"match_{place}_"))
    return or_(*(column.like(bindparam(f"{part}_{place}_"), escape="\\") for part in _BEGINNINGS))


class _Contains(FunctionElement[bool]):
    """`column` contains a word that the index knows, as a LIKE pattern and as a quoted phrase."""

    type = Boolean()
    inherit_cache = True


@compiles(_Contains)
def _by_pattern(element: _Contains, compiler: Any, **options: Any) -> str:
    column, pattern, _ = element.clauses
    return str(compiler.process(column.like(pattern, escape="\\"), **options))


@compiles(_Contains, "sqlite")
def _by_match(element: _Contains, compiler: Any, **options: Any) -> str:
    column, _, phrase = element.clauses
    table = getattr(column, "table", None)
    if not isinstance(table, Table) or not _is_indexed(table):
        return _by_pattern(element, compiler, **options)
    key = compiler.process(table.c.id, **options)
    found = _text_table(table)
    rows = f"SELECT rowid FROM {found} WHERE {found} MATCH {compiler.process(phrase, **options)}"  # noqa: S608
    return f"{key} IN ({rows})"


def _is_indexed(table: Table) -> bool:
    return any(_MARK in index.info for index in table.indexes)


def text_tables() -> dict[str, str]:
    """By its name, each table that is indexed and the full-text table that SQLite keeps beside it."""
    return {table.name: _text_table(table) for table in METADATA.sorted_tables if _is_indexed(table)}


def is_text_table(name: str) -> bool:
    """Whether SQLite keeps it to find text: a full-text table, or one of its own tables."""
    return any(name == found or name.startswith(f"{found}_") for found in text_tables().values())


def is_compared(thing: Any, name: str | None, kind: str, _reflected: bool, _other: Any) -> bool:
    """What the models and SQLite's tables are expected to agree on: all but how text is found there."""
    return not is_text_table(name or "") if kind == "table" else _MARK not in getattr(thing, "info", {})


def _text_table(table: Table) -> str:
    return f"{table.name}_text"


def keep_text_tables(connection: Connection) -> None:
    """Make what is missing of SQLite's full-text tables and fill them; what stands already is left alone."""
    triggers = set(connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars())
    for table, found in text_tables().items():
        deeds = _triggers(table, found)
        if deeds.keys() <= triggers:
            continue
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {found} USING fts5"
            f"(search_key, content='{table}', content_rowid='id', tokenize='trigram case_sensitive 1')"
        )
        for name, deed in deeds.items():
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
            connection.exec_driver_sql(deed)
        connection.exec_driver_sql(f"INSERT INTO {found}({found}) VALUES ('rebuild')")  # noqa: S608


def _triggers(table: str, found: str) -> dict[str, str]:
    """The full-text table has the words only, so what is to go is told with the words that it had."""
    add = f"INSERT INTO {found}(rowid, search_key) VALUES (new.id, new.search_key);"  # noqa: S608
    drop = f"INSERT INTO {found}({found}, rowid, search_key) VALUES ('delete', old.id, old.search_key);"  # noqa: S608
    return {
        f"{found}_added": f"CREATE TRIGGER {found}_added AFTER INSERT ON {table} BEGIN {add} END",
        f"{found}_gone": f"CREATE TRIGGER {found}_gone AFTER DELETE ON {table} BEGIN {drop} END",
        f"{found}_changed": f"CREATE TRIGGER {found}_changed AFTER UPDATE OF search_key ON {table} "
        f"WHEN old.search_key <> new.search_key BEGIN {drop} {add} END",
    }
