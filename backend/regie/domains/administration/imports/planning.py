"""What a file would change: each row is judged, and done, by the calls that do the same to one record.

A plan is made by doing it. Trying a file is doing it in a part of the transaction that is then undone, so that what was
announced and what happens cannot differ: both are this code.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from regie.core.api.errors import FieldError, Invalid, Problem
from regie.core.api.field_errors import read_fields
from regie.core.db.database import savepoint
from regie.core.files.spreadsheet_reader import Cell, Line, Table, Unreadable
from regie.core.text.locale import Locale
from regie.domains.administration.imports.cells import Desk, Unread, text_of
from regie.domains.administration.imports.models import OUTCOMES, HeaderColumn, Outcome
from regie.domains.administration.imports.resources import Column, Existing, Resource

# As many at once as do not keep everybody else from writing for long.
MOST_CHANGES = 2_000
_A_BATCH = 500
_FORBIDDEN = "import_not_yours"


@dataclass(slots=True)
class Row:
    """One line's fate. Errors are by field, the row's own under none."""

    line: int
    name: str = ""
    outcome: Outcome = "unchanged"
    api_id: str | None = None
    changes: list[list[str]] = field(default_factory=list)
    errors: list[tuple[str, FieldError | Problem]] = field(default_factory=list)

    def refuse(self, name: str, reason: FieldError | Problem) -> None:
        self.outcome = "wrong"
        self.errors.append((name, reason))


@dataclass(frozen=True, slots=True)
class Plan:
    """Every row, those that are wrong first."""

    rows: list[Row]

    @property
    def counts(self) -> dict[Outcome, int]:
        found = Counter(row.outcome for row in self.rows)
        return {outcome: found[outcome] for outcome in OUTCOMES}

    @property
    def digest(self) -> str:
        """What two plans that do the same share; a new record has its id only once it is made."""
        shown = [
            [row.line, row.outcome, row.changes, row.api_id if row.outcome != "create" else None] for row in self.rows
        ]
        return hashlib.sha256(json.dumps(shown).encode()).hexdigest()


def map_header(resource: Resource, header: list[str], chosen: list[str] | None = None) -> list[HeaderColumn]:
    """What each column of the file means: what was chosen, or what it is called."""
    fields = [name or None for name in chosen] if chosen else [resource.recognise(name) for name in header]
    return [{"header": name, "field": found} for name, found in zip(header, fields, strict=True)]


def require_usable(resource: Resource, columns: list[HeaderColumn], locale: Locale) -> None:
    """Unreadable where two columns mean the same, or none is the key."""
    fields = [column["field"] for column in columns if column["field"]]
    for name in fields:
        if fields.count(name) > 1:
            places = [str(at) for at, one in enumerate(columns, 1) if one["field"] == name]
            name = resource.title(name, locale)
            raise Unreadable("import_header_twice", columns=", ".join(places), name=name)
    if resource.key not in fields:
        raise Unreadable("import_no_key", name=resource.title(resource.key, locale))


def make_plan(desk: Desk, resource: Resource, table: Table, columns: list[HeaderColumn]) -> Plan:
    """Does what the file says, row by row, each undone by itself where it is refused."""
    fields = [column["field"] for column in columns]
    rows = list(_rows(desk, resource, table, fields))
    order = {outcome: place for place, outcome in enumerate(OUTCOMES)}
    return Plan(sorted(rows, key=lambda row: (order[row.outcome], row.line)))


def _rows(desk: Desk, resource: Resource, table: Table, fields: list[str | None]) -> Iterator[Row]:
    seen: dict[str, int] = {}
    changes = 0
    for start in range(0, len(table.lines), _A_BATCH):
        lines = table.lines[start : start + _A_BATCH]
        keys = {_key_of(resource, line, fields) for line in lines} - {""}
        found = resource.find(desk, keys)
        for line in lines:
            key = _key_of(resource, line, fields)
            row = _Reading(desk, resource, line, fields).carry_out(found.get(key, []), seen.get(key))
            seen.setdefault(key, line.number) if key else None
            changes += row.outcome in ("create", "update")
            if changes > MOST_CHANGES:
                raise Unreadable("import_changes", most=MOST_CHANGES)
            yield row


def _key_of(resource: Resource, line: Line, fields: list[str | None]) -> str:
    at = fields.index(resource.key)
    try:
        return resource.normal(text_of(line.cells[at])) if at < len(line.cells) else ""
    except Unread:
        return ""


class _Reading:
    """One line of the file, on its way to the action that takes it."""

    def __init__(self, desk: Desk, resource: Resource, line: Line, fields: list[str | None]) -> None:
        self._desk, self._resource = desk, resource
        self._width, self._fits = len(fields), len(line.cells) == len(fields)
        self._cells = {name: cell for name, cell in zip(fields, line.cells, strict=False) if name and _has(cell)}
        self._row = Row(line.number)
        self._given = len(line.cells)

    def carry_out(self, found: list[Any], earlier: int | None) -> Row:
        row = self._row
        if not self._fits:
            # Which cells are missing nobody knows: what follows of it is not held against the others.
            row.refuse("", FieldError("import_cells", cells=self._given, columns=self._width))
            row.name = self._words(self._resource.key)[:200]
            return row
        if self._resource.key not in self._cells:
            row.refuse(self._resource.key, FieldError("required"))
        if earlier is not None:
            row.refuse(self._resource.key, FieldError("import_key_twice", line=str(earlier)))
        if len(found) > 1:
            row.refuse(self._resource.key, FieldError("several_so_called", name=self._words(self._resource.key)[:100]))
        existing = self._resource.read(self._desk, found[0]) if len(found) == 1 else None
        values = self._read(existing)
        row.name = self._name(values, existing)[:200]
        row.api_id = existing and existing.api_id
        data = self._validated(values, existing)
        if data is not None and not row.errors:
            self._do(data, existing)
        return row

    def _words(self, name: str) -> str:
        try:
            return text_of(self._cells.get(name))
        except Unread:
            return ""

    def _name(self, values: dict[str, Any], existing: Existing | None) -> str:
        known = existing.values if existing else {}
        return self._resource.name_of({**known, **values}) or self._words(self._resource.key)

    def _read(self, existing: Existing | None) -> dict[str, Any]:
        """The line's values; what stands there as the record has it already is not read, so that it stays.

        The key finds a record and renames none: it may be written with other accents than the record's.
        """
        values: dict[str, Any] = {}
        for name, cell in self._cells.items():
            if existing is not None and name == self._resource.key:
                continue
            kind = self._resource.column(name).kind
            try:
                if existing is None or text_of(cell) != kind.show(existing.values.get(name), self._desk):
                    values[name] = kind.read(cell, self._desk)
            except Unread as unread:
                self._row.refuse(name, unread.reason)
        return values

    def _validated(self, values: dict[str, Any], existing: Existing | None) -> Any:
        model = self._resource.update_model if existing else self._resource.create_model
        wrong = {name for name, _ in self._row.errors}
        try:
            return model.model_validate(values)
        except ValidationError as error:
            for name, reason in read_fields(error.errors(include_url=False), within=0).items():
                if (field_name := name.split(".")[0]) not in wrong:
                    self._row.refuse(field_name, reason)
            return None

    def _do(self, data: Any, existing: Existing | None) -> None:
        row, resource, desk = self._row, self._resource, self._desk
        values = data.model_dump(exclude_unset=True)
        before = existing.values if existing else {}
        changed = {name: value for name, value in values.items() if existing is None or before.get(name) != value}
        if not changed:
            return
        try:
            with savepoint(desk.session):
                if existing is None:
                    row.api_id = resource.create(desk, data)
                else:
                    resource.update(desk, existing.api_id, data)
        except Invalid as refused:
            for name, reason in refused.fields.items():
                row.refuse(name, reason)
            if not refused.fields:
                row.refuse("", refused)
            return
        except Problem as refused:
            row.refuse("", FieldError(_FORBIDDEN) if refused.status in (403, 404) else refused)
            return
        row.outcome = "update" if existing else "create"
        if existing is None and row.api_id is not None:
            resource.created(desk, row.api_id, values)
        row.changes = [
            [column.field, self._show(column, before) if existing else "", self._show(column, changed)]
            for column in resource.columns
            if column.field in changed
        ]

    def _show(self, column: Column, values: dict[str, Any]) -> str:
        return column.kind.show(values.get(column.field), self._desk)


def _has(cell: Cell) -> bool:
    return cell is not None and (not isinstance(cell, str) or bool(cell.strip()))
