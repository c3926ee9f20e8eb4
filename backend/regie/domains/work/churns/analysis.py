"""Churn over a period in one currency: the bridge by month, why retainers were lost, cohorts, and by whose account."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TypedDict

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import SCOPES, Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Money, Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.shape import rows_of
from regie.core.money.amounts import money
from regie.core.time.months import days_before, months_between
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Conversion
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.churns.analysis_schemas import (
    AnalysisFigures,
    Balance,
    Balances,
    BridgeOut,
    ChurnAnalysis,
    ChurnAnalysisQuery,
    CohortOut,
    EmployeeLosses,
    LossGroup,
    OwnBridge,
    Preventable,
    PreviousDays,
)
from regie.domains.work.churns.bridging import KINDS, Bridge, History, Told, tell
from regie.domains.work.churns.figures import A_DAY, NOTHING, Standing, add_fees, percent
from regie.domains.work.churns.movement_schemas import MovementKind
from regie.domains.work.churns.schemas import TENURES, Initiator, Tenure
from regie.domains.work.churns.statistics import describe_amounts, describe_losses, find_openable, read_steps
from regie.domains.work.projects.queries import managed_projects

DEFAULT_CURRENCY = "USD"
# Ten years of months: beyond that nobody reads a chart, and it is somebody's mistake.
MOST_DAYS = timedelta(days=3660)
_TABLES = (
    "churn_events", "churn_attributions", "projects", "project_fees", "team_members", "exchange_rates", "employees",
)  # fmt: skip
_KEPT: QueryCache[AnalysisFigures] = QueryCache(_TABLES, most=16)


def currency_of(db: Connection, actor: Actor) -> str:
    """The caller's own."""
    found = db.execute(select(User.currency).where(User.id == actor.user_id)).scalar()
    return found or DEFAULT_CURRENCY


def read_analysis(db: Connection, actor: Actor, query: ChurnAnalysisQuery, today: date) -> ChurnAnalysis:
    """Days that are still to come have no rate, and nothing of them is told."""
    scope = min(actor.require(Permission.STATISTICS_CHURN), SCOPES[query.scope])
    first, last = require_days(query.from_, query.to, today)
    currency = query.currency or currency_of(db, actor)
    key = (db.engine, actor.user_id, actor.employee_id, scope, first, last, currency, today)
    told = _KEPT.get(db, key, lambda: _analyse(db, actor, scope, (first, last), currency, today))
    return {**told, "scope": scope.word, "rows": find_openable(actor, scope)}


def require_days(first: date, last: date, today: date) -> tuple[date, date]:
    if last < first:
        raise Invalid({"to": "after_start"})
    if first > today:
        raise Invalid({"from": "not_yet"})
    if last - first > MOST_DAYS:
        raise Invalid({"to": "too_many_days"})
    return first, min(last, today)


def _analyse(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], currency: str, today: date
) -> AnalysisFigures:
    rates = read_rates(db, today)
    conversion = Conversion(rates, currency)
    history, told = _tell(db, actor, scope, days, conversion)
    losses = _read_losses(db, actor, scope, days, conversion)
    return {
        "as_of": today,
        "starts_on": days[0],
        "ends_on": days[1],
        "currency": currency,
        "bridge": _bridge(told.whole, currency),
        "months": [_bridge(bridge, currency) for bridge in told.bridges],
        "balances": _balances(history, conversion),
        "left_out": [_own(history, name) for name in told.left_out],
        "missing_rates": [{"currency": name, "on": day} for name, day in sorted(conversion.missing)],
        "reasons": _by(losses, lambda loss: loss.reason, currency),
        "initiated_by": _by(losses, lambda loss: loss.initiated_by, currency),
        "tenures": _by(losses, lambda loss: loss.tenure, currency, tuple(TENURES)),
        "preventable": _preventable(losses, currency),
        "previous": _previous(db, actor, scope, days_before(*days), Conversion(rates, currency)),
        "cohorts": _cohorts(history, told, currency),
        "employees": _employees(losses, currency, None if scope is Scope.ALL else actor.employee_id or -1),
    }


def _tell(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], conversion: Conversion
) -> tuple[History, Told]:
    history = History(list(months_between(*days)))
    for steps in read_steps(db, actor, scope):
        history.add_client(steps)
    return history, tell(history, conversion.convert)


