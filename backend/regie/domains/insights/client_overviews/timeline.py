"""Reads the timeline of a client: a page merges the latest rows of each kind that the caller may see.

A cursor names the last row that was shown, so that a page reads at most its own number of rows of each kind.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self, get_args

from sqlalchemy import Connection, bindparam, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Invalid, NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import scaled_to_money
from regie.core.time.clock import Clock
from regie.domains.insights.client_overviews.schemas import Timeline, TimelineEntry, TimelineKind, TimelineQuery
from regie.domains.insights.client_overviews.timeline_sources import TimelineSource, rows_before, timeline_sources
from regie.domains.records.clients.models import Client
from regie.domains.work.client_notes.queries import read_notes
from regie.domains.work.client_notes.schemas import ClientNote
from regie.domains.work.clients.queries import managed_clients, visible_clients

# Rows of one day are in this order.
_RANKS: dict[TimelineKind, int] = {kind: rank for rank, kind in enumerate(get_args(TimelineKind))}
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Cursor:
    """The last row of the page before: its position, a day or an instant, its kind and its key."""

    position: date | datetime
    rank: int
    key: int

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            position, rank, key = text.split("~")
            read = datetime.fromisoformat if "T" in position else date.fromisoformat
            cursor = cls(read(position), int(rank), int(key))
        except ValueError as error:
            raise Invalid({"before": "invalid"}) from error
        is_naive = isinstance(cursor.position, datetime) and cursor.position.tzinfo is None
        if is_naive or cursor.rank not in _RANKS.values():
            raise Invalid({"before": "invalid"})
        return cursor

    def __str__(self) -> str:
        position = self.position.astimezone(UTC) if isinstance(self.position, datetime) else self.position
        # A plus sign would be a space in a query.
        return f"{position.isoformat().replace('+00:00', 'Z')}~{self.rank}~{self.key}"

    def bound_of(self, source: TimelineSource, clock: Clock) -> tuple[date | datetime, int]:
        """Return the position and the key below which the rows of a kind follow this row."""
        rank = _RANKS[source.kind]
        if rank == self.rank:
            return self.position, self.key
        day = _day_of(self.position, clock)
        end = day + _ONE_DAY if rank > self.rank else day
        return (clock.start_of(end) if source.is_instant else end), 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A row of a kind."""

    source: TimelineSource
    row: Any
    day: date

    @property
    def rank(self) -> int:
        return _RANKS[self.source.kind]

    @property
    def cursor(self) -> _Cursor:
        return _Cursor(self.row.position_, self.rank, self.row.key_)


def read_timeline(db: Connection, actor: Actor, clock: Clock, api_id: str, query: TimelineQuery) -> Timeline:
    """Return what happened until today, the latest first; NotFound when the caller may not see the client."""
    client, sees_money = _find_client(db, actor, api_id)
    first = _Cursor(clock.today(), -1, 0)
    cursor = first if query.before is None else _Cursor.parse(query.before)
    wanted = [
        source
        for source in timeline_sources(actor, client, sees_money=sees_money)
        if not query.kind or source.kind in query.kind
    ]
    found = [one for source in wanted for one in _read(db, actor, clock, source, cursor, query.per_page + 1)]
    # The rows of a kind are in order already, and a sort keeps the order of equals.
    found.sort(key=lambda one: (-one.day.toordinal(), one.rank))
    page = found[: query.per_page]
    notes = read_notes(db, actor, [one.row.note_id for one in page if one.source.kind == "note"])
    return {
        "entries": [_entry(one, notes) for one in page],
        "next": str(page[-1].cursor) if len(found) > len(page) else None,
    }


def _read(
    db: Connection, actor: Actor, clock: Clock, source: TimelineSource, cursor: _Cursor, limit: int
) -> Iterator[_Found]:
    bound, key = cursor.bound_of(source, clock)
    if isinstance(bound, datetime) is not source.is_instant:
        raise Invalid({"before": "invalid"})
    for row in db.execute(rows_before(source, bound, key, limit), actor.params):
        yield _Found(source, row, _day_of(row.position_, clock))


def _day_of(position: date | datetime, clock: Clock) -> date:
    return clock.day_of(position) if isinstance(position, datetime) else position


def _entry(one: _Found, notes: dict[str, ClientNote]) -> TimelineEntry:
    row = one.row._mapping
    note = notes[row["note_id"]] if one.source.kind == "note" else None
    currency = row.get("currency")
    money = {name: row.get(name) for name in ("amount", "before")}
    shown = {name: None if units is None else scaled_to_money(units, currency) for name, units in money.items()}
    return {
        "kind": one.source.kind,
        "on": one.day,
        "actor": note["author"] if note else _ref(row, "actor_id", "actor_name"),
        "project": _ref(row, "project_id", "project_name"),
        "invoice": _ref(row, "invoice_id", "invoice_number"),
        "note": note,
        "value": row.get("value"),
        "person": row.get("person"),
        "reason": row.get("reason"),
        "percent": row.get("percent"),
        "day": row.get("month") or row.get("effective_on"),
        "money": shown["amount"],
        "before": shown["before"],
    }


def _ref(row: Any, api_id: str, name: str) -> Ref | None:
    return None if row.get(api_id) is None else {"api_id": row[api_id], "name": row[name] or ""}


def _find_client(db: Connection, actor: Actor, api_id: str) -> tuple[int, bool]:
    """Return the key of a visible client, and whether the caller sees its amounts."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_clients(actor.require(Permission.CLIENTS_VIEW))
    params = {**actor.params, "api_id": api_id}
    statement = select(Client.id).where(Client.api_id == bindparam("api_id"))
    key = db.execute(statement.where(visible), params).scalar_one_or_none()
    if key is None:
        raise NotFound
    scope = actor.scope(Permission.CLIENTS_MONEY)
    return key, scope is not None and db.execute(statement.where(managed_clients(scope)), params).first() is not None
