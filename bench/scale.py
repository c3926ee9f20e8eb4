"""Compares one list on PostgreSQL, through PgBouncer and from a read replica: python -m bench.scale

The rates are ratios to the direct connection in the same run. BENCH_ROWS and BENCH_SECONDS set the size of the data and
the time of each measurement.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import insert, select, text
from sqlalchemy.engine import make_url

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "backend")]

from postgres import start_postgres, start_replica  # noqa: E402 - found in the folder added above
from regie.core.db.database import Database  # noqa: E402
from regie.core.db.ids import new_api_id  # noqa: E402
from regie.core.time.clock import Clock  # noqa: E402
from regie.domains.accounts.sessions.actions import open_session  # noqa: E402
from regie.domains.records.clients.models import Client  # noqa: E402
from regie.migrate import migrate  # noqa: E402
from tests.drills.processes import (  # noqa: E402
    clean_environment,
    free_port,
    is_answering,
    start_command,
    wait_until,
)
from tests.factories.people import make_user  # noqa: E402
from tests.factories.work import make_client  # noqa: E402
from tests.scale.pgbouncer import run_pgbouncer  # noqa: E402

from bench.load import Call, Person, measure  # noqa: E402
from bench.servers import memory_of_group  # noqa: E402

ROWS, SECONDS = int(os.environ.get("BENCH_ROWS", "20000")), float(os.environ.get("BENCH_SECONDS", "5"))
PATHS = ("/api/v1/clients?per_page=50", "/api/v1/clients?per_page=50&search=compte&sort=-name&page=20")


def main() -> None:
    with ExitStack() as stack:
        primary, stop = start_postgres()
        stack.callback(stop)
        cookie = _fill(primary)
        replica, stop_replica = start_replica(primary)
        stack.callback(stop_replica)
        pooled = stack.enter_context(run_pgbouncer(make_url(primary))).render_as_string(hide_password=False)
        settings = {"direct": {}, "pgbouncer": {"REGIE_DATABASE_URL": pooled}}
        settings["replica"] = {"REGIE_DATABASE_READ_URL": replica}
        servers = {name: stack.enter_context(_serve(primary, **values)) for name, values in settings.items()}
        for path in PATHS:
            rates = {name: _rate(port, path, cookie) for name, (port, _) in servers.items()}
            ratios = {name: f"{rate / rates['direct']:.2f}" for name, rate in rates.items()}
            sys.stdout.write(f"{path}: {rates['direct']:.0f} requests/s directly; ratios {ratios}\n")
        memory = {name: f"{memory_of_group(process.pid):.0f} MB" for name, (_, process) in servers.items()}
        sys.stdout.write(f"memory (PSS) of serve with one web process: {memory}\n")
        sys.stdout.write(f"bytes per client, with its indexes: {_bytes_per_row(primary):.0f}\n")


def _fill(url: str) -> str:
    """Create an administrator and `ROWS` clients; return the session's cookie."""
    database = Database(url)
    migrate(database)
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        first = make_client(session)
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
        session.flush()
        row = dict(session.execute(select(Client.__table__).where(Client.id == first.id)).mappings().one())
        copies = range(1, ROWS)
        session.execute(
            insert(Client),
            [row | {"id": row["id"] + n, "api_id": new_api_id(), "name": f"Compte {n}"} for n in copies],
        )
    with database.writes.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    database.close()
    return f"regie_session={token}"


@contextmanager
def _serve(url: str, **settings: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    port = free_port()
    with TemporaryDirectory(prefix="regie-scale-") as folder:
        defaults = clean_environment(REGIE_DATABASE_URL=url, REGIE_DATA=folder, REGIE_RATE_FACTOR="1000000")
        log = Path(folder) / "log"
        with start_command("serve", "--port", str(port), environment=defaults | settings, log=log) as process:
            wait_until(lambda: is_answering(port))
            yield port, process


def _rate(port: int, path: str, cookie: str) -> float:
    calls = [Call(path, Person(cookie, ""))]
    measure(port, calls, seconds=1, repeats=True)
    return measure(port, calls, seconds=SECONDS, repeats=True).per_second


def _bytes_per_row(url: str) -> float:
    database = Database(url)
    with database.read() as db:
        size = db.execute(text("SELECT pg_total_relation_size('clients')")).scalar_one()
    database.close()
    return size / ROWS


if __name__ == "__main__":
    main()
