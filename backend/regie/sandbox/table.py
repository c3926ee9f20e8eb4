"""Stores a service's records of one kind by ascending id, with sorted indexes and a reset to the seed."""

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar


class Row(Protocol):
    id: int


R = TypeVar("R", bound=Row)
_MAX_CACHED_SELECTIONS = 16


class Index(Generic[R]):
    """Positions of rows sorted by one integer, updated with each edit."""

    def __init__(self, rows: Sequence[R], key: Callable[[R], int]) -> None:
        self.key = key
        order = sorted(range(len(rows)), key=lambda position: key(rows[position]))
        self.positions = array("q", order)
        self.keys = array("q", [key(rows[position]) for position in order])

    def since(self, key: int, until: int | None = None) -> "array[int]":
        """Return the positions whose key is from `key` on and below `until`, ascending."""
        end = len(self.keys) if until is None else bisect_left(self.keys, until)
        return self.positions[bisect_left(self.keys, key) : end]

    def move(self, position: int, old: int, new: int) -> None:
        first, end = bisect_left(self.keys, old), bisect_right(self.keys, old)
        current = self.positions.index(position, first, end)
        del self.keys[current], self.positions[current]
        self.add(position, new)

    def add(self, position: int, key: int) -> None:
        at = bisect_right(self.keys, key)
        self.keys.insert(at, key)
        self.positions.insert(at, position)


class Table(Generic[R]):
    def __init__(self, rows: list[R], **keys: Callable[[R], int]) -> None:
        self._keys = keys
        self._seeded = rows
        self._start()

    def _start(self) -> None:
        self.rows = list(self._seeded)
        self.indexes = {name: Index(self.rows, key) for name, key in self._keys.items()}
        self.version = 0
        self._selections: OrderedDict[Hashable, Sequence[int]] = OrderedDict()

    def reset(self) -> None:
        """Restore the seed; does nothing if no row was edited."""
        if self.version:
            self._start()

    def __len__(self) -> int:
        return len(self.rows)

    def position(self, row_id: int) -> int | None:
        at = bisect_left(self.rows, row_id, key=lambda row: row.id)
        return at if at < len(self.rows) and self.rows[at].id == row_id else None

    def first_position_from(self, row_id: int) -> int:
        """Return the position of the first row with this id or a higher one."""
        return bisect_left(self.rows, row_id, key=lambda row: row.id)

    def get(self, row_id: int) -> R | None:
        at = self.position(row_id)
        return None if at is None else self.rows[at]

    def put(self, row: R) -> None:
        """Replace a row, or append one with an id above all others."""
        at = self.position(row.id)
        self.version += 1
        self._selections.clear()
        if at is None:
            self._append(row)
            return
        old = self.rows[at]
        self.rows[at] = row
        for index in self.indexes.values():
            index.move(at, index.key(old), index.key(row))

    def remove(self, row_id: int) -> None:
        at = self.position(row_id)
        if at is None:
            raise KeyError(row_id)
        del self.rows[at]
        self.version += 1
        self._selections.clear()
        self.indexes = {name: Index(self.rows, key) for name, key in self._keys.items()}

    def _append(self, row: R) -> None:
        if self.rows and row.id <= self.rows[-1].id:
            raise ValueError(f"{row.id} is not above the last id")
        self.rows.append(row)
        for index in self.indexes.values():
            index.add(len(self.rows) - 1, index.key(row))

    def next_id(self) -> int:
        return self.rows[-1].id + 1 if self.rows else 1

    def select(self, key: Hashable, compute: Callable[[], Iterable[int]]) -> Sequence[int]:
        """Return the positions of a query's rows, cached by `key`, so that later pages are slices."""
        selected = self._selections.get(key)
        if selected is None:
            selected = array("q", compute())
            self._selections[key] = selected
            if len(self._selections) > _MAX_CACHED_SELECTIONS:
                self._selections.popitem(last=False)
        self._selections.move_to_end(key)
        return selected
