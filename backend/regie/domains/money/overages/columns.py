"""Defines the columns of the export of hours over."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ExportContext, ListExport, computed, day, enum_label, hours, money, text
from regie.access.permissions import Permission as P
from regie.core.api.wire import Money
from regie.core.lists.shape import read_restricted
from regie.core.text.locale import format_number
from regie.core.time.clock import Clock
from regie.domains.money.overages.schemas import OverageAmounts, OverageQuery
from regie.domains.money.overages.totals import add_up_overages


def _totals(db: Connection, actor: Actor, _clock: Clock, query: OverageQuery) -> Iterator[tuple[str, Money]]:
    for total in add_up_overages(db, actor, query):
        if amounts := read_restricted(OverageAmounts, total):
            yield "overages.undecided_amount", amounts["undecided_amount"]
            yield "overages.billed_amount", amounts["billed_amount"]
            yield "overages.given_amount", amounts["given_amount"]


def _decisions(row: Mapping[str, Any], context: ExportContext) -> str:
    """Write what was decided, as `Billed 8.00; Given away 2.50`."""
    return "; ".join(
        f"{context.enum_label('overage_kind', one['kind'])} {format_number(Decimal(one['hours']), context.locale)}"
        for one in row["decisions"]
    )


OVERAGES_FILE = ListExport(
    "overages",
    (
        text("client"),
        text("project"),
        day("starts_on"),
        hours("over_hours"),
        hours("undecided_hours"),
        money("rate", requires=P.PROJECTS_MRR, has_total=False),
        money("undecided_amount", requires=P.PROJECTS_MRR),
        computed("decisions", _decisions),
        hours("billed_hours"),
        money("billed_amount", requires=P.PROJECTS_MRR),
        hours("carried_hours"),
        hours("given_hours"),
        money("given_amount", requires=P.PROJECTS_MRR),
        hours("sold_hours"),
        enum_label("state", "overage_state"),
        text("account_manager"),
    ),
    read_totals=_totals,
)
