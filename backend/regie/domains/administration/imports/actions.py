"""Checks files, changes their column mapping, and applies them completely or not at all."""

import io
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.uploads import Upload
from regie.core.api.errors import Changed, FieldError, Invalid, NotFound, Problem
from regie.core.audit.activity import log_event, set_cause
from regie.core.db.database import savepoint
from regie.core.db.ids import is_api_id
from regie.core.files.removals import schedule_removal
from regie.core.files.spreadsheet_reader import Spreadsheet, UnreadableSpreadsheet, read_spreadsheet
from regie.core.files.store import FileStore
from regie.core.sample_data import require_no_sample_data
from regie.core.time.clock import Clock
from regie.domains.administration.imports.cells import ImportContext
from regie.domains.administration.imports.models import Import, ImportRow
from regie.domains.administration.imports.planning import Plan, PlannedRow, make_plan, map_header, require_valid_mapping
from regie.domains.administration.imports.queries import RESOURCES, visible_imports
from regie.domains.administration.imports.schemas import ImportKind, State

# The request itself processes small files; the worker processes all others.
MAX_IMMEDIATE_BYTES = 64_000
MAX_IMMEDIATE_CHANGES = 300


class _RollBack(Exception):
    """Rolls a check back."""


def create_import(
    session: Session, actor: Actor, kind: ImportKind, upload: Upload, files: FileStore, clock: Clock
) -> str:
    """Create an import, checked at once if it is small; return its api_id, or raise Invalid for an unreadable file."""
    require_no_sample_data(session.connection())
    file = upload.require_file()
    record = Import(
        user_id=actor.user_id,
        kind=kind,
        state="queued",
        locale=actor.locale,
        **{name: getattr(file, name) for name in ("file_name", "mime", "size", "sha256", "storage_key")},
    )
    session.add(record)
    file.claim(session)
    session.flush()
    if record.size <= MAX_IMMEDIATE_BYTES:
        try:
            table = read_file(files, record)
        except UnreadableSpreadsheet as error:
            raise Invalid({"file": error.reason}) from error
        check_import(session, actor, record, table, clock)
    return record.api_id


def change_columns(
    session: Session, actor: Actor, api_id: str, columns: list[str], files: FileStore, clock: Clock
) -> None:
    """Check the file again with this column mapping, or against changed data."""
    record = load_import(session, actor, api_id)
    if record.state in ("applying", "applied"):
        raise Invalid(code="import_over")
    resource = RESOURCES[record.kind]
    if unknown := set(columns) - {"", *(column.field for column in resource.columns)}:
        raise Invalid({"columns": FieldError("choice", allowed=", ".join(sorted(unknown)))})
    if len(record.columns) != len(columns):
        raise Invalid({"columns": "import_mapping"})
    record.columns = map_header(resource, [column["header"] for column in record.columns], columns)
    try:
        require_valid_mapping(resource, record.columns, actor.locale)
    except UnreadableSpreadsheet as error:
        raise Invalid({"columns": error.reason}) from error
    record.state, record.refusal = "queued", None
    session.flush()
    if record.size <= MAX_IMMEDIATE_BYTES:
        check_import(session, actor, record, read_file(files, record), clock)


def start_applying(session: Session, actor: Actor, api_id: str, version: int, files: FileStore, clock: Clock) -> None:
    """Apply the checked file, at once if it is small; raise Changed if another version was checked."""
    require_no_sample_data(session.connection())
    record = load_import(session, actor, api_id)
    if record.state != "checked":
        raise Invalid(code="import_over" if record.state in ("applying", "applied") else "import_unchecked")
    if record.version != version:
        raise Changed(record.version, code="import_outdated")
    if record.counts["wrong"]:
        raise Invalid(code="import_wrong")
    changes = record.counts["create"] + record.counts["update"]
    if not changes:
        raise Invalid(code="import_nothing")
    if changes <= MAX_IMMEDIATE_CHANGES and record.size <= MAX_IMMEDIATE_BYTES:
        apply_import(session, actor, record, read_file(files, record), clock)
    else:
        record.state = "applying"
        session.flush()


