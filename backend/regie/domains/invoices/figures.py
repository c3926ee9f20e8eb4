"""What an invoice's state is on a day: the one place where open, overdue, paid and void are told apart."""

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, Date, Integer, and_, bindparam, case, literal_column, null

from regie.core.dates import days_between
from regie.domains.invoices.models import Invoice

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


# Days past due: due today is current.
AGING: Mapping[str, ColumnElement[bool]] = {
    "current": and_(OWED, _days(0) >= _DAYS),
    "1_30": and_(OWED, _days(1) <= _DAYS, _days(30) >= _DAYS),
    "31_60": and_(OWED, _days(31) <= _DAYS, _days(60) >= _DAYS),
    "61_90": and_(OWED, _days(61) <= _DAYS, _days(90) >= _DAYS),
    "over_90": and_(OWED, _days(91) <= _DAYS),
}


def _named(conditions: Mapping[str, ColumnElement[bool]]) -> ColumnElement[str]:
    return case(*((condition, literal_column(f"'{name}'")) for name, condition in conditions.items()), else_=null())


def as_choices(conditions: Mapping[str, ColumnElement[bool]]) -> dict[str, Callable[[], ColumnElement[bool]]]:
    """The same conditions as a list's filter wants them."""
    return {name: (lambda held=condition: held) for name, condition in conditions.items()}


STATUS_NAME = _named(STATUS)
AGING_NAME = _named(AGING)
DAYS_OVERDUE = case((OVERDUE, _DAYS), else_=null())
