"""Provides the current time and date; tests replace it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from regie.core.time.zones import DEFAULT_ZONE


class Clock:
    """Returns instants in UTC and business dates in the organization's time zone."""

    def __init__(self, read_now: Callable[[], datetime] = lambda: datetime.now(UTC), zone: str = DEFAULT_ZONE) -> None:
        self._read_now = read_now
        self._zone = ZoneInfo(zone)

    def in_zone(self, zone: str) -> "Clock":
        """Return this clock in another time zone."""
        return self if zone == self._zone.key else Clock(self._read_now, zone)

    def set_zone(self, zone: str) -> None:
        """Change the time zone of a long-running process."""
        self._zone = ZoneInfo(zone)

    def now(self) -> datetime:
        return self._read_now()

    def today(self) -> date:
        return self.day_of(self._read_now())

    def start_of(self, day: date) -> datetime:
        """Return the instant at which a business date begins."""
        return datetime.combine(day, time.min, self._zone).astimezone(UTC)

    def day_of(self, moment: datetime) -> date:
        """Return the business date of an instant."""
        return moment.astimezone(self._zone).date()
