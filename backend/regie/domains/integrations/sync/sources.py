"""Provides the steps of each service, with its current settings."""

from collections.abc import Callable
from dataclasses import dataclass

from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.actions import open_service
from regie.domains.integrations.connections.queries import Environment, ServiceSettings, read_connection_settings
from regie.domains.integrations.sync.hubspot import HubspotLists
from regie.domains.integrations.sync.quickbooks import QuickbooksLists
from regie.domains.integrations.sync.steps import Step
from regie.domains.integrations.sync.teamwork import teamwork_steps


@dataclass(frozen=True, slots=True)
class _Source:
    settings: ServiceSettings
    steps: tuple[Step, ...]
    close: Callable[[], None]


class Sources:
    """Opens a client at its first use and reuses it, so that its rate limits apply across runs; changed settings take
    effect at the next step.
    """

    def __init__(self, environment: Environment, database: Database, clock: Clock, options: HttpOptions) -> None:
        self._environment = environment
        self._database = database
        self._clock = clock
        self._options = options
        self._open: dict[str, _Source] = {}

    def steps(self, service: str) -> tuple[Step, ...]:
        """Raises AccessDenied("not_configured") when the service is not connected."""
        with self._database.read() as db:
            settings = read_connection_settings(db, self._environment, service)
        source = self._open.get(service)
        if source is None or source.settings != settings:
            self._close_source(service)
            source = self._open[service] = self._open_source(service)
        return source.steps

    def close(self) -> None:
        for service in list(self._open):
            self._close_source(service)

    def _close_source(self, service: str) -> None:
        source = self._open.pop(service, None)
        if source is not None:
            source.close()

    def _open_source(self, service: str) -> _Source:
        handle = open_service(self._database, self._clock, self._environment, service, self._options)
        return _Source(handle.settings, self._steps_of(service, handle.client), handle.close)

    def _steps_of(self, service: str, client: object) -> tuple[Step, ...]:
        step_builders: dict[str, Callable[..., tuple[Step, ...]]] = {
            "teamwork": teamwork_steps,
            "hubspot": lambda client, clock: HubspotLists(client, clock).steps,
            "quickbooks": lambda client, clock: QuickbooksLists(client, clock).steps,
        }
        return step_builders[service](client, self._clock)
