"""Reads the statistics of projects: hours, revenue, invoiced amounts and burn.

A fixed number of statements reads the rows of all projects. The figures are then calculated per project, in the
project's own currency, and rounded once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypedDict

from sqlalchemy import ColumnElement, Connection, and_, case, false, func, or_, select, true

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.lists.shape import read_rows
from regie.core.money.amounts import currency_digits, money
from regie.domains.insights.metrics.figures import DatedAmount, monthly_revenue, mrr_amounts, sum_by_currency
from regie.domains.insights.statistics.formatting import (
    CurrencyConverter,
    format_hours,
    format_percent,
    record_rows_path,
    round_half_up,
)
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import ProjectFigure, ProjectKind, ProjectStatistics, RecordFigure
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.oos_sales.figures import IS_COUNTED, PART_AMOUNT, SALE_PARTS, SOLD_ON
from regie.domains.work.projects.queries import managed_projects, projects_with_visible_money, visible_projects

_COLUMNS = (
    Project.id, Project.api_id, Project.name, Project.kind, Project.counted_hours, Project.currency, Project.amount,
    Project.budget_hours,
)  # fmt: skip
MoneyFigure = Literal[
    "mrr", "retainer_revenue", "invoiced", "percent_billed", "effective_hourly_rate", "oos_sales"
]  # fmt: skip
# The permission that allows each figure in money, besides the permission on the project's money.
_GROUPS: dict[MoneyFigure, Permission] = {
    "mrr": Permission.STATISTICS_MRR,
    "retainer_revenue": Permission.STATISTICS_REVENUE,
    "invoiced": Permission.STATISTICS_REVENUE,
    "percent_billed": Permission.STATISTICS_REVENUE,
    "effective_hourly_rate": Permission.STATISTICS_REVENUE,
    "oos_sales": Permission.STATISTICS_OOS,
}


# 1 for an entry whose hours the project counts, otherwise 0.
_IS_COUNTED = case((Project.counted_hours == "billable", case((TimeEntry.is_billable, 1), else_=0)), else_=1)
_ROW_FIGURES: Mapping[MoneyFigure, RecordFigure] = {
    "mrr": "project_mrr",
    "retainer_revenue": "project_retainer_revenue",
    "invoiced": "project_invoiced",
    "oos_sales": "project_oos_sales",
}


class _VisibleFigures(TypedDict):
    """Whether the caller may see each figure in money: 1 or 0."""

    mrr: int
    retainer_revenue: int
    invoiced: int
    percent_billed: int
    effective_hourly_rate: int
    oos_sales: int


class _ProjectRow(_VisibleFigures):
    """`entries` says whether the caller sees all time entries of the project: 1 or 0."""

    entries: int
    id: int
    api_id: str
    name: str
    kind: ProjectKind
    counted_hours: str
    currency: str
    amount: Decimal | None
    budget_hours: Decimal | None


@dataclass(frozen=True, slots=True)
class _Period:
    """A retainer's month, in hours; `minutes` are those of the entries that are recorded in its days today."""

    starts_on: date
    ends_on: date
    used: Decimal
    available: Decimal
    minutes: int

    @property
    def is_sum_of_entries(self) -> bool:
        """False for a locked month whose entries changed later: the difference is late hours of another month."""
        return (self.minutes * 100 + 30) // 60 == self.used * 100


@dataclass(slots=True)
class ProjectData:
    """The rows and sums of one project."""

    row: _ProjectRow
    minutes: int = 0
    billable_minutes: int = 0
    minutes_until: int = 0
    runs: list[Run] = field(default_factory=list)
    invoiced: list[DatedAmount] = field(default_factory=list)
    invoiced_until: Decimal = Decimal(0)
    # The approved sale and its approved amendments.
    sold: list[DatedAmount] = field(default_factory=list)
    # The retainer's period on the last day.
    period: _Period | None = None


