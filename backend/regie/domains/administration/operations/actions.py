"""Retries failed work, and dismisses mail that is not sent any more."""

from typing import Any, get_args

from sqlalchemy import delete, or_, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.core.api.errors import NotFound
from regie.core.mail.queue import QueuedMail
from regie.core.restored_copy import require_live_copy
from regie.domains.administration.exports.actions import retry_export
from regie.domains.administration.operations.failures import matches_mail
from regie.domains.administration.operations.schemas import FailureRetry
from regie.domains.integrations.connections.models import Service
from regie.domains.integrations.sync.actions import request_run
from regie.domains.integrations.sync.schemas import SyncRunCreate
from regie.domains.records.exchange_rates.actions import request_fetch


def retry_failure(session: Session, actor: Actor, context: AppContext, data: FailureRetry) -> None:
    """Queue the work again; nothing happens if it is resolved already. Refused on a restored copy."""
    require_live_copy(session.connection())
    now = context.clock.now()
    if data.kind == "synchronization":
        if data.id in get_args(Service):
            request_run(session, actor, SyncRunCreate(service=data.id), now)  # type: ignore[arg-type]
    elif data.kind == "exchange_rates":
        request_fetch(session, actor, now)
    elif data.kind == "export":
        retry_export(session, data.id, now)
    elif (is_mail := matches_mail(data.id)) is not None:
        is_unclaimed = or_(QueuedMail.claimed_until.is_(None), QueuedMail.claimed_until <= now)
        is_waiting = (is_mail, QueuedMail.failed_at.is_(None), is_unclaimed)
        _execute(session, update(QueuedMail).where(*is_waiting).values(next_try_at=now))


def dismiss_mail(session: Session, id: str) -> None:
    """Delete an abandoned mail; its content is deleted already."""
    is_mail = matches_mail(id)
    if is_mail is None:
        raise NotFound
    _execute(session, delete(QueuedMail).where(is_mail, QueuedMail.failed_at.is_not(None)))


def _execute(session: Session, statement: Any) -> None:
    session.execute(statement.execution_options(synchronize_session=False))
