"""Reads the report of a retainer's month for its client.

Every row is limited to what `actor` may see: the person who downloads the report, or who made the link.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, exists, false, or_, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.text.locale import DEFAULT_LOCALE, Locale
from regie.core.time.months import end_of_month
from regie.domains.money.invoices.queries import invoices_within
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import BILLED, STATUS_NAME
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.records.settings.queries import read_settings
from regie.domains.work.oos_sales.figures import IS_ORIGINAL, PART_AMOUNT, SALE_PARTS, SOLD_ON
from regie.domains.work.projects.queries import managed_projects
from regie.domains.work.retainers.queries import MonthHours, read_month_hours

_NO_NUMBER = "—"
_PART = SALE_PARTS.c
_WORK = (
    select(
        Project.id.label("project_id"),
        _PART.amendment_id,
        _PART.api_id,
        Project.name,
        Project.description,
        Project.currency,
        PART_AMOUNT.label("amount"),
        SOLD_ON.label("sold_on"),
        IS_ORIGINAL.label("is_original"),
        _PART.decision,
        _PART.approved_on,
        OosApproval.decided_on,
        OosApproval.contact_name,
        OosApproval.report_link_id,
    )
    .select_from(SALE_PARTS)
    .join(Project, Project.id == _PART.project_id)
    .outerjoin(
        OosApproval,
        and_(
            OosApproval.project_id == _PART.project_id,
            OosApproval.amendment_id.is_not_distinct_from(_PART.amendment_id),
        ),
    )
    .order_by(SOLD_ON, Project.id, _PART.amendment_id)
)


@dataclass(frozen=True, slots=True)
class ReportedRetainer:
    """The retainer of a report, with its client."""

    id: int
    api_id: str
    name: str
    client: str
    client_id: int
    locale: Locale


@dataclass(frozen=True, slots=True)
class ExtraWork:
    """A piece of extra work, or an amendment of its amount; `decision` is None while it awaits approval."""

    project_id: int
    amendment_id: int | None
    api_id: str
    name: str
    description: str | None
    is_original: bool
    amount: Decimal
    currency: str
    sold_on: date
    decision: str | None
    decided_on: date | None
    contact_name: str | None


@dataclass(frozen=True, slots=True)
class ReportedInvoice:
    number: str
    issued_on: date
    payable_on: date
    status: str
    currency: str
    total: Decimal
    balance: Decimal


@dataclass(frozen=True, slots=True)
class ClientReport:
    organization: str
    retainer: ReportedRetainer
    month: date
    today: date
    hours: MonthHours
    work: Sequence[ExtraWork]
    invoices: Sequence[ReportedInvoice]


def read_report(
    db: Connection, actor: Actor, retainer: ReportedRetainer, month: date, today: date, link_id: int | None = None
) -> ClientReport | None:
    """Return the report; None when the retainer has no period in the month.

    With a link, decisions that were made through it stay on its page.
    """
    hours = read_month_hours(db, retainer.id, month, today)
    if hours is None:
        return None
    return ClientReport(
        organization=read_settings(db)["name"],
        retainer=retainer,
        month=month,
        today=today,
        hours=hours,
        work=read_extra_work(db, actor, retainer, month, link_id),
        invoices=_read_invoices(db, actor, retainer, month, today),
    )


def read_retainer(db: Connection, condition: ColumnElement[bool], params: dict[str, Any]) -> ReportedRetainer | None:
    """Return the retainer that fulfils the condition."""
    statement = (
        select(
            Project.id,
            Project.api_id,
            Project.name,
            Project.client_id,
            Client.name.label("client"),
            Client.language,
        )
        .join(Client, Client.id == Project.client_id)
        .where(Project.kind == "retainer", condition)
    )
    row = db.execute(statement, params).first()
    if row is None:
        return None
    locale: Locale = "fr-ca" if row.language == "fr-ca" else DEFAULT_LOCALE
    return ReportedRetainer(row.id, row.api_id, row.name, row.client, row.client_id, locale)


def projects_with_shown_money(actor: Actor) -> ColumnElement[bool]:
    """The projects of all kinds whose money the caller sees; churn managers see retainers only."""
    scope = actor.scope(Permission.PROJECTS_MONEY)
    return false() if scope is None else managed_projects(scope)


def read_extra_work(
    db: Connection, actor: Actor, retainer: ReportedRetainer, month: date, link_id: int | None = None
) -> Sequence[ExtraWork]:
    """Return the work that was sold for the retainer: sold or decided in the month, or awaiting approval."""
    days = (month, end_of_month(month))
    is_decided = or_(_PART.decision.is_not(None), _PART.approved_on.is_not(None))
    decided_then = or_(OosApproval.decided_on.between(*days), _PART.approved_on.between(*days))
    statement = _WORK.where(
        _is_of_retainer(retainer),
        projects_with_shown_money(actor),
        Project.status != "cancelled",
        Project.archived_at.is_(None),
        or_(~is_decided, SOLD_ON.between(*days), decided_then, OosApproval.report_link_id == (link_id or 0)),
    )
    return [_extra_work(row) for row in db.execute(statement, actor.params)]


def _is_of_retainer(retainer: ReportedRetainer) -> ColumnElement[bool]:
    """Work that belongs to another client would be visible to the wrong people, whatever its parent is."""
    return and_(
        Project.kind == "oos", Project.parent_project_id == retainer.id, Project.client_id == retainer.client_id
    )


def _extra_work(row: Row[*tuple[Any, ...]]) -> ExtraWork:
    """The reason of an amendment is an internal note; approvals from before decisions were recorded have a day only."""
    return ExtraWork(
        project_id=row.project_id,
        amendment_id=row.amendment_id,
        api_id=row.api_id,
        name=row.name,
        description=row.description if row.is_original else None,
        is_original=bool(row.is_original),
        amount=row.amount,
        currency=row.currency,
        sold_on=row.sold_on,
        decision=row.decision or ("approved" if row.approved_on else None),
        decided_on=row.decided_on or row.approved_on,
        contact_name=row.contact_name,
    )


def _read_invoices(
    db: Connection, actor: Actor, retainer: ReportedRetainer, month: date, today: date
) -> Sequence[ReportedInvoice]:
    """Return the client's invoices of the month that bill the retainer or its extra work."""
    scope = actor.scope(Permission.INVOICES_VIEW)
    if scope is None:
        return []
    projects = select(Project.id).where(
        or_(Project.id == retainer.id, _is_of_retainer(retainer)), projects_with_shown_money(actor)
    )
    bills_payment = (
        exists()
        .where(PaymentAllocation.invoice_id == Invoice.id, ProjectPayment.id == PaymentAllocation.payment_id)
        .where(ProjectPayment.project_id.in_(projects))
    )
    statement = (
        select(
            Invoice.number,
            Invoice.issued_on,
            Invoice.payable_on,
            STATUS_NAME.label("status"),
            Invoice.currency,
            Invoice.total,
            Invoice.balance,
        )
        .where(
            Invoice.client_id == retainer.client_id,
            Invoice.issued_on.between(month, end_of_month(month)),
            BILLED,
            or_(Invoice.project_id.in_(projects), bills_payment),
            invoices_within(actor)(scope),
        )
        .order_by(Invoice.issued_on, Invoice.id)
    )
    return [
        ReportedInvoice(
            row.number or _NO_NUMBER, row.issued_on, row.payable_on, row.status, row.currency, row.total, row.balance
        )
        for row in db.execute(statement, {**actor.params, "today_": today})
    ]
