"""Renewing what renews by itself, and telling the account manager in time of what does not."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.time.months import add_months
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project

DEFAULT_NOTICE_DAYS = 30
_A_YEAR = 12
_LONGEST_NOTICE = timedelta(days=365)
_RUNNING = (
    Project.kind == "retainer",
    Project.status.in_(ONGOING),
    Project.archived_at.is_(None),
)


def renew_due(session: Session, today: date) -> None:
    """Move the day on by the term, as often as it takes to lie ahead; the log says that Régie did."""
    due = select(Project).where(*_RUNNING, Project.auto_renew.is_(True), Project.renews_on <= today)
    for project in session.execute(due.with_for_update()).scalars():
        assert project.renews_on is not None
        project.renews_on = next_renewal(project.renews_on, project.term_months or _A_YEAR, today)
    session.flush()


def next_renewal(renews_on: date, term_months: int, today: date) -> date:
    """The first renewal after `today`, counted from the day itself: the 31st comes back after a short month."""
    terms = 1
    while (day := add_months(renews_on, terms * term_months)) <= today:
        terms += 1
    return day


def tell_of_renewals(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Once per renewal, from the first day of its notice on."""
    coming = (Project.auto_renew.is_not(True), Project.renews_on <= today + _LONGEST_NOTICE)
    statement = select(Project, Client.name).join(Client, Client.id == Project.client_id).where(*_RUNNING, *coming)
    for project, client in session.execute(statement.order_by(Project.id)):
        assert project.renews_on is not None
        if today < notice_starts(project.renews_on, project.notice_days):
            continue
        day = project.renews_on.isoformat()
        notify(
            session, notifier, kind="retainer_renewal", recipients=[project.account_manager_id],
            values={"project": project.name, "client": client, "renews_on": day},
            link=f"/projects/{project.api_id}/view", once=f"retainer_renewal:{project.api_id}:{day}", now=now,
        )  # fmt: skip


def renewals_told_of(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Those of these retainers whose renewal is this person's business now."""
    theirs = select(Project.api_id).where(Project.api_id.in_(api_ids), Project.account_manager_id == user_id)
    return set(session.execute(theirs).scalars())


def notice_starts(renews_on: date, notice_days: int | None) -> date:
    """The day from which on a renewal is somebody's business."""
    return renews_on - timedelta(days=DEFAULT_NOTICE_DAYS if notice_days is None else notice_days)
