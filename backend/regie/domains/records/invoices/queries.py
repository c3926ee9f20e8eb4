"""Finds the invoices that were owed on a past day, from the stored receivables of the month before it."""

from datetime import date, timedelta

from sqlalchemy import ColumnElement, CompoundSelect, Connection, and_, literal_column, or_, select, union

from regie.domains.records.figure_amounts.models import FigureAmount, FigureChange
from regie.domains.records.figure_amounts.queries import read_stored_months
from regie.domains.records.figure_amounts.schemas import NO_OWNER, RECEIVABLES_VERSION
from regie.domains.records.invoices.figures import AS_OF, OWED_AS_OF, OWED_AS_OF_BY_INVOICE
from regie.domains.records.invoices.models import Invoice, InvoicePayment

_A_DAY = timedelta(days=1)
_FIGURE = "receivables"
_ZERO = literal_column("0")


def owed_as_of(db: Connection, day: date, today: date) -> ColumnElement[bool]:
    """The condition that an invoice was owed at the end of a day; its statement needs the parameters of that day.

    Without stored receivables before the day, it is calculated from all payments since.
    """
    stored = read_stored_months(db) if day < today else None
    month_end = (day + _A_DAY).replace(day=1) - _A_DAY
    if stored is None or not stored.has(_FIGURE, RECEIVABLES_VERSION, month_end.replace(day=1)):
        return OWED_AS_OF
    return and_(Invoice.id.in_(_may_be_owed(stored.build_id, month_end)), OWED_AS_OF_BY_INVOICE)


def _may_be_owed(build_id: int, month_end: date) -> CompoundSelect[int]:
    """The invoices that were owed at the end of the month, and those that may have become so since.

    A balance rises only by a payment below zero. Stored amounts of a client with a mark may be outdated: of those, all
    invoices. The marks are read in the same statement, so that no change is missed.
    """
    owed = select(FigureAmount.record_id).where(
        FigureAmount.build_id == build_id,
        FigureAmount.figure == _FIGURE,
        FigureAmount.month == month_end.replace(day=1),
        FigureAmount.record == "invoice",
    )
    since = select(Invoice.id).where(Invoice.issued_on > month_end, Invoice.issued_on <= AS_OF)
    raised = (
        select(Invoice.id)
        .join(InvoicePayment, InvoicePayment.invoice_external_id == Invoice.external_id)
        .where(InvoicePayment.paid_on > month_end, InvoicePayment.paid_on <= AS_OF, InvoicePayment.amount < _ZERO)
    )
    marked = select(FigureChange.owner_id).where(FigureChange.kind == "client")
    changed = select(Invoice.id).where(
        or_(
            Invoice.client_id.in_(marked),
            and_(Invoice.client_id.is_(None), marked.where(FigureChange.owner_id == NO_OWNER).exists()),
        )
    )
    return union(owed, since, raised, changed)