def check_import(session: Session, actor: Actor, record: Import, table: Spreadsheet, clock: Clock) -> None:
    """Determine what the file would change, by applying it and rolling back, or why it is refused."""
    resource = RESOURCES[record.kind]
    resource.require_permission(actor)
    chosen = [column["field"] or "" for column in record.columns] if record.columns else None
    record.columns = map_header(resource, table.header, chosen)
    plans: list[Plan] = []
    try:
        require_valid_mapping(resource, record.columns, actor.locale)
        with savepoint(session):
            plans.append(make_plan(_import_context(session, actor, record, clock), resource, table, record.columns))
            raise _RollBack
    except UnreadableSpreadsheet as error:
        refuse_import(session, record, error.reason)
    except _RollBack:
        _save_plan(session, record, plans[0], "checked")


def apply_import(session: Session, actor: Actor, record: Import, table: Spreadsheet, clock: Clock) -> None:
    """Apply the checked plan; raise Changed, without any change, if the file would now change something else."""
    resource = RESOURCES[record.kind]
    resource.require_permission(actor)
    require_no_sample_data(session.connection())
    _lock_imports_of_kind(session, record)
    set_cause(session, "import", record.file_name)
    plan = make_plan(_import_context(session, actor, record, clock), resource, table, record.columns)
    if plan.digest != record.plan_digest:
        raise Changed(record.version, code="import_outdated")
    record.applied_at = clock.now()
    _save_plan(session, record, plan, "applied")
    details = {"created": plan.counts["create"], "updated": plan.counts["update"], "sha256": record.sha256}
    log_event(session, "imported", subject="import", api_id=record.api_id, name=record.file_name, details=details)
    session.flush()


def refuse_import(session: Session, record: Import, reason: FieldError | Problem) -> None:
    """Refuse the whole file and store the reason."""
    key, values = _serialize_reason(reason)
    record.state, record.refusal, record.counts = "refused", {"key": key, "values": values}, {}
    session.execute(delete(ImportRow).where(ImportRow.import_id == record.id))
    session.flush()


def purge_imports(session: Session, before: datetime) -> None:
    """Delete old imports with their rows and files."""
    old = session.execute(select(Import).where(Import.created_at < before, Import.state != "applying")).scalars().all()
    for record in old:
        session.execute(delete(ImportRow).where(ImportRow.import_id == record.id))
        session.delete(record)
    session.flush()
    schedule_removal(session, [record.storage_key for record in old], before)


def load_import(session: Session, actor: Actor, api_id: str) -> Import:
    """Return the caller's import, locked for this transaction."""
    statement = select(Import).where(visible_imports(), Import.api_id == api_id).with_for_update()
    record = session.execute(statement, actor.params).scalar_one_or_none() if is_api_id(api_id) else None
    if record is None:
        raise NotFound
    RESOURCES[record.kind].require_permission(actor)
    return record


def read_file(files: FileStore, record: Import) -> Spreadsheet:
    return read_spreadsheet(io.BytesIO(b"".join(files.open(record.storage_key))), record.mime)


def _import_context(session: Session, actor: Actor, record: Import, clock: Clock) -> ImportContext:
    return ImportContext(session, actor, clock, record.locale)


def _lock_imports_of_kind(session: Session, record: Import) -> None:
    """Serialize imports of one kind, so that two that create the same records create them once."""
    session.execute(select(Import.id).where(Import.kind == record.kind).order_by(Import.id).with_for_update()).all()


def _save_plan(session: Session, record: Import, plan: Plan, state: State) -> None:
    session.execute(delete(ImportRow).where(ImportRow.import_id == record.id))
    rows = [_row_values(record, place, row) for place, row in enumerate(plan.rows)]
    if rows:
        session.execute(insert(ImportRow), rows)
    record.state, record.counts, record.plan_digest, record.refusal = state, plan.counts, plan.digest, None
    session.flush()


def _row_values(record: Import, place: int, row: PlannedRow) -> dict[str, object]:
    # A record that a check created was rolled back and has no id.
    has_record = row.outcome == "update" or record.applied_at is not None
    return {
        "import_id": record.id,
        "place": place,
        "line": row.line,
        "outcome": row.outcome,
        "name": row.name,
        "record_api_id": row.api_id if has_record else None,
        "changes": row.changes,
        "errors": [[name, *_serialize_reason(reason)] for name, reason in row.errors],
    }


def _serialize_reason(reason: FieldError | Problem) -> tuple[str, dict[str, object]]:
    """Return a catalogue key and its values; readers translate it into their language."""
    is_field = isinstance(reason, FieldError)
    key = f"field.{reason.key}" if is_field else f"error.{reason.code}"
    return key, {name: _to_json(value) for name, value in reason.values.items()}


def _to_json(value: object) -> object:
    return str(value) if isinstance(value, Decimal | Sequence | date) else value
