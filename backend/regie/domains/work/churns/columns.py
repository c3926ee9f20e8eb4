"""Defines the columns of the exports of churns, employees' shares and MRR movements."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import (
    ExportContext,
    ListExport,
    computed,
    day,
    enum_label,
    flag,
    instant,
    money,
    number,
    percent,
    text,
)
from regie.access.permissions import Permission as P
from regie.core.api.wire import Money
from regie.core.lists.shape import read_restricted
from regie.core.time.clock import Clock
from regie.domains.work.churns.figures import LOSSES
from regie.domains.work.churns.movement_causes import write_cause
from regie.domains.work.churns.movement_schemas import MovementOut
from regie.domains.work.churns.queries import read_totals
from regie.domains.work.churns.schemas import ChurnEventBasic, ChurnEventQuery, ChurnTotalsMoney


def _shares(row: ChurnEventBasic, _context: ExportContext) -> str:
    return ", ".join(f"{share['employee']['name']} ({share['weight']}\u00a0%)" for share in row["attribution"])


def _totals(db: Connection, actor: Actor, clock: Clock, query: ChurnEventQuery) -> Iterator[tuple[str, Money]]:
    """Voided churns are not counted."""
    totals = read_restricted(ChurnTotalsMoney, read_totals(db, actor, query, clock.today()))
    if totals is None:
        return
    for amount in totals["mrr_lost"]:
        yield "churn-events.mrr_lost", amount
    if totals["converted"] is not None:
        yield "churn-events.converted", totals["converted"]["money"]


CHURNS_FILE = ListExport(
    "churns",
    (
        text("project"),
        text("client"),
        day("effective_on"),
        money("mrr_lost", requires=P.PROJECTS_MRR),
        money("share", requires=P.PROJECTS_MRR),
        money("converted", requires=P.PROJECTS_MRR, has_total=False),
        number("rate", requires=P.PROJECTS_MRR),
        enum_label("scope", "churn_scope"),
        enum_label("reason", "churn_reason"),
        computed("attribution", _shares),
        enum_label("state", "churn_state"),
        text("account_manager"),
        enum_label("initiated_by", "churn_initiator"),
        flag("preventable"),
        day("notice_on"),
        number("tenure_months"),
        text("competitor"),
        day("won_back_on"),
        instant("won_back_at"),
        text("won_back_by"),
        text("won_back_reason"),
        text("recorded_by"),
        instant("created_at"),
        number("days_waiting"),
        text("rejection_reason"),
    ),
    read_totals=_totals,
)
EMPLOYEE_CHURNS_FILE = ListExport(
    "churns",
    (
        text("employee"),
        text("project"),
        text("client"),
        percent("weight"),
        number("months_managed"),
        money("mrr_share"),
        day("effective_on"),
        enum_label("reason", "churn_reason"),
        enum_label("scope", "churn_scope"),
        enum_label("state", "churn_state"),
    ),
)


def _signed(row: MovementOut) -> Iterator[MovementOut]:
    """The API returns amounts without sign; screens and files subtract losses."""
    if row["kind"] in LOSSES:
        converted = row["converted"]
        row = {**row, "amount": _negative(row["amount"]), "converted": converted and _negative(converted)}
    yield row


def _negative(money: Money) -> Money:
    return {"amount": f"-{money['amount']}", "currency": money["currency"]}


def _causes(row: MovementOut, context: ExportContext) -> str:
    def label(reason: str) -> str:
        return context.enum_label("churn_reason", reason)

    return "; ".join(write_cause(one, one["project"]["name"], context.locale, label) for one in row["causes"])


MOVEMENTS_FILE = ListExport(
    "mrr_movements",
    (
        text("client"),
        day("on"),
        computed("kind", lambda row, context: context.translate(f"export.movement.{row['kind']}")),
        money("amount"),
        money("converted"),
        number("rate"),
        computed("causes", _causes),
    ),
    fallback_noun="churns",
    expand_row=_signed,
)
