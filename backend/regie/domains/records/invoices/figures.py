"""Derives an invoice's status and aging bucket on a day, what it bills, and unapplied credits of customers, as SQL."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    FromClause,
    Integer,
    String,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal_column,
    not_,
    null,
    or_,
    select,
    type_coerce,
    union_all,
)

from regie.core.db.model import UtcDateTime
from regie.core.money.amounts import Amount
from regie.core.time.dates import days_between
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment
from regie.domains.records.payments.models import PaymentAllocation
from regie.domains.records.settings.models import AGING_EDGE_COUNT

# The organization's date, bound for each request.
TODAY = bindparam("today_", type_=Date)

_IS_DELETED = Invoice.deleted_at.is_not(None)
_IS_LIVE = and_(Invoice.deleted_at.is_(None), Invoice.is_voided.is_(False))
_ZERO = literal_column("0")
OWED = and_(_IS_LIVE, Invoice.balance > _ZERO)
OVERDUE = and_(OWED, Invoice.payable_on < TODAY)
BILLED = _IS_LIVE
_DAYS = days_between(TODAY, Invoice.payable_on)

STATUS: Mapping[str, ColumnElement[bool]] = {
    "deleted_in_source": _IS_DELETED,
    "voided": and_(Invoice.deleted_at.is_(None), Invoice.is_voided),
    # Most invoices are paid: written like this, no database reads them through the index of the balance.
    "paid": and_(_IS_LIVE, not_(or_(Invoice.balance > _ZERO, Invoice.balance < _ZERO))),
    # A negative balance: the customer paid more than it owed.
    "credit": and_(_IS_LIVE, Invoice.balance < _ZERO),
    "overdue": OVERDUE,
    "partially_paid": and_(OWED, Invoice.payable_on >= TODAY, Invoice.balance < Invoice.total),
    "open": and_(OWED, Invoice.payable_on >= TODAY, Invoice.balance >= Invoice.total),
}


def _days(number: int) -> ColumnElement[int]:
    return literal_column(str(number), Integer)


def _name_of_match(conditions: Mapping[str, ColumnElement[bool]]) -> ColumnElement[str]:
    return case(*((condition, literal_column(f"'{name}'")) for name, condition in conditions.items()), else_=null())


# The edges and names of aging buckets follow from the settings, bound for each request (`aging_params`).
_EDGES = tuple(bindparam(f"aging_edge_{number}_", type_=Integer) for number in range(AGING_EDGE_COUNT))
_BUCKETS = tuple(bindparam(f"aging_bucket_{number}_", type_=String) for number in range(AGING_EDGE_COUNT + 1))


def _bucket(days: ColumnElement[int]) -> ColumnElement[str]:
    """Return the aging bucket by days past due: due today is current."""
    until = ((days <= edge, name) for edge, name in zip(_EDGES, _BUCKETS, strict=False))
    return case((days <= _days(0), literal_column("'current'", String)), *until, else_=_BUCKETS[-1])


def bucket_names(edges: Sequence[int]) -> list[str]:
    """`[30, 60, 90]` → `current`, `1_30`, `31_60`, `61_90`, `over_90`."""
    return ["current", *(f"{before + 1}_{edge}" for before, edge in pairwise([0, *edges])), f"over_{edges[-1]}"]


def aging_params(edges: Sequence[int]) -> dict[str, Any]:
    """Return the parameters that every aging statement needs."""
    names = bucket_names(edges)[1:]
    bound = zip((*_EDGES, *_BUCKETS), (*edges, *names), strict=True)
    return {str(param.key): value for param, value in bound}


def as_filter_choices(conditions: Mapping[str, ColumnElement[bool]]) -> dict[str, Callable[[], ColumnElement[bool]]]:
    """Return the conditions in the form that a list filter expects."""
    return {name: (lambda condition=condition: condition) for name, condition in conditions.items()}


# Aging as of a past day: payments and credits dated later are ignored, and invoices that were voided or deleted later
# are still owed. An invoice that was void when it was first read counts on no day: its former amounts are not known.
AS_OF = bindparam("as_of_", type_=Date)
# The instant at which that day ended.
AS_OF_END = bindparam("as_of_end_", type_=UtcDateTime())
_later_payment = InvoicePayment.__table__.alias("later_payment")


def gone_at(invoices: FromClause) -> ColumnElement[datetime | None]:
    """Return when the invoice was voided or deleted; null for the others."""
    return func.coalesce(invoices.c.voided_at, invoices.c.deleted_at)


def _sum_of_units(amount: ColumnElement[Any]) -> ColumnElement[int]:
    return func.coalesce(func.sum(type_coerce(amount, BigInteger)), literal_column("0", BigInteger))


def _was_paid_later(invoices: FromClause) -> ColumnElement[bool]:
    """Payments that were removed because their invoice was voided or deleted had been made all the same."""
    return and_(
        _later_payment.c.invoice_external_id == invoices.c.external_id,
        _later_payment.c.paid_on > AS_OF,
        or_(_later_payment.c.deleted_at.is_(None), _later_payment.c.deleted_at >= gone_at(invoices)),
    )


_PAID_LATER = (
    select(_sum_of_units(_later_payment.c.amount))
    .where(_was_paid_later(Invoice.__table__))
    .correlate(Invoice)
    .scalar_subquery()
)
# Per invoice, the current balance and later payments on invoices that existed then; an index answers both.
_invoice_then = Invoice.__table__.alias("invoice_then")
_units = type_coerce(_invoice_then.c.balance, BigInteger)
_owed_or_paid_since = union_all(
    select(_invoice_then.c.id, _units.label("units")).where(or_(_units > _ZERO, _units < _ZERO)),
    select(_invoice_then.c.id, type_coerce(_invoice_then.c.balance_when_voided, BigInteger)).where(
        _invoice_then.c.voided_at >= AS_OF_END
    ),
    select(_invoice_then.c.id, type_coerce(_later_payment.c.amount, BigInteger))
    .join(_later_payment, _was_paid_later(_invoice_then))
    .where(_invoice_then.c.issued_on <= AS_OF),
).subquery("owed_or_paid_since")
_HAD_BALANCE = (
    select(_owed_or_paid_since.c.id)
    .group_by(_owed_or_paid_since.c.id)
    .having(func.sum(_owed_or_paid_since.c.units) > _ZERO)
)
_UNITS_AS_OF = type_coerce(func.coalesce(Invoice.balance_when_voided, Invoice.balance), BigInteger) + _PAID_LATER
BALANCE_AS_OF = type_coerce(_UNITS_AS_OF, Amount)
_EXISTED = and_(
    Invoice.issued_on <= AS_OF,
    or_(Invoice.deleted_at.is_(None), Invoice.deleted_at >= AS_OF_END),
    or_(Invoice.is_voided.is_(False), Invoice.voided_at >= AS_OF_END),
)
OWED_AS_OF = and_(Invoice.id.in_(_HAD_BALANCE), _EXISTED)
# The same, calculated for each invoice: for the invoices of a few clients.
OWED_AS_OF_BY_INVOICE = and_(_UNITS_AS_OF > _ZERO, _EXISTED)
DAYS_OVERDUE_AS_OF = days_between(AS_OF, Invoice.payable_on)
BUCKET_AS_OF = _bucket(DAYS_OVERDUE_AS_OF)

STATUS_NAME = _name_of_match(STATUS)
AGING_NAME = case((OWED, _bucket(_DAYS)), else_=null())
DAYS_OVERDUE = case((OVERDUE, _DAYS), else_=null())

# Payments and credit notes that customers may still deduct from invoices. On a day, the part that no invoice uses now,
# plus the parts that were applied later, minus those that became free since, when their invoice was voided or deleted.
_part = InvoicePayment.__table__.alias("part_of_credit")
_invoice_of_part = Invoice.__table__.alias("invoice_of_part")
_IS_PART = _part.c.credit_external_id == CustomerCredit.external_id
_SUM_OF_PARTS = select(
    func.coalesce(func.sum(type_coerce(_part.c.amount, BigInteger)), literal_column("0", BigInteger))
)
_APPLIED_LATER = (
    _SUM_OF_PARTS.where(_IS_PART, _part.c.deleted_at.is_(None), _part.c.paid_on > AS_OF)
    .correlate(CustomerCredit)
    .scalar_subquery()
)
_FREED_SINCE = (
    _SUM_OF_PARTS.join(_invoice_of_part, _invoice_of_part.c.external_id == _part.c.invoice_external_id)
    .where(
        _IS_PART,
        _part.c.paid_on <= AS_OF,
        _part.c.deleted_at >= gone_at(_invoice_of_part),
        gone_at(_invoice_of_part) >= AS_OF_END,
    )
    .correlate(CustomerCredit)
    .scalar_subquery()
)
_LEFT_AS_OF = type_coerce(CustomerCredit.balance, BigInteger) + _APPLIED_LATER - _FREED_SINCE
UNAPPLIED_AS_OF = and_(CustomerCredit.deleted_at.is_(None), CustomerCredit.dated_on <= AS_OF, _LEFT_AS_OF != _ZERO)
# Negative, so that it is added to balances.
CREDIT_AS_OF = type_coerce(-_LEFT_AS_OF, Amount)
UNAPPLIED_NOW = and_(
    CustomerCredit.deleted_at.is_(None), CustomerCredit.dated_on <= TODAY, CustomerCredit.balance != _ZERO
)

# What an invoice bills, in units of stored amounts, without tax (docs/decisions/0116).
_NOTHING: ColumnElement[int] = literal_column("0", BigInteger)
_SUBTOTAL = type_coerce(Invoice.subtotal, BigInteger)


def billed_part(allocation: type[PaymentAllocation], invoice: type[Invoice]) -> ColumnElement[int]:
    """What the invoice bills of the allocation's payment; a lowered one bills its earliest due payments first."""
    amount = type_coerce(allocation.amount, BigInteger)
    left = type_coerce(invoice.subtotal, BigInteger) - type_coerce(allocation.settled_from, BigInteger)
    return case((left >= amount, amount), (left <= _NOTHING, _NOTHING), else_=left)


