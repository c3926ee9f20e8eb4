"""Defines the export columns of goals."""

from regie.access.export_columns import (
    ExportContext,
    ListExport,
    column_group,
    computed,
    day,
    enum_label,
    instant,
    number,
    percent,
    text,
)
from regie.domains.insights.goals.schemas import GoalBasic


def _measure(row: GoalBasic, context: ExportContext) -> str:
    """Return the metric's name for a linked goal, otherwise the measure's."""
    if row["metric_key"]:
        return context.enum_label("goal_metric", row["metric_key"])
    return context.enum_label("goal_measure", row["measure"])


def _unit(row: GoalBasic, _context: ExportContext) -> str | None:
    return {"money": row["currency"], "percent": "%"}.get(row["unit"])


GOALS_FILE = ListExport(
    "goals",
    (
        text("title"),
        text("employee"),
        percent("progress", path="attainment", share=True),
        enum_label("pace_status", "goal_pace"),
        column_group("current_value", ("number", number("current_value")), ("unit", computed("unit", _unit))),
        column_group("target_value", ("number", number("target_value")), ("unit", computed("unit", _unit))),
        day("period_end"),
        enum_label("status", "goal_status"),
        computed("measure", _measure),
        day("period_start"),
        number("weight"),
        enum_label("visibility", "goal_visibility"),
        day("last_checked_on"),
        instant("updated_at"),
    ),
)
