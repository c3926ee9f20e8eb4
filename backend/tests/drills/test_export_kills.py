"""The worker is killed while it writes an export: the next one writes it completely, once."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert, select, text

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.domains.administration.exports.models import Export
from regie.domains.records.clients.models import Client
from tests.drills.processes import wait_until
from tests.drills.server_load import run_installation

# An export that ended its worker three times fails.
KILLS, ROWS = 2, 40_000
EXPORT = {"list_name": "clients", "format": "csv", "columns": ["name"]}


@pytest.mark.long
@pytest.mark.timeout(900)
def test_killed_export_is_completed(database: Database, tmp_path: Path):
    with run_installation(database, tmp_path, REGIE_WORKER_LEASE_SECONDS="2") as installation:
        installation.create()
        _make_clients(database)
        created = installation.call("POST", "/api/v1/exports", json=EXPORT).json()["data"]["api_id"]
        random = Random(7)
        for _ in range(KILLS):
            aim = random.randrange(ROWS // 2)
            wait_until(lambda aim=aim: _read(database).done > aim or _read(database).status == "ready")
            installation.kill_worker()
            installation.start("worker")
        wait_until(lambda: _read(database).status in ("ready", "failed"), 300)
        file = installation.call("GET", f"/api/v1/exports/{created}/file")
    lines = file.content.decode("utf-8-sig").splitlines()
    assert _read(database).status == "ready"
    assert len(lines) == len(set(lines)) == ROWS + 2
    with database.read() as db:
        notified = text("SELECT count(*) FROM notifications WHERE kind LIKE 'export%'")
        assert db.execute(notified).scalar() <= 1


def _make_clients(database: Database) -> None:
    with database.write() as session:
        (row,) = session.execute(select(Client.__table__).limit(1)).mappings()
        rows = [
            {**row, "id": row["id"] + number, "api_id": new_api_id(), "name": f"Copie {number}"}
            for number in range(1, ROWS + 1)
        ]
        session.execute(insert(Client.__table__), rows)


def _read(database: Database) -> Export:
    with database.write() as session:
        return session.scalars(select(Export)).one()
