"""The calls that set an outside service up, try it, and let go of it; and the doors at which services knock."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router, Signed
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.domains.integrations.connections import actions, consent, hooks, queries
from regie.domains.integrations.connections.schemas import (
    ConnectionSettings,
    ConnectionUpdate,
    ConsentAddress,
    ConsentCallback,
    TestResult,
)

router = Router("", "connections")
_SECRETS = P.CONNECTIONS_EDIT_SECRETS


@router.get("/api/v1/connections/{service}", requires=_SECRETS)
def read_connection(db: Connection, context: AppContext, service: str) -> Item[ConnectionSettings]:
    """How a service is set up, without its secrets."""
    return {"data": queries.describe_settings(db, context.outside, service)}


@router.patch("/api/v1/connections/{service}", requires=_SECRETS, in_person=True)
def update_connection(
    session: Session, context: AppContext, service: str, data: ConnectionUpdate
) -> Item[ConnectionSettings]:
    """Changes what was sent; a secret is replaced by what is sent and removed by null, and is never shown again."""
    actions.update_connection(session, context.outside, service, data, context.clock.now())
    return {"data": queries.describe_settings(session.connection(), context.outside, service)}


@router.delete("/api/v1/connections/{service}", requires=_SECRETS, in_person=True)
def disconnect(context: AppContext, actor: Actor, service: str) -> None:
    """Forgets the keys and stops reading; what was read stays."""
    consent.disconnect(context, actor, service)


@router.post("/api/v1/connections/{service}/tests", requires=P.CONNECTIONS_RUN)
def check_connection(context: AppContext, actor: Actor, service: str) -> Item[TestResult]:
    """Asks the service who we are; that it refuses us is an answer like any other."""
    return {"data": consent.check(context, actor, service)}


@router.post("/api/v1/connections/quickbooks/authorizations", requires=_SECRETS, in_person=True)
def begin_consent(context: AppContext, actor: Actor) -> Item[ConsentAddress]:
    """Where to send the browser so that somebody lets us read their company's books."""
    return {"data": {"url": consent.begin(context, actor)}}


@router.post("/api/v1/connections/quickbooks/callbacks", requires=_SECRETS, status=200, in_person=True)
def finish_consent(context: AppContext, actor: Actor, data: ConsentCallback) -> Item[ConnectionSettings]:
    """Keeps the tokens of whoever came back from QuickBooks with this code."""
    consent.finish(context, actor, data)
    with context.database.read() as db:
        return {"data": queries.describe_settings(db, context.outside, "quickbooks")}


@router.post("/hooks/{service}", requires=Access.SERVICE, status=200)
def receive_hook(db: Connection, context: AppContext, call: Signed, service: str) -> None:
    """A service says that something has changed; signed, it makes the worker look soon."""
    hooks.receive(db, context, call, service)


@router.post("/hooks/{service}/{event}", requires=Access.SERVICE, status=200)
def receive_named_hook(db: Connection, context: AppContext, call: Signed, service: str, event: str) -> None:
    """The same for Teamwork, whose deliveries name their event only in the address that was registered."""
    hooks.receive(db, context, call, service)
