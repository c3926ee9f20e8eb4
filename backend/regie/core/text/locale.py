"""Translates messages and formats numbers in the two languages."""

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Locale = Literal["en-us", "fr-ca"]
DEFAULT_LOCALE: Locale = "en-us"
LOCALES: tuple[Locale, ...] = ("en-us", "fr-ca")
_FRENCH_SEPARATORS = str.maketrans({",": "\u00a0", ".": ","})


def read_locale(header: str | None) -> Locale:
    """Read `X-Api-Locale` or a browser's language list; English when it contains neither language."""
    for entry in (header or "").lower().split(","):
        language = entry.split(";")[0].strip()
        if language.startswith("fr"):
            return "fr-ca"
        if language.startswith("en"):
            return "en-us"
    return DEFAULT_LOCALE


@cache
def catalogue(locale: Locale) -> dict[str, str]:
    """Return all messages by key, with the labels of fields as `<noun>.field.<field>`."""
    language = locale[:2]
    labels = {
        f"{noun}.field.{field}": label[language]
        for noun, fields in _read("labels").items()
        for field, label in fields.items()
    }
    return _read(language) | labels


def _read(name: str) -> dict[str, Any]:
    return json.loads(files("regie.core").joinpath("words", f"{name}.json").read_text("utf-8"))


def translate(locale: Locale, key: str, **values: object) -> str:
    """Return the message `key` in `locale`, with its `{placeholders}` filled."""
    return catalogue(locale)[key].format(**values)


def format_list(locale: Locale, parts: Sequence[str]) -> str:
    """Join as `a`, `a and b`, `a, b and c`."""
    *others, last = parts
    return translate(locale, "and", others=", ".join(others), last=last) if others else last


def format_number(value: int | Decimal, locale: Locale) -> str:
    """Format `1,000,000.5` in English, `1 000 000,5` with no-break spaces in French."""
    text = f"{value:,}"
    return text.translate(_FRENCH_SEPARATORS) if locale == "fr-ca" else text
