"""Reads the settings of the services: those entered in Régie, else the environment's."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypedDict

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.core.api.errors import NotFound
from regie.core.encryption import SealedBox
from regie.core.lists.shape import read_rows
from regie.domains.integrations.connections.models import SERVICES, ConnectionSecret, Service, ServiceConnection
from regie.domains.integrations.connections.schemas import ConnectionSettings

ServiceSettings = TeamworkSettings | HubspotSettings | QuickbooksSettings
NAMES = {"teamwork": "Teamwork", "hubspot": "HubSpot", "quickbooks": "QuickBooks"}
# The name of the secret with QuickBooks' rotating tokens.
TOKENS = "tokens"
SEALED_CONNECTIONS = "connection secrets"
_KEYS: dict[str, str] = {"teamwork": "key", "hubspot": "key", "quickbooks": "client_secret"}


@dataclass(frozen=True, slots=True)
class Environment:
    """The services as configured by environment variables: addresses, and optional keys."""

    teamwork: TeamworkSettings
    hubspot: HubspotSettings
    quickbooks: QuickbooksSettings
    origin: str
    # The interval of automatic synchronization; zero for none.
    every_minutes: int = 0
    refresh_token: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)
    former_secrets: tuple[str, ...] = field(default=(), repr=False)

    def box(self) -> SealedBox:
        return SealedBox(self.secret, SEALED_CONNECTIONS, self.former_secrets)

    def of(self, service: str) -> ServiceSettings:
        return getattr(self, service)

    def has_keys(self, service: str) -> bool:
        if service == "quickbooks":
            return bool(self.quickbooks.client_id and self.quickbooks.realm and self.refresh_token)
        settings = self.of(service)
        assert isinstance(settings, TeamworkSettings | HubspotSettings)
        return bool(settings.base_url and settings.key)


class StoredSettings(TypedDict):
    """Settings of a service entered by users, without secrets."""

    service: str
    is_on: bool
    url: str | None
    calls_per_minute: int | None
    api_version: str | None
    client_id: str | None
    realm: str | None
    version: int


@dataclass(frozen=True, slots=True)
class StoredConnection:
    """The stored settings of a service, and the expiry of each secret by name."""

    settings: StoredSettings
    secrets: Mapping[str, datetime | None]


def require_service(service: str) -> Service:
    if service not in SERVICES:
        raise NotFound
    return service


def read_stored_connections(db: Connection) -> dict[str, StoredConnection]:
    stored = select(*(getattr(ServiceConnection, name) for name in StoredSettings.__annotations__))
    rows = {row["service"]: row for row in read_rows(StoredSettings, db.execute(stored))}
    columns = (ConnectionSecret.service, ConnectionSecret.name, ConnectionSecret.expires_at)
    secrets: dict[str, dict[str, datetime | None]] = {service: {} for service in SERVICES}
    for service, name, expires_at in db.execute(select(*columns).where(ConnectionSecret.value != b"")):
        secrets[service][name] = expires_at
    return {
        service: StoredConnection(rows.get(service) or _default_settings(service), secrets[service])
        for service in SERVICES
    }


def _default_settings(service: Service) -> StoredSettings:
    """The settings of a service without a stored row: the environment's apply."""
    return {
        "service": service,
        "is_on": True,
        "url": None,
        "calls_per_minute": None,
        "api_version": None,
        "client_id": None,
        "realm": None,
        "version": 0,
    }


def is_connected(connection: StoredConnection, environment: Environment, service: str) -> bool:
    """Whether the service has all settings that a call needs."""
    if not connection.settings["is_on"]:
        return False
    if service == "quickbooks":
        has_secret = "client_secret" in connection.secrets or bool(environment.quickbooks.client_secret)
        has_consent = TOKENS in connection.secrets or (
            environment.has_keys(service) and not connection.settings["realm"]
        )
        return has_secret and has_consent
    return "key" in connection.secrets or (environment.has_keys(service) and not connection.settings["url"])


def connected_services(db: Connection, environment: Environment) -> tuple[str, ...]:
    connections = read_stored_connections(db)
    return tuple(service for service in SERVICES if is_connected(connections[service], environment, service))


def read_hints(db: Connection, services: tuple[str, ...]) -> dict[str, datetime]:
    """The time of the last webhook by service."""
    columns = (ServiceConnection.service, ServiceConnection.hinted_at)
    hinted = select(*columns).where(ServiceConnection.service.in_(services), ServiceConnection.hinted_at.is_not(None))
    return {row.service: row.hinted_at for row in db.execute(hinted)}


