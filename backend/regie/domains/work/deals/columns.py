"""Defines the columns of the deal export."""

from regie.access.export_columns import ListExport, day, enum_label, instant, money, percent, text

DEALS_FILE = ListExport(
    "deals",
    (
        text("name"),
        text("client"),
        enum_label("state", "deal_state"),
        text("stage"),
        percent("probability", share=True),
        enum_label("project_type", "project_kind"),
        text("account_manager"),
        money("budget"),
        money("hourly_rate"),
        day("closed_on"),
        text("project"),
        text("source", path="source_url"),
        instant("synced_at"),
    ),
    fallback_noun="projects",
    labels={"project_type": "kind"},
)
