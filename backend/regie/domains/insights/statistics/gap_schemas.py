"""Response schemas of what figures leave out."""

from typing import Literal

from regie.core.api.wire import Currency, Output
from regie.domains.insights.statistics.schemas import DashboardSum, DashboardUnit, FigureName

GapName = Literal["retainers_to_create", "invoices_without_project", "sales_to_create", "hours_without_employee"]


class FigureGap(DashboardSum):
    """What `figures` leave out: `count` records that belong to no project or employee yet."""

    name: GapName
    figures: list[FigureName]
    unit: DashboardUnit


class FigureGaps(Output):
    currency: Currency
    gaps: list[FigureGap]
