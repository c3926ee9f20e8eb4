"""Trying a file, saying what its columns mean, and taking over what it says, all of it or nothing."""

import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.uploads import Upload
from regie.core.api.errors import Changed, FieldError, Invalid, NotFound, Problem
from regie.core.audit.activity import because_of, record
from regie.core.db.database import savepoint
from regie.core.db.ids import is_api_id
from regie.core.files.removals import give_up
from regie.core.files.spreadsheet_reader import Table, Unreadable, read_table
from regie.core.files.store import FileStore
from regie.core.time.clock import Clock
from regie.domains.administration.imports.cells import Desk
from regie.domains.administration.imports.models import Import, ImportRow
from regie.domains.administration.imports.planning import Plan, Row, make_plan, map_header, require_usable
from regie.domains.administration.imports.queries import RESOURCES, visible_imports
from regie.domains.administration.imports.schemas import ImportKind, State

# What is small is done while its sender waits; anything else is the worker's.
LARGEST_AT_ONCE = 64_000
MOST_CHANGES_AT_ONCE = 300


class _Undone(Exception):
    """Ends a trial."""


def create_import(
    session: Session, actor: Actor, kind: ImportKind, upload: Upload, files: FileStore, clock: Clock
) -> str:
    """Try a file, at once where it is small; returns the import's api_id, Invalid where nothing of it can be read."""
    file = upload.need_file()
    one = Import(
        user_id=actor.user_id,
        kind=kind,
        state="queued",
        locale=actor.locale,
        **{name: getattr(file, name) for name in ("file_name", "mime", "size", "sha256", "storage_key")},
    )
    session.add(one)
    file.claim(session)
    session.flush()
    if one.size <= LARGEST_AT_ONCE:
        try:
            table = read_file(files, one)
        except Unreadable as refused:
            raise Invalid({"file": refused.reason}) from refused
        check_import(session, actor, one, table, clock)
    return one.api_id


def change_columns(
    session: Session, actor: Actor, api_id: str, columns: list[str], files: FileStore, clock: Clock
) -> None:
    """Try the file again, its columns standing for these fields; also when the data have changed since."""
    one = open_import(session, actor, api_id)
    if one.state in ("applying", "applied"):
        raise Invalid(code="import_over")
    resource = RESOURCES[one.kind]
    if unknown := set(columns) - {"", *(column.field for column in resource.columns)}:
        raise Invalid({"columns": FieldError("choice", allowed=", ".join(sorted(unknown)))})
    if len(one.columns) != len(columns):
        raise Invalid({"columns": "import_mapping"})
    one.columns = map_header(resource, [known["header"] for known in one.columns], columns)
    try:
        require_usable(resource, one.columns, actor.locale)
    except Unreadable as refused:
        raise Invalid({"columns": refused.reason}) from refused
    one.state, one.refusal = "queued", None
    session.flush()
    if one.size <= LARGEST_AT_ONCE:
        check_import(session, actor, one, read_file(files, one), clock)


def start_applying(session: Session, actor: Actor, api_id: str, version: int, files: FileStore, clock: Clock) -> None:
    """Take the file over as it was tried: at once where it is small; Changed where it would do something else now."""
    one = open_import(session, actor, api_id)
    if one.state != "checked":
        raise Invalid(code="import_over" if one.state in ("applying", "applied") else "import_unchecked")
    if one.version != version:
        raise Changed(one.version, code="import_outdated")
    if one.counts["wrong"]:
        raise Invalid(code="import_wrong")
    changes = one.counts["create"] + one.counts["update"]
    if not changes:
        raise Invalid(code="import_nothing")
    if changes <= MOST_CHANGES_AT_ONCE and one.size <= LARGEST_AT_ONCE:
        apply_import(session, actor, one, read_file(files, one), clock)
    else:
        one.state = "applying"
        session.flush()


