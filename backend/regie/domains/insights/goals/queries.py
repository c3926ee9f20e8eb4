"""Reading goals; `visible_goals` is the only door to the table."""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, join, or_, select, true

from regie.access.actor import ME, MY_EMPLOYEE, Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Shape, ref_to, restricted_of, rows_of
from regie.core.money.amounts import AMOUNT_DIGITS, write_scaled
from regie.domains.insights.goals.figures import rounded, unit_of, weighted_attainment
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.rules import deeds_of
from regie.domains.insights.goals.schemas import (
    CheckIn,
    CheckInColumns,
    GoalBasic,
    GoalColumns,
    GoalOut,
    GoalProgress,
    GoalRow,
    GoalsOfEmployeeQuery,
    GoalValues,
)
from regie.domains.insights.goals.standing import COLUMNS, Goal, Standing, read_standings
from regie.domains.insights.metrics.queries import Readings
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User


def represented() -> Select[int]:
    """The keys of the employees in a team whose representative the caller is."""
    return (
        select(Employee.id)
        .join(TeamMember, TeamMember.user_id == Employee.user_id)
        .join(Team, Team.id == TeamMember.team_id)
        .where(Team.representative_id == ME, Team.archived_at.is_(None))
    )


def _in_teams(name: str) -> ColumnElement[bool]:
    members = (
        select(Employee.id)
        .join(TeamMember, TeamMember.user_id == Employee.user_id)
        .join(Team, Team.id == TeamMember.team_id)
        .where(Team.api_id.in_(bindparam(name, expanding=True)))
    )
    return EmployeeGoal.employee_id.in_(members)


def _followed(scope: Scope) -> ColumnElement[bool]:
    """One's own, and as a team's representative those of its people that are not private."""
    mine = EmployeeGoal.employee_id == MY_EMPLOYEE
    if scope is Scope.OWN:
        return mine
    return or_(mine, and_(EmployeeGoal.visibility != "private", EmployeeGoal.employee_id.in_(represented())))


def visible_goals(scope: Scope) -> ColumnElement[bool]:
    """What the caller follows, and what is open to everyone; drafts are the administrators' alone."""
    if scope is Scope.ALL:
        return true()
    return and_(EmployeeGoal.status != "draft", or_(_followed(scope), EmployeeGoal.visibility == "everyone"))


def checked_goals(scope: Scope) -> ColumnElement[bool]:
    """Those that the caller may note a value of: their own, or all."""
    return true() if scope is Scope.ALL else EmployeeGoal.employee_id == MY_EMPLOYEE


def _shown_values(scope: Scope) -> ColumnElement[bool]:
    """Amounts of money are for those who follow the goal, even where the goal is open to everyone."""
    return true() if scope is Scope.ALL else or_(EmployeeGoal.currency.is_(None), _followed(scope))


