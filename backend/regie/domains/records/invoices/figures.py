"""What an invoice's state is on a day: the one place where open, overdue, paid and void are told apart."""

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
from regie.domains.records.settings.models import AGEING_EDGES

# The organization's date, bound at each call.
TODAY = bindparam("today_", type_=Date)

_GONE = Invoice.deleted_at.is_not(None)
_LIVE = and_(Invoice.deleted_at.is_(None), Invoice.is_voided.is_(False))
_NOTHING = literal_column("0")
OWED = and_(_LIVE, Invoice.balance > _NOTHING)
OVERDUE = and_(OWED, Invoice.payable_on < TODAY)
BILLED = _LIVE
_DAYS = days_between(TODAY, Invoice.payable_on)

STATUS: Mapping[str, ColumnElement[bool]] = {
    "deleted_in_source": _GONE,
    "voided": and_(Invoice.deleted_at.is_(None), Invoice.is_voided),
    "paid": and_(_LIVE, Invoice.balance <= _NOTHING),
    "overdue": OVERDUE,
    "partially_paid": and_(OWED, Invoice.payable_on >= TODAY, Invoice.balance < Invoice.total),
    "open": and_(OWED, Invoice.payable_on >= TODAY, Invoice.balance >= Invoice.total),
}


def _days(number: int) -> ColumnElement[int]:
    return literal_column(str(number), Integer)


def _named(conditions: Mapping[str, ColumnElement[bool]]) -> ColumnElement[str]:
    return case(*((condition, literal_column(f"'{name}'")) for name, condition in conditions.items()), else_=null())


# Where ageing is parted and what its parts are called follow from the settings, bound at each call (`ageing_params`).
_EDGES = tuple(bindparam(f"ageing_edge_{number}_", type_=Integer) for number in range(AGEING_EDGES))
_PARTS = tuple(bindparam(f"ageing_part_{number}_", type_=String) for number in range(AGEING_EDGES + 1))


def _bucket(days: ColumnElement[int]) -> ColumnElement[str]:
    """The part of ageing by days past due: due today is current."""
    until = ((days <= edge, part) for edge, part in zip(_EDGES, _PARTS, strict=False))
    return case((days <= _days(0), literal_column("'current'", String)), *until, else_=_PARTS[-1])


def bucket_names(edges: Sequence[int]) -> list[str]:
    """`[30, 60, 90]` → `current`, `1_30`, `31_60`, `61_90`, `over_90`."""
    return ["current", *(f"{before + 1}_{edge}" for before, edge in pairwise([0, *edges])), f"over_{edges[-1]}"]


def ageing_params(edges: Sequence[int]) -> dict[str, Any]:
    """What every statement about ageing is given."""
    parts = bucket_names(edges)[1:]
    bound = zip((*_EDGES, *_PARTS), (*edges, *parts), strict=True)
    return {str(param.key): value for param, value in bound}


def as_choices(conditions: Mapping[str, ColumnElement[bool]]) -> dict[str, Callable[[], ColumnElement[bool]]]:
    """The same conditions as a list's filter wants them."""
    return {name: (lambda held=condition: held) for name, condition in conditions.items()}


# Ageing as of any day, looking back: a payment dated later had not come, a credit given later had not been given, and
# what was deleted since was still owed. What is void now counts on no day: the service no longer says what it was.
AS_OF = bindparam("as_of_", type_=Date)
# The instant at which that day ended.
AS_OF_END = bindparam("as_of_end_", type_=UtcDateTime())
_came_later = InvoicePayment.__table__.alias("came_later")
_PAID_LATER = (
    select(func.coalesce(func.sum(type_coerce(_came_later.c.amount, BigInteger)), literal_column("0", BigInteger)))
    .where(
        _came_later.c.invoice_external_id == Invoice.external_id,
        _came_later.c.paid_on > AS_OF,
        _came_later.c.deleted_at.is_(None),
    )
    .correlate(Invoice)
    .scalar_subquery()
)
# What an index finds, each invoice's added up: what is owed now, and what was paid since on those that were there then.
_then = Invoice.__table__.alias("then")
_units = type_coerce(_then.c.balance, BigInteger)
_owed_or_paid_since = union_all(
    select(_then.c.id, _units.label("units")).where(or_(_units > _NOTHING, _units < _NOTHING)),
    select(_then.c.id, type_coerce(_came_later.c.amount, BigInteger))
    .join(_came_later, _came_later.c.invoice_external_id == _then.c.external_id)
    .where(_came_later.c.paid_on > AS_OF, _came_later.c.deleted_at.is_(None), _then.c.issued_on <= AS_OF),
).subquery("owed_or_paid_since")
_HAD_BALANCE = (
    select(_owed_or_paid_since.c.id)
    .group_by(_owed_or_paid_since.c.id)
    .having(func.sum(_owed_or_paid_since.c.units) > _NOTHING)
)
BALANCE_THEN = type_coerce(type_coerce(Invoice.balance, BigInteger) + _PAID_LATER, Amount)
OWED_THEN = and_(
    Invoice.id.in_(_HAD_BALANCE),
    Invoice.is_voided.is_(False),
    Invoice.issued_on <= AS_OF,
    or_(Invoice.deleted_at.is_(None), Invoice.deleted_at >= AS_OF_END),
)
DAYS_THEN = days_between(AS_OF, Invoice.payable_on)
BUCKET_THEN = _bucket(DAYS_THEN)

STATUS_NAME = _named(STATUS)
AGING_NAME = case((OWED, _bucket(_DAYS)), else_=null())
DAYS_OVERDUE = case((OVERDUE, _DAYS), else_=null())
