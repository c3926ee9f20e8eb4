"""Servers on free ports, clients that speak to them, and a clock that never waits."""

from collections.abc import Generator

import pytest

from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.settings import QuickbooksSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.false_time import FalseTime
from tests.connectors.kept_tokens import KeptTokens
from tests.connectors.sandbox import KeptPair, Sandbox, running_sandbox
from tests.connectors.scripted_server import ScriptedServer


@pytest.fixture
def time_apart() -> FalseTime:
    return FalseTime()


@pytest.fixture
def options(time_apart: FalseTime) -> HttpOptions:
    return HttpOptions(clock=time_apart.clock(), jitter=lambda: 0.0)


@pytest.fixture
def server() -> Generator[ScriptedServer, None, None]:
    running = ScriptedServer()
    yield running
    running.close()


@pytest.fixture(scope="session")
def one_sandbox() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(one_sandbox: Sandbox) -> Sandbox:
    """As seeded, without limits, without faults, with an empty log."""
    one_sandbox.post("/reset")
    return one_sandbox


@pytest.fixture
def teamwork(sandbox: Sandbox, options: HttpOptions) -> Generator[TeamworkClient, None, None]:
    with TeamworkClient(sandbox.teamwork(), options) as client:
        yield client


@pytest.fixture
def hubspot(sandbox: Sandbox, options: HttpOptions) -> Generator[HubspotClient, None, None]:
    with HubspotClient(sandbox.hubspot(), options) as client:
        yield client


@pytest.fixture
def pair(sandbox: Sandbox, options: HttpOptions) -> Generator[KeptPair, None, None]:
    kept = KeptPair(sandbox.quickbooks(), options)
    yield kept
    kept.close()


@pytest.fixture
def books(sandbox: Sandbox, pair: KeptPair, options: HttpOptions) -> Generator[QuickbooksClient, None, None]:
    with QuickbooksClient(sandbox.quickbooks(), pair, options) as client:
        yield client


@pytest.fixture
def tokens() -> KeptTokens:
    return KeptTokens()


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
    settings: QuickbooksSettings, tokens: KeptTokens, options: HttpOptions
) -> Generator[QuickbooksClient, None, None]:
    with QuickbooksClient(settings, tokens, options) as client:
        yield client
