"""The table of rights promises nothing that nothing keeps; the log of what happened is written in one place only."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

import regie
from regie.access.permissions import Permission
from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.core.db.model import Record
from regie.domains.administration.activity.schemas import Subject
from regie.domains.records.mirrors.models import Mirror
from tests.factories.people import make_user
from tests.factories.world import unchanged
from tests.rules.sources import nodes_of, source_of

ROOT = Path(regie.__file__).parent
PRODUCT = [path for path in ROOT.rglob("*.py") if not {"sandbox", "migrations"} & set(path.parts)]
LOG = ROOT / "core" / "audit" / "activity.py"


def asked_for(source: str) -> Iterator[str]:
    """The permissions that a module names, by member name: `P.USERS_VIEW`, `Permission.USERS_VIEW`."""
    for node in nodes_of(source):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("P", "Permission")
        ):
            yield node.attr


def test_every_permission_is_asked_for():
    table = ROOT / "access" / "permissions.py"
    asked = {name for path in PRODUCT if path != table for name in asked_for(source_of(path))}
    assert {permission.name for permission in Permission} - asked == set()
    assert list(asked_for("x = needs(P.USERS_VIEW, Permission.TEAMS_EDIT, Q.OTHER)")) == ["USERS_VIEW", "TEAMS_EDIT"]


def test_what_people_edit_names_how_it_is_logged():
    """A table with a version is one that people edit."""
    edited = [mapper.class_ for mapper in Record.registry.mappers if issubclass(mapper.class_, Record)]
    silent = [kind.__tablename__ for kind in edited if not hasattr(kind, "audit") and not issubclass(kind, Mirror)]
    # What was only tried has changed nothing; what was taken over is told by hand, and on each record.
    assert silent == ["imports"]
    assert {"users", "clients", "projects", "settings"} <= {kind.__tablename__ for kind in edited}


def recorded(source: str) -> Iterator[str]:
    """The kinds of records that a module writes of without changing them: `record(…, subject="user")`."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "record":
            named = [word.value for word in node.keywords if word.arg == "subject"]
            yield from (value.value for value in named if isinstance(value, ast.Constant))


def test_the_log_can_be_asked_for_everything_it_speaks_of():
    """The screen offers what the API takes: there a kind that is missing does not compile."""
    edited = {mapper.class_.audit.subject for mapper in Record.registry.mappers if hasattr(mapper.class_, "audit")}
    told = {subject for path in PRODUCT for subject in recorded(source_of(path))}
    assert edited | told == set(get_args(Subject))
    assert list(recorded('record(session, "exported", subject="activity", name="x")')) == ["activity"]


def touches_the_log(source: str) -> bool:
    """Whether a module writes the table of the log by its model: makes a row, or a statement that inserts."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = [argument.id for argument in node.args if isinstance(argument, ast.Name)]
            if node.func.id == "ActivityEntry":
                return True
            if node.func.id in ("insert", "update", "delete") and "ActivityEntry" in named:
                return True
    return False


def test_only_the_log_writes_the_log():
    assert [path for path in PRODUCT if touches_the_log(source_of(path))] == [LOG]
    for path in PRODUCT:
        lowered = source_of(path).lower()
        assert not any(f"{verb} activity" in lowered for verb in ("insert into", "update", "delete from")), path


@pytest.mark.parametrize(
    "planted", ["ActivityEntry(id=1)", "s.execute(insert(ActivityEntry))", "s.execute(delete(ActivityEntry).where(x))"]
)
def test_a_module_that_writes_the_log_is_noticed(planted: str):
    assert touches_the_log(planted)
    assert not touches_the_log(planted.replace("ActivityEntry", "Client"))


@pytest.mark.parametrize("statement", ["UPDATE activity SET action = 'created'", "DELETE FROM activity"])
def test_the_database_refuses_every_change_of_the_log(database: Database, statement: str):
    with database.write() as session:
        make_user(session)
    with database.read() as db:
        assert db.execute(text("SELECT count(*) FROM activity")).scalar_one() == 1
    with unchanged(database), pytest.raises(DBAPIError, match="append-only"), database.writes.begin() as db:
        db.execute(text(statement))
    with database.writes.begin() as db:
        db.execute(text("UPDATE users SET name = 'Zoé'"))


def test_the_log_cannot_be_emptied_on_postgresql(postgres_database: Database):
    with pytest.raises(DBAPIError, match="append-only"), postgres_database.writes.begin() as db:
        db.execute(text("TRUNCATE activity"))


@pytest.mark.parametrize("same", ["id", "api_id"])
def test_a_line_of_the_log_cannot_be_replaced_on_sqlite(sqlite_database: Database, same: str):
    with sqlite_database.write() as session:
        make_user(session)
    with sqlite_database.read() as db:
        line = dict(db.execute(select(ActivityEntry.__table__).order_by(ActivityEntry.id.desc())).first()._mapping)  # type: ignore[union-attr]
    line |= {"action": "deleted"} | ({"api_id": "another"} if same == "id" else {"id": line["id"] + 1})
    replacing = ActivityEntry.__table__.insert().prefix_with("OR REPLACE")  # type: ignore[attr-defined]
    with (
        unchanged(sqlite_database),
        pytest.raises(DBAPIError, match="append-only"),
        sqlite_database.writes.begin() as db,
    ):
        db.execute(replacing, line)
