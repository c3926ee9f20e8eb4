"""Derives a client's status, recurring revenue and receivables from its projects and invoices, as SQL.

Amounts are in the client's currency; `other_currencies` adds the others. Invoices that are issued after today are not
owed yet, as in receivables. Payments and credit notes that no invoice has used are deducted from what is outstanding.
"""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, exists, func, literal_column, or_, select, type_coerce
from sqlalchemy.sql.elements import ColumnClause

from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount
from regie.domains.records.churns.models import OPEN, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.invoices.figures import BILLED, OVERDUE, OWED, TODAY, UNAPPLIED_NOW
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.projects.figures import CURRENT_FEE_STARTS_ON, NEVER_STARTED, ONGOING, RUNNING_RETAINER
from regie.domains.records.projects.models import Project, ProjectFee

_ZERO: ColumnClause[int] = literal_column("0", BigInteger)


def _has_project(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists(select(Project.id).where(Project.client_id == Client.id, condition).correlate(Client))


_IS_ACTIVE = _has_project(Project.status.in_(ONGOING))
_WAS_ACTIVE = _has_project(Project.status.not_in(NEVER_STARTED))
_HAS_CHURNED = _has_project(Project.status == "churned")

STATUS: dict[str, ColumnElement[bool]] = {
    "active": _IS_ACTIVE,
    "churned": and_(~_IS_ACTIVE, _HAS_CHURNED),
    "inactive": and_(~_IS_ACTIVE, ~_HAS_CHURNED, _WAS_ACTIVE),
    "prospect": ~_WAS_ACTIVE,
}
STATUS_NAME = case(*((condition, literal_column(f"'{name}'")) for name, condition in STATUS.items()))


def _sum_of_invoices(amount: Column, condition: ColumnElement[bool]) -> ColumnElement[Any]:
    total = select(func.coalesce(func.sum(type_coerce(amount, BigInteger)), _ZERO)).where(
        Invoice.client_id == Client.id, Invoice.currency == Client.currency, condition
    )
    return type_coerce(total.correlate(Client).scalar_subquery(), Amount)


IS_OWED_NOW = and_(OWED, Invoice.issued_on <= TODAY)
IS_OVERDUE_NOW = and_(OVERDUE, Invoice.issued_on <= TODAY)
# Payments and credit notes that no invoice has used yet, negative.
UNAPPLIED = type_coerce(
    select(-func.coalesce(func.sum(type_coerce(CustomerCredit.balance, BigInteger)), _ZERO))
    .where(CustomerCredit.client_id == Client.id, CustomerCredit.currency == Client.currency, UNAPPLIED_NOW)
    .correlate(Client)
    .scalar_subquery(),
    Amount,
)
OUTSTANDING = type_coerce(
    type_coerce(_sum_of_invoices(Invoice.balance, IS_OWED_NOW), BigInteger) + type_coerce(UNAPPLIED, BigInteger), Amount
)
OVERDUE_AMOUNT = _sum_of_invoices(Invoice.balance, IS_OVERDUE_NOW)
# Without tax, as every figure except receivables.
LIFETIME_REVENUE = _sum_of_invoices(Invoice.subtotal, BILLED)
# Of a running retainer, the fee of today.
FEE_IN_FORCE = and_(RUNNING_RETAINER, ProjectFee.starts_on == CURRENT_FEE_STARTS_ON)
MRR = type_coerce(
    select(func.coalesce(func.sum(type_coerce(ProjectFee.amount, BigInteger)), _ZERO))
    .join(Project, Project.id == ProjectFee.project_id)
    .where(
        Project.client_id == Client.id,
        Project.currency == Client.currency,
        FEE_IN_FORCE,
    )
    .correlate(Client)
    .scalar_subquery(),
    Amount,
)


def _value_of_invoices(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    values = select(func.sum(by_value(Invoice.balance, Invoice.currency)))
    return values.where(Invoice.client_id == Client.id, condition).correlate(Client).scalar_subquery()


# In all currencies, to sort by; null without any amount.
_OWED_VALUE, OVERDUE_VALUE = _value_of_invoices(IS_OWED_NOW), _value_of_invoices(IS_OVERDUE_NOW)
_UNAPPLIED_VALUE = (
    select(func.sum(by_value(CustomerCredit.balance, CustomerCredit.currency)))
    .where(CustomerCredit.client_id == Client.id, UNAPPLIED_NOW)
    .correlate(Client)
    .scalar_subquery()
)
OUTSTANDING_VALUE = case(
    (
        or_(_OWED_VALUE.is_not(None), _UNAPPLIED_VALUE.is_not(None)),
        func.coalesce(_OWED_VALUE, _ZERO) - func.coalesce(_UNAPPLIED_VALUE, _ZERO),
    ),
)
MRR_VALUE = (
    select(func.sum(by_value(ProjectFee.amount, Project.currency)))
    .join(Project, Project.id == ProjectFee.project_id)
    .where(Project.client_id == Client.id, FEE_IN_FORCE)
    .correlate(Client)
    .scalar_subquery()
)
FIRST_ACTIVE_ON = (
    select(func.min(Project.start_on))
    .where(Project.client_id == Client.id, Project.status.not_in(NEVER_STARTED))
    .correlate(Client)
    .scalar_subquery()
)
CHURNED_ON = case(
    (
        STATUS["churned"],
        select(func.max(Project.end_on))
        .where(Project.client_id == Client.id, Project.status == "churned")
        .correlate(Client)
        .scalar_subquery(),
    ),
)
# The last day of a client whose last retainer churns, through that day.
LEAVING_ON = (
    select(func.max(ChurnEvent.effective_on))
    .join(Project, Project.id == ChurnEvent.project_id)
    .where(
        Project.client_id == Client.id,
        ChurnEvent.state.in_(OPEN),
        ChurnEvent.scope == literal_column("'logo'"),
        ChurnEvent.effective_on >= TODAY,
    )
    .correlate(Client)
    .scalar_subquery()
)
