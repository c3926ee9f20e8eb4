"""Reads the contributions to figures in money, within a scope."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import TypedDict

from sqlalchemy import CompoundSelect, NotNullable, and_, func, or_, select, union
from sqlalchemy.orm import aliased

from regie.access.permissions import Scope
from regie.core.money.amounts import currency_digits
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.metrics.figures import retainer_revenue
from regie.domains.insights.metrics.queries import people_within
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.money.invoices.queries import visible_credits, visible_invoices
from regie.domains.money.payments.figures import BILLINGS, billings_of_invoices, billings_of_projects
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.figures import (
    BALANCE_AS_OF,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    OWED_AS_OF,
    OWED_AS_OF_BY_INVOICE,
    UNAPPLIED_AS_OF,
    aging_params,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.mirrors.models import HubspotDeal, HubspotStage
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.records.settings.queries import settings_for
from regie.domains.work.churns.figures import Run, fee_on
from regie.domains.work.deals.figures import weigh
from regie.domains.work.deals.queries import visible_deals
from regie.domains.work.oos_sales.figures import IS_COUNTED, PART_AMOUNT, SALE_PARTS, SHARE, SOLD_ON
from regie.domains.work.projects.queries import managed_projects

CURRENT = "current"
# The group of payments and credit notes that no invoice has used yet; their amounts are negative.
UNAPPLIED = "unapplied"
# The group of invoices that are linked to no project.
UNLINKED = "unlinked"
# The project that an invoice is linked to, itself or by a scheduled payment.
PROJECT_OF_INVOICE = func.coalesce(
    Invoice.project_id,
    select(func.min(ProjectPayment.project_id))
    .join(PaymentAllocation, PaymentAllocation.payment_id == ProjectPayment.id)
    .where(PaymentAllocation.invoice_id == Invoice.id)
    .correlate(Invoice)
    .scalar_subquery(),
)
_OwnProject = aliased(Project)
# Project id, day, currency and amount.
_Amount = tuple[int, date, str, Decimal]


class _SaleGoal(TypedDict):
    id: int
    employee_id: int
    currency: str
    start_value: Decimal
    target_value: Decimal
    period_start: date
    period_end: date


def read_mrr(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The fees in force at the end of the last day."""
    day = days.last
    for of_client in reader.runs(scope).values():
        for run in of_client:
            if run.has_mrr_on(day):
                yield Contribution("project", run.project, day, currency=run.currency, amount=fee_on(run.fees, day))


