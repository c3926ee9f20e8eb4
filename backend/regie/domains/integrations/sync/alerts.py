"""Notifies administrators, once per error or run, when a service needs their attention."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.core.text.locale import LOCALES, translate
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.sync.full_reads import earlier_losses
from regie.domains.integrations.sync.models import MissingCount, SyncRun
from regie.domains.integrations.sync.queries import TRANSIENT_ERRORS, describe_missing
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import has_role
from regie.domains.records.users.models import User

_ADMINISTRATORS = or_(has_role(Role.SUPER_ADMIN), has_role(Role.ADMIN))
# Fifty records, or two in a hundred.
_NOTABLE_COUNT = 50
_NOTABLE_DIVISOR = 50


def notify_administrators(session: Session, notifier: Notifier, run: SyncRun, now: datetime) -> None:
    """Notify in the transaction that ends the run; not for transient errors, nor for the previous run's error."""
    if run.error is None or run.error in TRANSIENT_ERRORS or run.error == _previous_error(session, run):
        return
    words = {
        name: {locale: translate(locale, f"sync.{name}.{run.error}") for locale in LOCALES}
        for name in ("error", "todo")
    }
    notify(
        session, notifier, kind="sync_trouble",
        recipients=session.execute(select(User.id).where(_ADMINISTRATORS)).scalars(),
        values={"service": NAMES[run.service], "error_words": words["error"], "todo_words": words["todo"]},
        link="/admin/connections", dedup_key=f"sync_trouble:{run.api_id}", now=now,
    )  # fmt: skip


def notify_of_missing_records(session: Session, notifier: Notifier, run: SyncRun, now: datetime) -> None:
    """Notify in the transaction that marks the records, when a list lost much in this run or in the runs of a week."""
    earlier = earlier_losses(session, run, now)
    if not any(_is_notable(row, earlier.get(row["kind"], 0)) for row in run.missing or ()):
        return
    notify(
        session, notifier, kind="records_missing",
        recipients=session.execute(select(User.id).where(_ADMINISTRATORS)).scalars(),
        values={
            "service": NAMES[run.service],
            "missing_words": {locale: describe_missing(run.missing, locale) for locale in LOCALES},
        },
        link="/admin/connections", dedup_key=f"records_missing:{run.api_id}", now=now,
    )  # fmt: skip


def _is_notable(row: MissingCount, earlier: int) -> bool:
    lost, known = row["count"] + earlier, row["known"] + earlier
    return lost >= _NOTABLE_COUNT or lost * _NOTABLE_DIVISOR >= known


def _previous_error(session: Session, run: SyncRun) -> str | None:
    """The error of the service's previous run."""
    previous = (
        select(SyncRun.error)
        .where(SyncRun.service == run.service, SyncRun.id < run.id, SyncRun.status.in_(("succeeded", "failed")))
        .order_by(SyncRun.id.desc())
        .limit(1)
    )
    return session.execute(previous).scalar()
