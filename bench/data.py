"""Provides the measured databases: loaded once by synchronizing with the sandbox, then stored in bench/data."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ports import free_port
from postgres import find_programs, start_postgres
from run import Processes, environment_for
from stamps import ROOT, digest

SOURCES = [ROOT / "backend" / "regie" / name for name in ("sandbox", "migrations", "connectors", "domains")]


@contextmanager
def load_database(engine: str, scale: str) -> Iterator[tuple[str, Path]]:
    """Yield the URL of a loaded database and the folder of its run."""
    folder = ROOT / "bench" / "data" / scale / digest(SOURCES, scale)[:12]
    with _sqlite(folder, scale) if engine == "sqlite" else _postgres(folder, scale) as url:
        yield url, folder / engine


@contextmanager
def _sqlite(folder: Path, scale: str) -> Iterator[str]:
    database_file = folder / "regie.sqlite"
    url = f"sqlite:///{database_file}"
    if not database_file.exists():
        partial = folder / "partial.sqlite"
        _load_data(f"sqlite:///{partial}", folder / "sqlite", scale)
        # The write-ahead log has the old file's name, so its content must be in the file before the rename.
        with closing(sqlite3.connect(partial)) as loaded:
            loaded.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        partial.replace(database_file)
    yield url


@contextmanager
def _postgres(folder: Path, scale: str) -> Iterator[str]:
    url, stop = start_postgres()
    try:
        dump = folder / "regie.dump"
        plain = url.replace("+psycopg", "")
        if dump.exists():
            _run([find_programs() / "pg_restore", "--dbname", plain, "--no-owner", dump])
        else:
            _load_data(url, folder / "postgres", scale)
            partial = dump.with_suffix(".partial")
            _run([find_programs() / "pg_dump", "--format", "custom", "--compress", "1", "--file", partial, plain])
            partial.replace(dump)
        _run([find_programs() / "psql", "--quiet", "--command", "VACUUM ANALYZE", plain])
        yield url
    finally:
        stop()


def _load_data(url: str, data: Path, scale: str) -> None:
    """Load as `make run` does: the worker synchronizes with the sandbox, `regie demo` waits for it."""
    print(f"Loading the {scale} data into {url.split(':')[0]} …", flush=True)
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    sandbox = free_port()
    processes = Processes(data, environment_for(free_port(), sandbox, data) | {"REGIE_DATABASE_URL": url})
    try:
        processes.complete("migrate", "migrate")
        processes.start("sandbox", "sandbox", "--port", str(sandbox), "--scale", scale)
        processes.wait_until_ready("sandbox", sandbox, "/__sandbox/")
        processes.start("worker", "worker")
        processes.complete("demo", "demo", "--scale", scale, shown=True)
    finally:
        processes.stop()


def _run(command: list) -> None:
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
