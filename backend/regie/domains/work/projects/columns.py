"""The columns of projects, whatever their kind as a file has them."""

from regie.access.export_columns import Exported, day, flag, hours, instant, money, percent, text, word
from regie.access.permissions import Permission as P

PROJECTS_FILE = Exported(
    "projects",
    (
        text("name"),
        text("number"),
        word("kind", "project_kind"),
        text("client"),
        word("status", "project_status"),
        word("approval", "oos_approval"),
        text("account_manager"),
        text("seller"),
        day("sold_on"),
        money("amount", requires=P.PROJECTS_MONEY),
        percent("budget_percent"),
        percent("billed_percent", requires=P.PROJECTS_MONEY),
        money("monthly_fee", requires=P.PROJECTS_MRR),
        hours("left_hours", requires=P.RETAINERS_VIEW),
        percent("burn_percent", requires=P.RETAINERS_VIEW),
        day("end_on"),
        day("renews_on"),
        flag("auto_renew"),
        hours("included_hours"),
        hours("hours_logged"),
        word("oos_type", "oos_type"),
        text("team"),
        word("health", "client_health"),
        day("start_on"),
        text("tags"),
        instant("updated_at"),
    ),
    labels={"seller": "sold_by", "auto_renew": "renewal"},
)
