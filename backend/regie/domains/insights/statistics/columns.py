"""Defines the export columns of the rows of figures, and of the figures of people."""

from collections.abc import Sequence
from decimal import Decimal

from regie.access.export_columns import (
    ExportColumn,
    ExportContext,
    FileColumn,
    ListExport,
    column_group,
    computed,
    day,
    hours,
    money,
    number,
    percent,
    text,
)
from regie.core.api.wire import Money
from regie.domains.insights.statistics.people_schemas import PersonFigures
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


def _value_of(name: str) -> str:
    return f"figures.{name}.value"


def _amounts(row: PersonFigures, name: str) -> Sequence[Money]:
    return (figure["money"] or ()) if (figure := row["figures"].get(name)) else ()


def _amount_figure(name: str) -> ExportColumn:
    """An amount and its currency; several amounts, of which one could not be converted, are a text without a number."""

    def amount(row: PersonFigures, _context: ExportContext) -> Decimal | None:
        amounts = _amounts(row, name)
        return Decimal(amounts[0]["amount"]) if len(amounts) == 1 else None

    def currency(row: PersonFigures, _context: ExportContext) -> str | None:
        amounts = _amounts(row, name)
        if len(amounts) == 1:
            return amounts[0]["currency"]
        return "; ".join(f"{one['amount']} {one['currency']}" for one in amounts) or None

    return ExportColumn(name, (FileColumn("money", amount), FileColumn("text", currency, "export.column.currency")))


PEOPLE_FILE = ListExport(
    "people_figures",
    (
        text("employee"),
        text("job_title"),
        text("teams"),
        column_group(
            "utilisation",
            ("actual", percent("utilisation", path=_value_of("utilisation"))),
            ("target", percent("utilisation_target", path=_value_of("utilisation_target"))),
        ),
        *(hours(name, path=_value_of(name)) for name in ("hours", "billable_hours", "available_hours")),
        hours("missing_hours"),
        _amount_figure("retained_mrr"),
        percent("net_retention", path=_value_of("net_retention")),
        *(_amount_figure(name) for name in ("oos_sold", "churned_mrr", "retainer_revenue", "invoiced")),
        percent("goal_attainment", path=_value_of("goal_attainment")),
        number("values_received", path=_value_of("values_received")),
    ),
)
