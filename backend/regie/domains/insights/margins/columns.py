"""Defines the columns of the exports of margins and of their rows."""

from decimal import Decimal

from regie.access.export_columns import (
    ExportContext,
    ListExport,
    computed,
    day,
    enum_label,
    hours,
    money,
    percent,
    text,
)
from regie.core.time.instants import format_month
from regie.domains.insights.margins.schemas import Margin


def _group(row: Margin, context: ExportContext) -> str:
    """The name of the client, project, team or person; the kind or the month."""
    if row["month"] is not None:
        return format_month(row["month"], context.locale)
    if row["kind"] is not None:
        return context.enum_label("project_kind", row["kind"])
    return row["record"]["name"] if row["record"] else context.translate(f"margins.none.{row['by']}")


def _unconverted(row: Margin, _context: ExportContext) -> str | None:
    return "; ".join(f"{Decimal(one['amount'])} {one['currency']}" for one in row["unconverted"]) or None


MARGINS_FILE = ListExport(
    "margins",
    (
        computed("group", _group),
        money("revenue"),
        money("cost_of_hours"),
        money("external_costs"),
        money("margin"),
        percent("margin_percent"),
        hours("hours"),
        money("hourly_rate", has_total=False),
        hours("hours_without_rate"),
        computed("unconverted", _unconverted),
    ),
)
MARGIN_ROWS_FILE = ListExport(
    "margins",
    (
        enum_label("part", "margin_part"),
        text("client"),
        text("project"),
        text("employee"),
        text("description"),
        day("on"),
        hours("hours"),
        money("amount"),
        money("converted"),
    ),
)
