"""Routes that configure, test and disconnect the outside services, and receive their webhooks."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router, SignedRequest
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
    """Returns the settings of a service without its secrets."""
    return {"data": queries.describe_settings(db, context.integrations, service)}


@router.patch("/api/v1/connections/{service}", requires=_SECRETS, forbids_impersonation=True)
def update_connection(
    session: Session, context: AppContext, service: str, data: ConnectionUpdate
) -> Item[ConnectionSettings]:
    """Changes the fields that were sent; null removes a secret, and a secret is never returned."""
    actions.update_connection(session, context.integrations, service, data, context.clock.now())
    return {"data": queries.describe_settings(session.connection(), context.integrations, service)}


@router.delete(
    "/api/v1/connections/{service}", requires=_SECRETS, forbids_impersonation=True, summary="Disconnect service"
)
def disconnect(context: AppContext, actor: Actor, service: str) -> None:
    """Deletes the keys and stops reading; copied records remain."""
    consent.disconnect(context, actor, service)


@router.post("/api/v1/connections/{service}/tests", requires=P.CONNECTIONS_RUN, summary="Test connection")
def check_connection(context: AppContext, actor: Actor, service: str) -> Item[TestResult]:
    """Tests the connection; a refusal by the service is a normal result."""
    return {"data": consent.check_connection(context, actor, service)}


@router.post(
    "/api/v1/connections/quickbooks/authorizations",
    requires=_SECRETS,
    forbids_impersonation=True,
    summary="Begin QuickBooks consent",
)
def begin_consent(context: AppContext, actor: Actor) -> Item[ConsentAddress]:
    """Returns the address where a user consents to access for Régie."""
    return {"data": {"url": consent.begin_consent(context, actor)}}


@router.post(
    "/api/v1/connections/quickbooks/callbacks",
    requires=_SECRETS,
    status=200,
    forbids_impersonation=True,
    summary="Finish QuickBooks consent",
)
def finish_consent(context: AppContext, actor: Actor, data: ConsentCallback) -> Item[ConnectionSettings]:
    """Exchanges the code of a consent and saves its tokens."""
    consent.finish_consent(context, actor, data)
    with context.database.read() as db:
        return {"data": queries.describe_settings(db, context.integrations, "quickbooks")}


@router.post("/hooks/{service}", requires=Access.SERVICE, status=200, summary="Receive webhook")
def receive_hook(db: Connection, context: AppContext, call: SignedRequest, service: str) -> None:
    """Receives a signed webhook; the worker then reads the service soon."""
    hooks.receive_webhook(db, context, call, service)


@router.post("/hooks/{service}/{event}", requires=Access.SERVICE, status=200, summary="Receive named webhook")
def receive_named_hook(db: Connection, context: AppContext, call: SignedRequest, service: str, event: str) -> None:
    """Receives a webhook of Teamwork, which names the event only in the registered address."""
    hooks.receive_webhook(db, context, call, service)
