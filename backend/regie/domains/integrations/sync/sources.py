"""The lists of each service as steps, read with the settings that hold now."""

from collections.abc import Callable
from dataclasses import dataclass

from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.actions import open_service
from regie.domains.integrations.connections.queries import Environment, ServiceSettings, read_connection_settings
from regie.domains.integrations.sync.hubspot import HubspotLists
from regie.domains.integrations.sync.passes import Step
from regie.domains.integrations.sync.quickbooks import QuickbooksLists
from regie.domains.integrations.sync.teamwork import teamwork_steps


@dataclass(frozen=True, slots=True)
class _Source:
    settings: ServiceSettings
    steps: tuple[Step, ...]
    close: Callable[[], None]


class Sources:
    """Opens a service at its first use and keeps it open, so that its limits hold over all runs; settings that
    somebody changes take effect at the next turn.
    """

    def __init__(self, environment: Environment, database: Database, clock: Clock, options: HttpOptions) -> None:
        self._environment = environment
        self._database = database
        self._clock = clock
        self._options = options
        self._open: dict[str, _Source] = {}

    def steps(self, service: str) -> tuple[Step, ...]:
        """Refused("not_configured") where nobody has set the service up."""
        with self._database.read() as db:
            settings = read_connection_settings(db, self._environment, service)
        source = self._open.get(service)
        if source is None or source.settings != settings:
            self._let_go(service)
            source = self._open[service] = self._open_source(service)
        return source.steps

    def close(self) -> None:
        for service in list(self._open):
            self._let_go(service)

    def _let_go(self, service: str) -> None:
        source = self._open.pop(service, None)
        if source is not None:
            source.close()

    def _open_source(self, service: str) -> _Source:
        opened = open_service(self._database, self._clock, self._environment, service, self._options)
        return _Source(opened.settings, self._steps_of(service, opened.client), opened.close)

    def _steps_of(self, service: str, client: object) -> tuple[Step, ...]:
        lists: dict[str, Callable[..., tuple[Step, ...]]] = {
            "teamwork": teamwork_steps,
            "hubspot": lambda client, clock: HubspotLists(client, clock).steps,
            "quickbooks": lambda client, clock: QuickbooksLists(client, clock).steps,
        }
        return lists[service](client, self._clock)