def _previous(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], conversion: Conversion
) -> PreviousDays:
    """With rates of its own: what is missing there is missing in these days alone."""
    _, told = _tell(db, actor, scope, days, conversion)
    losses = _read_losses(db, actor, scope, days, conversion)
    return {
        "bridge": _bridge(told.whole, conversion.target),
        "preventable": _preventable(losses, conversion.target),
        "left_out": told.left_out,
    }


def _bridge(bridge: Bridge, currency: str) -> BridgeOut:
    return {
        "formula": "mrr_bridge",
        "starts_on": bridge.starts_on,
        "ends_on": bridge.ends_on,
        "mrr_start": money(bridge.start, currency),
        **describe_amounts(bridge.sums, currency),
        "fx": money(bridge.fx, currency),
        "mrr_end": money(bridge.end, currency),
        "gross_revenue_churn": {"formula": "gross_revenue_churn", "percent": bridge.gross_churn},
        "net_revenue_retention": {"formula": "net_revenue_retention", "percent": bridge.retention},
        "logo_churn": describe_losses("logo_churn", *bridge.logos),
        "project_churn": describe_losses("project_churn", *bridge.projects),
    }


def _balances(history: History, conversion: Conversion) -> Balances:
    """What the MRR at the start and at the end is made of, each currency with the rate of that day."""
    standings = history.standings()

    def describe(standing: Standing, day: date) -> list[Balance]:
        return [_balance(standing, currency, day, conversion) for currency in sorted({of for of, _ in standing})]

    return {
        "mrr_start": describe(standings[0], history.months[0][0] - A_DAY),
        "mrr_end": describe(standings[-1], history.months[-1][1]),
    }


def _balance(standing: Standing, currency: str, day: date, conversion: Conversion) -> Balance:
    """Converted retainer by retainer, as the bridge is: to a cent for each it is the amount at the rate."""
    amount = add_fees(standing)[currency]
    told = conversion.tell(amount, currency, day)
    if told["converted"] is not None:
        fees = ((fee, count) for (of, fee), count in standing.items() if of == currency)
        each = (conversion.add_up([(fee, currency, day)] * count) for fee, count in fees)
        told["converted"] = money(sum((Decimal(one["money"]["amount"]) for one in each), NOTHING), conversion.target)
    return {"amount": money(amount, currency), **told}


def _own(history: History, currency: str) -> OwnBridge:
    """A currency that cannot be converted, as it is: its own bridge closes without any rate."""
    start, *_, end = map(add_fees, history.standings())
    moved = [movement for month in history.moved for movement in month if movement.currency == currency]
    sums: dict[MovementKind, Decimal] = {
        kind: sum((one.amount for one in moved if one.kind == kind), NOTHING) for kind in KINDS
    }
    return {
        "currency": currency,
        "mrr_start": money(start.get(currency, NOTHING), currency),
        **describe_amounts(sums, currency),
        "mrr_end": money(end.get(currency, NOTHING), currency),
    }


@dataclass(frozen=True, slots=True)
class _Loss:
    reason: str
    preventable: bool
    initiated_by: Initiator
    tenure: Tenure
    # None where there is no rate for its day.
    amount: Decimal | None
    # (api_id, name, key, weight, part of the amount) of each who had a part in it.
    parts: Sequence[tuple[str, str, int, int, Decimal | None]]


class _EventRow(TypedDict):
    id: int
    effective_on: date
    reason: str
    preventable: bool
    initiated_by: Initiator
    tenure_months: int
    currency: str
    mrr_lost: Decimal


class _PartRow(TypedDict):
    event_id: int
    weight: int
    mrr_share: Decimal
    id: int
    api_id: str
    name: str


_EVENTS = select(
    ChurnEvent.id, ChurnEvent.effective_on, ChurnEvent.reason, ChurnEvent.preventable, ChurnEvent.initiated_by,
    ChurnEvent.tenure_months, ChurnEvent.currency, ChurnEvent.mrr_lost,
).join(Project, Project.id == ChurnEvent.project_id)  # fmt: skip
_PARTS = (
    select(
        ChurnAttribution.event_id, ChurnAttribution.weight, ChurnAttribution.mrr_share,
        Employee.id, Employee.api_id, Employee.name,
    )
    .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
    .join(Project, Project.id == ChurnEvent.project_id)
    .join(Employee, Employee.id == ChurnAttribution.employee_id)
)  # fmt: skip


