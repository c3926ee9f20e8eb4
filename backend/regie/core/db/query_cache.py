"""Results that are kept in this process until one of the tables they were read from changes: exact, and quick."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from sqlalchemy import Connection, Integer, String, column, func, literal_column, select, table

from regie.core.db.table_versions import COUNTERS_TABLE

T = TypeVar("T")
_counters = table(COUNTERS_TABLE, column("name", String), column("version", Integer))
_ALL_COUNTERS = select(_counters.c.name, _counters.c.version)


def read_changes(db: Connection) -> Mapping[str, int]:
    """How often each table has changed, for one who asks for several results of different tables."""
    return {row.name: row.version for row in db.execute(_ALL_COUNTERS)}


class QueryCache(Generic[T]):
    """At most `most` results of `tables`; the longest unused one is forgotten first.

    A key must name all that a result depends on besides the tables: which database, who asks, the day, every parameter.
    """

    def __init__(self, tables: tuple[str, ...], most: int) -> None:
        self.tables = tables
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[int, T]] = OrderedDict()
        names = [literal_column(f"'{name}'") for name in tables]
        # Counters only grow, so their sum tells every state of the tables apart.
        self.changes = select(func.sum(_counters.c.version)).where(_counters.c.name.in_(names))

    def get(self, db: Connection, key: Hashable, compute: Callable[[], T]) -> T:
        """The result, computed when it is not known or its tables have changed since."""
        return self.get_at(db.execute(self.changes).scalar(), key, compute)

    def get_among(self, changes: Mapping[str, int], key: Hashable, compute: Callable[[], T]) -> T:
        """The same for a caller who read all counters already."""
        known = [changes[name] for name in self.tables if name in changes]
        return self.get_at(sum(known) if known else None, key, compute)

    def get_at(self, changes: int | None, key: Hashable, compute: Callable[[], T]) -> T:
        """The same for a caller who read the counters already; None, before any table changed, keeps nothing."""
        with self._lock:
            kept = self._kept.pop(key, None)
            if kept is not None and kept[0] == changes:
                self._kept[key] = kept
                return kept[1]
        result = compute()
        if changes is not None:
            with self._lock:
                self._kept[key] = (changes, result)
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return result
