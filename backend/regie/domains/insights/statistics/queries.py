"""The calls that answer figures: what is asked for, made whole, and the answer put together."""

from datetime import date

from sqlalchemy import Connection, select

from regie.access.actor import ME, Actor
from regie.access.permissions import SCOPES, Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.db.query_cache import QueryCache
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, last_of_month
from regie.domains.insights.statistics.board import read_board, read_history
from regie.domains.insights.statistics.employees import read_people
from regie.domains.insights.statistics.projects import read_projects
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.rows import list_rows
from regie.domains.insights.statistics.sales import SALES_TABLES, analyse_sales
from regie.domains.insights.statistics.schemas import (
    AnalysisDays,
    BoardDays,
    BoardHistory,
    BoardMonthsQuery,
    BoardRow,
    BoardRowsQuery,
    Dashboard,
    EmployeeStatistics,
    ProjectStatistics,
    SalesAnalysis,
    StatisticsQuery,
    TeamStatistics,
)
from regie.domains.insights.statistics.spans import Asked, Days
from regie.domains.insights.statistics.teams import read_teams
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync.queries import list_connections
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.users.models import User

_MOST_MONTHS = 60
_MONTHS_SHOWN = 12
_CURRENCY = select(User.currency).where(User.id == ME)
_SALES: QueryCache[SalesAnalysis] = QueryCache(SALES_TABLES, most=100)


def read_dashboard(db: Connection, actor: Actor, environment: Environment, clock: Clock, query: BoardDays) -> Dashboard:
    asked = _asked(db, actor, query, clock.today())
    before = asked.days.until(asked.today).before
    return {
        "as_of": asked.today,
        "from": asked.days.first,
        "to": asked.days.last,
        "previous": {"from": before.first, "to": before.last},
        "currency": asked.currency,
        "figures": read_board(Reader(db, actor, clock, asked), read_rates(db, asked.today)),
        "sources": list_connections(db, actor, environment, clock) if actor.may(Permission.CONNECTIONS_VIEW) else [],
    }


def read_dashboard_months(db: Connection, actor: Actor, clock: Clock, query: BoardMonthsQuery) -> BoardHistory:
    today = clock.today()
    first = add_months(today.replace(day=1), 1 - _MONTHS_SHOWN)
    asked = _asked(db, actor, BoardDays.model_validate({"from": first, "to": today, **query.model_dump()}), today)
    figures = read_history(Reader(db, actor, clock, asked), read_rates(db, today))
    return {"as_of": today, "currency": asked.currency, "figures": figures}


def list_dashboard_rows(db: Connection, actor: Actor, clock: Clock, query: BoardRowsQuery) -> Page[BoardRow]:
    asked = _asked(db, actor, query, clock.today())
    rates = read_rates(db, asked.today)
    return list_rows(Reader(db, actor, clock, asked), rates, query.figure, query.group, query)


def read_sales_analysis(db: Connection, actor: Actor, clock: Clock, query: AnalysisDays) -> SalesAnalysis:
    actor.require(Permission.OOS_SALES_VIEW)
    asked = _asked(db, actor, query, clock.today())
    key = (db.engine, actor.user_id, actor.employee_id, frozenset(actor.permissions.items()), asked)

    def compute() -> SalesAnalysis:
        return analyse_sales(Reader(db, actor, clock, asked), read_rates(db, asked.today))

    return _SALES.get(db, key, compute)


def _asked(db: Connection, actor: Actor, query: AnalysisDays, today: date) -> Asked:
    first = query.from_ or (query.to or today).replace(day=1)
    last = query.to or last_of_month(max(first, today))
    if last < first:
        raise Invalid({"to": "after_start"})
    if first > today:
        raise Invalid({"from": "not_yet"})
    if last >= add_months(first, _MOST_MONTHS):
        raise Invalid({"to": "five_years"})
    currency = query.currency or db.execute(_CURRENCY, actor.params).scalar_one()
    scope = SCOPES[query.scope] if isinstance(query, BoardDays) else Scope.ALL
    return Asked(Days(first, last), today, scope, currency)


def read_project_statistics(
    db: Connection, actor: Actor, query: StatisticsQuery, today: date
) -> list[ProjectStatistics]:
    """One entry per project, in the order asked for."""
    return read_projects(db, actor, query.id.split(","), _days(query, today), query.currency, today)


def read_employee_statistics(
    db: Connection, actor: Actor, query: StatisticsQuery, today: date
) -> list[EmployeeStatistics]:
    """One entry per employee, in the order asked for."""
    return read_people(db, actor, query.id.split(","), _days(query, today), query.currency, today)


def read_team_statistics(db: Connection, actor: Actor, query: StatisticsQuery, today: date) -> list[TeamStatistics]:
    """One entry per team, in the order asked for."""
    return read_teams(db, actor, query.id.split(","), _days(query, today), query.currency, today)


def _days(query: StatisticsQuery, today: date) -> Days:
    """The days asked for; by default the month so far."""
    last = query.to or max(today, query.from_ or today)
    first = query.from_ or last.replace(day=1)
    if last < first:
        raise Invalid({"to": "after_start"})
    return Days(first, last)
