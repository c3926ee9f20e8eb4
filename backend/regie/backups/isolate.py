"""Makes a restored database harmless: all sessions end, and nothing is sent until it is confirmed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from regie.access.email_tokens import EmailToken
from regie.access.idempotency import IdempotencyKey
from regie.access.sign_in_limits import SignInCount
from regie.core.audit.activity import log_event, set_author, without_audit
from regie.core.mail.queue import QueuedMail
from regie.core.restored_copy import Restore
from regie.domains.accounts.sessions.models import GoogleAttempt, PasskeyChallenge, PendingSignIn, SignedInSession
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.users.models import User
from regie.migrate import newest_version

# Their codes and links are no longer valid.
_KINDS_WITH_LINKS = ("sign_in_code", "password_reset", "invitation")


@dataclass(frozen=True, slots=True)
class Isolated:
    """What was ended in the copy."""

    sessions: int
    links: int
    discarded_mails: int
    parked_mails: int
    invited_users: int


def isolate(session: Session, backup_at: datetime, now: datetime) -> Isolated:
    """End sessions, sign-ins, codes and links; park mail and synchronization; allow the release to start on it."""
    has_link = QueuedMail.kind.in_(_KINDS_WITH_LINKS)
    done = Isolated(
        sessions=_count(session, SignedInSession),
        links=_count(session, EmailToken),
        discarded_mails=_count(session, QueuedMail, has_link),
        parked_mails=_count(session, QueuedMail, ~has_link, QueuedMail.failed_at.is_(None)),
        invited_users=_count(session, User, User.status == "invited"),
    )
    ended = (PasskeyChallenge, SignedInSession, PendingSignIn, GoogleAttempt, EmailToken, SignInCount, IdempotencyKey)
    statements: list[Any] = [delete(model) for model in ended]
    statements += [
        delete(QueuedMail).where(has_link),
        update(QueuedMail).values(claimed_until=None),
        update(ConnectionSecret).values(claimed_until=None),
        # Also ends a session that is written from another copy. People did not change.
        without_audit(update(User).values(session_epoch=User.session_epoch + 1, updated_at=User.updated_at)),
        update(SyncRun)
        .where(SyncRun.status.in_(("queued", "running")))
        .values(status="failed", finished_at=now, error="interrupted"),
        delete(Restore).where(Restore.confirmed_at.is_(None)),
    ]
    for statement in statements:
        session.execute(statement.execution_options(synchronize_session=False))
    session.add(Restore(backup_at=backup_at, restored_at=now))
    set_author(session, None, now)
    name = f"{backup_at:%Y-%m-%d %H:%M} UTC"
    log_event(session, "restored", subject="backup", api_id=None, name=name, topic="access")
    session.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": newest_version()})
    return done


def _count(session: Session, model: type, *conditions: Any) -> int:
    return session.execute(select(func.count()).select_from(model).where(*conditions)).scalar_one()
