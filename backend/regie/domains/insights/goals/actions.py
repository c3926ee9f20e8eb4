"""Creates, updates, closes and reopens goals, and records check-ins."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import AMOUNT_DIGITS, write_scaled
from regie.core.time.clock import Clock
from regie.domains.insights.goals import rules
from regie.domains.insights.goals.figures import CLOSED, unit_of
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.progress import read_progress
from regie.domains.insights.goals.queries import check_in_goals, visible_goals
from regie.domains.insights.goals.schemas import CheckInCreate, GoalClosing, GoalCreate, GoalReopening, GoalUpdate
from regie.domains.insights.metrics.queries import MetricLoader
from regie.domains.records.employees.models import Employee

_VIEW = (Permission.GOALS_VIEW, visible_goals)
_EDIT = (Permission.GOALS_EDIT, visible_goals)
_CHECK_IN = (Permission.GOALS_CHECK_IN, check_in_goals)
# Fields that accept null.
_NULLABLE = ("metric_key", "start_value", "target_value", "currency")
_NORMALIZED = (
    "measure", "metric_key", "direction", "start_value", "target_value", "currency", "period_start", "period_end",
)  # fmt: skip


def create_goal(session: Session, employee: str, data: GoalCreate) -> str:
    """Create a goal for a current employee; return its api_id."""
    found = select(Employee.id, Employee.status).where(Employee.api_id == employee)
    person = session.execute(found).first() if is_api_id(employee) else None
    if person is None:
        raise NotFound
    if person.status == "left":
        raise Invalid(code="goal_of_leaver")
    goal = EmployeeGoal(employee_id=person.id, **rules.normalize(data.model_dump()))
    session.add(goal)
    session.flush()
    return goal.api_id


def update_goal(session: Session, actor: Actor, api_id: str, data: GoalUpdate) -> None:
    """Change the fields that are sent; raise Changed (409) with both values when the version is outdated."""
    goal = _open(session, actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name, value in sent.items() if value is None and name not in _NULLABLE]:
        raise Invalid(dict.fromkeys(empty, "required"))
    conflicts = {name: (_to_wire(getattr(goal, name)), _to_wire(value)) for name, value in sent.items()}
    require_version(goal, version, conflicts)
    _require_open(goal)
    if goal.status == "active" and sent.get("status") == "draft":
        raise Invalid({"status": "goal_begun"})
    normalized = rules.normalize(
        {name: getattr(goal, name) for name in _NORMALIZED} | _fields_to_reset(goal, sent) | sent
    )
    changed = {name: value for name, value in normalized.items() if value != getattr(goal, name)}
    _require_unlocked(session, goal, changed)
    for name, value in changed.items():
        setattr(goal, name, value)
    session.flush()


def delete_goal(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a draft. A goal that was activated is closed instead, which preserves its history."""
    goal = _open(session, actor, api_id)
    if goal.status != "draft":
        raise Invalid(code="goal_not_draft")
    session.delete(goal)
    session.flush()


def check_in(session: Session, actor: Actor, api_id: str, data: CheckInCreate, clock: Clock) -> None:
    """Record a value for a day, or replace an earlier check-in."""
    goal = load_for_update(session, actor, EmployeeGoal, api_id, view=_VIEW, edit=_CHECK_IN)
    _require_open(goal)
    if goal.status == "draft":
        raise Invalid(code="goal_draft")
    if goal.measure == "linked":
        raise Invalid(code="goal_linked")
    corrected = _find_corrected(session, goal, data.corrects)
    checked_on = data.checked_on or (corrected.checked_on if corrected else clock.today())
    rules.require_day(checked_on, goal.period_start, goal.period_end, clock.today())
    rules.require_value(data.value, unit_of(goal.measure, goal.metric_key), goal.currency)
    session.add(
        GoalCheckIn(
            goal_id=goal.id,
            checked_on=checked_on,
            value=data.value,
            note=data.note,
            made_by_id=actor.user_id,
            made_at=clock.now(),
            corrects_id=corrected.id if corrected else None,
        )
    )
    before = None if corrected is None else _format_check_in(corrected.checked_on, corrected.value)
    log_field_change(session, goal, "check_in", before, _format_check_in(checked_on, data.value))
    _increment_version(session, goal, clock)


