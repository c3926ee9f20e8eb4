"""People's figures and the goals that follow them, after whatever happened: told again from the rows (`retold`)."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.ids import new_api_id
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.projects.models import ProjectFee
from tests.access.losses import LOSS
from tests.domains.insights.statistics.retold import DIGITS, Book, half_up
from tests.factories.figures import make_manager, read_figures, told
from tests.factories.goals import make_goal
from tests.factories.losses import make_churn
from tests.factories.recognition import make_award
from tests.factories.sales import make_decision, make_extra
from tests.factories.work import SYNCED, make_project, make_time
from tests.factories.world import World
from tests.lengths import examples

TODAY, PEOPLE = date(2026, 11, 20), 3
BEGINNING = date(2026, 9, 1)
METRICS = ("retained_mrr", "churned_mrr", "oos_sold", "utilisation", "values_received")
_DAYS = st.integers(0, 110).map(lambda number: BEGINNING + timedelta(days=number))
_SPANS = st.tuples(_DAYS, _DAYS).map(lambda pair: (min(pair), max(pair)))
_WHO = st.integers(0, PEOPLE - 1)
_CURRENCIES = st.sampled_from(sorted(DIGITS))
_COINS = st.integers(1, 999_999)


@dataclass(frozen=True)
class Retainer:
    who: int
    currency: str
    coins: int
    days: tuple[date, date]
    is_open: bool
    raised_on: date | None
    status: Literal["active", "ended", "on_hold", "draft"]
    gap: int | None


@dataclass(frozen=True)
class Loss:
    weights: list[int]
    currency: str
    coins: int
    day: date
    state: Literal["recorded", "confirmed", "voided", "won_back"]


@dataclass(frozen=True)
class Extra:
    weights: list[int]
    currency: str
    coins: int
    day: date
    decision: Literal["approved", "declined"] | None
    is_cancelled: bool


@dataclass(frozen=True)
class Time:
    who: int
    day: date
    minutes: int
    is_billable: bool
    is_deleted: bool


@dataclass(frozen=True)
class Thanks:
    who: int
    day: date
    visibility: Literal["everyone", "private"]


@dataclass(frozen=True)
class Contract:
    capacity: int
    hired: tuple[date, date] | None
    leave: tuple[date, date | None] | None


Event = Retainer | Loss | Extra | Time | Thanks
_CUTS = st.sets(st.integers(1, 99), min_size=PEOPLE - 1, max_size=PEOPLE - 1).map(sorted)
_WEIGHTS = _CUTS.map(lambda cuts: [after - before for before, after in zip([0, *cuts], [*cuts, 100], strict=True)])
_RETAINERS = st.builds(
    Retainer, _WHO, _CURRENCIES, _COINS, _SPANS, st.booleans(), st.none() | _DAYS,
    st.sampled_from(["active", "active", "ended", "on_hold", "draft"]), st.none() | st.integers(1, 20),
)  # fmt: skip
_LOSSES = st.builds(
    Loss, _WEIGHTS, _CURRENCIES, _COINS, _DAYS, st.sampled_from(["recorded", "confirmed", "voided", "won_back"])
)
_EXTRAS = st.builds(
    Extra, _WEIGHTS, _CURRENCIES, _COINS, _DAYS, st.sampled_from(["approved", "approved", "declined", None]),
    st.sampled_from([False, False, True]),
)  # fmt: skip
_TIMES = st.builds(Time, _WHO, _DAYS, st.integers(1, 600), st.booleans(), st.sampled_from([False, False, True]))
_THANKS = st.builds(Thanks, _WHO, _DAYS, st.sampled_from(["everyone", "everyone", "private"]))
_EVENTS = st.lists(st.one_of(_RETAINERS, _LOSSES, _EXTRAS, _TIMES, _THANKS), min_size=3, max_size=9)
_CONTRACTS = st.builds(
    Contract, st.sampled_from([0, 20, 37, 40]), st.none() | _SPANS,
    st.none() | _SPANS | _DAYS.map(lambda day: (day, None)),
)  # fmt: skip


@dataclass
class Office:
    """Three people who manage accounts, and the calls that need to know them."""

    world: World
    people: list[Employee]

    def happen(self, event: Event) -> None:
        if isinstance(event, Loss):
            self._lose(event)
            return
        with self.world.database.write() as session:
            if isinstance(event, Retainer):
                self._sign(session, event)
            elif isinstance(event, Extra):
                self._sell(session, event)
            elif isinstance(event, Time):
                deleted_at = SYNCED if event.is_deleted else None
                person, what = f"money-{self.people[event.who].id}", {"is_billable": event.is_billable}
                make_time(
                    session, teamwork_user_id=person, worked_on=event.day, minutes=event.minutes,
                    deleted_at=deleted_at, **what,
                )  # fmt: skip
            else:
                receiver = self.people[event.who].id
                make_award(session, receiver_id=receiver, awarded_on=event.day, visibility=event.visibility)

    def _sign(self, session: Session, event: Retainer) -> None:
        first, last = event.days
        fee = _money(event.coins, event.currency)
        project = make_project(
            session, monthly_fee=str(fee), currency=event.currency, status=event.status, start_on=first,
            end_on=None if event.is_open else last, account_manager_id=self.people[event.who].user_id,
        )  # fmt: skip
        if event.raised_on is not None and event.raised_on > first:
            raised = _money(event.coins * 2 + 1, event.currency)
            session.add(ProjectFee(project_id=project.id, amount=raised, starts_on=event.raised_on))
        if event.gap is not None and event.status == "active":
            back_on = first + timedelta(days=event.gap + 1)
            make_churn(session, project, effective_on=first, state="won_back", won_back_on=back_on)
            project.status, project.end_on = "active", None

    def _sell(self, session: Session, event: Extra) -> None:
        sellers = {person.id: weight for person, weight in zip(self.people, event.weights, strict=True)}
        what = {"currency": event.currency, "amount": _money(event.coins, event.currency), "sold_on": event.day}
        status = "cancelled" if event.is_cancelled else "active"
        project = make_extra(session, sellers=sellers, status=status, **what)
        if event.decision is not None:
            make_decision(session, project, decision=event.decision)

    def _lose(self, event: Loss) -> None:
        """Recorded over HTTP, so that the parts are the product's own; the retainer is nobody's here."""
        with self.world.database.write() as session:
            fee, start_on = _money(event.coins, event.currency), event.day - timedelta(days=40)
            retainer = make_project(session, monthly_fee=str(fee), currency=event.currency, start_on=start_on).api_id
        parts = [
            {"employee": person.api_id, "weight": weight}
            for person, weight in zip(self.people, event.weights, strict=True)
        ]
        body = {**LOSS, "project": retainer, "effective_on": event.day.isoformat(), "attribution": parts}
        answer = self.world.browser("admin").post("/api/v1/churned-projects", body)
        assert answer.status_code == 201, answer.text
        state: dict[str, Any] = {"state": event.state}
        if event.state == "won_back":
            state["won_back_on"] = event.day + timedelta(days=9)
        with self.world.database.write() as session:
            newest = select(ChurnEvent.id).order_by(ChurnEvent.id.desc()).limit(1).scalar_subquery()
            session.execute(without_audit(update(ChurnEvent).where(ChurnEvent.id == newest).values(**state)))


def _money(coins: int, currency: str) -> Decimal:
    return Decimal(coins).scaleb(-DIGITS[currency])


def _open_office(world: World, contracts: list[Contract]) -> Office:
    people = []
    with world.database.write() as session:
        for contract in contracts:
            started_on, ended_on = contract.hired or (None, None)
            capacity = {"capacity_hours_week": Decimal(contract.capacity)}
            _, person = make_manager(session, started_on=started_on, ended_on=ended_on, **capacity)
            person.teamwork_user_id = f"money-{person.id}"
            if contract.leave is not None:
                starts_on, ends_on = contract.leave
                session.add(EmployeeLeave(employee_id=person.id, starts_on=starts_on, ends_on=ends_on))
            people.append(person)
    return Office(world, people)


def _set_goals(office: Office, period: tuple[date, date], currency: str) -> list[EmployeeGoal]:
    """One for each figure and person, in one search word; of different weights."""
    first, last = period[0], max(period[1], period[0] + timedelta(days=1))
    word = new_api_id()
    with office.world.database.write() as session:
        return [
            make_goal(
                session, employee_id=person.id, title=word, measure="linked", metric_key=metric, weight=place + 1,
                target_value=Decimal(1000), period_start=first, period_end=last,
                currency=None if metric in ("utilisation", "values_received") else currency,
            )
            for person in office.people
            for place, metric in enumerate(METRICS)
        ]  # fmt: skip


def _figures(book: Book, person: Employee, goals: list[EmployeeGoal], first: date, last: date) -> dict[str, Any]:
    """What `employees-statistics` should tell of the person."""
    was = book.tell(person.id, first, last)
    share = was.utilisation
    return {
        "hours": str(half_up(Fraction(was.minutes, 60), 2)),
        "billable_hours": str(half_up(Fraction(was.billable, 60), 2)),
        "available_hours": str(half_up(was.available, 2)),
        "utilisation": None if share is None else str(half_up(share * 100, 1)),
        "retained_mrr": was.retained,
        "retainer_revenue": book.revenue(person.id, first, last),
        "invoiced": {},
        "churned_mrr": was.churned,
        "oos_sold": was.sold,
        "goal_attainment": _attainment(book, person, goals, first, last),
        "values_received": str(was.values),
    }


def _attainment(book: Book, person: Employee, goals: list[EmployeeGoal], first: date, last: date) -> str | None:
    weights, done = 0, Fraction(0)
    for goal in goals:
        if goal.employee_id == person.id and goal.period_start <= last and goal.period_end >= first:
            value = _value(book, goal, last)
            if value is not None:
                weights, done = weights + goal.weight, done + goal.weight * value / Fraction(goal.target_value)
    return str(half_up(done / weights * 100, 1)) if weights else None


def _value(book: Book, goal: EmployeeGoal, day: date) -> Fraction | None:
    if goal.period_start > day:
        return None
    span = book.tell(goal.employee_id, goal.period_start, min(goal.period_end, day))
    return span.of_metric(str(goal.metric_key), goal.currency)


def _exact(figures: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {code: Decimal(amount) for code, amount in value.items()} if isinstance(value, dict) else value
        for name, value in figures.items()
    }


def _check(office: Office, goals: list[EmployeeGoal], first: date, last: date) -> None:
    book = Book(office.world.database)
    entries = read_figures(office.world, *(one.api_id for one in office.people), query=f"from={first}&to={last}")
    for person, entry in zip(office.people, entries, strict=True):
        assert _exact(told(entry)) == _figures(book, person, goals, first, last)
    listed = office.world.browser("admin").get(f"/api/v1/employee-goals?per_page=100&search={goals[0].title}")
    found = {row["api_id"]: row["current_value"] for row in listed.json()["data"]}
    assert len(found) == len(goals)
    for goal in goals:
        value = _value(book, goal, TODAY)
        shown = found[goal.api_id]
        assert (shown if shown is None else Fraction(shown)) == value, goal.metric_key


@settings(
    max_examples=examples(8),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(
    contracts=st.lists(_CONTRACTS, min_size=PEOPLE, max_size=PEOPLE),
    before=_EVENTS,
    after=_EVENTS,
    span=_SPANS,
    period=_SPANS,
    currency=_CURRENCIES,
)
def test_figures_and_goals_follow_whatever_happens(
    world: World,
    contracts: list[Contract],
    before: list[Event],
    after: list[Event],
    span: tuple[date, date],
    period: tuple[date, date],
    currency: str,
):
    office = _open_office(world, contracts)
    goals = _set_goals(office, period, currency)
    for events in (before, after):
        for event in events:
            office.happen(event)
        _check(office, goals, *span)
