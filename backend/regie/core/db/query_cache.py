"""Caches query results in this process until one of their tables changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from sqlalchemy import Connection, Integer, String, column, func, literal_column, select, table

from regie.core.db.table_versions import VERSIONS_TABLE

T = TypeVar("T")
_versions = table(VERSIONS_TABLE, column("name", String), column("version", Integer))
_ALL_VERSIONS = select(_versions.c.name, _versions.c.version)


def read_table_versions(db: Connection) -> Mapping[str, int]:
    """Return the version of every table, for several lookups in one request."""
    return {row.name: row.version for row in db.execute(_ALL_VERSIONS)}


class QueryCache(Generic[T]):
    """Caches up to `max_entries` results that depend on `tables`; evicts the least recently used.

    A key must contain everything else that a result depends on: database, caller, date, every parameter.
    """

    def __init__(self, tables: tuple[str, ...], max_entries: int) -> None:
        self.tables = tables
        self._max_entries = max_entries
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, tuple[int, T]] = OrderedDict()
        names = [literal_column(f"'{name}'") for name in tables]
        # Versions only grow, so their sum identifies a state of the tables.
        self.version = select(func.sum(_versions.c.version)).where(_versions.c.name.in_(names))

    def get(self, db: Connection, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the cached result; compute it when it is missing or its tables changed."""
        return self.get_at_version(db.execute(self.version).scalar(), key, compute)

    def get_with_versions(self, versions: Mapping[str, int], key: Hashable, compute: Callable[[], T]) -> T:
        """Like `get`, with versions that the caller already read."""
        known = [versions[name] for name in self.tables if name in versions]
        return self.get_at_version(sum(known) if known else None, key, compute)

    def get_at_version(self, version: int | None, key: Hashable, compute: Callable[[], T]) -> T:
        """Like `get`, with a version that the caller already read; None, before any change, disables the cache."""
        with self._lock:
            entry = self._entries.pop(key, None)
            if entry is not None and entry[0] == version:
                self._entries[key] = entry
                return entry[1]
        result = compute()
        if version is not None:
            with self._lock:
                self._entries[key] = (version, result)
                while len(self._entries) > self._max_entries:
                    self._entries.popitem(last=False)
        return result
