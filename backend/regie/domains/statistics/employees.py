"""What each of several people worked, brought in, sold and lost in a span of days.

Each group of figures is told for the people within the scope in which the caller holds it, by their roles or by their
own employee record; the others' is absent. What a group needs is read for all of its people at once.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, literal_column, or_, select, true

from regie.access.actor import MY_EMPLOYEE, Actor
from regie.access.permissions import Permission, Scope
from regie.core.errors import NotFound
from regie.domains.churns.figures import Run
from regie.domains.employees.models import Employee
from regie.domains.goals.queries import read_attainments
from regie.domains.metrics.figures import Span, Worked, retained_mrr, revenue_by_currency, utilisation
from regie.domains.metrics.queries import (
    people_within,
    read_account_runs,
    read_available_hours,
    read_churned_mrr,
    read_hours,
    read_invoiced,
    read_oos_sold,
    read_values_received,
)
from regie.domains.statistics.telling import figure, hours_of, missing_rates, money_figure, percent, rounded
from regie.domains.users.models import User

Figures = dict[str, dict[str, Any]]
Read = Callable[["_Asked", Collection[Span]], Mapping[Span, Figures]]
# The narrowest scope that reaches a person, as the statement tells it.
_REACH = case(
    *((people_within(scope), literal_column(str(scope.value))) for scope in (Scope.OWN, Scope.TEAM)),
    else_=literal_column(str(Scope.ALL.value)),
)


@dataclass(frozen=True, slots=True)
class _Person:
    row: Any
    span: Span
    figures: Figures


@dataclass
class _Asked:
    """What several groups of one answer are worked out from is read once."""

    db: Connection
    people: Collection[int]

    @cached_property
    def runs(self) -> Mapping[int, list[Run]]:
        return read_account_runs(self.db, self.people)


def read_people(
    db: Connection, actor: Actor, api_ids: Sequence[str], first: date, last: date, currency: str | None
) -> list[dict[str, Any]]:
    """One entry per employee, in the order asked for; NotFound when one of them is not the caller's to know."""
    people = _find(db, actor, api_ids, first, last)
    asked = _Asked(db, {one.row.id for one in people.values()})
    for permission, read in _GROUPS.items():
        scope = actor.scope(permission)
        told = [one for one in people.values() if scope is not None and one.row.reach <= scope]
        found = read(asked, [one.span for one in told]) if told else {}
        for one in told:
            one.figures.update(found[one.span])
    return [_entry(actor, people[api_id], currency) for api_id in dict.fromkeys(api_ids)]


def _find(db: Connection, actor: Actor, api_ids: Sequence[str], first: date, last: date) -> dict[str, _Person]:
    wanted = (
        select(Employee.id, Employee.api_id, Employee.name, User.api_id.label("user"), _REACH.label("reach"))
        .outerjoin(User, User.id == Employee.user_id)
        .where(Employee.api_id.in_(api_ids), _known(actor))
    )
    rows = db.execute(wanted, actor.params)
    people = {row.api_id: _Person(row, Span(row.id, first, last), {}) for row in rows}
    if people.keys() != set(api_ids):
        raise NotFound
    return people


def _known(actor: Actor) -> ColumnElement[bool]:
    """Everyone knows who is here; who has left, those who look after people and the person themself."""
    if actor.scope(Permission.EMPLOYEES_VIEW) is Scope.ALL:
        return true()
    return or_(Employee.status != "left", Employee.id == MY_EMPLOYEE)


def _entry(actor: Actor, one: _Person, currency: str | None) -> dict[str, Any]:
    return {
        "employee": {"api_id": one.row.api_id, "name": one.row.name},
        "from": one.span.first,
        "as_of": one.span.last,
        "currency": currency,
        "missing_rates": missing_rates(one.figures.values(), currency),
        "figures": {name: {**told, "rows": _rows_of(actor, name, one)} for name, told in one.figures.items()},
    }


def _rows_of(actor: Actor, name: str, one: _Person) -> str | None:
    """The list whose rows add up to a figure, for those who see all of them there."""
    if name not in _ROWS:
        return None
    permission, path = _ROWS[name]
    is_told = actor.scope(permission) is Scope.ALL or (actor.may(permission) and one.row.reach == Scope.OWN)
    if not is_told or (one.row.user is None and "{user}" in path):
        return None
    return path.format(user=one.row.user, id=one.row.api_id, first=one.span.first, last=one.span.last)


def _hours(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    worked, available = read_hours(asked.db, spans), read_available_hours(asked.db, spans)
    return {span: _hours_of(worked[span], available[span]) for span in spans}


def _hours_of(worked: Worked, available: Fraction) -> Figures:
    share = utilisation(worked, available)
    return {
        "hours": figure("hours", "hours_logged", hours_of(worked.minutes)),
        "billable_hours": figure("hours", "billable_hours", hours_of(worked.billable_minutes)),
        "available_hours": figure("hours", "available_hours", str(rounded(available, 2))),
        "utilisation": figure("percent", "utilisation", None if share is None else percent(share, Fraction(1))),
    }


def _retainers(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    return {
        span: {"retained_mrr": money_figure("retained_mrr", retained_mrr(asked.runs[span.employee_id], span.last))}
        for span in spans
    }


def _revenue(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    invoiced = read_invoiced(asked.db, spans)
    return {
        span: {
            "retainer_revenue": money_figure(
                "retainer_revenue", revenue_by_currency(asked.runs[span.employee_id], span.first, span.last)
            ),
            "invoiced": money_figure("invoiced", invoiced[span]),
        }
        for span in spans
    }


def _churn(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    return {
        span: {"churned_mrr": money_figure("churned_mrr", lost)}
        for span, lost in read_churned_mrr(asked.db, spans).items()
    }


def _oos(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    return {span: {"oos_sold": money_figure("oos_sold", sold)} for span, sold in read_oos_sold(asked.db, spans).items()}


def _values(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    return {
        span: {"values_received": figure("count", "values_received", str(count))}
        for span, count in read_values_received(asked.db, spans).items()
    }


def _goals(asked: _Asked, spans: Collection[Span]) -> dict[Span, Figures]:
    ((first, last),) = {(span.first, span.last) for span in spans}
    shares = read_attainments(asked.db, {span.employee_id for span in spans}, first, last)
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
_GROUPS: Mapping[Permission, Read] = {
    Permission.STATISTICS_HOURS: _hours,
    Permission.STATISTICS_MRR: _retainers,
    Permission.STATISTICS_REVENUE: _revenue,
    Permission.STATISTICS_CHURN: _churn,
    Permission.STATISTICS_OOS: _oos,
    Permission.STATISTICS_GOALS: _goals,
    Permission.STATISTICS_VALUES: _values,
}
