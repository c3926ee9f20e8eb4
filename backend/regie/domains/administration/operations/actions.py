"""Retries failed work, and dismisses mail that is not sent any more; both are logged if they change anything."""

from datetime import datetime
from typing import Any, cast, get_args

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.core.api.errors import NotFound
from regie.core.audit.activity import log_event
from regie.core.mail.queue import QueuedMail
from regie.core.restored_copy import require_live_copy
from regie.core.text.locale import translate
from regie.domains.administration.exports.actions import retry_export
from regie.domains.administration.month_packs.actions import retry_pack
from regie.domains.administration.operations.failures import matches_mail
from regie.domains.administration.operations.schemas import FailureRetry
from regie.domains.integrations.connections.models import Service
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.sync.actions import UNFINISHED, request_run
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.schemas import SyncRunCreate
from regie.domains.records.exchange_rates.actions import request_fetch
from regie.domains.records.exchange_rates.queries import UNFINISHED as UNFINISHED_FETCHES


def retry_failure(session: Session, actor: Actor, context: AppContext, data: FailureRetry) -> None:
    """Queue the work again; nothing happens if it is resolved already. Refused on a restored copy."""
    require_live_copy(session.connection())
    now = context.clock.now()
    if data.kind == "synchronization":
        if data.id in get_args(Service):
            _retry_synchronization(session, actor, cast(Service, data.id), now)
    elif data.kind == "exchange_rates":
        _retry_rates(session, actor, now)
    elif data.kind == "export":
        retry_export(session, data.id, now)
    elif data.kind == "month_pack":
        retry_pack(session, data.id)
    elif (is_mail := matches_mail(data.id)) is not None:
        is_unclaimed = or_(QueuedMail.claimed_until.is_(None), QueuedMail.claimed_until <= now)
        is_waiting = (is_mail, QueuedMail.failed_at.is_(None), is_unclaimed)
        retried = update(QueuedMail).where(*is_waiting).values(next_try_at=now)
        _change_mail(session, retried.returning(QueuedMail.to_address), "retried")


def _retry_synchronization(session: Session, actor: Actor, service: Service, now: datetime) -> None:
    unfinished = select(SyncRun.id).where(SyncRun.service == service, SyncRun.status.in_(UNFINISHED))
    was_queued = session.execute(unfinished).first() is not None
    request_run(session, actor, SyncRunCreate(service=service), now)
    if not was_queued:
        log_event(session, "retried", subject="connection", api_id=None, name=NAMES[service])


def _retry_rates(session: Session, actor: Actor, now: datetime) -> None:
    was_queued = session.execute(UNFINISHED_FETCHES).first() is not None
    request_fetch(session, actor, now)
    if not was_queued:
        log_event(
            session,
            "retried",
            subject="exchange_rate",
            api_id=None,
            name=translate(actor.locale, "operations.subject.exchange_rates"),
        )


def dismiss_mail(session: Session, id: str) -> None:
    """Delete an abandoned mail; its content is deleted already."""
    is_mail = matches_mail(id)
    if is_mail is None:
        raise NotFound
    dismissed = delete(QueuedMail).where(is_mail, QueuedMail.failed_at.is_not(None))
    _change_mail(session, dismissed.returning(QueuedMail.to_address), "dismissed")


def _change_mail(session: Session, statement: Any, action: str) -> None:
    changed = session.execute(statement.execution_options(synchronize_session=False))
    for address in changed.scalars().all():
        log_event(session, action, subject="mail", api_id=None, name=address)
