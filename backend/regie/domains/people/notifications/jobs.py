"""Runs the daily notifications, and sends each user's digest in their morning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.job_states import read_job_state, save_job_state
from regie.core.time.clock import Clock
from regie.domains.people.notifications.digests import (
    IS_PENDING_DIGEST,
    RelevanceFilters,
    last_digest_time,
    send_digest,
)
from regie.domains.people.notifications.emails import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User

DailyNotification = Callable[[Session, Notifier, date, datetime], None]
_NAME = "daily_notifications"
_PENDING_DIGESTS = (
    select(User.id, User.timezone, func.min(Notification.created_at).label("since"))
    .join(Notification, Notification.user_id == User.id)
    .where(IS_PENDING_DIGEST, User.status == "active")
    .group_by(User.id, User.timezone)
    .order_by(User.id)
)


@dataclass(slots=True)
class DailyJob:
    """Runs once per day of the organization, each notification in its own transaction.

    After an interruption it runs again; `dedup_key` prevents repeated notifications.
    """

    database: Database
    clock: Clock
    notifier: Notifier
    notifications: Sequence[DailyNotification]
    is_stopping: Callable[[], bool] = lambda: False

    def run_once(self) -> None:
        today = self.clock.today()
        with self.database.read() as db:
            if read_job_state(db, _NAME).get("day") == today.isoformat():
                return
        for notify in self.notifications:
            if self.is_stopping():
                return
            with self.database.write() as session:
                notify(session, self.notifier, today, self.clock.now())
        with self.database.write() as session:
            save_job_state(session, _NAME, {"day": today.isoformat()})


@dataclass(frozen=True, slots=True)
class DigestSender:
    """Sends the digest to each user whose digest hour has passed and who has pending notifications."""

    database: Database
    clock: Clock
    notifier: Notifier
    relevance_filters: RelevanceFilters
    is_stopping: Callable[[], bool] = lambda: False

    def run_once(self) -> None:
        now = self.clock.now()
        for user_id in self._find_due(now):
            if self.is_stopping():
                return
            # A transaction per user: a sent digest stays sent, whatever happens to the next one.
            with self.database.write() as session:
                send_digest(session, self.notifier, user_id, now, self.relevance_filters)

    def _find_due(self, now: datetime) -> list[int]:
        with self.database.read() as db:
            pending = db.execute(_PENDING_DIGESTS).all()
        return [row.id for row in pending if row.since < last_digest_time(row.timezone, now)]
