"""Defines the columns of the exports of retainer burn and of periods."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from regie.access.export_columns import (
    ExportContext,
    ListExport,
    column_group,
    computed,
    day,
    enum_label,
    hours,
    money,
    number,
    percent,
    text,
)
from regie.access.permissions import Permission as P
from regie.core.text.locale import format_number


def _months(row: Mapping[str, Any], context: ExportContext) -> str:
    """Write used of available hours of each month, as `2026-10: 12.50/20.00`."""
    return "; ".join(
        f"{str(month['starts_on'])[:7]}: "
        + "/".join(format_number(Decimal(month[name]), context.locale) for name in ("used_hours", "available_hours"))
        for month in row["months"]
    )


BURNS_FILE = ListExport(
    "retainers",
    (
        text("project"),
        text("client"),
        enum_label("level", "retainer_level"),
        column_group(
            "standing",
            ("used", hours("used_hours")),
            ("available", hours("available_hours")),
            ("forecast", hours("forecast_hours")),
        ),
        hours("left_hours"),
        day("runs_out_on"),
        number("pace"),
        computed("months", _months),
        day("renews_on"),
        percent("burn_percent"),
        hours("forecast_overage_hours"),
        text("account_manager"),
        text("team"),
        enum_label("warnings", "retainer_warning"),
    ),
)
PERIODS_FILE = ListExport(
    "retainer_periods",
    (
        day("starts_on"),
        hours("base_hours"),
        hours("rollover_in"),
        hours("adjustment"),
        hours("used_hours"),
        hours("late_hours"),
        hours("closing_balance"),
        hours("rollover_out"),
        column_group("remainder", ("lapsed", hours("lapsed_hours")), ("overage", hours("overage_hours"))),
        money("fee", requires=P.PROJECTS_MRR),
        enum_label("status", "retainer_period_status"),
    ),
)
