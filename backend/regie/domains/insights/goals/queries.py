"""Reads goals; all access to the table goes through `visible_goals`."""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, join, or_, select, true

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Shape, read_restricted, read_rows, ref_to
from regie.core.money.amounts import AMOUNT_DIGITS, write_scaled
from regie.domains.insights.goals.figures import round_share, unit_of, weighted_attainment
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.progress import COLUMNS, Goal, GoalProgress, read_progress
from regie.domains.insights.goals.progress import METRICS as METRICS
from regie.domains.insights.goals.rules import allowed_actions
from regie.domains.insights.goals.schemas import (
    CheckIn,
    CheckInColumns,
    GoalBasic,
    GoalColumns,
    GoalOut,
    GoalProgressFields,
    GoalRow,
    GoalsOfEmployeeQuery,
    GoalValues,
)
from regie.domains.insights.metrics.queries import MetricLoader
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User


def represented_employees() -> Select[int]:
    """The ids of employees in the teams that the caller represents."""
    return (
        select(Employee.id)
        .join(TeamMember, TeamMember.user_id == Employee.user_id)
        .join(Team, Team.id == TeamMember.team_id)
        .where(Team.representative_id == CURRENT_USER_ID, Team.archived_at.is_(None))
    )


def _in_teams(name: str) -> ColumnElement[bool]:
    members = (
        select(Employee.id)
        .join(TeamMember, TeamMember.user_id == Employee.user_id)
        .join(Team, Team.id == TeamMember.team_id)
        .where(Team.api_id.in_(bindparam(name, expanding=True)))
    )
    return EmployeeGoal.employee_id.in_(members)


def _is_followed(scope: Scope) -> ColumnElement[bool]:
    """The caller's own goals and, for a team's representative, the members' goals that are not private."""
    mine = EmployeeGoal.employee_id == CURRENT_EMPLOYEE_ID
    if scope is Scope.OWN:
        return mine
    return or_(mine, and_(EmployeeGoal.visibility != "private", EmployeeGoal.employee_id.in_(represented_employees())))


def visible_goals(scope: Scope) -> ColumnElement[bool]:
    """The goals that the caller follows and those visible to everyone; drafts require the scope `all`."""
    if scope is Scope.ALL:
        return true()
    return and_(EmployeeGoal.status != "draft", or_(_is_followed(scope), EmployeeGoal.visibility == "everyone"))


def check_in_goals(scope: Scope) -> ColumnElement[bool]:
    """The goals that the caller may check in: their own, or all."""
    return true() if scope is Scope.ALL else EmployeeGoal.employee_id == CURRENT_EMPLOYEE_ID


def _has_visible_values(scope: Scope) -> ColumnElement[bool]:
    """The goals whose values the caller sees: amounts of money require following the goal."""
    return true() if scope is Scope.ALL else or_(EmployeeGoal.currency.is_(None), _is_followed(scope))


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
                True: lambda: EmployeeGoal.employee_id == CURRENT_EMPLOYEE_ID,
                False: lambda: EmployeeGoal.employee_id != CURRENT_EMPLOYEE_ID,
            }
        ),
        "followed": choice({True: lambda: _is_followed(Scope.TEAM), False: lambda: ~_is_followed(Scope.TEAM)}),
        # Internal: pace is calculated, so the goals of a requested pace are passed as ids.
        "chosen": one_of(EmployeeGoal.id),
    },
)
_SELECT_GOALS = select(*COLUMNS)
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
    return row_scope(actor, seen, visible_goals, money=seen, money_clause=_has_visible_values)


def list_goals(
    db: Connection, actor: Actor, query: GoalsOfEmployeeQuery, today: date, *, employee: str | None = None
) -> Page[GoalRow | GoalBasic]:
    """List the goals that the caller sees, or one employee's; NotFound when the caller may not see the employee."""
    fixed: dict[str, object] = {}
    if employee is not None:
        _require_employee(db, actor, employee)
        fixed["employee"] = [employee]
    if not query.pace:
        page = GOALS.page(db, goal_row_scope(actor), query, fixed)
        return {"data": _add_progress(db, actor, page["data"], today), "meta": page["meta"]}
    found = _read_by_pace(db, actor, query.pace, today)
    fixed["chosen"] = sorted(goal.id for goal, _ in found.values())
    page = GOALS.page(db, goal_row_scope(actor), query.model_copy(update={"pace": []}), fixed)
    rows = [_build_row(actor, row, *found[row["api_id"]], today) for row in page["data"]]
    return {"data": rows, "meta": page["meta"]}


def read_goal(db: Connection, actor: Actor, api_id: str, today: date) -> GoalOut | GoalBasic:
    (goal,) = _add_progress(db, actor, [GOALS.one(db, goal_row_scope(actor), api_id)], today)
    followed = read_restricted(GoalRow, goal)
    return goal if followed is None else {**followed, "check_ins": _read_check_ins(db, api_id)}


