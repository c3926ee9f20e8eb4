"""Defines the columns of the exports of out-of-scope sales and of work awaiting approval."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ListExport, day, enum_label, hours, money, number, percent, text
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


SALES_FILE = ListExport(
    "oos_sales",
    (
        text("project"),
        enum_label("part", "sale_part"),
        text("number"),
        text("client"),
        text("parent"),
        text("seller"),
        percent("weight"),
        money("amount", requires=P.PROJECTS_MONEY),
        money("converted", requires=P.PROJECTS_MONEY, has_total=False),
        number("rate", requires=P.PROJECTS_MONEY),
        day("sold_on"),
        enum_label("status", "oos_status"),
        money("project_amount", requires=P.PROJECTS_MONEY, has_total=False),
        day("approved_on"),
        text("account_manager"),
        enum_label("oos_type", "oos_type"),
    ),
    fallback_noun="projects",
    read_totals=_totals,
)
UNAPPROVED_WORK_FILE = ListExport(
    "projects",
    (
        text("project", path="name"),
        enum_label("part", "sale_part"),
        text("number"),
        text("client"),
        text("parent"),
        text("sellers"),
        number("days_waiting"),
        hours("hours_logged"),
        money("amount", requires=P.PROJECTS_MONEY),
        enum_label("status", "oos_status"),
        text("account_manager"),
        enum_label("oos_type", "oos_type"),
    ),
    fallback_noun="oos_sales",
    labels={"sellers": "sold_by"},
)
