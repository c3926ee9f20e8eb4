"""Employee figures and linked goals after generated events equal those of `ReferenceCalculator`."""

from dataclasses import dataclass, field
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
from tests.access.churns import CHURN
from tests.domains.insights.statistics.reference import DIGITS, ReferenceCalculator, round_half_up
from tests.factories.churns import make_churn
from tests.factories.figures import fetch_figures, figure_values, make_account_manager
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.recognition import make_award
from tests.factories.work import SYNCED, make_project, make_time
from tests.factories.world import World
from tests.long_tests import example_count

TODAY, PEOPLE = date(2026, 11, 20), 3
FIRST_DAY = date(2026, 9, 1)
METRICS = ("retained_mrr", "churned_mrr", "oos_sold", "utilisation", "values_received")
_DAYS = st.integers(0, 110).map(lambda number: FIRST_DAY + timedelta(days=number))
_SPANS = st.tuples(_DAYS, _DAYS).map(lambda pair: (min(pair), max(pair)))
_MANAGERS = st.integers(0, PEOPLE - 1)
_CURRENCIES = st.sampled_from(sorted(DIGITS))
_UNITS = st.integers(1, 999_999)


@dataclass(frozen=True)
class Retainer:
    manager: int
    currency: str
    units: int
    days: tuple[date, date]
    is_open: bool
    raised_on: date | None
    status: Literal["active", "ended", "on_hold", "draft"]
    gap: int | None


@dataclass(frozen=True)
class Churn:
    weights: list[int]
    currency: str
    units: int
    day: date
    state: Literal["recorded", "confirmed", "voided", "won_back"]


@dataclass(frozen=True)
class Sale:
    weights: list[int]
    currency: str
    units: int
    day: date
    decision: Literal["approved", "declined"] | None
    is_cancelled: bool


@dataclass(frozen=True)
class LoggedTime:
    manager: int
    day: date
    minutes: int
    is_billable: bool
    is_deleted: bool


@dataclass(frozen=True)
class Recognition:
    manager: int
    day: date
    visibility: Literal["everyone", "private"]


@dataclass(frozen=True)
class Contract:
    capacity: int
    hired: tuple[date, date] | None
    leave: tuple[date, date | None] | None


@dataclass(frozen=True)
class Handover:
    """One of the retainers gets another account manager from a day on."""

    retainer: int
    manager: int
    day: date


@dataclass(frozen=True)
class NewTerms:
    """An employee has other hours from a day on, and is billable or not."""

    manager: int
    day: date
    capacity: int | None
    is_billable: bool | None


Event = Retainer | Churn | Sale | LoggedTime | Recognition | Handover | NewTerms
_CUTS = st.sets(st.integers(1, 99), min_size=PEOPLE - 1, max_size=PEOPLE - 1).map(sorted)
_WEIGHTS = _CUTS.map(lambda cuts: [after - before for before, after in zip([0, *cuts], [*cuts, 100], strict=True)])
_RETAINERS = st.builds(
    Retainer, _MANAGERS, _CURRENCIES, _UNITS, _SPANS, st.booleans(), st.none() | _DAYS,
    st.sampled_from(["active", "active", "ended", "on_hold", "draft"]), st.none() | st.integers(1, 20),
)  # fmt: skip
_CHURNS = st.builds(
    Churn, _WEIGHTS, _CURRENCIES, _UNITS, _DAYS, st.sampled_from(["recorded", "confirmed", "voided", "won_back"])
)
_SALES = st.builds(
    Sale, _WEIGHTS, _CURRENCIES, _UNITS, _DAYS, st.sampled_from(["approved", "approved", "declined", None]),
    st.sampled_from([False, False, True]),
)  # fmt: skip
_LOGGED_TIMES = st.builds(
    LoggedTime, _MANAGERS, _DAYS, st.integers(1, 600), st.booleans(), st.sampled_from([False, False, True])
)
_RECOGNITION = st.builds(Recognition, _MANAGERS, _DAYS, st.sampled_from(["everyone", "everyone", "private"]))
_HANDOVERS = st.builds(Handover, st.integers(0, 3), _MANAGERS, _DAYS)
_NEW_TERMS = st.builds(NewTerms, _MANAGERS, _DAYS, st.none() | st.sampled_from([10, 30]), st.none() | st.booleans())
_EVENTS = st.lists(
    st.one_of(_RETAINERS, _CHURNS, _SALES, _LOGGED_TIMES, _RECOGNITION, _HANDOVERS, _NEW_TERMS), min_size=4, max_size=12
)
_CONTRACTS = st.builds(
    Contract, st.sampled_from([0, 20, 37, 40]), st.none() | _SPANS,
    st.none() | _SPANS | _DAYS.map(lambda day: (day, None)),
)  # fmt: skip


