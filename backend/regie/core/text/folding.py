"""Folds text for search and sort, without case, accents or ligatures, and detects invisible characters."""

import functools
import unicodedata
from typing import Any

from sqlalchemy import String, event, inspect
from sqlalchemy.orm import Mapped, Mapper, mapped_column

# Control and format characters, surrogates, line and paragraph separators.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Joiners in Persian, Hindi and emoji; invisible on their own.
_JOINERS = frozenset("\u200c\u200d")
# Letters and symbols that render blank.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "’": "'", "\u00a0": " "})


def is_visible(char: str) -> bool:
    """Return whether readers can see the character; names that look the same should be the same."""
    return char in _JOINERS or (unicodedata.category(char) not in _INVISIBLE_CATEGORIES and char not in _BLANK)


def has_visible_character(text: str) -> bool:
    return any(char not in _JOINERS and not char.isspace() for char in text)


def fold(text: str) -> str:
    """Fold `"Érable & Œuvre"` to `"erable & oeuvre"`."""
    if text.isascii():
        return text.casefold()
    # Twice: decomposition can yield capitals, and case folding can yield composed characters.
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_LIGATURES)
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def escape_like(folded: str) -> str:
    """Escape a LIKE pattern with backslashes."""
    for special in ("\\", "%", "_"):
        folded = folded.replace(special, f"\\{special}")
    return folded


# The `info` of columns that lists search; lists sort by the SEARCHED_AS_NAME column.
SEARCHED = {"searched": 1}
SEARCHED_AS_NAME = {"searched": 0}


class Searchable:
    """A row that lists search by its SEARCHED columns and sort by its SEARCHED_AS_NAME column."""

    name_key: Mapped[str] = mapped_column(String(200), default="", sort_order=93)
    search_key: Mapped[str] = mapped_column(String, default="", sort_order=94)


@functools.cache
def searched_fields(model: type[Searchable]) -> tuple[str, ...]:
    """Return the searched attributes of a model, its name first."""
    order = {name: one.info["searched"] for name, one in inspect(model).columns.items() if "searched" in one.info}
    return tuple(sorted(order, key=order.__getitem__))


def build_search_keys(model: type[Searchable], values: dict[str, Any]) -> dict[str, str]:
    """Return `name_key` (the folded name) and `search_key` (all searched attributes, folded)."""
    texts = [fold(str(values.get(name) or "")) for name in searched_fields(model)]
    return {"name_key": texts[0][:200], "search_key": " ".join(text for text in texts if text)}


@event.listens_for(Searchable, "before_insert", propagate=True)
@event.listens_for(Searchable, "before_update", propagate=True)
def _refresh_keys(_mapper: Mapper[Any], _connection: Any, row: Searchable) -> None:
    keys = build_search_keys(type(row), {name: getattr(row, name) for name in searched_fields(type(row))})
    row.name_key, row.search_key = keys["name_key"], keys["search_key"]
