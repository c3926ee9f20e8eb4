"""Routes of the dashboard, the sales analysis, and the statistics of projects, employees and teams."""

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
from regie.domains.insights.statistics.columns import DASHBOARD_ROWS_FILE, FIGURE_ROWS_FILE, PEOPLE_FILE
from regie.domains.insights.statistics.gap_schemas import FigureGaps
from regie.domains.insights.statistics.people_schemas import PeopleFiguresQuery, PeopleTotals, PersonFigures
from regie.domains.insights.statistics.sales_schemas import SalesAnalysis
from regie.domains.insights.statistics.schemas import (
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
    StatisticsQuery,
    TeamStatistics,
)

router = Router("/api/v1", "statistics")


@router.get("/dashboard", requires=P.DASHBOARD_VIEW)
def read_dashboard(
    db: Connection, actor: Actor, context: AppContext, clock: Clock, query: Annotated[DashboardQuery, Query()]
) -> Item[Dashboard]:
    """The figures that the caller may see, each with its target and the period to compare with."""
    return {"data": queries.read_dashboard(db, actor, context.integrations, clock, query)}


@router.get("/dashboard-months", requires=P.DASHBOARD_VIEW)
def read_dashboard_months(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[DashboardMonthsQuery, Query()]
) -> Item[DashboardHistory]:
    """Figures of each of twelve months, by default the last ones and the amounts at the end of a day."""
    return {"data": queries.read_dashboard_months(db, actor, clock, query)}


@router.get("/figure-gaps", requires=P.DASHBOARD_VIEW)
def list_figure_gaps(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[DashboardDays, Query()]
) -> Item[FigureGaps]:
    """What the figures leave out, to callers who see those as a whole: work to create, and records without a link."""
    return {"data": queries.list_figure_gaps(db, actor, clock, query)}


@router.get("/dashboard-rows", requires=P.DASHBOARD_VIEW, export=DASHBOARD_ROWS_FILE)
def list_dashboard_rows(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[DashboardRowsQuery, Query()]
) -> Page[DashboardRow]:
    """The records that one figure of the dashboard is the sum of, largest first."""
    return queries.list_dashboard_rows(db, actor, clock, query)


@router.get("/figure-rows", requires=P.DIRECTORY_VIEW, export=FIGURE_ROWS_FILE)
def list_figure_rows(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[FigureRowsQuery, Query()]
) -> Page[DashboardRow]:
    """The records that one figure of a client, project, employee or team is the sum of, largest first."""
    return queries.list_figure_rows(db, actor, clock, query)


@router.get("/oos-sales-analysis", requires=P.OOS_SALES_VIEW)
def read_oos_sales_analysis(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[AnalysisDays, Query()]
) -> Item[SalesAnalysis]:
    """The out-of-scope sales that the caller sees, by month, seller and team in one currency, with sales targets."""
    return {"data": queries.read_sales_analysis(db, actor, clock, query)}


@router.get("/projects-statistics", requires=P.PROJECTS_VIEW)
def list_project_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Page[ProjectStatistics]:
    """List hours, revenue, invoiced amounts and burn of the given projects, or of all that the caller may see."""
    return queries.list_project_statistics(db, actor, query, clock.today())


@router.get("/employees-statistics", requires=P.DIRECTORY_VIEW)
def list_employee_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Page[EmployeeStatistics]:
    """List hours, MRR, revenue, churn, sales, goals and recognition of the given employees, or of all."""
    return queries.list_employee_statistics(db, actor, query, clock.today())


@router.get("/people-figures", requires=P.DIRECTORY_VIEW, export=PEOPLE_FILE)
def list_people_figures(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[PeopleFiguresQuery, Query()]
) -> Page[PersonFigures]:
    """List the people of whom the caller sees a figure, in one currency."""
    return queries.list_people_figures(db, actor, query, clock.today())


@router.get("/people-figures/totals", requires=P.DIRECTORY_VIEW)
def add_up_people_figures(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[PeopleFiguresQuery, Query()]
) -> Item[PeopleTotals]:
    """Read the totals of the list over all pages."""
    return {"data": queries.add_up_people_figures(db, actor, query, clock.today())}


@router.get("/teams-statistics", requires=P.DIRECTORY_VIEW)
def list_team_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[StatisticsQuery, Query()]
) -> Page[TeamStatistics]:
    """List hours and MRR of the given teams, or of all, and their numbers of projects, clients and open goals."""
    return queries.list_team_statistics(db, actor, query, clock.today())