@dataclass
class AccountManagers:
    """Three account managers, and the events that happen to them."""

    world: World
    people: list[Employee]
    users: list[str]
    retainers: list[str] = field(default_factory=list)

    def apply(self, event: Event) -> None:
        if isinstance(event, Churn):
            self._record_churn(event)
            return
        if isinstance(event, Handover | NewTerms):
            self._record_terms(event)
            return
        with self.world.database.write() as session:
            if isinstance(event, Retainer):
                self._start_retainer(session, event)
            elif isinstance(event, Sale):
                self._record_sale(session, event)
            elif isinstance(event, LoggedTime):
                deleted_at = SYNCED if event.is_deleted else None
                person, what = f"money-{self.people[event.manager].id}", {"is_billable": event.is_billable}
                make_time(
                    session, teamwork_user_id=person, worked_on=event.day, minutes=event.minutes,
                    deleted_at=deleted_at, **what,
                )  # fmt: skip
            else:
                receiver = self.people[event.manager].id
                make_award(session, receiver_id=receiver, awarded_on=event.day, visibility=event.visibility)

    def _start_retainer(self, session: Session, event: Retainer) -> None:
        first, last = event.days
        fee = _money(event.units, event.currency)
        project = make_project(
            session, monthly_fee=str(fee), currency=event.currency, status=event.status, start_on=first,
            end_on=None if event.is_open else last, account_manager_id=self.people[event.manager].user_id,
        )  # fmt: skip
        if event.raised_on is not None and event.raised_on > first:
            raised = _money(event.units * 2 + 1, event.currency)
            session.add(ProjectFee(project_id=project.id, amount=raised, starts_on=event.raised_on))
        if event.gap is not None and event.status == "active":
            won_back_on = first + timedelta(days=event.gap + 1)
            make_churn(session, project, effective_on=first, state="won_back", won_back_on=won_back_on)
            project.status, project.end_on = "active", None
        self.retainers.append(project.api_id)

    def _record_terms(self, event: Handover | NewTerms) -> None:
        """Record terms through the API; impossible days, and second terms of a day, are refused."""
        person = self.people[event.manager]
        body: dict[str, Any] = {"effective_from": event.day.isoformat()}
        if isinstance(event, Handover):
            if not self.retainers:
                return
            path = f"projects/{self.retainers[event.retainer % len(self.retainers)]}/responsibility-terms"
            body["account_manager"] = self.users[event.manager]
        else:
            path = f"employees/{person.api_id}/employment-terms"
            body |= {"capacity_hours_week": f"{event.capacity}.00"} if event.capacity is not None else {}
            body |= {"is_billable": event.is_billable} if event.is_billable is not None else {}
        response = self.world.browser("admin").post(f"/api/v1/{path}", body)
        assert response.status_code in (201, 422), response.text

    def _record_sale(self, session: Session, event: Sale) -> None:
        sellers = {person.id: weight for person, weight in zip(self.people, event.weights, strict=True)}
        what = {"currency": event.currency, "amount": _money(event.units, event.currency), "sold_on": event.day}
        status = "cancelled" if event.is_cancelled else "active"
        project = make_oos_sale(session, sellers=sellers, status=status, **what)
        if event.decision is not None:
            make_approval(session, project, decision=event.decision)

    def _record_churn(self, event: Churn) -> None:
        """Record a churn through the API, which calculates the shares, on a retainer of another account manager."""
        with self.world.database.write() as session:
            fee, start_on = _money(event.units, event.currency), event.day - timedelta(days=40)
            retainer = make_project(session, monthly_fee=str(fee), currency=event.currency, start_on=start_on).api_id
        parts = [
            {"employee": person.api_id, "weight": weight}
            for person, weight in zip(self.people, event.weights, strict=True)
        ]
        body = {**CHURN, "project": retainer, "effective_on": event.day.isoformat(), "attribution": parts}
        response = self.world.browser("admin").post("/api/v1/churned-projects", body)
        assert response.status_code == 201, response.text
        state: dict[str, Any] = {"state": event.state}
        if event.state == "won_back":
            state["won_back_on"] = event.day + timedelta(days=9)
        with self.world.database.write() as session:
            newest = select(ChurnEvent.id).order_by(ChurnEvent.id.desc()).limit(1).scalar_subquery()
            session.execute(without_audit(update(ChurnEvent).where(ChurnEvent.id == newest).values(**state)))


def _money(units: int, currency: str) -> Decimal:
    return Decimal(units).scaleb(-DIGITS[currency])


