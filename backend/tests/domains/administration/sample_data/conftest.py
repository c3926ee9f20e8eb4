"""Provides a new installation without services, and a worker that executes what its administrators request."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.domains.administration.sample_data.jobs import SampleDataJob
from regie.main import create_app
from regie.sample_process import STEPS, generate
from regie.settings import load_settings
from tests.conftest import ORIGIN, MovableClock

FIRST_USER = 50_000


_SEQUENCES = text("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()")


@pytest.fixture(autouse=True)
def continued_sequences(database: Database) -> Iterator[None]:
    """Continue the sequences of PostgreSQL where they were: other tests store rows below their values."""
    if database.is_sqlite:
        yield
        return
    with database.writes.begin() as connection:
        before = {row.sequencename: row.last_value or 1 for row in connection.execute(_SEQUENCES)}
    yield
    with database.writes.begin() as connection:
        after = {row.sequencename: row.last_value or 1 for row in connection.execute(_SEQUENCES)}
        for name, value in before.items():
            last = max(value, after.get(name, value))
            connection.execute(text("SELECT setval(CAST(:name AS regclass), :last)"), {"name": name, "last": last})


@pytest.fixture(scope="session")
def created_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as the worker creates it, once for all tests: it takes seconds."""
    folder, reported = tmp_path_factory.mktemp("sample") / "created", list[int]()
    folder.mkdir()
    generate(folder, FIRST_USER, reported.append)
    assert len(reported) == STEPS
    assert reported == sorted(reported)
    return folder


@pytest.fixture
def clock() -> MovableClock:
    """The sample ends today."""
    clock = MovableClock()
    clock.moment = datetime.now(UTC)
    return clock


@pytest.fixture
def app(database: Database, clock: MovableClock) -> Any:
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_FILES_URL": "memory:///"})
    return create_app(settings, database=database, clock=clock, validate_responses=True)


@pytest.fixture
def job(app: Any, created_sample: Path, tmp_path: Path) -> Iterator[SampleDataJob]:
    context = app.state.context

    def copy(folder: Path, _first_user: int, report: Callable[[int], None]) -> None:
        shutil.copytree(created_sample, folder, dirs_exist_ok=True)
        report(50)

    yield SampleDataJob(
        context.database, context.clock, context.files, context.integrations, tmp_path / "sample-data", copy
    )
    assert not (tmp_path / "sample-data").exists()


def interrupted(job: SampleDataJob, error: Exception) -> SampleDataJob:
    """Return the same job, whose sample is not created."""

    def fail(*_: object) -> None:
        raise error

    return replace(job, generate=fail)
