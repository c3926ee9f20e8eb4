"""Erases the personal data of one person in one transaction; rows stay under a neutral name, for the figures."""

import hashlib
import hmac
from datetime import datetime
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from regie.access.idempotency import IdempotencyKey
from regie.core.audit.activity import without_audit
from regie.core.db.model import Model
from regie.core.db.schema import METADATA
from regie.core.db.table_versions import mark_table_changed
from regie.core.files.removals import REMOVAL_DELAY, schedule_removal
from regie.core.text.folding import Searchable, build_search_keys
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import, ImportRow
from regie.domains.administration.personal_data.queries import Person, concerns
from regie.domains.administration.personal_data.redaction import redact_texts
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile
from regie.domains.records.personal_data.models import ErasedRecord, Erasure
from regie.domains.records.personal_data.schemas import PERSONAL_DATA, PersonalData, erased_label, erased_value

# Copies of services' records; their ids are remembered, so that synchronization leaves the personal columns empty.
_SYNCHRONIZED = ("teamwork_people", "teamwork_companies", "hubspot_contacts", "hubspot_owners", "quickbooks_customers")
# Ids that are known although their record may not have been read yet.
_ID_KINDS = {"teamwork_people": "teamwork", "hubspot_owners": "hubspot"}


def erase_person(
    session: Session, person: Person, reason: str, now: datetime, secret: str, erased_by_id: int | None
) -> tuple[Erasure, int]:
    """Erase the person; return the erasure and the number of changed rows."""
    erasure = Erasure(
        kind=person.kind,
        user_api_id=person.user.api_id if person.user is not None else None,
        employee_api_id=person.employee.api_id if person.employee is not None else None,
        client_api_id=person.client.api_id if person.client is not None else None,
        address_hashes=sorted(hash_address(secret, text) for text in person.identifiers),
        reason=reason,
        erased_at=now,
        erased_by_id=erased_by_id,
        # The id of no row: it must be null again at the commit.
        in_progress=0,
    )
    session.add(erasure)
    session.flush()
    label = erased_label(erasure.id)
    erasure.reason = person.replace(reason, label)[:500]
    _remember_records(session, person, erasure)
    changed = redact_texts(session, person, label)
    changed += _delete_temporary_copies(session, person, now)
    changed += _rewrite_packs(session, person, now)
    for declared in reversed(PERSONAL_DATA):
        changed += _erase_rows(session, declared, person, erasure.id, now)
    erasure.in_progress = None
    session.flush()
    return erasure, changed


def hash_address(secret: str, text: str) -> str:
    """Identify an address, or a name, without storing it."""
    return hmac.new(secret.encode(), b"erased\0" + text.strip().lower().encode(), hashlib.sha256).hexdigest()


def _remember_records(session: Session, person: Person, erasure: Erasure) -> None:
    known = {tuple(row) for row in session.execute(select(ErasedRecord.table_name, ErasedRecord.external_id))}
    for name in _SYNCHRONIZED:
        table = METADATA.tables[name]
        keys = person.ids.get(name, ())
        ids = session.execute(select(table.c.external_id).where(table.c.id.in_(keys))).scalars().all()
        for external_id in sorted({*ids, *person.ids.get(_ID_KINDS.get(name, ""), ())}):
            if (name, external_id) not in known:
                session.add(ErasedRecord(erasure_id=erasure.id, table_name=name, external_id=external_id))


def _erase_rows(session: Session, declared: PersonalData, person: Person, number: int, now: datetime) -> int:
    if not (declared.fields or declared.is_deleted):
        return 0
    table, condition = METADATA.tables[declared.table], concerns(declared, person)
    if declared.is_deleted:
        _remove_files(session, table, condition, now)
        return session.execute(without_audit(delete(table).where(condition))).rowcount  # type: ignore[attr-defined]
    values = {name: erased_value(erased, number) for name, erased in declared.fields.items()}
    rows = session.execute(select(table).where(condition)).mappings().all()
    for row in rows:
        changes = values | _derived_columns(table, {**row, **values})
        session.execute(without_audit(update(table).where(table.c.id == row["id"]).values(changes)))
    return len(rows)


def _derived_columns(table: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Return the search keys, and a version that makes open forms reload."""
    derived: dict[str, Any] = {"version": row["version"] + 1} if "version" in table.c else {}
    (model,) = (one.class_ for one in Model.registry.mappers if one.local_table is table)
    return derived | build_search_keys(model, row) if issubclass(model, Searchable) else derived


def _remove_files(session: Session, table: Any, condition: Any, now: datetime) -> None:
    if "storage_key" in table.c:
        keys = session.execute(select(table.c.storage_key).where(condition, table.c.storage_key.is_not(None))).scalars()
        schedule_removal(session, list(keys), now - REMOVAL_DELAY)


def _delete_temporary_copies(session: Session, person: Person, now: datetime) -> int:
    """Delete all exports and imports, whose files can contain anyone, and stored responses that mention the person."""
    count = 0
    for model in (Export, Import):
        table: Any = model.__table__
        _remove_files(session, table, table.c.id > 0, now)
    count += session.execute(delete(ImportRow)).rowcount  # type: ignore[attr-defined]
    count += session.execute(delete(Import)).rowcount  # type: ignore[attr-defined]
    count += session.execute(delete(Export)).rowcount  # type: ignore[attr-defined]
    stored = session.execute(select(IdempotencyKey.id, IdempotencyKey.body)).all()
    keys = [key for key, body in stored if person.is_mentioned(bytes(body).decode(errors="replace"))]
    session.execute(delete(IdempotencyKey).where(IdempotencyKey.id.in_(keys)))
    # The key of no row: cached results of every table could contain the name.
    for table_name in METADATA.tables:
        mark_table_changed(session, table_name)
    return count + len(keys)


def _rewrite_packs(session: Session, person: Person, now: datetime) -> int:
    """Remove the month-end packs that name who closed or reopened the month; the worker writes them again."""
    if person.user is None:
        return 0
    reopened = select(ClosedMonth.month).where(ClosedMonth.reopened_by_id == person.user.id)
    is_named = or_(ClosedMonth.closed_by_id == person.user.id, ClosedMonth.month.in_(reopened))
    closings = select(ClosedMonth.id).where(is_named)
    packs = list(session.execute(select(MonthPack.id).where(MonthPack.closing_id.in_(closings))).scalars())
    table: Any = MonthPackFile.__table__
    _remove_files(session, table, table.c.pack_id.in_(packs), now)
    session.execute(delete(MonthPackFile).where(MonthPackFile.pack_id.in_(packs)))
    waiting = {"status": "waiting", "tries": 0, "finished_at": None}
    session.execute(update(MonthPack).where(MonthPack.id.in_(packs)).values(waiting))
    return len(packs)
