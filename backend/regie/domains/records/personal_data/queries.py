"""Leaves the personal columns of synchronized records empty where a person was erased."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from regie.domains.records.personal_data.models import ErasedRecord
from regie.domains.records.personal_data.schemas import erased_value, synchronized_fields

# The table whose id names the person, and the column with it, where that is not the record's own id.
_OWNERS = {"time_entries": ("teamwork_people", "teamwork_user_id")}


def erase_again(session: Session, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Replace the personal values of records whose person was erased, as the erasure did."""
    fields = synchronized_fields(table.name)
    if not fields:
        return
    owner, key = _OWNERS.get(table.name, (table.name, "external_id"))
    statement = select(ErasedRecord.external_id, ErasedRecord.erasure_id).where(
        ErasedRecord.table_name == owner, ErasedRecord.external_id.in_({row[key] for row in rows})
    )
    erasures = {row.external_id: row.erasure_id for row in session.execute(statement)}
    for row in rows:
        if (number := erasures.get(row[key])) is not None:
            row.update({name: erased_value(erased, number) for name, erased in fields.items()})
