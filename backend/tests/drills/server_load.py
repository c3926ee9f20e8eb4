"""A `serve` and a `worker` on one database, and a client that creates and lists records."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

import httpx

from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.settings import DEVELOPMENT_SECRET
from tests.drills.processes import clean_environment, free_port, is_answering, start_command, wait_until
from tests.factories.people import make_user


@dataclass
class Installation:
    """Running processes, and a signed-in client; `outcomes` counts methods and statuses."""

    environment: dict[str, str]
    folder: Path
    stack: ExitStack
    client: httpx.Client
    manager: str
    processes: dict[str, Popen[bytes]] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)

    def start(self, name: str, *options: str) -> None:
        command = start_command(name, *options, environment=self.environment, log=self.folder / f"{name}.log")
        self.processes[name] = self.stack.enter_context(command)

    def kill_worker(self) -> None:
        self.processes["worker"].kill()
        self.processes["worker"].wait(10)

    def call(self, method: str, path: str = "/api/v1/clients", **options: object) -> httpx.Response:
        response = self.client.request(method, path, **options)  # type: ignore[arg-type]
        self.outcomes[f"{method} {response.status_code}"] += 1
        return response

    def create(self) -> httpx.Response:
        return self.call("POST", json={"name": "Endurance", "account_manager": self.manager, "currency": "CAD"})


@contextmanager
def run_installation(database: Database, folder: Path, **settings: str) -> Iterator[Installation]:
    port = free_port()
    environment = clean_environment(
        REGIE_DATABASE_URL=database.url.render_as_string(hide_password=False),
        REGIE_DATA=str(folder / "data"),
        REGIE_SECRET=DEVELOPMENT_SECRET,
        REGIE_RATE_FACTOR="10000",
        REGIE_SYNC_MINUTES="0",
        **({"REGIE_JOBS_URL": f"sqlite:///{folder / 'jobs.sqlite'}"} if database.is_sqlite else {}),
    )
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
    proof = csrf_token(DEVELOPMENT_SECRET, token)
    headers = {"Cookie": f"regie_session={token}; XSRF-TOKEN={proof}", "X-XSRF-TOKEN": proof}
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30))
        installation = Installation(environment | settings, folder, stack, client, user.api_id)
        installation.start("serve", "--port", str(port))
        installation.start("worker")
        wait_until(lambda: is_answering(port) and b"worker started" in (folder / "worker.log").read_bytes())
        yield installation
