"""Rows that people put in order: their `position` counts from 1, and moving one makes the others room."""

from collections.abc import Sequence
from typing import Any


def move_to(row: Any, others: Sequence[Any], position: int) -> None:
    """Beyond the last is the last; `others` are in their order."""
    place = min(position, len(others) + 1) - 1
    count_places([*others[:place], row, *others[place:]])


def count_places(rows: Sequence[Any]) -> None:
    for position, row in enumerate(rows, start=1):
        if row.position != position:
            row.position = position
