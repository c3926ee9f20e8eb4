"""Text as people search and sort it, without case, accents or ligatures; and which of its letters anybody sees."""

import functools
import unicodedata
from typing import Any

from sqlalchemy import String, event, inspect
from sqlalchemy.orm import Mapped, Mapper, mapped_column

# Controls, marks that reverse or hide what stands beside them, halves of a letter, breaks of lines and of paragraphs.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# What joins letters, or keeps them apart, in Persian, in Hindi and in emoji; on its own it shows nothing.
_JOINERS = frozenset("\u200c\u200d")
# Letters by their class, and blank.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "’": "'", "\u00a0": " "})


def is_seen(letter: str) -> bool:
    """Whether a reader can tell that this character is there; two names that look alike should be alike."""
    return letter in _JOINERS or (unicodedata.category(letter) not in _UNSEEN and letter not in _BLANK)


def shows_something(text: str) -> bool:
    return any(letter not in _JOINERS and not letter.isspace() for letter in text)


def fold(text: str) -> str:
    """`"Érable & Œuvre"` → `"erable & oeuvre"`."""
    # Twice: what is taken apart may be a capital, and what is folded may come apart.
    apart = unicodedata.normalize("NFKD", text).casefold().translate(_LIGATURES)
    plain = unicodedata.normalize("NFKD", apart)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def escaped(folded: str) -> str:
    """For a LIKE pattern whose escape is a backslash."""
    for special in ("\\", "%", "_"):
        folded = folded.replace(special, f"\\{special}")
    return folded


# Given to a column as its `info`: lists find a row by what the column holds, and sort rows by their name.
SEARCHED = {"searched": 1}
SEARCHED_NAME = {"searched": 0}


class Searchable:
    """A row that lists search by its `SEARCHED` columns, and sort by the one that is its `SEARCHED_NAME`."""

    name_key: Mapped[str] = mapped_column(String(200), default="", sort_order=93)
    search_key: Mapped[str] = mapped_column(String, default="", sort_order=94)


@functools.cache
def searched_fields(model: type[Searchable]) -> tuple[str, ...]:
    """The attributes that a model is searched by, its name first."""
    places = {name: one.info["searched"] for name, one in inspect(model).columns.items() if "searched" in one.info}
    return tuple(sorted(places, key=places.__getitem__))


def search_keys(model: type[Searchable], values: dict[str, Any]) -> dict[str, str]:
    """`name_key` (the name, folded) and `search_key` (every searched attribute)."""
    texts = [fold(str(values.get(name) or "")) for name in searched_fields(model)]
    return {"name_key": texts[0][:200], "search_key": " ".join(text for text in texts if text)}


@event.listens_for(Searchable, "before_insert", propagate=True)
@event.listens_for(Searchable, "before_update", propagate=True)
def _refresh_keys(_mapper: Mapper[Any], _connection: Any, row: Searchable) -> None:
    keys = search_keys(type(row), {name: getattr(row, name) for name in searched_fields(type(row))})
    row.name_key, row.search_key = keys["name_key"], keys["search_key"]
