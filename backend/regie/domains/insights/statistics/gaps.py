"""Finds what figures leave out: records of the services that belong to no project or employee yet.

Only callers who see the whole figure, and the records that it leaves out get them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from sqlalchemy import Select, func, select

from regie.access.permissions import Permission, Scope
from regie.domains.insights.statistics.contributions import Contribution, sum_contributions
from regie.domains.insights.statistics.definitions import FIGURES
from regie.domains.insights.statistics.gap_schemas import FigureGap, GapName
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import DashboardUnit, FigureName
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.integrations.project_proposals.queries import runs_from
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import BillingInterval, FeeValue

P = Permission


@dataclass(frozen=True, slots=True)
class Gap:
    """Records that `figures` leave out; `permission` allows seeing them."""

    name: GapName
    figures: tuple[FigureName, ...]
    permission: Permission
    unit: DashboardUnit
    read: Callable[[Reader], Iterator[Contribution]]


def read_gaps(reader: Reader, rates: Rates) -> list[FigureGap]:
    """Return the gaps of the figures that the caller sees as a whole."""
    return [gap for one in _GAPS for gap in _read_gap(reader, one, rates)]


def _read_gap(reader: Reader, gap: Gap, rates: Rates) -> Iterator[FigureGap]:
    actor = reader.actor
    figures: list[FigureName] = [name for name in gap.figures if actor.scope(FIGURES[name].permission) is Scope.ALL]
    if not figures or actor.scope(gap.permission) is not Scope.ALL or reader.request.scope is not Scope.ALL:
        return
    total, _ = sum_contributions(gap.read(reader), gap.unit, reader.request.currency, rates)
    if total.count:
        yield {"name": gap.name, "figures": figures, "unit": gap.unit, **total.serialize()}


def _read_retainers(reader: Reader) -> Iterator[Contribution]:
    """The fees, per month on the last day, of retainers that ran on it and are still to be created."""
    day = reader.days.last
    statement = _proposals("retainer").where(ProjectProposal.start_on <= day, runs_from(day))
    for row in reader.rows(statement):
        amount = _fee_on(row.fees, day)
        if amount is not None:
            amount = FeeValue(cast("BillingInterval", row.billing_interval or "month"), amount).monthly(row.currency)
        yield Contribution("project", row.id, day, currency=row.currency, amount=amount or Decimal(0))


def _fee_on(fees: list[list[str]], day: date) -> Decimal | None:
    begun = [amount for first, amount in fees if first <= day.isoformat()]
    return Decimal(begun[-1]) if begun else None


def _read_sales(reader: Reader) -> Iterator[Contribution]:
    """The prices of out-of-scope work that was sold in the period and is still to be created."""
    days = reader.days
    for row in reader.rows(_proposals("oos").where(ProjectProposal.sold_on.between(days.first, days.last))):
        yield Contribution("project", row.id, row.sold_on, currency=row.currency, amount=row.amount or Decimal(0))


def _proposals(kind: str) -> Select[*tuple[Any, ...]]:
    return select(
        ProjectProposal.id,
        ProjectProposal.currency,
        ProjectProposal.amount,
        ProjectProposal.billing_interval,
        ProjectProposal.fees,
        ProjectProposal.sold_on,
    ).where(ProjectProposal.state == "open", ProjectProposal.kind == kind)


def _read_invoices(reader: Reader) -> Iterator[Contribution]:
    """What invoices of the period bill of no project, before tax."""
    days = reader.days
    statement = select(BILLINGS.c.invoice_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount).where(
        BILLINGS.c.project_id.is_(None), BILLINGS.c.issued_on.between(days.first, days.last)
    )
    for key, day, currency, amount in reader.rows(statement):
        yield Contribution("invoice", key, day, currency=currency, amount=amount)


def _read_hours(reader: Reader) -> Iterator[Contribution]:
    """Hours in the period of Teamwork users who are no employee, by user."""
    days = reader.days
    statement = (
        select(TimeEntry.teamwork_user_id, func.sum(TimeEntry.minutes).label("minutes"))
        .outerjoin(Employee, Employee.teamwork_user_id == TimeEntry.teamwork_user_id)
        .where(
            Employee.id.is_(None), TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.between(days.first, days.last)
        )
        .group_by(TimeEntry.teamwork_user_id)
    )
    for row in reader.rows(statement):
        yield Contribution("employee", 0, days.last, value=Fraction(int(row.minutes), 60))


_GAPS = (
    Gap("retainers_to_create", ("mrr",), P.MATCHING_VIEW, "money", _read_retainers),
    Gap("invoices_without_project", ("revenue",), P.INVOICES_VIEW, "money", _read_invoices),
    Gap("sales_to_create", ("oos_sold",), P.MATCHING_VIEW, "money", _read_sales),
    Gap("hours_without_employee", ("utilisation", "billable_hours"), P.MATCHING_VIEW, "hours", _read_hours),
)
