"""Creates the demo's payment schedules in every status, with links to matching invoices."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.money.amounts import MAX_AMOUNT
from regie.core.text.folding import build_search_keys
from regie.demo.seeded_random import seeded_random
from regie.domains.money.payments.allocations import order_allocations
from regie.domains.money.payments.generation import generate_payments
from regie.domains.money.payments.rules import split_by_percentages, split_evenly
from regie.domains.money.payments.terms import add_months
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project

_BATCH_SIZE = 500
_MAX_DISTANCE = timedelta(days=75)
_READY_WITHIN = timedelta(days=14)
_LONGEST_MONTH = timedelta(days=31)
_SPLITS = ((50, 50), (30, 40, 30), (25, 25, 25, 25), (40, 60))
_LABELS = {2: ("Acompte", "Livraison"), 3: ("Acompte", "Maquettes approuvées", "Mise en ligne")}
_SKIP_REASONS = ("Mois offert", "Combined with the next payment", "Mandat en pause")
_WRITE_OFF_REASONS = ("Client insolvable", "Settled for less")


@dataclass(slots=True)
class OpenInvoice:
    """An invoice with its amount that no payment bills yet."""

    id: int
    issued_on: date
    unbilled_amount: Decimal
    project_id: int | None
    # Partly paid, voided or deleted; matched first, so that the demo has some of them.
    is_rare: bool
    is_removed: bool

    def take(self, amount: Decimal) -> None:
        """Bill a payment; a voided or deleted invoice bills only one."""
        self.unbilled_amount = Decimal(0) if self.is_removed else self.unbilled_amount - amount


def create_payment_schedules(database: Database, today: date) -> int:
    """Create schedules and today's statuses for projects whose payments have none yet; return the number of projects.

    The worker may have created retainers' schedules already.
    """
    with database.read() as db:
        changes = select(ProjectPayment.project_id).where(ProjectPayment.status != "planned")
        query = select(Project.id).where(Project.id.not_in(changes), Project.status != "cancelled")
        ids = list(db.execute(query.order_by(Project.id)).scalars())
        invoices = _read_open_invoices(db)
    for start in range(0, len(ids), _BATCH_SIZE):
        batch = ids[start : start + _BATCH_SIZE]
        with database.write() as session:
            generate_payments(session, batch, today)
            _schedule_amounts(session, batch)
            _set_statuses(session, batch, invoices, today)
    with database.write() as session:
        order_allocations(session)
    return len(ids)


def _read_open_invoices(db: Any) -> dict[tuple[int, str], list[OpenInvoice]]:
    """Return invoices by client and currency, oldest first."""
    invoices_by_client: dict[tuple[int, str], list[OpenInvoice]] = defaultdict(list)
    billed_amounts: dict[int, Decimal] = defaultdict(Decimal)
    for row in db.execute(select(PaymentAllocation.invoice_id, PaymentAllocation.amount)):
        billed_amounts[row.invoice_id] += row.amount
    invoices = select(Invoice.__table__).where(Invoice.client_id.is_not(None)).order_by(Invoice.issued_on, Invoice.id)
    for row in db.execute(invoices):
        is_removed = row.is_voided or row.deleted_at is not None
        unbilled_amount = (
            MAX_AMOUNT if is_removed and row.id not in billed_amounts else row.subtotal - billed_amounts[row.id]
        )
        is_rare = is_removed or 0 < row.balance < row.total
        invoice = OpenInvoice(row.id, row.issued_on, unbilled_amount, row.project_id, is_rare, is_removed)
        invoices_by_client[row.client_id, row.currency].append(invoice)
    return invoices_by_client


def _schedule_amounts(session: Session, ids: Sequence[int]) -> None:
    priced = select(Project).where(
        Project.id.in_(ids),
        Project.kind != "retainer",
        Project.amount > Decimal(0),
        Project.id.not_in(select(ProjectPayment.project_id)),
    )
    rows = [row for project in session.execute(priced).scalars() for row in _lines(project)]
    if rows:
        session.execute(insert(ProjectPayment), rows)


def _lines(project: Project) -> Iterator[dict[str, Any]]:
    amount = project.amount or Decimal(0)
    random = seeded_random("schedule", project.number)
    if project.kind == "oos" or amount < 100:
        amounts = split_evenly(amount, 1, project.currency)
    else:
        shares = [Decimal(share) for share in random.choice(_SPLITS)]
        amounts = split_by_percentages(amount, shares, project.currency)
    labels = _LABELS.get(len(amounts), [f"{number}/{len(amounts)}" for number in range(1, len(amounts) + 1)])
    for number, (label, amount_of_line) in enumerate(zip(labels, amounts, strict=True)):
        yield {
            "project_id": project.id,
            "sequence": number + 1,
            "label": label,
            "due_on": add_months(project.start_on, number),
            "amount": amount_of_line,
            **build_search_keys(ProjectPayment, {"label": label}),
        }


def _set_statuses(
    session: Session, ids: Sequence[int], invoices: dict[tuple[int, str], list[OpenInvoice]], today: date
) -> None:
    """Bill payments that are due if an invoice matches; of the rest most are ready, some skipped or written off."""
    due = (
        select(ProjectPayment, Project.client_id, Project.currency, Project.status.label("project_status"))
        .join(Project, Project.id == ProjectPayment.project_id)
        .where(ProjectPayment.project_id.in_(ids), ProjectPayment.due_on <= today + _READY_WITHIN)
        .order_by(ProjectPayment.due_on, ProjectPayment.id)
    )
    changes, allocations = [], []
    for row in session.execute(due):
        payment = row[0]
        invoice = _find_invoice(invoices[row.client_id, row.currency], payment)
        if invoice is not None and payment.due_on <= today:
            invoice.take(payment.amount)
            changes.append({"status": "ready", "invoice_id": invoice.id, **_key(payment)})
            allocations.append({"payment_id": payment.id, "invoice_id": invoice.id, "amount": payment.amount})
        else:
            changes.append(_unbilled_status(payment, row.project_status) | _key(payment))
    session.expunge_all()
    if allocations:
        session.execute(insert(PaymentAllocation), allocations)
    if changes:
        for keys in (("invoice_id",), ("reason",), ()):
            rows = [one for one in changes if set(one) == {"id", "version", "status", *keys}]
            if rows:
                session.execute(without_audit(update(ProjectPayment)), rows)


def _key(payment: ProjectPayment) -> dict[str, int]:
    return {"id": payment.id, "version": payment.version}


def _find_invoice(invoices: Sequence[OpenInvoice], payment: ProjectPayment) -> OpenInvoice | None:
    """Return the closest invoice with a sufficient amount, the project's own before others, or None."""
    first = bisect_left(invoices, payment.due_on - _MAX_DISTANCE, key=lambda invoice: invoice.issued_on)
    candidates = []
    for invoice in invoices[first:]:
        if invoice.issued_on > payment.due_on + _MAX_DISTANCE:
            break
        if invoice.unbilled_amount >= payment.amount:
            candidates.append(invoice)
    own = [invoice for invoice in candidates if invoice.project_id == payment.project_id] or candidates
    return min(own, key=lambda invoice: (not invoice.is_rare, abs(invoice.issued_on - payment.due_on)), default=None)


def _unbilled_status(payment: ProjectPayment, project_status: str) -> dict[str, Any]:
    random = seeded_random("unbilled", str(payment.project_id), payment.due_on.isoformat())
    chance = random.random()
    if project_status == "draft" or chance < 0.12:
        return {"status": "planned"}
    if payment.period_start and payment.period_end and payment.period_end - payment.period_start > _LONGEST_MONTH:
        return {"status": "ready"}  # a month may be free, not a quarter or a year
    if chance < 0.22:
        return {"status": "skipped", "reason": random.choice(_SKIP_REASONS)}
    if chance < 0.27:
        return {"status": "written_off", "reason": random.choice(_WRITE_OFF_REASONS)}
    return {"status": "ready"}
