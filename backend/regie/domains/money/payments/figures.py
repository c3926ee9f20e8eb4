"""Calculates a payment's status and paid amount from its invoice.

A payment excludes tax and an invoice's balance includes it, so a paid amount counts in proportion to subtotal ÷ total.
An invoice with several payments settles the earliest due first (docs/decisions/0015).
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    case,
    func,
    literal_column,
    null,
    select,
    tuple_,
    type_coerce,
    union_all,
)
from sqlalchemy.orm import aliased

from regie.core.lists.shape import Column
from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, Amount, currency_digits
from regie.core.money.shares import share_of
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.payments.models import ProjectPayment
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


_ZERO = _integer(0)
_AMOUNT = _scaled(ProjectPayment.amount)
_earlier = aliased(ProjectPayment)
# The sum of the invoice's payments that are settled before this one.
_SETTLED_BEFORE = (
    select(func.coalesce(func.sum(_scaled(_earlier.amount)), _ZERO))
    .where(
        _earlier.invoice_id == ProjectPayment.invoice_id,
        tuple_(_earlier.due_on, _earlier.sequence, _earlier.id)
        < tuple_(ProjectPayment.due_on, ProjectPayment.sequence, ProjectPayment.id),
    )
    .correlate(ProjectPayment)
    .scalar_subquery()
)
IS_LINKED = and_(Invoice.id.is_not(None), Invoice.deleted_at.is_(None), Invoice.is_voided.is_(False))
_SETTLED_AMOUNT = _without_tax(_scaled(Invoice.total) - _scaled(Invoice.balance)) - _SETTLED_BEFORE
_PAID = case((_SETTLED_AMOUNT >= _AMOUNT, _AMOUNT), (_SETTLED_AMOUNT <= _ZERO, _ZERO), else_=_SETTLED_AMOUNT)
# Null without a valid invoice.
PAID_AMOUNT = type_coerce(case((IS_LINKED, _PAID), else_=null()), Amount)
INVOICED_ON = case((IS_LINKED, Invoice.issued_on), else_=null())

_FOLLOWS_INVOICE = and_(ProjectPayment.status == "ready", IS_LINKED)
STATUS: Mapping[str, ColumnElement[bool]] = {
    "planned": ProjectPayment.status == "planned",
    "ready": and_(ProjectPayment.status == "ready", ProjectPayment.invoice_id.is_(None)),
    "skipped": ProjectPayment.status == "skipped",
    "written_off": ProjectPayment.status == "written_off",
    "invoice_deleted": and_(ProjectPayment.status == "ready", Invoice.deleted_at.is_not(None)),
    "invoice_voided": and_(ProjectPayment.status == "ready", Invoice.deleted_at.is_(None), Invoice.is_voided),
    "paid": and_(_FOLLOWS_INVOICE, _SETTLED_AMOUNT >= _AMOUNT),
    "invoiced": and_(_FOLLOWS_INVOICE, _SETTLED_AMOUNT <= _ZERO),
    "partially_paid": and_(_FOLLOWS_INVOICE, _SETTLED_AMOUNT > _ZERO, _SETTLED_AMOUNT < _AMOUNT),
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
# The day on which the payments received on the invoice covered this payment.
_COVERED_ON = (
    select(func.min(_line.paid_on))
    .where(
        _line.invoice_external_id == Invoice.external_id,
        _line.deleted_at.is_(None),
        _without_tax(_PAID_UNTIL) - _SETTLED_BEFORE >= _AMOUNT,
    )
    .correlate(Invoice, ProjectPayment)
    .scalar_subquery()
)
PAID_ON = case((and_(IS_LINKED, _SETTLED_AMOUNT >= _AMOUNT), _COVERED_ON), else_=null())


def _sum(amount: ColumnElement[int], condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return type_coerce(func.coalesce(func.sum(case((condition, amount), else_=_ZERO)), _ZERO), Amount)


# Every payment is in exactly one of the first six; `paid` is the paid amount of all of them.
TOTALS: Mapping[str, ColumnElement[Any]] = {
    "planned": _sum(_AMOUNT, STATUS["planned"]),
    "ready": _sum(_AMOUNT, STATUS["ready"]),
    "invoiced": _sum(_AMOUNT, _FOLLOWS_INVOICE),
    "to_relink": _sum(
        _AMOUNT, and_(ProjectPayment.status == "ready", ProjectPayment.invoice_id.is_not(None), ~IS_LINKED)
    ),
    "skipped": _sum(_AMOUNT, STATUS["skipped"]),
    "written_off": _sum(_AMOUNT, STATUS["written_off"]),
    "paid": _sum(_PAID, IS_LINKED),
}

_WITH_PAYMENTS = (
    select(
        ProjectPayment.project_id,
        Invoice.issued_on,
        Project.currency,
        ProjectPayment.amount,
        Invoice.id.label("invoice_id"),
    )
    .join(Invoice, Invoice.id == ProjectPayment.invoice_id)
    .join(Project, Project.id == ProjectPayment.project_id)
    .where(BILLED)
)
_INVOICES_WITH_PAYMENTS = select(ProjectPayment.invoice_id).where(ProjectPayment.invoice_id.is_not(None))
_WITHOUT_PAYMENTS = select(Invoice.project_id, Invoice.issued_on, Invoice.currency, Invoice.subtotal, Invoice.id).where(
    BILLED, Invoice.project_id.is_not(None), Invoice.id.not_in(_INVOICES_WITH_PAYMENTS)
)
# Amounts billed per project: an invoice with payments bills their amounts, one without payments its subtotal.
BILLINGS = union_all(_WITH_PAYMENTS, _WITHOUT_PAYMENTS).subquery("billings")
