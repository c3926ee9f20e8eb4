"""The day's look at goals: whose end is near, and whose end is past while nobody has closed them."""

from datetime import date, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import GRANTS, Permission, Scope
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.notifications.actions import Notice, Notifier, notify_each
from regie.domains.people.users.queries import holds
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

TOLD_BEFORE = timedelta(days=7)
# Shorter than what was told is remembered: nobody is told a second time of a goal that stays open for years.
TOLD_AFTER = timedelta(days=30)
_CHECKED_BY = tuple(role for role, held in GRANTS.items() if held.get(Permission.GOALS_CHECK_IN) is Scope.ALL)
_DUE = (
    select(
        EmployeeGoal.api_id,
        EmployeeGoal.title,
        EmployeeGoal.period_end,
        Employee.name.label("person"),
        Employee.user_id,
    )
    .join(Employee, Employee.id == EmployeeGoal.employee_id)
    .where(EmployeeGoal.status == "active")
    .order_by(EmployeeGoal.period_end, EmployeeGoal.id)
)


def tell_of_due_goals(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Once before a goal's end and once after it, to the person and to whoever else may note where it stands."""
    due = _DUE.where(EmployeeGoal.period_end.between(today - TOLD_AFTER, today + TOLD_BEFORE))
    others = set(session.execute(select(User.id).where(or_(*map(holds, _CHECKED_BY)))).scalars())
    notices: dict[str, list[Notice]] = {"goal_ending": [], "goal_past": []}
    for goal in session.execute(due):
        kind, day = "goal_past" if goal.period_end < today else "goal_ending", goal.period_end.isoformat()
        notices[kind].append(
            Notice(
                recipients=others if goal.user_id is None else others | {goal.user_id},
                values={"goal": goal.title, "person": goal.person, "ends_on": day},
                link=f"/goals?open={goal.api_id}",
                once=f"{kind}:{goal.api_id}:{day}",
            )
        )
    for kind, due_now in notices.items():
        notify_each(session, notifier, kind, due_now, now)
