"""Receives webhooks: a signed delivery only makes the worker read the service; its content is not trusted."""

from sqlalchemy import Connection

from regie.access.app_context import AppContext
from regie.access.authorization import SignedRequest
from regie.connectors import webhooks
from regie.connectors.errors import MalformedResponse
from regie.core.api.errors import Forbidden
from regie.core.restored_copy import is_restored_copy
from regie.core.sample_data import has_sample_data
from regie.domains.integrations.connections.actions import record_hint
from regie.domains.integrations.connections.queries import describe_settings, read_webhook_secret


def receive_webhook(db: Connection, context: AppContext, call: SignedRequest, service: str) -> None:
    """Record a hint that the service has changes; Forbidden for any invalid signature, with the same response."""
    settings = describe_settings(db, context.integrations, service)
    secret = read_webhook_secret(db, context.integrations, service)
    now = context.clock.now()
    if secret is None or not webhooks.verify_signature(service, secret, call, now):
        raise Forbidden("signature")
    may_read = settings["is_on"] and not (is_restored_copy(db) or has_sample_data(db))
    if may_read and _concerns_company(settings["realm"], service, call):
        with context.database.write() as session:
            record_hint(session, service, now)


def _concerns_company(realm: str | None, service: str, call: SignedRequest) -> bool:
    """Whether the delivery concerns the connected company; true for an unknown format."""
    try:
        hints = webhooks.parse_hints(service, call)
    except MalformedResponse:
        return True
    return any(hint.realm in (None, realm) for hint in hints)
