"""What a matter of the triage list is, and how statements make matters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, literal_column

from regie.access.actor import Actor
from regie.core.api.wire import Ref
from regie.core.lists.listing import RowScope
from regie.core.lists.shape import Column
from regie.domains.insights.triage.schemas import MatterKind
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User

# The record of overdue invoices without a client, as in receivables.
UNMATCHED = "00000000-0000-0000-0000-000000000000"
TRUE, FALSE = literal_column("1"), literal_column("0")
CLIENT_COLUMNS: tuple[Column, ...] = (Client.api_id.label("client_id"), Client.name.label("client_name"))
MANAGER_COLUMNS: tuple[Column, ...] = (User.api_id.label("manager_id"), User.name.label("manager_name"))
PROJECT_COLUMNS: tuple[Column, ...] = (Project.api_id.label("project_id"), Project.name.label("project_name"))
PEOPLE = ("client_id", "client_name", "manager_id", "manager_name")
PEOPLE_AND_PROJECT = ("project_id", "project_name", *PEOPLE)
Row = dict[str, Any]


@dataclass(slots=True)
class Matter:
    """A client's matter with its amounts, each with its currency; None where the caller may not see them."""

    kind: MatterKind
    record: str
    client: Ref | None
    manager: Ref | None
    amounts: list[tuple[Decimal, str]] | None
    project: Ref | None = None
    name: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.record

    @property
    def waiting_days(self) -> int:
        """The days since it was due, negative until then; the days of a renewal are those until its notice period."""
        days = self.facts.get("days") or 0
        return -days if self.kind == "renewal" else days

    @property
    def hours(self) -> Decimal:
        """The hours over, which rank the matters without an amount or a day."""
        return Decimal(self.facts.get("hours") or 0)


def execute(db: Connection, actor: Actor, statement: Any, today: date) -> Sequence[Row]:
    return [dict(row._mapping) for row in db.execute(statement, {**actor.params, "today_": today})]


def name_columns(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> list[Row]:
    return [dict(zip(names, row, strict=True)) for row in rows]


def matter_of_project(kind: MatterKind, row: Row, amount: Decimal | None, **facts: Any) -> Matter:
    project = ref_of(row, "project")
    assert project is not None
    amounts = [(amount, row["currency"])] if row["has_money"] and amount is not None else None
    record = row.get("record", project["api_id"])
    return Matter(kind, record, ref_of(row, "client"), ref_of(row, "manager"), amounts, project, facts=facts)


def ref_of(row: Row, name: str) -> Ref | None:
    api_id, shown = row.get(f"{name}_id"), row.get(f"{name}_name")
    return None if api_id is None or shown is None else {"api_id": api_id, "name": shown}


def has_money(scope: RowScope) -> ColumnElement[int]:
    return case((scope.shows_restricted(), TRUE), else_=FALSE)
