"""Calculates in SQL what no payment and no invoice contains of approved out-of-scope work."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, cast, func, literal_column, select, type_coerce

from regie.core.money.amounts import Amount
from regie.domains.records.invoices.figures import BILLED, IS_ALLOCATED, REST
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project

_ZERO = literal_column("0", BigInteger)


def _sum(amount: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.coalesce(cast(func.sum(amount), BigInteger), _ZERO)


# Payments that are skipped count too: it was decided that they are not billed.
_SCHEDULED: ColumnElement[int] = (
    select(_sum(type_coerce(ProjectPayment.amount, BigInteger)))
    .where(ProjectPayment.project_id == Project.id)
    .correlate(Project)
    .scalar_subquery()
)
# What invoices bill of the project itself, besides its payments.
_INVOICED: ColumnElement[int] = (
    select(_sum(case((IS_ALLOCATED, REST), else_=type_coerce(Invoice.subtotal, BigInteger))))
    .where(Invoice.project_id == Project.id, BILLED)
    .correlate(Project)
    .scalar_subquery()
)
_OPEN = type_coerce(Project.amount, BigInteger) - _SCHEDULED - _INVOICED
SCHEDULED_AMOUNT = type_coerce(_SCHEDULED, Amount)
INVOICED_AMOUNT = type_coerce(_INVOICED, Amount)
OPEN_AMOUNT = type_coerce(_OPEN, Amount)
_LAST_APPROVAL = (
    select(func.max(OosApproval.decided_on))
    .where(OosApproval.project_id == Project.id, OosApproval.decision == literal_column("'approved'"))
    .correlate(Project)
    .scalar_subquery()
)
# Work that was approved before decisions were recorded has only its day.
APPROVED_ON = func.coalesce(_LAST_APPROVAL, Project.approved_on)
IS_TO_SCHEDULE = and_(
    Project.kind == literal_column("'oos'"),
    Project.approved_on.is_not(None),
    Project.status != literal_column("'cancelled'"),
    Project.amount.is_not(None),
    _OPEN > _ZERO,
)
