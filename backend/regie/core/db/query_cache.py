"""Caches query results in this process until one of their tables changes.

All caches share one limit of memory; the least recently used results are evicted first. A result that several threads
ask for at once is computed by the first of them.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection, Integer, Select, String, case, column, func, literal_column, select, table
from sqlalchemy.sql.elements import ColumnClause

from regie.core.db.result_sizes import estimate_bytes
from regie.core.db.table_parts import split_names
from regie.core.db.table_versions import VERSIONS_TABLE

T = TypeVar("T")
MAX_BYTES = 24 * 2**20
_versions = table(VERSIONS_TABLE, column("name", String), column("version", Integer))
_ALL_VERSIONS = select(_versions.c.name, _versions.c.version)


def read_table_versions(db: Connection) -> Mapping[str, int]:
    """Return the version of every table, for several lookups in one request."""
    return {row.name: row.version for row in db.execute(_ALL_VERSIONS)}


def select_version(tables: Collection[str]) -> Select[int]:
    """Versions only grow, so their sum identifies a state of the tables; null before any change."""
    added, subtracted = split_names(tables)
    version = _versions.c.version
    if subtracted:
        version = case((_versions.c.name.in_(_literals(subtracted)), -version), else_=version)
    return select(func.sum(version)).where(_versions.c.name.in_(_literals(added | subtracted)))


def _literals(names: Collection[str]) -> list[ColumnClause[str]]:
    return [literal_column(f"'{name}'") for name in sorted(names)]


class _Result(NamedTuple):
    version: int
    value: Any
    size: int


class _Store:
    """The results of all caches of a process."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, _Result] = OrderedDict()
        self._running: dict[Hashable, Future[Any]] = {}

    def get(self, key: Hashable, version: int, compute: Callable[[], Any]) -> Any:
        with self._lock:
            known = self._results.get(key)
            if known is not None and known.version == version:
                self._results.move_to_end(key)
                return known.value
            own: Future[Any] = Future()
            running = self._running.setdefault((key, version), own)
        if running is not own:
            # The other thread's failure may be its connection's: this one tries by itself.
            return compute() if running.exception() else running.result()
        try:
            value = compute()
        except BaseException as error:
            own.set_exception(error)
            raise
        else:
            own.set_result(value)
            self._keep(key, _Result(version, value, estimate_bytes(value)))
            return value
        finally:
            with self._lock:
                del self._running[key, version]

    def _keep(self, key: Hashable, result: _Result) -> None:
        with self._lock:
            former = self._results.pop(key, None)
            self._bytes -= former.size if former else 0
            # A result that exceeds the limit would evict all others and then itself.
            if result.size > self._max_bytes:
                return
            self._bytes += result.size
            self._results[key] = result
            while self._bytes > self._max_bytes:
                self._bytes -= self._results.popitem(last=False)[1].size


_STORE = _Store(MAX_BYTES)


class QueryCache(Generic[T]):
    """Caches results that depend on `tables`: names of tables, or of their parts.

    A key must contain everything else that a result depends on: database, caller, date, every parameter.
    """

    def __init__(self, tables: Collection[str]) -> None:
        self.tables = tables
        self.version = select_version(tables)
        self._added, self._subtracted = split_names(tables)

    def get(self, db: Connection, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the cached result; compute it when it is missing or its tables changed."""
        return self.get_at_version(db.execute(self.version).scalar(), key, compute)

    def get_with_versions(self, versions: Mapping[str, int], key: Hashable, compute: Callable[[], T]) -> T:
        """Like `get`, with versions that the caller already read."""
        known = [versions[name] for name in self._added if name in versions]
        parts = sum(versions.get(name, 0) for name in self._subtracted)
        return self.get_at_version(sum(known) - parts if known else None, key, compute)

    def get_at_version(self, version: int | None, key: Hashable, compute: Callable[[], T]) -> T:
        """Like `get`, with a version that the caller already read; None, before any change, disables the cache."""
        result: T = compute() if version is None else _STORE.get((self, key), version, compute)
        return result