def read_projects(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: DateRange, currency: str | None, today: date
) -> list[ProjectStatistics]:
    """One entry per project, in the requested order; NotFound when the caller may not see one of them."""
    projects = _read_project_data(db, actor, api_ids, days.first, days.last)
    rates = read_rates(db, today)
    return [_serialize(projects[api_id], days, currency, rates) for api_id in dict.fromkeys(api_ids)]


def read_project(db: Connection, actor: Actor, api_id: str, figure: MoneyFigure, days: DateRange) -> ProjectData:
    """The data of one project; Forbidden when the caller may not see the figure."""
    project = _read_project_data(db, actor, [api_id], days.first, days.last)[api_id]
    if not project.row[figure]:
        raise Forbidden
    return project


def _read_project_data(
    db: Connection, actor: Actor, api_ids: Sequence[str], first: date, last: date
) -> dict[str, ProjectData]:
    seen = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    visible_figures = [case((clause, 1), else_=0).label(name) for name, clause in _figure_visibility(actor).items()]
    entries = case((_sees_entries(actor), 1), else_=0).label("entries")
    statement = select(*_COLUMNS, *visible_figures, entries).where(Project.api_id.in_(api_ids), seen)
    projects = {row["api_id"]: ProjectData(row) for row in read_rows(_ProjectRow, db.execute(statement, actor.params))}
    if projects.keys() != set(api_ids):
        raise NotFound
    by_key = {project.row["id"]: project for project in projects.values()}
    _add_hours(db, by_key, first, last)
    _add_runs(db, by_key)
    _add_invoiced(db, by_key, first, last)
    _add_sold(db, by_key, first, last)
    _add_periods(db, by_key, last)
    return projects


def _figure_visibility(actor: Actor) -> dict[MoneyFigure, ColumnElement[bool]]:
    """By figure in money, the projects whose figure the caller may see: by project money, or by the figure's group."""
    sees_money = projects_with_visible_money(actor)
    scopes = {group: actor.scope(group) for group in set(_GROUPS.values())}
    is_in_scope = {group: false() if scope is None else managed_projects(scope) for group, scope in scopes.items()}
    return {name: or_(sees_money, is_in_scope[group]) for name, group in _GROUPS.items()}


def _sees_entries(actor: Actor) -> ColumnElement[bool]:
    """The projects of which the caller sees the time entries of everyone."""
    projects = actor.scope(Permission.RETAINERS_ADJUST)
    if Scope.ALL in (actor.scope(Permission.STATISTICS_HOURS), projects):
        return true()
    return false() if projects is None else managed_projects(projects)


def _add_hours(db: Connection, projects: dict[int, ProjectData], first: date, last: date) -> None:
    is_in_range = TimeEntry.worked_on >= first
    statement = (
        select(
            Project.id,
            func.sum(case((is_in_range, TimeEntry.minutes), else_=0)),
            func.sum(case((and_(is_in_range, TimeEntry.is_billable), TimeEntry.minutes), else_=0)),
            func.sum(TimeEntry.minutes * _IS_COUNTED),
        )
        .join(TimeEntry, TimeEntry.teamwork_project_id == Project.teamwork_project_id)
        .where(Project.id.in_(projects), TimeEntry.deleted_at.is_(None), TimeEntry.worked_on <= last)
        .group_by(Project.id)
    )
    for key, minutes, billable, until in db.execute(statement):
        project = projects[key]
        project.minutes, project.billable_minutes, project.minutes_until = int(minutes), int(billable), int(until)


def _add_runs(db: Connection, projects: dict[int, ProjectData]) -> None:
    for of_client in read_runs(db, Project.id.in_(projects), {}).values():
        for run in of_client:
            projects[run.project].runs.append(run)


def _add_invoiced(db: Connection, projects: dict[int, ProjectData], first: date, last: date) -> None:
    """Add invoiced amounts; those in another currency than the project's are left out."""
    billed = select(BILLINGS.c.project_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount).where(
        BILLINGS.c.project_id.in_(projects), BILLINGS.c.issued_on <= last
    )
    for key, issued_on, currency, amount in db.execute(billed):
        project = projects[key]
        if currency == project.row["currency"]:
            project.invoiced_until += amount
            if issued_on >= first:
                project.invoiced.append((issued_on, currency, amount))


