"""Defines the export columns and totals of payments."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ExportContext, ListExport, computed, day, enum_label, money, text
from regie.core.api.wire import ListQuery, Money
from regie.core.time.clock import Clock
from regie.domains.money.payments.queries import sum_payments
from regie.domains.money.payments.schemas import PaymentRef, PaymentRow

_TOTAL_NAMES = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off", "paid")


def _totals(db: Connection, actor: Actor, _clock: Clock, query: ListQuery) -> Iterator[tuple[str, Money]]:
    for total in sum_payments(db, actor, query):
        for name in _TOTAL_NAMES:
            yield f"payments.{name}", total[name]


def name_payment(row: PaymentRow | PaymentRef, context: ExportContext) -> str:
    """The payment's label, or its month, or its number in the schedule."""
    if row["label"] or row["period_start"] is None:
        return row["label"] or context.translate("export.projects-payments.number", number=row["sequence"])
    return f"{row['period_start']:%Y-%m}"


PAYMENTS_FILE = ListExport(
    "payments",
    (
        text("client"),
        text("project"),
        computed("name", name_payment),
        day("due_on"),
        money("amount"),
        money("open_amount"),
        enum_label("status", "payment_status"),
        computed("invoice", lambda row, _context: row["invoice_numbers"]),
        money("invoiced_amount"),
        money("paid_amount"),
        day("invoiced_on"),
        day("paid_on"),
        text("account_manager"),
        text("note"),
    ),
    read_totals=_totals,
)
