"""Fixtures: servers on free ports, clients of them, and a clock that never waits."""

from collections.abc import Generator

import pytest

from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.settings import QuickbooksSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.fake_clock import FakeClock
from tests.connectors.fake_token_source import FakeTokenSource
from tests.connectors.sandbox import LockedTokenSource, Sandbox, running_sandbox
from tests.connectors.scripted_server import ScriptedServer


@pytest.fixture
def fake_clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def options(fake_clock: FakeClock) -> HttpOptions:
    return HttpOptions(clock=fake_clock.clock(), jitter=lambda: 0.0)


@pytest.fixture
def server() -> Generator[ScriptedServer, None, None]:
    running = ScriptedServer()
    yield running
    running.close()


@pytest.fixture(scope="session")
def sandbox_process() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(sandbox_process: Sandbox) -> Sandbox:
    """The sandbox as seeded, without limits or faults, with an empty log."""
    sandbox_process.post("/reset")
    return sandbox_process


@pytest.fixture
def teamwork(sandbox: Sandbox, options: HttpOptions) -> Generator[TeamworkClient, None, None]:
    with TeamworkClient(sandbox.teamwork(), options) as client:
        yield client


@pytest.fixture
def hubspot(sandbox: Sandbox, options: HttpOptions) -> Generator[HubspotClient, None, None]:
    with HubspotClient(sandbox.hubspot(), options) as client:
        yield client


@pytest.fixture
def token_source(sandbox: Sandbox, options: HttpOptions) -> Generator[LockedTokenSource, None, None]:
    source = LockedTokenSource(sandbox.quickbooks(), options)
    yield source
    source.close()


@pytest.fixture
def sandbox_quickbooks(
    sandbox: Sandbox, token_source: LockedTokenSource, options: HttpOptions
) -> Generator[QuickbooksClient, None, None]:
    with QuickbooksClient(sandbox.quickbooks(), token_source, options) as client:
        yield client


@pytest.fixture
def tokens() -> FakeTokenSource:
    return FakeTokenSource()


@pytest.fixture
def settings(server: ScriptedServer) -> QuickbooksSettings:
    return QuickbooksSettings(
        base_url=server.url,
        token_url=f"{server.url}/oauth2/v1/tokens/bearer",
        client_id="qb-id",
        client_secret="qb-secret",
        realm="9130000000000001",
        requests_per_minute=10_000,
        requests_per_second=10_000,
    )


@pytest.fixture
def quickbooks(
    settings: QuickbooksSettings, tokens: FakeTokenSource, options: HttpOptions
) -> Generator[QuickbooksClient, None, None]:
    with QuickbooksClient(settings, tokens, options) as client:
        yield client
