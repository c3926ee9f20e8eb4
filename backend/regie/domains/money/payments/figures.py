"""Calculates a payment's status and its invoiced and paid amounts from the invoices that bill it.

A payment excludes tax and an invoice's balance includes it, so a paid amount counts in proportion to subtotal ÷ total.
An invoice that bills several payments settles the earliest due first (docs/decisions/0015, 0112).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    join,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
    union_all,
)
from sqlalchemy.orm import aliased

from regie.core.lists.shape import Column
from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, Amount, currency_digits
from regie.core.money.shares import share_of
from regie.domains.money.payments.schemas import SuggestionReason
from regie.domains.records.invoices.figures import BILLED, BILLED_PART, IS_ALLOCATED, REST, billed_part
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project


def _integer(value: int) -> ColumnElement[int]:
    return literal_column(str(value), BigInteger)


def _scaled(amount: Column) -> ColumnElement[int]:
    return type_coerce(amount, BigInteger)


def _currency_unit() -> ColumnElement[int]:
    """The smallest unit of the invoice's currency, in the units of stored amounts."""
    other_digits = {code: currency_digits(code) for code in CURRENCIES if currency_digits(code) != 2}
    smallest = {code: _integer(10 ** (AMOUNT_DIGITS - digits)) for code, digits in other_digits.items()}
    return case(
        *((Invoice.currency == literal_column(f"'{code}'"), unit) for code, unit in smallest.items()),
        else_=_integer(10 ** (AMOUNT_DIGITS - 2)),
    )


def _without_tax(paid: ColumnElement[int]) -> ColumnElement[int]:
    """The part of the subtotal that a paid amount with tax settles, rounded down to the smallest currency unit."""
    return case(
        (paid >= _scaled(Invoice.total), _scaled(Invoice.subtotal)),
        (paid <= _ZERO, _ZERO),
        else_=share_of(_scaled(Invoice.subtotal), paid, _scaled(Invoice.total)) // _currency_unit() * _currency_unit(),
    )


# What status and amounts are read from: the project, and of several invoices, the first one.
SOURCE = (
    join(ProjectPayment, Project, Project.id == ProjectPayment.project_id, isouter=True)
    .join(Invoice, Invoice.id == ProjectPayment.invoice_id, isouter=True)
    .join(
        PaymentAllocation,
        and_(PaymentAllocation.payment_id == ProjectPayment.id, PaymentAllocation.invoice_id == Invoice.id),
        isouter=True,
    )
)
_ZERO = _integer(0)
_AMOUNT = _scaled(ProjectPayment.amount)
_IS_VALID = and_(Invoice.id.is_not(None), Invoice.deleted_at.is_(None), Invoice.is_voided.is_(False))
_REACHED = _without_tax(_scaled(Invoice.total) - _scaled(Invoice.balance)) - _scaled(PaymentAllocation.settled_from)
# What is paid of the allocation and invoice that a statement has joined.
SETTLED = case((_REACHED >= BILLED_PART, BILLED_PART), (_REACHED <= _ZERO, _ZERO), else_=_REACHED)


def _of_allocations(value: ColumnElement[Any]) -> ColumnElement[Any]:
    """An aggregate over a payment's allocations to valid invoices."""
    return (
        select(value)
        .select_from(PaymentAllocation)
        .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
        .where(PaymentAllocation.payment_id == ProjectPayment.id, _IS_VALID)
        .correlate(ProjectPayment)
        .scalar_subquery()
    )


_part, _part_invoice = aliased(PaymentAllocation), aliased(Invoice)
# Under other names, so that a list that only adds up parts leaves out the joins of the first invoice.
_INVOICED_OF_PARTS = (
    select(func.coalesce(cast(func.sum(billed_part(_part, _part_invoice)), BigInteger), _ZERO))
    .join(_part_invoice, _part_invoice.id == _part.invoice_id)
    .where(
        _part.payment_id == ProjectPayment.id, _part_invoice.deleted_at.is_(None), _part_invoice.is_voided.is_(False)
    )
    .correlate(ProjectPayment)
    .scalar_subquery()
)
_PAID_OF_PARTS = _of_allocations(func.coalesce(cast(func.sum(SETTLED), BigInteger), _ZERO))
# A payment without parts is billed by one invoice completely, or by none.
_INVOICED = case((ProjectPayment.is_split, _INVOICED_OF_PARTS), (_IS_VALID, _AMOUNT), else_=_ZERO)
_PAID = case((ProjectPayment.is_split, _PAID_OF_PARTS), (_IS_VALID, SETTLED), else_=_ZERO)
_HAS_VALID_INVOICE = _INVOICED > _ZERO
INVOICED_AMOUNT = type_coerce(_INVOICED, Amount)
# What is still to be invoiced of a payment that is neither skipped nor written off.
_IS_TO_BILL = ProjectPayment.status.in_([literal_column("'planned'"), literal_column("'ready'")])
OPEN_AMOUNT = type_coerce(case((_IS_TO_BILL, _AMOUNT - _INVOICED), else_=_ZERO), Amount)
# Null without a valid invoice.
PAID_AMOUNT = type_coerce(case((_HAS_VALID_INVOICE, _PAID), else_=null()), Amount)
INVOICED_ON = case(
    (ProjectPayment.is_split, _of_allocations(func.max(Invoice.issued_on))),
    (_IS_VALID, Invoice.issued_on),
    else_=null(),
)

