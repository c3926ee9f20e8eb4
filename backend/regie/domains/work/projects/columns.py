"""Defines the columns of the project export."""

from regie.access.export_columns import ListExport, day, enum_label, flag, hours, instant, money, percent, text
from regie.access.permissions import Permission as P

PROJECTS_FILE = ListExport(
    "projects",
    (
        text("name"),
        text("number"),
        enum_label("kind", "project_kind"),
        text("client"),
        enum_label("status", "project_status"),
        enum_label("approval", "oos_approval"),
        text("account_manager"),
        text("seller"),
        day("sold_on"),
        money("amount", requires=P.PROJECTS_MONEY),
        percent("budget_percent"),
        percent("billed_percent", requires=P.PROJECTS_MONEY),
        money("monthly_fee", requires=P.PROJECTS_MRR),
        enum_label("billing_interval", "billing_interval", requires=P.PROJECTS_MRR),
        money("interval_fee", requires=P.PROJECTS_MRR),
        hours("left_hours", requires=P.RETAINERS_VIEW),
        percent("burn_percent", requires=P.RETAINERS_VIEW),
        day("end_on"),
        day("leaving_on"),
        day("renews_on"),
        flag("auto_renew"),
        hours("included_hours"),
        hours("hours_logged"),
        enum_label("oos_type", "oos_type"),
        text("team"),
        enum_label("health", "client_health"),
        day("start_on"),
        text("tags"),
        instant("updated_at"),
    ),
    labels={"seller": "sold_by", "auto_renew": "renewal"},
)
