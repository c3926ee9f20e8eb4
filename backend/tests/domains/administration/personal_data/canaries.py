"""A person with rows in every table that holds personal data, each with texts that are found again."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, Boolean, Date, LargeBinary, String, TypeDecorator, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.model import UtcDateTime
from regie.core.db.schema import METADATA
from regie.core.files.store import FileStore, new_storage_key
from regie.domains.records.collections.models import CollectionEntry
from regie.domains.records.employees.models import Employee
from regie.domains.records.personal_data.schemas import PERSONAL_DATA
from regie.domains.records.users.models import User
from tests.conftest import NOON
from tests.factories.people import make_employee, make_user
from tests.factories.recognition import make_core_value
from tests.factories.work import make_client, make_project

CANARY = "kanari"
NAME, EMAIL, PHONE = "Zoé Kanarienvogel", "zoe.kanarienvogel@canary.example", "+1 514 555 0199"
FORMER_NAME, FORMER_EMAIL = "Zoé Kanariensis", "zoe.kanariensis@canary.example"
# The values of columns whose constraints allow only some, by table.
_ALLOWED: dict[str, dict[str, Any]] = {
    "attachments": {"project_id": None, "client_id": None, "sensitivity": "hr", "category": "other"},
    "employee_goals": {
        "measure": "number", "metric_key": None, "direction": "reach", "visibility": "team", "status": "achieved",
        "period_start": date(2026, 1, 1), "period_end": date(2026, 6, 30), "start_value": Decimal(0),
        "target_value": Decimal(9), "currency": None,
    },
    "awards": {"visibility": "everyone"},
    "clients": {"health": "green", "language": "en-us", "industry": None},
    "exports": {"format": "csv", "status": "ready", "list_name": "clients", "locale": "en-us"},
    "imports": {"kind": "employees", "state": "applied", "locale": "en-us"},
    "bug_reports": {"impersonator_id": None},
    "match_decisions": {"kind": "person", "decision": "ignored"},
    "notifications": {"kind": "export_ready", "by_mail": "never"},
    "teamwork_people": {"kind": "account"},
    "oos_approvals": {"decision": "approved", "attachment_id": None},
}  # fmt: skip
# Tables that the person's own actions fill, and what no rule of the generator can fill.
_SKIPPED = {"users", "employees", "activity", "erasures", "team_members", "saved_view_defaults"}


def make_person(session: Session) -> tuple[User, Employee]:
    """Create a former account manager who was renamed."""
    user = make_user(session, roles=[], previous_roles=["account_manager"], first_name="Zoé",
                     last_name="Kanariensis", email=FORMER_EMAIL)  # fmt: skip
    employee = make_employee(
        session, first_name="Zoé", last_name="Kanariensis", email=FORMER_EMAIL, user_id=user.id, phone=PHONE,
        status="left", ended_on=date(2026, 10, 1), job_title="Kanarientrainerin", teamwork_user_id="77",
    )  # fmt: skip
    return user, employee


def rename_person(session: Session, user: User, employee: Employee) -> None:
    for row in (session.merge(user), session.merge(employee)):
        row.name, row.last_name, row.email = NAME, "Kanarienvogel", EMAIL


def fill_tables(session: Session, store: FileStore, user: User, employee: Employee) -> dict[str, list[str]]:
    """Insert a row for every declaration; return the texts by table, each of which a search must find or not find."""
    client = make_client(session, contact_email=EMAIL, contact_name=NAME, billing_email=EMAIL)
    make_project(session, client_id=client.id)
    make_core_value(session)
    manager = client.account_manager_id
    session.add(
        CollectionEntry(client_id=client.id, contacted_on=NOON.date(), kind="mail", text="-", author_id=manager)
    )
    session.flush()
    texts: dict[str, list[str]] = {}
    ids: dict[str, list[int]] = {"users": [user.id], "employees": [employee.id]}
    keys = {"user": user.id, "employee": employee.id, "email": EMAIL, "teamwork": "77", "hubspot": "88", "not": False,
            "teamwork_service": "teamwork", "hubspot_service": "hubspot"}  # fmt: skip
    for number, declared in enumerate(PERSONAL_DATA, start=1):
        table = METADATA.tables[declared.table]
        if declared.table in _SKIPPED or not all(kind in keys or kind in ids for kind in declared.person.values()):
            continue
        row: dict[str, Any] = {}
        for column in table.columns:
            kind = declared.person.get(column.name)
            if kind is not None:
                row[column.name] = keys[kind] if kind in keys else ids[kind][-1]
            elif column.foreign_keys:
                row[column.name] = _reference(session, column, ids)
            elif column.name not in ("id", "api_id", "name_key", "search_key"):
                row[column.name] = _value(column, f"{CANARY}-{number}-{column.name}")
        row |= _ALLOWED.get(declared.table, {})
        if declared.table in ("teamwork_people", "hubspot_owners"):
            row["email"] = EMAIL
        personal = declared.fields if not declared.is_deleted else row
        texts.setdefault(declared.table, []).extend(
            value for name, value in row.items()
            if name in personal and name not in declared.secret and isinstance(value, str) and CANARY in value
        )  # fmt: skip
        row |= {
            name: [] if isinstance(value, list) else f"n{number}" for name, value in row.items()
            if name not in personal and name not in declared.person and CANARY in str(value)
        }  # fmt: skip
        if "search_key" in table.c and personal:
            row["search_key"] = f"{CANARY}-search"
        if "storage_key" in row:
            row["storage_key"] = put_file(session, store, f"{CANARY}-file-{declared.table}")
            # A person's exports are not exported again.
            if declared.table != "exports":
                texts[declared.table].append(f"{CANARY}-file-{declared.table}")
        result = session.execute(table.insert().values(row))
        if "id" in table.c:
            ids.setdefault(declared.table, []).append(result.inserted_primary_key[0])  # type: ignore[attr-defined]
    return texts


def _reference(session: Session, column: Any, ids: dict[str, list[int]]) -> int | None:
    (target,) = {key.column.table for key in column.foreign_keys}
    if target.name in ids:
        return ids[target.name][-1]
    return None if column.nullable else session.execute(select(target.c.id).limit(1)).scalar_one()


def _value(column: Any, text: str) -> Any:
    kinds: tuple[tuple[type[Any], Any], ...] = (
        (Boolean, False), (UtcDateTime, NOON), (TypeDecorator, Decimal(1)), (Date, date(2026, 11, 20)), (JSON, [text]),
        (LargeBinary, text.encode()),
    )  # fmt: skip
    for kind, value in kinds:
        if isinstance(column.type, kind):
            return value
    if isinstance(column.type, String):
        limit = column.type.length or 200
        return text if limit >= len(text) else "USD" if column.name == "currency" else text[:limit]
    return 1


def put_file(session: Session, store: FileStore, text: str) -> str:
    key = new_storage_key()
    store.put(key, io.BytesIO(text.encode()))
    return key


def find_in_database(database: Database, *needles: str) -> list[str]:
    """Return the columns whose values contain one of the texts, in any spelling."""
    found = []
    with database.read() as db:
        for table in METADATA.sorted_tables:
            for row in db.execute(select(table)).mappings():
                for name, value in row.items():
                    content = (
                        bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)
                    )
                    if any(needle.casefold() in content.casefold() for needle in needles):
                        found.append(f"{table.name}.{name}: {content[:120]}")
    return found


def find_in_files(store: FileStore, *needles: str) -> list[str]:
    return [
        key
        for key in list(store.keys())
        if any(needle.casefold().encode() in b"".join(store.open(key)).lower() for needle in needles)
    ]
