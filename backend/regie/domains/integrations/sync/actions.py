"""Creates, starts, finishes and purges synchronization runs."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Forbidden, Invalid
from regie.core.audit.activity import log_event
from regie.core.db.ids import new_api_id
from regie.core.db.inserts import insert_into
from regie.core.restored_copy import require_live_copy
from regie.core.sample_data import require_no_sample_data
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.integrations.matching.actions import update_linked_records
from regie.domains.integrations.sync.models import MissingCount, SkippedList, SyncCheckpoint, SyncRun
from regie.domains.integrations.sync.queries import TRANSIENT_ERRORS, find_run
from regie.domains.integrations.sync.schemas import SyncRunCreate
from regie.domains.records.mirrors.models import HubspotContact, HubspotContactCompany

UNFINISHED = ("queued", "running")
# Services send webhooks in bursts; one run serves them all.
MIN_HINT_INTERVAL = timedelta(minutes=1)
_MAX_DETAIL_LENGTH = 2_000
# HubSpot restores a deleted contact during this time.
_CONTACT_RETENTION = timedelta(days=90)


def request_run(session: Session, actor: Actor, data: SyncRunCreate, now: datetime) -> str:
    """Queue a run; returns its api_id, or that of the run already queued or running."""
    may_run = actor.can(Permission.CONNECTIONS_RUN) or (
        data.service == "quickbooks" and actor.can(Permission.CONNECTIONS_RUN_QUICKBOOKS)
    )
    if not may_run:
        raise Forbidden
    require_live_copy(session.connection())
    require_no_sample_data(session.connection())
    if data.accepts_missing and not (data.full and actor.can(Permission.CONNECTIONS_RUN)):
        raise Invalid({"accepts_missing": "needs_full"})
    if data.accepts_missing:
        name = NAMES[data.service]
        log_event(session, "missing_accepted", subject="connection", api_id=None, name=name, topic="access")
    return queue_run(session, data.service, now, is_full=data.full, accepts_missing=data.accepts_missing)


def queue_run(
    session: Session, service: str, now: datetime, *, is_full: bool = False, accepts_missing: bool = False
) -> str:
    values = {
        "api_id": new_api_id(),
        "service": service,
        "status": "queued",
        "is_full": is_full,
        "accepts_missing": accepts_missing,
        "created_at": now,
    }
    session.execute(insert_into(session, SyncRun).values(values).on_conflict_do_nothing())
    unfinished = select(SyncRun.api_id).where(SyncRun.service == service, SyncRun.status.in_(UNFINISHED))
    return session.execute(unfinished).scalar_one()


def queue_due(session: Session, services: Iterable[str], interval: timedelta, now: datetime) -> None:
    """Queue each service whose last run is older than the interval."""
    last = dict(session.execute(select(SyncRun.service, func.max(SyncRun.created_at)).group_by(SyncRun.service)).all())
    for service in services:
        if service not in last or now - last[service] >= interval:
            queue_run(session, service, now)


def queue_hinted(session: Session, hints: Mapping[str, datetime], now: datetime) -> None:
    """Queue each service with a webhook since its last run was created; at most once a minute."""
    columns = (SyncRun.service, func.max(SyncRun.created_at).label("at"))
    last = {row.service: row.at for row in session.execute(select(*columns).group_by(SyncRun.service))}
    for service, hinted_at in hints.items():
        if service not in last or (hinted_at > last[service] and now - last[service] >= MIN_HINT_INTERVAL):
            queue_run(session, service, now)


def purge_runs(session: Session, before: datetime) -> list[str]:
    """Delete runs finished before a time, except each service's first and last success; returns their api_ids."""
    retained = [
        select(of(SyncRun.id)).where(SyncRun.status == "succeeded").group_by(SyncRun.service)
        for of in (func.min, func.max)
    ]
    old = delete(SyncRun).where(SyncRun.finished_at < before, *(SyncRun.id.not_in(ids) for ids in retained))
    return list(session.execute(old.returning(SyncRun.api_id)).scalars())


def purge_contacts(session: Session, now: datetime) -> None:
    """Delete the contacts that disappeared at HubSpot and cannot be restored there any more."""
    session.execute(delete(HubspotContact).where(HubspotContact.deleted_at < now - _CONTACT_RETENTION))
    of_no_contact = HubspotContactCompany.contact_id.not_in(select(HubspotContact.external_id))
    session.execute(delete(HubspotContactCompany).where(of_no_contact))


def begin_run(session: Session, api_id: str, now: datetime) -> str | None:
    """Mark a queued or interrupted run as running; returns its service, or None when it has ended."""
    statement = (
        update(SyncRun)
        .where(SyncRun.api_id == api_id, SyncRun.status.in_(UNFINISHED))
        .values(status="running", started_at=func.coalesce(SyncRun.started_at, now))
        .returning(SyncRun.service)
    )
    return session.execute(statement).scalar_one_or_none()


def finish_run(session: Session, api_id: str, steps: int, now: datetime) -> None:
    """End a run whose lists are all read, and update the links of clients and invoices."""
    run = find_run(session, api_id)
    update_linked_records(session, (run.service,))
    run.status, run.finished_at, run.step, run.done, run.total = "succeeded", now, None, steps, steps


def skip_list(session: Session, api_id: str, kind: str, scope: str) -> None:
    """Record once per permission what the run does not read; its records stay, and the next run starts it again."""
    run = find_run(session, api_id)
    skipped = run.skipped or []
    if all(row["scope"] != scope for row in skipped):
        run.skipped = [*skipped, SkippedList(kind=kind, scope=scope)]
    of_list = (SyncCheckpoint.service == run.service, SyncCheckpoint.step == kind)
    restarted = {"run": None, "is_done": False, "started_at": None}
    session.execute(update(SyncCheckpoint).where(*of_list).values(restarted))


def fail_run(
    session: Session,
    api_id: str,
    error: str,
    detail: str,
    now: datetime,
    missing: Sequence[MissingCount] = (),
    implausible: Sequence[str] = (),
) -> SyncRun | None:
    """End a run with an error code, which users see translated; None when it had already ended.

    `missing` was not marked as deleted; the next run reads the `implausible` lists again in full.
    """
    run = find_run(session, api_id)
    if run.status not in UNFINISHED:
        return None
    run.status, run.finished_at, run.error, run.error_detail = "failed", now, error, detail[:_MAX_DETAIL_LENGTH] or None
    run.missing = list(missing) or None
    reread = (SyncCheckpoint.service == run.service, SyncCheckpoint.step.in_(implausible))
    session.execute(update(SyncCheckpoint).where(*reread).values(full_at=None, missing_before=None))
    if error not in TRANSIENT_ERRORS:
        # The data read so far may be wrong: the next run restarts its lists.
        unfinished = (SyncCheckpoint.service == run.service, SyncCheckpoint.is_done.is_(False))
        session.execute(update(SyncCheckpoint).where(*unfinished).values(started_at=None))
    return run
