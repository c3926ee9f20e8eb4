"""What each of several projects was in a span of days: hours, revenue, what was invoiced, and how far it is.

A fixed number of statements reads the rows of all projects; the figures are worked out from those, one project at a
time, each in the project's own currency and rounded once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypedDict

from sqlalchemy import ColumnElement, Connection, and_, case, false, func, or_, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.lists.shape import rows_of
from regie.core.money.amounts import digits_of, money
from regie.domains.insights.metrics.figures import Dated, by_currency, retained, revenue
from regie.domains.insights.statistics.schemas import ProjectFigure, ProjectKind, ProjectStatistics
from regie.domains.insights.statistics.spans import Days
from regie.domains.insights.statistics.telling import Telling, hours_of, percent, rounded
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.projects.queries import managed_projects, project_money, visible_projects

_COLUMNS = (
    Project.id, Project.api_id, Project.name, Project.kind, Project.currency, Project.amount, Project.sold_on,
    Project.approved_on, Project.budget_hours,
)  # fmt: skip
MoneyFigure = Literal[
    "mrr", "retainer_revenue", "invoiced", "percent_billed", "effective_hourly_rate", "oos_sales"
]  # fmt: skip
# The group of figures that opens each figure of money, beside the rights to the project's own.
_GROUPS: dict[MoneyFigure, Permission] = {
    "mrr": Permission.STATISTICS_MRR,
    "retainer_revenue": Permission.STATISTICS_REVENUE,
    "invoiced": Permission.STATISTICS_REVENUE,
    "percent_billed": Permission.STATISTICS_REVENUE,
    "effective_hourly_rate": Permission.STATISTICS_REVENUE,
    "oos_sales": Permission.STATISTICS_OOS,
}


class _Opened(TypedDict):
    """Whether the caller may see a figure of money: 1 or 0."""

    mrr: int
    retainer_revenue: int
    invoiced: int
    percent_billed: int
    effective_hourly_rate: int
    oos_sales: int


class _ProjectRow(_Opened):
    id: int
    api_id: str
    name: str
    kind: ProjectKind
    currency: str
    amount: Decimal | None
    sold_on: date | None
    approved_on: date | None
    budget_hours: Decimal | None


@dataclass(slots=True)
class Facts:
    """What was read of one project."""

    row: _ProjectRow
    minutes: int = 0
    billable_minutes: int = 0
    minutes_until: int = 0
    runs: list[Run] = field(default_factory=list)
    invoiced: list[Dated] = field(default_factory=list)
    invoiced_until: Decimal = Decimal(0)
    # Of the retainer's month on the last day: the hours used, and those that there are.
    period: tuple[Decimal, Decimal] | None = None


def read_projects(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: Days, currency: str | None, today: date
) -> list[ProjectStatistics]:
    """One entry per project, in the order asked for; NotFound when one of them is not the caller's to see."""
    facts = _read_facts(db, actor, api_ids, days.first, days.last)
    rates = read_rates(db, today)
    return [_entry(facts[api_id], days, currency, rates) for api_id in dict.fromkeys(api_ids)]


def _read_facts(db: Connection, actor: Actor, api_ids: Sequence[str], first: date, last: date) -> dict[str, Facts]:
    seen = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    opened = [case((clause, 1), else_=0).label(name) for name, clause in _open_figures(actor).items()]
    wanted = select(*_COLUMNS, *opened).where(Project.api_id.in_(api_ids), seen)
    facts = {row["api_id"]: Facts(row) for row in rows_of(_ProjectRow, db.execute(wanted, actor.params))}
    if facts.keys() != set(api_ids):
        raise NotFound
    by_key = {one.row["id"]: one for one in facts.values()}
    _add_hours(db, by_key, first, last)
    _add_runs(db, by_key)
    _add_invoiced(db, by_key, first, last)
    _add_periods(db, by_key, last)
    return facts


def _open_figures(actor: Actor) -> dict[MoneyFigure, ColumnElement[bool]]:
    """By figure of money, of which projects it is told: those whose money the caller sees, or whose group they hold."""
    money_seen = project_money(actor)
    held = {group: actor.scope(group) for group in set(_GROUPS.values())}
    reach = {group: false() if scope is None else managed_projects(scope) for group, scope in held.items()}
    return {name: or_(money_seen, reach[group]) for name, group in _GROUPS.items()}


def _add_hours(db: Connection, facts: dict[int, Facts], first: date, last: date) -> None:
    within = TimeEntry.worked_on >= first
    counted = case((Project.counted_hours == "billable", case((TimeEntry.is_billable, 1), else_=0)), else_=1)
    worked = (
        select(
            Project.id,
            func.sum(case((within, TimeEntry.minutes), else_=0)),
            func.sum(case((and_(within, TimeEntry.is_billable), TimeEntry.minutes), else_=0)),
            func.sum(TimeEntry.minutes * counted),
        )
        .join(TimeEntry, TimeEntry.teamwork_project_id == Project.teamwork_project_id)
        .where(Project.id.in_(facts), TimeEntry.deleted_at.is_(None), TimeEntry.worked_on <= last)
        .group_by(Project.id)
    )
    for key, minutes, billable, until in db.execute(worked):
        one = facts[key]
        one.minutes, one.billable_minutes, one.minutes_until = int(minutes), int(billable), int(until)