def check_import(session: Session, actor: Actor, one: Import, table: Table, clock: Clock) -> None:
    """What the file would do, found by doing it and undoing that, or why it is refused as a whole."""
    resource = RESOURCES[one.kind]
    actor.require(resource.permission)
    chosen = [column["field"] or "" for column in one.columns] if one.columns else None
    one.columns = map_header(resource, table.header, chosen)
    found: list[Plan] = []
    try:
        require_usable(resource, one.columns, actor.locale)
        with savepoint(session):
            found.append(make_plan(_desk(session, actor, one, clock), resource, table, one.columns))
            raise _Undone
    except Unreadable as refused:
        refuse_import(session, one, refused.reason)
    except _Undone:
        _keep(session, one, found[0], "checked")


def apply_import(session: Session, actor: Actor, one: Import, table: Table, clock: Clock) -> None:
    """Do what the trial has shown; Changed, with nothing done, where the data have changed what it would do."""
    resource = RESOURCES[one.kind]
    actor.require(resource.permission)
    _take_turn(session, one)
    because_of(session, "import", one.file_name)
    plan = make_plan(_desk(session, actor, one, clock), resource, table, one.columns)
    if plan.digest != one.plan_digest:
        raise Changed(one.version, code="import_outdated")
    one.applied_at = clock.now()
    _keep(session, one, plan, "applied")
    details = {"created": plan.counts["create"], "updated": plan.counts["update"], "sha256": one.sha256}
    record(session, "imported", subject="import", api_id=one.api_id, name=one.file_name, details=details)
    session.flush()


def refuse_import(session: Session, one: Import, reason: FieldError | Problem) -> None:
    """The whole file is refused, by somebody who is not there to hear it."""
    key, values = _reason(reason)
    one.state, one.refusal, one.counts = "refused", {"key": key, "values": values}, {}
    session.execute(delete(ImportRow).where(ImportRow.import_id == one.id))
    session.flush()


def forget_imports(session: Session, before: datetime) -> None:
    """Imports that nobody looks at any more, with their rows and files."""
    old = session.execute(select(Import).where(Import.created_at < before, Import.state != "applying")).scalars().all()
    for one in old:
        session.execute(delete(ImportRow).where(ImportRow.import_id == one.id))
        session.delete(one)
    session.flush()
    give_up(session, [one.storage_key for one in old], before)


def open_import(session: Session, actor: Actor, api_id: str) -> Import:
    """The caller's own, locked for this transaction."""
    statement = select(Import).where(visible_imports(), Import.api_id == api_id).with_for_update()
    one = session.execute(statement, actor.params).scalar_one_or_none() if is_api_id(api_id) else None
    if one is None:
        raise NotFound
    actor.require(RESOURCES[one.kind].permission)
    return one


def read_file(files: FileStore, one: Import) -> Table:
    return read_table(io.BytesIO(b"".join(files.open(one.storage_key))), one.mime)


def _desk(session: Session, actor: Actor, one: Import, clock: Clock) -> Desk:
    return Desk(session, actor, clock, one.locale)


def _take_turn(session: Session, one: Import) -> None:
    """Two who bring the same new records at once wait for each other: the second one finds them there."""
    session.execute(select(Import.id).where(Import.kind == one.kind).order_by(Import.id).with_for_update()).all()


def _keep(session: Session, one: Import, plan: Plan, state: State) -> None:
    session.execute(delete(ImportRow).where(ImportRow.import_id == one.id))
    rows = [_kept(one, place, row) for place, row in enumerate(plan.rows)]
    if rows:
        session.execute(insert(ImportRow), rows)
    one.state, one.counts, one.plan_digest, one.refusal = state, plan.counts, plan.digest, None
    session.flush()


def _kept(one: Import, place: int, row: Row) -> dict[str, object]:
    # What was made only to be undone has no id.
    is_made = row.outcome == "update" or one.applied_at is not None
    return {
        "import_id": one.id,
        "place": place,
        "line": row.line,
        "outcome": row.outcome,
        "name": row.name,
        "record_api_id": row.api_id if is_made else None,
        "changes": row.changes,
        "errors": [[name, *_reason(reason)] for name, reason in row.errors],
    }


def _reason(reason: FieldError | Problem) -> tuple[str, dict[str, object]]:
    """As it is kept: words of the catalogue are found when it is read, in the reader's language."""
    is_field = isinstance(reason, FieldError)
    key = f"field.{reason.key}" if is_field else f"error.{reason.code}"
    return key, {name: _plain(value) for name, value in reason.values.items()}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Decimal | Sequence) else value
