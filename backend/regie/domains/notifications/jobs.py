"""The worker's part of telling: what a new day brings, and the digest each person gets in their morning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.clock import Clock
from regie.core.db import Database
from regie.domains.notifications.digests import WAITING, Concerns, last_turn, send_digest
from regie.domains.notifications.letters import Notifier
from regie.domains.notifications.models import Notification
from regie.domains.users.models import User

LOOKS_EVERY = timedelta(minutes=1)
Teller = Callable[[Session, Notifier, date, datetime], None]
_WAITING_LONGEST = (
    select(User.id, User.timezone, func.min(Notification.created_at).label("since"))
    .join(Notification, Notification.user_id == User.id)
    .where(WAITING, User.status == "active")
    .group_by(User.id, User.timezone)
    .order_by(User.id)
)


@dataclass(slots=True)
class DailyLook:
    """Once a day of the organization, each teller in a transaction of its own; broken off, it is done again.

    Nobody is told twice by that: what was told is known by its `once`.
    """

    database: Database
    clock: Clock
    notifier: Notifier
    tellers: Sequence[Teller]
    is_stopping: Callable[[], bool] = lambda: False
    _day: date | None = None

    def look(self) -> None:
        today = self.clock.today()
        if self._day == today:
            return
        for tell in self.tellers:
            if self.is_stopping():
                return
            with self.database.write() as session:
                tell(session, self.notifier, today, self.clock.now())
        self._day = today


@dataclass(slots=True)
class DigestSender:
    """Looks once a minute for people whose morning has come and for whom something waits."""

    database: Database
    clock: Clock
    notifier: Notifier
    concerns: Concerns
    is_stopping: Callable[[], bool] = lambda: False
    _looked_at: datetime | None = None

    def look(self) -> None:
        now = self.clock.now()
        if self._looked_at is not None and now - self._looked_at < LOOKS_EVERY:
            return
        for user_id in self._due(now):
            if self.is_stopping():
                return
            # A transaction per person: what is sent stays sent, whatever happens to the next one.
            with self.database.write() as session:
                send_digest(session, self.notifier, user_id, now, self.concerns)
        self._looked_at = now

    def _due(self, now: datetime) -> list[int]:
        with self.database.read() as db:
            waiting = db.execute(_WAITING_LONGEST).all()
        return [row.id for row in waiting if row.since < last_turn(row.timezone, now)]