def _add_runs(db: Connection, facts: dict[int, Facts]) -> None:
    for of_client in read_runs(db, Project.id.in_(facts), {}).values():
        for run in of_client:
            facts[run.project].runs.append(run)


def _add_invoiced(db: Connection, facts: dict[int, Facts], first: date, last: date) -> None:
    """What an invoice bills in another currency than the project's is in no figure of it."""
    billed = select(BILLINGS).where(BILLINGS.c.project_id.in_(facts), BILLINGS.c.issued_on <= last)
    for key, issued_on, currency, amount in db.execute(billed):
        one = facts[key]
        if currency == one.row["currency"]:
            one.invoiced_until += amount
            if issued_on >= first:
                one.invoiced.append((issued_on, currency, amount))


def _add_periods(db: Connection, facts: dict[int, Facts], day: date) -> None:
    periods = select(
        RetainerPeriod.project_id,
        RetainerPeriod.used_hours,
        RetainerPeriod.base_hours,
        RetainerPeriod.rollover_in,
        RetainerPeriod.adjustment,
    ).where(RetainerPeriod.project_id.in_(facts), RetainerPeriod.starts_on <= day, RetainerPeriod.ends_on >= day)
    for key, used, base, carried, adjustment in db.execute(periods):
        facts[key].period = used, base + carried + adjustment


def _entry(one: Facts, days: Days, currency: str | None, rates: Rates) -> ProjectStatistics:
    """All amounts in the currency asked for, or, where a rate is missing, all of them in the project's own."""
    row, asked = one.row, currency or one.row["currency"]
    amounts = _money_figures(one, days, Telling(asked, rates))
    is_told = all(figure["money"] is None or figure["money"]["currency"] == asked for figure in amounts.values())
    if not is_told:
        amounts = _money_figures(one, days, Telling(row["currency"], rates))
    figures = _hours_figures(one) | {name: told for name, told in amounts.items() if row[name]}
    return {
        "project": {"api_id": row["api_id"], "name": row["name"]},
        "kind": row["kind"],
        "from": days.first,
        "as_of": days.last,
        "currency": asked if is_told else row["currency"],
        "missing_rate": None if is_told else f"{row['currency']}/{asked}",
        "figures": figures,
    }


def _hours_figures(one: Facts) -> dict[str, ProjectFigure]:
    return {
        "hours": _figure("hours", "hours_worked", hours_of(one.minutes)),
        "billable_hours": _figure("hours", "billable_hours", hours_of(one.billable_minutes)),
        "budget_burn": _figure("percent", "budget_burn", _burn(one)),
    }


def _figure(unit: Literal["hours", "percent"], formula: str, value: str | None) -> ProjectFigure:
    return {"unit": unit, "formula": formula, "value": value, "money": None}


def _burn(one: Facts) -> str | None:
    """Used of what there is: of a retainer in the month of the last day, of other projects since they began."""
    if one.row["kind"] != "retainer":
        budget = one.row["budget_hours"]
        return percent(Fraction(one.minutes_until, 60), None if budget is None else Fraction(budget))
    if one.period is None:
        return None
    used, available = one.period
    return percent(Fraction(used), Fraction(available))


def _money_figures(one: Facts, days: Days, telling: Telling) -> dict[MoneyFigure, ProjectFigure]:
    row = one.row
    figures: dict[MoneyFigure, ProjectFigure] = {"invoiced": _money("invoiced", row, telling, one.invoiced)}
    earned: Sequence[Dated] = one.invoiced
    if row["kind"] == "retainer":
        earned = revenue(one.runs, days.first, days.last)
        figures["retainer_revenue"] = _money("retainer_revenue", row, telling, earned)
        figures["mrr"] = _money("mrr", row, telling, retained(one.runs, days.last))
    else:
        whole = None if row["amount"] is None else Fraction(row["amount"])
        figures["percent_billed"] = _figure("percent", "percent_billed", percent(Fraction(one.invoiced_until), whole))
    if row["kind"] == "oos":
        sold: list[Dated] = []
        if row["approved_on"] is not None and row["sold_on"] is not None and row["sold_on"] in days:
            sold.append((row["sold_on"], row["currency"], row["amount"] or Decimal(0)))
        figures["oos_sales"] = _money("oos_sales", row, telling, sold)
    figures["effective_hourly_rate"] = _rate(one, telling, earned)
    return figures


def _money(formula: str, row: _ProjectRow, telling: Telling, amounts: Sequence[Dated]) -> ProjectFigure:
    """One amount; in the project's own currency where one of its parts has no rate."""
    converted = by_currency(telling.convert(amounts))
    is_told = not converted or converted.keys() == {telling.currency}
    currency = str(telling.currency) if is_told else row["currency"]
    amount = converted.get(currency, Fraction(0)) if is_told else by_currency(amounts)[row["currency"]]
    return {
        "unit": "money",
        "formula": formula,
        "value": None,
        "money": money(rounded(amount, digits_of(currency)), currency),
    }


def _rate(one: Facts, telling: Telling, earned: Sequence[Dated]) -> ProjectFigure:
    """Of what was earned, before it is rounded, for each hour worked; null where nobody worked."""
    told = _money("effective_hourly_rate", one.row, telling, earned)
    if not one.minutes:
        return {**told, "money": None}
    share = [(day, currency, Fraction(amount) * 60 / one.minutes) for day, currency, amount in telling.convert(earned)]
    return _money("effective_hourly_rate", one.row, telling, share)
