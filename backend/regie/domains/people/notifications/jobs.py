"""Scheduled notifications: what a new day brings, and the digest that each person gets in their morning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.people.notifications.digests import WAITING, Concerns, last_turn, send_digest
from regie.domains.people.notifications.letters import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User

DailyNotification = Callable[[Session, Notifier, date, datetime], None]
_WAITING_LONGEST = (
    select(User.id, User.timezone, func.min(Notification.created_at).label("since"))
    .join(Notification, Notification.user_id == User.id)
    .where(WAITING, User.status == "active")
    .group_by(User.id, User.timezone)
    .order_by(User.id)
)


@dataclass(slots=True)
class DailyJob:
    """Runs once per day of the organization, each notification in its own transaction; interrupted, it runs again.

    A repetition sends nothing twice: `once` identifies what was sent.
    """

    database: Database
    clock: Clock
    notifier: Notifier
    notifications: Sequence[DailyNotification]
    is_stopping: Callable[[], bool] = lambda: False
    _day: date | None = None

    def run_once(self) -> None:
        today = self.clock.today()
        if self._day == today:
            return
        for notify in self.notifications:
            if self.is_stopping():
                return
            with self.database.write() as session:
                notify(session, self.notifier, today, self.clock.now())
        self._day = today


@dataclass(frozen=True, slots=True)
class DigestSender:
    """Sends the digest to each person whose morning has come and for whom something waits."""

    database: Database
    clock: Clock
    notifier: Notifier
    concerns: Concerns
    is_stopping: Callable[[], bool] = lambda: False

    def run_once(self) -> None:
        now = self.clock.now()
        for user_id in self._find_due(now):
            if self.is_stopping():
                return
            # A transaction per person: what is sent stays sent, whatever happens to the next one.
            with self.database.write() as session:
                send_digest(session, self.notifier, user_id, now, self.concerns)

    def _find_due(self, now: datetime) -> list[int]:
        with self.database.read() as db:
            waiting = db.execute(_WAITING_LONGEST).all()
        return [row.id for row in waiting if row.since < last_turn(row.timezone, now)]