def _create_managers(world: World, contracts: list[Contract]) -> AccountManagers:
    people, users = [], []
    with world.database.write() as session:
        for contract in contracts:
            started_on, ended_on = contract.hired or (None, None)
            capacity = {"capacity_hours_week": Decimal(contract.capacity)}
            user, person = make_account_manager(session, started_on=started_on, ended_on=ended_on, **capacity)
            person.teamwork_user_id = f"money-{person.id}"
            if contract.leave is not None:
                starts_on, ends_on = contract.leave
                session.add(EmployeeLeave(employee_id=person.id, starts_on=starts_on, ends_on=ends_on))
            people.append(person)
            users.append(user.api_id)
    return AccountManagers(world, people, users)


def _create_goals(team: AccountManagers, period: tuple[date, date], currency: str) -> list[EmployeeGoal]:
    """Create a goal per employee and metric, with different weights and a common title to search for."""
    first, last = period[0], max(period[1], period[0] + timedelta(days=1))
    title = new_api_id()
    with team.world.database.write() as session:
        return [
            make_goal(
                session, employee_id=person.id, title=title, measure="linked", metric_key=metric, weight=index + 1,
                target_value=Decimal(1000), period_start=first, period_end=last,
                currency=None if metric in ("utilisation", "values_received") else currency,
            )
            for person in team.people
            for index, metric in enumerate(METRICS)
        ]  # fmt: skip


def _figures(
    calculator: ReferenceCalculator, person: Employee, goals: list[EmployeeGoal], first: date, last: date
) -> dict[str, Any]:
    """The expected `employees-statistics` of the employee."""
    expected = calculator.calculate(person.id, first, last)
    share = calculator.calculate(person.id, first, min(last, TODAY)).utilisation
    retention = calculator.net_retention(person.id, first, last)
    return {
        "hours": str(round_half_up(Fraction(expected.minutes, 60), 2)),
        "billable_hours": str(round_half_up(Fraction(expected.billable, 60), 2)),
        "available_hours": str(round_half_up(expected.available, 2)),
        "utilisation": None if share is None else str(round_half_up(share * 100, 1)),
        "utilisation_target": None,
        "retained_mrr": expected.mrr,
        "net_retention": None if retention is None else str(retention),
        "retainer_revenue": calculator.revenue(person.id, first, last),
        "invoiced": {},
        "churned_mrr": expected.churned,
        "oos_sold": expected.sold,
        "goal_attainment": _attainment(calculator, person, goals, first, last),
        "values_received": str(expected.values),
    }


def _attainment(
    calculator: ReferenceCalculator, person: Employee, goals: list[EmployeeGoal], first: date, last: date
) -> str | None:
    weights, progress = 0, Fraction(0)
    for goal in goals:
        if goal.employee_id == person.id and goal.period_start <= last and goal.period_end >= first:
            value = _value(calculator, goal, last)
            if value is not None:
                share = min(value / Fraction(goal.target_value), Fraction(1))
                weights, progress = weights + goal.weight, progress + goal.weight * share
    return str(round_half_up(progress / weights * 100, 1)) if weights else None


def _value(calculator: ReferenceCalculator, goal: EmployeeGoal, day: date) -> Fraction | None:
    if goal.period_start > day:
        return None
    span = calculator.calculate(goal.employee_id, goal.period_start, min(goal.period_end, day))
    return span.of_metric(str(goal.metric_key), goal.currency)


def _exact(figures: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {code: Decimal(amount) for code, amount in value.items()} if isinstance(value, dict) else value
        for name, value in figures.items()
    }


def _check(team: AccountManagers, goals: list[EmployeeGoal], first: date, last: date) -> None:
    calculator = ReferenceCalculator(team.world.database)
    entries = fetch_figures(team.world, *(one.api_id for one in team.people), query=f"from={first}&to={last}")
    for person, entry in zip(team.people, entries, strict=True):
        assert _exact(figure_values(entry)) == _figures(calculator, person, goals, first, last)
    listed = team.world.browser("admin").get(f"/api/v1/employee-goals?per_page=100&search={goals[0].title}")
    found = {row["api_id"]: row["current_value"] for row in listed.json()["data"]}
    assert len(found) == len(goals)
    for goal in goals:
        value = _value(calculator, goal, TODAY)
        shown = found[goal.api_id]
        assert (shown if shown is None else Fraction(shown)) == value, goal.metric_key


@settings(
    max_examples=example_count(8),
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
def test_figures_and_goals_match_the_reference_after_generated_events(
    world: World,
    contracts: list[Contract],
    before: list[Event],
    after: list[Event],
    span: tuple[date, date],
    period: tuple[date, date],
    currency: str,
):
    team = _create_managers(world, contracts)
    goals = _create_goals(team, period, currency)
    for events in (before, after):
        for event in events:
            team.apply(event)
        _check(team, goals, *span)
