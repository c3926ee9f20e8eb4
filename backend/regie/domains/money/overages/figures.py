"""Adds up decisions about hours over in SQL, and values hours."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, exists, func, literal_column, or_, select, type_coerce
from sqlalchemy.orm import aliased

from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount, Hours, currency_digits, round_amount
from regie.domains.records.overages.models import KINDS, OverageDecision, RateSource
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import Term

_ZERO = literal_column("0")
_LOCKED = literal_column("'locked'")


def _decisions(column: Column, *conditions: ColumnElement[bool]) -> Any:
    total = func.sum(type_coerce(column, BigInteger))
    of_period = (OverageDecision.period_id == RetainerPeriod.id, *conditions)
    return select(total).where(*of_period).correlate(RetainerPeriod).scalar_subquery()


def _of_kind(kind: str) -> ColumnElement[bool]:
    return OverageDecision.kind == literal_column(f"'{kind}'")


def decided_hours(*conditions: ColumnElement[bool]) -> ColumnElement[Decimal]:
    return type_coerce(func.coalesce(_decisions(OverageDecision.hours, *conditions), _ZERO), Hours)


def decided_amount(kind: str) -> ColumnElement[Decimal]:
    return type_coerce(_decisions(OverageDecision.amount, _of_kind(kind)), Amount)


HOURS_BY_KIND = {kind: decided_hours(_of_kind(kind)) for kind in KINDS}
UNDECIDED = type_coerce(type_coerce(RetainerPeriod.overage_hours, BigInteger) - decided_hours(), Hours)
_UNDECIDED_COUNT = type_coerce(UNDECIDED, BigInteger)
_IS_LOCKED = RetainerPeriod.status == _LOCKED
STATES: dict[str, ColumnElement[bool]] = {
    "undecided": and_(_IS_LOCKED, _UNDECIDED_COUNT > _ZERO),
    "decided": and_(_IS_LOCKED, _UNDECIDED_COUNT == _ZERO),
    "excess": and_(_IS_LOCKED, _UNDECIDED_COUNT < _ZERO),
    "reopened": RetainerPeriod.status != _LOCKED,
}
STATE = case(
    *((condition, literal_column(f"'{name}'")) for name, condition in STATES.items()), else_=literal_column("''")
)
GIVEN_EFFECTIVE = decided_hours(_of_kind("given"), OverageDecision.rate_source == literal_column("'effective'"))
GIVEN_UNVALUED = decided_hours(_of_kind("given"), OverageDecision.rate_source.is_(None))
# Closed months with hours over, and months of which hours were decided.
IS_OVER = or_(
    and_(_IS_LOCKED, type_coerce(RetainerPeriod.overage_hours, BigInteger) > _ZERO),
    RetainerPeriod.id.in_(select(OverageDecision.period_id)),
)
_Next = aliased(RetainerPeriod)
HAS_NEXT = (
    exists()
    .where(
        _Next.project_id == RetainerPeriod.project_id,
        _Next.starts_on > RetainerPeriod.starts_on,
        _Next.status != _LOCKED,
    )
    .correlate(RetainerPeriod)
)


def has_decision(kind: str) -> ColumnElement[bool]:
    of_kind = select(OverageDecision.period_id).where(_of_kind(kind))
    return RetainerPeriod.id.in_(of_kind)


_IS_RATE = and_(
    Term.record == literal_column("'project'"),
    Term.record_id == Project.id,
    Term.name == literal_column("'overage_rate'"),
)
# The rate in force on the month's last day; without terms, the retainer has always had the one that it has.
AGREED_RATE: ColumnElement[Decimal | None] = type_coerce(
    case(
        (
            exists().where(_IS_RATE).correlate(Project),
            select(type_coerce(Term.amount, BigInteger))
            .where(_IS_RATE, Term.effective_from <= RetainerPeriod.ends_on)
            .order_by(Term.effective_from.desc())
            .limit(literal_column("1"))
            .correlate(Project, RetainerPeriod)
            .scalar_subquery(),
        ),
        else_=type_coerce(Project.overage_rate, BigInteger),
    ),
    Amount,
)


def value_rate(
    agreed: Decimal | None, fee: Decimal, included_hours: Decimal, currency: str
) -> tuple[Decimal | None, RateSource | None]:
    """Return the rate at which hours over are valued, and where it comes from."""
    if agreed is not None:
        return agreed, "overage"
    if fee <= 0 or included_hours <= 0:
        return None, None
    return (fee / included_hours).quantize(Decimal(1).scaleb(-currency_digits(currency)), ROUND_HALF_UP), "effective"


def value_hours(hours: Decimal, rate: Decimal | None, currency: str) -> Decimal | None:
    """Return what hours are worth, rounded once; None without a rate."""
    return None if rate is None else round_amount(hours * rate, currency)


def approved_since(project: Any, decided_at: Any) -> ColumnElement[bool]:
    """Whether the client approved the work that was sold for hours after that was decided."""
    return exists().where(
        OosApproval.project_id == project,
        OosApproval.amendment_id.is_(None),
        OosApproval.decision == "approved",
        OosApproval.created_at > decided_at,
    )
