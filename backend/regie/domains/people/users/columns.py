"""The columns of people who sign in as a file has them."""

from regie.access.export_columns import Exported, flag, instant, text, word

USERS_FILE = Exported(
    "users",
    (
        text("name"),
        text("email"),
        word("roles", "role"),
        word("status", "user_status"),
        flag("two_factor"),
        flag("google_linked"),
        instant("last_seen_at"),
        instant("created_at"),
    ),
)
