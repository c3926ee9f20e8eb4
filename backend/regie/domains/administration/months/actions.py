"""Closes and reopens months."""

from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Role
from regie.core.api.errors import Changed, Invalid
from regie.core.db.database import Database
from regie.core.text.locale import LOCALES
from regie.core.time.clock import Clock
from regie.core.time.instants import format_month
from regie.core.time.months import end_of_month
from regie.domains.administration.month_packs.actions import add_pack
from regie.domains.administration.months.open_points import list_open_points
from regie.domains.administration.months.queries import first_month, next_to_close, was_closed
from regie.domains.administration.months.schemas import MonthClose, MonthReopen
from regie.domains.insights.statistics.actions import publish_month
from regie.domains.integrations.connections.queries import Environment
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import has_role
from regie.domains.records.months.models import ClosedMonth
from regie.domains.records.months.queries import lock_closing, read_closed_months
from regie.domains.records.users.models import User

_ADMINISTRATORS = or_(has_role(Role.SUPER_ADMIN), has_role(Role.ADMIN))
_MAY_CLOSE = or_(_ADMINISTRATORS, has_role(Role.FINANCIAL_MANAGER))


def close_month(
    session: Session,
    database: Database,
    environment: Environment,
    actor: Actor,
    notifier: Notifier,
    clock: Clock,
    month: date,
    data: MonthClose,
) -> None:
    """Close a month that is over, publish its figures and notify who may close months; open points need a reason.

    The worker writes the files of the month-end pack afterwards, from what the closing read.
    """
    lock_closing(session)
    closed = set(read_closed_months(session))
    if month in closed:
        raise Invalid(code="month_is_closed")
    if end_of_month(month) >= clock.today():
        raise Invalid(code="month_not_over")
    if month < (first := first_month(session.connection(), clock.today())):
        # It would not be listed, and all months after it would have to be closed first.
        raise Invalid(code="month_before_records", month=format_month(first, actor.locale))
    was_reopened = was_closed(session.connection(), month)
    if expected := next_to_close(closed, month, was_reopened=was_reopened):
        code = "month_before_closed" if expected in closed else "month_out_of_order"
        raise Invalid(code=code, month=format_month(expected, actor.locale))
    if data.reason is None and list_open_points(session.connection(), environment, clock, month):
        raise Invalid({"reason": "open_points"})
    closing = ClosedMonth(
        name=f"{month:%Y-%m}",
        month=month,
        closed_at=clock.now(),
        closed_by_id=actor.user_id,
        reason=data.reason,
        comment=data.comment,
        formulas={},
    )
    session.add(closing)
    try:
        session.flush()
    except IntegrityError as error:
        raise Changed from error
    # One state of all records, taken after the lock: no change comes between two figures, or figures and their pack.
    with database.snapshot() as records:
        published = publish_month(session, records, actor, clock, closing)
        add_pack(session, records, actor, clock, closing, published)
    notify(
        session,
        notifier,
        kind="month_closed",
        recipients=session.execute(select(User.id).where(_MAY_CLOSE, User.id != actor.user_id)).scalars(),
        values={"name": actor.name, "month_words": {locale: format_month(month, locale) for locale in LOCALES}},
        link=f"/months/{closing.name}",
        dedup_key=f"month_closed:{closing.api_id}",
        now=clock.now(),
    )


def reopen_month(
    session: Session, actor: Actor, notifier: Notifier, clock: Clock, month: date, data: MonthReopen
) -> None:
    """Reopen a month: its figures follow its records again, and the other administrators are notified."""
    lock_closing(session)
    found = select(ClosedMonth).where(ClosedMonth.month == month, ClosedMonth.reopened_at.is_(None)).with_for_update()
    closing = session.execute(found).scalar_one_or_none()
    if closing is None:
        raise Invalid(code="month_is_open")
    closing.reopened_at, closing.reopened_by_id, closing.reopen_reason = clock.now(), actor.user_id, data.reason
    session.flush()
    notify(
        session,
        notifier,
        kind="month_reopened",
        recipients=session.execute(select(User.id).where(_ADMINISTRATORS, User.id != actor.user_id)).scalars(),
        values={
            "name": actor.name,
            "month_words": {locale: format_month(month, locale) for locale in LOCALES},
            "reason": data.reason,
        },
        link=f"/admin/months/{closing.name}",
        dedup_key=f"month_reopened:{closing.api_id}",
        now=clock.now(),
    )
