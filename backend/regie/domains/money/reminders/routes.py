"""Routes of reminders to pay."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.money.collections.queries import read_collection
from regie.domains.money.collections.schemas import CollectionOut
from regie.domains.money.reminders import actions, queries
from regie.domains.money.reminders.schemas import ReminderCreate, ReminderPreviews, ReminderQuery

router = Router("/api/v1", "reminders")


@router.get("/reminder-previews", requires=P.INVOICES_FOLLOW_UP)
def read_reminder_previews(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ReminderQuery, Query()]
) -> Item[ReminderPreviews]:
    """The reminders that these clients would receive now, and why some are left out; nothing is sent."""
    return {"data": queries.preview_reminders(db, actor, query, clock)}


@router.post("/clients/{id}/reminders", requires=P.INVOICES_FOLLOW_UP, forbids_impersonation=True)
def send_client_reminder(
    session: Session, actor: Actor, context: AppContext, id: str, data: ReminderCreate
) -> Item[CollectionOut]:
    """Sends a reminder with the statement of account to the billing address; answers go to the caller."""
    actions.send_reminder(session, actor, context, id, data)
    return {"data": read_collection(session.connection(), actor, id, context.clock.today())}
