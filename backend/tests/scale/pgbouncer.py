"""Starts PgBouncer in transaction mode in front of a PostgreSQL."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from sqlalchemy.engine import URL

from tests.drills.processes import free_port, wait_until

# Fewer than the clients of a test, so that they share the sessions of the server.
SERVER_SESSIONS = 3


@contextmanager
def run_pgbouncer(server: URL, connect_query: str = "") -> Iterator[URL]:
    """Yield the address of the pooler; skip the test where the program is missing.

    `connect_query` runs in each new session of the server, as docs/scaling.md recommends.
    """
    program = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if program is None:
        pytest.skip("pgbouncer is not installed")
    with TemporaryDirectory(prefix="regie-pgbouncer-") as folder:
        port = free_port()
        _configure(Path(folder), server, port, connect_query)
        process = subprocess.Popen([program, Path(folder) / "pgbouncer.ini"], cwd=folder, **_identity(Path(folder)))
        url = server.set(port=port)
        try:
            wait_until(lambda: _is_answering(url))
            yield url
        finally:
            process.kill()
            process.wait(10)


def _configure(folder: Path, server: URL, port: int, connect_query: str) -> None:
    (folder / "users").write_text(f'"{server.username}" "{server.password}"\n')
    query = f" connect_query='{connect_query}'" if connect_query else ""
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={server.host} port={server.port}{query}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {folder / 'users'}\nlogfile = {folder / 'log'}\n"
        f"pool_mode = transaction\ndefault_pool_size = {SERVER_SESSIONS}\nmax_client_conn = 200\n"
    )


def _identity(folder: Path) -> dict[str, int]:
    """Return subprocess's arguments: PgBouncer refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam("postgres")
    for path in (folder, *folder.iterdir()):
        os.chown(path, account.pw_uid, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid}


def _is_answering(url: URL) -> bool:
    try:
        psycopg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False)).close()
    except psycopg.OperationalError:
        return False
    return True
