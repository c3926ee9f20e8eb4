"""The columns of retainers: how they stand, and month by month as a file has them."""

from regie.access.export_columns import Exported, day, hours, money, number, percent, several, text, word
from regie.access.permissions import Permission as P

BURNS_FILE = Exported(
    "retainers",
    (
        text("project"),
        text("client"),
        word("level", "retainer_level"),
        several(
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
        word("warnings", "retainer_warning"),
        day("renews_on"),
    ),
)
PERIODS_FILE = Exported(
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
        several("remainder", ("lapsed", hours("lapsed_hours")), ("overage", hours("overage_hours"))),
        money("fee", requires=P.PROJECTS_MRR),
        word("status", "retainer_period_status"),
    ),
)
