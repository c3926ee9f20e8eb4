"""Defines the columns of the deal export."""

from regie.access.export_columns import ListExport, day, enum_label, instant, money, text

DEALS_FILE = ListExport(
    "deals",
    (
        text("name"),
        text("client"),
        enum_label("project_type", "project_kind"),
        text("account_manager"),
        money("budget"),
        money("hourly_rate"),
        day("closed_on"),
        text("source", path="source_url"),
        instant("synced_at"),
    ),
    fallback_noun="projects",
    labels={"project_type": "kind"},
)
