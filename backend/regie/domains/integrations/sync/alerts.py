"""Telling administrators when a service can no longer be read until somebody acts; once per trouble."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.core.text.locale import LOCALES, say
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.queries import PASSING
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import holds
from regie.domains.records.users.models import User

_ADMINISTRATORS = or_(holds(Role.SUPER_ADMIN), holds(Role.ADMIN))


def tell_of_trouble(session: Session, notifier: Notifier, run: SyncRun, now: datetime) -> None:
    """In the transaction that ends the run; nobody is told of what may pass, nor twice in a row of the same."""
    if run.error is None or run.error in PASSING or run.error == _error_before(session, run):
        return
    words = {
        name: {locale: say(locale, f"sync.{name}.{run.error}") for locale in LOCALES} for name in ("error", "todo")
    }
    notify(
        session, notifier, kind="sync_trouble",
        recipients=session.execute(select(User.id).where(_ADMINISTRATORS)).scalars(),
        values={"service": NAMES[run.service], "error_words": words["error"], "todo_words": words["todo"]},
        link="/admin/connections", once=f"sync_trouble:{run.api_id}", now=now,
    )  # fmt: skip


def _error_before(session: Session, run: SyncRun) -> str | None:
    """What the service's run before this one ended with."""
    before = (
        select(SyncRun.error)
        .where(SyncRun.service == run.service, SyncRun.id < run.id, SyncRun.status.in_(("succeeded", "failed")))
        .order_by(SyncRun.id.desc())
        .limit(1)
    )
    return session.execute(before).scalar()
