"""Decides what becomes of approved extra work."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update
from regie.core.api.errors import Invalid
from regie.domains.money.payments.actions import add_payment
from regie.domains.money.to_invoice.figures import OPEN_AMOUNT
from regie.domains.money.to_invoice.queries import visible_extra_work
from regie.domains.money.to_invoice.schemas import ExtraWorkDecision
from regie.domains.records.projects.models import Project

_VIEW = (Permission.PAYMENTS_VIEW, visible_extra_work)
_EDIT = (Permission.PAYMENTS_EDIT, visible_extra_work)


def decide(session: Session, actor: Actor, api_id: str, data: ExtraWorkDecision, today: date) -> None:
    """Add a payment of the open amount to the project: ready to invoice, or skipped with the reason.

    The project is locked, so that two decisions never bill the same work; the second one finds nothing open.
    """
    _refuse_other_fields(data)
    project = load_for_update(session, actor, Project, api_id, view=_VIEW, edit=_EDIT)
    # Read again under the lock: another decision may have been stored meanwhile.
    amount = session.execute(select(OPEN_AMOUNT).where(Project.id == project.id)).scalar_one()
    if amount <= 0:
        raise Invalid(code="extra_work_scheduled")
    payment = add_payment(session, project, project.name, data.due_on or today, amount)
    if data.decision == "skip":
        payment.status, payment.reason = "skipped", data.reason
        session.flush()


def _refuse_other_fields(data: ExtraWorkDecision) -> None:
    if data.decision == "skip" and not data.reason:
        raise Invalid({"reason": "required"})
    needless = "due_on" if data.decision == "skip" else "reason"
    if getattr(data, needless) is not None:
        raise Invalid({needless: "overage_other_decision"})
