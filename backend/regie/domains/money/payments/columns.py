"""Defines the export columns and totals of payments."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ListExport, computed, day, enum_label, money, text
from regie.core.api.wire import ListQuery, Money
from regie.core.time.clock import Clock
from regie.domains.money.payments.queries import name_payment, sum_payments

_TOTAL_NAMES = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off", "paid")


def _totals(db: Connection, actor: Actor, _clock: Clock, query: ListQuery) -> Iterator[tuple[str, Money]]:
    for total in sum_payments(db, actor, query):
        for name in _TOTAL_NAMES:
            yield f"payments.{name}", total[name]


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
