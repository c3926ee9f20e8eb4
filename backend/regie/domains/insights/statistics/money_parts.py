"""Reading what the figures of money are made of; whose records count follows the scope in which a figure is held."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import TypedDict

from sqlalchemy import NotNullable, select

from regie.access.permissions import Scope
from regie.core.money.amounts import digits_of
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.metrics.figures import retainer_revenue
from regie.domains.insights.metrics.queries import people_within
from regie.domains.insights.statistics.parts import Part
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.spans import Days
from regie.domains.insights.statistics.telling import rounded
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.figures import BALANCE_THEN, BUCKET_THEN, OWED_THEN, ageing_params
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal, HubspotStage
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from regie.domains.records.settings.queries import settings_for
from regie.domains.work.churns.figures import Run, fee_on, runs_on
from regie.domains.work.deals.queries import visible_deals
from regie.domains.work.oos_sales.figures import IS_COUNTED, SHARE
from regie.domains.work.projects.queries import managed_projects

CURRENT = "current"
# A project, a day, and what it brought in on that day in a currency.
_Amount = tuple[int, date, str, Decimal]


class _SaleGoal(TypedDict):
    id: int
    employee_id: int
    currency: str
    start_value: Decimal
    target_value: Decimal
    period_start: date
    period_end: date


def mrr_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """The fees in force at the close of the last day."""
    day = days.last
    for of_client in reader.runs(scope).values():
        for run in runs_on(of_client, day):
            yield Part("project", run.project, day, currency=run.currency, amount=fee_on(run.fees, day))


def revenue_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """By month and kind: what retainers brought in, and what other projects were invoiced, without tax."""
    yield from (part for _, part in retainer_parts(reader, scope, days))
    for key, day, currency, amount, kind in reader.once(("billed", scope), lambda: _read_billed(reader, scope)):
        if day in days:
            yield Part("project", key, day, f"{day:%Y-%m}:{kind}", currency, amount)


def _read_billed(reader: Reader, scope: Scope) -> Sequence[tuple[int, date, str, Decimal, str]]:
    first, last = reader.hull.first, reader.hull.last
    billed = (
        select(BILLINGS.c.project_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount, Project.kind)
        .join(Project, Project.id == BILLINGS.c.project_id)
        # The projects once more: there are few of them, and the days of two years are those of most invoices.
        .where(BILLINGS.c.project_id.in_(select(Project.id).where(Project.kind != "retainer")))
        .where(BILLINGS.c.issued_on.between(first, last), managed_projects(scope))
    )
    return reader.rows(billed)


def retainer_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[tuple[int, Part]]:
    """By client, each retainer's revenue of a month, at the rate of its last day."""
    months = [(month, month.is_month, f"{month.last:%Y-%m}:retainer") for month in days.months()]
    for client, of_client in reader.runs(scope).items():
        # A retainer that was lost and won back within a month is one record of it.
        for (project, currency), of_project in groupby(of_client, lambda run: (run.project, run.currency)):
            runs = list(of_project)
            for month, is_month, group in months:
                amount = _revenue_within(runs, month, is_month)
                if amount:
                    yield client, Part("project", project, month.last, group, currency, amount)


def _revenue_within(runs: Sequence[Run], days: Days, is_month: bool) -> Decimal:
    """What one retainer brought in within one month, rounded once: a whole month at one fee is that fee."""
    running = [run for run in runs if run.starts_on <= days.last and (run.ends_on is None or run.ends_on >= days.first)]
    if not running:
        return Decimal(0)
    run = running[0]
    is_whole = run.starts_on <= days.first and (run.ends_on is None or run.ends_on >= days.last)
    if is_whole and is_month and not any(days.first < start <= days.last for start, _ in run.fees):
        return fee_on(run.fees, days.first)
    return rounded(retainer_revenue(running, days.first, days.last), digits_of(run.currency))


def receivable_parts(reader: Reader, scope: Scope, days: Days) -> list[Part]:
    """What was owed at the end of the last day, tax included, by days past due."""
    return reader.once(("owed", scope, days.last), lambda: _read_owed(reader, scope, days.last))


