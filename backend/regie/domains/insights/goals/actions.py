"""Setting goals, noting how far they are, closing them and opening them again."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import note
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import AMOUNT_DIGITS, write_scaled
from regie.core.time.clock import Clock
from regie.domains.insights.goals import rules
from regie.domains.insights.goals.figures import CLOSED, unit_of
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.queries import checked_goals, visible_goals
from regie.domains.insights.goals.schemas import CheckInCreate, GoalClosing, GoalCreate, GoalReopening, GoalUpdate
from regie.domains.insights.goals.standing import read_standings
from regie.domains.insights.metrics.queries import Readings
from regie.domains.records.employees.models import Employee

_SEEN = (Permission.GOALS_VIEW, visible_goals)
_EDITED = (Permission.GOALS_EDIT, visible_goals)
_CHECKED = (Permission.GOALS_CHECK_IN, checked_goals)
# What may be sent as nothing; the other fields have a value or are not sent.
_MAY_BE_EMPTY = ("metric_key", "start_value", "target_value", "currency")
_SETTLED = (
    "measure", "metric_key", "direction", "start_value", "target_value", "currency", "period_start", "period_end",
)  # fmt: skip


def create_goal(session: Session, employee: str, data: GoalCreate) -> str:
    """A goal of somebody who works here; returns its api_id."""
    found = select(Employee.id, Employee.status).where(Employee.api_id == employee)
    person = session.execute(found).first() if is_api_id(employee) else None
    if person is None:
        raise NotFound
    if person.status == "left":
        raise Invalid(code="goal_of_leaver")
    goal = EmployeeGoal(employee_id=person.id, **rules.settle(data.model_dump()))
    session.add(goal)
    session.flush()
    return goal.api_id


def update_goal(session: Session, actor: Actor, api_id: str, data: GoalUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    goal = _open(session, actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name, value in sent.items() if value is None and name not in _MAY_BE_EMPTY]:
        raise Invalid(dict.fromkeys(empty, "required"))
    conflicts = {name: (_wire(getattr(goal, name)), _wire(value)) for name, value in sent.items()}
    require_version(goal, version, conflicts)
    _require_open(goal)
    if goal.status == "active" and sent.get("status") == "draft":
        raise Invalid({"status": "goal_begun"})
    settled = rules.settle({name: getattr(goal, name) for name in _SETTLED} | _cleared(goal, sent) | sent)
    changed = {name: value for name, value in settled.items() if value != getattr(goal, name)}
    _require_same_meaning(session, goal, changed)
    for name, value in changed.items():
        setattr(goal, name, value)
    session.flush()


def delete_goal(session: Session, actor: Actor, api_id: str) -> None:
    """Only a draft: what was begun is closed, so that its story stays."""
    goal = _open(session, actor, api_id)
    if goal.status != "draft":
        raise Invalid(code="goal_kept")
    session.delete(goal)
    session.flush()


def check_in(session: Session, actor: Actor, api_id: str, data: CheckInCreate, clock: Clock) -> None:
    """Note a value of a day, or put it right in the place of one that was noted before."""
    goal = open_record(session, actor, EmployeeGoal, api_id, seen=_SEEN, changed=_CHECKED)
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
    note(session, goal, "check_in", _told(goal, corrected), f"{checked_on.isoformat()}: {_value(data.value)}")
    _touch(session, goal, clock)


def close_goal(session: Session, actor: Actor, api_id: str, data: GoalClosing, clock: Clock) -> None:
    """From here on the goal says what it says now, and nothing of it changes."""
    goal = _open(session, actor, api_id)
    require_version(goal, data.version, {"status": (goal.status, data.status)})
    _require_open(goal)
    if goal.status == "draft":
        raise Invalid(code="goal_draft")
    course = read_standings(Readings(session), [goal], clock.today())[goal.id].course
    rules.require_verdict(data.status, data.note, course)
    goal.status, goal.closing_note = data.status, data.note
    goal.closed_on, goal.closed_value = clock.today(), course.current
    session.flush()


def reopen_goal(session: Session, actor: Actor, api_id: str, data: GoalReopening) -> None:
    """It runs again, and a linked one follows its figure again; the log keeps why."""
    goal = _open(session, actor, api_id)
    require_version(goal, data.version, {"status": (goal.status, "active")})
    if goal.status not in CLOSED:
        raise Invalid(code="goal_not_closed")
    goal.status, goal.closing_note = "active", None
    goal.closed_on, goal.closed_value = None, None
    note(session, goal, "reason", None, data.reason)
    session.flush()


def _open(session: Session, actor: Actor, api_id: str) -> EmployeeGoal:
    return open_record(session, actor, EmployeeGoal, api_id, seen=_SEEN, changed=_EDITED)


def _require_open(goal: EmployeeGoal) -> None:
    if goal.status in CLOSED:
        raise Invalid(code="goal_closed")


def _cleared(goal: EmployeeGoal, sent: dict[str, Any]) -> dict[str, Any]:
    """Another measure has nothing of what belonged to the one before: what it needs is sent with it."""
    measure, metric = sent.get("measure", goal.measure), sent.get("metric_key", goal.metric_key)
    if (measure, metric) == (goal.measure, goal.metric_key):
        return {}
    cleared: dict[str, Any] = {"metric_key": None} if measure != "linked" else {}
    unit = None if measure == "linked" and metric is None else unit_of(measure, metric if measure == "linked" else None)
    if unit != "money":
        cleared["currency"] = None
    if unit == "yes_no":
        cleared |= {"start_value": None, "target_value": None, "direction": "reach"}
    return cleared


def _require_same_meaning(session: Session, goal: EmployeeGoal, changed: dict[str, Any]) -> None:
    """Once a value was noted, what values mean stays; and the period still holds every day of which one was noted."""
    locked = [name for name in rules.OF_ITS_VALUES if name in changed]
    days = {"period_start", "period_end"} & set(changed)
    if not locked and not days:
        return
    noted = GoalCheckIn.goal_id == goal.id
    if locked and session.execute(select(exists().where(noted))).scalar():
        raise Invalid(dict.fromkeys(locked, "goal_noted"))
    outside = {"period_start": GoalCheckIn.checked_on < changed.get("period_start", date.min),
               "period_end": GoalCheckIn.checked_on > changed.get("period_end", date.max)}  # fmt: skip
    wrong = [name for name in sorted(days) if session.execute(select(exists().where(noted, outside[name]))).scalar()]
    if wrong:
        raise Invalid(dict.fromkeys(wrong, "goal_noted_outside"))


def _find_corrected(session: Session, goal: EmployeeGoal, api_id: str | None) -> GoalCheckIn | None:
    """The check-in that is put right: one of this goal that counts."""
    if api_id is None:
        return None
    of_goal = select(GoalCheckIn).where(GoalCheckIn.api_id == api_id, GoalCheckIn.goal_id == goal.id)
    found = session.execute(of_goal).scalar_one_or_none()
    if found is None:
        raise Invalid({"corrects": "reference"})
    if session.execute(select(exists().where(GoalCheckIn.corrects_id == found.id))).scalar():
        raise Invalid({"corrects": "goal_corrected"})
    return found


def _told(goal: EmployeeGoal, corrected: GoalCheckIn | None) -> str | None:
    return corrected and f"{corrected.checked_on.isoformat()}: {_value(corrected.value)}"


def _touch(session: Session, goal: EmployeeGoal, clock: Clock) -> None:
    """Check-ins have a table of their own: noting one is a new version of the goal all the same."""
    goal.updated_at = clock.now()
    flag_modified(goal, "updated_at")
    session.flush()


def _value(value: Decimal) -> str:
    return write_scaled(int(value.scaleb(AMOUNT_DIGITS)), AMOUNT_DIGITS, 2)


def _wire(value: Any) -> Any:
    if isinstance(value, Decimal):
        return _value(value)
    return value.isoformat() if isinstance(value, date) else value
