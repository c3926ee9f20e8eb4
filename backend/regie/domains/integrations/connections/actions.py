"""Setting a service up, having it consented to, and letting go of it: what was read from it stays."""

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import note, without_audit
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
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
from regie.domains.integrations.connections.tokens import keep_consent

if TYPE_CHECKING:  # calling out loads the whole HTTP client: the web process does so only when somebody asks
    from regie.connectors.http import HttpOptions
    from regie.connectors.quickbooks.oauth import TokenPair
    from regie.domains.integrations.connections.clients import Opened

CONSENT_WITHIN = timedelta(minutes=10)
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
    """Change what was sent; Changed (409) when another version was read. What is secret is only ever replaced."""
    require_service(service)
    sent = data.model_fields_set - {"version"}
    if strange := sent - {*_FIELDS[service], *_SECRETS[service]}:
        raise Invalid(dict.fromkeys(sorted(strange), "unknown"))
    fields = {name: getattr(data, name) for name in _FIELDS[service] if name in sent}
    row = find_connection(session, service)
    if row is not None:
        require_version(row, data.version, {name: (getattr(row, name), new) for name, new in fields.items()})
    shown = describe_settings(session.connection(), environment, service)
    if "url" in fields:
        fields["url"] = _read_url(environment, data, shown)
    connection = row or _new_connection(session, service)
    connection.is_on = True
    for name, new in fields.items():
        setattr(connection, name, new or None)
    session.flush()
    for name in _SECRETS[service]:
        if name in sent:
            keep_secret(session, environment.box(), connection, name, getattr(data, name), now)
    if service == "quickbooks" and "client_id" in sent and data.client_id != shown["client_id"]:
        # What was consented to another application is of no use to this one.
        _drop_secrets(session, service, TOKENS)


def disconnect(session: Session, service: str) -> None:
    """Forget the secrets and stop reading; what was read stays, with its age."""
    connection = find_connection(session, service) or _new_connection(session, service)
    connection.is_on = False
    connection.realm = None
    session.flush()
    _drop_secrets(session, service)


def begin_consent(environment: Environment, actor: Actor, now: datetime) -> str:
    """The state of a consent: it comes back from the same person within ten minutes, or counts for nothing."""
    kept = {"user": actor.user_api_id, "until": (now + CONSENT_WITHIN).isoformat()}
    return _state_box(environment).seal(json.dumps(kept).encode()).decode()


def refuse_strange_state(environment: Environment, actor: Actor, state: str, now: datetime) -> None:
    opened = _state_box(environment).open(state.encode())
    kept: dict[str, str] = json.loads(opened) if opened else {}
    if kept.get("user") != actor.user_api_id or datetime.fromisoformat(kept["until"]) < now:
        raise Invalid({"state": "consent"}, "consent")


def finish_consent(session: Session, environment: Environment, realm: str, pair: "TokenPair", now: datetime) -> None:
    """QuickBooks says only here which company it is."""
    connection = find_connection(session, "quickbooks") or _new_connection(session, "quickbooks")
    connection.is_on, connection.realm = True, realm
    session.flush()
    keep_consent(session, environment.box(), pair, now)
    note(session, connection, "consent", None, "•••")


def open_service(
    database: Database, clock: Clock, environment: Environment, service: str, options: "HttpOptions"
) -> "Opened":
    """A client of the service as it is set up now; Refused("not_configured") where it is not connected."""
    from regie.domains.integrations.connections.clients import open_service

    return open_service(database, clock, environment, service, options)


def take_hint(session: Session, service: str, now: datetime) -> None:
    """Something has changed at the service: the worker looks soon. Only a connection that people made has hints."""
    hinting = update(ServiceConnection).where(ServiceConnection.service == service).values(hinted_at=now)
    session.execute(without_audit(hinting))


def keep_secret(
    session: Session, box: SealedBox, connection: ServiceConnection, name: str, value: str | None, now: datetime
) -> None:
    """Sealed in the place of the old one; the log tells that, never what."""
    kept = session.get(ConnectionSecret, (connection.service, name))
    note(session, connection, name, "•••" if kept else None, "••••" if value and kept else "•••" if value else None)
    _drop_secrets(session, connection.service, name)
    if value:
        sealed = box.seal(value.encode())
        session.add(ConnectionSecret(service=connection.service, name=name, value=sealed, updated_at=now))
    session.flush()


def _drop_secrets(session: Session, service: str, *names: str) -> None:
    dropping = delete(ConnectionSecret).where(ConnectionSecret.service == service)
    session.execute(dropping.where(ConnectionSecret.name.in_(names)) if names else dropping)


def _new_connection(session: Session, service: str) -> ServiceConnection:
    assert service in SERVICES
    connection = ServiceConnection(service=service, name=NAMES[service])
    session.add(connection)
    return connection


def _read_url(environment: Environment, data: ConnectionUpdate, shown: ConnectionSettings) -> str:
    typed = (data.url or "").rstrip("/")
    if typed and not _is_allowed_site(environment, typed):
        raise Invalid({"url": "teamwork_site"})
    # A key that is kept is never sent to another address than it was given for; without an address it is the
    # environment's that is meant.
    if (typed or environment.teamwork.base_url or None) != shown["url"] and not data.key:
        raise Invalid({"key": "required"})
    return typed


def _is_allowed_site(environment: Environment, url: str) -> bool:
    """A site of Teamwork itself, or the one that the environment names, which may be a domain of one's own."""
    if url == environment.teamwork.base_url:
        return True
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    is_plain = not (parts.path or parts.query or parts.fragment or parts.username or parts.password or port)
    host = parts.hostname or ""
    return parts.scheme == "https" and is_plain and host.isascii() and host.endswith(_TEAMWORK_HOST)


def _state_box(environment: Environment) -> SealedBox:
    return SealedBox(environment.secret, "quickbooks consent")
