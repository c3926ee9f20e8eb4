"""Creates goals for all employees with an account: active ones, closed ones and drafts."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.demo.seeded_random import seeded_random
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.progress import read_progress
from regie.domains.insights.metrics.queries import MetricLoader
from regie.domains.records.employees.models import Employee

_AFTERNOON = time(19, 30)
_NOTES = (
    "Une de plus que prévu ce mois-ci.",
    "Slower than hoped: two weeks went into a launch.",
    "Les retours des clients sont bons.",
    "",
    "On track again after the summer.",
)


@dataclass(frozen=True, slots=True)
class DemoGoal:
    """A goal's template; `done` is its progress as a multiple of the elapsed share of its period."""

    title: str
    measure: str
    target: str
    start: str = "0"
    metric: str | None = None
    currency: str | None = None
    direction: str = "reach"
    done: str = "1"
    weight: int = 1
    visibility: str = "team"


_RUNNING = (
    DemoGoal("Rédiger douze études de cas", "number", "12", done="0.95", weight=2),
    DemoGoal("Retained MRR of my accounts", "linked", "45000", metric="retained_mrr", currency="CAD", weight=3),
    DemoGoal("Ventes hors mandat du trimestre", "linked", "20000", metric="oos_sold", currency="CAD", weight=2),
    DemoGoal("Client satisfaction, in percent", "percent", "92", start="84", done="0.7", visibility="everyone"),
    DemoGoal("Taux d’utilisation facturable", "linked", "75", metric="utilisation"),
    DemoGoal("Obtenir la certification en accessibilité", "yes_no", "1", done="0"),
    DemoGoal("Training budget, at most", "money", "2500", currency="CAD", direction="at_most", done="1.1"),
    DemoGoal("RMR perdu, au plus", "linked", "3000", metric="churned_mrr", currency="CAD", direction="at_most"),
    DemoGoal("Be recognized by colleagues", "linked", "6", metric="values_received", visibility="everyone"),
    DemoGoal("Ramener les corrections après livraison", "number", "5", start="20", done="0.45"),
    DemoGoal("A salary talk with my lead", "yes_no", "1", done="0", visibility="private"),
)
_CLOSED = (
    (DemoGoal("Former deux personnes à l’analytique", "number", "2", done="1"), "achieved", None),
    (DemoGoal("Publish ten articles", "number", "10", done="0.6"), "missed", None),
    (
        DemoGoal("Lancer l’infolettre interne", "yes_no", "1", done="0"),
        "cancelled",
        "Le projet a été remis à l’an prochain.",
    ),
    (DemoGoal("Answer requests within a day, in percent", "percent", "95", start="70", done="1.1"), "achieved", None),
)
_DRAFT = DemoGoal("Monter l’offre d’audit de performance", "money", "15000", currency="CAD")
_GOALS_PER_EMPLOYEE = 3


def create_goals(database: Database, actor: Actor, today: date) -> int:
    """Create goals for current employees with an account, unless goals exist; return their number."""
    with database.write() as session:
        if session.execute(select(EmployeeGoal.id).limit(1)).first() is not None:
            return 0
        people = select(Employee.id).where(Employee.user_id.is_not(None), Employee.status != "left")
        keys = session.execute(people.order_by(Employee.id)).scalars().all()
        for index, key in enumerate(keys):
            _create_goals_of_employee(session, actor, key, index, today)
        return session.execute(select(func.count()).select_from(EmployeeGoal)).scalar_one()


def _create_goals_of_employee(session: Session, actor: Actor, employee_id: int, index: int, today: date) -> None:
    first, last = _quarter(today)
    for number in range(_GOALS_PER_EMPLOYEE):
        template = _RUNNING[(index * _GOALS_PER_EMPLOYEE + number) % len(_RUNNING)]
        goal = _create_goal(session, employee_id, template, first, last, status="active")
        _create_check_ins(session, actor, goal, template, today)
    earlier_first, earlier_last = _quarter(first - timedelta(days=1))
    template, status, note = _CLOSED[index % len(_CLOSED)]
    closed = _create_goal(session, employee_id, template, earlier_first, earlier_last, status="active")
    _create_check_ins(session, actor, closed, template, earlier_last)
    closed.closed_value = read_progress(MetricLoader(session), [closed], earlier_last)[closed.id].trajectory.current
    closed.status, closed.closed_on, closed.closing_note = status, first + timedelta(days=3), note
    if index % 3 == 0:
        next_first, next_last = _quarter(last + timedelta(days=1))
        _create_goal(session, employee_id, _DRAFT, next_first, next_last, status="draft")


def _create_goal(
    session: Session, employee_id: int, template: DemoGoal, first: date, last: date, **fields: Any
) -> EmployeeGoal:
    goal = EmployeeGoal(
        employee_id=employee_id,
        title=template.title,
        measure=template.measure,
        metric_key=template.metric,
        direction=template.direction,
        start_value=Decimal(template.start),
        target_value=Decimal(template.target),
        currency=template.currency,
        period_start=first,
        period_end=last,
        weight=template.weight,
        visibility=template.visibility,
        **fields,
    )
    session.add(goal)
    session.flush()
    return goal


def _create_check_ins(session: Session, actor: Actor, goal: EmployeeGoal, template: DemoGoal, today: date) -> None:
    """Create a check-in every three weeks until today; goals linked to a metric have none."""
    if goal.measure == "linked":
        return
    random = seeded_random("check-in", goal.title)
    days = (goal.period_end - goal.period_start).days
    on = goal.period_start + timedelta(days=20)
    while on <= min(today, goal.period_end):
        share = Decimal((on - goal.period_start).days) / days * Decimal(template.done)
        progress = (goal.target_value - goal.start_value) * share
        value = round(goal.start_value + progress, 2 if goal.measure == "money" else 0)
        at = datetime.combine(on, _AFTERNOON, UTC)
        fields = {"note": random.choice(_NOTES), "made_by_id": actor.user_id, "made_at": at}
        session.add(GoalCheckIn(goal_id=goal.id, checked_on=on, value=value, **fields))
        on += timedelta(days=21)
    session.flush()


def _quarter(day: date) -> tuple[date, date]:
    """Return the first and last day of a day's quarter."""
    first = date(day.year, day.month - (day.month - 1) % 3, 1)
    later = (first + timedelta(days=95)).replace(day=1)
    return first, later - timedelta(days=1)
