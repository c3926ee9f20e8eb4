"""Defines the columns of the exports of retainer burn and of periods."""

from regie.access.export_columns import ListExport, column_group, day, enum_label, hours, money, number, percent, text
from regie.access.permissions import Permission as P

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
        percent("burn_percent"),
        number("pace"),
        day("runs_out_on"),
        hours("forecast_overage_hours"),
        text("account_manager"),
        text("team"),
        enum_label("warnings", "retainer_warning"),
        day("renews_on"),
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
