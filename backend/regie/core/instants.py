"""An instant in words, for mails: the reader's language, time zone and way of writing the hour."""

from datetime import datetime
from zoneinfo import ZoneInfo

from regie.core.locale import Locale, say

_LANGUAGES: dict[Locale, str] = {"en-us": "en_US", "fr-ca": "fr_CA"}


def instant_in_words(moment: datetime, zone: str, locale: Locale) -> str:
    """`November 21, 2026 at 2:05 PM (Toronto time)`; `21 novembre 2026 à 14 h 05 (heure de Toronto)`."""
    # Only mails need it: its tables of the world's languages take longer to load than most commands run.
    from babel.dates import format_date, format_time

    local, language = moment.astimezone(ZoneInfo(zone)), _LANGUAGES[locale]
    city = zone.rpartition("/")[2].replace("_", " ")
    return say(
        locale,
        "mail.instant",
        day=format_date(local, "long", locale=language),
        time=format_time(local, "short", locale=language),
        city=city,
    )
