"""The parameters of a read."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class ReadWindow:
    """The parameters of a read, constant until it is done: everything, or changes `since`."""

    started_at: datetime
    since: datetime | None
    from_on: date | None
    to_on: date | None
    cursor: str | None

    @property
    def is_full(self) -> bool:
        return self.since is None
