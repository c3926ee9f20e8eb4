"""The life of a synchronisation run: asked for, taken up by the worker, finished or failed."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Forbidden, Invalid
from regie.core.audit.activity import record
from regie.core.db.ids import new_api_id
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.matching.actions import follow_links
from regie.domains.integrations.sync.models import SyncCheckpoint, SyncRun
from regie.domains.integrations.sync.queries import PASSING, find_run
from regie.domains.integrations.sync.schemas import SyncRunCreate

UNFINISHED = ("queued", "running")
# Services send their hints in bursts, and each of them is as good as the last.
HINTS_APART = timedelta(minutes=1)
_LONGEST_DETAIL = 2_000


def request_run(session: Session, actor: Actor, data: SyncRunCreate, now: datetime) -> str:
    """The api_id of the run that is now queued, or of the one that already is or runs."""
    may_run = actor.may(Permission.CONNECTIONS_RUN) or (
        data.service == "quickbooks" and actor.may(Permission.CONNECTIONS_RUN_QUICKBOOKS)
    )
    if not may_run:
        raise Forbidden
    if data.accepts_missing and not (data.full and actor.may(Permission.CONNECTIONS_RUN)):
        raise Invalid({"accepts_missing": "needs_full"})
    if data.accepts_missing:
        name = NAMES[data.service]
        record(session, "missing_accepted", subject="connection", api_id=None, name=name, topic="access")
    return queue_run(session, data.service, now, is_full=data.full, accepts_missing=data.accepts_missing)


def queue_run(
    session: Session, service: str, now: datetime, *, is_full: bool = False, accepts_missing: bool = False
) -> str:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    values = {
        "api_id": new_api_id(),
        "service": service,
        "status": "queued",
        "is_full": is_full,
        "accepts_missing": accepts_missing,
        "created_at": now,
    }
    session.execute(insert(SyncRun).values(values).on_conflict_do_nothing())
    unfinished = select(SyncRun.api_id).where(SyncRun.service == service, SyncRun.status.in_(UNFINISHED))
    return session.execute(unfinished).scalar_one()


def queue_due(session: Session, services: Iterable[str], every: timedelta, now: datetime) -> None:
    """Queue each service that nobody has synchronised for so long."""
    last = dict(session.execute(select(SyncRun.service, func.max(SyncRun.created_at)).group_by(SyncRun.service)).all())
    for service in services:
        if service not in last or now - last[service] >= every:
            queue_run(session, service, now)


def queue_hinted(session: Session, hints: Mapping[str, datetime], now: datetime) -> None:
    """Queue each service that said, after its last run began, that something has changed; at most once a minute."""
    columns = (SyncRun.service, func.max(SyncRun.created_at).label("at"))
    last = {row.service: row.at for row in session.execute(select(*columns).group_by(SyncRun.service))}
    for service, hinted_at in hints.items():
        if service not in last or (hinted_at > last[service] and now - last[service] >= HINTS_APART):
            queue_run(session, service, now)


def forget_runs(session: Session, before: datetime) -> list[str]:
    """Runs that ended long ago; each service's first success stays, and its last, for people see its age."""
    kept = [
        select(of(SyncRun.id)).where(SyncRun.status == "succeeded").group_by(SyncRun.service)
        for of in (func.min, func.max)
    ]
    old = delete(SyncRun).where(SyncRun.finished_at < before, *(SyncRun.id.not_in(ids) for ids in kept))
    return list(session.execute(old.returning(SyncRun.api_id)).scalars())


def begin_run(session: Session, api_id: str, now: datetime) -> str | None:
    """The service of a run that is queued, or that an earlier worker began; None for one that has ended."""
    begun = (
        update(SyncRun)
        .where(SyncRun.api_id == api_id, SyncRun.status.in_(UNFINISHED))
        .values(status="running", started_at=func.coalesce(SyncRun.started_at, now))
        .returning(SyncRun.service)
    )
    return session.execute(begun).scalar_one_or_none()


def finish_run(session: Session, api_id: str, steps: int, now: datetime) -> None:
    """All lists are read: what they say of our clients and invoices is brought up to date with it."""
    run = find_run(session, api_id)
    follow_links(session, (run.service,))
    run.status, run.finished_at, run.step, run.done, run.total = "succeeded", now, None, steps, steps


def fail_run(session: Session, api_id: str, error: str, detail: str, now: datetime) -> SyncRun | None:
    """The data stays as it is; people see `error` in their language. None for a run that had ended already."""
    run = find_run(session, api_id)
    if run.status not in UNFINISHED:
        return None
    run.status, run.finished_at, run.error, run.error_detail = "failed", now, error, detail[:_LONGEST_DETAIL] or None
    if error not in PASSING:
        # What was read is in doubt: the next run begins its lists anew.
        unfinished = (SyncCheckpoint.service == run.service, SyncCheckpoint.is_done.is_(False))
        session.execute(update(SyncCheckpoint).where(*unfinished).values(started_at=None))
    return run
