"""The demo's payments: schedules of all projects, linked to the invoices that could bill them, in every state."""

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
from regie.core.text.folding import search_keys
from regie.demo.dice import dice
from regie.domains.money.payments.generation import generate_payments
from regie.domains.money.payments.rules import split_by_percentages, split_evenly
from regie.domains.money.payments.terms import add_months
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project

_A_BATCH = 500
_CLOSE = timedelta(days=75)
_SOON = timedelta(days=14)
_SPLITS = ((50, 50), (30, 40, 30), (25, 25, 25, 25), (40, 60))
_LABELS = {2: ("Acompte", "Livraison"), 3: ("Acompte", "Maquettes approuvées", "Mise en ligne")}
_SKIPPED = ("Mois offert", "Combined with the next payment", "Mandat en pause")
_LOST = ("Client insolvable", "Settled for less")


@dataclass(slots=True)
class Bill:
    """An invoice with what no payment takes of it yet."""

    id: int
    issued_on: date
    room: Decimal
    project_id: int | None
    # Partly paid, or gone since: seldom, so that such a one is taken first where it fits.
    is_seldom: bool
    is_gone: bool

    def take(self, amount: Decimal) -> None:
        """What was voided billed one payment before it was."""
        self.room = Decimal(0) if self.is_gone else self.room - amount


def plan_all(database: Database, today: date) -> int:
    """Schedules of the projects about whose payments nobody has decided anything, and what has become of them by today.

    The worker may have made those of retainers already. Returns how many projects.
    """
    with database.read() as db:
        decided = select(ProjectPayment.project_id).where(ProjectPayment.status != "planned")
        without = select(Project.id).where(Project.id.not_in(decided), Project.status != "cancelled")
        ids = list(db.execute(without.order_by(Project.id)).scalars())
        bills = _bills(db)
    for start in range(0, len(ids), _A_BATCH):
        some = ids[start : start + _A_BATCH]
        with database.write() as session:
            generate_payments(session, some, today)
            _schedule_amounts(session, some)
            _decide(session, some, bills, today)
    return len(ids)


def _bills(db: Any) -> dict[tuple[int, str], list[Bill]]:
    """By client and currency, the oldest first."""
    found: dict[tuple[int, str], list[Bill]] = defaultdict(list)
    taken: dict[int, Decimal] = defaultdict(Decimal)
    linked = select(ProjectPayment.invoice_id, ProjectPayment.amount).where(ProjectPayment.invoice_id.is_not(None))
    for row in db.execute(linked):
        taken[row.invoice_id] += row.amount
    invoices = select(Invoice.__table__).where(Invoice.client_id.is_not(None)).order_by(Invoice.issued_on, Invoice.id)
    for row in db.execute(invoices):
        is_gone = row.is_voided or row.deleted_at is not None
        room = MAX_AMOUNT if is_gone and row.id not in taken else row.subtotal - taken[row.id]
        is_seldom = is_gone or 0 < row.balance < row.total
        bill = Bill(row.id, row.issued_on, room, row.project_id, is_seldom, is_gone)
        found[row.client_id, row.currency].append(bill)
    return found


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
    random = dice("schedule", project.number)
    if project.kind == "oos" or amount < 100:
        amounts = split_evenly(amount, 1, project.currency)
    else:
        shares = [Decimal(share) for share in random.choice(_SPLITS)]
        amounts = split_by_percentages(amount, shares, project.currency)
    labels = _LABELS.get(len(amounts), [f"{number}/{len(amounts)}" for number in range(1, len(amounts) + 1)])
    for number, (label, part) in enumerate(zip(labels, amounts, strict=True)):
        yield {
            "project_id": project.id,
            "sequence": number + 1,
            "label": label,
            "due_on": add_months(project.start_on, number),
            "amount": part,
            **search_keys(ProjectPayment, {"label": label}),
        }


def _decide(session: Session, ids: Sequence[int], bills: dict[tuple[int, str], list[Bill]], today: date) -> None:
    """What is due by now is billed where an invoice fits; of the rest most is ready, some was given up."""
    due = (
        select(ProjectPayment, Project.client_id, Project.currency, Project.status.label("project_status"))
        .join(Project, Project.id == ProjectPayment.project_id)
        .where(ProjectPayment.project_id.in_(ids), ProjectPayment.due_on <= today + _SOON)
        .order_by(ProjectPayment.due_on, ProjectPayment.id)
    )
    decided = []
    for row in session.execute(due):
        payment = row[0]
        bill = _fitting(bills[row.client_id, row.currency], payment)
        if bill is not None and payment.due_on <= today:
            bill.take(payment.amount)
            decided.append({"status": "ready", "invoice_id": bill.id, **_key(payment)})
        else:
            decided.append(_unbilled(payment, row.project_status) | _key(payment))
    session.expunge_all()
    if decided:
        for keys in (("invoice_id",), ("reason",), ()):
            same = [one for one in decided if set(one) == {"id", "version", "status", *keys}]
            if same:
                session.execute(without_audit(update(ProjectPayment)), same)


def _key(payment: ProjectPayment) -> dict[str, int]:
    return {"id": payment.id, "version": payment.version}


def _fitting(bills: Sequence[Bill], payment: ProjectPayment) -> Bill | None:
    """The nearest invoice with room, of the project itself before others; it may have been voided since."""
    first = bisect_left(bills, payment.due_on - _CLOSE, key=lambda bill: bill.issued_on)
    near = []
    for bill in bills[first:]:
        if bill.issued_on > payment.due_on + _CLOSE:
            break
        if bill.room >= payment.amount:
            near.append(bill)
    own = [bill for bill in near if bill.project_id == payment.project_id] or near
    return min(own, key=lambda bill: (not bill.is_seldom, abs(bill.issued_on - payment.due_on)), default=None)


def _unbilled(payment: ProjectPayment, project_status: str) -> dict[str, Any]:
    random = dice("unbilled", str(payment.project_id), payment.due_on.isoformat())
    chance = random.random()
    if project_status == "draft" or chance < 0.12:
        return {"status": "planned"}
    if chance < 0.22:
        return {"status": "skipped", "reason": random.choice(_SKIPPED)}
    if chance < 0.27:
        return {"status": "written_off", "reason": random.choice(_LOST)}
    return {"status": "ready"}
