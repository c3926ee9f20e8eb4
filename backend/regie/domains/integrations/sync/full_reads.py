"""Compares full reads with the service's own totals, and finds the records that they did not return."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from regie.core.db.model import Model
from regie.domains.integrations.sync.models import MissingCount, SyncCheckpoint, SyncRun
from regie.domains.integrations.sync.upserts import active_rows, mark_missing, missing_rows
from regie.domains.integrations.sync.windows import ReadWindow

# Losses of several runs count together, so that a slow loss is stopped like a sudden one.
LOSS_PERIOD = timedelta(days=7)
# A few rows may be missing from a short list; more than a fifth of a long one is probably an error of the service.
_MIN_SUSPICIOUS_COUNT = 5
_MAX_MISSING_DIVISOR = 5


@dataclass(frozen=True, slots=True)
class FullRead:
    """The rows of which a full read returns every one, identified at the service by `key`.

    `read_total` asks the service for its own number of records; `is_covered` limits the rows to the days of the read.
    `others` are rows of other tables that the same read writes.
    """

    model: type[Model]
    key: InstrumentedAttribute[Any]
    read_total: Callable[[ReadWindow], int | None] | None = None
    is_covered: Callable[[SyncCheckpoint], ColumnElement[bool]] | None = None
    others: tuple["FullRead", ...] = ()

    def conditions(self, checkpoint: SyncCheckpoint) -> tuple[ColumnElement[bool], ...]:
        return (self.is_covered(checkpoint),) if self.is_covered else ()


class IncompleteRead(Exception):
    """A full read returned fewer records than the service has."""


class TooManyMissing(Exception):
    """Too many records are missing from full reads, which are therefore probably incomplete."""

    def __init__(self, missing: Sequence[MissingCount], kinds: Sequence[str]) -> None:
        super().__init__(", ".join(f"{row['kind']}: {row['count']} / {row['known']}" for row in missing))
        self.missing = missing
        # The lists that must be read again.
        self.kinds = kinds


def count_unread(session: Session, full_read: FullRead, records: Sequence[Any], started_at: datetime) -> int:
    """The records of a page that earlier pages of this read did not contain."""
    ids = {record.external_id for record in records}
    read = select(func.count(full_read.key.distinct())).where(
        full_read.key.in_(ids), full_read.model.__table__.c.synced_at >= started_at
    )
    return len(ids) - session.execute(read).scalar_one()


def mark_missing_records(session: Session, run: SyncRun, full_reads: Mapping[str, FullRead], now: datetime) -> None:
    """Mark what the finished full reads did not find, and record it on the run; all or nothing.

    IncompleteRead when this run read less of a list than the service has. TooManyMissing when a list lost too much in
    this run, or in the runs of a week, unless the run accepts it.
    """
    of_service = select(SyncCheckpoint).where(SyncCheckpoint.service == run.service)
    checkpoints = {row.step: row for row in session.execute(of_service).scalars() if row.step in full_reads}
    _require_complete(run, checkpoints)
    pending = {name: row for name, row in checkpoints.items() if row.missing_before is not None}
    counts = [_count_missing(session, name, full_reads[name], pending[name]) for name in full_reads if name in pending]
    missing = [row for row in counts if row["count"]]
    run.missing = missing or None
    if missing and not run.accepts_missing:
        earlier = earlier_losses(session, run, now)
        implausible = [row["kind"] for row in missing if not _is_plausible(row, earlier.get(row["kind"], 0))]
        if implausible:
            raise TooManyMissing(missing, implausible)
    for name, checkpoint in pending.items():
        before = checkpoint.missing_before
        assert before is not None
        for full_read in (full_reads[name], *full_reads[name].others):
            mark_missing(session, full_read.model, before, now, *full_read.conditions(checkpoint))
        checkpoint.missing_before = None


def _require_complete(run: SyncRun, checkpoints: Mapping[str, SyncCheckpoint]) -> None:
    read = [row for row in checkpoints.values() if row.run == run.api_id and row.since is None]
    incomplete = [row for row in read if row.total is not None and row.records < row.total]
    if incomplete:
        raise IncompleteRead(", ".join(f"{row.step}: {row.records} / {row.total}" for row in incomplete))


def earlier_losses(session: Session, run: SyncRun, now: datetime) -> dict[str, int]:
    """The records that the service's runs of the last seven days marked, by list, since the last confirmed run."""
    recent = select(SyncRun.missing, SyncRun.accepts_missing).where(
        SyncRun.service == run.service,
        SyncRun.id != run.id,
        SyncRun.status == "succeeded",
        SyncRun.finished_at > now - LOSS_PERIOD,
    )
    losses: dict[str, int] = {}
    for missing, accepts_missing in session.execute(recent.order_by(SyncRun.id)):
        if accepts_missing:
            losses.clear()
            continue
        for row in missing or ():
            losses[row["kind"]] = losses.get(row["kind"], 0) + row["count"]
    return losses


def _count_missing(session: Session, name: str, full_read: FullRead, checkpoint: SyncCheckpoint) -> MissingCount:
    assert checkpoint.missing_before is not None
    conditions = full_read.conditions(checkpoint)
    count = select(func.count()).select_from(full_read.model)
    missing = count.where(*missing_rows(full_read.model, checkpoint.missing_before), *conditions)
    known = count.where(active_rows(full_read.model), *conditions)
    return {
        "kind": name,
        "count": session.execute(missing).scalar_one(),
        "known": session.execute(known).scalar_one(),
    }


def _is_plausible(row: MissingCount, earlier: int) -> bool:
    has_nothing_left = row["count"] == row["known"] >= _MIN_SUSPICIOUS_COUNT
    lost, known = row["count"] + earlier, row["known"] + earlier
    return not has_nothing_left and (lost <= _MIN_SUSPICIOUS_COUNT or lost * _MAX_MISSING_DIVISOR <= known)
