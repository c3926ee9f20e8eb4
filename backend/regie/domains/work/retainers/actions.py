"""Adjusts open periods, locks ended ones, and unlocks the newest locked one.

In a closed month, a period is neither adjusted nor unlocked: its hours were reported. Locking it fixes them.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.core.time.months import end_of_month
from regie.domains.records.months.queries import require_open_days
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.ledger_storage import period_title, refresh_ledgers
from regie.domains.work.retainers.queries import managed_periods, visible_periods
from regie.domains.work.retainers.schemas import PeriodUpdate, RetainerLock

_SEEN = (Permission.RETAINERS_VIEW, visible_periods)
_BATCH_SIZE = 200
_MAX_NAMED_PERIODS = 5
_ONE_DAY = timedelta(days=1)


def adjust_period(session: Session, actor: Actor, api_id: str, data: PeriodUpdate, clock: Clock) -> None:
    """Adjust a period's hours, with a reason; raise Changed (409) when the caller read another version."""
    period = _load_period(session, actor, api_id, Permission.RETAINERS_ADJUST, clock.today())
    if period.status != "open":
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
    require_open_days(session, [period.starts_on])
    _adjust(session, period, adjustment, reason, clock)


def lock_period(session: Session, actor: Actor, api_id: str, clock: Clock) -> None:
    """Lock an ended period, the oldest open one of its retainer, with its current hours and terms."""
    period = _load_period(session, actor, api_id, Permission.RETAINERS_LOCK, clock.today())
    if period.status != "open":
        raise Invalid(code="period_locked")
    if period.ends_on >= clock.today():
        raise Invalid(code="period_not_ended")
    _require_none(session, period, "open", "period_earlier_open", RetainerPeriod.starts_on < period.starts_on)
    _lock(period, actor, clock)
    session.flush()


def unlock_period(session: Session, actor: Actor, api_id: str, reason: str, clock: Clock) -> None:
    """Unlock the newest locked period; older ones, and the hours they rolled over, stay unchanged."""
    period = _load_period(session, actor, api_id, Permission.RETAINERS_UNLOCK, clock.today())
    if period.status == "before":
        raise Invalid(code="period_before_ledger")
    if period.status == "open":
        raise Invalid(code="period_not_locked")
    _require_none(session, period, "locked", "period_later_locked", RetainerPeriod.starts_on > period.starts_on)
    require_open_days(session, [period.starts_on])
    period.status, period.locked_at, period.locked_by_id = "open", None, None
    log_field_change(session, period, "reason", None, reason)
    session.flush()
    refresh_ledgers(session, [period.project_id], clock.today())


def lock_month(session: Session, actor: Actor, data: RetainerLock, clock: Clock) -> int:
    """Lock a month of all these retainers, or of none; return the number of locked periods."""
    first = date.fromisoformat(f"{data.month}-01")
    last = end_of_month(first)
    if last >= clock.today():
        raise Invalid({"month": "period_not_ended"})
    retainers = _find_retainers(session, actor, data.projects)
    unlocked = (RetainerPeriod.status == "open", RetainerPeriod.project_id.in_(retainers))
    # The status of a month before the ledger may be outdated.
    current = (RetainerPeriod.status != "locked", RetainerPeriod.project_id.in_(retainers))
    keys = select(RetainerPeriod.project_id).where(*current, RetainerPeriod.starts_on <= last).distinct()
    refresh_in_batches(
        session, session.execute(keys.order_by(RetainerPeriod.project_id)).scalars().all(), clock.today()
    )
    periods = _select_with_names(*unlocked)
    earlier = session.execute(periods.where(RetainerPeriod.starts_on < first).limit(_MAX_NAMED_PERIODS)).all()
    if earlier:
        raise Invalid({"month": FieldError("period_earlier_open", which=_format_names(earlier))})
    found = session.execute(periods.where(RetainerPeriod.starts_on.between(first, last))).all()
    for period, name in found:
        period.title = period_title(name, period.starts_on)
        _lock(period, actor, clock)
    session.flush()
    return len(found)