GOALS = Listing(
    source=join(EmployeeGoal, Employee, Employee.id == EmployeeGoal.employee_id),
    key=EmployeeGoal.id,
    api_id=EmployeeGoal.api_id,
    shape=Shape.of(GoalColumns, EmployeeGoal, GoalValues, employee=ref_to(Employee)),
    sorts={
        "title": EmployeeGoal.name_key,
        "employee": Employee.name_key,
        "period_start": EmployeeGoal.period_start,
        "period_end": EmployeeGoal.period_end,
        "status": EmployeeGoal.status,
        "weight": EmployeeGoal.weight,
        "created_at": EmployeeGoal.created_at,
        "updated_at": EmployeeGoal.updated_at,
    },
    default_sort="-period_end",
    tables=("employee_goals", "employees", "teams", "team_members"),
    search=(EmployeeGoal.search_key, Employee.search_key),
    filters={
        "employee": one_of(Employee.api_id),
        "team": Filter(lambda name, _value: _in_teams(name)),
        "status": one_of(EmployeeGoal.status),
        "measure": one_of(EmployeeGoal.measure),
        "visibility": one_of(EmployeeGoal.visibility),
        "period_from": at_least(EmployeeGoal.period_end),
        "period_to": at_most(EmployeeGoal.period_start),
        "due_from": at_least(EmployeeGoal.period_end),
        "due_to": at_most(EmployeeGoal.period_end),
        "mine": choice(
            {
                True: lambda: EmployeeGoal.employee_id == MY_EMPLOYEE,
                False: lambda: EmployeeGoal.employee_id != MY_EMPLOYEE,
            }
        ),
        "followed": choice({True: lambda: _followed(Scope.TEAM), False: lambda: ~_followed(Scope.TEAM)}),
        # Named by us alone: what has the pace that is asked for is worked out, not stored.
        "chosen": one_of(EmployeeGoal.id),
    },
)
_FACTS = select(*COLUMNS)
_CHECK_INS = (
    select(
        GoalCheckIn.id,
        GoalCheckIn.api_id,
        GoalCheckIn.checked_on,
        GoalCheckIn.value,
        GoalCheckIn.note,
        GoalCheckIn.made_at,
        GoalCheckIn.corrects_id,
        User.api_id.label("by_id"),
        User.name.label("by_name"),
    )
    .join(User, User.id == GoalCheckIn.made_by_id)
    .order_by(GoalCheckIn.checked_on.desc(), GoalCheckIn.id.desc())
)


def goal_row_scope(actor: Actor) -> RowScope:
    seen = Permission.GOALS_VIEW
    return row_scope(actor, seen, visible_goals, money=seen, money_within=_shown_values)


def list_goals(
    db: Connection, actor: Actor, query: GoalsOfEmployeeQuery, today: date, *, employee: str | None = None
) -> Page[GoalRow | GoalBasic]:
    """All that the caller sees, or one employee's; NotFound when that is nobody the caller knows of."""
    fixed: dict[str, object] = {}
    if employee is not None:
        _require_employee(db, actor, employee)
        fixed["employee"] = [employee]
    if not query.pace:
        page = GOALS.page(db, goal_row_scope(actor), query, fixed)
        return {"data": _complete(db, actor, page["data"], today), "meta": page["meta"]}
    found = _with_pace(db, actor, query.pace, today)
    fixed["chosen"] = sorted(goal.id for goal, _ in found.values())
    page = GOALS.page(db, goal_row_scope(actor), query.model_copy(update={"pace": []}), fixed)
    rows = [_with_progress(actor, row, *found[row["api_id"]], today) for row in page["data"]]
    return {"data": rows, "meta": page["meta"]}


def read_goal(db: Connection, actor: Actor, api_id: str, today: date) -> GoalOut | GoalBasic:
    (goal,) = _complete(db, actor, [GOALS.one(db, goal_row_scope(actor), api_id)], today)
    followed = restricted_of(GoalRow, goal)
    return goal if followed is None else {**followed, "check_ins": _read_check_ins(db, api_id)}


def read_attainments(
    readings: Readings, people: Collection[int], first: date, last: date
) -> dict[int, Fraction | None]:
    """How far each employee's goals are (`read_shares`), all of them together by their weights."""
    found: dict[int, list[tuple[int, Fraction]]] = {key: [] for key in people}
    for goal, share in read_shares(readings, EmployeeGoal.employee_id.in_(people), first, last):
        found[goal.employee_id].append((goal.weight, share))
    return {key: weighted_attainment(shares) for key, shares in found.items()}


def read_shares(readings: Readings, whose: ColumnElement[bool], first: date, last: date) -> list[tuple[Goal, Fraction]]:
    """How far each of these people's goals that have a day between these was on the last of them.

    Neither drafts nor what was cancelled, and no private ones: whoever may see the figure may not see those.
    """
    counted = (
        whose,
        EmployeeGoal.status.in_(("active", "achieved", "missed")),
        EmployeeGoal.visibility != "private",
        EmployeeGoal.period_end >= first,
        EmployeeGoal.period_start <= last,
    )
    goals = readings.db.execute(_FACTS.where(*counted)).all()
    standings = read_standings(readings, goals, last)
    attained = ((goal, standings[goal.id].course.attainment) for goal in goals)
    return [(goal, share) for goal, share in attained if share is not None]


