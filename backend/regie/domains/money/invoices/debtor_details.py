"""Reads, in one statement, the invoice to follow up first and the days to pay of the clients of a page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, null, or_, select, true, union_all

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.core.lists.listing import Statement
from regie.domains.money.invoices.days_to_pay import average_by_client, select_settled, settled_params
from regie.domains.money.invoices.debtors import INVOICE_NAME, Debtors, owed_now
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.money.invoices.schemas import DaysToPay
from regie.domains.records.invoices.figures import OVERDUE
from regie.domains.records.invoices.models import Invoice, InvoiceFollowUp

MAX_NAMED_CLIENTS = 1_000
# Invoices without a follow-up come first.
_ORDER = (InvoiceFollowUp.follow_up_on.is_not(None), Invoice.payable_on, Invoice.id)


@dataclass(frozen=True, slots=True)
class PageDetails:
    """By client: the invoice to follow up first, where the caller may, and the days to pay by currency."""

    first_invoices: Mapping[int | None, Ref]
    days_to_pay: Mapping[int, list[DaysToPay]]


def read_page_details(
    db: Connection, actor: Actor, debtors: Debtors, keys: Collection[int | None], owed_in: str | None
) -> PageDetails:
    if not keys:
        return PageDetails({}, {})
    named = [key for key in keys if key is not None]
    # An export reads all clients on one page: more than a statement may name.
    is_all = len(keys) > MAX_NAMED_CLIENTS
    settled = select_settled(None if is_all else named)
    scope, statement = actor.scope(Permission.INVOICES_FOLLOW_UP), settled
    if scope is not None:
        of_clients = true() if is_all else _is_of(named, has_unmatched=None in keys)
        statement = union_all(
            settled.add_columns(null().label("invoice"), null().label("name")),
            _select_first(actor, scope, of_clients, owed_in),
        )
    rows = db.execute(statement, {**actor.params, **debtors.params, **settled_params(debtors.as_of)}).all()
    return PageDetails(_first_invoices(rows), average_by_client(row for row in rows if row.days is not None))


def _is_of(clients: Sequence[int], *, has_unmatched: bool) -> ColumnElement[bool]:
    of_clients = Invoice.client_id.in_(clients)
    return or_(of_clients, Invoice.client_id.is_(None)) if has_unmatched else of_clients


def _select_first(actor: Actor, scope: Scope, of_clients: ColumnElement[bool], owed_in: str | None) -> Statement:
    """Select the first overdue invoice of each client, in the columns of the settled invoices."""
    place = func.row_number().over(partition_by=Invoice.client_id, order_by=_ORDER).label("place")
    overdue = (
        select(Invoice.client_id, Invoice.api_id, INVOICE_NAME.label("name"), place)
        .outerjoin(InvoiceFollowUp, InvoiceFollowUp.invoice_id == Invoice.id)
        .where(OVERDUE, of_clients, true() if scope is Scope.ALL else visible_invoices(scope))
    )
    ranked = owed_now(actor, overdue, owed_in).subquery()
    empty = (null() for _ in range(4))
    return select(ranked.c.client_id, *empty, ranked.c.api_id, ranked.c.name).where(ranked.c.place == 1)


def _first_invoices(rows: Sequence[Any]) -> Mapping[int | None, Ref]:
    return {row.client_id: {"api_id": row.invoice, "name": row.name} for row in rows if row.days is None}
