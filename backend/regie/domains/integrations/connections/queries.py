"""Which settings hold for a service: what people have set in Régie, else what the environment says."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypedDict

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.core.api.errors import NotFound
from regie.core.encryption import SealedBox
from regie.core.lists.shape import rows_of
from regie.domains.integrations.connections.models import SERVICES, ConnectionSecret, Service, ServiceConnection
from regie.domains.integrations.connections.schemas import ConnectionSettings

ServiceSettings = TeamworkSettings | HubspotSettings | QuickbooksSettings
NAMES = {"teamwork": "Teamwork", "hubspot": "HubSpot", "quickbooks": "QuickBooks"}
# What rotates by itself is not what somebody has typed.
TOKENS = "tokens"
SEALED_CONNECTIONS = "connection secrets"
_KEYS: dict[str, str] = {"teamwork": "key", "hubspot": "key", "quickbooks": "client_secret"}


@dataclass(frozen=True, slots=True)
class Environment:
    """The services as the environment describes them: every origin, and keys where it has some."""

    teamwork: TeamworkSettings
    hubspot: HubspotSettings
    quickbooks: QuickbooksSettings
    origin: str
    # How often a service is read without being asked; zero for never.
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
    """What people have set for a service, secrets apart."""

    service: str
    is_on: bool
    url: str | None
    calls_per_minute: int | None
    api_version: str | None
    client_id: str | None
    realm: str | None
    version: int


@dataclass(frozen=True, slots=True)
class Known:
    """What is stored about a service: its settings, and the names and ends of its secrets."""

    settings: StoredSettings
    secrets: Mapping[str, datetime | None]


def require_service(service: str) -> Service:
    if service not in SERVICES:
        raise NotFound
    return service


def read_known(db: Connection) -> dict[str, Known]:
    stored = select(*(getattr(ServiceConnection, name) for name in StoredSettings.__annotations__))
    rows = {row["service"]: row for row in rows_of(StoredSettings, db.execute(stored))}
    columns = (ConnectionSecret.service, ConnectionSecret.name, ConnectionSecret.expires_at)
    secrets: dict[str, dict[str, datetime | None]] = {service: {} for service in SERVICES}
    for service, name, expires_at in db.execute(select(*columns).where(ConnectionSecret.value != b"")):
        secrets[service][name] = expires_at
    return {service: Known(rows.get(service) or _unset(service), secrets[service]) for service in SERVICES}


def _unset(service: Service) -> StoredSettings:
    """Of a service that nobody has set: the environment's settings hold."""
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


def is_connected(known: Known, environment: Environment, service: str) -> bool:
    """Whether everything is there that a call needs."""
    if not known.settings["is_on"]:
        return False
    if service == "quickbooks":
        has_secret = "client_secret" in known.secrets or bool(environment.quickbooks.client_secret)
        has_consent = TOKENS in known.secrets or (environment.has_keys(service) and not known.settings["realm"])
        return has_secret and has_consent
    return "key" in known.secrets or (environment.has_keys(service) and not known.settings["url"])


def connected_services(db: Connection, environment: Environment) -> tuple[str, ...]:
    known = read_known(db)
    return tuple(service for service in SERVICES if is_connected(known[service], environment, service))


def read_hints(db: Connection, services: tuple[str, ...]) -> dict[str, datetime]:
    """When each of these services last said that something has changed there."""
    columns = (ServiceConnection.service, ServiceConnection.hinted_at)
    hinted = select(*columns).where(ServiceConnection.service.in_(services), ServiceConnection.hinted_at.is_not(None))
    return {row.service: row.hinted_at for row in db.execute(hinted)}


def read_lapsing(db: Connection, before: datetime) -> tuple[str, ...]:
    """The services whose consent was last renewed before then."""
    renewed = (ConnectionSecret.name == TOKENS, ConnectionSecret.value != b"", ConnectionSecret.updated_at < before)
    return tuple(db.execute(select(ConnectionSecret.service).where(*renewed)).scalars())


def read_connection_settings(db: Connection, environment: Environment, service: str) -> ServiceSettings | None:
    """The settings to call the service with; None where it is not connected."""
    known = read_known(db)[service]
    if not is_connected(known, environment, service):
        return None
    return merge_settings(db, environment, service, known)


def merge_settings(db: Connection, environment: Environment, service: str, known: Known) -> ServiceSettings:
    """The environment's settings with what people have set in their place, secrets opened."""
    stored = known.settings
    key = _open_secret(db, environment, service, _KEYS[service])
    if service == "teamwork":
        # A key of the environment is not sent to an address that somebody has typed.
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


def seed_token(known: Known, environment: Environment) -> str:
    """The environment's refresh token, which is good for the environment's company only."""
    return "" if known.settings["realm"] else environment.refresh_token


def read_webhook_secret(db: Connection, environment: Environment, service: str) -> str | None:
    return _open_secret(db, environment, service, "webhook_secret")


def describe_settings(db: Connection, environment: Environment, service: str) -> ConnectionSettings:
    """A connection's settings without its secrets; what only another service has is null."""
    named = require_service(service)
    known, set_up = read_known(db)[named], environment.of(named)
    stored, secrets = known.settings, known.secrets.keys()
    teamwork = set_up if isinstance(set_up, TeamworkSettings) else None
    hubspot = set_up if isinstance(set_up, HubspotSettings) else None
    quickbooks = set_up if isinstance(set_up, QuickbooksSettings) else None
    is_on = is_connected(known, environment, named)
    by_environment = environment.has_keys(named) and not ({"key", "client_secret", TOKENS} & secrets)
    key = "" if isinstance(set_up, QuickbooksSettings) else set_up.key
    return {
        "service": named,
        "is_on": is_on,
        "configured_by": None if not is_on else "environment" if by_environment else "person",
        "url": stored["url"] or set_up.base_url or None,
        "calls_per_minute": stored["calls_per_minute"] or teamwork.requests_per_minute if teamwork else None,
        "api_version": stored["api_version"] or hubspot.version if hubspot else None,
        "client_id": stored["client_id"] or quickbooks.client_id or None if quickbooks else None,
        "realm": stored["realm"] or quickbooks.realm or None if quickbooks else None,
        "has_key": quickbooks is None and ("key" in secrets or bool(key)),
        "has_client_secret": quickbooks is not None and ("client_secret" in secrets or bool(quickbooks.client_secret)),
        "has_consent": quickbooks is not None and is_on,
        "consent_ends_at": known.secrets.get(TOKENS) if is_on else None,
        "has_webhook_secret": "webhook_secret" in secrets,
        "webhook_url": f"{environment.origin}/hooks/{named}",
        "redirect_url": redirect_url(environment) if quickbooks else None,
        "version": stored["version"],
    }


def redirect_url(environment: Environment) -> str:
    """Where QuickBooks sends people back to, as it must be registered there."""
    return f"{environment.origin}/admin/connections"


def find_connection(session: Session, service: str) -> ServiceConnection | None:
    """The row that people have made, locked."""
    found = select(ServiceConnection).where(ServiceConnection.service == require_service(service)).with_for_update()
    return session.execute(found).scalar_one_or_none()


def _open_secret(db: Connection, environment: Environment, service: str, name: str) -> str | None:
    found = select(ConnectionSecret.value).where(ConnectionSecret.service == service, ConnectionSecret.name == name)
    sealed = db.execute(found).scalar_one_or_none()
    opened = environment.box().open(sealed) if sealed else None
    return opened.decode() if opened is not None else None
