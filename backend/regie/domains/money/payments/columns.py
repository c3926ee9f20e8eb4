"""The columns of payments, with the totals of their tiles as a file has them."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import Exported, Speaker, day, money, text, told, word
from regie.core.api.wire import ListQuery, Money
from regie.core.time.clock import Clock
from regie.domains.money.payments.queries import add_up_payments
from regie.domains.money.payments.schemas import PaymentRow

_TILES = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off", "paid")


def _totals(db: Connection, actor: Actor, _clock: Clock, query: ListQuery) -> Iterator[tuple[str, Money]]:
    for total in add_up_payments(db, actor, query):
        for name in _TILES:
            yield f"payments.{name}", total[name]


def _name(row: PaymentRow, speaker: Speaker) -> str:
    """What somebody called it, or else the month or the place that it has in the schedule."""
    if row["label"] or row["period_start"] is None:
        return row["label"] or speaker.say("export.projects-payments.number", number=row["sequence"])
    return f"{row['period_start']:%Y-%m}"


PAYMENTS_FILE = Exported(
    "payments",
    (
        told("name", _name),
        day("due_on"),
        money("amount"),
        word("status", "payment_status"),
        text("invoice"),
        money("paid_amount"),
        day("invoiced_on"),
        day("paid_on"),
        text("note"),
    ),
    totals=_totals,
)
