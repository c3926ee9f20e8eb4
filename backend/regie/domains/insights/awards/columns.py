"""The columns of the recognition wall, which the screen draws as cards as a file has them."""

from regie.access.export_columns import Exported, Speaker, day, text, told, word
from regie.domains.insights.awards.schemas import AwardOut


def _core_value(row: AwardOut, speaker: Speaker) -> str:
    return row["core_value"]["name_fr" if speaker.locale == "fr-ca" else "name_en"]


AWARDS_FILE = Exported(
    "recognition",
    (
        day("awarded_on"),
        told("core_value", _core_value),
        text("receiver"),
        text("giver"),
        text("message"),
        text("project"),
        word("visibility", "award_visibility"),
    ),
)
