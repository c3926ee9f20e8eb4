"""Determines what a file changes: each row goes through the same actions as a single record.

A plan is made by applying the file. A check rolls back to a savepoint, so that what it announces and what happens
cannot differ.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from regie.core.api.errors import FieldError, Forbidden, Invalid, Problem
from regie.core.api.field_errors import read_fields
from regie.core.db.database import savepoint
from regie.core.files.spreadsheet_reader import CellValue, Spreadsheet, SpreadsheetRow, UnreadableSpreadsheet
from regie.core.text.locale import Locale
from regie.domains.administration.imports.cells import ImportContext, ParseError, read_text
from regie.domains.administration.imports.models import OUTCOMES, HeaderColumn, Outcome
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource

# Limits how long an import blocks other writers.
MAX_CHANGES = 2_000
_BATCH_SIZE = 500
_FORBIDDEN = "import_not_yours"


@dataclass(slots=True)
class PlannedRow:
    """The result of one row; errors are by field, those of the whole row under an empty name."""

    line: int
    name: str = ""
    outcome: Outcome = "unchanged"
    api_id: str | None = None
    changes: list[list[str]] = field(default_factory=list)
    errors: list[tuple[str, FieldError | Problem]] = field(default_factory=list)

    def add_error(self, name: str, reason: FieldError | Problem) -> None:
        self.outcome = "wrong"
        self.errors.append((name, reason))


@dataclass(frozen=True, slots=True)
class Plan:
    """All rows, invalid ones first."""

    rows: list[PlannedRow]

    @property
    def counts(self) -> dict[Outcome, int]:
        counter = Counter(row.outcome for row in self.rows)
        return {outcome: counter[outcome] for outcome in OUTCOMES}

    @property
    def digest(self) -> str:
        """Return a digest that equal plans share; new records have no stable id."""
        changes = [
            [row.line, row.outcome, row.changes, row.api_id if row.outcome != "create" else None] for row in self.rows
        ]
        return hashlib.sha256(json.dumps(changes).encode()).hexdigest()


def map_header(resource: Resource, header: list[str], chosen: list[str] | None = None) -> list[HeaderColumn]:
    """Return the field of each column: the chosen one, or the one that its header names."""
    fields = [name or None for name in chosen] if chosen else [resource.find_field(name) for name in header]
    return [{"header": name, "field": field_name} for name, field_name in zip(header, fields, strict=True)]


def require_valid_mapping(resource: Resource, columns: list[HeaderColumn], locale: Locale) -> None:
    """Raise UnreadableSpreadsheet if two columns have the same field or no key is complete."""
    fields = [column["field"] for column in columns if column["field"]]
    for name in fields:
        if fields.count(name) > 1:
            positions = [str(position) for position, column in enumerate(columns, 1) if column["field"] == name]
            name = resource.title(name, locale)
            raise UnreadableSpreadsheet("import_header_twice", columns=", ".join(positions), name=name)
    if not any(set(key) <= set(fields) for key in resource.keys):
        missing = [resource.title(name, locale) for name in resource.keys[-1] if name not in fields]
        raise UnreadableSpreadsheet("import_no_key", name=", ".join(missing))


def make_plan(context: ImportContext, resource: Resource, table: Spreadsheet, columns: list[HeaderColumn]) -> Plan:
    """Apply the file row by row; a refused row is rolled back on its own."""
    fields = [column["field"] for column in columns]
    rows = list(_rows(context, resource, table, fields))
    order = {outcome: index for index, outcome in enumerate(OUTCOMES)}
    return Plan(sorted(rows, key=lambda row: (order[row.outcome], row.line)))


def _rows(
    context: ImportContext, resource: Resource, table: Spreadsheet, fields: list[str | None]
) -> Iterator[PlannedRow]:
    seen: dict[Key | str, int] = {}
    changes = 0
    for start in range(0, len(table.rows), _BATCH_SIZE):
        batch = [_RowImport(context, resource, line, fields) for line in table.rows[start : start + _BATCH_SIZE]]
        matches = resource.find(context, {row.key for row in batch if row.key})
        for row_import in batch:
            row = row_import.apply(matches.get(row_import.key, []), seen)
            changes += row.outcome in ("create", "update")
            if changes > MAX_CHANGES:
                raise UnreadableSpreadsheet("import_changes", most=MAX_CHANGES)
            yield row


class _RowImport:
    """Applies one row of the file."""

    def __init__(
        self, context: ImportContext, resource: Resource, line: SpreadsheetRow, fields: list[str | None]
    ) -> None:
        self._context, self._resource = context, resource
        self._column_count, self._has_all_cells = len(fields), len(line.cells) == len(fields)
        self._cells = {name: cell for name, cell in zip(fields, line.cells, strict=False) if name and _is_filled(cell)}
        self._row = PlannedRow(line.number)
        self._cell_count = len(line.cells)
        # The key of an incomplete row is the last one, which names all that is missing.
        self._key_fields = next((key for key in resource.keys if self._cells.keys() >= set(key)), resource.keys[-1])
        self.key = self._read_key()

    def _read_key(self) -> Key:
        """Return the normalized key, empty if it is incomplete or unreadable."""
        resource, cells = self._resource, self._cells
        if not self._has_all_cells or not cells.keys() >= set(self._key_fields):
            return ()
        try:
            parts = [resource.column(name).kind.parse(cells[name], self._context) for name in self._key_fields]
        except ParseError:
            return ()
        return tuple(resource.normalize_key(part) for part in parts)

    def apply(self, matches: list[Any], seen: dict[Key | str, int]) -> PlannedRow:
        """Apply the row; `seen` has the first line of each record in the file, by key and by id."""
        row = self._row
        if not self._has_all_cells:
            # It is unknown which cells are missing, so no other errors are reported.
            row.add_error("", FieldError("import_cells", cells=self._cell_count, columns=self._column_count))
            row.name = self._raw_text(self._key_fields[-1])[:200]
            return row
        existing = self._find(matches)
        self._require_first(existing, seen)
        values = self._read(existing)
        row.name = self._name(values, existing)[:200]
        row.api_id = existing and existing.api_id
        data = self._validate(values, existing)
        if data is not None and not row.errors:
            self._apply(data, existing)
        return row

    def _find(self, matches: list[Any]) -> ExistingRecord | None:
        """Return the record that the key identifies; a key that creates no record must identify one."""
        row, last = self._row, self._key_fields[-1]
        for name in self._key_fields:
            if name not in self._cells:
                row.add_error(name, FieldError("required"))
        if len(matches) > 1:
            row.add_error(last, FieldError("ambiguous_name", name=self._raw_text(last)[:100]))
        if self.key and not matches and self._key_fields != self._resource.keys[-1]:
            row.add_error(last, FieldError("unknown_name", name=self._raw_text(last)[:100]))
        if len(matches) != 1:
            return None
        try:
            return self._resource.read(self._context, matches[0])
        except Forbidden:
            row.add_error("", FieldError(_FORBIDDEN))
            return None

    def _require_first(self, existing: ExistingRecord | None, seen: dict[Key | str, int]) -> None:
        """Require that no earlier row is for the same record, even if it identifies it by another key."""
        identities: list[Key | str] = [self.key] if self.key else []
        if existing is not None and len(self._resource.keys) > 1:
            identities.append(existing.api_id)
        line = self._row.line
        earlier = min(seen.setdefault(identity, line) for identity in identities) if identities else line
        if earlier != line:
            self._row.add_error(self._key_fields[-1], FieldError("import_key_twice", line=str(earlier)))

    def _raw_text(self, name: str) -> str:
        try:
            return read_text(self._cells.get(name))
        except ParseError:
            return ""

    def _name(self, values: dict[str, Any], existing: ExistingRecord | None) -> str:
        known = existing.values if existing else {}
        name = self._resource.display_name(self._context, {**known, **values})
        return name or self._raw_text(self._key_fields[-1])

    def _read(self, existing: ExistingRecord | None) -> dict[str, Any]:
        """Parse the row's cells, except those that equal the record's current value.

        The key identifies a record and never renames it: its case and accents may differ.
        """
        values: dict[str, Any] = {}
        for name, cell in self._cells.items():
            if existing is not None and name in self._key_fields:
                continue
            kind = self._resource.column(name).kind
            try:
                if existing is None or read_text(cell) != kind.format(existing.values.get(name), self._context):
                    values[name] = kind.parse(cell, self._context)
            except ParseError as error:
                self._row.add_error(name, error.reason)
        return values

    def _validate(self, values: dict[str, Any], existing: ExistingRecord | None) -> Any:
        model = self._resource.update_model if existing else self._resource.create_model
        invalid_fields = {name for name, _ in self._row.errors}
        try:
            return model.model_validate(values)
        except ValidationError as error:
            for name, reason in read_fields(error.errors(include_url=False), within=0).items():
                if (field_name := name.split(".")[0]) not in invalid_fields:
                    self._row.add_error(field_name, reason)
            return None

    def _apply(self, data: Any, existing: ExistingRecord | None) -> None:
        row, resource, context = self._row, self._resource, self._context
        values = data.model_dump(exclude_unset=True)
        before = existing.values if existing else {}
        changed = {name: value for name, value in values.items() if existing is None or before.get(name) != value}
        if not changed:
            return
        try:
            with savepoint(context.session):
                if existing is None:
                    row.api_id = resource.create(context, data)
                else:
                    resource.update(context, existing, data)
        except Invalid as error:
            for name, reason in error.fields.items():
                row.add_error(name, reason)
            if not error.fields:
                row.add_error("", error)
            return
        except Problem as error:
            row.add_error("", FieldError(_FORBIDDEN) if error.status in (403, 404) else error)
            return
        row.outcome = "update" if existing else "create"
        if existing is None and row.api_id is not None:
            resource.on_created(context, row.api_id, values)
        row.changes = [
            [column.field, self._format(column, before) if existing else "", self._format(column, changed)]
            for column in resource.columns
            if column.field in changed
        ]

    def _format(self, column: Column, values: dict[str, Any]) -> str:
        return column.kind.format(values.get(column.field), self._context)


def _is_filled(cell: CellValue) -> bool:
    return cell is not None and (not isinstance(cell, str) or bool(cell.strip()))
