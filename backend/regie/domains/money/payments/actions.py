"""Creates, updates and deletes scheduled payments, links them to invoices, and makes payment schedules."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, inspect, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import currency_digits
from regie.core.time.months import add_months
from regie.domains.money.payments import rules
from regie.domains.money.payments.allocations import (
    allocate_by_number,
    allocate_part,
    allocate_whole,
    lock_invoices,
    order_again,
    remove_allocation,
    resize,
)
from regie.domains.money.payments.allocations import (
    follow_lowered_invoices as follow_lowered_invoices,
)
from regie.domains.money.payments.generation import generate_payments
from regie.domains.money.payments.queries import read_payment, visible_payments
from regie.domains.money.payments.schemas import PaymentCreate, PaymentRow, PaymentUpdate, ScheduleCreate
from regie.domains.records.overages.models import OverageDecision
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.work.projects.queries import managed_projects

_VIEW = (Permission.PAYMENTS_VIEW, visible_payments)
_EDIT = (Permission.PAYMENTS_EDIT, visible_payments)
_REQUIRED = ("due_on", "amount", "status")
# Setting one of these on a retainer's payment detaches it from the terms.
_TERM_FIELDS = ("due_on", "amount")


def create_payment(session: Session, actor: Actor, data: PaymentCreate) -> str:
    """Add a payment to the schedule of a project with an amount; return its api_id."""
    project = _open_project(session, actor, data.project)
    _require_amount(data.amount, project.currency)
    _require_free_period(session, project, data.period_start, data.period_end)
    payment = ProjectPayment(
        project_id=project.id,
        sequence=_next_sequence(session, project),
        label=data.label or "",
        period_start=data.period_start,
        period_end=data.period_end,
        due_on=data.due_on,
        amount=data.amount,
        note=data.note,
    )
    session.add(payment)
    session.flush()
    return payment.api_id


def update_payment(session: Session, actor: Actor, api_id: str, data: PaymentUpdate) -> None:
    """Change the fields that are sent; raise Changed (409) with both values when the version is outdated."""
    if "due_on" in data.model_fields_set:
        lock_invoices(session, api_id)
    payment = load_for_update(session, actor, ProjectPayment, api_id, view=_VIEW, edit=_VIEW)
    shown = read_payment(session.connection(), actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    rules.require_permission(actor, shown["status"], sent)
    number = sent.pop("invoice_number", None)
    current = _to_wire(payment, shown)
    require_version(payment, version, {name: (current[name], _format_value(value)) for name, value in sent.items()})
    rules.require_open(payment.status, sent)
    if "amount" in sent:
        _require_amount(sent["amount"], session.get_one(Project, payment.project_id).currency)
    if sent.get("status") == "skipped" or sent.get("amount", payment.amount) != payment.amount:
        _refuse_hours_over(session, payment)
    _apply_status(payment, shown, sent)
    if any(name in sent and sent[name] != getattr(payment, name) for name in _TERM_FIELDS):
        payment.follows_terms = False
    for name in ("due_on", "amount", "note"):
        if name in sent:
            setattr(payment, name, sent[name])
    if "label" in sent:
        payment.label = sent["label"] or ""
    _update_allocations(session, actor, payment, data)
    if number is not None:
        allocate_by_number(session, actor, payment, number)
    session.flush()


def require_postponement(due_on: date | None, today: date) -> None:
    """Refuse to postpone into the past; one payment at a time, a past day can be corrected."""
    if due_on is not None and due_on < today:
        raise Invalid({"due_on": FieldError("at_least_day", day=today.isoformat())})


def add_allocation(session: Session, actor: Actor, api_id: str, invoice: str, amount: Decimal) -> None:
    """Bill a part of the payment with an invoice."""
    payment = load_for_update(session, actor, ProjectPayment, api_id, view=_VIEW, edit=_EDIT)
    allocate_part(session, actor, payment, invoice, amount)


def delete_allocation(session: Session, actor: Actor, api_id: str, invoice: str, part: Decimal | None = None) -> None:
    """Take the payment, or a part of it, off one of its invoices; the others continue to bill their parts."""
    payment = load_for_update(session, actor, ProjectPayment, api_id, view=_VIEW, edit=_EDIT)
    rules.require_open(payment.status, {"invoice": None})
    remove_allocation(session, payment, invoice, part)


def delete_payment(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a planned payment. A retainer's month is skipped instead, because the terms would create it again."""
    payment = load_for_update(session, actor, ProjectPayment, api_id, view=_VIEW, edit=_EDIT)
    if payment.status != "planned" or payment.follows_terms:
        raise Invalid(code="payment_not_planned")
    _refuse_hours_over(session, payment)
    session.delete(payment)
    session.flush()


def _refuse_hours_over(session: Session, payment: ProjectPayment) -> None:
    """Refuse what would leave hours over as billed that are not: their decision is undone instead."""
    decided = select(OverageDecision.id).where(OverageDecision.payment_id == payment.id)
    if session.execute(decided.limit(1)).first() is not None:
        raise Invalid(code="payment_bills_overage")


def add_payment(session: Session, project: Project, label: str, due_on: date, amount: Decimal) -> ProjectPayment:
    """Add a payment beside the schedule that is ready to invoice; without a period, the terms never replace it."""
    payment = ProjectPayment(
        project_id=project.id,
        sequence=_next_sequence(session, project),
        label=label,
        due_on=due_on,
        amount=amount,
        status="ready",
    )
    session.add(payment)
    session.flush()
    return payment


def remove_payment(session: Session, payment: ProjectPayment) -> None:
    """Remove a payment that `add_payment` added, unless an invoice bills it or it was written off."""
    if payment.invoice_id is not None or payment.status == "written_off":
        raise Invalid(code="overage_payment_invoiced")
    session.delete(payment)
    session.flush()


