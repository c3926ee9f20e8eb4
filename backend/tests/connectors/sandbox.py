"""The running sandbox: its addresses, its seeded agency and its controls."""

import subprocess
import sys
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import httpx

from regie.connectors.call_clock import CallClock
from regie.connectors.http import HttpOptions
from regie.connectors.pages import RecordPage
from regie.connectors.quickbooks.oauth import QuickbooksOAuth, TokenPair
from regie.connectors.settings import ExchangeRatesSettings, HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.sandbox.agency.build import Agency
from tests.connectors.agency import build_test_agency

NOW = 1_795_190_400_000  # 2026-11-20T16:00:00Z
START = datetime.fromtimestamp(NOW / 1000, UTC)
NO_LIMIT = 100_000
SECRET = "qb-sandbox-secret"


class Sandbox:
    def __init__(self, url: str) -> None:
        self.url = url
        self.agency: Agency = build_test_agency(NOW)
        self._client = httpx.Client(base_url=f"{url}/__sandbox", trust_env=False)

    def post(self, control: str, **body: Any) -> Any:
        reply = self._client.post(control, json=body)
        assert reply.is_success, reply.text
        return reply.json() if reply.content else None

    def fault(self, path: str, kind: str = "status", **options: Any) -> None:
        self.post("/faults", path=path, kind=kind, **options)

    def requests(self, service: str, **params: Any) -> list[dict[str, Any]]:
        return self._client.get("/requests", params={"service": service, **params}).json()

    def edit_all(self, edits: list[dict[str, Any]]) -> None:
        """Make several edits at once, announced in one webhook."""
        reply = self._client.post("/records", json=edits)
        assert reply.is_success, reply.text

    def deliveries(self) -> list[dict[str, Any]]:
        return self._client.get("/deliveries").json()

    def is_up(self) -> bool:
        try:
            return self._client.get("/").is_success
        except httpx.TransportError:
            return False

    def close(self) -> None:
        self._client.close()

    def clock(self) -> CallClock:
        """The sandbox's clock: sleeping advances it."""
        self.post("/clock", stopped=True)
        elapsed = [0.0]

        def sleep(seconds: float) -> None:
            elapsed[0] += seconds
            self.post("/clock", advance_s=seconds)

        return CallClock(monotonic=lambda: elapsed[0], wall=lambda: NOW / 1000 + elapsed[0], sleep=sleep)

    def teamwork(self, key: str = "twk_sandbox", per_minute: int = NO_LIMIT) -> TeamworkSettings:
        return TeamworkSettings(f"{self.url}/teamwork", key, per_minute)

    def hubspot(
        self, key: str = "pat-sandbox", version: str = "2026-09", per_ten_seconds: int = NO_LIMIT
    ) -> HubspotSettings:
        return HubspotSettings(f"{self.url}/hubspot", key, version, per_ten_seconds)

    def bank_of_canada(self) -> ExchangeRatesSettings:
        return ExchangeRatesSettings(f"{self.url}/bank-of-canada/valet", NO_LIMIT)

    def quickbooks(
        self, client_secret: str = SECRET, realm: str = "9130000000000001", client_id: str = "qb-sandbox-client"
    ) -> QuickbooksSettings:
        return QuickbooksSettings(
            base_url=f"{self.url}/quickbooks",
            authorize_url=f"{self.url}/quickbooks-appcenter/connect/oauth2",
            token_url=f"{self.url}/quickbooks-oauth/oauth2/v1/tokens/bearer",
            revoke_url=f"{self.url}/quickbooks-developer/v2/oauth2/tokens/revoke",
            client_id=client_id,
            client_secret=client_secret,
            realm=realm,
            requests_per_minute=NO_LIMIT,
            requests_per_second=NO_LIMIT,
        )


class LockedTokenSource:
    """A minimal correct token source: one lock, and each pair is stored before use."""

    def __init__(self, settings: QuickbooksSettings, options: HttpOptions) -> None:
        self._oauth = QuickbooksOAuth(settings, options)
        self._lock = Lock()
        self.pairs: list[TokenPair] = []

    def close(self) -> None:
        self._oauth.close()

    def access_token(self) -> str:
        with self._lock:
            if not self.pairs:
                self.pairs.append(self._oauth.refresh("RT1-sandbox"))
            return self.pairs[-1].access_token

    def refresh(self, stale_token: str) -> str:
        with self._lock:
            if self.pairs[-1].access_token == stale_token:
                self.pairs.append(self._oauth.refresh(self.pairs[-1].refresh_token))
            return self.pairs[-1].access_token


@contextmanager
def running_sandbox() -> Generator[Sandbox, None, None]:
    command = [sys.executable, "-m", "tests.connectors.run_sandbox", str(NOW)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        sandbox = Sandbox(f"http://127.0.0.1:{process.stdout.readline().strip()}")
        deadline = time.monotonic() + 60
        while not sandbox.is_up():
            assert process.poll() is None, "the sandbox exited"
            assert time.monotonic() < deadline, "the sandbox does not respond"
            time.sleep(0.05)
        try:
            yield sandbox
        finally:
            sandbox.close()
            process.kill()


def ids_of(pages: Iterable[RecordPage[Any]]) -> list[str]:
    return sorted(record.external_id for page in pages for record in page.records)


def ids_in(rows: Iterable[Any]) -> list[str]:
    return sorted(str(row.id) for row in rows)
