"""Routes of the sample data."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.administration.sample_data import actions, queries
from regie.domains.administration.sample_data.schemas import SampleDataOut, SampleRemoval

router = Router("/api/v1/sample-data", "sample_data")


@router.get("", requires=P.SETTINGS_EDIT, is_polling=True)
def read_sample_data(db: Connection, context: AppContext) -> Item[SampleDataOut]:
    """Whether there is sample data, and whether some can be loaded."""
    return {"data": queries.read_sample_data(db, context.integrations)}


@router.post("/loadings", requires=P.SETTINGS_EDIT, forbids_impersonation=True)
def load_sample_data(session: Session, actor: Actor, context: AppContext, clock: Clock) -> Item[SampleDataOut]:
    """Fill an installation without records with a fictional agency."""
    actions.request_loading(session, context.integrations, actor, clock.now())
    return {"data": queries.read_sample_data(session.connection(), context.integrations)}


@router.post("/removals", requires=P.SETTINGS_EDIT, forbids_impersonation=True)
def remove_sample_data(
    session: Session, actor: Actor, context: AppContext, clock: Clock, data: SampleRemoval
) -> Item[SampleDataOut]:
    """Remove the fictional agency and everything that was added to it."""
    actions.request_removal(session, actor, data.added, clock.now())
    return {"data": queries.read_sample_data(session.connection(), context.integrations)}
