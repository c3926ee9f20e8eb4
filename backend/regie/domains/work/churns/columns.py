"""The columns of losses, of each employee’s part in them and of MRR movements as a file has them."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import Exported, Speaker, day, flag, instant, money, number, percent, text, told, word
from regie.access.permissions import Permission as P
from regie.core.api.wire import Money
from regie.core.lists.shape import restricted_of
from regie.core.time.clock import Clock
from regie.domains.work.churns.figures import LOSSES
from regie.domains.work.churns.movement_schemas import MovementOut
from regie.domains.work.churns.queries import read_totals
from regie.domains.work.churns.schemas import ChurnEventBasic, ChurnEventQuery, ChurnTotalsMoney


def _shares(row: ChurnEventBasic, _speaker: Speaker) -> str:
    return ", ".join(f"{share['employee']['name']} ({share['weight']}\u00a0%)" for share in row["attribution"])


def _totals(db: Connection, actor: Actor, clock: Clock, query: ChurnEventQuery) -> Iterator[tuple[str, Money]]:
    """What was voided is no loss."""
    totals = restricted_of(ChurnTotalsMoney, read_totals(db, actor, query, clock.today()))
    if totals is None:
        return
    for amount in totals["mrr_lost"]:
        yield "churn-events.mrr_lost", amount
    if totals["converted"] is not None:
        yield "churn-events.converted", totals["converted"]["money"]


CHURNS_FILE = Exported(
    "churns",
    (
        text("project"),
        text("client"),
        day("effective_on"),
        money("mrr_lost", requires=P.PROJECTS_MRR),
        money("share", requires=P.PROJECTS_MRR),
        money("converted", requires=P.PROJECTS_MRR, adds_up=False),
        number("rate", requires=P.PROJECTS_MRR),
        word("scope", "churn_scope"),
        word("reason", "churn_reason"),
        told("attribution", _shares),
        word("state", "churn_state"),
        text("account_manager"),
        word("initiated_by", "churn_initiator"),
        flag("preventable"),
        day("notice_on"),
        number("tenure_months"),
        text("competitor"),
        day("won_back_on"),
        instant("created_at"),
    ),
    totals=_totals,
)
EMPLOYEE_CHURNS_FILE = Exported(
    "churns",
    (
        text("employee"),
        text("project"),
        text("client"),
        percent("weight"),
        number("months_managed"),
        money("mrr_share"),
        day("effective_on"),
        word("reason", "churn_reason"),
        word("scope", "churn_scope"),
        word("state", "churn_state"),
    ),
)


def _signed(row: MovementOut) -> Iterator[MovementOut]:
    """The call answers amounts without their sign; the screen and the file subtract losses."""
    if row["kind"] in LOSSES:
        converted = row["converted"]
        row = {**row, "amount": _negative(row["amount"]), "converted": converted and _negative(converted)}
    yield row


def _negative(money: Money) -> Money:
    return {"amount": f"-{money['amount']}", "currency": money["currency"]}


MOVEMENTS_FILE = Exported(
    "mrr_movements",
    (
        text("client"),
        day("on"),
        told("kind", lambda row, speaker: speaker.say(f"export.movement.{row['kind']}")),
        money("amount"),
        money("converted"),
        number("rate"),
    ),
    also="churns",
    lines=_signed,
)
