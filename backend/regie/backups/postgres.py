"""Runs PostgreSQL's own programs for backups: pg_dump and pg_restore."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from regie.backups.errors import BackupError

_DEBIAN = Path("/usr/lib/postgresql")
# The version is written last, in the transaction that makes the copy harmless: until then nothing starts on it.
_VERSION_TABLE = re.compile(r"^\d+; .* TABLE DATA public alembic_version ")
_SCHEMAS = "nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"


def find_program(name: str, server: Connection) -> str:
    """Return a program of the server's version or newer; raise BackupError when there is none."""
    needed = int(server.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
    found = [path for path in _candidates(name) if path]
    versions = {path: _major_version(path) for path in found}
    if not versions:
        raise BackupError(
            f"{name} is not installed. Install PostgreSQL's client programs, version {needed} or newer "
            f"(Debian: apt install postgresql-client-{needed})."
        )
    path, version = max(versions.items(), key=lambda one: one[1])
    if version < needed:
        raise BackupError(
            f"{name} is version {version}, older than the server ({needed}), and cannot read it. Install PostgreSQL's "
            f"client programs, version {needed} or newer."
        )
    return path


def _candidates(name: str) -> list[str | None]:
    """On Debian, the programs of a version are not on the PATH."""
    return [shutil.which(name), *(str(path) for path in _DEBIAN.glob(f"*/bin/{name}"))]


def _major_version(program: str) -> int:
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - found by `_candidates`
    match = re.search(r" (\d+)", printed)
    return int(match.group(1)) if match else 0


def dump(program: str, url: URL, target: Path, snapshot: str | None) -> None:
    """Write the whole database in the custom format, as it was at this snapshot."""
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    _run([program, *options, *([f"--snapshot={snapshot}"] if snapshot else [])], url)


def restore(program: str, url: URL, source: Path) -> None:
    """Load a dump into an empty database in one transaction, without the version of its schema."""
    listed = _run([program, "--list", str(source)], None)
    lines = [line for line in listed.splitlines() if not _VERSION_TABLE.match(line)]
    options = ["--no-owner", "--no-privileges", "--no-comments", "--single-transaction", "--exit-on-error"]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as wanted:
        wanted.write("\n".join(lines) + "\n")
        wanted.flush()
        _run([program, *options, f"--use-list={wanted.name}", str(source)], url)


def has_tables(connection: Connection) -> bool:
    found = text(
        "SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace "  # noqa: S608 - no input
        f"WHERE relkind IN ('r', 'p') AND {_SCHEMAS}"
    )
    return bool(connection.execute(found).scalar_one())


def drop_schemas(connection: Connection) -> None:
    """Remove every table, with the schemas of the application and of its jobs."""
    for (name,) in connection.execute(text(f"SELECT nspname FROM pg_namespace WHERE {_SCHEMAS}")).all():  # noqa: S608
        connection.execute(text(f'DROP SCHEMA "{name}" CASCADE'))
    connection.execute(text("CREATE SCHEMA public"))


def count_users(connection: Connection) -> int:
    """Return how many other connections the database has."""
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND coalesce(backend_type, 'client backend') = 'client backend'"
    )
    return connection.execute(others).scalar_one()


def _run(command: list[str], url: URL | None) -> str:
    """Run a program; the password is in its environment, where other accounts cannot read it."""
    environment = dict(os.environ)
    if url is not None:
        plain = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
        # The last argument of pg_restore is its file.
        command = [command[0], f"--dbname={plain}", *command[1:]]
        environment |= {"PGPASSWORD": str(url.password)} if url.password else {}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - no shell
    if done.returncode:
        reason = done.stderr.strip().splitlines()
        raise BackupError(f"{Path(command[0]).name} failed: {reason[0] if reason else done.returncode}")
    return done.stdout
