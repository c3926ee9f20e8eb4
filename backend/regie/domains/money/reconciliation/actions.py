"""Accepts proposals, and undoes what was accepted."""

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.money.amounts import AMOUNT_DIGITS
from regie.domains.money.payments.actions import add_allocation, delete_allocation, update_payment
from regie.domains.money.payments.queries import read_payment
from regie.domains.money.payments.schemas import PaymentUpdate
from regie.domains.money.reconciliation.queries import Unreconciled
from regie.domains.money.reconciliation.schemas import ProposalDecision
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment


def decide(session: Session, actor: Actor, found: Unreconciled, api_id: str, decision: ProposalDecision) -> None:
    """Reconcile a proposal, or undo that.

    Raises NotFound when the proposal has changed since it was read: the action itself checks the amounts again.
    """
    if decision.accepted:
        one = found.by_name.get(api_id)
        if one is None:
            raise NotFound("reconciliation_changed")
        records = select(ProjectPayment.api_id, Invoice.api_id).join(Invoice, Invoice.id == one.invoice)
        row = session.execute(records.where(ProjectPayment.id == one.payment)).first()
        if row is None:
            raise NotFound("reconciliation_changed")
        add_allocation(session, actor, row[0], row[1], Decimal(one.amount).scaleb(-AMOUNT_DIGITS))
        return
    if decision.payment is None or decision.invoice is None or decision.amount is None:
        names = ("payment", "invoice", "amount")
        raise Invalid({name: FieldError("required") for name in names if getattr(decision, name) is None})
    # The invoice may have billed another part of the payment before.
    delete_allocation(session, actor, decision.payment, decision.invoice, decision.amount)
    if decision.planned and read_payment(session.connection(), actor, decision.payment)["status"] == "ready":
        update_payment(session, actor, decision.payment, PaymentUpdate(status="planned"))


def lock_payments(session: Session, found: Unreconciled, api_ids: Sequence[str]) -> None:
    """Lock the payments of these proposals before any invoice, so that no two requests wait for each other."""
    keys = [found.by_name[api_id].payment for api_id in api_ids if api_id in found.by_name]
    session.execute(
        select(ProjectPayment.id).where(ProjectPayment.id.in_(keys)).order_by(ProjectPayment.id).with_for_update()
    )
