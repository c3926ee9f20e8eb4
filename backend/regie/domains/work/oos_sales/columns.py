"""The columns of extra work that was sold, and of what waits for the client’s yes as a file has them."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import Exported, day, hours, money, number, percent, text, word
from regie.access.permissions import Permission as P
from regie.core.api.wire import Money
from regie.core.time.clock import Clock
from regie.domains.work.oos_sales.schemas import OosSaleQuery
from regie.domains.work.oos_sales.totals import add_up_sales


def _totals(db: Connection, actor: Actor, clock: Clock, query: OosSaleQuery) -> Iterator[tuple[str, Money]]:
    found = add_up_sales(db, actor, query, clock.today())
    for total in found["totals"]:
        yield from ((f"oos-sales.{name}", total[name]) for name in ("counted", "proposed"))
    if found["converted"] is not None:
        yield "oos-sales.converted", found["converted"]["money"]


SALES_FILE = Exported(
    "oos_sales",
    (
        text("project"),
        text("number"),
        text("client"),
        text("parent"),
        text("seller"),
        percent("weight"),
        money("amount", requires=P.PROJECTS_MONEY),
        money("converted", requires=P.PROJECTS_MONEY, adds_up=False),
        number("rate", requires=P.PROJECTS_MONEY),
        day("sold_on"),
        word("status", "oos_status"),
        money("project_amount", requires=P.PROJECTS_MONEY, adds_up=False),
        day("approved_on"),
        text("account_manager"),
        word("oos_type", "oos_type"),
    ),
    also="projects",
    totals=_totals,
)
WAITING_FILE = Exported(
    "projects",
    (
        text("project", of="name"),
        text("number"),
        text("client"),
        text("parent"),
        text("sellers"),
        number("days_waiting"),
        hours("hours_logged"),
        money("amount", requires=P.PROJECTS_MONEY),
        word("status", "oos_status"),
        text("account_manager"),
        word("oos_type", "oos_type"),
    ),
    also="oos_sales",
    labels={"sellers": "sold_by"},
)
