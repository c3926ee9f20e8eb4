"""Tests the migration of views that were saved before sharing existed."""

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.factories.people import make_user

_INSERT_OLD_VIEW = text(
    "INSERT INTO saved_views (id, api_id, user_id, list_name, name, query, is_default, created_at, updated_at, version,"
    " name_key, search_key) VALUES (:n, :n, :user, 'projects.fixed', :n, 'q=a', :is_default, '2026-01-01',"
    " '2026-01-01', 4, :n, :n)"
)


def test_default_view_becomes_its_owners_pin(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database, "0031")
    with database.write() as session:
        owner = make_user(session).id
    with database.writes.begin() as db:
        for number, is_default in ((1, True), (2, False)):
            db.execute(_INSERT_OLD_VIEW, {"n": str(number), "user": owner, "is_default": is_default})
    before = datetime.now(UTC).date().isoformat()
    migrate(database)
    with database.read() as db:
        pins = db.execute(text("SELECT user_id, list_name, view_id FROM saved_view_defaults")).all()
        views = db.execute(text("SELECT endpoint, is_shared, version, query FROM saved_views")).all()
        used = db.execute(text("SELECT min(last_used_on) FROM saved_views")).scalar_one()
    database.close()
    assert pins == [(owner, "projects.fixed", 1)]
    assert views == [("projects", 0, 4, "q=a")] * 2
    assert used >= before
