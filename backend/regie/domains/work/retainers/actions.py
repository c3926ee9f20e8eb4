"""Changing the ledger by hand: adjusting open periods, locking what has ended, unlocking the newest."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import note
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.core.time.months import last_of_month
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.queries import managed_periods, visible_periods
from regie.domains.work.retainers.schemas import PeriodUpdate, RetainerLock
from regie.domains.work.retainers.storing import refresh_ledgers, title_of

_SEEN = (Permission.RETAINERS_VIEW, visible_periods)
_A_BATCH = 200
_MOST_NAMED = 5


def adjust_period(session: Session, actor: Actor, api_id: str, data: PeriodUpdate, clock: Clock) -> None:
    """Give or take hours, with a reason; Changed (409) when another version was read, naming both values."""
    period = _open(session, actor, api_id, Permission.RETAINERS_ADJUST, clock.today())
    if period.status == "locked":
        raise Invalid({"adjustment": "locked"}, "period_locked")
    adjustment = period.adjustment if data.adjustment is None else data.adjustment
    reason = (period.adjustment_reason or "") if data.adjustment_reason is None else data.adjustment_reason
    changes = {
        "adjustment": (f"{period.adjustment:.2f}", f"{adjustment:.2f}"),
        "adjustment_reason": (period.adjustment_reason or "", reason),
    }
    require_version(period, data.version, changes)
    if adjustment and not reason:
        raise Invalid({"adjustment_reason": "required"})
    period.adjustment, period.adjustment_reason = adjustment, reason or None
    session.flush()
    refresh_ledgers(session, [period.project_id], clock.today())


def lock_period(session: Session, actor: Actor, api_id: str, clock: Clock) -> None:
    """Freeze an ended period, the oldest open one of its retainer, as its hours and terms have it now."""
    period = _open(session, actor, api_id, Permission.RETAINERS_LOCK, clock.today())
    if period.status == "locked":
        raise Invalid(code="period_locked")
    if period.ends_on >= clock.today():
        raise Invalid(code="period_not_ended")
    _require_none(session, period, "open", "period_earlier_open", RetainerPeriod.starts_on < period.starts_on)
    _lock(period, actor, clock)
    session.flush()


def unlock_period(session: Session, actor: Actor, api_id: str, reason: str, clock: Clock) -> None:
    """Open the newest locked period again; older ones stay as they are, and so does what they handed on."""
    period = _open(session, actor, api_id, Permission.RETAINERS_UNLOCK, clock.today())
    if period.status == "open":
        raise Invalid(code="period_not_locked")
    _require_none(session, period, "locked", "period_later_locked", RetainerPeriod.starts_on > period.starts_on)
    period.status, period.locked_at, period.locked_by_id = "open", None, None
    note(session, period, "reason", None, reason)
    session.flush()
    refresh_ledgers(session, [period.project_id], clock.today())


def lock_month(session: Session, actor: Actor, data: RetainerLock, clock: Clock) -> int:
    """Freeze a month of all these retainers at once, or of none: how many periods that was."""
    first = date.fromisoformat(f"{data.month}-01")
    last = last_of_month(first)
    if last >= clock.today():
        raise Invalid({"month": "period_not_ended"})
    chosen = _chosen(session, actor, data.projects)
    unlocked = (RetainerPeriod.status == "open", RetainerPeriod.project_id.in_(chosen))
    keys = select(RetainerPeriod.project_id).where(*unlocked, RetainerPeriod.starts_on <= last).distinct()
    refresh_in_batches(
        session, session.execute(keys.order_by(RetainerPeriod.project_id)).scalars().all(), clock.today()
    )
    periods = _with_names(*unlocked)
    earlier = session.execute(periods.where(RetainerPeriod.starts_on < first).limit(_MOST_NAMED)).all()
    if earlier:
        raise Invalid({"month": FieldError("period_earlier_open", which=_named(earlier))})
    found = session.execute(periods.where(RetainerPeriod.starts_on.between(first, last))).all()
    for period, name in found:
        period.title = title_of(name, period.starts_on)
        _lock(period, actor, clock)
    session.flush()
    return len(found)


def refresh_in_batches(session: Session, project_ids: Sequence[int], today: date) -> None:
    """In pieces that fit into memory and into one statement's parameters."""
    for start in range(0, len(project_ids), _A_BATCH):
        refresh_ledgers(session, project_ids[start : start + _A_BATCH], today)


def _chosen(session: Session, actor: Actor, api_ids: Sequence[str]) -> Sequence[int]:
    """The retainers that are named, or all that have periods; Invalid names a reference that is not one."""
    seen = visible_projects(actor.require(Permission.RETAINERS_LOCK))
    statement = select(Project.id).where(Project.kind == "retainer", seen)
    if not api_ids:
        return session.execute(statement, actor.params).scalars().all()
    found = session.execute(statement.where(Project.api_id.in_(api_ids)), actor.params).scalars().all()
    if len(found) != len(set(api_ids)):
        raise Invalid({"projects": "reference"})
    return found


def _with_names(*conditions: ColumnElement[bool]) -> Select[RetainerPeriod, str]:
    named = select(RetainerPeriod, Project.name).join(Project, Project.id == RetainerPeriod.project_id)
    return named.where(*conditions).order_by(RetainerPeriod.starts_on, RetainerPeriod.id)


def _named(periods: Sequence[Row[RetainerPeriod, str]]) -> str:
    return ", ".join(title_of(name, period.starts_on) for period, name in periods)


def _open(session: Session, actor: Actor, api_id: str, requires: Permission, today: date) -> RetainerPeriod:
    """The period, up to date: its retainer is kept from others first, and in the same order by everyone."""
    of = select(RetainerPeriod.project_id).where(RetainerPeriod.api_id == api_id)
    project_id = session.execute(of).scalar() if is_api_id(api_id) else None
    if project_id is not None:
        refresh_ledgers(session, [project_id], today)
    period = open_record(session, actor, RetainerPeriod, api_id, seen=_SEEN, changed=(requires, managed_periods))
    period.title = title_of(session.get_one(Project, period.project_id).name, period.starts_on)
    return period


def _lock(period: RetainerPeriod, actor: Actor, clock: Clock) -> None:
    period.status, period.locked_at, period.locked_by_id = "locked", clock.now(), actor.user_id


def _require_none(session: Session, period: RetainerPeriod, status: str, code: str, where: ColumnElement[bool]) -> None:
    """Invalid that names the retainer's periods which come first."""
    of_it = _with_names(RetainerPeriod.project_id == period.project_id, RetainerPeriod.status == status, where)
    if found := session.execute(of_it.limit(_MOST_NAMED)).all():
        raise Invalid(code=code, which=_named(found))
