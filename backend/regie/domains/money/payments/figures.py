"""What a payment's invoice says of it: the one place where its status and what is paid of it are worked out.

A payment is without tax, an invoice's balance is with it: of what is paid on it, the share that its subtotal has
in its total counts. Where an invoice settles several payments, the earliest due is settled first (docs/decisions/0015).
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
from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, Amount, digits_of
from regie.core.money.shares import share_of
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project


def _number(value: int) -> ColumnElement[int]:
    return literal_column(str(value), BigInteger)


def _raw(amount: Column) -> ColumnElement[int]:
    return type_coerce(amount, BigInteger)


def _unit() -> ColumnElement[int]:
    """The smallest piece of money of the invoice's currency, in the amounts' own units."""
    odd = {code: digits_of(code) for code in CURRENCIES if digits_of(code) != 2}
    smallest = {code: _number(10 ** (AMOUNT_DIGITS - digits)) for code, digits in odd.items()}
    return case(
        *((Invoice.currency == literal_column(f"'{code}'"), unit) for code, unit in smallest.items()),
        else_=_number(10 ** (AMOUNT_DIGITS - 2)),
    )


def _without_tax(paid: ColumnElement[int]) -> ColumnElement[int]:
    """What so much paid with tax settles of the invoice's subtotal: whole cents, and never more than was paid."""
    return case(
        (paid >= _raw(Invoice.total), _raw(Invoice.subtotal)),
        (paid <= _NOTHING, _NOTHING),
        else_=share_of(_raw(Invoice.subtotal), paid, _raw(Invoice.total)) // _unit() * _unit(),
    )


_NOTHING = _number(0)
_AMOUNT = _raw(ProjectPayment.amount)
_earlier = aliased(ProjectPayment)
# What payments that are settled before this one take of their common invoice.
_BEFORE = (
    select(func.coalesce(func.sum(_raw(_earlier.amount)), _NOTHING))
    .where(
        _earlier.invoice_id == ProjectPayment.invoice_id,
        tuple_(_earlier.due_on, _earlier.sequence, _earlier.id)
        < tuple_(ProjectPayment.due_on, ProjectPayment.sequence, ProjectPayment.id),
    )
    .correlate(ProjectPayment)
    .scalar_subquery()
)
IS_LINKED = and_(Invoice.id.is_not(None), Invoice.deleted_at.is_(None), Invoice.is_voided.is_(False))
_REST = _without_tax(_raw(Invoice.total) - _raw(Invoice.balance)) - _BEFORE
_PAID = case((_REST >= _AMOUNT, _AMOUNT), (_REST <= _NOTHING, _NOTHING), else_=_REST)
# Null where no invoice stands behind it.
PAID_AMOUNT = type_coerce(case((IS_LINKED, _PAID), else_=null()), Amount)
INVOICED_ON = case((IS_LINKED, Invoice.issued_on), else_=null())

_FOLLOWS = and_(ProjectPayment.status == "ready", IS_LINKED)
STATUS: Mapping[str, ColumnElement[bool]] = {
    "planned": ProjectPayment.status == "planned",
    "ready": and_(ProjectPayment.status == "ready", ProjectPayment.invoice_id.is_(None)),
    "skipped": ProjectPayment.status == "skipped",
    "written_off": ProjectPayment.status == "written_off",
    "invoice_deleted": and_(ProjectPayment.status == "ready", Invoice.deleted_at.is_not(None)),
    "invoice_voided": and_(ProjectPayment.status == "ready", Invoice.deleted_at.is_(None), Invoice.is_voided),
    "paid": and_(_FOLLOWS, _REST >= _AMOUNT),
    "invoiced": and_(_FOLLOWS, _REST <= _NOTHING),
    "partially_paid": and_(_FOLLOWS, _REST > _NOTHING, _REST < _AMOUNT),
}
STATUS_NAME = case(*((held, literal_column(f"'{name}'")) for name, held in STATUS.items()), else_=null())

_line, _until = aliased(InvoicePayment), aliased(InvoicePayment)
_PAID_UNTIL = (
    select(func.sum(_raw(_until.amount)))
    .where(
        _until.invoice_external_id == _line.invoice_external_id,
        _until.paid_on <= _line.paid_on,
        _until.deleted_at.is_(None),
    )
    .correlate(_line)
    .scalar_subquery()
)
# The day on which what was paid on the invoice reached this payment.
_REACHED_ON = (
    select(func.min(_line.paid_on))
    .where(
        _line.invoice_external_id == Invoice.external_id,
        _line.deleted_at.is_(None),
        _without_tax(_PAID_UNTIL) - _BEFORE >= _AMOUNT,
    )
    .correlate(Invoice, ProjectPayment)
    .scalar_subquery()
)
PAID_ON = case((and_(IS_LINKED, _REST >= _AMOUNT), _REACHED_ON), else_=null())


def _sum(amount: ColumnElement[int], held: ColumnElement[bool]) -> ColumnElement[Any]:
    return type_coerce(func.coalesce(func.sum(case((held, amount), else_=_NOTHING)), _NOTHING), Amount)


# Every payment is in exactly one of the first six; `paid` is what has come in of any of them.
TOTALS: Mapping[str, ColumnElement[Any]] = {
    "planned": _sum(_AMOUNT, STATUS["planned"]),
    "ready": _sum(_AMOUNT, STATUS["ready"]),
    "invoiced": _sum(_AMOUNT, _FOLLOWS),
    "to_relink": _sum(
        _AMOUNT, and_(ProjectPayment.status == "ready", ProjectPayment.invoice_id.is_not(None), ~IS_LINKED)
    ),
    "skipped": _sum(_AMOUNT, STATUS["skipped"]),
    "written_off": _sum(_AMOUNT, STATUS["written_off"]),
    "paid": _sum(_PAID, IS_LINKED),
}

_BY_PAYMENT = (
    select(ProjectPayment.project_id, Invoice.issued_on, Project.currency, ProjectPayment.amount)
    .join(Invoice, Invoice.id == ProjectPayment.invoice_id)
    .join(Project, Project.id == ProjectPayment.project_id)
    .where(BILLED)
)
_SETTLING = select(ProjectPayment.invoice_id).where(ProjectPayment.invoice_id.is_not(None))
_ALONE = select(Invoice.project_id, Invoice.issued_on, Invoice.currency, Invoice.subtotal).where(
    BILLED, Invoice.project_id.is_not(None), Invoice.id.not_in(_SETTLING)
)
# What invoices bill of projects: one bills the amounts of the payments it settles, one that settles none its subtotal.
BILLINGS = union_all(_BY_PAYMENT, _ALONE).subquery("billings")
