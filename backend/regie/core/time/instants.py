"""A day or an instant in words, for mails: the reader's language, time zone and way of writing the hour."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from regie.core.text.locale import Locale, say

_LANGUAGES: dict[Locale, str] = {"en-us": "en_US", "fr-ca": "fr_CA"}


def day_in_words(day: date, locale: Locale) -> str:
    """`November 1, 2026`; `1er novembre 2026`."""
    # Only mails need it: its tables of the world's languages take longer to load than most commands run.
    from babel.dates import format_date

    written = format_date(day, "long", locale=_LANGUAGES[locale])
    return f"1er {written.partition(' ')[2]}" if locale == "fr-ca" and day.day == 1 else written


def instant_in_words(moment: datetime, zone: str, locale: Locale) -> str:
    """`November 21, 2026 at 2:05 PM (Toronto time)`; `21 novembre 2026 à 14 h 05 (heure de Toronto)`."""
    from babel.dates import format_time

    local = moment.astimezone(ZoneInfo(zone))
    city = zone.rpartition("/")[2].replace("_", " ")
    return say(
        locale,
        "mail.instant",
        day=day_in_words(local.date(), locale),
        time=format_time(local, "short", locale=_LANGUAGES[locale]),
        city=city,
    )
