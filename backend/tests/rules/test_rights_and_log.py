"""Tests that every permission is used, and that only one module writes the activity log."""

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
from regie.domains.administration.activity.schemas import Action, Subject
from regie.domains.administration.enum_options.system_labels import LABELS
from regie.domains.records.mirrors.models import Mirror
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged
from tests.rules.sources import nodes_of, source_of

ROOT = Path(regie.__file__).parent
PRODUCT_FILES = [path for path in ROOT.rglob("*.py") if not {"sandbox", "migrations"} & set(path.parts)]
LOG = ROOT / "core" / "audit" / "activity.py"


def named_permissions(source: str) -> Iterator[str]:
    """Yield the permissions in a module, by member name: `P.USERS_VIEW`, `Permission.USERS_VIEW`."""
    for node in nodes_of(source):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("P", "Permission")
        ):
            yield node.attr


def test_every_permission_is_used():
    table = ROOT / "access" / "permissions.py"
    used = {name for path in PRODUCT_FILES if path != table for name in named_permissions(source_of(path))}
    assert {permission.name for permission in Permission} - used == set()
    assert list(named_permissions("x = requires(P.USERS_VIEW, Permission.TEAMS_EDIT, Q.OTHER)")) == [
        "USERS_VIEW",
        "TEAMS_EDIT",
    ]


def test_every_editable_model_is_audited():
    """Models with a version are editable."""
    editable = [mapper.class_ for mapper in Record.registry.mappers if issubclass(mapper.class_, Record)]
    unaudited = [
        model.__tablename__ for model in editable if not hasattr(model, "audit") and not issubclass(model, Mirror)
    ]
    # A checked import changes nothing; an applied one is logged explicitly and on each record. Terms, amendments,
    # notes, contacts, contacts about receivables, reminders, matters, decisions on hours over and links to reports are
    # logged on the record that has them; a proposal on the project that is created from it.
    on_their_record = {
        "client_contacts",
        "client_notes",
        "client_reminders",
        "collection_entries",
        "overage_decisions",
        "project_amendments",
        "project_proposals",
        "report_links",
        "terms",
        "triage_matters",
        "undated_terms",
    }
    assert set(unaudited) == {"imports", *on_their_record}
    assert {"users", "clients", "projects", "settings"} <= {model.__tablename__ for model in editable}


def logged_subjects(source: str) -> Iterator[str]:
    """Yield the subjects of events that a module logs: `log_event(…, subject="user")`."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "log_event":
            named = [keyword.value for keyword in node.keywords if keyword.arg == "subject"]
            yield from (value.value for value in named if isinstance(value, ast.Constant))


def test_log_filter_accepts_every_logged_subject():
    """The type checker of the front end compares its filter with the API."""
    audited = {mapper.class_.audit.subject for mapper in Record.registry.mappers if hasattr(mapper.class_, "audit")}
    logged = {subject for path in PRODUCT_FILES for subject in logged_subjects(source_of(path))}
    assert audited | logged == set(get_args(Subject))
    assert list(logged_subjects('log_event(session, "exported", subject="activity", name="x")')) == ["activity"]


def logged_actions(source: str) -> Iterator[str]:
    """Yield the actions of events that a module logs: `log_event(session, "exported", …)`."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "log_event" and len(node.args) > 1:
            action = node.args[1]
            yield from [action.value] if isinstance(action, ast.Constant) else []


def test_log_has_every_logged_action_and_its_label():
    logged = {action for path in PRODUCT_FILES for action in logged_actions(source_of(path))}
    assert {"downloaded", "exported"} <= logged <= set(get_args(Action))
    assert set(get_args(Action)) <= set(LABELS["activity_action"])
    assert list(logged_actions('log_event(session, "exported", subject="activity")')) == ["exported"]


def writes_activity(source: str) -> bool:
    """Return whether a module creates log rows or changes the table by a statement."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = [argument.id for argument in node.args if isinstance(argument, ast.Name)]
            if node.func.id == "ActivityEntry":
                return True
            if node.func.id in ("insert", "update", "delete") and "ActivityEntry" in named:
                return True
    return False


def test_only_the_audit_module_writes_the_activity_log():
    assert [path for path in PRODUCT_FILES if writes_activity(source_of(path))] == [LOG]
    for path in PRODUCT_FILES:
        lowered = source_of(path).lower()
        assert not any(f"{verb} activity" in lowered for verb in ("insert into", "update", "delete from")), path


@pytest.mark.parametrize(
    "planted", ["ActivityEntry(id=1)", "s.execute(insert(ActivityEntry))", "s.execute(delete(ActivityEntry).where(x))"]
)
def test_write_to_the_activity_log_is_detected(planted: str):
    assert writes_activity(planted)
    assert not writes_activity(planted.replace("ActivityEntry", "Client"))


@pytest.mark.parametrize("statement", ["UPDATE activity SET action = 'created'", "DELETE FROM activity"])
def test_database_refuses_changes_of_the_activity_log(database: Database, statement: str):
    with database.write() as session:
        make_user(session)
    with database.read() as db:
        assert db.execute(text("SELECT count(*) FROM activity")).scalar_one() == 1
    with assert_unchanged(database), pytest.raises(DBAPIError, match="append-only"), database.writes.begin() as db:
        db.execute(text(statement))
    with database.writes.begin() as db:
        db.execute(text("UPDATE users SET name = 'Zoé'"))


def test_activity_log_cannot_be_truncated_on_postgresql(postgres_database: Database):
    with pytest.raises(DBAPIError, match="append-only"), postgres_database.writes.begin() as db:
        db.execute(text("TRUNCATE activity"))


@pytest.mark.parametrize("same", ["id", "api_id"])
def test_log_entry_cannot_be_replaced_on_sqlite(sqlite_database: Database, same: str):
    with sqlite_database.write() as session:
        make_user(session)
    with sqlite_database.read() as db:
        line = dict(db.execute(select(ActivityEntry.__table__).order_by(ActivityEntry.id.desc())).first()._mapping)  # type: ignore[union-attr]
    line |= {"action": "deleted"} | ({"api_id": "another"} if same == "id" else {"id": line["id"] + 1})
    replacing = ActivityEntry.__table__.insert().prefix_with("OR REPLACE")  # type: ignore[attr-defined]
    with (
        assert_unchanged(sqlite_database),
        pytest.raises(DBAPIError, match="append-only"),
        sqlite_database.writes.begin() as db,
    ):
        db.execute(replacing, line)
