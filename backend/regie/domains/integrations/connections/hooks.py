"""Webhooks are hints: what they say is not believed, only that it is worth a look; and only when it is signed."""

from sqlalchemy import Connection

from regie.access.app_context import AppContext
from regie.access.authorization import Signed
from regie.connectors import webhooks
from regie.connectors.errors import Nonsense
from regie.core.api.errors import Forbidden
from regie.domains.integrations.connections.actions import take_hint
from regie.domains.integrations.connections.queries import describe_settings, read_webhook_secret


def receive(db: Connection, context: AppContext, call: Signed, service: str) -> None:
    """Notes that the service should be looked at; Forbidden, alike for all, when nobody can have signed this."""
    settings = describe_settings(db, context.outside, service)
    secret = read_webhook_secret(db, context.outside, service)
    now = context.clock.now()
    if secret is None or not webhooks.verify(service, secret, call, now):
        raise Forbidden("signature")
    if settings["is_on"] and _is_of(settings["realm"], service, call):
        with context.database.write() as session:
            take_hint(session, service, now)


def _is_of(realm: str | None, service: str, call: Signed) -> bool:
    """Whether something in it is about the company that we read; what we cannot read may well be."""
    try:
        hints = webhooks.read(service, call)
    except Nonsense:
        return True
    return any(hint.realm in (None, realm) for hint in hints)
