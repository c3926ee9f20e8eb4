"""Routes of the operations page: its figures, and what to do about failures."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.domains.administration.operations import actions
from regie.domains.administration.operations.queries import describe_operations
from regie.domains.administration.operations.schemas import FailureRetry, Operations

router = Router("/api/v1/operations", "operations")


@router.get("", requires=P.OPERATIONS_VIEW, is_polling=True, summary="Read state of operations")
def read_operations(db: Connection, actor: Actor, context: AppContext) -> Item[Operations]:
    """Read what needs attention: processes, queues, failures, storage, backups and services."""
    return {"data": describe_operations(db, actor, context)}


@router.post("/retries", requires=P.OPERATIONS_MANAGE, status=204, summary="Retry failed work")
def retry_failure(session: Session, actor: Actor, context: AppContext, data: FailureRetry) -> None:
    """Queue failed work again; work that is resolved already is not an error."""
    actions.retry_failure(session, actor, context, data)


@router.delete("/mails/{id}", requires=P.OPERATIONS_MANAGE)
def dismiss_mail(session: Session, id: str) -> None:
    """Delete a mail that is not sent any more from the failures."""
    actions.dismiss_mail(session, id)
