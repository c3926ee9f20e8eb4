"""Now and today, in one place, so that tests can move them."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from regie.core.time.zones import DEFAULT_ZONE


class Clock:
    """Tells instants in UTC and business dates in the organization's time zone."""

    def __init__(self, tell: Callable[[], datetime] = lambda: datetime.now(UTC), zone: str = DEFAULT_ZONE) -> None:
        self._tell = tell
        self._zone = ZoneInfo(zone)

    def in_zone(self, zone: str) -> "Clock":
        """The same instants, told where this zone's days begin."""
        return self if zone == self._zone.key else Clock(self._tell, zone)

    def move_to(self, zone: str) -> None:
        """For a process that goes on for days: from here on its days are this zone's."""
        self._zone = ZoneInfo(zone)

    def now(self) -> datetime:
        return self._tell()

    def today(self) -> date:
        return self.day_of(self._tell())

    def start_of(self, day: date) -> datetime:
        """The instant at which a business date begins."""
        return datetime.combine(day, time.min, self._zone).astimezone(UTC)

    def day_of(self, moment: datetime) -> date:
        """The business date of an instant, in the organization's zone."""
        return moment.astimezone(self._zone).date()
