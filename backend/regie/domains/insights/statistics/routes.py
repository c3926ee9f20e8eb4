"""The calls that answer figures."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.insights.statistics import queries
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

router = Router("/api/v1", "statistics")


@router.get("/dashboard", requires=P.DASHBOARD_VIEW)
def read_dashboard(
    db: Connection, actor: Actor, context: AppContext, clock: Clock, query: Annotated[BoardDays, Query()]
) -> Item[Dashboard]:
    """The figures of the business that the caller may see, each beside its target and the days before."""
    return {"data": queries.read_dashboard(db, actor, context.outside, clock, query)}


@router.get("/dashboard-months", requires=P.DASHBOARD_VIEW)
def read_dashboard_months(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[BoardMonthsQuery, Query()]
) -> Item[BoardHistory]:
    """How the figures that are so much at the close of a day came to what they are: twelve months, this one so far."""
    return {"data": queries.read_dashboard_months(db, actor, clock, query)}


@router.get("/dashboard-rows", requires=P.DASHBOARD_VIEW)
def list_dashboard_rows(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[BoardRowsQuery, Query()]
) -> Page[BoardRow]:
    """Exactly the records that one figure of the dashboard is made of, the largest first."""
    return queries.list_dashboard_rows(db, actor, clock, query)


@router.get("/oos-sales-analysis", requires=P.OOS_SALES_VIEW)
def read_oos_sales_analysis(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[AnalysisDays, Query()]
) -> Item[SalesAnalysis]:
    """The extra work that the caller sees, by month, seller and team in one currency, against what goals ask for."""
    return {"data": queries.read_sales_analysis(db, actor, clock, query)}


@router.get("/projects-statistics", requires=P.PROJECTS_VIEW)
def read_project_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Item[list[ProjectStatistics]]:
    """What each of the projects named was in a span of days: hours, revenue, what was invoiced and how far it is."""
    return {"data": queries.read_project_statistics(db, actor, query, clock.today())}


@router.get("/employees-statistics", requires=P.DIRECTORY_VIEW)
def read_employee_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Item[list[EmployeeStatistics]]:
    """What each of the people named worked, brought in, sold and lost in a span of days."""
    return {"data": queries.read_employee_statistics(db, actor, query, clock.today())}


@router.get("/teams-statistics", requires=P.DIRECTORY_VIEW)
def read_team_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Item[list[TeamStatistics]]:
    """What each of the teams named could work and worked in a span of days, and what it looks after at its end."""
    return {"data": queries.read_team_statistics(db, actor, query, clock.today())}
