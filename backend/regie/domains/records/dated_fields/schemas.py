"""Describes the fields whose values are dated terms; the record's column shows the value of today."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from regie.core.api.wire import (
    Day,
    EmptyAsNone,
    Input,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    Version,
)
from regie.core.db.model import Record
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.schemas import TermValue

FieldKind = Literal["reference", "hours", "percent", "flag"]
TermName = Literal[
    "account_manager", "project_manager", "team", "capacity_hours_week", "utilisation_target", "is_billable",
    "cost_rate", "membership",
]  # fmt: skip
TermState = Literal["past", "current", "future"]
TermAction = Literal["change", "remove"]
ORDER = "-effective_from"
# (first day, value), oldest first; the first pair holds since the beginning.
Timeline = Sequence[tuple[date, Any]]
# The first day of the value that a record has had since it exists.
BEGINNING = date(1900, 1, 1)
CLIENT, PROJECT, EMPLOYEE = "client", "project", "employee"
MEMBERSHIP_PREFIX = "team:"


@dataclass(frozen=True, slots=True)
class DatedField:
    """One field: `record` and `name` identify its terms, `column` holds the value of today."""

    record: str
    name: TermName
    column: str
    kind: FieldKind
    model: type[Record]

    def to_term(self, value: Any) -> TermValue:
        """Return the value of a column as a term; null stays null."""
        if value is None:
            return TermValue(None)
        if self.kind == "reference":
            return TermValue(str(value), reference_id=value)
        if self.kind == "flag":
            return TermValue("true" if value else "false")
        return TermValue(f"{value:.2f}" if self.kind == "hours" else str(value), amount=Decimal(value))

    def from_term(self, value: TermValue) -> Any:
        """Return the value of the column for a term."""
        if value.text is None:
            return None
        if self.kind == "reference":
            return value.reference_id
        if self.kind == "flag":
            return value.text == "true"
        return Decimal(value.text) if self.kind == "hours" else int(value.text)


def _fields(record: str, model: type[Record], kinds: Mapping[TermName, FieldKind]) -> Mapping[str, DatedField]:
    return {
        name: DatedField(record, name, f"{name}_id" if kind == "reference" else name, kind, model)
        for name, kind in kinds.items()
    }


CLIENT_FIELDS = _fields(CLIENT, Client, {"account_manager": "reference", "team": "reference"})
PROJECT_FIELDS = _fields(
    PROJECT, Project, {"account_manager": "reference", "project_manager": "reference", "team": "reference"}
)
EMPLOYEE_FIELDS = _fields(
    EMPLOYEE, Employee, {"capacity_hours_week": "hours", "utilisation_target": "percent", "is_billable": "flag"}
)
FIELDS_OF: Mapping[type[Record], Mapping[str, DatedField]] = {
    Client: CLIENT_FIELDS,
    Project: PROJECT_FIELDS,
    Employee: EMPLOYEE_FIELDS,
}

ALL_FIELDS = tuple(field for fields in FIELDS_OF.values() for field in fields.values())


def target_of(field: DatedField) -> str | None:
    """Return the table that a field refers to."""
    keys = field.model.__table__.c[field.column].foreign_keys
    return next((key.column.table.name for key in keys), None)


def membership_field(team_id: int) -> str:
    """The name of the terms of an employee's membership in a team."""
    return f"{MEMBERSHIP_PREFIX}{team_id}"


class DatedTerm(Output):
    """A value from a day on; `effective_from` is null for the value that the record has had since it exists.

    `value` is text as in a body; `reference` is the record that it names. `can` lists what the caller may do now.
    """

    api_id: str | None
    term: TermName
    value: str | None
    reference: Ref | None
    amount: Money | None
    effective_from: date | None
    state: TermState
    reason: str | None
    recorded_at: datetime | None
    recorded_by: Ref | None
    can: list[TermAction]


class DatedTermQuery(ListQuery):
    """The terms of one record, latest first."""


class TermFields(Input):
    """From when the values hold and why; `version` is the record's. A body also names at least one value."""

    effective_from: Day
    reason: Annotated[Annotated[MultilineText, Field(max_length=500)] | None, EmptyAsNone] = None
    version: Version | None = None
