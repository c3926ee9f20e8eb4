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

from regie.core.api.errors import FieldError, Invalid, Problem
from regie.core.api.field_errors import read_fields
from regie.core.db.database import savepoint
from regie.core.files.spreadsheet_reader import CellValue, Spreadsheet, SpreadsheetRow, UnreadableSpreadsheet
from regie.core.text.locale import Locale
from regie.domains.administration.imports.cells import ImportContext, ParseError, read_text
from regie.domains.administration.imports.models import OUTCOMES, HeaderColumn, Outcome
from regie.domains.administration.imports.resources import Column, ExistingRecord, Resource

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
    """Raise UnreadableSpreadsheet if two columns have the same field or none is the key."""
    fields = [column["field"] for column in columns if column["field"]]
    for name in fields:
        if fields.count(name) > 1:
            positions = [str(position) for position, column in enumerate(columns, 1) if column["field"] == name]
            name = resource.title(name, locale)
            raise UnreadableSpreadsheet("import_header_twice", columns=", ".join(positions), name=name)
    if resource.key not in fields:
        raise UnreadableSpreadsheet("import_no_key", name=resource.title(resource.key, locale))


def make_plan(context: ImportContext, resource: Resource, table: Spreadsheet, columns: list[HeaderColumn]) -> Plan:
    """Apply the file row by row; a refused row is rolled back on its own."""
    fields = [column["field"] for column in columns]
    rows = list(_rows(context, resource, table, fields))
    order = {outcome: index for index, outcome in enumerate(OUTCOMES)}
    return Plan(sorted(rows, key=lambda row: (order[row.outcome], row.line)))


def _rows(
    context: ImportContext, resource: Resource, table: Spreadsheet, fields: list[str | None]
) -> Iterator[PlannedRow]:
    seen: dict[str, int] = {}
    changes = 0
    for start in range(0, len(table.rows), _BATCH_SIZE):
        lines = table.rows[start : start + _BATCH_SIZE]
        keys = {_read_key(resource, line, fields) for line in lines} - {""}
        matches = resource.find(context, keys)
        for line in lines:
            key = _read_key(resource, line, fields)
            row = _RowImport(context, resource, line, fields).apply(matches.get(key, []), seen.get(key))
            seen.setdefault(key, line.number) if key else None
            changes += row.outcome in ("create", "update")
            if changes > MAX_CHANGES:
                raise UnreadableSpreadsheet("import_changes", most=MAX_CHANGES)
            yield row


def _read_key(resource: Resource, line: SpreadsheetRow, fields: list[str | None]) -> str:
    position = fields.index(resource.key)
    try:
        return resource.normalize_key(read_text(line.cells[position])) if position < len(line.cells) else ""
    except ParseError:
        return ""


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

    def apply(self, matches: list[Any], earlier_line: int | None) -> PlannedRow:
        row = self._row
        if not self._has_all_cells:
            # It is unknown which cells are missing, so no other errors are reported.
            row.add_error("", FieldError("import_cells", cells=self._cell_count, columns=self._column_count))
            row.name = self._raw_text(self._resource.key)[:200]
            return row
        if self._resource.key not in self._cells:
            row.add_error(self._resource.key, FieldError("required"))
        if earlier_line is not None:
            row.add_error(self._resource.key, FieldError("import_key_twice", line=str(earlier_line)))
        if len(matches) > 1:
            row.add_error(
                self._resource.key, FieldError("ambiguous_name", name=self._raw_text(self._resource.key)[:100])
            )
        existing = self._resource.read(self._context, matches[0]) if len(matches) == 1 else None
        values = self._read(existing)
        row.name = self._name(values, existing)[:200]
        row.api_id = existing and existing.api_id
        data = self._validate(values, existing)
        if data is not None and not row.errors:
            self._apply(data, existing)
        return row

    def _raw_text(self, name: str) -> str:
        try:
            return read_text(self._cells.get(name))
        except ParseError:
            return ""

    def _name(self, values: dict[str, Any], existing: ExistingRecord | None) -> str:
        known = existing.values if existing else {}
        return self._resource.display_name({**known, **values}) or self._raw_text(self._resource.key)

    def _read(self, existing: ExistingRecord | None) -> dict[str, Any]:
        """Parse the row's cells, except those that equal the record's current value.

        The key identifies a record and never renames it: its case and accents may differ.
        """
        values: dict[str, Any] = {}
        for name, cell in self._cells.items():
            if existing is not None and name == self._resource.key:
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
                    resource.update(context, existing.api_id, data)
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
