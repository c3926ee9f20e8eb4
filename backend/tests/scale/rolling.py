"""Restarts two servers behind a proxy, one after the other, while clients use them."""

import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.drills.processes import free_port, start_command, wait_until
from tests.long_tests import IS_LONG
from tests.scale.haproxy import is_ready, run_haproxy

REQUESTS, CLIENTS = (10_000 if IS_LONG else 1_000), 4
DRAIN_SECONDS = 3
Server = tuple[subprocess.Popen[bytes], int]
# The environments of the servers before and after the restart.
Environments = tuple[dict[str, str], dict[str, str]]


class Load:
    """Clients that create and list records until each has sent its share of the requests and all servers restarted."""

    def __init__(self, port: int, headers: dict[str, str], manager: str) -> None:
        self.outcomes: Counter[str] = Counter()
        self.restarted = threading.Event()
        self._address, self._headers = f"http://127.0.0.1:{port}", headers
        self._body = {"name": "Relève", "account_manager": manager, "currency": "CAD"}
        self._lock = threading.Lock()
        self.threads = [threading.Thread(target=self._send) for _ in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def _send(self) -> None:
        with httpx.Client(base_url=self._address, headers=self._headers, timeout=30) as client:
            sent = 0
            while sent < REQUESTS // CLIENTS or not self.restarted.is_set():
                self._count(client, "POST", json=self._body)
                self._count(client, "GET")
                sent += 2

    def _count(self, client: httpx.Client, method: str, **options: object) -> None:
        try:
            outcome = f"{method} {client.request(method, '/api/v1/clients', **options).status_code}"  # type: ignore[arg-type]
        except httpx.TransportError as error:
            outcome = f"{method} {type(error).__name__}"
        with self._lock:
            self.outcomes[outcome] += 1


def roll(
    stack: ExitStack,
    folder: Path,
    environments: Environments,
    sign_in: Callable[[int], tuple[dict[str, str], str]],
    before_restart: Callable[[], object],
) -> Load:
    """Restart with the second environment; `sign_in` returns the headers and the api_id of an administrator."""
    ports, log = [free_port(), free_port()], folder / "serve.log"
    servers = [_start(stack, environments[0], port, log) for port in ports]
    port = stack.enter_context(run_haproxy(folder, ports))
    load = Load(port, *sign_in(port))
    try:
        wait_until(lambda: sum(load.outcomes.values()) > 50)
        before_restart()
        _restart_all(stack, servers, environments[1], log)
    finally:
        load.restarted.set()
        for thread in load.threads:
            thread.join(600)
    return load


def _start(stack: ExitStack, environment: dict[str, str], port: int, log: Path) -> Server:
    process = stack.enter_context(start_command("serve", "--port", str(port), environment=environment, log=log))
    wait_until(lambda: is_ready(port))
    return process, port


def _restart_all(stack: ExitStack, servers: list[Server], environment: dict[str, str], log: Path) -> None:
    for process, port in servers:
        process.send_signal(signal.SIGTERM)
        # It says so before it ends: a closed port would not answer.
        wait_until(lambda port=port: httpx.get(f"http://127.0.0.1:{port}/health/ready").status_code == 503)
        assert process.wait(DRAIN_SECONDS + 10) == 0
        _start(stack, environment, port, log)
        # The proxy checks every second.
        threading.Event().wait(2)
