"""The databases that are measured: loaded once by synchronising from the sandbox, then kept in bench/data."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ports import free_port
from postgres import programs, start_postgres
from run import Processes, environment_for
from stamps import ROOT, digest

SOURCES = [ROOT / "backend" / "regie" / name for name in ("sandbox", "migrations", "connectors", "domains")]


@contextmanager
def database(engine: str, scale: str) -> Iterator[tuple[str, Path]]:
    """The URL of a loaded database and the folder of its run."""
    folder = ROOT / "bench" / "data" / scale / digest(SOURCES, scale)[:12]
    with _sqlite(folder, scale) if engine == "sqlite" else _postgres(folder, scale) as url:
        yield url, folder / engine


@contextmanager
def _sqlite(folder: Path, scale: str) -> Iterator[str]:
    kept = folder / "regie.sqlite"
    url = f"sqlite:///{kept}"
    if not kept.exists():
        partial = folder / "partial.sqlite"
        _load(f"sqlite:///{partial}", folder / "sqlite", scale)
        # Whatever still stands in the log beside the file would be lost under another name.
        with closing(sqlite3.connect(partial)) as loaded:
            loaded.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        partial.replace(kept)
    yield url


@contextmanager
def _postgres(folder: Path, scale: str) -> Iterator[str]:
    url, stop = start_postgres()
    try:
        kept = folder / "regie.dump"
        plain = url.replace("+psycopg", "")
        if kept.exists():
            _run([programs() / "pg_restore", "--dbname", plain, "--no-owner", kept])
        else:
            _load(url, folder / "postgres", scale)
            partial = kept.with_suffix(".partial")
            _run([programs() / "pg_dump", "--format", "custom", "--compress", "1", "--file", partial, plain])
            partial.replace(kept)
        _run([programs() / "psql", "--quiet", "--command", "VACUUM ANALYZE", plain])
        yield url
    finally:
        stop()


def _load(url: str, data: Path, scale: str) -> None:
    """As `make run` does it: the sandbox answers, the worker synchronises, `regie demo` waits for it."""
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
