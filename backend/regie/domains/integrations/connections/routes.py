"""The calls that set an outside service up, try it, and let go of it; and the doors at which services knock."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import House
from regie.access.authorization import Open, Router, Signed
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


@router.get("/api/v1/connections/{service}", needs=_SECRETS)
def read_connection(db: Connection, house: House, service: str) -> Item[ConnectionSettings]:
    """How a service is set up, without its secrets."""
    return {"data": queries.describe_settings(db, house.outside, service)}


@router.patch("/api/v1/connections/{service}", needs=_SECRETS, in_person=True)
def update_connection(session: Session, house: House, service: str, data: ConnectionUpdate) -> Item[ConnectionSettings]:
    """Changes what was sent; a secret is replaced by what is sent and removed by null, and is never shown again."""
    actions.update_connection(session, house.outside, service, data, house.clock.now())
    return {"data": queries.describe_settings(session.connection(), house.outside, service)}


@router.delete("/api/v1/connections/{service}", needs=_SECRETS, in_person=True)
def disconnect(house: House, actor: Actor, service: str) -> None:
    """Forgets the keys and stops reading; what was read stays."""
    consent.disconnect(house, actor, service)


@router.post("/api/v1/connections/{service}/tests", needs=P.CONNECTIONS_RUN)
def check_connection(house: House, actor: Actor, service: str) -> Item[TestResult]:
    """Asks the service who we are; that it refuses us is an answer like any other."""
    return {"data": consent.check(house, actor, service)}


@router.post("/api/v1/connections/quickbooks/authorizations", needs=_SECRETS, in_person=True)
def begin_consent(house: House, actor: Actor) -> Item[ConsentAddress]:
    """Where to send the browser so that somebody lets us read their company's books."""
    return {"data": {"url": consent.begin(house, actor)}}


@router.post("/api/v1/connections/quickbooks/callbacks", needs=_SECRETS, status=200, in_person=True)
def finish_consent(house: House, actor: Actor, data: ConsentCallback) -> Item[ConnectionSettings]:
    """Keeps the tokens of whoever came back from QuickBooks with this code."""
    consent.finish(house, actor, data)
    with house.database.read() as db:
        return {"data": queries.describe_settings(db, house.outside, "quickbooks")}


@router.post("/hooks/{service}", needs=Open.SERVICE, status=200)
def receive_hook(db: Connection, house: House, call: Signed, service: str) -> None:
    """A service says that something has changed; signed, it makes the worker look soon."""
    hooks.receive(db, house, call, service)


@router.post("/hooks/{service}/{event}", needs=Open.SERVICE, status=200)
def receive_named_hook(db: Connection, house: House, call: Signed, service: str, event: str) -> None:
    """The same for Teamwork, whose deliveries name their event only in the address that was registered."""
    hooks.receive(db, house, call, service)
