"""Runs the application with two web processes and a worker, and the floor, on the same database."""

import http.client
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ports import free_port
from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.domains.records.users.models import User
from run import Processes, environment_for
from sqlalchemy import select
from stamps import ROOT

from bench.data import wait_for_figures
from bench.load import Person

WORKERS = "2"
# Three people who see all invoices, and two who see those of their clients.
PEOPLE = ("admin", "super_admin", "financial_manager", "account_manager", "joel.lavoie")


@dataclass(frozen=True, slots=True)
class Servers:
    """The ports of the application and the floor; `group` is the process group of the application's web processes."""

    app: int
    floor: int
    group: int
    people: Sequence[Person]
    startup_s: float

    @property
    def admin(self) -> Person:
        return self.people[0]


@contextmanager
def run_servers(url: str, folder: Path) -> Iterator[Servers]:
    port, floor = free_port(), free_port()
    # One client here sends as many requests as a thousand users.
    overrides = {"REGIE_DATABASE_URL": url, "REGIE_RATE_FACTOR": "1000000"}
    environment = environment_for(port, free_port(), folder) | overrides
    startup = median(_time_startup(folder, environment) for _ in range(3))
    processes = Processes(folder, environment)
    granian = ("--interface", "asginl", "--workers", WORKERS, "--no-access-log", "--port", str(floor))
    try:
        processes.start("worker", "worker")
        wait_for_figures(url)
        _start_app(processes, port)
        processes.start("floor", *granian, "bench.floor:app", program=ROOT / ".venv" / "bin" / "granian")
        processes.wait_until_ready("floor", floor, "/")
        people = _sign_in(url, environment["REGIE_SECRET"])
        yield Servers(port, floor, processes.running["serve"].pid, people, startup)
    finally:
        processes.stop()


def memory_of_group(group: int) -> float:
    """Return the proportional set size of a process group in MiB."""
    kilobytes = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[2]) == group:
                lines = (status.parent / "smaps_rollup").read_text().splitlines()
                kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


def _time_startup(folder: Path, environment: dict[str, str]) -> float:
    """Return the seconds until the first response with status 200."""
    port = free_port()
    processes = Processes(folder, environment | {"REGIE_PORT": str(port)})
    started = time.perf_counter()
    try:
        _start_app(processes, port)
        return time.perf_counter() - started
    finally:
        processes.stop()


def _start_app(processes: Processes, port: int) -> None:
    processes.start("serve", "serve", "--port", str(port), "--workers", WORKERS)
    while not _is_ready(port):
        processes.fail_if_ended()
        time.sleep(0.01)


def _is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/ready", headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _sign_in(url: str, secret: str) -> list[Person]:
    database = Database(url)
    try:
        with database.write() as session:
            emails = [f"{name}@regie.example" for name in PEOPLE]
            ids = {user.email: user.id for user in session.execute(select(User)).scalars()}
            tokens = [
                open_session(session, ids[email], Clock().now(), replaces=None, remember=True) for email in emails
            ]
    finally:
        database.close()
    csrf = [csrf_token(secret, token) for token in tokens]
    return [
        Person(f"regie_session={token}; XSRF-TOKEN={known}", known) for token, known in zip(tokens, csrf, strict=True)
    ]
