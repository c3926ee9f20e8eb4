"""Lists the erasures of people, and repeats them in a database that was restored from an earlier backup."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from regie.core.api.errors import NotFound
from regie.core.audit.activity import log_event, set_author, without_audit
from regie.core.db.database import Database
from regie.domains.administration.personal_data.erasure import erase_person, hash_address
from regie.domains.administration.personal_data.queries import (
    Person,
    PersonKind,
    find_person,
    is_erased,
    list_contacts,
)
from regie.domains.records.employees.models import Employee
from regie.domains.records.personal_data.models import Erasure
from regie.domains.records.personal_data.schemas import erased_label
from regie.domains.records.users.models import User
from regie.settings import Settings

ErasureList = Sequence[dict[str, Any]]
_FIELDS = ("api_id", "kind", "user_api_id", "employee_api_id", "client_api_id", "address_hashes")
_SUBJECTS = {"user": "user", "employee": "employee", "contact": "client"}


@dataclass(slots=True)
class RepeatedErasures:
    """What was repeated; `other_contacts` names clients whose contact may be another person than the erased one."""

    listed: int
    count: int = 0
    other_contacts: list[str] = field(default_factory=list)


def print_erasures(settings: Settings) -> None:
    """Print ids and keyed hashes as JSON, without personal data."""
    database = Database(settings.database_url)
    try:
        sys.stdout.write(format_list(list_erasures(database)))
    finally:
        database.close()


def repeat_from_file(settings: Settings, path: Path) -> None:
    try:
        listed = read_list(path)
    except ValueError as error:
        sys.exit(f"regie: {error}")
    database = Database(settings.database_url)
    try:
        repeated = repeat_erasures(database, listed, known_secrets(settings))
    finally:
        database.close()
    sys.stdout.write("\n".join(describe_repeated(repeated)) + "\n")


def known_secrets(settings: Settings) -> tuple[str, ...]:
    return (settings.web.secret, *settings.web.former_secrets)


def describe_repeated(repeated: RepeatedErasures) -> list[str]:
    lines = [f"{repeated.count} erasures of people were repeated; the list has {repeated.listed}."]
    if repeated.other_contacts:
        lines += [
            "The contacts of these clients were not erased, because their address is not that of the erased contact. "
            "Erase them if they are the same person:",
            *(f"  {name}" for name in repeated.other_contacts),
        ]
    return lines


def format_list(listed: ErasureList) -> str:
    return json.dumps(listed, indent=1) + "\n"


def read_list(path: Path) -> ErasureList:
    """Read what `regie erasures list` wrote; raise ValueError for another file."""
    try:
        listed = json.loads(path.read_text("utf-8"))
        if isinstance(listed, list) and all(_is_complete(entry) for entry in listed):
            return listed
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"{path} cannot be read: name the file that `regie erasures list` wrote.")


def _is_complete(entry: dict[str, Any]) -> bool:
    return entry["kind"] in _SUBJECTS and all(name in entry for name in _FIELDS)


def list_erasures(database: Database) -> ErasureList:
    with database.read() as db:
        return read_erasures(db)


def read_erasures(db: Connection) -> ErasureList:
    """Return ids and keyed hashes, and the last day of an employee: in an earlier backup they can still work here."""
    left = select(Employee.ended_on).where(Employee.api_id == Erasure.employee_api_id).scalar_subquery()
    columns = [getattr(Erasure, name) for name in _FIELDS]
    rows = db.execute(select(*columns, left.label("ended_on")).order_by(Erasure.id)).mappings()
    return [{**row, "ended_on": row["ended_on"] and row["ended_on"].isoformat()} for row in rows]


def repeat_erasures(database: Database, listed: ErasureList, secrets: tuple[str, ...]) -> RepeatedErasures:
    """Erase the listed people whom this database still has."""
    # An erasure needs every table.
    import_module("regie.schema")
    now, repeated = datetime.now(UTC), RepeatedErasures(len(listed))
    for entry in listed:
        with database.write() as session:
            set_author(session, None, now)
            if session.execute(select(Erasure.id).where(Erasure.api_id == entry["api_id"])).first() is not None:
                continue
            found = [person for person in _find_people(session.connection(), entry) if not is_erased(person)]
            people = [person for person in found if _is_same(person, entry, secrets)]
            # None of the client's contacts is the erased one for certain.
            if found and not people:
                repeated.other_contacts.append(found[0].client.name)
            for number, person in enumerate(people):
                _end_access(session, person, entry, now)
                erasure = _erase(session, person, now, secrets)
                if number == 0:
                    erasure.api_id = entry["api_id"]
            repeated.count += bool(people)
    return repeated


def _find_people(db: Connection, entry: dict[str, Any]) -> Iterator[Person]:
    """Find an account and its employee each: the backup can be from before they were linked.

    A contact may have been the primary one at the time or not: find all of the client's.
    """
    ids: list[tuple[PersonKind, str | None]] = [(kind, entry[f"{kind}_api_id"]) for kind in ("user", "employee")]
    if entry["kind"] == "contact":
        ids = [("contact", api_id) for api_id in list_contacts(db, entry["client_api_id"])]
    found: set[str] = set()
    for kind, api_id in ids:
        if api_id is None or api_id in found:
            continue
        try:
            person = find_person(db, kind, api_id)
        except NotFound:
            continue
        found |= {row.api_id for row in (person.user, person.employee) if row is not None}
        yield person


def _is_same(person: Person, entry: dict[str, Any], secrets: tuple[str, ...]) -> bool:
    """A client's contact can be another person than the erased one; accounts and employees cannot."""
    hashes = {hash_address(secret, text) for secret in secrets for text in person.identifiers}
    return person.kind != "contact" or bool(hashes & set(entry["address_hashes"]))


def _end_access(session: Session, person: Person, entry: dict[str, Any], now: datetime) -> None:
    """Only former users and employees can be erased: repeat that too, since an erased record cannot be changed."""
    user, employee, ended_on = person.user, person.employee, entry.get("ended_on")
    if user is not None and user.roles:
        ended = {"roles": [], "status": "deactivated", "session_epoch": user.session_epoch + 1}
        session.execute(without_audit(update(User).where(User.id == user.id).values(ended)))
    if employee is not None and employee.status != "left":
        left = {"status": "left", "ended_on": date.fromisoformat(ended_on) if ended_on else now.date()}
        session.execute(without_audit(update(Employee).where(Employee.id == employee.id).values(left)))


def _erase(session: Session, person: Person, now: datetime, secrets: tuple[str, ...]) -> Erasure:
    erasure, _ = erase_person(session, person, "Repeated after a restore", now, secrets[0], None)
    name = person.client.name if person.client is not None else erased_label(erasure.id)
    details = {"reason": erasure.reason}
    subject = _SUBJECTS[person.kind]
    api_id = person.api_id if person.client is None else person.client.api_id
    log_event(session, "personal_data_erased", subject=subject, api_id=api_id, name=name, details=details)
    return erasure
