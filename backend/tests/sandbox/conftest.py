"""One sandbox for all tests of this folder, reset before each; its clock is stopped."""

from collections.abc import Iterator
from datetime import UTC, datetime

import httpx
import pytest

from regie.sandbox.agency.build import build_agency
from regie.sandbox.clock import SandboxClock
from regie.sandbox.server import create_app
from tests.sandbox.clients import ControlApi, HubspotApi, QuickbooksApi, TeamworkApi
from tests.sandbox.server import run_app

NOW = int(datetime(2026, 11, 20, 16, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture(scope="session")
def sandbox_client() -> Iterator[httpx.Client]:
    app = create_app(build_agency("demo", 7, NOW), clock=SandboxClock(NOW, stopped=True))
    with run_app(app) as address, httpx.Client(base_url=address, timeout=10, trust_env=False) as client:
        yield client


@pytest.fixture
def http(sandbox_client: httpx.Client) -> httpx.Client:
    sandbox_client.post("/__sandbox/reset")
    return sandbox_client


@pytest.fixture
def control(http: httpx.Client) -> ControlApi:
    return ControlApi(http)


@pytest.fixture
def teamwork(http: httpx.Client) -> TeamworkApi:
    return TeamworkApi(http)


@pytest.fixture
def hubspot(http: httpx.Client) -> HubspotApi:
    return HubspotApi(http)


@pytest.fixture
def quickbooks(http: httpx.Client) -> QuickbooksApi:
    return QuickbooksApi(http)
