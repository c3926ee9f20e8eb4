"""Notifies administrators, once per error, when a service needs their attention."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.core.text.locale import LOCALES, translate
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.queries import TRANSIENT_ERRORS
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import has_role
from regie.domains.records.users.models import User

_ADMINISTRATORS = or_(has_role(Role.SUPER_ADMIN), has_role(Role.ADMIN))


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


def _previous_error(session: Session, run: SyncRun) -> str | None:
    """The error of the service's previous run."""
    previous = (
        select(SyncRun.error)
        .where(SyncRun.service == run.service, SyncRun.id < run.id, SyncRun.status.in_(("succeeded", "failed")))
        .order_by(SyncRun.id.desc())
        .limit(1)
    )
    return session.execute(previous).scalar()
