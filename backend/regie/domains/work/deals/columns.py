"""The columns of deals as a file has them."""

from regie.access.export_columns import Exported, day, instant, money, text, word

DEALS_FILE = Exported(
    "deals",
    (
        text("name"),
        text("client"),
        word("project_type", "project_kind"),
        text("account_manager"),
        money("budget"),
        day("closed_on"),
        text("source", of="source_url"),
        instant("synced_at"),
    ),
    also="projects",
    labels={"project_type": "kind"},
)
