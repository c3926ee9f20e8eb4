"""Orders rows by their `position`, which counts from 1."""

from collections.abc import Sequence
from typing import Any


def move_to(row: Any, others: Sequence[Any], position: int) -> None:
    """Move a row to `position`, at most behind the last of the ordered `others`, and renumber all."""
    index = min(position, len(others) + 1) - 1
    renumber([*others[:index], row, *others[index:]])


def renumber(rows: Sequence[Any]) -> None:
    for position, row in enumerate(rows, start=1):
        if row.position != position:
            row.position = position
