"""Defines the export columns of core values."""

from regie.access.export_columns import ExportContext, ListExport, computed, flag, instant, number, text
from regie.domains.insights.core_values.schemas import CoreValueOut


def _other_name(row: CoreValueOut, context: ExportContext) -> str:
    """The name in the language that is not the reader's."""
    return row["name_en" if context.locale == "fr-ca" else "name_fr"]


CORE_VALUES_FILE = ListExport(
    "core_values",
    (
        text("name"),
        computed("other_name", _other_name),
        number("position"),
        flag("is_active", yes="export.core-values.active", no="export.core-values.retired"),
        instant("created_at"),
    ),
    labels={"is_active": "state"},
)
