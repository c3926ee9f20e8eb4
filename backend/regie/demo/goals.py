"""The demo's goals: for everybody with an account some that run, at every pace, some that are over, and a draft."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.demo.dice import dice
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.standing import read_standings
from regie.domains.insights.metrics.queries import Readings
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
class _Wish:
    """A goal in one language of the agency; `done` is how far its check-ins bring it, as a share of the time."""

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
    _Wish("Rédiger douze études de cas", "number", "12", done="0.95", weight=2),
    _Wish("Retained MRR of my accounts", "linked", "45000", metric="retained_mrr", currency="CAD", weight=3),
    _Wish("Ventes hors mandat du trimestre", "linked", "20000", metric="oos_sold", currency="CAD", weight=2),
    _Wish("Client satisfaction, in per cent", "percent", "92", start="84", done="0.7", visibility="everyone"),
    _Wish("Taux d’occupation facturable", "linked", "75", metric="utilisation"),
    _Wish("Obtenir la certification en accessibilité", "yes_no", "1", done="0"),
    _Wish("Training budget, at most", "money", "2500", currency="CAD", direction="at_most", done="1.1"),
    _Wish("RMR perdu, au plus", "linked", "3000", metric="churned_mrr", currency="CAD", direction="at_most"),
    _Wish("Be recognized by colleagues", "linked", "6", metric="values_received", visibility="everyone"),
    _Wish("Ramener les corrections après livraison", "number", "5", start="20", done="0.45"),
    _Wish("A salary talk with my lead", "yes_no", "1", done="0", visibility="private"),
)
_CLOSED = (
    (_Wish("Former deux personnes à l’analytique", "number", "2", done="1"), "achieved", None),
    (_Wish("Publish ten articles", "number", "10", done="0.6"), "missed", None),
    (
        _Wish("Lancer l’infolettre interne", "yes_no", "1", done="0"),
        "cancelled",
        "Le projet a été remis à l’an prochain.",
    ),
    (_Wish("Answer requests within a day, in per cent", "percent", "95", start="70", done="1.1"), "achieved", None),
)
_DRAFT = _Wish("Monter l’offre d’audit de performance", "money", "15000", currency="CAD")
_EACH = 3


def set_goals(database: Database, actor: Actor, today: date) -> int:
    """Once, for everybody who has an account and has not left; how many that was."""
    with database.write() as session:
        if session.execute(select(EmployeeGoal.id).limit(1)).first() is not None:
            return 0
        people = select(Employee.id).where(Employee.user_id.is_not(None), Employee.status != "left")
        keys = session.execute(people.order_by(Employee.id)).scalars().all()
        for place, key in enumerate(keys):
            _set(session, actor, key, place, today)
        return session.execute(select(func.count()).select_from(EmployeeGoal)).scalar_one()


def _set(session: Session, actor: Actor, employee_id: int, place: int, today: date) -> None:
    first, last = _quarter(today)
    for number in range(_EACH):
        wish = _RUNNING[(place * _EACH + number) % len(_RUNNING)]
        goal = _goal(session, employee_id, wish, first, last, status="active")
        _check_in(session, actor, goal, wish, today)
    earlier_first, earlier_last = _quarter(first - timedelta(days=1))
    wish, status, note = _CLOSED[place % len(_CLOSED)]
    over = _goal(session, employee_id, wish, earlier_first, earlier_last, status="active")
    _check_in(session, actor, over, wish, earlier_last)
    over.closed_value = read_standings(Readings(session), [over], earlier_last)[over.id].course.current
    over.status, over.closed_on, over.closing_note = status, first + timedelta(days=3), note
    if place % 3 == 0:
        next_first, next_last = _quarter(last + timedelta(days=1))
        _goal(session, employee_id, _DRAFT, next_first, next_last, status="draft")


def _goal(session: Session, employee_id: int, wish: _Wish, first: date, last: date, **fields: Any) -> EmployeeGoal:
    goal = EmployeeGoal(
        employee_id=employee_id,
        title=wish.title,
        measure=wish.measure,
        metric_key=wish.metric,
        direction=wish.direction,
        start_value=Decimal(wish.start),
        target_value=Decimal(wish.target),
        currency=wish.currency,
        period_start=first,
        period_end=last,
        weight=wish.weight,
        visibility=wish.visibility,
        **fields,
    )
    session.add(goal)
    session.flush()
    return goal


def _check_in(session: Session, actor: Actor, goal: EmployeeGoal, wish: _Wish, today: date) -> None:
    """Every three weeks until today, each as far as its share of the time; what follows a figure has none."""
    if goal.measure == "linked":
        return
    random = dice("check-in", goal.title)
    days = (goal.period_end - goal.period_start).days
    on = goal.period_start + timedelta(days=20)
    while on <= min(today, goal.period_end):
        share = Decimal((on - goal.period_start).days) / days * Decimal(wish.done)
        way = (goal.target_value - goal.start_value) * share
        value = round(goal.start_value + way, 2 if goal.measure == "money" else 0)
        at = datetime.combine(on, _AFTERNOON, UTC)
        noted = {"note": random.choice(_NOTES), "made_by_id": actor.user_id, "made_at": at}
        session.add(GoalCheckIn(goal_id=goal.id, checked_on=on, value=value, **noted))
        on += timedelta(days=21)
    session.flush()


def _quarter(day: date) -> tuple[date, date]:
    """Its first day and its last."""
    first = date(day.year, day.month - (day.month - 1) % 3, 1)
    later = (first + timedelta(days=95)).replace(day=1)
    return first, later - timedelta(days=1)
