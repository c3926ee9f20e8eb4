"""Resolves the defaults of figure requests and assembles the responses."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import SCOPES_BY_NAME, Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import ListQuery, Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.insights.statistics.calculation import StoredRow as StoredRow
from regie.domains.insights.statistics.calculation import calculate_days as calculate_days
from regie.domains.insights.statistics.calculation import calculate_months as calculate_months
from regie.domains.insights.statistics.calculation import formula_versions as formula_versions
from regie.domains.insights.statistics.calculation import owner_kind as owner_kind
from regie.domains.insights.statistics.calculation import read_months_with_hours as read_months_with_hours
from regie.domains.insights.statistics.contributions import FigureSum as FigureSum
from regie.domains.insights.statistics.dashboard import read_figures, read_history
from regie.domains.insights.statistics.definitions import REVENUE_TABLES as REVENUE_TABLES
from regie.domains.insights.statistics.employees import read_people
from regie.domains.insights.statistics.employees import read_people_by_range as read_people_by_range
from regie.domains.insights.statistics.figures import MonthStatement, MonthView
from regie.domains.insights.statistics.formatting import format_hours as format_hours
from regie.domains.insights.statistics.formatting import format_percent as format_percent
from regie.domains.insights.statistics.formatting import round_half_up as round_half_up
from regie.domains.insights.statistics.gap_schemas import FigureGaps
from regie.domains.insights.statistics.gaps import read_gaps
from regie.domains.insights.statistics.month_schemas import MonthFigures as MonthFigures
from regie.domains.insights.statistics.month_schemas import RestatementRow as RestatementRow
from regie.domains.insights.statistics.month_statement import build_statement
from regie.domains.insights.statistics.people import People, add_up_people, find_people, list_people
from regie.domains.insights.statistics.people_schemas import PeopleFiguresQuery, PeopleTotals, PersonFigures
from regie.domains.insights.statistics.projects import read_projects
from regie.domains.insights.statistics.published import PARTS, PUBLISHED
from regie.domains.insights.statistics.published import STORED as STORED
from regie.domains.insights.statistics.published import Published as Published
from regie.domains.insights.statistics.published import read_as_shown as read_as_shown
from regie.domains.insights.statistics.published import shown_as_published as shown_as_published
from regie.domains.insights.statistics.reader import Reader as Reader
from regie.domains.insights.statistics.record_rows import list_record_rows
from regie.domains.insights.statistics.request import DateRange as DateRange
from regie.domains.insights.statistics.request import FigureRequest
from regie.domains.insights.statistics.restatements import (
    RestatedMonth,
    compare_churn_rates,
    compare_figure,
    find_closings,
    list_restatements,
    read_restated,
)
from regie.domains.insights.statistics.rows import list_rows
from regie.domains.insights.statistics.sales import SALES_TABLES as SALES_TABLES
from regie.domains.insights.statistics.sales import analyze_sales
from regie.domains.insights.statistics.sales_schemas import SalesAnalysis
from regie.domains.insights.statistics.schemas import (
    MAX_IDS,
    AnalysisDays,
    Dashboard,
    DashboardDays,
    DashboardHistory,
    DashboardMonthsQuery,
    DashboardQuery,
    DashboardRow,
    DashboardRowsQuery,
    EmployeeStatistics,
    FigureRowsQuery,
    ProjectStatistics,
    RestatedFigure,
    StatisticsQuery,
    TeamStatistics,
)
from regie.domains.insights.statistics.teams import read_teams
from regie.domains.insights.statistics.teams import read_teams_by_range as read_teams_by_range
from regie.domains.insights.statistics.totals import needs_rows as needs_rows
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync.queries import list_connections
from regie.domains.people.employees.queries import EMPLOYEES, employee_row_scope
from regie.domains.people.teams.queries import TEAMS, team_row_scope
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.months.queries import read_formulas
from regie.domains.records.settings.queries import find_compared_days
from regie.domains.records.users.queries import read_currency
from regie.domains.work.projects.queries import PROJECTS, bound_params, project_row_scope

T = TypeVar("T")
_MAX_MONTHS = 60
_HISTORY_MONTHS = 12
_SALES_CACHE: QueryCache[SalesAnalysis] = QueryCache(SALES_TABLES)


def read_dashboard(
    db: Connection, actor: Actor, environment: Environment, clock: Clock, query: DashboardQuery
) -> Dashboard:
    request = _build_request(db, actor, query, clock.today())
    compared = request.compared
    return {
        "as_of": request.today,
        "from": request.days.first,
        "to": request.days.last,
        "previous": None if compared is None else {"from": compared.first, "to": compared.last},
        "currency": request.currency,
        "figures": read_figures(Reader(db, actor, clock, request)),
        "sources": list_connections(db, actor, environment, clock) if actor.can(Permission.CONNECTIONS_VIEW) else [],
    }


def list_figure_gaps(db: Connection, actor: Actor, clock: Clock, query: DashboardDays) -> FigureGaps:
    request = _build_request(db, actor, query, clock.today())
    gaps = read_gaps(Reader(db, actor, clock, request), read_rates(db, request.today))
    return {"currency": request.currency, "gaps": gaps}


def read_dashboard_months(db: Connection, actor: Actor, clock: Clock, query: DashboardMonthsQuery) -> DashboardHistory:
    today = clock.today()
    last = min(today, end_of_month(query.until or today))
    first = add_months(last.replace(day=1), 1 - _HISTORY_MONTHS)
    # Validated already; the first month may be before the first day that a request can name.
    days = DashboardDays.model_construct(from_=first, to=last, currency=query.currency, scope=query.scope)
    request = _build_request(db, actor, days, today)
    months = list(request.days.months())
    if query.same_days:
        months = [month.until(add_months(last, index + 1 - len(months))) for index, month in enumerate(months)]
    figures = read_history(Reader(db, actor, clock, request), query.figure, months)
    return {"as_of": today, "currency": request.currency, "figures": figures}


def list_dashboard_rows(db: Connection, actor: Actor, clock: Clock, query: DashboardRowsQuery) -> Page[DashboardRow]:
    request = _build_request(db, actor, query, clock.today())
    return list_rows(Reader(db, actor, clock, request), query.figure, query.group, query)


def list_figure_rows(db: Connection, actor: Actor, clock: Clock, query: FigureRowsQuery) -> Page[DashboardRow]:
    """A page of the rows of a figure of one record, largest first."""
    days = _date_range(query, clock.today())
    return list_record_rows(db, actor, clock, query, days)


def read_sales_analysis(db: Connection, actor: Actor, clock: Clock, query: AnalysisDays) -> SalesAnalysis:
    actor.require(Permission.OOS_SALES_VIEW)
    request = _build_request(db, actor, query, clock.today())
    key = (db.engine, actor.user_id, actor.employee_id, frozenset(actor.permissions.items()), request)

    def compute() -> SalesAnalysis:
        return analyze_sales(Reader(db, actor, clock, request), read_rates(db, request.today))

    return _SALES_CACHE.get(db, key, compute)


def _build_request(db: Connection, actor: Actor, query: AnalysisDays, today: date) -> FigureRequest:
    first = query.from_ or (query.to or today).replace(day=1)
    last = query.to or end_of_month(max(first, today))
    if last < first:
        raise Invalid({"to": "after_start"})
    if first > today:
        raise Invalid({"from": "not_yet"})
    if last >= add_months(first, _MAX_MONTHS):
        raise Invalid({"to": "five_years"})
    currency = query.currency or read_currency(db, actor)
    scope = SCOPES_BY_NAME[query.scope] if isinstance(query, DashboardDays) else Scope.ALL
    compare = query.compare if isinstance(query, DashboardQuery) else "target"
    compared = find_compared_days(db, actor, compare, (first, last), today)
    return FigureRequest(DateRange(first, last), compared and DateRange(*compared), today, scope, currency)


def list_project_statistics(
    db: Connection, actor: Actor, query: StatisticsQuery, today: date
) -> Page[ProjectStatistics]:
    days = _date_range(query, today)
    return _list_statistics(
        query,
        lambda api_ids: read_projects(db, actor, api_ids, days, query.currency, today),
        lambda every: PROJECTS.page(db, project_row_scope(actor), every, **bound_params(actor, today)),
    )


def list_employee_statistics(
    db: Connection, actor: Actor, query: StatisticsQuery, today: date
) -> Page[EmployeeStatistics]:
    days = _date_range(query, today)
    return _list_statistics(
        query,
        lambda api_ids: read_people(db, actor, api_ids, days, query.currency, today),
        lambda every: EMPLOYEES.page(db, employee_row_scope(actor), every, today_=today),
    )


def list_people_figures(db: Connection, actor: Actor, query: PeopleFiguresQuery, today: date) -> Page[PersonFigures]:
    return list_people(db, _find_people(db, actor, query, today), query)


def add_up_people_figures(db: Connection, actor: Actor, query: PeopleFiguresQuery, today: date) -> PeopleTotals:
    return add_up_people(_find_people(db, actor, query, today))


def _find_people(db: Connection, actor: Actor, query: PeopleFiguresQuery, today: date) -> People:
    currency = query.currency or read_currency(db, actor)
    return find_people(db, actor, query, _date_range(query, today), currency, today)


def list_team_statistics(db: Connection, actor: Actor, query: StatisticsQuery, today: date) -> Page[TeamStatistics]:
    days = _date_range(query, today)
    return _list_statistics(
        query,
        lambda api_ids: read_teams(db, actor, api_ids, days, query.currency, today),
        lambda every: TEAMS.page(db, team_row_scope(actor), every),
    )


def _list_statistics(
    query: StatisticsQuery,
    read: Callable[[Sequence[str]], list[T]],
    list_records: Callable[[ListQuery], Page[Mapping[str, Any]]],
) -> Page[T]:
    """Return one entry per given id, in the given order; without ids, a page of all that the caller may see."""
    if query.id is None:
        page = list_records(ListQuery(page=query.page, per_page=query.per_page, sort=query.sort, search=query.search))
        return {"data": read([record["api_id"] for record in page["data"]]), "meta": page["meta"]}
    if sent := [name for name in ("search", "sort") if getattr(query, name)]:
        raise Invalid(dict.fromkeys(sent, "not_with_id"))
    sized = query if "per_page" in query.model_fields_set else query.with_page(query.page, MAX_IDS)
    return paginate(sized, read(query.id.split(",")), lambda entry: entry, order=None)


def _date_range(query: StatisticsQuery | FigureRowsQuery | PeopleFiguresQuery, today: date) -> DateRange:
    """The requested days; by default the current month until today."""
    last = query.to or max(today, query.from_ or today)
    first = query.from_ or last.replace(day=1)
    if last < first:
        raise Invalid({"to": "after_start"})
    return DateRange(first, last)


def read_month_figures(db: Connection, actor: Actor, clock: Clock, month: date, view: MonthView) -> MonthFigures:
    """Return what closing publishes of a month, within the requested scope."""
    reader, rates = month_reader(db, actor, clock, month, view.currency)
    closings, scope = find_closings(reader), SCOPES_BY_NAME[view.scope]
    formulas = {} if closings.present is None else read_formulas(db, closings.present)
    names: list[RestatedFigure] = [*PUBLISHED, *PARTS]
    found: dict[RestatedFigure, RestatedMonth] = {
        name: read_restated(reader, rates, name, closings, scope) for name in names
    }
    figures = [compare_figure(reader, rates, one) for one in found.values()]
    figures += compare_churn_rates(reader, rates, found, formulas)
    return {"as_of": clock.now(), "currency": reader.request.currency, "figures": figures}


def list_month_restatements(
    db: Connection,
    actor: Actor,
    clock: Clock,
    month: date,
    figure: RestatedFigure,
    view: MonthView,
    query: ListQuery,
    *,
    is_correction: bool,
) -> Page[RestatementRow]:
    """Return the records whose contribution to a closed month changed since, or since its first closing."""
    reader, rates = month_reader(db, actor, clock, month, view.currency)
    found = read_restated(reader, rates, figure, find_closings(reader), SCOPES_BY_NAME[view.scope])
    return list_restatements(reader, rates, found.since_first() if is_correction else found, query)


def read_month_statement(
    db: Connection,
    actor: Actor,
    clock: Clock,
    closing: int,
    month: date,
    currency: str,
    published: Published | None = None,
) -> MonthStatement:
    """Return what a closing published, beside the month before and the same month a year earlier.

    `published` is that of the present transaction, whose rows the connection does not read.
    """
    _, rates = month_reader(db, actor, clock, month, currency)
    months = (month, add_months(month, -1), add_months(month, -_HISTORY_MONTHS))
    return build_statement(
        lambda day: month_reader(db, actor, clock, day, currency)[0], rates, months, closing, published
    )


def month_reader(
    db: Connection,
    actor: Actor,
    clock: Clock,
    month: date,
    currency: str | None,
    versions: Mapping[str, int] | None = None,
) -> tuple[Reader, Rates]:
    """A reader of a month of the whole organization, and the rates; `versions` are those of tables, if already read."""
    days = DateRange.month_of(month)
    own = currency or read_currency(db, actor)
    request = FigureRequest(days, None, clock.today(), Scope.ALL, own)
    return Reader(db, actor, clock, request), read_rates(db, request.today, versions)