def make_schedule(session: Session, actor: Actor, data: ScheduleCreate, today: date) -> int:
    """Replace the planned payments of a project; ready and written-off payments remain and reduce the amount.

    Returns the project's id.
    """
    project = _open_project(session, actor, data.project, any_kind=True)
    if project.kind == "retainer":
        if data.count or data.percentages or data.starts_on:
            raise Invalid({"project": "payment_follows_terms"})
        generate_payments(session, [project.id], today)
        return project.id
    lines = list(session.execute(select(ProjectPayment).where(ProjectPayment.project_id == project.id)).scalars())
    settled = sum((line.amount for line in lines if line.status in ("ready", "written_off")), Decimal(0))
    amounts = _split(data, (project.amount or Decimal(0)) - settled, project.currency)
    for line in lines:
        if line.status == "planned":
            session.delete(line)
    session.flush()
    first, starts_on = _next_sequence(session, project), data.starts_on or today
    for number, (label, amount) in enumerate(amounts):
        due_on = add_months(starts_on, number)
        session.add(
            ProjectPayment(project_id=project.id, sequence=first + number, label=label, due_on=due_on, amount=amount)
        )
    session.flush()
    return project.id


def _split(data: ScheduleCreate, amount: Decimal, currency: str) -> list[tuple[str, Decimal]]:
    """The label and amount of each payment; the amounts add up to the whole."""
    if (data.count is None) == (not data.percentages):
        raise Invalid({"count": "payment_count"})
    if amount <= 0:
        raise Invalid({"project": "project_amount_used_up"})
    if data.count is not None:
        labels = [f"{number}/{data.count}" for number in range(1, data.count + 1)]
        amounts = rules.split_evenly(amount, data.count, currency)
    else:
        if sum(data.percentages) != 100:
            raise Invalid({"percentages": "percentages"})
        labels = [f"{share.normalize():f}\u00a0%" for share in data.percentages]
        amounts = rules.split_by_percentages(amount, data.percentages, currency)
    if min(amounts) <= 0:
        raise Invalid({"count" if data.count else "percentages": "payment_too_small"})
    return list(zip(labels, amounts, strict=True))


def _open_project(session: Session, actor: Actor, api_id: str, *, any_kind: bool = False) -> Project:
    """The project, locked, so that concurrent schedules are made one after the other."""
    seen = (Permission.PAYMENTS_EDIT, managed_projects)
    key = find_reference(session, actor, Project, api_id, field="project", view=seen)
    project = session.execute(select(Project).where(Project.id == key).with_for_update()).scalar_one()
    if project.kind == "retainer" and not any_kind:
        raise Invalid({"project": "payment_follows_terms"})
    return project


def _next_sequence(session: Session, project: Project) -> int:
    last = select(func.max(ProjectPayment.sequence)).where(ProjectPayment.project_id == project.id)
    return (session.execute(last).scalar() or 0) + 1


def _require_amount(amount: Decimal, currency: str) -> None:
    if amount <= 0:
        raise Invalid({"amount": "positive"})
    if amount != round(amount, currency_digits(currency)):
        raise Invalid({"amount": FieldError("decimals", digits=currency_digits(currency))})


def _require_free_period(session: Session, project: Project, start: date | None, end: date | None) -> None:
    """Require both ends of the period in order, and no overlap with another payment of the project."""
    if start is None and end is None:
        return
    if start is None or end is None:
        raise Invalid({"period_start" if start is None else "period_end": "required"})
    if end < start:
        raise Invalid({"period_end": "after_start"})
    overlapping = select(ProjectPayment.id).where(
        ProjectPayment.project_id == project.id,
        ProjectPayment.period_start <= end,
        ProjectPayment.period_end >= start,
    )
    if session.execute(overlapping.limit(1)).first() is not None:
        raise Invalid({"period_start": "payment_period"})


def _apply_status(payment: ProjectPayment, shown: PaymentRow, sent: dict[str, Any]) -> None:
    """Apply the status that the user sets; skipped and written-off payments require a reason, others have none."""
    after = sent.get("status", payment.status)
    if "status" in sent and after != shown["status"]:
        rules.require_transition(shown["status"], after, is_linked=payment.invoice_id is not None)
        payment.status, payment.closed_from = after, None
    needs_reason = after in ("skipped", "written_off")
    if "reason" in sent or not needs_reason:
        payment.reason = sent.get("reason") if needs_reason else None
    if needs_reason and not payment.reason:
        raise Invalid({"reason": "required"})


def _update_allocations(session: Session, actor: Actor, payment: ProjectPayment, data: PaymentUpdate) -> None:
    """Link the invoice that is sent; otherwise follow a changed amount or due date."""
    changed = inspect(payment).attrs
    amount, due_on = changed.amount.history.deleted, changed.due_on.history.deleted
    if "invoice" in data.model_fields_set:
        allocate_whole(session, actor, payment, data.invoice)
    elif amount and payment.invoice_id is not None:
        resize(session, payment, amount[0])
    if due_on and payment.invoice_id is not None:
        order_again(session, payment)


def _to_wire(payment: ProjectPayment, shown: PaymentRow) -> dict[str, str | None]:
    """The stored values in the form in which callers send them."""
    plain = {name: _format_value(getattr(payment, name)) for name in ("label", "due_on", "amount", "reason", "note")}
    return {**plain, "status": shown["status"], "invoice": shown["invoice"] and shown["invoice"]["api_id"]}


def _format_value(value: str | date | Decimal | None) -> str | None:
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    return value.isoformat() if isinstance(value, date) else value
