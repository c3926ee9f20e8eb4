"""Derives a client's status, recurring revenue and receivables from its projects and invoices, as SQL.

Amounts are in the client's currency; amounts in other currencies are not included.
"""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, exists, func, literal_column, select, type_coerce
from sqlalchemy.sql.elements import ColumnClause

from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import BILLED, OVERDUE, OWED
from regie.domains.records.invoices.models import Invoice
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


OUTSTANDING = _sum_of_invoices(Invoice.balance, OWED)
OVERDUE_AMOUNT = _sum_of_invoices(Invoice.balance, OVERDUE)
# Without tax, as every figure except receivables.
LIFETIME_REVENUE = _sum_of_invoices(Invoice.subtotal, BILLED)
MRR = type_coerce(
    select(func.coalesce(func.sum(type_coerce(ProjectFee.amount, BigInteger)), _ZERO))
    .join(Project, Project.id == ProjectFee.project_id)
    .where(
        Project.client_id == Client.id,
        Project.currency == Client.currency,
        RUNNING_RETAINER,
        ProjectFee.starts_on == CURRENT_FEE_STARTS_ON,
    )
    .correlate(Client)
    .scalar_subquery(),
    Amount,
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
