"""Derives the parts of a sale, each seller's share of them and their status, as SQL."""

from typing import Any, get_args

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    Integer,
    and_,
    case,
    cast,
    exists,
    func,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
    union_all,
)
from sqlalchemy.orm import aliased

from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, Amount, currency_digits
from regie.domains.records.invoices.figures import BILLED, OWED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.figures import BILLED_AMOUNT, ONGOING, TODAY
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment, ProjectSeller
from regie.domains.work.oos_sales.schemas import OosStatus

_HUNDRED = literal_column("100", BigInteger)
NOTHING = literal_column("0", BigInteger)
_CENT_DIGITS = 2
_sold, _amendment, _decision = aliased(Project), aliased(ProjectAmendment), aliased(OosApproval)
_amended = (
    select(cast(func.coalesce(func.sum(type_coerce(ProjectAmendment.amount, BigInteger)), NOTHING), BigInteger))
    .where(ProjectAmendment.project_id == _sold.id, ProjectAmendment.is_in_force)
    .correlate(_sold)
    .scalar_subquery()
)
# What was sold: the original amount of each out-of-scope project on the day of sale, and each amendment from its own
# day on, with the client's decision about each. `api_id` is that of the project or of the amendment.
SALE_PARTS = union_all(
    select(
        _sold.id.label("project_id"),
        type_coerce(null(), Integer).label("amendment_id"),
        _sold.api_id.label("api_id"),
        _sold.sold_on.label("sold_on"),
        type_coerce(type_coerce(_sold.amount, BigInteger) - _amended, Amount).label("amount"),
        _sold.approved_on.label("approved_on"),
        _decision.decision.label("decision"),
    )
    .outerjoin(_decision, and_(_decision.project_id == _sold.id, _decision.amendment_id.is_(None)))
    .where(_sold.kind == "oos"),
    select(
        _amendment.project_id,
        _amendment.id,
        _amendment.api_id,
        _amendment.effective_on,
        _amendment.amount,
        case((_decision.decision == "approved", _decision.decided_on)),
        _decision.decision,
    )
    .join(_sold, and_(_sold.id == _amendment.project_id, _sold.kind == "oos"))
    .outerjoin(_decision, _decision.amendment_id == _amendment.id),
).subquery("sale_parts")
_part = SALE_PARTS.c
IS_ORIGINAL = _part.amendment_id.is_(None)
# Never null for out-of-scope projects.
SOLD_ON = type_coerce(_part.sold_on, Date)
PART_AMOUNT = type_coerce(_part.amount, Amount)
PART_NAME: ColumnElement[str] = case((IS_ORIGINAL, literal_column("'original'")), else_=literal_column("'amendment'"))
# Unique keys of a seller's share of a part: an amendment's public id ends like that of the seller's original share.
SHARE_KEY = (
    func.coalesce(type_coerce(_part.amendment_id, BigInteger), NOTHING) * literal_column("4294967296", BigInteger)
    + ProjectSeller.id
)
SHARE_API_ID: ColumnElement[str] = case(
    (IS_ORIGINAL, ProjectSeller.api_id),
    else_=func.substr(_part.api_id, literal_column("1", Integer), literal_column("23", Integer)).concat(
        func.substr(ProjectSeller.api_id, literal_column("24", Integer))
    ),
)


def _unit_of(digits: int) -> ColumnElement[int]:
    """Return the smallest unit of a currency, in the scale of stored amounts."""
    return literal_column(str(10 ** (AMOUNT_DIGITS - digits)), BigInteger)


# A reduction is split like an increase.
_IS_REDUCTION = type_coerce(_part.amount, BigInteger) < NOTHING
_AMOUNT = func.abs(type_coerce(_part.amount, BigInteger), type_=BigInteger)
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
    return chosen.correlate(ProjectSeller, Project, SALE_PARTS).scalar_subquery()


# Each seller receives whole units; the remaining units go, one each, to the largest remainders.
_REMAINING_UNITS = _over_sellers(func.sum(_other_remainder)) // _HUNDRED
_COMES_BEFORE = or_(_other_remainder > _REMAINDER, and_(_other_remainder == _REMAINDER, _other.c.id < ProjectSeller.id))
_RANK = _over_sellers(func.count(), _COMES_BEFORE)
_SHARE_OF_AMOUNT = (
    (_UNITS * ProjectSeller.weight) // _HUNDRED
    + case((_RANK < _REMAINING_UNITS, literal_column("1", BigInteger)), else_=NOTHING)
) * _UNIT
# A seller's share of a part; the shares of one part add up to its amount exactly.
SHARE = type_coerce(case((_IS_REDUCTION, -_SHARE_OF_AMOUNT), else_=_SHARE_OF_AMOUNT), Amount)


def _has_invoice(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    of_payment = (
        select(ProjectPayment.id)
        .join(PaymentAllocation, PaymentAllocation.payment_id == ProjectPayment.id)
        .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
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
_IS_BILLED = and_(_has_invoice(BILLED), type_coerce(Project.amount, BigInteger) <= BILLED_AMOUNT)
_HAS_STARTED = or_(_HAS_HOURS, and_(Project.status.in_(ONGOING), Project.start_on <= TODAY))
_IS_DECLINED = _part.decision.is_not_distinct_from("declined")
# The first condition that is true determines the status of a part; sales count from `approved` on.
STATUSES: tuple[OosStatus, ...] = get_args(OosStatus)
STATUS_NAME: ColumnElement[str] = case(
    (_part.decision == "declined", literal_column("'declined'")),
    (Project.status == "cancelled", literal_column("'cancelled'")),
    (_part.approved_on.is_(None), literal_column("'proposed'")),
    (and_(_IS_BILLED, ~_has_invoice(OWED)), literal_column("'paid'")),
    (_IS_BILLED, literal_column("'invoiced'")),
    (Project.status == "completed", literal_column("'delivered'")),
    (_HAS_STARTED, literal_column("'in_work'")),
    else_=literal_column("'approved'"),
)
_IS_DROPPED = or_(Project.status == "cancelled", _IS_DECLINED)
IS_COUNTED = and_(_part.approved_on.is_not(None), ~_IS_DROPPED)
IS_PROPOSED = and_(_part.approved_on.is_(None), ~_IS_DROPPED)
# Out-of-scope work in progress or done without client approval; a declined one only while the work continues. An
# amendment awaits approval until the client decides.
IS_UNAPPROVED_WORK = and_(
    _part.approved_on.is_(None),
    Project.archived_at.is_(None),
    case(
        (~IS_ORIGINAL, and_(Project.status != "cancelled", ~_IS_DECLINED)),
        (_part.decision == "declined", Project.status.in_(ONGOING)),
        else_=and_(Project.status != "cancelled", or_(Project.status != "draft", _HAS_HOURS)),
    ),
)
