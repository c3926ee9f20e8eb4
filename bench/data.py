"""Provides the measured databases: loaded once by synchronizing with the sandbox, stored in bench/data, and copied for
each run, because the bench also writes.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bootstrap import SetupError
from ports import free_port
from postgres import find_programs, start_postgres
from regie.core.db.database import Database
from regie.domains.insights.figure_builds.storage import read_marks, read_newest_build
from regie.domains.money.payments.day_totals import read_last_mark
from run import Processes, environment_for
from stamps import ROOT, digest

FIGURES_TIMEOUT_S = 1_200
# What the data are made of. Other code changes how they are read: migrations run on the copy.
SOURCES = [ROOT / "backend" / "regie" / name for name in ("sandbox", "demo")]


@contextmanager
def copied_database(engine: str, scale: str) -> Iterator[tuple[str, Path]]:
    """Yield the URL of a migrated copy and the folder of its run."""
    stored = ROOT / "bench" / "data" / scale / digest(SOURCES, scale)[:12]
    folder = stored / engine
    with _sqlite(stored, scale) if engine == "sqlite" else _postgres(stored, scale) as url:
        folder.mkdir(parents=True, exist_ok=True)
        processes = Processes(folder, environment_for(free_port(), free_port(), folder) | {"REGIE_DATABASE_URL": url})
        processes.complete("migrate", "migrate")
        yield url, folder


def load_sqlite(stored: Path, scale: str) -> Path:
    """Return the stored SQLite file, loaded if it is missing."""
    file = stored / "regie.sqlite"
    if not file.exists():
        partial = stored / "partial.sqlite"
        _load_data(f"sqlite:///{partial}", stored / "sqlite", scale)
        # The write-ahead log has the old file's name, so its content must be in the file before the rename.
        with closing(sqlite3.connect(partial)) as loaded:
            loaded.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        partial.replace(file)
    return file


@contextmanager
def _sqlite(stored: Path, scale: str) -> Iterator[str]:
    copy = stored / f"run-{os.getpid()}.sqlite"
    try:
        shutil.copyfile(load_sqlite(stored, scale), copy)
        yield f"sqlite:///{copy}"
    finally:
        for file in stored.glob(f"{copy.name}*"):
            file.unlink()


@contextmanager
def _postgres(stored: Path, scale: str) -> Iterator[str]:
    url, stop = start_postgres()
    try:
        dump = stored / "regie.dump"
        plain = url.replace("+psycopg", "")
        if dump.exists():
            _run([find_programs() / "pg_restore", "--dbname", plain, "--no-owner", dump])
        else:
            _load_data(url, stored / "postgres", scale)
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
        _load_demo(processes, scale)
        wait_for_figures(url)
    finally:
        processes.stop()


def _load_demo(processes: Processes, scale: str) -> None:
    """On a busy machine, the worker's long transactions can lock the demo out; a second call continues."""
    for _ in range(4):
        with suppress(SetupError):
            processes.complete("demo", "demo", "--scale", scale, shown=True)
            return
    raise SetupError(f"The {scale} data could not be loaded.")


def wait_for_figures(url: str) -> None:
    """Wait until the worker has stored figures and totals of payments, as it has in a database in use."""
    deadline = time.monotonic() + FIGURES_TIMEOUT_S
    database = Database(url)
    try:
        while time.monotonic() < deadline:
            with database.read() as db:
                has_figures = read_newest_build(db) is not None and not read_marks(db).by_key
                if has_figures and read_last_mark(db) is None:
                    return
            time.sleep(0.5)
        raise SetupError(f"The worker has not stored the figures within {FIGURES_TIMEOUT_S} s.")
    finally:
        database.close()


def _run(command: list) -> None:
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
