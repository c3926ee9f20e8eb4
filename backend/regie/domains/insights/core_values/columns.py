"""The columns of core values as a file has them."""

from regie.access.export_columns import Exported, Speaker, flag, instant, number, text, told
from regie.domains.insights.core_values.schemas import CoreValueOut


def _other_name(row: CoreValueOut, speaker: Speaker) -> str:
    """What it is called in the language that the reader does not read in."""
    return row["name_en" if speaker.locale == "fr-ca" else "name_fr"]


CORE_VALUES_FILE = Exported(
    "core_values",
    (
        text("name"),
        told("other_name", _other_name),
        number("position"),
        flag("is_active", yes="export.core-values.active", no="export.core-values.retired"),
        instant("created_at"),
    ),
    labels={"is_active": "state"},
)