def _read_losses(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], conversion: Conversion
) -> list[_Loss]:
    """Those whose last day is in the period, but for what was voided: two statements, however many there are."""
    counted = (ChurnEvent.state != "voided", ChurnEvent.effective_on.between(*days), managed_projects(scope))
    shares: dict[int, list[_PartRow]] = defaultdict(list)
    for part in rows_of(_PartRow, db.execute(_PARTS.where(*counted).order_by(ChurnAttribution.id), actor.params)):
        shares[part["event_id"]].append(part)
    events = rows_of(_EventRow, db.execute(_EVENTS.where(*counted).order_by(ChurnEvent.id), actor.params))
    return [_loss(event, shares[event["id"]], conversion) for event in events]


def _loss(event: _EventRow, parts: Sequence[_PartRow], conversion: Conversion) -> _Loss:
    def convert(amount: Decimal) -> Decimal | None:
        return conversion.convert(amount, event["currency"], event["effective_on"])

    return _Loss(
        event["reason"],
        event["preventable"],
        event["initiated_by"],
        tenure_of(event["tenure_months"]),
        convert(event["mrr_lost"]),
        [(part["api_id"], part["name"], part["id"], part["weight"], convert(part["mrr_share"])) for part in parts],
    )


def tenure_of(months: int) -> Tenure:
    return next(name for name, (_, last) in TENURES.items() if last is None or months <= last)


def _preventable(losses: Sequence[_Loss], currency: str) -> Preventable:
    preventable = [loss for loss in losses if loss.preventable]
    return {
        "formula": "preventable_share",
        "preventable": len(preventable),
        "losses": len(losses),
        "percent": percent(len(preventable), len(losses)),
        "mrr_preventable": _sum(preventable, currency),
        "mrr_lost": _sum(losses, currency),
        "mrr_percent": percent(_added(preventable), _added(losses)),
    }


def _added(losses: Iterable[_Loss]) -> Decimal:
    return sum((loss.amount for loss in losses if loss.amount is not None), NOTHING)


def _sum(losses: Iterable[_Loss], currency: str) -> Money:
    return money(_added(losses), currency)


def _by(
    losses: Sequence[_Loss], of: Callable[[_Loss], str], currency: str, order: Sequence[str] = ()
) -> list[LossGroup]:
    """What cost most comes first, where nothing else orders them."""
    groups: dict[str, list[_Loss]] = {name: [] for name in order}
    for loss in losses:
        groups.setdefault(of(loss), []).append(loss)
    names = order or sorted(groups, key=lambda name: (-_added(groups[name]), -len(groups[name]), name))
    return [{"value": name, "losses": len(groups[name]), "mrr_lost": _sum(groups[name], currency)} for name in names]


def _cohorts(history: History, told: Told, currency: str) -> list[CohortOut]:
    return [
        {
            "formula": "cohort_net_retention",
            "starts_on": history.months[place][0],
            "clients": history.cohorts[place].clients,
            "months": [{"mrr": money(amount, currency), "percent": percent(amount, paid[0])} for amount in paid],
        }
        for place, paid in told.cohorts.items()
    ]


@dataclass(slots=True)
class _EmployeeSum:
    employee: Ref
    losses: int = 0
    weight: int = 0
    mrr_lost: Decimal = NOTHING


def _employees(losses: Iterable[_Loss], currency: str, only: int | None) -> list[EmployeeLosses]:
    """By the frozen weights; whoever does not hold these figures of everybody is told their own."""
    found: dict[int, _EmployeeSum] = {}
    for loss in losses:
        for api_id, name, key, weight, amount in loss.parts:
            if only not in (None, key):
                continue
            one = found.setdefault(key, _EmployeeSum({"api_id": api_id, "name": name}))
            one.losses += 1
            one.weight += weight
            one.mrr_lost += amount or NOTHING
    ordered = sorted(found.values(), key=lambda one: (-one.mrr_lost, one.employee["name"], one.employee["api_id"]))
    return [
        {
            "formula": "churned_mrr",
            "employee": one.employee,
            "losses": one.losses,
            "weighted_losses": f"{Decimal(one.weight) / 100:.2f}",
            "mrr_lost": money(one.mrr_lost, currency),
        }
        for one in ordered
    ]