def carry_hours(
    session: Session, period: RetainerPeriod, hours: Decimal, reason: str, since: date | None, clock: Clock
) -> RetainerPeriod | None:
    """Take hours from the first open period after a closed one, from the month of `since` on; None without one."""
    refresh_ledgers(session, [period.project_id], clock.today())
    later = select(RetainerPeriod).where(
        RetainerPeriod.project_id == period.project_id,
        RetainerPeriod.status == "open",
        RetainerPeriod.starts_on >= max(period.ends_on + _ONE_DAY, since or period.starts_on),
    )
    target = session.execute(later.order_by(RetainerPeriod.starts_on).limit(1)).scalar_one_or_none()
    if target is not None:
        reasons = [target.adjustment_reason, reason] if target.adjustment_reason else [reason]
        _adjust(session, target, target.adjustment - hours, "\n".join(reasons), clock)
    return target


def return_hours(session: Session, period: RetainerPeriod, hours: Decimal, reason: str, clock: Clock) -> None:
    """Give an open period the hours back that `carry_hours` took from it, and remove the reason."""
    if period.status != "open":
        raise Invalid(code="overage_carried_locked")
    reasons = (period.adjustment_reason or "").split("\n")
    if reason in reasons:
        reasons.remove(reason)
    _adjust(session, period, period.adjustment + hours, "\n".join(reasons), clock)


def _adjust(session: Session, period: RetainerPeriod, adjustment: Decimal, reason: str, clock: Clock) -> None:
    period.title = period_title(session.get_one(Project, period.project_id).name, period.starts_on)
    period.adjustment, period.adjustment_reason = adjustment, reason or None
    session.flush()
    refresh_ledgers(session, [period.project_id], clock.today())


def refresh_in_batches(session: Session, project_ids: Sequence[int], today: date) -> None:
    """Refresh in batches that fit into memory and into one statement's parameters."""
    for start in range(0, len(project_ids), _BATCH_SIZE):
        refresh_ledgers(session, project_ids[start : start + _BATCH_SIZE], today)


def _find_retainers(session: Session, actor: Actor, api_ids: Sequence[str]) -> Sequence[int]:
    """Return the named retainers, or all; raise Invalid when a reference is no retainer."""
    seen = visible_projects(actor.require(Permission.RETAINERS_LOCK))
    statement = select(Project.id).where(Project.kind == "retainer", seen)
    if not api_ids:
        return session.execute(statement, actor.params).scalars().all()
    found = session.execute(statement.where(Project.api_id.in_(api_ids)), actor.params).scalars().all()
    if len(found) != len(set(api_ids)):
        raise Invalid({"projects": "reference"})
    return found


def _select_with_names(*conditions: ColumnElement[bool]) -> Select[RetainerPeriod, str]:
    named = select(RetainerPeriod, Project.name).join(Project, Project.id == RetainerPeriod.project_id)
    return named.where(*conditions).order_by(RetainerPeriod.starts_on, RetainerPeriod.id)


def _format_names(periods: Sequence[Row[RetainerPeriod, str]]) -> str:
    return ", ".join(period_title(name, period.starts_on) for period, name in periods)


def _load_period(session: Session, actor: Actor, api_id: str, requires: Permission, today: date) -> RetainerPeriod:
    """Load the current period; its retainer is locked first, in an order that all transactions share."""
    statement = select(RetainerPeriod.project_id).where(RetainerPeriod.api_id == api_id)
    project_id = session.execute(statement).scalar() if is_api_id(api_id) else None
    if project_id is not None:
        refresh_ledgers(session, [project_id], today)
    period = load_for_update(session, actor, RetainerPeriod, api_id, view=_SEEN, edit=(requires, managed_periods))
    period.title = period_title(session.get_one(Project, period.project_id).name, period.starts_on)
    return period


def _lock(period: RetainerPeriod, actor: Actor, clock: Clock) -> None:
    period.status, period.locked_at, period.locked_by_id = "locked", clock.now(), actor.user_id


def _require_none(session: Session, period: RetainerPeriod, status: str, code: str, where: ColumnElement[bool]) -> None:
    """Raise Invalid with the names of the periods that must be locked or unlocked first."""
    blocking = _select_with_names(
        RetainerPeriod.project_id == period.project_id, RetainerPeriod.status == status, where
    )
    if found := session.execute(blocking.limit(_MAX_NAMED_PERIODS)).all():
        raise Invalid(code=code, which=_format_names(found))
