"""The columns of clients as a file has them."""

from regie.access.export_columns import Exported, instant, money, text, word
from regie.access.permissions import Permission as P

CLIENTS_FILE = Exported(
    "clients",
    (
        text("name"),
        word("status", "client_status"),
        text("account_manager"),
        text("team"),
        money("mrr", requires=P.CLIENTS_MONEY),
        money("outstanding", requires=P.CLIENTS_MONEY),
        money("overdue", requires=P.CLIENTS_MONEY),
        word("health", "client_health"),
        text("currency"),
        text("tags"),
        instant("updated_at"),
    ),
)
