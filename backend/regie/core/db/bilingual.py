"""Checks the names of rows that have one in each language."""

from collections.abc import Iterable, Mapping
from typing import Any

from regie.core.api.errors import Invalid
from regie.core.text.folding import fold

_NAMES = ("name_en", "name_fr")


def require_unique_names(others: Iterable[Any], sent: Mapping[str, Any]) -> None:
    """Raise Invalid for each name that another row already has in the same language."""
    rows = list(others)
    taken = [name for name in _NAMES if name in sent and fold(sent[name]) in {fold(getattr(row, name)) for row in rows}]
    if taken:
        raise Invalid(dict.fromkeys(taken, "taken"))
