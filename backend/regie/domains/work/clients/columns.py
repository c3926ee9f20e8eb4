"""Defines the columns of the client export."""

from regie.access.export_columns import ListExport, day, enum_label, instant, money, text
from regie.access.permissions import Permission as P

CLIENTS_FILE = ListExport(
    "clients",
    (
        text("name"),
        enum_label("status", "client_status"),
        day("leaving_on"),
        text("account_manager"),
        text("team"),
        money("mrr", requires=P.CLIENTS_MONEY),
        money("outstanding", requires=P.CLIENTS_MONEY),
        money("overdue", requires=P.CLIENTS_MONEY),
        enum_label("health", "client_health"),
        text("currency"),
        text("tags"),
        instant("updated_at"),
    ),
)
