"""Configures, connects and disconnects the outside services; disconnecting does not delete the copied records."""

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_field_change, without_audit
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.sample_data import require_no_sample_data
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import SERVICES, ConnectionSecret, ServiceConnection
from regie.domains.integrations.connections.queries import (
    NAMES,
    TOKENS,
    Environment,
    describe_settings,
    find_connection,
    require_service,
)
from regie.domains.integrations.connections.schemas import ConnectionSettings, ConnectionUpdate
from regie.domains.integrations.connections.tokens import save_tokens

if TYPE_CHECKING:  # the HTTP client is large: the web process loads it only when a request needs it
    from regie.connectors.http import HttpOptions
    from regie.connectors.quickbooks.oauth import TokenPair
    from regie.domains.integrations.connections.service_clients import ServiceHandle

CONSENT_TIMEOUT = timedelta(minutes=10)
_SECRETS: dict[str, tuple[str, ...]] = {
    "teamwork": ("key", "webhook_secret"),
    "hubspot": ("key", "webhook_secret"),
    "quickbooks": ("client_secret", "webhook_secret"),
}
_FIELDS: dict[str, tuple[str, ...]] = {
    "teamwork": ("url", "calls_per_minute"),
    "hubspot": ("api_version",),
    "quickbooks": ("client_id",),
}
_TEAMWORK_HOST = ".teamwork.com"


def update_connection(
    session: Session, environment: Environment, service: str, data: ConnectionUpdate, now: datetime
) -> None:
    """Change the fields that were sent; Changed (409) for an outdated version. Secrets are write-only."""
    require_service(service)
    require_no_sample_data(session.connection())
    sent = data.model_fields_set - {"version"}
    if unknown := sent - {*_FIELDS[service], *_SECRETS[service]}:
        raise Invalid(dict.fromkeys(sorted(unknown), "unknown"))
    fields = {name: getattr(data, name) for name in _FIELDS[service] if name in sent}
    row = find_connection(session, service)
    if row is not None:
        require_version(row, data.version, {name: (getattr(row, name), new) for name, new in fields.items()})
    current = describe_settings(session.connection(), environment, service)
    if "url" in fields:
        fields["url"] = _read_url(environment, data, current)
    connection = row or _new_connection(session, service)
    connection.is_on = True
    for name, new in fields.items():
        setattr(connection, name, new or None)
    session.flush()
    for name in _SECRETS[service]:
        if name in sent:
            save_secret(session, environment.box(), connection, name, getattr(data, name), now)
    if service == "quickbooks" and "client_id" in sent and data.client_id != current["client_id"]:
        # The consent was given to another application.
        _drop_secrets(session, service, TOKENS)


def disconnect(session: Session, service: str) -> None:
    """Delete the secrets and stop reading; copied records remain."""
    connection = find_connection(session, service) or _new_connection(session, service)
    connection.is_on = False
    connection.realm = None
    session.flush()
    _drop_secrets(session, service)


def begin_consent(environment: Environment, actor: Actor, now: datetime) -> str:
    """The state parameter of a consent, valid for the same user for ten minutes."""
    payload = {"user": actor.user_api_id, "until": (now + CONSENT_TIMEOUT).isoformat()}
    return _state_box(environment).seal(json.dumps(payload).encode()).decode()


def require_valid_state(environment: Environment, actor: Actor, state: str, now: datetime) -> None:
    opened = _state_box(environment).open(state.encode())
    payload: dict[str, str] = json.loads(opened) if opened else {}
    if payload.get("user") != actor.user_api_id or datetime.fromisoformat(payload["until"]) < now:
        raise Invalid({"state": "consent"}, "consent")


def finish_consent(session: Session, environment: Environment, realm: str, pair: "TokenPair", now: datetime) -> None:
    """Save the tokens and the company, which QuickBooks sends only with the consent."""
    connection = find_connection(session, "quickbooks") or _new_connection(session, "quickbooks")
    connection.is_on, connection.realm = True, realm
    session.flush()
    save_tokens(session, environment.box(), pair, now)
    log_field_change(session, connection, "consent", None, "•••")


def open_service(
    database: Database, clock: Clock, environment: Environment, service: str, options: "HttpOptions"
) -> "ServiceHandle":
    """A client with the current settings; AccessDenied("not_configured") when the service is not connected."""
    from regie.domains.integrations.connections.service_clients import open_service

    return open_service(database, clock, environment, service, options)


def record_hint(session: Session, service: str, now: datetime) -> None:
    """Record that the service has changes, so that the worker reads it soon; only for a stored connection."""
    statement = update(ServiceConnection).where(ServiceConnection.service == service).values(hinted_at=now)
    session.execute(without_audit(statement))


def save_secret(
    session: Session, box: SealedBox, connection: ServiceConnection, name: str, value: str | None, now: datetime
) -> None:
    """Encrypt and store a secret in place of the old one; the activity log records the change without the value."""
    stored = session.get(ConnectionSecret, (connection.service, name))
    log_field_change(
        session, connection, name, "•••" if stored else None, "••••" if value and stored else "•••" if value else None
    )
    _drop_secrets(session, connection.service, name)
    if value:
        sealed = box.seal(value.encode())
        session.add(ConnectionSecret(service=connection.service, name=name, value=sealed, updated_at=now))
    session.flush()


def _drop_secrets(session: Session, service: str, *names: str) -> None:
    statement = delete(ConnectionSecret).where(ConnectionSecret.service == service)
    session.execute(statement.where(ConnectionSecret.name.in_(names)) if names else statement)


def _new_connection(session: Session, service: str) -> ServiceConnection:
    assert service in SERVICES
    connection = ServiceConnection(service=service, name=NAMES[service])
    session.add(connection)
    return connection


def _read_url(environment: Environment, data: ConnectionUpdate, current: ConnectionSettings) -> str:
    url = (data.url or "").rstrip("/")
    if url and not _is_allowed_site(environment, url):
        raise Invalid({"url": "teamwork_site"})
    # A stored key is never sent to another address than the one it was entered for. An empty address means the
    # environment's.
    if (url or environment.teamwork.base_url or None) != current["url"] and not data.key:
        raise Invalid({"key": "required"})
    return url


def _is_allowed_site(environment: Environment, url: str) -> bool:
    """A teamwork.com site, or the environment's address, which may be a custom domain."""
    if url == environment.teamwork.base_url:
        return True
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    is_origin = not (parts.path or parts.query or parts.fragment or parts.username or parts.password or port)
    host = parts.hostname or ""
    return parts.scheme == "https" and is_origin and host.isascii() and host.endswith(_TEAMWORK_HOST)


def _state_box(environment: Environment) -> SealedBox:
    return SealedBox(environment.secret, "quickbooks consent", environment.former_secrets)
