"""An installation to back up, and an empty place to restore it into, on each engine."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from regie.backups.create import create_backup
from regie.core.db.database import Database
from regie.core.files.store import FileStore, new_storage_key
from regie.environment import open_file_store
from regie.main import create_app
from regie.settings import Settings, load_settings
from tests.conftest import ORIGIN, SERVICES, MovableClock
from tests.factories.files import make_attachment
from tests.factories.people import make_user
from tests.factories.work import make_client

SECRET = "a-secret-of-at-least-thirty-two-characters"
CONTENT = b"Bonjour"


@dataclass
class Installation:
    """The environment of a place where Régie runs."""

    environment: dict[str, str]

    @property
    def settings(self) -> Settings:
        return load_settings(self.environment)

    @property
    def store(self) -> FileStore:
        return open_file_store(self.settings)

    def changed(self, **environment: str) -> Settings:
        return load_settings(self.environment | environment)

    @contextmanager
    def database(self) -> Iterator[Database]:
        with closing(Database(self.settings.database_url)) as database:
            yield database

    def is_empty(self) -> bool:
        """Return whether nothing was restored here."""
        if next(self.store.keys(), None) is not None:
            return False
        path = make_url(self.settings.database_url)
        if path.get_backend_name() == "sqlite":
            return not Path(path.database or "").exists()
        with self.database() as database, database.read() as db:
            return db.execute(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).scalar_one() == 0

    @contextmanager
    def app(self, clock: MovableClock, **environment: str) -> Iterator[Any]:
        with self.database() as database:
            settings = self.changed(**environment)
            yield create_app(settings, database=database, clock=clock, validate_responses=True)


def _environment(folder: Path, url: str) -> dict[str, str]:
    services = {name: value for name, value in SERVICES.items() if name != "REGIE_FILES_URL"}
    place = {"REGIE_DATA": str(folder), "REGIE_ORIGIN": ORIGIN, "REGIE_SECRET": SECRET, "REGIE_RATE_FACTOR": "1000"}
    return services | place | ({"REGIE_DATABASE_URL": url} if url else {})


@pytest.fixture
def installation(database: Database, tmp_path: Path) -> Installation:
    return Installation(_environment(tmp_path / "source", database.url.render_as_string(hide_password=False)))


@pytest.fixture
def source(installation: Installation, database: Database) -> Installation:
    """An installation with a client, two stored files and a record that names one of them."""
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        client = make_client(session, account_manager_id=manager.id, name="Maison Pivoine")
        attachment = make_attachment(session, installation.store, client_id=client.id, uploaded_by_id=manager.id)
        assert attachment.storage_key
    installation.store.put(new_storage_key(), BytesIO(CONTENT))
    return installation


@pytest.fixture
def target(database: Database, tmp_path: Path, worker_id: str) -> Iterator[Installation]:
    """An empty place on the same engine."""
    if database.is_sqlite:
        yield Installation(_environment(tmp_path / "target", ""))
        return
    name = f"regie_restored_{worker_id}"
    with database.read() as db:
        db.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        db.execute(text(f"CREATE DATABASE {name}"))
    yield Installation(
        _environment(tmp_path / "target", database.url.set(database=name).render_as_string(hide_password=False))
    )
    with database.read() as db:
        db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def backup(source: Installation, tmp_path: Path) -> Path:
    return create_backup(source.settings, tmp_path / "backups")[0]
