"""Defines the columns of the user export."""

from regie.access.export_columns import ListExport, enum_label, flag, instant, text

USERS_FILE = ListExport(
    "users",
    (
        text("name"),
        text("email"),
        enum_label("roles", "role"),
        enum_label("status", "user_status"),
        flag("two_factor"),
        flag("google_linked"),
        instant("last_seen_at"),
        instant("created_at"),
    ),
)
