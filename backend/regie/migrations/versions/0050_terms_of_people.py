"""Dated terms of people, rebuilt from the activity log."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import uuid4
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

_BEGINNING = date(1900, 1, 1)
_ZONE = "America/Toronto"


class _Field(NamedTuple):
    """A field of a table: the table that it refers to, if it does."""

    table: str
    record: str
    name: str
    column: str
    target: str | None = None


_FIELDS = (
    _Field("clients", "client", "account_manager", "account_manager_id", "users"),
    _Field("clients", "client", "team", "team_id", "teams"),
    _Field("projects", "project", "account_manager", "account_manager_id", "users"),
    _Field("projects", "project", "project_manager", "project_manager_id", "employees"),
    _Field("projects", "project", "team", "team_id", "teams"),
    _Field("employees", "employee", "capacity_hours_week", "capacity_hours_week"),
    _Field("employees", "employee", "utilisation_target", "utilisation_target"),
    _Field("employees", "employee", "is_billable", "is_billable"),
)
_text = sa.String()
_activity = sa.table(
    "activity",
    *(sa.column("id", sa.Integer), sa.column("at", sa.DateTime(timezone=True)), sa.column("action", _text)),
    *(sa.column("subject_type", _text), sa.column("subject_api_id", _text), sa.column("changes", sa.JSON)),
)
_terms = sa.table(
    "terms",
    *(sa.column("api_id", _text), sa.column("record", _text), sa.column("record_id", sa.Integer)),
    *(sa.column("name", _text), sa.column("effective_from", sa.Date), sa.column("value", sa.Text)),
    *(sa.column("amount", sa.BigInteger), sa.column("reference_id", sa.Integer)),
    *(sa.column("recorded_at", sa.DateTime(timezone=True)), sa.column("created_at", sa.DateTime(timezone=True))),
    *(sa.column("updated_at", sa.DateTime(timezone=True)), sa.column("version", sa.Integer)),
)
_undated = sa.table(
    "undated_terms",
    *(sa.column("api_id", _text), sa.column("record", _text), sa.column("record_id", sa.Integer)),
    *(sa.column("name", _text), sa.column("cause", _text), sa.column("latest_on", sa.Date)),
    *(sa.column("details", sa.JSON), sa.column("created_at", sa.DateTime(timezone=True))),
    *(sa.column("updated_at", sa.DateTime(timezone=True)), sa.column("version", sa.Integer)),
)
# [day, value before, value after], as the log has them, by record's api_id.
_Changes = Mapping[str, list[tuple[date, Any, Any]]]


def upgrade() -> None:
    db = op.get_bind()
    now = datetime.now(UTC)
    zone = ZoneInfo(db.execute(sa.text("SELECT timezone FROM settings ORDER BY id LIMIT 1")).scalar() or _ZONE)
    names = {target: _read_unique_names(db, target) for target in ("users", "employees", "teams")}
    terms: list[dict[str, Any]] = []
    undated: list[dict[str, Any]] = []
    for field in _FIELDS:
        changes = _read_changes(db, field.record, field.name, zone)
        for key, current, found in _read_changed_records(db, field, changes):
            values, unknown = _timeline(field, names, found, current, now.astimezone(zone).date())
            terms += [_term(field.record, key, field.name, day, value, now) for day, value in values.items()]
            undated += [_undated_term(field.record, key, field.name, unknown, now)] if unknown else []
    terms += _read_memberships(db, names["users"], zone, now)
    if terms:
        db.execute(sa.insert(_terms), terms)
    if undated:
        db.execute(sa.insert(_undated), undated)


def _read_changes(db: sa.Connection, subject: str, name: str, zone: ZoneInfo) -> _Changes:
    statement = (
        sa.select(_activity.c.at, _activity.c.subject_api_id, _activity.c.changes)
        .where(_activity.c.subject_type == subject, _activity.c.action == "changed")
        .where(sa.cast(_activity.c.changes, sa.Text).like(f'%"{name}"%'))
        .order_by(_activity.c.at, _activity.c.id)
    )
    found: dict[str, list[tuple[date, Any, Any]]] = defaultdict(list)
    for at, api_id, changes in db.execute(statement):
        if name in changes and api_id is not None:
            moment = at.replace(tzinfo=UTC) if at.tzinfo is None else at
            found[api_id].append((moment.astimezone(zone).date(), *changes[name]))
    return found


def _read_changed_records(
    db: sa.Connection, field: _Field, changes: _Changes
) -> Iterator[tuple[int, Any, list[tuple[date, Any, Any]]]]:
    if not changes:
        return
    records = sa.table(field.table, sa.column("id"), sa.column("api_id"), sa.column(field.column))
    for key, api_id, current in db.execute(sa.select(records).order_by(records.c.id)):
        if api_id in changes:
            yield key, current, changes[api_id]


def _read_unique_names(db: sa.Connection, table: str) -> dict[str, int]:
    """The keys of records by name: the log has names only, and ambiguous ones say nothing."""
    found: dict[str, list[int]] = defaultdict(list)
    records = sa.table(table, sa.column("id"), sa.column("name"))
    for key, name in db.execute(sa.select(records).order_by(records.c.id)):
        found[name].append(key)
    return {name: keys[0] for name, keys in found.items() if len(keys) == 1}


def _timeline(
    field: _Field,
    names: Mapping[str, Mapping[str, int]],
    changes: list[tuple[date, Any, Any]],
    current: Any,
    today: date,
) -> tuple[dict[date, str | None], list[tuple[date, str]]]:
    """The values by first day, of several changes on a day the last one, and the names that no record has.

    A value of the log that no record has is unknown: on those days, the account has no manager.
    """
    values: dict[date, str | None] = {}
    unknown: list[tuple[date, str]] = []

    def read(value: Any, day: date) -> str | None:
        if value is None or field.target is None:
            return _to_text(field, value)
        key = names[field.target].get(value)
        if key is None:
            unknown.append((day, str(value)))
        return None if key is None else str(key)

    values[_BEGINNING] = read(changes[0][1], changes[0][0])
    for day, _, after in changes:
        values[day] = read(after, day)
    # What holds today is what the record says, whatever names were in the log.
    last, now = max(values), _column_text(field, current)
    if values[last] != now:
        unknown = [(day, text) for day, text in unknown if day != last]
        is_renamed = field.target is not None and values[last] is None
        values[last if is_renamed else today] = now
    return values, unknown


def _to_text(field: _Field, value: Any) -> str | None:
    """The text of a term for a value of the log."""
    if value is None:
        return None
    if field.name == "is_billable":
        return "true" if value else "false"
    return f"{Decimal(value):.2f}" if field.name == "capacity_hours_week" else str(value)


def _column_text(field: _Field, value: Any) -> str | None:
    """The text of a term for a value of a column, in which hours are hundredths."""
    if value is None or field.name != "capacity_hours_week":
        return _to_text(field, value)
    return f"{value // 100}.{value % 100:02d}"


def _read_memberships(
    db: sa.Connection, users: Mapping[str, int], zone: ZoneInfo, now: datetime
) -> list[dict[str, Any]]:
    """The memberships of employees in teams, which the log has as lists of users' names."""
    changes = _read_changes(db, "team", "users", zone)
    teams = {row[1]: row[0] for row in db.execute(sa.text("SELECT id, api_id FROM teams ORDER BY id"))}
    people = {row[1]: row[0] for row in db.execute(sa.text("SELECT id, user_id FROM employees WHERE user_id > 0"))}
    members = {(row[0], row[1]) for row in db.execute(sa.text("SELECT team_id, user_id FROM team_members"))}
    terms: list[dict[str, Any]] = []
    for api_id, found in changes.items():
        if api_id not in teams:
            continue
        by_user: dict[int, dict[date, bool]] = defaultdict(dict)
        for day, before, after in found:
            for name in set(before or ()) ^ set(after or ()):
                if name in users:
                    by_user[users[name]].setdefault(_BEGINNING, name in (before or ()))
                    by_user[users[name]][day] = name in (after or ())
        for user, values in by_user.items():
            team = teams[api_id]
            if user not in people or values[max(values)] != ((team, user) in members):
                continue
            for day, is_member in values.items():
                one = _term("employee", people[user], f"team:{team}", day, "true" if is_member else "false", now)
                terms.append(one | {"reference_id": team})
    return terms


def _term(record: str, key: int, name: str, day: date, value: str | None, now: datetime) -> dict[str, Any]:
    is_reference = name in ("account_manager", "project_manager", "team")
    is_number = value is not None and name in ("capacity_hours_week", "utilisation_target")
    return {
        "api_id": str(uuid4()),
        "record": record,
        "record_id": key,
        "name": name,
        "effective_from": day,
        "value": value,
        # Ten-thousandths, as amounts are stored.
        "amount": int(Decimal(value) * 10_000) if is_number and value is not None else None,
        "reference_id": int(value) if is_reference and value is not None else None,
        **_stamps(now),
        "recorded_at": now,
    }


def _undated_term(record: str, key: int, name: str, unknown: list[tuple[date, str]], now: datetime) -> dict[str, Any]:
    """What a person decides: who had these names."""
    return {
        "api_id": str(uuid4()),
        "record": record,
        "record_id": key,
        "name": name,
        "cause": "unknown_name",
        "latest_on": min(day for day, _ in unknown),
        "details": {"names": ", ".join(dict.fromkeys(text for _, text in unknown))},
        **_stamps(now),
    }


def _stamps(now: datetime) -> dict[str, Any]:
    return {"created_at": now, "updated_at": now, "version": 1}
