"""Reads what other packages show of receivables."""

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.core.time.clock import Clock
from regie.domains.money.invoices.client_collections import add_collections
from regie.domains.money.invoices.debtors import read_debtors
from regie.domains.money.invoices.receivables_by_client import has_status
from regie.domains.money.invoices.schemas import ClientReceivables
from regie.domains.records.users.queries import read_currency


def read_broken_promises(db: Connection, actor: Actor, clock: Clock) -> list[ClientReceivables]:
    """The rows of receivables by client with the status *promise broken*."""
    today = clock.today()
    debtors = read_debtors(db, actor, clock, day=None, currency=read_currency(db, actor))
    rows = (one.row for one in add_collections(db, debtors.rows, today))
    return [row for row in rows if has_status(row, "promise_broken", today)]
