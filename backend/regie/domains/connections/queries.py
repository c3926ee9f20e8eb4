"""Which settings hold for a service: what people have set in Régie, else what the environment says."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.core.errors import NotFound
from regie.core.sealing import SealedBox
from regie.domains.connections.models import SERVICES, ConnectionSecret, ServiceConnection

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


@dataclass(frozen=True, slots=True)
class Known:
    """What is stored about a service: its row, if any, and the names and ends of its secrets."""

    row: Mapping[str, Any] | None
    secrets: Mapping[str, datetime | None]

    @property
    def is_off(self) -> bool:
        return self.row is not None and not self.row["is_on"]


def refuse_unknown_service(service: str) -> None:
    if service not in SERVICES:
        raise NotFound


def read_known(db: Connection) -> dict[str, Known]:
    rows = {row.service: dict(row._mapping) for row in db.execute(select(ServiceConnection.__table__))}
    columns = (ConnectionSecret.service, ConnectionSecret.name, ConnectionSecret.expires_at)
    secrets: dict[str, dict[str, datetime | None]] = {service: {} for service in SERVICES}
    for service, name, expires_at in db.execute(select(*columns).where(ConnectionSecret.value != b"")):
        secrets[service][name] = expires_at
    return {service: Known(rows.get(service), secrets[service]) for service in SERVICES}


def is_connected(known: Known, environment: Environment, service: str) -> bool:
    """Whether everything is there that a call needs."""
    if known.is_off:
        return False
    if service == "quickbooks":
        has_secret = "client_secret" in known.secrets or bool(environment.quickbooks.client_secret)
        has_consent = TOKENS in known.secrets or (environment.has_keys(service) and not _own_realm(known))
        return has_secret and has_consent
    return "key" in known.secrets or (environment.has_keys(service) and not _own_url(known))


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
    row = known.row or {}
    key = _open_secret(db, environment, service, _KEYS[service])
    if service == "teamwork":
        # A key of the environment is not sent to an address that somebody has typed.
        if row.get("url"):
            return replace(
                environment.teamwork,
                base_url=row["url"],
                key=key or "",
                requests_per_minute=row["calls_per_minute"] or environment.teamwork.requests_per_minute,
            )
        changed = {"key": key, "requests_per_minute": row.get("calls_per_minute")}
    elif service == "hubspot":
        changed = {"key": key, "version": row.get("api_version")}
    else:
        changed = {"client_id": row.get("client_id"), "client_secret": key, "realm": row.get("realm")}
    return replace(environment.of(service), **{name: value for name, value in changed.items() if value})


def seed_token(known: Known, environment: Environment) -> str:
    """The environment's refresh token, which is good for the environment's company only."""
    return "" if _own_realm(known) else environment.refresh_token


def read_webhook_secret(db: Connection, environment: Environment, service: str) -> str | None:
    return _open_secret(db, environment, service, "webhook_secret")


def describe_settings(db: Connection, environment: Environment, service: str) -> dict[str, Any]:
    """A connection's settings without its secrets."""
    refuse_unknown_service(service)
    known = read_known(db)[service]
    row: Mapping[str, Any] = known.row or {}
    shown: Any = environment.of(service)
    is_quickbooks = service == "quickbooks"
    is_on = is_connected(known, environment, service)
    by_environment = environment.has_keys(service) and not ({"key", "client_secret", TOKENS} & known.secrets.keys())
    return {
        "service": service,
        "is_on": is_on,
        "configured_by": None if not is_on else "environment" if by_environment else "person",
        "url": row.get("url") or shown.base_url or None,
        **_own_fields(service, row, shown),
        "has_key": not is_quickbooks and ("key" in known.secrets or bool(shown.key)),
        "has_client_secret": is_quickbooks and ("client_secret" in known.secrets or bool(shown.client_secret)),
        "has_consent": is_quickbooks and is_on,
        "consent_ends_at": known.secrets.get(TOKENS) if is_on else None,
        "has_webhook_secret": "webhook_secret" in known.secrets,
        "webhook_url": f"{environment.origin}/hooks/{service}",
        "redirect_url": redirect_url(environment) if is_quickbooks else None,
        "version": row.get("version", 0),
    }


def _own_fields(service: str, row: Mapping[str, Any], shown: Any) -> dict[str, Any]:
    """What only one of the services has; null for the others."""
    is_quickbooks = service == "quickbooks"
    return {
        "calls_per_minute": row.get("calls_per_minute") or shown.requests_per_minute if service == "teamwork" else None,
        "api_version": row.get("api_version") or shown.version if service == "hubspot" else None,
        "client_id": row.get("client_id") or shown.client_id or None if is_quickbooks else None,
        "realm": row.get("realm") or shown.realm or None if is_quickbooks else None,
    }


def redirect_url(environment: Environment) -> str:
    """Where QuickBooks sends people back to, as it must be registered there."""
    return f"{environment.origin}/admin/connections"


def find_connection(session: Session, service: str) -> ServiceConnection | None:
    """The row that people have made, locked."""
    refuse_unknown_service(service)
    found = select(ServiceConnection).where(ServiceConnection.service == service).with_for_update()
    return session.execute(found).scalar_one_or_none()


def _own_realm(known: Known) -> bool:
    return known.row is not None and bool(known.row["realm"])


def _own_url(known: Known) -> bool:
    return known.row is not None and bool(known.row["url"])


def _open_secret(db: Connection, environment: Environment, service: str, name: str) -> str | None:
    found = select(ConnectionSecret.value).where(ConnectionSecret.service == service, ConnectionSecret.name == name)
    sealed = db.execute(found).scalar_one_or_none()
    opened = environment.box().open(sealed) if sealed else None
    return opened.decode() if opened is not None else None
