"""Replaces an erased person's names in texts that the application wrote: the activity log, notifications and errors."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import JSON, ColumnElement, Text, cast, or_, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry, find_entries, replace_names, without_audit
from regie.core.db.schema import METADATA
from regie.core.text.folding import escape_like
from regie.domains.administration.personal_data.queries import Person, audited_models
from regie.domains.records.personal_data.schemas import GENERATED_TEXTS, PERSONAL_DATA

_NAMES = ("subject_name", "actor_name", "real_actor_name")
# Details of events about a user, such as the network address of a sign-in.
_EVENT_DETAILS = {"address", "browser", "email", "reason"}


def redact_texts(session: Session, person: Person, label: str) -> int:
    """Return the number of changed rows."""
    changed = _redact_activity(session, person, label)
    for table, names in GENERATED_TEXTS.items():
        if table != "activity":
            for name in names.split():
                changed += _redact_column(session, person, label, table, name)
    return changed + _clear_raw(session, person)


def find_mentions(person: Person, column: Any) -> list[ColumnElement[bool]]:
    """Select candidates: JSON escapes letters with accents, so these match anything here and `Person` checks again."""
    text = cast(column, Text)
    return [text.ilike(_pattern(needle), escape="\\") for needle in person.needles]


def _pattern(needle: str) -> str:
    wild = "".join("%" if not char.isascii() else escape_like(char) for char in needle)
    return f"%{wild}%"


def _redact_activity(session: Session, person: Person, label: str) -> int:
    own, users = person.ids["record_api_id"], person.ids["user_api_id"]
    conditions = [
        ActivityEntry.subject_api_id.in_(own),
        ActivityEntry.actor_api_id.in_(users),
        ActivityEntry.real_actor_api_id.in_(users),
        *(found for name in (*_NAMES, "changes") for found in find_mentions(person, getattr(ActivityEntry, name))),
    ]
    entries = [entry for row in find_entries(session, conditions) if (entry := _redacted_entry(row, person, label))]
    replace_names(session, entries)
    return len(entries)


def _redacted_entry(row: Any, person: Person, label: str) -> dict[str, Any] | None:
    before = {name: getattr(row, name) for name in (*_NAMES, "changes")}
    after = {name: _replace(value, person, label) for name, value in before.items()}
    users = person.ids["user_api_id"]
    after["actor_name"] = label if row.actor_api_id in users else after["actor_name"]
    after["real_actor_name"] = label if row.real_actor_api_id in users else after["real_actor_name"]
    if row.subject_api_id in person.ids["record_api_id"]:
        after |= _redacted_record(row.subject_type, after, label)
    return {"id": row.id, **after} if after != before else None


def _redacted_record(subject_type: str, entry: dict[str, Any], label: str) -> dict[str, Any]:
    """Remove the personal columns of the person's own record; of a deleted record, all texts."""
    fields, is_deleted, names_person = set[str](), False, False
    for table, model in audited_models().items():
        for declared in PERSONAL_DATA:
            if declared.table == table and model.audit.subject == subject_type:
                fields |= declared.fields.keys()
                is_deleted |= declared.is_deleted
                names_person |= declared.is_deleted or model.audit.name in declared.fields
    is_whole = is_deleted and not fields
    personal = fields | _EVENT_DETAILS
    changes = {
        name: _relabel(pair, label) if is_whole or name in personal else pair for name, pair in entry["changes"].items()
    }
    return {"changes": changes, "subject_name": label if names_person else entry["subject_name"]}


def _relabel(value: Any, label: str) -> Any:
    """Replace every text in a JSON value."""
    if isinstance(value, list):
        return [_relabel(item, label) for item in value]
    if isinstance(value, dict):
        return {name: _relabel(item, label) for name, item in value.items()}
    return label if isinstance(value, str) else value


def _replace(value: Any, person: Person, label: str) -> Any:
    """Replace the person's names in every text of a JSON value."""
    if isinstance(value, list):
        return [_replace(item, person, label) for item in value]
    if isinstance(value, dict):
        return {name: _replace(item, person, label) for name, item in value.items()}
    return person.replace(value, label) if isinstance(value, str) else value


def _redact_column(session: Session, person: Person, label: str, table_name: str, name: str) -> int:
    table = METADATA.tables[table_name]
    column = table.c[name]
    found = session.execute(select(table.c.id, column).where(or_(*find_mentions(person, column)))).all()
    changed = 0
    for key, before in found:
        after = _replace(before, person, label)
        if after != before:
            length = getattr(column.type, "length", None)
            value = after if isinstance(column.type, JSON) or length is None else after[:length]
            session.execute(without_audit(update(table).where(table.c.id == key).values({name: value})))
            changed += 1
    return changed


def _clear_raw(session: Session, person: Person) -> int:
    """Clear the unread original of each synchronized record that mentions the person, such as an invoice's address."""
    changed = 0
    for table in _tables_with("raw"):
        found = session.execute(select(table.c.id, table.c.raw).where(or_(*find_mentions(person, table.c.raw)))).all()
        keys = [key for key, raw in found if person.is_mentioned(raw)]
        if keys:
            session.execute(update(table).where(table.c.id.in_(keys)).values(raw="{}"))
        changed += len(keys)
    return changed


def _tables_with(column: str) -> Iterator[Any]:
    return (table for table in METADATA.sorted_tables if column in table.c)