def _read_owed(reader: Reader, scope: Scope, day: date) -> list[Part]:
    asked = {"as_of_": day, "as_of_end_": reader.clock.start_of(day + timedelta(days=1))}
    asked |= ageing_params(settings_for(reader.db, reader.actor)["ageing_edges"])
    owed = select(Invoice.id, Invoice.currency, BALANCE_THEN, BUCKET_THEN).where(OWED_THEN, visible_invoices(scope))
    found = reader.rows(owed, **asked)
    return [Part("invoice", key, day, bucket, currency, balance) for key, currency, balance, bucket in found]


def overdue_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    return (part for part in receivable_parts(reader, scope, days) if part.group != CURRENT)


def sale_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """Extra work by the day on which it was sold, from the client's yes on: whole, or the sellers' own parts of it."""
    for key, day, currency, amount in reader.once(("sold", scope), lambda: _read_sold(reader, scope)):
        if day in days:
            yield Part("project", key, day, f"{day:%Y-%m}", currency, amount)


def _read_sold(reader: Reader, scope: Scope) -> Sequence[_Amount]:
    sold = (
        select(
            Project.id,
            NotNullable(Project.sold_on),
            Project.currency,
            NotNullable(Project.amount) if scope is Scope.ALL else SHARE,
        )
        .outerjoin(OosApproval, OosApproval.project_id == Project.id)
        .where(Project.kind == "oos", IS_COUNTED, Project.sold_on.between(reader.hull.first, reader.hull.last))
    )
    if scope is not Scope.ALL:
        sold = (
            sold.join(ProjectSeller, ProjectSeller.project_id == Project.id)
            .join(Employee, Employee.id == ProjectSeller.employee_id)
            .where(people_within(scope))
        )
    return reader.rows(sold)


def sale_targets(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """What linked goals ask people to sell in these days."""
    return (part for _, part in targets_by_seller(reader, scope, days))


def targets_by_seller(reader: Reader, scope: Scope, days: Days) -> Iterator[tuple[int, Part]]:
    """By person: of a goal's whole period, the share of its days."""
    for goal in reader.once(("sale goals", scope), lambda: _read_sale_goals(reader, scope)):
        first, last = max(goal["period_start"], days.first), min(goal["period_end"], days.last)
        if first > last:
            continue
        share = Fraction(_length(first, last), _length(goal["period_start"], goal["period_end"]))
        amount = rounded(Fraction(goal["target_value"] - goal["start_value"]) * share, digits_of(goal["currency"]))
        # A day that is still to come has no rate: what it asks for is told at today's.
        day = min(last, reader.today)
        yield goal["employee_id"], Part("goal", goal["id"], day, currency=goal["currency"], amount=amount)


def _read_sale_goals(reader: Reader, scope: Scope) -> Sequence[_SaleGoal]:
    wanted = (
        select(
            EmployeeGoal.id,
            EmployeeGoal.employee_id,
            EmployeeGoal.currency,
            EmployeeGoal.start_value,
            EmployeeGoal.target_value,
            EmployeeGoal.period_start,
            EmployeeGoal.period_end,
        )
        .join(Employee, Employee.id == EmployeeGoal.employee_id)
        .where(
            EmployeeGoal.metric_key == "oos_sold",
            EmployeeGoal.status.in_(("active", "achieved", "missed")),
            EmployeeGoal.direction == "reach",
            EmployeeGoal.visibility != "private",
            EmployeeGoal.period_end >= reader.hull.first,
            EmployeeGoal.period_start <= reader.hull.last,
            people_within(scope),
        )
    )
    return reader.rows_of(_SaleGoal, wanted)


def pipeline_parts(reader: Reader, scope: Scope, _days: Days) -> Iterator[Part]:
    """Open deals by what they are worth times how likely they are in their stage, at today's rate."""
    open_deals = (
        select(
            HubspotDeal.id,
            NotNullable(HubspotDeal.currency),
            NotNullable(HubspotDeal.amount),
            NotNullable(HubspotStage.probability),
            HubspotDeal.stage,
        )
        .join(HubspotStage, HubspotStage.external_id == HubspotDeal.stage_id)
        .where(
            HubspotDeal.state == "open",
            HubspotDeal.amount.is_not(None),
            HubspotDeal.currency.is_not(None),
            HubspotStage.probability.is_not(None),
            visible_deals(scope),
        )
    )
    for key, currency, amount, probability, stage in reader.rows(open_deals):
        weighted = rounded(Fraction(amount) * Fraction(Decimal(probability)), digits_of(currency))
        yield Part("deal", key, reader.today, stage or "", currency, weighted)


def _length(first: date, last: date) -> int:
    return (last - first).days + 1