def find_consents_to_renew(db: Connection, before: datetime) -> tuple[str, ...]:
    """The services whose tokens were last renewed before the given time."""
    renewed = (ConnectionSecret.name == TOKENS, ConnectionSecret.value != b"", ConnectionSecret.updated_at < before)
    return tuple(db.execute(select(ConnectionSecret.service).where(*renewed)).scalars())


def read_connection_settings(db: Connection, environment: Environment, service: str) -> ServiceSettings | None:
    """The settings for calls to the service; None when it is not connected."""
    connection = read_stored_connections(db)[service]
    if not is_connected(connection, environment, service):
        return None
    return merge_settings(db, environment, service, connection)


def merge_settings(
    db: Connection, environment: Environment, service: str, connection: StoredConnection
) -> ServiceSettings:
    """The environment's settings, overridden by stored ones, with decrypted secrets."""
    stored = connection.settings
    key = _open_secret(db, environment, service, _KEYS[service])
    if service == "teamwork":
        # The environment's key is not sent to an address entered by a user.
        if stored["url"]:
            return replace(
                environment.teamwork,
                base_url=stored["url"],
                key=key or "",
                requests_per_minute=stored["calls_per_minute"] or environment.teamwork.requests_per_minute,
            )
        changed = {"key": key, "requests_per_minute": stored["calls_per_minute"]}
    elif service == "hubspot":
        changed = {"key": key, "version": stored["api_version"]}
    else:
        changed = {"client_id": stored["client_id"], "client_secret": key, "realm": stored["realm"]}
    return replace(environment.of(service), **{name: value for name, value in changed.items() if value})


def initial_refresh_token(connection: StoredConnection, environment: Environment) -> str:
    """The environment's refresh token, valid only for the environment's company."""
    return "" if connection.settings["realm"] else environment.refresh_token


def read_webhook_secret(db: Connection, environment: Environment, service: str) -> str | None:
    return _open_secret(db, environment, service, "webhook_secret")


def describe_settings(db: Connection, environment: Environment, service: str) -> ConnectionSettings:
    """The settings of a connection without secrets; null where they do not apply to the service."""
    service_name = require_service(service)
    connection, defaults = read_stored_connections(db)[service_name], environment.of(service_name)
    stored, secrets = connection.settings, connection.secrets.keys()
    teamwork = defaults if isinstance(defaults, TeamworkSettings) else None
    hubspot = defaults if isinstance(defaults, HubspotSettings) else None
    quickbooks = defaults if isinstance(defaults, QuickbooksSettings) else None
    is_on = is_connected(connection, environment, service_name)
    by_environment = environment.has_keys(service_name) and not ({"key", "client_secret", TOKENS} & secrets)
    key = "" if isinstance(defaults, QuickbooksSettings) else defaults.key
    return {
        "service": service_name,
        "is_on": is_on,
        "configured_by": None if not is_on else "environment" if by_environment else "person",
        "url": stored["url"] or defaults.base_url or None,
        "calls_per_minute": stored["calls_per_minute"] or teamwork.requests_per_minute if teamwork else None,
        "api_version": stored["api_version"] or hubspot.version if hubspot else None,
        "client_id": stored["client_id"] or quickbooks.client_id or None if quickbooks else None,
        "realm": stored["realm"] or quickbooks.realm or None if quickbooks else None,
        "has_key": quickbooks is None and ("key" in secrets or bool(key)),
        "has_client_secret": quickbooks is not None and ("client_secret" in secrets or bool(quickbooks.client_secret)),
        "has_consent": quickbooks is not None and is_on,
        "consent_ends_at": connection.secrets.get(TOKENS) if is_on else None,
        "has_webhook_secret": "webhook_secret" in secrets,
        "webhook_url": f"{environment.origin}/hooks/{service_name}",
        "redirect_url": redirect_url(environment) if quickbooks else None,
        "version": stored["version"],
    }


def redirect_url(environment: Environment) -> str:
    """The redirect address after consent, as registered at QuickBooks."""
    return f"{environment.origin}/admin/connections"


def find_connection(session: Session, service: str) -> ServiceConnection | None:
    """The stored settings, locked."""
    found = select(ServiceConnection).where(ServiceConnection.service == require_service(service)).with_for_update()
    return session.execute(found).scalar_one_or_none()


def _open_secret(db: Connection, environment: Environment, service: str, name: str) -> str | None:
    found = select(ConnectionSecret.value).where(ConnectionSecret.service == service, ConnectionSecret.name == name)
    sealed = db.execute(found).scalar_one_or_none()
    opened = environment.box().open(sealed) if sealed else None
    return opened.decode() if opened is not None else None
