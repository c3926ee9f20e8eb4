"""Finds the rows that contain every search term, with a trigram index on both engines.

PostgreSQL has a GIN index of `search_key`. SQLite has a full-text table per table, which triggers update; SQLite drops
the triggers when a migration rebuilds the table, so `create_text_tables` restores them after every migration. Terms of
fewer than three characters match the beginning of a word. PostgreSQL finds them by the index. SQLite finds those of two
characters by the trigram of the character before them, or as the beginning of the text; a single one row by row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, ColumnElement, Connection, Engine, Index, Table, bindparam, or_, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from regie.core.db.schema import METADATA
from regie.core.lists.shape import Column
from regie.core.text.folding import escape_like, fold

_TRIGRAM = 3
# Further terms are ignored.
_MAX_TERMS = 8
_MARK = "text_index"
# The end of the names of SQLite's indexes of the beginnings of texts.
_BEGINNING_INDEX = "_search_key"
# A word begins at the start, or after a space, an elision (« d'or ») or a hyphen.
_BEGINNINGS = {"first": "", "later": "% ", "elided": "%'", "joined": "%-"}
_BEFORE_WORDS = " '-"
# No text sorts after it.
_LAST = "\U0010ffff"
# The number of terms of at least three, of two, and of one character.
SearchShape = tuple[int, int, int]


def text_index(table: str) -> Index:
    """Return the index of `search_key` for a table's `__table_args__`; only PostgreSQL creates it."""
    name = f"ix_{table}_text"
    trigrams = {"search_key": "gin_trgm_ops"}
    index = Index(name, "search_key", postgresql_using="gin", postgresql_ops=trigrams, info={_MARK: True})
    return index.ddl_if(dialect="postgresql")


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The folded terms of a search: those that the index contains, and the shorter ones, longest first."""

    long: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    @property
    def shape(self) -> SearchShape:
        """Return what the SQL of a search depends on."""
        singles = sum(len(term) == 1 for term in self.short)
        return len(self.long), len(self.short) - singles, singles

    @property
    def params(self) -> dict[str, str]:
        terms = (*self.long, *self.short)
        patterns = {f"term_{index}_": f"%{escape_like(term)}%" for index, term in enumerate(terms)}
        matches = {f"match_{index}_": _quoted(term) for index, term in enumerate(terms)}
        begins = {
            f"{where}_{index}_": f"{before}{escape_like(term)}%"
            for index, term in enumerate(terms)
            for where, before in _BEGINNINGS.items()
        }
        words = {
            f"words_{index}_": " OR ".join(_quoted(before + term) for before in _BEFORE_WORDS)
            for index, term in enumerate(terms)
        }
        ranges = {f"from_{index}_": term for index, term in enumerate(terms)}
        ranges |= {f"until_{index}_": f"{term}{_LAST}" for index, term in enumerate(terms)}
        return patterns | matches | begins | words | ranges


def parse_search(text: str) -> SearchTerms:
    terms = list(dict.fromkeys(fold(text).split()))[:_MAX_TERMS]
    return SearchTerms(
        tuple(term for term in terms if len(term) >= _TRIGRAM),
        tuple(sorted((term for term in terms if len(term) < _TRIGRAM), key=len, reverse=True)),
    )


def _quoted(term: str) -> str:
    """Quote a term for MATCH, so that it contains no operators."""
    return '"' + term.replace('"', '""') + '"'


def contains_terms(columns: Sequence[Column], shape: SearchShape) -> list[ColumnElement[bool]]:
    """Return one condition per term: a column contains it, or has a word that begins with a short term.

    The terms are bound at execution.
    """
    long_count, pair_count, single_count = shape
    conditions = [*[_contains] * long_count, *[_has_word] * pair_count, *[_has_word_row_by_row] * single_count]
    return [
        or_(*(condition(column, index) for column in columns)) for index, condition in enumerate(conditions) if columns
    ]


def _contains(column: Column, index: int) -> ColumnElement[bool]:
    return _Contains(column, bindparam(f"term_{index}_"), bindparam(f"match_{index}_"))


def _has_word(column: Column, index: int) -> ColumnElement[bool]:
    return _HasWord(column, *(bindparam(f"{name}_{index}_") for name in (*_BEGINNINGS, "words", "from", "until")))


def _has_word_row_by_row(column: Column, index: int) -> ColumnElement[bool]:
    return _begins_word(column, [bindparam(f"{part}_{index}_") for part in _BEGINNINGS])


def _begins_word(column: Any, patterns: Sequence[Any]) -> ColumnElement[bool]:
    return or_(*(column.like(pattern, escape="\\") for pattern in patterns))


class _Condition(FunctionElement[bool]):
    type = Boolean()
    inherit_cache = True

    def self_group(self, against: Any = None) -> Any:
        """Add nothing: SQLite has no booleans, and a comparison with 1 would hide the index."""
        return self


class _Contains(_Condition):
    """`column` contains a term, given as a LIKE pattern and as a quoted phrase."""

    inherit_cache = True


@compiles(_Contains)
def _by_pattern(element: _Contains, compiler: Any, **options: Any) -> str:
    column, pattern, _ = element.clauses
    return str(compiler.process(column.like(pattern, escape="\\"), **options))


@compiles(_Contains, "sqlite")
def _by_match(element: _Contains, compiler: Any, **options: Any) -> str:
    column, _, phrase = element.clauses
    if not _is_indexed(getattr(column, "table", None)):
        return _by_pattern(element, compiler, **options)
    return _matches(column.table, phrase, compiler, **options)


class _HasWord(_Condition):
    """`column` has a word that begins with two characters, given as LIKE patterns, phrases, and a range of texts."""

    inherit_cache = True


@compiles(_HasWord)
def _by_patterns(element: _HasWord, compiler: Any, **options: Any) -> str:
    column, *values = element.clauses
    return f"({compiler.process(_begins_word(column, values[: len(_BEGINNINGS)]), **options)})"


@compiles(_HasWord, "sqlite")
def _by_trigrams(element: _HasWord, compiler: Any, **options: Any) -> str:
    column, *_, words, first, last = element.clauses
    if not _is_indexed(getattr(column, "table", None)):
        return _by_patterns(element, compiler, **options)
    starts = compiler.process(column.between(first, last), **options)
    return f"({starts} OR {_matches(column.table, words, compiler, **options)})"


def _matches(table: Any, phrase: Any, compiler: Any, **options: Any) -> str:
    key, found = compiler.process(table.c.id, **options), _text_table(table)
    rows = f"SELECT rowid FROM {found} WHERE {found} MATCH {compiler.process(phrase, **options)}"  # noqa: S608
    return f"{key} IN ({rows})"


def _is_indexed(table: object) -> bool:
    return isinstance(table, Table) and any(_MARK in index.info for index in table.indexes)


def text_tables() -> dict[str, str]:
    """Return the name of the SQLite full-text table by the name of its table."""
    return {table.name: _text_table(table) for table in METADATA.sorted_tables if _is_indexed(table)}


def is_text_table(name: str) -> bool:
    """Return whether this is a full-text table of SQLite or one of its internal tables."""
    return any(name == found or name.startswith(f"{found}_") for found in text_tables().values())


def is_compared(thing: Any, name: str | None, kind: str, _reflected: bool, _other: Any) -> bool:
    """Exclude text search from the comparison of models and SQLite tables."""
    if kind == "table":
        return not is_text_table(name or "")
    return _MARK not in getattr(thing, "info", {}) and not (name or "").endswith(_BEGINNING_INDEX)


def _text_table(table: Table) -> str:
    return f"{table.name}_text"


def create_text_tables(connection: Connection) -> None:
    """Create and fill missing SQLite full-text tables and triggers; existing ones stay unchanged."""
    triggers = set(connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars())
    for table, found in text_tables().items():
        beginnings = f"ix_{table}{_BEGINNING_INDEX}"
        connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {beginnings} ON {table} (search_key)")
        statements = _triggers(table, found)
        if statements.keys() <= triggers:
            continue
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {found} USING fts5"
            f"(search_key, content='{table}', content_rowid='id', tokenize='trigram case_sensitive 1')"
        )
        for name, statement in statements.items():
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(f"INSERT INTO {found}({found}) VALUES ('rebuild')")  # noqa: S608


def rebuild_text_tables(engine: Engine) -> None:
    """Write SQLite's full-text tables anew, which store deleted words until then."""
    with engine.begin() as connection:
        for found in text_tables().values():
            connection.exec_driver_sql(f"INSERT INTO {found}({found}) VALUES ('rebuild')")  # noqa: S608


def _triggers(table: str, found: str) -> dict[str, str]:
    """Return the triggers; a deletion must pass the old text, because the full-text table does not store it."""
    add = f"INSERT INTO {found}(rowid, search_key) VALUES (new.id, new.search_key);"  # noqa: S608
    drop = f"INSERT INTO {found}({found}, rowid, search_key) VALUES ('delete', old.id, old.search_key);"  # noqa: S608
    return {
        f"{found}_added": f"CREATE TRIGGER {found}_added AFTER INSERT ON {table} BEGIN {add} END",
        f"{found}_gone": f"CREATE TRIGGER {found}_gone AFTER DELETE ON {table} BEGIN {drop} END",
        f"{found}_changed": f"CREATE TRIGGER {found}_changed AFTER UPDATE OF search_key ON {table} "
        f"WHEN old.search_key <> new.search_key BEGIN {drop} {add} END",
    }