def _add_sold(db: Connection, projects: dict[int, ProjectData], first: date, last: date) -> None:
    sold = (
        select(Project.id, SOLD_ON, Project.currency, PART_AMOUNT)
        .join(SALE_PARTS, SALE_PARTS.c.project_id == Project.id)
        .where(Project.id.in_(projects), IS_COUNTED, SOLD_ON.between(first, last))
        .order_by(SOLD_ON, SALE_PARTS.c.api_id)
    )
    for key, sold_on, currency, amount in db.execute(sold):
        projects[key].sold.append((sold_on, currency, amount))


def _add_periods(db: Connection, projects: dict[int, ProjectData], day: date) -> None:
    minutes = (
        select(func.coalesce(func.sum(TimeEntry.minutes * _IS_COUNTED), 0))
        .join(Project, Project.teamwork_project_id == TimeEntry.teamwork_project_id)
        .where(
            Project.id == RetainerPeriod.project_id,
            TimeEntry.deleted_at.is_(None),
            TimeEntry.worked_on.between(RetainerPeriod.starts_on, RetainerPeriod.ends_on),
        )
        .correlate(RetainerPeriod)
        .scalar_subquery()
    )
    periods = select(
        RetainerPeriod.project_id,
        RetainerPeriod.starts_on,
        RetainerPeriod.ends_on,
        RetainerPeriod.used_hours,
        RetainerPeriod.base_hours,
        RetainerPeriod.rollover_in,
        RetainerPeriod.adjustment,
        minutes,
    ).where(RetainerPeriod.project_id.in_(projects), RetainerPeriod.starts_on <= day, RetainerPeriod.ends_on >= day)
    for key, starts_on, ends_on, used, base, carried, adjustment, counted in db.execute(periods):
        available = base + carried + adjustment
        projects[key].period = _Period(starts_on, ends_on, used, available, int(counted))


def _serialize(project: ProjectData, days: DateRange, currency: str | None, rates: Rates) -> ProjectStatistics:
    """Serialize all amounts in the requested currency, or in the project's own when a rate is missing."""
    row, target = project.row, currency or project.row["currency"]
    amounts = _money_figures(project, days, CurrencyConverter(target, rates))
    is_converted = all(figure["money"] is None or figure["money"]["currency"] == target for figure in amounts.values())
    if not is_converted:
        amounts = _money_figures(project, days, CurrencyConverter(row["currency"], rates))
    shown = currency if is_converted else None
    figures = _hours_figures(project, days) | {
        name: _add_rows(figure, _rows_path(name, project, days, shown)) for name, figure in amounts.items() if row[name]
    }
    return {
        "project": {"api_id": row["api_id"], "name": row["name"]},
        "kind": row["kind"],
        "from": days.first,
        "as_of": days.last,
        "currency": target if is_converted else row["currency"],
        "missing_rate": None if is_converted else f"{row['currency']}/{target}",
        "figures": figures,
    }


def _add_rows(figure: ProjectFigure, path: str | None) -> ProjectFigure:
    return {**figure, "rows": path}


def _rows_path(name: MoneyFigure, project: ProjectData, days: DateRange, currency: str | None) -> str | None:
    """The path of the rows of an amount; rates and percentages are no sums of rows."""
    figure = _ROW_FIGURES.get(name)
    return figure and record_rows_path(figure, project.row["api_id"], days, currency)


def _hours_figures(project: ProjectData, days: DateRange) -> dict[str, ProjectFigure]:
    """The figures of hours with the time entries behind them; those of a percentage are the hours that are used."""
    first, last = f"worked_from={days.first}", f"worked_to={days.last}"
    hours, billable = format_hours(project.minutes), format_hours(project.billable_minutes)
    return {
        "hours": _build_figure("hours", "hours_worked", hours, _entries_path(project, first, last)),
        "billable_hours": _build_figure(
            "hours", "billable_hours", billable, _entries_path(project, first, last, "billable=true")
        ),
        "budget_burn": _build_figure("percent", "budget_burn", _burn(project), _burn_path(project, last)),
    }