BILLED_PART = billed_part(PaymentAllocation, Invoice)
IS_ALLOCATED = exists(select(PaymentAllocation.id).where(PaymentAllocation.invoice_id == Invoice.id).correlate(Invoice))
_USED = (
    select(cast(func.sum(type_coerce(PaymentAllocation.amount, BigInteger)), BigInteger))
    .where(PaymentAllocation.invoice_id == Invoice.id)
    .correlate(Invoice)
    .scalar_subquery()
)
# What is left of the invoice's subtotal; below 0 if it was lowered.
UNALLOCATED: ColumnElement[int] = _SUBTOTAL - func.coalesce(_USED, _NOTHING)
# What it bills besides scheduled payments.
REST: ColumnElement[int] = case(
    (_SUBTOTAL < _NOTHING, _SUBTOTAL), (UNALLOCATED < _NOTHING, _NOTHING), else_=UNALLOCATED
)
# What an invoice in force could still bill of scheduled payments, and how far it is reconciled with them.
_IS_LEFT = and_(_IS_LIVE, UNALLOCATED > _NOTHING)
UNRECONCILED: ColumnElement[int] = case((_IS_LEFT, UNALLOCATED), else_=_NOTHING)
RECONCILIATION: Mapping[str, ColumnElement[bool]] = {
    "none": and_(_IS_LEFT, ~IS_ALLOCATED),
    "part": and_(_IS_LEFT, IS_ALLOCATED),
    "complete": and_(_IS_LIVE, IS_ALLOCATED, UNALLOCATED <= _NOTHING),
}
# The day on which a paid invoice was settled: that of its last payment or credit. Null for one that is not paid, or
# that credits alone settled.
_line = InvoicePayment.__table__.alias("line_of_settled")
_IS_LINE = and_(_line.c.invoice_external_id == Invoice.external_id, _line.c.deleted_at.is_(None))
_HAS_PAYMENT = (
    select(_line.c.id).where(_IS_LINE, _line.c.kind == literal_column("'payment'")).correlate(Invoice).exists()
)
_LAST_LINE_ON = select(func.max(_line.c.paid_on)).where(_IS_LINE).correlate(Invoice).scalar_subquery()
SETTLED_ON = case((and_(STATUS["paid"], Invoice.total > _ZERO, _HAS_PAYMENT), _LAST_LINE_ON), else_=null())
