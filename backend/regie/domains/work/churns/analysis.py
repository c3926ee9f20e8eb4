"""Analyzes churn over a period in one currency: MRR bridge by month, reasons, cohorts and employees' shares."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TypedDict

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import SCOPES_BY_NAME, Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Money, Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.shape import read_rows
from regie.core.money.amounts import money
from regie.core.time.months import months_between
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Conversion
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import find_compared_days
from regie.domains.records.users.queries import read_currency
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
from regie.domains.work.churns.figures import A_DAY, NOTHING, FeeCounts, add_fees, percent
from regie.domains.work.churns.movement_schemas import MovementKind
from regie.domains.work.churns.mrr_bridge import KINDS, Bridge, ConvertedHistory, MrrHistory, convert_history
from regie.domains.work.churns.published_months import find_published_months
from regie.domains.work.churns.schemas import TENURES, Initiator, Tenure
from regie.domains.work.churns.start_clients import StartClients, is_several_months, lost, retained
from regie.domains.work.churns.statistics import (
    describe_amounts,
    describe_later,
    describe_losses,
    describe_retention,
    describe_revenue_churn,
    find_drill_down_targets,
    read_steps,
)
from regie.domains.work.projects.queries import managed_projects

# Ten years of months; a longer period is probably a mistake and makes no readable chart.
MAX_DAYS = timedelta(days=3660)
_TABLES = (
    "churn_events", "churn_attributions", "projects", "project_fees", "terms", "team_members", "exchange_rates",
    "employees", "closed_months",
)  # fmt: skip
# The weights of the shares of a churn add up to it.
_WHOLE = 100
_ANALYSIS_CACHE: QueryCache[AnalysisFigures] = QueryCache(_TABLES)


def read_analysis(db: Connection, actor: Actor, query: ChurnAnalysisQuery, today: date) -> ChurnAnalysis:
    """Return the analysis until today at the latest, because future days have no rates."""
    scope = min(actor.require(Permission.STATISTICS_CHURN), SCOPES_BY_NAME[query.scope])
    days = require_days(query.from_, query.to, today)
    compared = find_compared_days(db, actor, query.compare, (query.from_, query.to), today)
    currency = query.currency or read_currency(db, actor)
    key = (db.engine, actor.user_id, actor.employee_id, scope, days, compared, currency, today)
    figures = _ANALYSIS_CACHE.get(db, key, lambda: _compute_figures(db, actor, scope, days, compared, currency, today))
    return {**figures, "scope": scope.api_name, "rows": find_drill_down_targets(actor, scope)}


def require_days(first: date, last: date, today: date) -> tuple[date, date]:
    if last < first:
        raise Invalid({"to": "after_start"})
    if first > today:
        raise Invalid({"from": "not_yet"})
    if last - first > MAX_DAYS:
        raise Invalid({"to": "too_many_days"})
    return first, min(last, today)


def _compute_figures(
    db: Connection,
    actor: Actor,
    scope: Scope,
    days: tuple[date, date],
    compared: tuple[date, date] | None,
    currency: str,
    today: date,
) -> AnalysisFigures:
    rates = read_rates(db, today)
    conversion = Conversion(rates, currency)
    history, converted, groups = _read_history(db, actor, scope, days, conversion)
    losses = _read_losses(db, actor, scope, days, conversion)
    return {
        "as_of": today,
        "starts_on": days[0],
        "ends_on": days[1],
        "currency": currency,
        "bridge": _whole_bridge(converted, groups, conversion),
        "months": [_bridge(bridge, currency) for bridge in converted.bridges],
        "balances": _balances(history, conversion),
        "left_out": [_unconverted_bridge(history, name) for name in converted.left_out],
        "missing_rates": [{"currency": name, "on": day} for name, day in sorted(conversion.missing)],
        "reasons": _group_losses(losses, lambda loss: loss.reason, currency),
        "initiated_by": _group_losses(losses, lambda loss: loss.initiated_by, currency),
        "tenures": _group_losses(losses, lambda loss: loss.tenure, currency, tuple(TENURES)),
        "preventable": _preventable(losses, currency),
        "previous": compared and _previous(db, actor, scope, compared, Conversion(rates, currency)),
        "cohorts": _cohorts(history, converted, currency),
        "employees": _employees(losses, currency, None if scope is Scope.ALL else actor.employee_id or -1),
        # Closings publish no part of a manager.
        "closed_months": find_published_months(db, history) if scope is Scope.ALL else [],
    }


def _read_history(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], conversion: Conversion
) -> tuple[MrrHistory, ConvertedHistory, StartClients]:
    history, groups = MrrHistory(list(months_between(*days))), StartClients(*days)
    for steps in read_steps(db, actor, scope):
        history.add_client(steps)
        groups.add_client(steps)
    return history, convert_history(history, conversion.convert), groups


def _previous(
    db: Connection, actor: Actor, scope: Scope, days: tuple[date, date], conversion: Conversion
) -> PreviousDays:
    """Return the period to compare with, with its own missing rates."""
    _, converted, groups = _read_history(db, actor, scope, days, conversion)
    losses = _read_losses(db, actor, scope, days, conversion)
    return {
        "bridge": _whole_bridge(converted, groups, conversion),
        "preventable": _preventable(losses, conversion.target),
        "left_out": converted.left_out,
    }


def _whole_bridge(converted: ConvertedHistory, groups: StartClients, conversion: Conversion) -> BridgeOut:
    """The bridge of all months; the rates of several months are those of the clients at the start."""
    whole, currency = converted.whole, conversion.target
    if not is_several_months(whole.starts_on, whole.ends_on):
        return _bridge(whole, currency)
    days, start = (whole.starts_on, whole.ends_on), whole.start
    present = groups.present.converted_sums(conversion.convert, converted.left_out)
    later = groups.later.converted_sums(conversion.convert, converted.left_out)
    return {
        **_bridge(whole, currency),
        "gross_revenue_churn": describe_revenue_churn(lost(present), start, days),
        "net_revenue_retention": describe_retention(retained(start, present), start, days),
        "logo_churn": describe_losses("logo_churn", groups.present.logos_lost, whole.logos[1], days),
        "project_churn": describe_losses("project_churn", groups.present.projects_lost, whole.projects[1], days),
        "later_clients": describe_later(groups.later, later, currency),
    }


def _bridge(bridge: Bridge, currency: str) -> BridgeOut:
    retained_mrr = bridge.start + bridge.gained - bridge.sums["new"] - bridge.lost
    return {
        "formula": "mrr_bridge",
        "starts_on": bridge.starts_on,
        "ends_on": bridge.ends_on,
        "mrr_start": money(bridge.start, currency),
        **describe_amounts(bridge.sums, currency),
        "fx": money(bridge.fx, currency),
        "mrr_end": money(bridge.end, currency),
        "gross_revenue_churn": describe_revenue_churn(bridge.lost, bridge.start, None),
        "net_revenue_retention": describe_retention(retained_mrr, bridge.start, None),
        "logo_churn": describe_losses("logo_churn", *bridge.logos, None),
        "project_churn": describe_losses("project_churn", *bridge.projects, None),
        "later_clients": None,
    }


def _balances(history: MrrHistory, conversion: Conversion) -> Balances:
    """Return the composition of the MRR at the start and the end, each currency at the rate of that day."""
    fee_counts = history.fee_counts_by_date()

    def describe(counts: FeeCounts, day: date) -> list[Balance]:
        return [_balance(counts, currency, day, conversion) for currency in sorted({code for code, _ in counts})]

    return {
        "mrr_start": describe(fee_counts[0], history.months[0][0] - A_DAY),
        "mrr_end": describe(fee_counts[-1], history.months[-1][1]),
    }


def _balance(counts: FeeCounts, currency: str, day: date, conversion: Conversion) -> Balance:
    """Converted retainer by retainer like the bridge: the result can differ by a cent per retainer."""
    amount = add_fees(counts)[currency]
    row = conversion.convert_row(amount, currency, day)
    if row["converted"] is not None:
        fees = ((fee, count) for (code, fee), count in counts.items() if code == currency)
        each = (conversion.sum_converted([(fee, currency, day)] * count) for fee, count in fees)
        row["converted"] = money(sum((Decimal(one["money"]["amount"]) for one in each), NOTHING), conversion.target)
    return {"amount": money(amount, currency), **row}


def _unconverted_bridge(history: MrrHistory, currency: str) -> OwnBridge:
    """Return the bridge of a currency that cannot be converted, in that currency."""
    start, *_, end = map(add_fees, history.fee_counts_by_date())
    moved = [movement for month in history.moved for movement in month if movement.currency == currency]
    sums: dict[MovementKind, Decimal] = {
        kind: sum((movement.amount for movement in moved if movement.kind == kind), NOTHING) for kind in KINDS
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
    # None without a rate for the day.
    amount: Decimal | None
    # (api_id, name, key, weight, share of the amount) of each employee.
    shares: Sequence[tuple[str, str, int, int, Decimal | None]]


class _EventRow(TypedDict):
    id: int
    effective_on: date
    reason: str
    preventable: bool
    initiated_by: Initiator
    tenure_months: int
    currency: str
    mrr_lost: Decimal


class _ShareRow(TypedDict):
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
_SHARES = (
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
    """Read the churns whose last day is in the period, except voided ones, in two statements."""
    counted = (ChurnEvent.state != "voided", ChurnEvent.effective_on.between(*days), managed_projects(scope))
    shares: dict[int, list[_ShareRow]] = defaultdict(list)
    for share in read_rows(_ShareRow, db.execute(_SHARES.where(*counted).order_by(ChurnAttribution.id), actor.params)):
        shares[share["event_id"]].append(share)
    events = read_rows(_EventRow, db.execute(_EVENTS.where(*counted).order_by(ChurnEvent.id), actor.params))
    return [_loss(event, shares[event["id"]], conversion) for event in events]


def _loss(event: _EventRow, shares: Sequence[_ShareRow], conversion: Conversion) -> _Loss:
    def convert(amount: Decimal) -> Decimal | None:
        return conversion.convert(amount, event["currency"], event["effective_on"])

    return _Loss(
        event["reason"],
        event["preventable"],
        event["initiated_by"],
        tenure_of(event["tenure_months"]),
        convert(event["mrr_lost"]),
        [
            (share["api_id"], share["name"], share["id"], share["weight"], convert(share["mrr_share"]))
            for share in shares
        ],
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
        "mrr_preventable": _total_money(preventable, currency),
        "mrr_lost": _total_money(losses, currency),
        "mrr_percent": percent(_total_amount(preventable), _total_amount(losses)),
    }


def _total_amount(losses: Iterable[_Loss]) -> Decimal:
    return sum((loss.amount for loss in losses if loss.amount is not None), NOTHING)


def _total_money(losses: Iterable[_Loss], currency: str) -> Money:
    return money(_total_amount(losses), currency)


def _group_losses(
    losses: Sequence[_Loss], of: Callable[[_Loss], str], currency: str, order: Sequence[str] = ()
) -> list[LossGroup]:
    """Group churns by `of`; the largest amount comes first unless `order` is given."""
    groups: dict[str, list[_Loss]] = {name: [] for name in order}
    for loss in losses:
        groups.setdefault(of(loss), []).append(loss)
    names = order or sorted(groups, key=lambda name: (-_total_amount(groups[name]), -len(groups[name]), name))
    return [
        {"value": name, "losses": len(groups[name]), "mrr_lost": _total_money(groups[name], currency)} for name in names
    ]


def _cohorts(history: MrrHistory, converted: ConvertedHistory, currency: str) -> list[CohortOut]:
    return [
        {
            "formula": "cohort_net_retention",
            "starts_on": history.months[month][0],
            "clients": history.cohorts[month].clients,
            "months": [{"mrr": money(amount, currency), "percent": percent(amount, paid[0])} for amount in paid],
        }
        for month, paid in converted.cohorts.items()
    ]


@dataclass(slots=True)
class _EmployeeTotal:
    employee: Ref | None
    losses: int = 0
    weight: int = 0
    mrr_lost: Decimal = NOTHING

    def add(self, weight: int, amount: Decimal | None) -> None:
        """Add a share; one without an amount has no rate and is counted alone."""
        self.losses += 1
        self.weight += weight
        self.mrr_lost += amount or NOTHING


def _employees(losses: Iterable[_Loss], currency: str, only: int | None) -> list[EmployeeLosses]:
    """Add up the recorded shares per employee; callers without access to everyone's figures get only their own.

    Churn without shares is the last row, so that the rows of everyone add up to all churn.
    """
    found: dict[int, _EmployeeTotal] = {}
    unassigned = _EmployeeTotal(None)
    for loss in losses:
        if not loss.shares and only is None:
            unassigned.add(_WHOLE, loss.amount)
        for api_id, name, key, weight, amount in loss.shares:
            if only not in (None, key):
                continue
            total = found.setdefault(key, _EmployeeTotal({"api_id": api_id, "name": name}))
            total.add(weight, amount)
    ordered = sorted(found.values(), key=lambda total: (-total.mrr_lost, *_name_and_id(total.employee)))
    return [
        {
            "formula": "churned_mrr",
            "employee": total.employee,
            "losses": total.losses,
            "weighted_losses": f"{Decimal(total.weight) / 100:.2f}",
            "mrr_lost": money(total.mrr_lost, currency),
        }
        for total in [*ordered, *([unassigned] if unassigned.losses else [])]
    ]


def _name_and_id(employee: Ref | None) -> tuple[str, str]:
    return (employee["name"], employee["api_id"]) if employee else ("", "")
