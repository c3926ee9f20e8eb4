"""Counts what is still open for a month: a controller settles it before closing.

Each count is that of the list to which the page of the month links, with its filters.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction

from sqlalchemy import ColumnElement, Connection, func, or_, select

from regie.core.lists.listing import Statement
from regie.core.lists.shape import Column
from regie.core.time.clock import Clock
from regie.core.time.months import end_of_month
from regie.domains.administration.months.schemas import OpenPoint, OpenPointName
from regie.domains.insights.utilization.queries import employed_between, read_missing_hours
from regie.domains.integrations.connections.queries import Environment, connected_services
from regie.domains.integrations.sync.queries import list_last_synchronizations
from regie.domains.money.invoices.queries import IS_UNLINKED, IS_UNRECONCILED
from regie.domains.money.overages.figures import STATES as OVERAGE_STATES
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.figures import FIRST_OPEN_MONTH
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import UndatedTerm
from regie.domains.work.oos_sales.figures import IS_UNAPPROVED_WORK, SALE_PARTS, SOLD_ON

_A_DAY = timedelta(days=1)
# The list of people rounds to hundredths.
_LEAST_SHOWN = Fraction(1, 200)


def list_open_points(db: Connection, environment: Environment, clock: Clock, month: date) -> list[OpenPoint]:
    """Return the points with at least one record."""
    counts: dict[OpenPointName, int] = {"synchronizations": _count_synchronizations(db, environment, clock, month)}
    counts["missing_time"] = _count_missing_time(db, clock, month)
    counts |= {name: db.execute(statement).scalar_one() for name, statement in _statements(month).items()}
    return [{"name": name, "count": count} for name, count in counts.items() if count]


def _count_synchronizations(db: Connection, environment: Environment, clock: Clock, month: date) -> int:
    """The services that were not read since the month ended, or never although they are connected."""
    ended_at = clock.start_of(end_of_month(month) + _A_DAY)
    connected = connected_services(db, environment)
    return sum(
        1
        for one in list_last_synchronizations(db)
        if (one["service"] in connected if one["last_success_at"] is None else one["last_success_at"] < ended_at)
    )


def _count_missing_time(db: Connection, clock: Clock, month: date) -> int:
    """The people who log their time in Teamwork, and have missing hours."""
    last = end_of_month(month)
    logs_time = select(Employee.id).where(Employee.teamwork_user_id.is_not(None), employed_between(month, last))
    missing = read_missing_hours(db, db.execute(logs_time).scalars().all(), month, last, clock.today())
    return sum(1 for hours in missing.values() if hours >= _LEAST_SHOWN)


def _statements(month: date) -> Mapping[OpenPointName, Statement]:
    last = end_of_month(month)
    return {
        "retainer_periods": _count(Project.id, Project.kind == "retainer", last >= FIRST_OPEN_MONTH),
        "hours_over": _count(
            RetainerPeriod.id, OVERAGE_STATES["undecided"], RetainerPeriod.starts_on.between(month, last)
        ),
        "churns": _count(ChurnEvent.id, ChurnEvent.state == "recorded", ChurnEvent.effective_on <= last),
        "approvals": select(func.count())
        .select_from(SALE_PARTS.join(Project.__table__, Project.id == SALE_PARTS.c.project_id))
        .where(
            Project.kind == "oos",
            IS_UNAPPROVED_WORK,
            last >= SOLD_ON,
        ),
        "undated_terms": _count(
            UndatedTerm.id,
            UndatedTerm.decided_at.is_(None),
            or_(UndatedTerm.earliest_on.is_(None), UndatedTerm.earliest_on <= last),
        ),
        "invoices": _count(Invoice.id, IS_UNLINKED, Invoice.issued_on.between(month, last)),
        "unreconciled_invoices": _count(
            Invoice.id, ~IS_UNLINKED, IS_UNRECONCILED, Invoice.issued_on.between(month, last)
        ),
    }


def _count(key: Column, *conditions: ColumnElement[bool]) -> Statement:
    return select(func.count(key)).where(*conditions)
