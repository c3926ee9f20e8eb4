"""The columns of losses, of each employee’s part in them and of MRR movements as a file has them."""

from collections.abc import Iterator

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.columns import Exported, Speaker, day, flag, instant, money, number, percent, text, told, word
from regie.access.permissions import Permission as P
from regie.core.clock import Clock
from regie.core.wire import Json
from regie.domains.churns.queries import read_totals
from regie.domains.churns.schemas import ChurnEventQuery


def _shares(row: Json, _speaker: Speaker) -> str:
    return ", ".join(f"{share['employee']['name']} ({share['weight']}\u00a0%)" for share in row["attribution"])


def _totals(db: Connection, actor: Actor, clock: Clock, query: ChurnEventQuery) -> Iterator[tuple[str, Json]]:
    """What was voided is no loss."""
    totals = read_totals(db, actor, query, clock.today())
    for amount in totals.get("mrr_lost", ()):
        yield "churn-events.mrr_lost", amount
    if converted := totals.get("converted"):
        yield "churn-events.converted", converted["money"]


CHURNS_FILE = Exported(
    (
        text("project"),
        text("client"),
        day("effective_on"),
        money("mrr_lost", needs=P.PROJECTS_MRR),
        money("share", needs=P.PROJECTS_MRR),
        money("converted", needs=P.PROJECTS_MRR, adds_up=False),
        number("rate", needs=P.PROJECTS_MRR),
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
    )
)
_TAKEN_AWAY = frozenset({"contraction", "churn"})


def _signed(row: Json) -> Iterator[Json]:
    """The call tells amounts without their sign; the screen and the file take away what was lost."""
    if row["kind"] in _TAKEN_AWAY:
        row = {**row, **{name: _negative(row[name]) for name in ("amount", "converted")}}
    yield row


def _negative(money: Json | None) -> Json | None:
    return money and {**money, "amount": f"-{money['amount']}"}


MOVEMENTS_FILE = Exported(
    (
        text("client"),
        day("on"),
        told("kind", lambda row, speaker: speaker.say(f"export.movement.{row['kind']}")),
        money("amount"),
        money("converted"),
        number("rate"),
    ),
    lines=_signed,
)
