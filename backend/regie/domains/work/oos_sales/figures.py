"""Derives each seller's share of a sale and the sale's status, as SQL."""

from typing import Any, get_args

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    and_,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
    type_coerce,
)

from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, Amount, currency_digits
from regie.domains.records.invoices.figures import BILLED, OWED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.figures import BILLED_AMOUNT, ONGOING, TODAY
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from regie.domains.work.oos_sales.schemas import OosStatus

_HUNDRED = literal_column("100", BigInteger)
NOTHING = literal_column("0", BigInteger)
_CENT_DIGITS = 2


def _unit_of(digits: int) -> ColumnElement[int]:
    """Return the smallest unit of a currency, in the scale of stored amounts."""
    return literal_column(str(10 ** (AMOUNT_DIGITS - digits)), BigInteger)


_AMOUNT = type_coerce(Project.amount, BigInteger)
_OTHER_DIGITS = sorted({currency_digits(code) for code in CURRENCIES} - {_CENT_DIGITS})
_SMALLEST_UNIT = case(
    *(
        (Project.currency.in_([code for code in CURRENCIES if currency_digits(code) == digits]), _unit_of(digits))
        for digits in _OTHER_DIGITS
    ),
    else_=_unit_of(_CENT_DIGITS),
)
# An amount that is no whole number of the currency's smallest units is split at its own precision.
_UNIT = case(
    (_AMOUNT % _SMALLEST_UNIT == NOTHING, _SMALLEST_UNIT),
    (_AMOUNT % _unit_of(_CENT_DIGITS) == NOTHING, _unit_of(_CENT_DIGITS)),
    else_=_unit_of(AMOUNT_DIGITS),
)
_UNITS = _AMOUNT // _UNIT
_REMAINDER = (_UNITS * ProjectSeller.weight) % _HUNDRED
_other = ProjectSeller.__table__.alias("other_seller")
_other_remainder = (_UNITS * _other.c.weight) % _HUNDRED
_is_same_project = _other.c.project_id == ProjectSeller.project_id


def _over_sellers(figure: ColumnElement[Any], *conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    chosen = select(func.coalesce(figure, NOTHING)).where(_is_same_project, *conditions)
    return chosen.correlate(ProjectSeller, Project).scalar_subquery()


# Each seller receives whole units; the remaining units go, one each, to the largest remainders.
_REMAINING_UNITS = _over_sellers(func.sum(_other_remainder)) // _HUNDRED
_COMES_BEFORE = or_(_other_remainder > _REMAINDER, and_(_other_remainder == _REMAINDER, _other.c.id < ProjectSeller.id))
_RANK = _over_sellers(func.count(), _COMES_BEFORE)
# A seller's share of the amount; the shares of one project add up to it exactly.
SHARE = type_coerce(
    (
        (_UNITS * ProjectSeller.weight) // _HUNDRED
        + case((_RANK < _REMAINING_UNITS, literal_column("1", BigInteger)), else_=NOTHING)
    )
    * _UNIT,
    Amount,
)


def _has_invoice(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    of_payment = (
        select(ProjectPayment.id)
        .join(Invoice, Invoice.id == ProjectPayment.invoice_id)
        .where(ProjectPayment.project_id == Project.id, condition)
    )
    direct = select(Invoice.id).where(Invoice.project_id == Project.id, condition)
    return or_(exists(direct.correlate(Project)), exists(of_payment.correlate(Project)))


_HAS_HOURS = exists(
    select(TimeEntry.id)
    .where(
        TimeEntry.teamwork_project_id == Project.teamwork_project_id,
        TimeEntry.deleted_at.is_(None),
        TimeEntry.minutes > literal_column("0", Integer),
    )
    .correlate(Project)
)
_IS_BILLED = and_(_has_invoice(BILLED), BILLED_AMOUNT >= _AMOUNT)
_HAS_STARTED = or_(_HAS_HOURS, and_(Project.status.in_(ONGOING), Project.start_on <= TODAY))
# The first condition that is true determines the status; sales count from `approved` on.
STATUSES: tuple[OosStatus, ...] = get_args(OosStatus)
STATUS_NAME: ColumnElement[str] = case(
    (OosApproval.decision == "declined", literal_column("'declined'")),
    (Project.status == "cancelled", literal_column("'cancelled'")),
    (Project.approved_on.is_(None), literal_column("'proposed'")),
    (and_(_IS_BILLED, ~_has_invoice(OWED)), literal_column("'paid'")),
    (_IS_BILLED, literal_column("'invoiced'")),
    (Project.status == "completed", literal_column("'delivered'")),
    (_HAS_STARTED, literal_column("'in_work'")),
    else_=literal_column("'approved'"),
)
_IS_DROPPED = or_(Project.status == "cancelled", OosApproval.decision.is_not_distinct_from("declined"))
IS_COUNTED = and_(Project.approved_on.is_not(None), ~_IS_DROPPED)
IS_PROPOSED = and_(Project.approved_on.is_(None), ~_IS_DROPPED)
# Out-of-scope work in progress or done without client approval; a declined one only while the work continues.
IS_UNAPPROVED_WORK = and_(
    Project.kind == "oos",
    Project.approved_on.is_(None),
    Project.archived_at.is_(None),
    case(
        (OosApproval.decision == "declined", Project.status.in_(ONGOING)),
        else_=and_(Project.status != "cancelled", or_(Project.status != "draft", _HAS_HOURS)),
    ),
)
