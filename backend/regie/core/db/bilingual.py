"""Rows that are called something in each of the two languages."""

from collections.abc import Iterable, Mapping
from typing import Any

from regie.core.api.errors import Invalid
from regie.core.text.folding import fold

_NAMES = ("name_en", "name_fr")


def require_free_names(others: Iterable[Any], sent: Mapping[str, Any]) -> None:
    """Two that are called the same in a language could not be told apart in it: Invalid names each such field."""
    rows = list(others)
    taken = [name for name in _NAMES if name in sent and fold(sent[name]) in {fold(getattr(row, name)) for row in rows}]
    if taken:
        raise Invalid(dict.fromkeys(taken, "taken"))