_allocation, _invoice = aliased(PaymentAllocation), aliased(Invoice)
_numbers = (
    select(func.coalesce(_invoice.number, _invoice.external_id).label("number"))
    .select_from(_allocation)
    .join(_invoice, _invoice.id == _allocation.invoice_id)
    .where(_allocation.payment_id == ProjectPayment.id)
    .order_by(_allocation.id)
    .correlate(ProjectPayment)
    .subquery()
)
INVOICE_NUMBERS = case(
    (
        ProjectPayment.is_split,
        # A literal, because shared statements have no values of their own.
        select(func.aggregate_strings(_numbers.c.number, literal_column("', '")))  # type: ignore[arg-type]
        .correlate(ProjectPayment)
        .scalar_subquery(),
    ),
    else_=func.coalesce(Invoice.number, Invoice.external_id),
)

_IS_READY = ProjectPayment.status == "ready"
_FOLLOWS_INVOICE = and_(_IS_READY, _HAS_VALID_INVOICE)
_IS_UNBILLED = and_(_IS_READY, ProjectPayment.invoice_id.is_not(None), _INVOICED <= _ZERO)
_IS_TO_RELINK = and_(_IS_UNBILLED, ~_IS_VALID)
# Nothing is left of an invoice that was lowered.
_IS_LEFT_OUT = and_(_IS_READY, ProjectPayment.is_split, _INVOICED_OF_PARTS <= _ZERO, _IS_VALID)
_IS_INVOICED = and_(_FOLLOWS_INVOICE, _INVOICED >= _AMOUNT)
STATUS: Mapping[str, ColumnElement[bool]] = {
    "planned": ProjectPayment.status == "planned",
    "ready": or_(and_(_IS_READY, ProjectPayment.invoice_id.is_(None)), _IS_LEFT_OUT),
    "skipped": ProjectPayment.status == "skipped",
    "written_off": ProjectPayment.status == "written_off",
    "invoice_deleted": and_(_IS_TO_RELINK, Invoice.deleted_at.is_not(None)),
    "invoice_voided": and_(_IS_TO_RELINK, Invoice.deleted_at.is_(None)),
    "partially_invoiced": and_(
        _IS_READY, ProjectPayment.is_split, _INVOICED_OF_PARTS > _ZERO, _INVOICED_OF_PARTS < _AMOUNT
    ),
    "paid": and_(_IS_INVOICED, _PAID >= _AMOUNT),
    "invoiced": and_(_IS_INVOICED, _PAID <= _ZERO),
    "partially_paid": and_(_IS_INVOICED, _PAID > _ZERO, _PAID < _AMOUNT),
}
STATUS_NAME = case(*((condition, literal_column(f"'{name}'")) for name, condition in STATUS.items()), else_=null())

_line, _until = aliased(InvoicePayment), aliased(InvoicePayment)
_PAID_UNTIL = (
    select(func.sum(_scaled(_until.amount)))
    .where(
        _until.invoice_external_id == _line.invoice_external_id,
        _until.paid_on <= _line.paid_on,
        _until.deleted_at.is_(None),
    )
    .correlate(_line)
    .scalar_subquery()
)
# The day on which the payments received on the invoice covered the allocation.
_COVERED_ON = (
    select(func.min(_line.paid_on))
    .where(
        _line.invoice_external_id == Invoice.external_id,
        _line.deleted_at.is_(None),
        _without_tax(_PAID_UNTIL) - _scaled(PaymentAllocation.settled_from) >= BILLED_PART,
    )
    .correlate(Invoice, PaymentAllocation)
    .scalar_subquery()
)
PAID_ON = case(
    (~and_(_HAS_VALID_INVOICE, _PAID >= _AMOUNT), null()),
    (ProjectPayment.is_split, _of_allocations(func.max(_COVERED_ON))),
    else_=_COVERED_ON,
)