def read_revenue(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """By month and project kind: retainer revenue, and amounts invoiced for other projects before tax."""
    yield from (contribution for _, contribution in read_retainer_revenue(reader, scope, days))
    for key, day, currency, amount, kind in reader.read_once(("billed", scope), lambda: _read_billed(reader, scope)):
        if day in days:
            yield Contribution("project", key, day, f"{day:%Y-%m}:{kind}", currency, amount)


def _read_billed(reader: Reader, scope: Scope) -> Sequence[tuple[int, date, str, Decimal, str]]:
    projects = select(Project.id).where(
        Project.kind != "retainer", reader.owned(Project.client_id), managed_projects(scope)
    )
    is_whole = scope is Scope.ALL and reader.owners is None
    billed = (BILLINGS if is_whole else billings_of_projects(projects)).c
    statement = (
        select(billed.project_id, billed.issued_on, billed.currency, billed.amount, Project.kind)
        .join(Project, Project.id == billed.project_id)
        # Repeat the condition on projects: it is selective, whereas the range of two years contains most invoices.
        .where(billed.project_id.in_(projects))
        .where(billed.issued_on.between(reader.full_range.first, reader.full_range.last))
    )
    return reader.rows(statement)


def read_invoiced(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The parts of each invoice before tax, by the kind of project that they bill, directly or by scheduled payments.

    The parts of one kind are one contribution, so that an invoice usually counts once.
    """
    found = reader.read_once(("invoiced", scope), lambda: _read_invoices(reader, scope))
    for (key, day, currency, kind), amount in found.items():
        if day in days:
            yield Contribution("invoice", key, day, kind or UNLINKED, currency, amount)


def _read_invoices(reader: Reader, scope: Scope) -> Mapping[tuple[int, date, str, str | None], Decimal]:
    has_no_project = and_(Project.id.is_(None), visible_invoices(scope))
    billed = (BILLINGS if reader.owners is None else billings_of_invoices(_invoices_of_owners(reader))).c
    statement = (
        select(billed.invoice_id, billed.issued_on, billed.currency, Project.kind, billed.amount)
        .outerjoin(Project, Project.id == billed.project_id)
        .join(Invoice, Invoice.id == billed.invoice_id)
        .where(
            billed.issued_on.between(reader.full_range.first, reader.full_range.last),
            or_(and_(Project.id.is_not(None), managed_projects(scope)), has_no_project),
        )
    )
    if reader.owners is not None:
        owner = select(_OwnProject.client_id).where(_OwnProject.id == PROJECT_OF_INVOICE).scalar_subquery()
        statement = statement.where(reader.owned(func.coalesce(owner, Invoice.client_id)))
    found: dict[tuple[int, date, str, str | None], Decimal] = defaultdict(Decimal)
    for key, day, currency, kind, amount in reader.rows(statement):
        found[key, day, currency, kind] += amount
    return found


def _invoices_of_owners(reader: Reader) -> CompoundSelect[int]:
    """The invoices of the owners and of their projects, each found by an index: more than count for the owners."""
    projects = select(Project.id).where(reader.owned(Project.client_id))
    billed = (
        select(PaymentAllocation.invoice_id)
        .join(ProjectPayment, ProjectPayment.id == PaymentAllocation.payment_id)
        .where(ProjectPayment.project_id.in_(projects))
    )
    own = select(Invoice.id)
    return union(own.where(reader.owned(Invoice.client_id)), own.where(Invoice.project_id.in_(projects)), billed)


def read_retainer_revenue(reader: Reader, scope: Scope, days: DateRange) -> Iterator[tuple[int, Contribution]]:
    """With the client id, each retainer's revenue per month, at the rate of the month's last day."""
    months = [(month, month.is_month, f"{month.last:%Y-%m}:retainer") for month in days.months()]
    for client, of_client in reader.runs(scope).items():
        # A retainer that was lost and won back within a month is one contribution.
        for (project, currency), of_project in groupby(of_client, lambda run: (run.project, run.currency)):
            runs = list(of_project)
            for month, is_month, group in months:
                amount = _revenue_in_month(runs, month, is_month)
                if amount:
                    yield client, Contribution("project", project, month.last, group, currency, amount)


def _revenue_in_month(runs: Sequence[Run], days: DateRange, is_month: bool) -> Decimal:
    """One retainer's revenue within one month, rounded once; a whole month at one fee is that fee."""
    running = [run for run in runs if run.starts_on <= days.last and (run.ends_on is None or run.ends_on >= days.first)]
    if not running:
        return Decimal(0)
    run = running[0]
    is_whole = run.starts_on <= days.first and (run.ends_on is None or run.ends_on >= days.last)
    if is_whole and is_month and not any(days.first < start <= days.last for start, _ in run.fees):
        return fee_on(run.fees, days.first)
    return round_half_up(retainer_revenue(running, days.first, days.last), currency_digits(run.currency))


def read_receivables(reader: Reader, scope: Scope, days: DateRange) -> list[Contribution]:
    """Invoice balances at the end of the last day, including tax, by aging bucket, and what is not applied to them."""
    return reader.read_once(("balances", scope, days.last), lambda: _read_balances(reader, scope, days.last))


def _read_balances(reader: Reader, scope: Scope, day: date) -> list[Contribution]:
    params = {"as_of_": day, "as_of_end_": reader.clock.start_of(day + timedelta(days=1))}
    params |= aging_params(settings_for(reader.db, reader.actor)["aging_buckets"])
    is_owed = OWED_AS_OF if reader.owners is None else and_(OWED_AS_OF_BY_INVOICE, reader.owned(Invoice.client_id))
    owed = select(Invoice.id, Invoice.currency, BALANCE_AS_OF, BUCKET_AS_OF).where(is_owed, visible_invoices(scope))
    rows = reader.rows(owed, **params)
    credits = select(CustomerCredit.id, CustomerCredit.currency, CREDIT_AS_OF)
    is_unapplied = and_(UNAPPLIED_AS_OF, visible_credits(scope), reader.owned(CustomerCredit.client_id))
    unapplied = reader.rows(credits.where(is_unapplied), **params)
    return [
        *(Contribution("invoice", key, day, bucket, currency, balance) for key, currency, balance, bucket in rows),
        *(Contribution("credit", key, day, UNAPPLIED, currency, amount) for key, currency, amount in unapplied),
    ]


def read_overdue(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    return (one for one in read_receivables(reader, scope, days) if is_overdue(one.group))


def is_overdue(group: str) -> bool:
    return group not in (CURRENT, UNAPPLIED)


def read_sales(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Approved out-of-scope sales and their amendments by their days.

    Whole amounts, or the sellers' shares below the scope `all`.
    """
    for key, day, currency, amount in reader.read_once(("sold", scope), lambda: _read_sold_amounts(reader, scope)):
        if day in days:
            yield Contribution("project", key, day, f"{day:%Y-%m}", currency, amount)


def _read_sold_amounts(reader: Reader, scope: Scope) -> Sequence[_Amount]:
    statement = (
        select(
            Project.id,
            SOLD_ON,
            Project.currency,
            PART_AMOUNT if scope is Scope.ALL else SHARE,
        )
        .join(SALE_PARTS, SALE_PARTS.c.project_id == Project.id)
        .where(
            IS_COUNTED,
            SOLD_ON.between(reader.full_range.first, reader.full_range.last),
            reader.owned(Project.client_id),
        )
    )
    if scope is not Scope.ALL:
        statement = (
            statement.join(ProjectSeller, ProjectSeller.project_id == Project.id)
            .join(Employee, Employee.id == ProjectSeller.employee_id)
            .where(people_within(scope))
        )
    return reader.rows(statement)


def read_sales_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The sales targets of linked goals in these days."""
    return (contribution for _, contribution in read_targets_by_seller(reader, scope, days))


def read_targets_by_seller(reader: Reader, scope: Scope, days: DateRange) -> Iterator[tuple[int, Contribution]]:
    """With the employee id, each goal's target times the share of its period that these days cover."""
    for goal in reader.read_once(("sale goals", scope), lambda: _read_sale_goals(reader, scope)):
        first, last = max(goal["period_start"], days.first), min(goal["period_end"], days.last)
        if first > last:
            continue
        share = Fraction(_count_days(first, last), _count_days(goal["period_start"], goal["period_end"]))
        amount = round_half_up(
            Fraction(goal["target_value"] - goal["start_value"]) * share, currency_digits(goal["currency"])
        )
        # A future day has no rate, so its target is converted at today's.
        day = min(last, reader.today)
        yield goal["employee_id"], Contribution("goal", goal["id"], day, currency=goal["currency"], amount=amount)


def _read_sale_goals(reader: Reader, scope: Scope) -> Sequence[_SaleGoal]:
    statement = select(
        EmployeeGoal.id,
        EmployeeGoal.employee_id,
        EmployeeGoal.currency,
        EmployeeGoal.start_value,
        EmployeeGoal.target_value,
        EmployeeGoal.period_start,
        EmployeeGoal.period_end,
    ).where(
        EmployeeGoal.metric_key == "oos_sold",
        EmployeeGoal.status.in_(("active", "achieved", "missed")),
        EmployeeGoal.direction == "reach",
        EmployeeGoal.visibility != "private",
        EmployeeGoal.period_end >= reader.full_range.first,
        EmployeeGoal.period_start <= reader.full_range.last,
    )
    if scope is not Scope.ALL:
        statement = statement.join(Employee, Employee.id == EmployeeGoal.employee_id).where(people_within(scope))
    return reader.rows_of(_SaleGoal, statement)


def read_pipeline(reader: Reader, scope: Scope, _days: DateRange) -> Iterator[Contribution]:
    """The amounts of open deals times the probability of their stage, at today's rate."""
    statement = (
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
    for key, currency, amount, probability, stage in reader.rows(statement):
        yield Contribution("deal", key, reader.today, stage or "", currency, weigh(amount, probability, currency))


def read_unweighted_deals(reader: Reader, scope: Scope, _days: DateRange) -> Iterator[Contribution]:
    """The whole amounts of open deals whose stage has no probability, at today's rate."""
    statement = (
        select(HubspotDeal.id, NotNullable(HubspotDeal.currency), NotNullable(HubspotDeal.amount), HubspotDeal.stage)
        .outerjoin(HubspotStage, HubspotStage.external_id == HubspotDeal.stage_id)
        .where(
            HubspotDeal.state == "open",
            HubspotDeal.amount.is_not(None),
            HubspotDeal.currency.is_not(None),
            HubspotStage.probability.is_(None),
            visible_deals(scope),
        )
    )
    for key, currency, amount, stage in reader.rows(statement):
        yield Contribution("deal", key, reader.today, stage or "", currency, amount)


def _count_days(first: date, last: date) -> int:
    return (last - first).days + 1
