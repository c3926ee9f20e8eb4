"""Lists the texts that mention a person; people decide what becomes of them."""

from collections.abc import Iterator
from typing import Any, cast

from sqlalchemy import Connection, or_, select
from sqlalchemy.orm import Session

from regie.core.db.schema import METADATA
from regie.domains.administration.personal_data.queries import Person
from regie.domains.administration.personal_data.redaction import find_mentions
from regie.domains.administration.personal_data.schemas import Mention, MentionTable
from regie.domains.records.personal_data.schemas import FREE_TEXTS

MAX_MENTIONS = 100
# The screens of records that have one.
_PATHS = {
    "clients": "/admin/clients/{}/view",
    "projects": "/projects/{}/view",
    "teams": "/admin/teams/{}/view",
    "undated_terms": "/admin/undated-terms?open={}",
}
# The record with a screen that a text belongs to.
_OWNER_TABLES = {"client_id": "clients", "project_id": "projects"}
_LABELS = ("name", "title", "number", "label", "file_name")


def list_mentions(session: Session, person: Person) -> list[Mention]:
    db = session.connection()
    return [mention for table in FREE_TEXTS for mention in _mentions_in(db, table, person)]


def _mentions_in(db: Connection, name: str, person: Person) -> Iterator[Mention]:
    table = METADATA.tables[name]
    columns = [table.c[column] for column in FREE_TEXTS[name].split()]
    candidates = or_(*(found for column in columns for found in find_mentions(person, column)))
    for row in db.execute(select(table).where(candidates).order_by(*table.primary_key)).mappings():
        if any(person.is_mentioned(str(row[column.name] or "")) for column in columns):
            owner = next((key for key in _OWNER_TABLES if row.get(key) is not None), None)
            label = next((str(row[key]) for key in _LABELS if row.get(key)), "")
            yield {"table": cast(MentionTable, name), "name": label, "link": _link(db, name, row, owner)}


def _link(db: Connection, name: str, row: Any, owner: str | None) -> str | None:
    if name in _PATHS:
        return _PATHS[name].format(row["api_id"])
    if owner is None:
        return None
    table = METADATA.tables[_OWNER_TABLES[owner]]
    api_id = db.execute(select(table.c.api_id).where(table.c.id == row[owner])).scalar_one()
    return _PATHS[table.name].format(api_id)
