"""What a notification says: the catalogue's words for its kind, its values as the reader's language writes them."""

from datetime import date
from decimal import Decimal
from typing import Any

from regie.core.locale import Locale, say

# Each kind with the values that its words may use. A name tells how its value is kept and written: `…_on` is a day
# (`2026-11-27`), `…_hours` a decimal in text (`12.50`), `…_words` a text for each language; everything
# else is written as it is.
KINDS: dict[str, frozenset[str]] = {
    "retainer_hours": frozenset({"project", "client", "percent", "used_hours", "available_hours", "ends_on"}),
    "retainer_pace": frozenset(
        {"project", "client", "percent", "used_hours", "available_hours", "forecast_hours", "ends_on"}
    ),
    "retainer_renewal": frozenset({"project", "client", "renews_on"}),
    "award": frozenset({"giver", "value_words", "message"}),
}
_BABEL: dict[Locale, str] = {"en-us": "en_US", "fr-ca": "fr_CA"}


def title_of(kind: str, values: dict[str, Any], locale: Locale) -> str:
    return say(locale, f"notification.{kind}.title", **_written(values, locale))


def detail_of(kind: str, values: dict[str, Any], locale: Locale) -> str:
    return say(locale, f"notification.{kind}.detail", **_written(values, locale))


def _written(values: dict[str, Any], locale: Locale) -> dict[str, str]:
    return {name: _write(name, value, locale) for name, value in values.items()}


def _write(name: str, value: Any, locale: Locale) -> str:
    # Its tables of the world's languages take longer to load than most requests run.
    from babel.dates import format_date
    from babel.numbers import format_decimal

    if name.endswith("_on"):
        day = date.fromisoformat(value)
        written = format_date(day, "long", locale=_BABEL[locale])
        return f"1er {written.partition(' ')[2]}" if locale == "fr-ca" and day.day == 1 else written
    if name.endswith("_words"):
        return str(value[locale])
    if name.endswith("_hours"):
        return format_decimal(Decimal(value), "#,##0.##", locale=_BABEL[locale])
    return str(value)
