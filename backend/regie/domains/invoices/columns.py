"""The columns of invoices and of what was owed on a day as a file has them."""

from regie.access.columns import Exported, Speaker, day, instant, money, number, text, told, word
from regie.core.wire import Json


def _client(row: Json, _speaker: Speaker) -> str:
    """An invoice of nobody we know is the customer's of the accounting service."""
    return row["client"]["name"] if row["client"] else row["customer_name"]


INVOICES_FILE = Exported(
    (
        text("number"),
        told("client", _client),
        word("status", "invoice_status"),
        day("issued_on"),
        day("due_on"),
        word("aging_bucket", "aging_bucket"),
        money("total"),
        money("balance"),
        money("subtotal"),
        money("tax"),
        text("project"),
        text("source", of="source_url"),
        instant("synced_at"),
    )
)
RECEIVABLES_FILE = Exported(
    (
        text("number"),
        told("client", _client),
        day("issued_on"),
        day("payable_on"),
        number("days_past_due"),
        money("total"),
        money("balance"),
        day("follow_up_on"),
        text("follow_up_owner"),
    )
)
