"""Defines the columns of the export of external costs."""

from regie.access.export_columns import ListExport, day, money, text

COSTS_FILE = ListExport(
    "project_costs",
    (
        day("incurred_on"),
        text("client"),
        text("project"),
        text("description"),
        text("supplier"),
        money("amount"),
    ),
)
