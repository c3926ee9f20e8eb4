"""Describes goals of employees in files; employee, title and first day identify one."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.core.api.wire import ApiId
from regie.domains.administration.imports.cells import Choice, Day, ImportContext, Integer, Number, UppercaseText
from regie.domains.administration.imports.references import EMPLOYEE
from regie.domains.administration.imports.resources import (
    Column,
    ExistingRecord,
    Key,
    Resource,
    join_names,
    normalize_name,
)
from regie.domains.insights.goals import actions
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import visible_goals
from regie.domains.insights.goals.schemas import GoalCreate, GoalUpdate
from regie.domains.records.employees.models import Employee


class EmployeeGoalCreate(GoalCreate):
    """A goal with the employee whose it is."""

    employee: ApiId


def find_goals(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = visible_goals(context.actor.require(Permission.GOALS_VIEW))
    statement = select(EmployeeGoal, Employee.api_id).join(Employee, Employee.id == EmployeeGoal.employee_id)
    statement = statement.where(visible, Employee.api_id.in_({employee for employee, _, _ in keys}))
    found: dict[Key, list[Any]] = {}
    for goal, employee in context.session.execute(statement, context.actor.params):
        key = (employee, normalize_name(goal.title), goal.period_start.isoformat())
        found.setdefault(key, []).append((employee, goal))
    return found


def read_goal(_context: ImportContext, found: Any) -> ExistingRecord:
    employee, goal = found
    values = {name: getattr(goal, name) for name in GoalCreate.model_fields}
    return ExistingRecord(goal.api_id, {"employee": employee, **values})


def create_goal(context: ImportContext, data: EmployeeGoalCreate) -> str:
    context.actor.require(Permission.GOALS_EDIT)
    goal = data.model_dump(exclude={"employee"})
    return actions.create_goal(context.session, data.employee, GoalCreate.model_construct(**goal))


def update_goal(context: ImportContext, goal: ExistingRecord, data: GoalUpdate) -> None:
    actions.update_goal(context.session, context.actor, goal.api_id, data)


def display_name(context: ImportContext, values: dict[str, Any]) -> str:
    return join_names(values.get("title"), EMPLOYEE.format(values.get("employee"), context))


GOALS = Resource(
    name="goals",
    permissions=(Permission.GOALS_EDIT,),
    keys=(("employee", "title", "period_start"),),
    columns=(
        Column("employee", EMPLOYEE, is_required=True, synonyms=("email", "person", "courriel", "personne")),
        Column("title", is_required=True, synonyms=("title", "titre")),
        Column("period_start", Day(), is_required=True, synonyms=("start", "from")),
        Column("period_end", Day(), is_required=True, synonyms=("end", "until", "fin")),
        Column("measure", Choice("goal_measure"), is_required=True),
        Column("metric_key", Choice("goal_metric"), synonyms=("metric",)),
        Column("direction", Choice("goal_direction")),
        Column("start_value", Number()),
        Column("target_value", Number(), synonyms=("target value", "valeur cible")),
        Column("currency", UppercaseText()),
        Column("weight", Integer()),
        Column("visibility", Choice("goal_visibility"), synonyms=("visibility", "visibilité")),
        Column("status", Choice("goal_status")),
        Column("description"),
    ),
    create_model=EmployeeGoalCreate,
    update_model=GoalUpdate,
    find=find_goals,
    read=read_goal,
    create=create_goal,
    update=update_goal,
    display_name=display_name,
)
