"""Notifies people of goals that end soon and of open goals past their end."""

from datetime import date, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import GRANTS, Permission, Scope
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.notifications.actions import NewNotification, Notifier, notify_all
from regie.domains.people.users.queries import has_role
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

NOTIFY_BEFORE = timedelta(days=7)
# Shorter than the retention of notifications, so that a goal that stays open for years is notified once.
NOTIFY_AFTER = timedelta(days=30)
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


def notify_due_goals(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Notify the employee and all users who may check in any goal, once before the goal's end and once after."""
    due = _DUE.where(EmployeeGoal.period_end.between(today - NOTIFY_AFTER, today + NOTIFY_BEFORE))
    others = set(session.execute(select(User.id).where(or_(*map(has_role, _CHECKED_BY)))).scalars())
    notifications: dict[str, list[NewNotification]] = {"goal_ending": [], "goal_overdue": []}
    for goal in session.execute(due):
        kind, day = "goal_overdue" if goal.period_end < today else "goal_ending", goal.period_end.isoformat()
        notifications[kind].append(
            NewNotification(
                recipients=others if goal.user_id is None else others | {goal.user_id},
                values={"goal": goal.title, "person": goal.person, "ends_on": day},
                link=f"/goals?open={goal.api_id}",
                dedup_key=f"{kind}:{goal.api_id}:{day}",
            )
        )
    for kind, due_now in notifications.items():
        notify_all(session, notifier, kind, due_now, now)
