"""Accepts proposals, and undoes what was accepted."""

from decimal import Decimal

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.money.amounts import AMOUNT_DIGITS
from regie.domains.money.payments.actions import add_allocation, delete_allocation
from regie.domains.money.reconciliation.queries import Unreconciled
from regie.domains.money.reconciliation.schemas import ProposalDecision


def decide(session: Session, actor: Actor, found: Unreconciled, api_id: str, decision: ProposalDecision) -> None:
    """Reconcile a proposal, or undo that.

    Raises NotFound when the proposal has changed since it was read: the action itself checks the amounts again.
    """
    if decision.accepted:
        one = found.by_name.get(api_id)
        if one is None:
            raise NotFound("reconciliation_changed")
        payment, invoice = found.payments[one.payment.id], found.invoices[one.invoice.id]
        amount = Decimal(one.amount).scaleb(-AMOUNT_DIGITS)
        add_allocation(session, actor, payment.api_id, invoice.api_id, amount)
        return
    if decision.payment is None or decision.invoice is None or decision.amount is None:
        names = ("payment", "invoice", "amount")
        raise Invalid({name: FieldError("required") for name in names if getattr(decision, name) is None})
    # The invoice may have billed another part of the payment before.
    delete_allocation(session, actor, decision.payment, decision.invoice, decision.amount)
