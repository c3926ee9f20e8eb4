"""What each of several people worked, brought in, sold and lost in a span of days.

Each group of figures is told for the people within the scope in which the caller holds it, by their roles or by their
own employee record; the others' is absent. What a group needs is read for all of its people at once, and what several
groups or the goals of these people need, once for all of them: as many statements whoever and whatever is asked for.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, case, literal_column, or_, select, true

from regie.access.actor import MY_EMPLOYEE, Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.lists.shape import rows_of
from regie.domains.insights.goals.queries import read_attainments
from regie.domains.insights.metrics.figures import Dated, Span, Worked, retained, revenue, utilisation
from regie.domains.insights.metrics.queries import (
    Read,
    Readings,
    people_within,
    read_account_runs,
    read_available_hours,
    read_churned_mrr,
    read_hours,
    read_invoiced,
    read_oos_sold,
    read_values_received,
)
from regie.domains.insights.statistics.schemas import EmployeeStatistics, Figure
from regie.domains.insights.statistics.spans import Days
from regie.domains.insights.statistics.telling import Telling, figure, hours_of, percent, rounded
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from regie.domains.work.churns.figures import Run

Figures = dict[str, Figure]
# The narrowest scope that reaches a person, as the statement tells it.
_REACH = case(
    *((people_within(scope), literal_column(str(scope.value))) for scope in (Scope.OWN, Scope.TEAM)),
    else_=literal_column(str(Scope.ALL.value)),
)


class _PersonRow(TypedDict):
    id: int
    api_id: str
    name: str
    user: str | None
    reach: int


@dataclass(frozen=True, slots=True)
class _Person:
    row: _PersonRow
    span: Span
    figures: Figures


@dataclass(frozen=True, slots=True)
class _Group:
    """What has to be read for some figures of several spans, and the figures that come of it."""

    reads: Sequence[Read[object]]
    tell: Callable[[Readings, Collection[Span], Telling], Mapping[Span, Figures]]


def read_people(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: Days, currency: str | None, today: date
) -> list[EmployeeStatistics]:
    """One entry per employee, in the order asked for; NotFound when one of them is not the caller's to know."""
    people = _find(db, actor, api_ids, days.first, days.last)
    readings = Readings(db)
    telling = Telling(currency, readings.rates(today))
    told = {permission: _told(actor, permission, people.values()) for permission in _GROUPS}
    for permission, spans in told.items():
        for read in _GROUPS[permission].reads:
            readings.ask(read, spans.keys())
    for permission, spans in told.items():
        found = _GROUPS[permission].tell(readings, spans.keys(), telling) if spans else {}
        for span, one in spans.items():
            one.figures.update(found[span])
    return [_entry(actor, people[api_id], telling) for api_id in dict.fromkeys(api_ids)]


def _find(db: Connection, actor: Actor, api_ids: Sequence[str], first: date, last: date) -> dict[str, _Person]:
    wanted = (
        select(Employee.id, Employee.api_id, Employee.name, User.api_id.label("user"), _REACH.label("reach"))
        .outerjoin(User, User.id == Employee.user_id)
        .where(Employee.api_id.in_(api_ids), _known(actor))
    )
    rows = rows_of(_PersonRow, db.execute(wanted, actor.params))
    people = {row["api_id"]: _Person(row, Span(row["id"], first, last), {}) for row in rows}
    if people.keys() != set(api_ids):
        raise NotFound
    return people


def _told(actor: Actor, permission: Permission, people: Collection[_Person]) -> dict[Span, _Person]:
    """Those of whom the caller is told what a permission opens."""
    scope = actor.scope(permission)
    return {one.span: one for one in people if scope is not None and one.row["reach"] <= scope}


def _known(actor: Actor) -> ColumnElement[bool]:
    """Everyone knows who is here; who has left, those who look after people and the person themself."""
    if actor.scope(Permission.EMPLOYEES_VIEW) is Scope.ALL:
        return true()
    return or_(Employee.status != "left", Employee.id == MY_EMPLOYEE)


def _entry(actor: Actor, one: _Person, telling: Telling) -> EmployeeStatistics:
    return {
        "employee": {"api_id": one.row["api_id"], "name": one.row["name"]},
        "from": one.span.first,
        "as_of": one.span.last,
        "currency": telling.currency,
        "missing_rates": telling.missing_rates(one.figures.values()),
        "figures": {name: {**told, "rows": _rows_of(actor, name, one)} for name, told in one.figures.items()},
    }


def _rows_of(actor: Actor, name: str, one: _Person) -> str | None:
    """The list whose rows add up to a figure, for those who see all of them there."""
    if name not in _ROWS:
        return None
    permission, path = _ROWS[name]
    is_told = actor.scope(permission) is Scope.ALL or (actor.may(permission) and one.row["reach"] == Scope.OWN)
    if not is_told or (one.row["user"] is None and "{user}" in path):
        return None
    return path.format(user=one.row["user"], id=one.row["api_id"], first=one.span.first, last=one.span.last)


