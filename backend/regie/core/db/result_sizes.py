"""Estimates how much memory a result occupies."""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from itertools import islice

_SAMPLE = 8
_MAX_DEPTH = 6


def estimate_bytes(value: object, depth: int = 0) -> int:
    """Return about how many bytes a value and what it contains occupy; large collections are sampled."""
    own = sys.getsizeof(value)
    if isinstance(value, (str, bytes, array)) or depth == _MAX_DEPTH:
        return own
    if isinstance(value, Mapping):
        return own + _estimate_items(value.items(), len(value), depth)
    if isinstance(value, (Sequence, Set)):
        return own + _estimate_items(value, len(value), depth)
    if is_dataclass(value):
        return own + sum(estimate_bytes(getattr(value, one.name), depth + 1) for one in fields(value))
    return own


def _estimate_items(items: Iterable[object], count: int, depth: int) -> int:
    sample = [estimate_bytes(item, depth + 1) for item in islice(items, _SAMPLE)]
    return count * sum(sample) // len(sample) if sample else 0
