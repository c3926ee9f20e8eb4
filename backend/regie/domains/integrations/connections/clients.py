"""Calls to the outside services with the settings that hold now; it loads the whole HTTP client."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from regie.connectors.errors import OutsideError, Refused
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth, TokenPair
from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import (
    Environment,
    ServiceSettings,
    merge_settings,
    read_connection_settings,
    read_known,
    seed_token,
)
from regie.domains.integrations.connections.tokens import StoredTokens

# Somebody waits for the answer.
_PROMPT = HttpOptions(total_s=10.0, retries=0)


@dataclass(frozen=True, slots=True)
class Opened:
    """A client, the settings it was made of, and how to let go of it."""

    settings: ServiceSettings
    client: Any
    close: Callable[[], None]


def open_service(
    database: Database, clock: Clock, environment: Environment, service: str, options: HttpOptions
) -> Opened:
    with database.read() as db:
        settings = read_connection_settings(db, environment, service)
        seed = seed_token(read_known(db)[service], environment)
    if settings is None:
        raise Refused(service, "not_configured")
    if isinstance(settings, TeamworkSettings):
        teamwork = TeamworkClient(settings, options)
        return Opened(settings, teamwork, teamwork.close)
    if isinstance(settings, HubspotSettings):
        hubspot = HubspotClient(settings, options)
        return Opened(settings, hubspot, hubspot.close)
    oauth = QuickbooksOAuth(settings, options)
    tokens = StoredTokens(database, clock, environment.box(), seed, oauth.refresh, options.clock.sleep)
    quickbooks = QuickbooksClient(settings, tokens, options)

    def close() -> None:
        quickbooks.close()
        oauth.close()

    return Opened(settings, quickbooks, close)


def check_service(database: Database, clock: Clock, environment: Environment, service: str) -> str:
    """Whom or what the service says we are, in its own words; OutsideError when it does not answer us."""
    opened = open_service(database, clock, environment, service, _PROMPT)
    try:
        return opened.client.check().account
    finally:
        opened.close()


def consent_address(database: Database, environment: Environment, state: str, redirect_uri: str) -> str:
    with QuickbooksOAuth(_application(database, environment), _PROMPT) as oauth:
        return oauth.authorization_url(state=state, redirect_uri=redirect_uri)


def exchange_consent(database: Database, environment: Environment, code: str, redirect_uri: str) -> TokenPair:
    with QuickbooksOAuth(_application(database, environment), _PROMPT) as oauth:
        return oauth.exchange(code, redirect_uri)


def revoke_consent(database: Database, environment: Environment, refresh_token: str) -> bool:
    """Whether QuickBooks has heard it: when it has not, the token ends by itself a hundred days after its last use."""
    try:
        with QuickbooksOAuth(_application(database, environment), _PROMPT) as oauth:
            oauth.revoke(refresh_token)
    except OutsideError:
        return False
    return True


def _application(database: Database, environment: Environment) -> QuickbooksSettings:
    """Our application at QuickBooks, before it has any company's consent."""
    with database.read() as db:
        settings = merge_settings(db, environment, "quickbooks", read_known(db)["quickbooks"])
    assert isinstance(settings, QuickbooksSettings)
    if not (settings.client_id and settings.client_secret):
        raise Refused("quickbooks", "configuration", "the application's id and secret are needed first")
    return settings
