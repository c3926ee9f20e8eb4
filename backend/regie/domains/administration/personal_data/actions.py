"""Exports and erases the personal data of one person."""

from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.permissions import Permission, rank
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.files.store import FileStore
from regie.core.text.erased import ERASED_NAME
from regie.core.text.locale import translate
from regie.core.time.clock import Clock
from regie.domains.accounts.deactivations.queries import read_employee_responsibilities, read_responsibilities
from regie.domains.administration.exports.actions import file_retention, require_capacity
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import
from regie.domains.administration.personal_data.archive import count_personal_data, write_archive
from regie.domains.administration.personal_data.erasure import erase_person
from regie.domains.administration.personal_data.mentions import MAX_MENTIONS, list_mentions
from regie.domains.administration.personal_data.queries import Person, PersonKind, find_person, is_erased
from regie.domains.administration.personal_data.schemas import ErasureCreate, ErasureOut
from regie.domains.people.users.actions import load_user

LIST_NAME = "personal_data"


def export_personal_data(session: Session, actor: Actor, clock: Clock, kind: PersonKind, api_id: str) -> str:
    """Queue an export and return its api_id; the worker writes the file."""
    person = _find_manageable(session, actor, kind, api_id)
    require_capacity(session, actor)
    title, now = translate(actor.locale, f"export.list.{LIST_NAME}"), clock.now()
    export = Export(
        user_id=actor.user_id,
        list_name=LIST_NAME,
        query=f"{kind}:{api_id}",
        columns=[],
        selected_ids=None,
        format="zip",
        locale=actor.locale,
        file_name=f"{title} {person.name.replace('/', '-')} {clock.today()}.zip"[:200],
        status="waiting",
        total=count_personal_data(session.connection(), person),
        created_at=now,
        expires_at=now + file_retention(session),
    )
    session.add(export)
    session.flush()
    _log(session, "personal_data_exported", person, _logged_name(person))
    return export.api_id


def write_export(db: Connection, files: FileStore, export: Any, path: Path) -> None:
    """Write the file of a queued export."""
    kind, _, api_id = export.query.partition(":")
    write_archive(db, files, find_person(db, kind, api_id), export.locale, path)


def erase(session: Session, actor: Actor, context: AppContext, data: ErasureCreate) -> ErasureOut:
    """Erase a person who no longer has access or open work; `name` confirms who is meant."""
    person = _find_manageable(session, actor, data.kind, data.id)
    if person.user is not None and person.user.id == actor.user_id:
        raise Invalid(code="yourself")
    if data.name.casefold() != person.name.casefold():
        raise Invalid({"name": "erased_name"})
    _require_inactive(session, actor, person, context.clock.today())
    # An import in progress could save the person again.
    if session.execute(select(func.count()).where(Import.state.in_(("queued", "applying")))).scalar_one():
        raise Invalid(code="erasure_during_import")
    erasure, rows = erase_person(session, person, data.reason, context.clock.now(), context.secret, actor.user_id)
    label = f"{ERASED_NAME} {erasure.id}"
    mentions = list_mentions(session, person)
    name = person.replace(_logged_name(person), label) if person.client is not None else label
    _log(session, "personal_data_erased", person, name, reason=erasure.reason, rows=rows, mentions=len(mentions))
    return {
        "api_id": erasure.api_id,
        "name": label,
        "rows": rows,
        "mention_count": len(mentions),
        "mentions": mentions[:MAX_MENTIONS],
    }


def _find_manageable(session: Session, actor: Actor, kind: PersonKind, api_id: str) -> Person:
    """Return the person; raise Forbidden for a user of a higher rank."""
    person = find_person(session.connection(), kind, api_id)
    if is_erased(person):
        raise Invalid(code="person_erased")
    is_self = person.user is not None and person.user.id == actor.user_id
    if not is_self:
        if not actor.can(Permission.PERSONAL_DATA_MANAGE):
            raise Forbidden if actor.can(Permission.USERS_VIEW) else NotFound
        if person.user is not None:
            load_user(session, actor, person.user.api_id)
    return person


def _require_inactive(session: Session, actor: Actor, person: Person, today: date) -> None:
    if person.user is not None and rank(person.user.roles) > 0:
        raise Invalid(code="erasure_of_active_user")
    if person.employee is not None and person.employee.status != "left":
        raise Invalid(code="erasure_of_active_employee")
    db, counts = session.connection(), list[int]()
    if person.user is not None:
        found = read_responsibilities(db, actor, person.user.api_id, today)
        counts += [found["clients"], found["projects"], found["terms_to_come"]]
    if person.employee is not None:
        work = read_employee_responsibilities(db, person.employee.api_id, today)
        counts += [work["led_projects"], work["memberships"], work["goals"], work["reports"], work["terms_to_come"]]
    if any(counts):
        raise Invalid(code="erasure_with_open_work")


def _logged_name(person: Person) -> str:
    """Return the name of the record in the log: for a contact, that of the client."""
    return person.client.name if person.client is not None else person.name


def _log(session: Session, action: str, person: Person, name: str, **details: Any) -> None:
    subject = {"user": "user", "employee": "employee", "contact": "client"}[person.kind]
    topic = "access" if person.user is not None else None
    api_id = person.api_id if person.client is None else person.client.api_id
    log_event(session, action, subject=subject, api_id=api_id, name=name, topic=topic, details=details)
