"""Generates plausible exchange rates that depend on the day alone."""

from datetime import UTC, date, datetime, time
from math import floor, log10, pi, sin
from zlib import crc32
from zoneinfo import ZoneInfo

from regie.sandbox.bank_of_canada.calendar import is_business_day

FIRST_DAY = date(2017, 1, 3)
_PUBLISHED_AT = time(16, 30)
_EASTERN = ZoneInfo("America/Toronto")
_LAST_DAY_OF_ENDED = date(2019, 12, 31)
# One unit's average value in Canadian dollars, and its name.
CURRENCIES = {
    "AUD": (0.9, "Australian dollar"), "BRL": (0.25, "Brazilian real"), "CNY": (0.19, "Chinese renminbi"),
    "EUR": (1.48, "European euro"), "HKD": (0.174, "Hong Kong dollar"), "IDR": (0.000088, "Indonesian rupiah"),
    "INR": (0.0165, "Indian rupee"), "JPY": (0.0098, "Japanese yen"), "KRW": (0.00104, "South Korean won"),
    "MXN": (0.073, "Mexican peso"), "MYR": (0.315, "Malaysian ringgit"), "NOK": (0.135, "Norwegian krone"),
    "NZD": (0.84, "New Zealand dollar"), "PEN": (0.365, "Peruvian new sol"), "RUB": (0.0165, "Russian ruble"),
    "SAR": (0.363, "Saudi riyal"), "SEK": (0.134, "Swedish krona"), "SGD": (1.01, "Singapore dollar"),
    "CHF": (1.5, "Swiss franc"), "THB": (0.041, "Thai baht"), "TRY": (0.045, "Turkish lira"),
    "TWD": (0.0435, "Taiwanese dollar"), "GBP": (1.73, "UK pound sterling"), "USD": (1.36, "US dollar"),
    "VND": (0.0000565, "Vietnamese dong"), "ZAR": (0.076, "South African rand"),
}  # fmt: skip
_ENDED_CURRENCIES = frozenset({"MYR", "THB", "VND"})


def get_rate(currency: str, day: date) -> str | None:
    """Return the rate as the Bank writes it, or None if it publishes none."""
    if day < FIRST_DAY or not is_business_day(day) or (currency in _ENDED_CURRENCIES and day > _LAST_DAY_OF_ENDED):
        return None
    base, ordinal = CURRENCIES[currency][0], day.toordinal()
    phase = crc32(currency.encode()) % 1_000
    noise = crc32(f"{currency}{ordinal}".encode()) % 2_001 / 1_000 - 1
    swing = 0.045 * sin(2 * pi * (ordinal + phase) / 911) + 0.018 * sin(2 * pi * (ordinal + 3 * phase) / 127)
    rate = base * (1 + swing + 0.003 * noise)
    return f"{rate:.{min(6, max(4, 3 - floor(log10(rate))))}f}"


def last_published_day(now_ms: int) -> date:
    """Return the last day whose rates are published: they appear in the afternoon, Eastern time."""
    now = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(_EASTERN)
    return now.date() if now.time() >= _PUBLISHED_AT else date.fromordinal(now.date().toordinal() - 1)