def read_attainments(
    loader: MetricLoader, people: Collection[int], first: date, last: date
) -> dict[int, Fraction | None]:
    """By employee id, the weighted mean of their goals' attainments (`read_shares`)."""
    found: dict[int, list[tuple[int, Fraction]]] = {key: [] for key in people}
    for goal, share in read_shares(loader, EmployeeGoal.employee_id.in_(people), first, last):
        found[goal.employee_id].append((goal.weight, share))
    return {key: weighted_attainment(shares) for key, shares in found.items()}


def read_shares(
    loader: MetricLoader, whose: ColumnElement[bool], first: date, last: date
) -> list[tuple[Goal, Fraction]]:
    """Each goal whose period overlaps these days, with its attainment on the last of them.

    Drafts, cancelled goals and private goals are left out: the figure is visible to people who may not see those.
    """
    counted = (
        whose,
        EmployeeGoal.status.in_(("active", "achieved", "missed")),
        EmployeeGoal.visibility != "private",
        EmployeeGoal.period_end >= first,
        EmployeeGoal.period_start <= last,
    )
    goals = loader.db.execute(_SELECT_GOALS.where(*counted)).all()
    progress = read_progress(loader, goals, last)
    attained = ((goal, progress[goal.id].trajectory.attainment) for goal in goals)
    return [(goal, share) for goal, share in attained if share is not None]


def _require_employee(db: Connection, actor: Actor, api_id: str) -> None:
    """Require an employee of the directory; with the scope `all` on goals, former employees too."""
    sees_all = actor.require(Permission.GOALS_VIEW) is Scope.ALL
    known = true() if sees_all else visible_employees(actor.require(Permission.DIRECTORY_VIEW))
    statement = select(Employee.id).where(Employee.api_id == api_id, known)
    if not is_api_id(api_id) or db.execute(statement, actor.params).first() is None:
        raise NotFound


def _read_by_pace(
    db: Connection, actor: Actor, paces: Sequence[str], today: date
) -> dict[str, tuple[Goal, GoalProgress]]:
    """By api_id, the visible active goals with one of these paces, and their progress."""
    visible = visible_goals(actor.require(Permission.GOALS_VIEW))
    goals = db.execute(_SELECT_GOALS.where(visible, EmployeeGoal.status == "active"), actor.params).all()
    progress = read_progress(MetricLoader(db), goals, today)
    pace_of = {goal.id: progress[goal.id].trajectory.pace(today) for goal in goals}
    return {goal.api_id: (goal, progress[goal.id]) for goal in goals if pace_of[goal.id] in paces}


def _add_progress(db: Connection, actor: Actor, rows: Sequence[GoalColumns], today: date) -> list[GoalRow | GoalBasic]:
    goals = db.execute(_SELECT_GOALS.where(EmployeeGoal.api_id.in_([row["api_id"] for row in rows]))).all()
    progress = read_progress(MetricLoader(db), goals, today)
    by_id = {goal.api_id: goal for goal in goals}
    found = ((row, by_id[row["api_id"]]) for row in rows)
    return [_build_row(actor, row, goal, progress[goal.id], today) for row, goal in found]


def _build_row(actor: Actor, row: GoalColumns, goal: Goal, progress: GoalProgress, today: date) -> GoalRow | GoalBasic:
    """Add progress and allowed actions to the row, and values where the caller sees them."""
    basic: GoalBasic = {**row, **_progress_fields(goal, progress, today), "can": allowed_actions(actor, goal)}
    values, current = read_restricted(GoalValues, row), progress.trajectory.current
    if values is None:
        return basic
    return {
        **basic,
        "start_value": values["start_value"],
        "target_value": values["target_value"],
        "closing_note": values["closing_note"],
        "current_value": None if current is None else _format_value(current),
    }


def _progress_fields(goal: Goal, progress: GoalProgress, today: date) -> GoalProgressFields:
    trajectory = progress.trajectory
    return {
        "unit": unit_of(goal.measure, goal.metric_key),
        "attainment": None if trajectory.attainment is None else str(round_share(trajectory.attainment)),
        "elapsed": str(round_share(progress.elapsed)),
        "pace_status": trajectory.pace(today) if goal.status == "active" else None,
        "as_of": progress.as_of,
        "last_checked_on": progress.last_checked_on,
    }


def _format_value(value: Decimal) -> str:
    return write_scaled(int(value.scaleb(AMOUNT_DIGITS)), AMOUNT_DIGITS, 2)


def _read_check_ins(db: Connection, api_id: str) -> list[CheckIn]:
    """The goal's check-ins, latest day first; corrected ones are included and marked."""
    of_goal = select(EmployeeGoal.id).where(EmployeeGoal.api_id == api_id).scalar_subquery()
    rows = read_rows(CheckInColumns, db.execute(_CHECK_INS.where(GoalCheckIn.goal_id == of_goal)))
    api_ids: dict[int | None, str] = {row["id"]: row["api_id"] for row in rows}
    corrected = {row["corrects_id"] for row in rows}
    return [
        {
            "api_id": row["api_id"],
            "checked_on": row["checked_on"],
            "value": _format_value(row["value"]),
            "note": row["note"],
            "made_by": {"api_id": row["by_id"], "name": row["by_name"]},
            "made_at": row["made_at"],
            "corrects": api_ids.get(row["corrects_id"]),
            "is_corrected": row["id"] in corrected,
        }
        for row in rows
    ]
