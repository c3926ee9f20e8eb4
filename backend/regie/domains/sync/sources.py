"""The connections of this installation: how each service is reached, and its lists as steps."""

from collections.abc import Callable
from dataclasses import dataclass, field

from regie.connectors.errors import Refused
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.connectors.teamwork.client import TeamworkClient
from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.sealing import SealedBox
from regie.domains.sync.hubspot import HubspotLists
from regie.domains.sync.passes import Step
from regie.domains.sync.quickbooks import QuickbooksLists
from regie.domains.sync.teamwork import teamwork_steps
from regie.domains.sync.tokens import StoredTokens


@dataclass(frozen=True, slots=True)
class Outside:
    """Settings of the services; None where a service is not set up."""

    teamwork: TeamworkSettings | None
    hubspot: HubspotSettings | None
    quickbooks: QuickbooksSettings | None
    refresh_token: str = field(repr=False)
    secret: str = field(repr=False)

    @property
    def configured(self) -> tuple[str, ...]:
        names = ("teamwork", "hubspot", "quickbooks")
        return tuple(name for name in names if getattr(self, name) is not None)


class Sources:
    """Opens a service at its first use and keeps it open, so that its limits hold over all runs."""

    def __init__(self, outside: Outside, database: Database, clock: Clock, options: HttpOptions) -> None:
        self._outside = outside
        self._database = database
        self._clock = clock
        self._options = options
        self._opened: dict[str, tuple[Step, ...]] = {}
        self._closing: list[Callable[[], None]] = []

    def steps(self, service: str) -> tuple[Step, ...]:
        """Refused("not_configured") where nobody has set the service up."""
        if service not in self._opened:
            if service not in self._outside.configured:
                raise Refused(service, "not_configured")
            self._opened[service] = getattr(self, f"_open_{service}")()
        return self._opened[service]

    def close(self) -> None:
        for close in self._closing:
            close()

    def _open_teamwork(self) -> tuple[Step, ...]:
        assert self._outside.teamwork
        client = TeamworkClient(self._outside.teamwork, self._options)
        self._closing.append(client.close)
        return teamwork_steps(client, self._clock)

    def _open_hubspot(self) -> tuple[Step, ...]:
        assert self._outside.hubspot
        client = HubspotClient(self._outside.hubspot, self._options)
        self._closing.append(client.close)
        return HubspotLists(client, self._clock).steps

    def _open_quickbooks(self) -> tuple[Step, ...]:
        settings = self._outside.quickbooks
        assert settings
        oauth = QuickbooksOAuth(settings, self._options)
        tokens = StoredTokens(
            self._database,
            self._clock,
            SealedBox(self._outside.secret, "connection secrets"),
            self._outside.refresh_token,
            oauth.refresh,
            self._options.clock.sleep,
        )
        client = QuickbooksClient(settings, tokens, self._options)
        self._closing.extend((client.close, oauth.close))
        return QuickbooksLists(client, self._clock).steps