def _sum(amount: ColumnElement[int], condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return type_coerce(func.coalesce(func.sum(case((condition, amount), else_=_ZERO)), _ZERO), Amount)


# Every amount is in exactly one of the first six; `paid` is the paid amount of all payments.
TOTALS: Mapping[str, ColumnElement[Any]] = {
    "planned": _sum(_AMOUNT, STATUS["planned"]),
    "ready": _sum(_AMOUNT, STATUS["ready"]) + _sum(_AMOUNT - _INVOICED_OF_PARTS, STATUS["partially_invoiced"]),
    "invoiced": _sum(_INVOICED, _IS_READY),
    "to_relink": _sum(_AMOUNT, _IS_TO_RELINK),
    "skipped": _sum(_AMOUNT, STATUS["skipped"]),
    "written_off": _sum(_AMOUNT, STATUS["written_off"]),
    "paid": _sum(_PAID, _HAS_VALID_INVOICE),
}

_PARTS_OF_PAYMENTS = (
    select(
        ProjectPayment.project_id,
        Invoice.issued_on,
        Invoice.currency,
        type_coerce(BILLED_PART, Amount).label("amount"),
        Invoice.id.label("invoice_id"),
    )
    .join(PaymentAllocation, PaymentAllocation.payment_id == ProjectPayment.id)
    .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
    .where(BILLED, BILLED_PART > _ZERO)
)
_OF_OWN_PROJECT = (Invoice.project_id, Invoice.issued_on, Invoice.currency)
_WITHOUT_PAYMENTS = select(*_OF_OWN_PROJECT, Invoice.subtotal, Invoice.id).where(BILLED, ~IS_ALLOCATED)
_RESTS = select(*_OF_OWN_PROJECT, type_coerce(REST, Amount), Invoice.id).where(BILLED, IS_ALLOCATED, REST != _ZERO)
# What invoices that bill scheduled payments bill besides them.
RESTS = _RESTS.subquery("rests")
# What each invoice bills of each project, which adds up to its subtotal: parts of scheduled payments, and the rest for
# its own project; the project is null where it has none.
BILLINGS = union_all(_PARTS_OF_PAYMENTS, _WITHOUT_PAYMENTS, _RESTS).subquery("billings")


def billings_of_projects(projects: Select[int]) -> Subquery:
    """Return `BILLINGS` of these projects, found from them: of the union, a database would read all invoices."""
    of_projects = Invoice.project_id.in_(projects)
    return union_all(
        _PARTS_OF_PAYMENTS.where(ProjectPayment.project_id.in_(projects)),
        _WITHOUT_PAYMENTS.where(of_projects),
        _RESTS.where(of_projects),
    ).subquery("billings")


def billings_of_invoices(invoices: CompoundSelect[int]) -> Subquery:
    """Return `BILLINGS` of these invoices, found from them."""
    parts = (_PARTS_OF_PAYMENTS, _WITHOUT_PAYMENTS, _RESTS)
    return union_all(*(part.where(Invoice.id.in_(invoices)) for part in parts)).subquery("billings")


_CLOSE_DAYS = 30
_FAR_DAYS = 120
_CLOSE_PERCENT = 5
# The points of each criterion, of 100.
_AMOUNT_POINTS, _DATE_POINTS, _PROJECT_POINTS = 60, 30, 10


@dataclass(frozen=True, slots=True)
class InvoiceScore:
    score: int
    reasons: list[SuggestionReason]


def score_invoice(payment: Any, invoice: Any) -> InvoiceScore:
    """Score how close amounts and dates are, in whole points; equal scores stay in the order of dates."""
    excess = invoice.unallocated - payment.amount
    most, least = max(invoice.unallocated, payment.amount), min(invoice.unallocated, payment.amount)
    days_apart = abs((invoice.issued_on - payment.due_on).days)
    is_same_project = invoice.project_id == payment.project_id
    is_close = (most - least) * 100 <= payment.amount * _CLOSE_PERCENT
    of_other_size: SuggestionReason = "part_of_larger" if excess > 0 else "part_of_payment"
    reasons: list[SuggestionReason] = ["same_amount" if excess == 0 else "close_amount" if is_close else of_other_size]
    if is_same_project:
        reasons.append("same_project")
    if month_of(invoice.issued_on) == month_of(payment.due_on):
        reasons.append("same_month")
    elif days_apart <= _CLOSE_DAYS:
        reasons.append("close_date")
    amount_points = _AMOUNT_POINTS * least // most
    date_points = _DATE_POINTS * max(0, _FAR_DAYS - days_apart) // _FAR_DAYS
    return InvoiceScore(amount_points + date_points + _PROJECT_POINTS * is_same_project, reasons)


def month_of(day: date) -> tuple[int, int]:
    return day.year, day.month