def _hours(readings: Readings, spans: Collection[Span], _telling: Telling) -> dict[Span, Figures]:
    worked, available = readings.of(read_hours, spans), readings.of(read_available_hours, spans)
    return {span: _hours_of(worked[span], available[span]) for span in spans}


def _hours_of(worked: Worked, available: Fraction) -> Figures:
    share = utilisation(worked, available)
    return {
        "hours": figure("hours", "hours_logged", hours_of(worked.minutes)),
        "billable_hours": figure("hours", "billable_hours", hours_of(worked.billable_minutes)),
        "available_hours": figure("hours", "available_hours", str(rounded(available, 2))),
        "utilisation": figure("percent", "utilisation", None if share is None else percent(share, Fraction(1))),
    }


def _retainers(readings: Readings, spans: Collection[Span], telling: Telling) -> dict[Span, Figures]:
    runs = readings.of(read_account_runs, spans)
    return {span: {"retained_mrr": telling.money("retained_mrr", retained(runs[span], span.last))} for span in spans}


def _revenue(readings: Readings, spans: Collection[Span], telling: Telling) -> dict[Span, Figures]:
    runs, invoiced = readings.of(read_account_runs, spans), readings.of(read_invoiced, spans)
    return {span: _revenue_of(runs[span], invoiced[span], span, telling) for span in spans}


def _revenue_of(runs: Sequence[Run], invoiced: Sequence[Dated], span: Span, telling: Telling) -> Figures:
    return {
        "retainer_revenue": telling.money("retainer_revenue", revenue(runs, span.first, span.last)),
        "invoiced": telling.money("invoiced", invoiced),
    }


def _churn(readings: Readings, spans: Collection[Span], telling: Telling) -> dict[Span, Figures]:
    lost = readings.of(read_churned_mrr, spans)
    return {span: {"churned_mrr": telling.money("churned_mrr", lost[span])} for span in spans}


def _oos(readings: Readings, spans: Collection[Span], telling: Telling) -> dict[Span, Figures]:
    sold = readings.of(read_oos_sold, spans)
    return {span: {"oos_sold": telling.money("oos_sold", sold[span])} for span in spans}


def _values(readings: Readings, spans: Collection[Span], _telling: Telling) -> dict[Span, Figures]:
    received = readings.of(read_values_received, spans)
    return {span: {"values_received": figure("count", "values_received", str(received[span]))} for span in spans}


def _goals(readings: Readings, spans: Collection[Span], _telling: Telling) -> dict[Span, Figures]:
    ((first, last),) = {(span.first, span.last) for span in spans}
    shares = read_attainments(readings, {span.employee_id for span in spans}, first, last)
    told = {key: None if share is None else percent(share, Fraction(1)) for key, share in shares.items()}
    return {span: {"goal_attainment": figure("percent", "goal_attainment", told[span.employee_id])} for span in spans}


_ACCOUNTS = "/api/v1/projects?archived=include&account_manager={user}"
_LOSSES = "/api/v1/employee-churns?employee={id}&effective_from={first}&effective_to={last}"
_SALES = "/api/v1/oos-sales?seller={id}&sold_from={first}&sold_to={last}"
_AWARDS = "/api/v1/awards?receiver={id}&awarded_from={first}&awarded_to={last}&visibility=everyone"
_GOALS = "/api/v1/employee-goals?employee={id}&period_from={first}&period_to={last}"
# What `projects-statistics` tells of these projects in the same days adds up to the figures of accounts.
_ROWS: Mapping[str, tuple[Permission, str]] = {
    "retained_mrr": (Permission.PROJECTS_VIEW, _ACCOUNTS + "&kind=retainer"),
    "retainer_revenue": (Permission.PROJECTS_VIEW, _ACCOUNTS + "&kind=retainer"),
    "invoiced": (Permission.PROJECTS_VIEW, _ACCOUNTS),
    "churned_mrr": (Permission.CHURNS_VIEW, _LOSSES + "&state=recorded&state=confirmed&state=won_back"),
    "oos_sold": (
        Permission.OOS_SALES_VIEW,
        _SALES + "".join(f"&status={name}" for name in ("approved", "in_work", "delivered", "invoiced", "paid")),
    ),
    "goal_attainment": (
        Permission.GOALS_VIEW,
        _GOALS + "&status=active&status=achieved&status=missed&visibility=team&visibility=everyone",
    ),
    "values_received": (Permission.CORE_VALUES_VIEW, _AWARDS),
}
# Goals first: what linked ones follow is asked for before anything is read, and read together with the groups' own.
_GROUPS: Mapping[Permission, _Group] = {
    Permission.STATISTICS_GOALS: _Group([], _goals),
    Permission.STATISTICS_HOURS: _Group([read_hours, read_available_hours], _hours),
    Permission.STATISTICS_MRR: _Group([read_account_runs], _retainers),
    Permission.STATISTICS_REVENUE: _Group([read_account_runs, read_invoiced], _revenue),
    Permission.STATISTICS_CHURN: _Group([read_churned_mrr], _churn),
    Permission.STATISTICS_OOS: _Group([read_oos_sold], _oos),
    Permission.STATISTICS_VALUES: _Group([read_values_received], _values),
}