def close_goal(session: Session, actor: Actor, api_id: str, data: GoalClosing, clock: Clock) -> None:
    """Freeze the goal at its current value."""
    goal = _open(session, actor, api_id)
    require_version(goal, data.version, {"status": (goal.status, data.status)})
    _require_open(goal)
    if goal.status == "draft":
        raise Invalid(code="goal_draft")
    trajectory = read_progress(MetricLoader(session), [goal], clock.today())[goal.id].trajectory
    rules.require_closing_note(data.status, data.note, trajectory)
    goal.status, goal.closing_note = data.status, data.note
    goal.closed_on, goal.closed_value = clock.today(), trajectory.current
    session.flush()


def reopen_goal(session: Session, actor: Actor, api_id: str, data: GoalReopening) -> None:
    """Make the goal active again and log the reason; a linked goal follows its metric again."""
    goal = _open(session, actor, api_id)
    require_version(goal, data.version, {"status": (goal.status, "active")})
    if goal.status not in CLOSED:
        raise Invalid(code="goal_not_closed")
    goal.status, goal.closing_note = "active", None
    goal.closed_on, goal.closed_value = None, None
    log_field_change(session, goal, "reason", None, data.reason)
    session.flush()


def _open(session: Session, actor: Actor, api_id: str) -> EmployeeGoal:
    return load_for_update(session, actor, EmployeeGoal, api_id, view=_VIEW, edit=_EDIT)


def _require_open(goal: EmployeeGoal) -> None:
    if goal.status in CLOSED:
        raise Invalid(code="goal_closed")


def _fields_to_reset(goal: EmployeeGoal, sent: dict[str, Any]) -> dict[str, Any]:
    """Return the fields to reset when the measure or the metric changes."""
    measure, metric = sent.get("measure", goal.measure), sent.get("metric_key", goal.metric_key)
    if (measure, metric) == (goal.measure, goal.metric_key):
        return {}
    reset: dict[str, Any] = {"metric_key": None} if measure != "linked" else {}
    unit = None if measure == "linked" and metric is None else unit_of(measure, metric if measure == "linked" else None)
    if unit != "money":
        reset["currency"] = None
    if unit == "yes_no":
        reset |= {"start_value": None, "target_value": None, "direction": "reach"}
    return reset


def _require_unlocked(session: Session, goal: EmployeeGoal, changed: dict[str, Any]) -> None:
    """Refuse changes that check-ins forbid: their meaning is fixed, and the period must contain their days."""
    locked = [name for name in rules.LOCKED_BY_CHECK_INS if name in changed]
    days = {"period_start", "period_end"} & set(changed)
    if not locked and not days:
        return
    of_this_goal = GoalCheckIn.goal_id == goal.id
    if locked and session.execute(select(exists().where(of_this_goal))).scalar():
        raise Invalid(dict.fromkeys(locked, "goal_noted"))
    outside = {"period_start": GoalCheckIn.checked_on < changed.get("period_start", date.min),
               "period_end": GoalCheckIn.checked_on > changed.get("period_end", date.max)}  # fmt: skip
    wrong = [
        name for name in sorted(days) if session.execute(select(exists().where(of_this_goal, outside[name]))).scalar()
    ]
    if wrong:
        raise Invalid(dict.fromkeys(wrong, "goal_noted_outside"))


def _find_corrected(session: Session, goal: EmployeeGoal, api_id: str | None) -> GoalCheckIn | None:
    """Return the check-in to replace; it belongs to this goal and was not corrected yet."""
    if api_id is None:
        return None
    statement = select(GoalCheckIn).where(GoalCheckIn.api_id == api_id, GoalCheckIn.goal_id == goal.id)
    found = session.execute(statement).scalar_one_or_none()
    if found is None:
        raise Invalid({"corrects": "reference"})
    if session.execute(select(exists().where(GoalCheckIn.corrects_id == found.id))).scalar():
        raise Invalid({"corrects": "goal_corrected"})
    return found


def _format_check_in(checked_on: date, value: Decimal) -> str:
    return f"{checked_on.isoformat()}: {_format_value(value)}"


def _increment_version(session: Session, goal: EmployeeGoal, clock: Clock) -> None:
    """Increment the goal's version, because a check-in is stored in another table."""
    goal.updated_at = clock.now()
    flag_modified(goal, "updated_at")
    session.flush()


def _format_value(value: Decimal) -> str:
    return write_scaled(int(value.scaleb(AMOUNT_DIGITS)), AMOUNT_DIGITS, 2)


def _to_wire(value: Any) -> Any:
    if isinstance(value, Decimal):
        return _format_value(value)
    return value.isoformat() if isinstance(value, date) else value
