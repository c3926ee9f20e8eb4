"""Renews retainers with automatic renewal, and notifies account managers of all renewals in time."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.core.time.months import add_months
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project

DEFAULT_NOTICE_DAYS = 30
_DEFAULT_TERM_MONTHS = 12
_MAX_NOTICE = timedelta(days=365)
_RUNNING = (
    Project.kind == "retainer",
    Project.status.in_(ONGOING),
    Project.archived_at.is_(None),
)
# A retainer that ends by then does not renew: the decision has been taken.
_IS_UNDECIDED = or_(Project.end_on.is_(None), Project.end_on > Project.renews_on)


def renew_due(session: Session, today: date) -> None:
    """Move renewal dates by the term until they are in the future; the log shows the system as the author."""
    due = select(Project).where(*_RUNNING, Project.auto_renew.is_(True), Project.renews_on <= today)
    for project in session.execute(due.with_for_update()).scalars():
        assert project.renews_on is not None
        project.renews_on = next_renewal(project.renews_on, project.term_months or _DEFAULT_TERM_MONTHS, today)
    session.flush()


def next_renewal(renews_on: date, term_months: int, today: date) -> date:
    """Return the first renewal after `today`, counted from `renews_on`: the 31st returns after a short month."""
    terms = 1
    while (day := add_months(renews_on, terms * term_months)) <= today:
        terms += 1
    return day


def notify_renewals(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Notify once per renewal, from the first day of its notice period on; automatic ones can still be prevented."""
    upcoming = (_IS_UNDECIDED, Project.renews_on <= today + _MAX_NOTICE)
    statement = select(Project, Client.name).join(Client, Client.id == Project.client_id).where(*_RUNNING, *upcoming)
    for project, client in session.execute(statement.order_by(Project.id)):
        assert project.renews_on is not None
        if today < notice_start(project.renews_on, project.notice_days):
            continue
        day = project.renews_on.isoformat()
        kind = "retainer_automatic_renewal" if project.auto_renew else "retainer_renewal"
        notify(
            session, notifier, kind=kind, recipients=[project.account_manager_id],
            values={"project": project.name, "client": client, "renews_on": day},
            # One key for both kinds: turning automatic renewal on or off afterwards is the decision.
            link=f"/projects/{project.api_id}/view", dedup_key=f"retainer_renewal:{project.api_id}:{day}", now=now,
        )  # fmt: skip


def find_relevant_renewals(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Return those of these retainers whose renewal concerns this user and waits for a decision."""
    own = (Project.api_id.in_(api_ids), Project.account_manager_id == user_id)
    statement = select(Project.api_id).where(*own, *_RUNNING, _IS_UNDECIDED)
    return set(session.execute(statement).scalars())


def notice_start(renews_on: date, notice_days: int | None) -> date:
    """Return the day from which a renewal is notified."""
    return renews_on - timedelta(days=DEFAULT_NOTICE_DAYS if notice_days is None else notice_days)
