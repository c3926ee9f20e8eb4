"""Describes the fields whose values are dated terms; the record's column shows the value of today."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

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

FieldKind = Literal["reference", "hours", "percent", "flag", "amount", "policy"]
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


class RolloverPolicy(NamedTuple):
    """Which hours a retainer rolls over, how many and how long; the three change together."""

    rollover: str | None
    cap_hours: Decimal | None
    expiry_months: int | None


@dataclass(frozen=True, slots=True)
class DatedField:
    """One field: `record` and `name` identify its terms, `columns` hold the value of today.

    Only a policy has several columns.
    """

    record: str
    name: str
    columns: tuple[str, ...]
    kind: FieldKind
    model: type[Record]

    @property
    def column(self) -> str:
        return self.columns[0]

    def join(self, values: Sequence[Any]) -> Any:
        """Return the values of the columns as the value of the field."""
        return RolloverPolicy(*values) if self.kind == "policy" else values[0]

    def split(self, value: Any) -> Mapping[str, Any]:
        """Return the value of the field by column."""
        return dict(zip(self.columns, value, strict=True)) if self.kind == "policy" else {self.column: value}

    def value_of(self, row: Record) -> Any:
        return self.join([getattr(row, column) for column in self.columns])

    def to_term(self, value: Any) -> TermValue:
        """Return the value of the field as a term; null stays null."""
        if value is None:
            return TermValue(None)
        if self.kind == "policy":
            rollover, cap, months = value
            return TermValue(json.dumps([rollover, None if cap is None else f"{cap:.2f}", months]))
        if self.kind == "reference":
            return TermValue(str(value), reference_id=value)
        if self.kind == "flag":
            return TermValue("true" if value else "false")
        return TermValue(str(value) if self.kind == "percent" else f"{value:.2f}", amount=Decimal(value))

    def from_term(self, value: TermValue) -> Any:
        """Return the value of the field for a term."""
        if value.text is None:
            return None
        if self.kind == "policy":
            rollover, cap, months = json.loads(value.text)
            return RolloverPolicy(rollover, None if cap is None else Decimal(cap), months)
        if self.kind == "reference":
            return value.reference_id
        if self.kind == "flag":
            return value.text == "true"
        return int(value.text) if self.kind == "percent" else Decimal(value.text)


def _fields(record: str, model: type[Record], kinds: Mapping[TermName, FieldKind]) -> Mapping[str, DatedField]:
    return {
        name: DatedField(record, name, (f"{name}_id" if kind == "reference" else name,), kind, model)
        for name, kind in kinds.items()
    }


CLIENT_FIELDS = _fields(CLIENT, Client, {"account_manager": "reference", "team": "reference"})
PROJECT_FIELDS = _fields(
    PROJECT, Project, {"account_manager": "reference", "project_manager": "reference", "team": "reference"}
)
EMPLOYEE_FIELDS = _fields(
    EMPLOYEE, Employee, {"capacity_hours_week": "hours", "utilisation_target": "percent", "is_billable": "flag"}
)
# The dated columns of retainers, whose terms are recorded with their fee and state.
RETAINER_FIELDS: Mapping[str, DatedField] = {
    "included_hours": DatedField(PROJECT, "included_hours", ("included_hours",), "hours", Project),
    "rollover": DatedField(
        PROJECT, "rollover", ("rollover", "rollover_cap_hours", "rollover_expiry_months"), "policy", Project
    ),
    "overage_rate": DatedField(PROJECT, "overage_rate", ("overage_rate",), "amount", Project),
}
# The fields whose terms have their own lists.
FIELDS_OF: Mapping[type[Record], Mapping[str, DatedField]] = {
    Client: CLIENT_FIELDS,
    Project: PROJECT_FIELDS,
    Employee: EMPLOYEE_FIELDS,
}

# All fields whose columns show the value of today.
COLUMNS_OF: Mapping[type[Record], Mapping[str, DatedField]] = {
    **FIELDS_OF,
    Project: {**PROJECT_FIELDS, **RETAINER_FIELDS},
}
ALL_FIELDS = tuple(field for fields in COLUMNS_OF.values() for field in fields.values())


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
