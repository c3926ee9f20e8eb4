"""Notifies churn managers of churn that waits for their confirmation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Select, String, and_, cast, exists, or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.core.audit.activity import set_author
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import NewNotification, Notifier, notify_all
from regie.domains.people.notifications.models import Notification
from regie.domains.people.users.queries import has_role
from regie.domains.records.churns.models import IS_AUTOMATIC, OPEN, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.options.queries import read_options
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.churns.endings import UNRECORDED, UnrecordedEnds
from regie.domains.work.churns.notifications import KIND, LEAVING, leaving_key, notification_key

# Older ones, such as those of an import, are on the home page only.
NOTIFY_FOR = timedelta(days=7)
_ADMINISTRATORS = (Role.SUPER_ADMIN, Role.ADMIN)


@dataclass(frozen=True, slots=True)
class PendingChurnJob:
    """Notifies of recorded churn, however it was recorded; without any, a run is one statement."""

    database: Database
    clock: Clock
    notifier: Notifier

    def run_once(self) -> None:
        now, today = self.clock.now(), self.clock.today()
        pending, leaving, ends = _select_unnotified(now, today), _select_leaving(now, today), UnrecordedEnds()
        with self.database.read() as db:
            # Ends that an import recorded have no churn yet.
            if not db.execute(select(or_(pending.exists(), leaving.exists(), UNRECORDED.exists()))).scalar():
                return
        with self.database.write() as session:
            set_author(session, None, now)
            ends.apply(session, self.clock)
            # A confirmation waits for these rows, and then finds the notifications to settle.
            self._notify_of_decisions(session, session.execute(pending.with_for_update(of=ChurnEvent)).all())
            self._notify_of_departures(session, session.execute(leaving.with_for_update(of=ChurnEvent)).all())

    def _notify_of_decisions(self, session: Session, rows: Sequence[Any]) -> None:
        recipients, reasons = _find_recipients(session), _reason_names(session)
        notifications = [
            NewNotification(
                recipients=recipients - {row.recorded_by_id},
                values=_values(row, reasons),
                link=f"/churns?tab=queue&open={row.api_id}",
                dedup_key=notification_key(row.api_id),
            )
            for row in rows
        ]
        notify_all(session, self.notifier, KIND, notifications, self.clock.now())

    def _notify_of_departures(self, session: Session, rows: Sequence[Any]) -> None:
        """Owners, account managers, churn managers and finance; not those who are asked to confirm it."""
        everyone = _find_people_of_departures(session)
        notifications = [
            NewNotification(
                recipients=(everyone | {row.client_manager_id, row.account_manager_id})
                - {row.recorded_by_id}
                - _find_asked(session, row.api_id),
                values=_departure(row),
                link=f"/projects/{row.project}/view",
                dedup_key=leaving_key(row.api_id, row.effective_on),
            )
            for row in rows
        ]
        notify_all(session, self.notifier, LEAVING, notifications, self.clock.now())


def _select_unnotified(now: datetime, today: date) -> Select[*tuple[Any, ...]]:
    """Churn without a notification: recorded lately, also by planning an end, or an end whose last day has come.

    An end of long ago that is recorded only now, such as an imported one, is in the queue and on the home page.
    """
    notified = exists(select(Notification.id).where(Notification.dedup_key == f"{KIND}:" + ChurnEvent.api_id))
    is_new = ChurnEvent.created_at >= now - NOTIFY_FOR
    is_due = and_(IS_AUTOMATIC, ChurnEvent.effective_on >= today - NOTIFY_FOR)
    has_ended = and_(is_due, ChurnEvent.effective_on <= today)
    return _select_events().where(
        ChurnEvent.state == "recorded", or_(and_(is_new, or_(~IS_AUTOMATIC, is_due)), has_ended), ~notified
    )


def _select_leaving(now: datetime, today: date) -> Select[*tuple[Any, ...]]:
    """Departures to come without a notification: recorded, confirmed or moved lately."""
    key = f"{LEAVING}:" + ChurnEvent.api_id + ":" + cast(ChurnEvent.effective_on, String)
    notified = exists(select(Notification.id).where(Notification.dedup_key == key))
    # An automatic one is announced once a person has confirmed it, however long it waited.
    is_new = and_(~IS_AUTOMATIC, ChurnEvent.updated_at >= now - NOTIFY_FOR)
    return _select_events().where(ChurnEvent.state.in_(OPEN), ChurnEvent.effective_on >= today, is_new, ~notified)


def _select_events() -> Select[*tuple[Any, ...]]:
    return (
        select(
            ChurnEvent.api_id,
            ChurnEvent.name,
            ChurnEvent.effective_on,
            ChurnEvent.reason,
            ChurnEvent.currency,
            ChurnEvent.mrr_lost,
            ChurnEvent.recorded_by_id,
            Client.name.label("client"),
            Client.account_manager_id.label("client_manager_id"),
            Project.account_manager_id,
            Project.api_id.label("project"),
        )
        .join(Project, Project.id == ChurnEvent.project_id)
        .join(Client, Client.id == Project.client_id)
        .order_by(ChurnEvent.id)
    )


def _find_recipients(session: Session) -> set[int]:
    """The churn managers; without any, the administrators, who can confirm churn too."""
    active = select(User.id).where(User.status == "active").order_by(User.id)
    managers = session.execute(active.where(has_role(Role.CHURN_MANAGER))).scalars().all()
    if managers:
        return set(managers)
    return set(session.execute(active.where(or_(*map(has_role, _ADMINISTRATORS)))).scalars())


def _find_people_of_departures(session: Session) -> set[int]:
    """Owners, churn managers and finance; account managers are those of the retainer and of its client."""
    roles = (Role.SUPER_ADMIN, Role.CHURN_MANAGER, Role.FINANCIAL_MANAGER)
    found = select(User.id).where(User.status == "active", or_(*map(has_role, roles)))
    return set(session.execute(found).scalars())


def _find_asked(session: Session, api_id: str) -> set[int]:
    found = select(Notification.user_id).where(Notification.dedup_key == notification_key(api_id))
    return set(session.execute(found).scalars())


def _departure(row: Any) -> dict[str, Any]:
    return {
        "project": row.name,
        "client": row.client,
        "lost_money": {"amount": str(row.mrr_lost), "currency": row.currency},
        "effective_on": row.effective_on.isoformat(),
    }


def _values(row: Any, reasons: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    words = reasons.get(row.reason, dict.fromkeys(("en-us", "fr-ca"), row.reason))
    return {**_departure(row), "reason_words": words}


def _reason_names(session: Session) -> dict[str, Mapping[str, str]]:
    return {
        option["value"]: {"en-us": option["name_en"], "fr-ca": option["name_fr"]}
        for option in read_options(session.connection())["churn_reason"]
    }
