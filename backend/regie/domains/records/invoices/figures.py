"""Derives an invoice's status and aging bucket on a day, as SQL."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    Integer,
    String,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
    union_all,
)

from regie.core.db.model import UtcDateTime
from regie.core.money.amounts import Amount
from regie.core.time.dates import days_between
from regie.domains.records.invoices.models import Invoice, InvoicePayment
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
    "paid": and_(_IS_LIVE, Invoice.balance <= _ZERO),
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


# Aging as of a past day: payments and credits dated later are ignored, and invoices deleted later are still owed.
# Invoices that are void now count on no day, because the service no longer reports their former amounts.
AS_OF = bindparam("as_of_", type_=Date)
# The instant at which that day ended.
AS_OF_END = bindparam("as_of_end_", type_=UtcDateTime())
_later_payment = InvoicePayment.__table__.alias("later_payment")
_PAID_LATER = (
    select(func.coalesce(func.sum(type_coerce(_later_payment.c.amount, BigInteger)), literal_column("0", BigInteger)))
    .where(
        _later_payment.c.invoice_external_id == Invoice.external_id,
        _later_payment.c.paid_on > AS_OF,
        _later_payment.c.deleted_at.is_(None),
    )
    .correlate(Invoice)
    .scalar_subquery()
)
# Per invoice, the current balance and later payments on invoices that existed then; an index answers both.
_invoice_then = Invoice.__table__.alias("invoice_then")
_units = type_coerce(_invoice_then.c.balance, BigInteger)
_owed_or_paid_since = union_all(
    select(_invoice_then.c.id, _units.label("units")).where(or_(_units > _ZERO, _units < _ZERO)),
    select(_invoice_then.c.id, type_coerce(_later_payment.c.amount, BigInteger))
    .join(_later_payment, _later_payment.c.invoice_external_id == _invoice_then.c.external_id)
    .where(_later_payment.c.paid_on > AS_OF, _later_payment.c.deleted_at.is_(None), _invoice_then.c.issued_on <= AS_OF),
).subquery("owed_or_paid_since")
_HAD_BALANCE = (
    select(_owed_or_paid_since.c.id)
    .group_by(_owed_or_paid_since.c.id)
    .having(func.sum(_owed_or_paid_since.c.units) > _ZERO)
)
BALANCE_AS_OF = type_coerce(type_coerce(Invoice.balance, BigInteger) + _PAID_LATER, Amount)
OWED_AS_OF = and_(
    Invoice.id.in_(_HAD_BALANCE),
    Invoice.is_voided.is_(False),
    Invoice.issued_on <= AS_OF,
    or_(Invoice.deleted_at.is_(None), Invoice.deleted_at >= AS_OF_END),
)
DAYS_OVERDUE_AS_OF = days_between(AS_OF, Invoice.payable_on)
BUCKET_AS_OF = _bucket(DAYS_OVERDUE_AS_OF)

STATUS_NAME = _name_of_match(STATUS)
AGING_NAME = case((OWED, _bucket(_DAYS)), else_=null())
DAYS_OVERDUE = case((OVERDUE, _DAYS), else_=null())