def _require_employee(db: Connection, actor: Actor, api_id: str) -> None:
    """Those of the directory; whoever sees all goals finds those of people who have left too."""
    sees_all = actor.require(Permission.GOALS_VIEW) is Scope.ALL
    known = true() if sees_all else visible_employees(actor.require(Permission.DIRECTORY_VIEW))
    statement = select(Employee.id).where(Employee.api_id == api_id, known)
    if not is_api_id(api_id) or db.execute(statement, actor.params).first() is None:
        raise NotFound


def _with_pace(db: Connection, actor: Actor, wanted: Sequence[str], today: date) -> dict[str, tuple[Goal, Standing]]:
    """The goals that run at one of these paces, as far as the caller sees them, with where they stand."""
    visible = visible_goals(actor.require(Permission.GOALS_VIEW))
    goals = db.execute(_FACTS.where(visible, EmployeeGoal.status == "active"), actor.params).all()
    standings = read_standings(Readings(db), goals, today)
    paces = {goal.id: standings[goal.id].course.pace(today) for goal in goals}
    return {goal.api_id: (goal, standings[goal.id]) for goal in goals if paces[goal.id] in wanted}


def _complete(db: Connection, actor: Actor, rows: Sequence[GoalColumns], today: date) -> list[GoalRow | GoalBasic]:
    goals = db.execute(_FACTS.where(EmployeeGoal.api_id.in_([row["api_id"] for row in rows]))).all()
    standings = read_standings(Readings(db), goals, today)
    by_id = {goal.api_id: goal for goal in goals}
    found = ((row, by_id[row["api_id"]]) for row in rows)
    return [_with_progress(actor, row, goal, standings[goal.id], today) for row, goal in found]


def _with_progress(actor: Actor, row: GoalColumns, goal: Goal, standing: Standing, today: date) -> GoalRow | GoalBasic:
    """How far the goal is, and what the caller may do with it."""
    basic: GoalBasic = {**row, **_progress(goal, standing, today), "can": deeds_of(actor, goal)}
    values, current = restricted_of(GoalValues, row), standing.course.current
    if values is None:
        return basic
    return {
        **basic,
        "start_value": values["start_value"],
        "target_value": values["target_value"],
        "closing_note": values["closing_note"],
        "current_value": None if current is None else _written(current),
    }


def _progress(goal: Goal, standing: Standing, today: date) -> GoalProgress:
    course = standing.course
    return {
        "unit": unit_of(goal.measure, goal.metric_key),
        "attainment": None if course.attainment is None else str(rounded(course.attainment)),
        "elapsed": str(rounded(standing.elapsed)),
        "pace_status": course.pace(today) if goal.status == "active" else None,
        "as_of": standing.as_of,
        "last_checked_on": standing.last_checked_on,
    }


def _written(value: Decimal) -> str:
    return write_scaled(int(value.scaleb(AMOUNT_DIGITS)), AMOUNT_DIGITS, 2)


def _read_check_ins(db: Connection, api_id: str) -> list[CheckIn]:
    """The latest day first; what was corrected stays, and says so."""
    of_goal = select(EmployeeGoal.id).where(EmployeeGoal.api_id == api_id).scalar_subquery()
    rows = rows_of(CheckInColumns, db.execute(_CHECK_INS.where(GoalCheckIn.goal_id == of_goal)))
    api_ids: dict[int | None, str] = {row["id"]: row["api_id"] for row in rows}
    corrected = {row["corrects_id"] for row in rows}
    return [
        {
            "api_id": row["api_id"],
            "checked_on": row["checked_on"],
            "value": _written(row["value"]),
            "note": row["note"],
            "made_by": {"api_id": row["by_id"], "name": row["by_name"]},
            "made_at": row["made_at"],
            "corrects": api_ids.get(row["corrects_id"]),
            "is_corrected": row["id"] in corrected,
        }
        for row in rows
    ]
