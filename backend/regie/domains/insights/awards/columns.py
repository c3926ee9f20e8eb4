"""Defines the export columns of recognition, which the screen shows as cards."""

from regie.access.export_columns import ExportContext, ListExport, computed, day, enum_label, text
from regie.domains.insights.awards.schemas import AwardOut


def _core_value(row: AwardOut, context: ExportContext) -> str:
    return row["core_value"]["name_fr" if context.locale == "fr-ca" else "name_en"]


AWARDS_FILE = ListExport(
    "recognition",
    (
        day("awarded_on"),
        computed("core_value", _core_value),
        text("receiver"),
        text("giver"),
        text("message"),
        text("project"),
        enum_label("visibility", "award_visibility"),
    ),
)
