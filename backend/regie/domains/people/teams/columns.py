"""Defines the columns of the team export."""

from regie.access.export_columns import ListExport, instant, text
from regie.access.permissions import Permission as P

TEAMS_FILE = ListExport(
    "teams",
    (
        text("name"),
        text("representative", requires=P.TEAMS_VIEW),
        text("users", requires=P.TEAMS_VIEW),
        instant("updated_at", requires=P.TEAMS_VIEW),
        instant("created_at", requires=P.TEAMS_VIEW),
    ),
)