def _burn_path(project: ProjectData, last: str) -> str | None:
    """The entries of the used hours; None where they are not the sum of entries, and without a period."""
    counted = ["billable=true"] if project.row["counted_hours"] == "billable" else []
    if project.row["kind"] != "retainer":
        return _entries_path(project, last, *counted)
    period = project.period
    if period is None or not period.is_sum_of_entries:
        return None
    days = f"worked_from={period.starts_on}", f"worked_to={period.ends_on}"
    return _entries_path(project, *days, *counted)


def _entries_path(project: ProjectData, *filters: str) -> str | None:
    """The list of the project's time entries; None unless the caller sees all of them."""
    if not project.row["entries"]:
        return None
    return "&".join([f"/api/v1/time-entries?project={project.row['api_id']}", *filters])


def _build_figure(
    unit: Literal["hours", "percent"], formula: str, value: str | None, rows: str | None = None
) -> ProjectFigure:
    return {"unit": unit, "formula": formula, "value": value, "money": None, "rows": rows}


def _burn(project: ProjectData) -> str | None:
    """Used of available hours: for a retainer in the period of the last day, otherwise of the whole project."""
    if project.row["kind"] != "retainer":
        budget = project.row["budget_hours"]
        return format_percent(Fraction(project.minutes_until, 60), None if budget is None else Fraction(budget))
    period = project.period
    return period and format_percent(Fraction(period.used), Fraction(period.available))


def _money_figures(
    project: ProjectData, days: DateRange, converter: CurrencyConverter
) -> dict[MoneyFigure, ProjectFigure]:
    row = project.row
    figures: dict[MoneyFigure, ProjectFigure] = {
        "invoiced": _money_figure("invoiced", row, converter, project.invoiced)
    }
    earned: Sequence[DatedAmount] = project.invoiced
    if row["kind"] == "retainer":
        earned = monthly_revenue(project.runs, days.first, days.last)
        figures["retainer_revenue"] = _money_figure("retainer_revenue", row, converter, earned)
        figures["mrr"] = _money_figure("mrr", row, converter, mrr_amounts(project.runs, days.last))
    else:
        whole = None if row["amount"] is None else Fraction(row["amount"])
        figures["percent_billed"] = _build_figure(
            "percent", "percent_billed", format_percent(Fraction(project.invoiced_until), whole)
        )
    if row["kind"] == "oos":
        figures["oos_sales"] = _money_figure("oos_sales", row, converter, project.sold)
    figures["effective_hourly_rate"] = _hourly_rate_figure(project, converter, earned)
    return figures


def _money_figure(
    formula: str, row: _ProjectRow, converter: CurrencyConverter, amounts: Sequence[DatedAmount]
) -> ProjectFigure:
    """The sum of the amounts, in the project's own currency when one of them has no rate."""
    converted = sum_by_currency(converter.convert(amounts))
    is_converted = not converted or converted.keys() == {converter.currency}
    currency = str(converter.currency) if is_converted else row["currency"]
    amount = converted.get(currency, Fraction(0)) if is_converted else sum_by_currency(amounts)[row["currency"]]
    return {
        "unit": "money",
        "formula": formula,
        "value": None,
        "money": money(round_half_up(amount, currency_digits(currency)), currency),
        "rows": None,
    }


def _hourly_rate_figure(
    project: ProjectData, converter: CurrencyConverter, earned: Sequence[DatedAmount]
) -> ProjectFigure:
    """Unrounded earnings ÷ hours worked; null without hours."""
    figure = _money_figure("effective_hourly_rate", project.row, converter, earned)
    if not project.minutes:
        return {**figure, "money": None}
    share = [
        (day, currency, Fraction(amount) * 60 / project.minutes) for day, currency, amount in converter.convert(earned)
    ]
    return _money_figure("effective_hourly_rate", project.row, converter, share)
