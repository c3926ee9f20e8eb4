"""The columns of teams as a file has them."""

from regie.access.export_columns import Exported, instant, text
from regie.access.permissions import Permission as P

TEAMS_FILE = Exported(
    "teams",
    (
        text("name"),
        text("representative", requires=P.TEAMS_VIEW),
        text("users", requires=P.TEAMS_VIEW),
        instant("updated_at", requires=P.TEAMS_VIEW),
        instant("created_at", requires=P.TEAMS_VIEW),
    ),
)
