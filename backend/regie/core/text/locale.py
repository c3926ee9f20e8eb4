"""The two languages of the product and the caller's choice between them."""

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Locale = Literal["en-us", "fr-ca"]
DEFAULT_LOCALE: Locale = "en-us"
LOCALES: tuple[Locale, ...] = ("en-us", "fr-ca")
_FRENCH_MARKS = str.maketrans({",": "\u00a0", ".": ","})


def read_locale(header: str | None) -> Locale:
    """The locale named by `X-Api-Locale` (or a browser's language list); English when it names neither."""
    for wish in (header or "").lower().split(","):
        language = wish.split(";")[0].strip()
        if language.startswith("fr"):
            return "fr-ca"
        if language.startswith("en"):
            return "en-us"
    return DEFAULT_LOCALE


@cache
def catalogue(locale: Locale) -> dict[str, str]:
    """The back end's own words, and what each field of each noun is called: `<noun>.field.<field>`."""
    language = locale[:2]
    labels = {
        f"{noun}.field.{field}": label[language]
        for noun, fields in _read("labels").items()
        for field, label in fields.items()
    }
    return _read(language) | labels


def _read(name: str) -> dict[str, Any]:
    return json.loads(files("regie.core").joinpath("words", f"{name}.json").read_text("utf-8"))


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of `key` in `locale`, its `{placeholders}` filled."""
    return catalogue(locale)[key].format(**values)


def say_all(locale: Locale, parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *others, last = parts
    return say(locale, "and", others=", ".join(others), last=last) if others else last


def write_number(value: int | Decimal, locale: Locale) -> str:
    """`1,000,000.5` in English, `1 000 000,5` in French, where the spaces do not break."""
    written = f"{value:,}"
    return written.translate(_FRENCH_MARKS) if locale == "fr-ca" else written
