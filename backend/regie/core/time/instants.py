"""Formats dates and instants for mail and messages, in the reader's language and time zone."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from regie.core.text.locale import Locale, translate

_LANGUAGES: dict[Locale, str] = {"en-us": "en_US", "fr-ca": "fr_CA"}


def format_long_date(day: date, locale: Locale) -> str:
    """Format as `November 1, 2026` or `1er novembre 2026`."""
    # Imported here: few texts need babel, which takes longer to load than most commands run.
    from babel.dates import format_date

    text = format_date(day, "long", locale=_LANGUAGES[locale])
    return f"1er {text.partition(' ')[2]}" if locale == "fr-ca" and day.day == 1 else text


def format_month(day: date, locale: Locale) -> str:
    """Format the day's month as `November 2026` or `novembre 2026`."""
    from babel.dates import format_date

    return format_date(day, "MMMM y", locale=_LANGUAGES[locale])


def format_instant(moment: datetime, zone: str, locale: Locale) -> str:
    """Format as `November 21, 2026 at 2:05 PM (Toronto time)` or `21 novembre 2026 à 14 h 05 (heure de Toronto)`."""
    from babel.dates import format_time

    local = moment.astimezone(ZoneInfo(zone))
    city = zone.rpartition("/")[2].replace("_", " ")
    return translate(
        locale,
        "mail.instant",
        day=format_long_date(local.date(), locale),
        time=format_time(local, "short", locale=_LANGUAGES[locale]),
        city=city,
    )
