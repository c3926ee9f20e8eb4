"""Defines the export columns of the rows of figures."""

from regie.access.export_columns import ExportContext, ListExport, computed, day, money, number, text
from regie.domains.insights.statistics.schemas import DashboardRow


def _record(row: DashboardRow, context: ExportContext) -> str:
    """The record's name; former employees are named only for callers who may read their records."""
    return row["record"]["name"] if row["record"] else context.translate("export.former_employee")


_COLUMNS = (
    computed("record", _record),
    text("client"),
    text("group"),
    day("on"),
    number("value"),
    number("of"),
    money("amount"),
    money("converted"),
    number("rate"),
    day("rate_on"),
)
DASHBOARD_ROWS_FILE = ListExport("figure_rows", _COLUMNS)
FIGURE_ROWS_FILE = ListExport("figure_rows", _COLUMNS)
