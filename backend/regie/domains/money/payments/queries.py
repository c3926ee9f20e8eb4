"""Reads payments; all access to the table goes through `visible_payments`."""

from datetime import date
from functools import partial
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, row_scope
from regie.access.export_columns import ExportContext
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import ListQuery
from regie.core.lists.listing import Filter, Listing, RowScope, any_of, at_least, at_most, one_of
from regie.core.lists.shape import RefField, Shape, ref_to
from regie.domains.money.payments.day_totals import DAY_FILTERS, count_days, sum_days
from regie.domains.money.payments.figures import (
    INVOICE_NUMBERS,
    INVOICED_AMOUNT,
    INVOICED_ON,
    OPEN_AMOUNT,
    PAID_AMOUNT,
    PAID_ON,
    SOURCE,
    STATUS,
    STATUS_NAME,
    TOTALS,
)
from regie.domains.money.payments.rules import allowed_actions
from regie.domains.money.payments.schemas import (
    PaymentDetails,
    PaymentPage,
    PaymentQuery,
    PaymentRef,
    PaymentRow,
    PaymentTotals,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.invoices.figures import as_filter_choices
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects

_billing, _billed_part = aliased(Invoice), aliased(PaymentAllocation)


def _is_billed_by(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists(
        select(_billed_part.id)
        .join(_billing, _billing.id == _billed_part.invoice_id)
        .where(_billed_part.payment_id == ProjectPayment.id, condition)
        .correlate(ProjectPayment)
    )


PAYMENTS = Listing(
    source=SOURCE.join(Client, Client.id == Project.client_id, isouter=True).join(
        User, User.id == Project.account_manager_id, isouter=True
    ),
    key=ProjectPayment.id,
    api_id=ProjectPayment.api_id,
    shape=Shape.of(
        PaymentDetails,
        ProjectPayment,
        project=ref_to(Project),
        project_kind=Project.kind,
        client=ref_to(Client),
        account_manager=ref_to(User),
        currency=Project.currency,
        status=STATUS_NAME,
        invoice=RefField(Invoice.api_id, func.coalesce(Invoice.number, Invoice.external_id)),
        invoice_numbers=INVOICE_NUMBERS,
        invoiced_amount=INVOICED_AMOUNT,
        open_amount=OPEN_AMOUNT,
        invoiced_on=INVOICED_ON,
        paid_on=PAID_ON,
        paid_amount=PAID_AMOUNT,
    ),
    sorts={
        "client": Client.name_key,
        "project": Project.name_key,
        "due_on": ProjectPayment.due_on,
        "amount": by_value(ProjectPayment.amount, Project.currency, ProjectPayment.due_on),
        "status": STATUS_NAME,
    },
    default_sort="due_on",
    search=(Project.search_key, Client.search_key, ProjectPayment.search_key),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "invoice": Filter(lambda name, _value: _is_billed_by(_billing.api_id.in_(bindparam(name, expanding=True)))),
        "status": any_of(as_filter_choices(STATUS)),
        "currency": one_of(Project.currency),
        "due_from": at_least(ProjectPayment.due_on),
        "due_to": at_most(ProjectPayment.due_on),
    },
    sums=TOTALS,
    currency=Project.currency,
)


def visible_payments(scope: Scope) -> ColumnElement[bool]:
    """The payments of projects that the caller or one of their teams manages."""
    if scope is Scope.ALL:
        return true()
    return ProjectPayment.project_id.in_(select(Project.id).where(managed_projects(scope)))


def payment_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.PAYMENTS_VIEW, visible_payments)


def list_payments(db: Connection, actor: Actor, query: ListQuery) -> PaymentPage:
    of_days = _filters_of_days(actor, query)
    counted = None if of_days is None else partial(count_days, db, of_days)
    page = PAYMENTS.page(db, payment_row_scope(actor), query, count=counted)
    rows = [_add_actions(actor, payment) for payment in page["data"]]
    return {"data": rows, "meta": {**page["meta"], "totals": sum_payments(db, actor, query)}}


def sum_payments(db: Connection, actor: Actor, query: ListQuery) -> list[PaymentTotals]:
    """The totals of all payments that `query` selects, per status and currency."""
    of_days = _filters_of_days(actor, query)
    if of_days is not None:
        return sum_days(db, of_days)
    return PAYMENTS.totals(db, payment_row_scope(actor), query, PaymentTotals)


def _filters_of_days(actor: Actor, query: ListQuery) -> dict[str, Any] | None:
    """Return the filters if the stored totals of days answer them: those of everyone's payments."""
    filters = query.model_dump(exclude=set(ListQuery.model_fields), exclude_defaults=True)
    is_of_everyone = actor.require(Permission.PAYMENTS_VIEW) is Scope.ALL
    is_of_days = not query.search and query.selected_ids is None and filters.keys() <= DAY_FILTERS
    return filters if is_of_everyone and is_of_days else None


def find_clients_to_invoice(db: Connection, actor: Actor, query: PaymentQuery) -> list[str]:
    """Return the api_ids of the clients with a payment that the statuses and the last day of `query` leave.

    One payment decides, so that not all payments of each client are read.
    """
    seen = payment_row_scope(actor)
    payment = (
        select(ProjectPayment.id)
        .outerjoin(Invoice, Invoice.id == ProjectPayment.invoice_id)
        .where(
            ProjectPayment.project_id == Project.id,
            ProjectPayment.due_on <= query.due_to,
            or_(*(STATUS[name] for name in query.status)),
            seen.rows(),
        )
        .correlate(Project)
    )
    project = select(Project.id).where(Project.client_id == Client.id, payment.exists()).correlate(Client)
    return list(db.execute(select(Client.api_id).where(project.exists()), dict(seen.params)).scalars())


def count_due_payments(db: Connection, today: date) -> tuple[int, int]:
    """Count the payments due by a day of all projects: those invoiced or given up, and those still to be invoiced."""
    open_ = func.count(case((literal_column("0") < OPEN_AMOUNT, ProjectPayment.id)))
    statement = (
        select(func.count(ProjectPayment.id), open_)
        .outerjoin(Invoice, Invoice.id == ProjectPayment.invoice_id)
        .where(ProjectPayment.due_on <= today)
    )
    due, unsettled = db.execute(statement).one()
    return due - unsettled, unsettled


def read_payment(db: Connection, actor: Actor, api_id: str) -> PaymentRow:
    return _add_actions(actor, PAYMENTS.one(db, payment_row_scope(actor), api_id))


def list_schedule(db: Connection, actor: Actor, project_id: int) -> list[PaymentRow]:
    """All payments of one project as this transaction sees them; cached lists may be older."""
    statement = (
        select(*PAYMENTS.shape.columns)
        .select_from(PAYMENTS.source)
        .where(ProjectPayment.project_id == project_id)
        .order_by(ProjectPayment.due_on, ProjectPayment.sequence, ProjectPayment.id)
    )
    return [_add_actions(actor, PAYMENTS.shape.read(row)) for row in db.execute(statement)]


def _add_actions(actor: Actor, payment: PaymentDetails) -> PaymentRow:
    is_linked = payment["invoice"] is not None
    actions = allowed_actions(actor, payment["status"], is_linked=is_linked)
    if payment["follows_terms"] and "delete" in actions:
        actions.remove("delete")
    return {**payment, "can": actions}


def name_payment(row: PaymentRow | PaymentRef, context: ExportContext) -> str:
    """The payment's label, or its month, or its number in the schedule."""
    if row["label"] or row["period_start"] is None:
        return row["label"] or context.translate("export.projects-payments.number", number=row["sequence"])
    return f"{row['period_start']:%Y-%m}"
