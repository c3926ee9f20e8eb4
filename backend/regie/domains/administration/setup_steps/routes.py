"""Routes of the setup steps."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.administration.setup_steps import actions, queries
from regie.domains.administration.setup_steps.schemas import Setup, SetupDismissalUpdate

router = Router("/api/v1", "setup_steps")


@router.get("/setup", requires=P.SETTINGS_EDIT, summary="Read the setup steps")
def read_setup(db: Connection, context: AppContext, clock: Clock) -> Item[Setup]:
    """How far the organization is on the way to its first figures."""
    return {"data": queries.read_setup(db, context.integrations, clock.today())}


@router.put("/setup-dismissal", requires=P.SETTINGS_EDIT, status=204, summary="Dismiss the setup steps")
def set_setup_dismissal(session: Session, clock: Clock, data: SetupDismissalUpdate) -> None:
    """Hide the steps for every administrator, or show them again."""
    actions.set_dismissed(session, clock, data)
