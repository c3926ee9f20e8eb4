"""Telling administrators by mail when a service can no longer be read until somebody acts; once per trouble."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.core.locale import Locale, say
from regie.core.mail import MailBox, queue_mail
from regie.domains.connections.queries import NAMES
from regie.domains.sync.models import SyncRun
from regie.domains.sync.queries import PASSING
from regie.domains.users.models import User

_TOLD: tuple[Role, ...] = (Role.SUPER_ADMIN, Role.ADMIN)


@dataclass(frozen=True, slots=True)
class Alerts:
    """`origin` is where Régie is found: the mail leads to the screen on which the trouble is mended."""

    box: MailBox
    origin: str

    def tell(self, session: Session, run: SyncRun, now: datetime) -> None:
        """Queue the mails in the transaction that ends the run; none for what may pass, and none twice in a row."""
        if run.error is None or run.error in PASSING or run.error == _error_before(session, run):
            return
        for user in session.execute(select(User).order_by(User.id)).scalars():
            if set(user.roles) & set(_TOLD):
                self._tell(session, user, run, now)

    def _tell(self, session: Session, user: User, run: SyncRun, now: datetime) -> None:
        locale: Locale = "fr-ca" if user.locale == "fr-ca" else "en-us"
        queue_mail(
            session,
            self.box,
            to=user.email,
            kind="sync_trouble",
            locale=locale,
            now=now,
            link=f"{self.origin}/admin/connections",
            service=NAMES[run.service],
            error=say(locale, f"sync.error.{run.error}"),
            todo=say(locale, f"sync.todo.{run.error}"),
        )


def _error_before(session: Session, run: SyncRun) -> str | None:
    """What the service's run before this one ended with."""
    before = (
        select(SyncRun.error)
        .where(SyncRun.service == run.service, SyncRun.id < run.id, SyncRun.status.in_(("succeeded", "failed")))
        .order_by(SyncRun.id.desc())
        .limit(1)
    )
    return session.execute(before).scalar()
