"""Opens clients of the outside services with the current settings; importing it loads the HTTP client."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from regie.connectors.connection_check import ConnectionCheck
from regie.connectors.errors import AccessDenied, ServiceError
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth, TokenPair
from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from regie.core.db.database import Database
from regie.core.restored_copy import is_restored_copy
from regie.core.sample_data import has_sample_data
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import (
    Environment,
    ServiceSettings,
    initial_refresh_token,
    merge_settings,
    read_connection_settings,
    read_stored_connections,
)
from regie.domains.integrations.connections.tokens import DatabaseTokenSource

# A user waits for the response.
_INTERACTIVE_OPTIONS = HttpOptions(total_s=10.0, retries=0)


@dataclass(frozen=True, slots=True)
class ServiceHandle:
    """A client, the settings it was created with, and the function that closes it."""

    settings: ServiceSettings
    client: Any
    close: Callable[[], None]


def open_service(
    database: Database, clock: Clock, environment: Environment, service: str, options: HttpOptions
) -> ServiceHandle:
    with database.read() as db:
        _require_real_data(db, service)
        settings = read_connection_settings(db, environment, service)
        initial_token = initial_refresh_token(read_stored_connections(db)[service], environment)
    if settings is None:
        raise AccessDenied(service, "not_configured")
    if isinstance(settings, TeamworkSettings):
        teamwork = TeamworkClient(settings, options)
        return ServiceHandle(settings, teamwork, teamwork.close)
    if isinstance(settings, HubspotSettings):
        hubspot = HubspotClient(settings, options)
        return ServiceHandle(settings, hubspot, hubspot.close)
    oauth = QuickbooksOAuth(settings, options)
    tokens = DatabaseTokenSource(database, clock, environment.box(), initial_token, oauth.refresh, options.clock.sleep)
    quickbooks = QuickbooksClient(settings, tokens, options)

    def close() -> None:
        quickbooks.close()
        oauth.close()

    return ServiceHandle(settings, quickbooks, close)


def check_service(database: Database, clock: Clock, environment: Environment, service: str) -> ConnectionCheck:
    """Our account at the service, and what the key may read; ServiceError when the test fails."""
    handle = open_service(database, clock, environment, service, _INTERACTIVE_OPTIONS)
    try:
        return handle.client.check()
    finally:
        handle.close()


def consent_url(database: Database, environment: Environment, state: str, redirect_uri: str) -> str:
    with QuickbooksOAuth(_read_application_settings(database, environment), _INTERACTIVE_OPTIONS) as oauth:
        return oauth.authorization_url(state=state, redirect_uri=redirect_uri)


def exchange_consent(database: Database, environment: Environment, code: str, redirect_uri: str) -> TokenPair:
    with QuickbooksOAuth(_read_application_settings(database, environment), _INTERACTIVE_OPTIONS) as oauth:
        return oauth.exchange(code, redirect_uri)


def revoke_consent(database: Database, environment: Environment, refresh_token: str) -> bool:
    """Whether QuickBooks revoked the consent; otherwise the token expires a hundred days after its last use."""
    try:
        with QuickbooksOAuth(_read_application_settings(database, environment), _INTERACTIVE_OPTIONS) as oauth:
            oauth.revoke(refresh_token)
    except ServiceError:
        return False
    return True


def _require_real_data(db: Connection, service: str) -> None:
    """A call from a copy could end the live one's access, because QuickBooks' tokens change at each renewal.

    Beside sample data, real records would be removed with it.
    """
    if is_restored_copy(db):
        raise AccessDenied(service, "restored_copy")
    if has_sample_data(db):
        raise AccessDenied(service, "sample_data")


def _read_application_settings(database: Database, environment: Environment) -> QuickbooksSettings:
    """The settings of our QuickBooks application, which are complete before any consent."""
    with database.read() as db:
        _require_real_data(db, "quickbooks")
        settings = merge_settings(db, environment, "quickbooks", read_stored_connections(db)["quickbooks"])
    assert isinstance(settings, QuickbooksSettings)
    if not (settings.client_id and settings.client_secret):
        raise AccessDenied("quickbooks", "configuration", "the application's id and secret are missing")
    return settings
