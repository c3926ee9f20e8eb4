"""The columns of goals as a file has them."""

from regie.access.export_columns import Exported, Speaker, day, instant, number, percent, several, text, told, word
from regie.domains.insights.goals.schemas import GoalBasic


def _measure(row: GoalBasic, speaker: Speaker) -> str:
    """The figure itself says more than that the goal follows one."""
    if row["metric_key"]:
        return speaker.word("goal_metric", row["metric_key"])
    return speaker.word("goal_measure", row["measure"])


def _unit(row: GoalBasic, _speaker: Speaker) -> str | None:
    return {"money": row["currency"], "percent": "%"}.get(row["unit"])


GOALS_FILE = Exported(
    "goals",
    (
        text("title"),
        text("employee"),
        percent("progress", of="attainment", share=True),
        word("pace_status", "goal_pace"),
        several("current_value", ("number", number("current_value")), ("unit", told("unit", _unit))),
        several("target_value", ("number", number("target_value")), ("unit", told("unit", _unit))),
        day("period_end"),
        word("status", "goal_status"),
        told("measure", _measure),
        day("period_start"),
        number("weight"),
        word("visibility", "goal_visibility"),
        day("last_checked_on"),
        instant("updated_at"),
    ),
)
