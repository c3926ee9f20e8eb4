"""Finds the closed months that the link of a record changes: those of its invoices, or of its time entries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, Select, select

from regie.domains.integrations.matching.models import Kind
from regie.domains.integrations.matching.schemas import MatchRecord
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.months.queries import read_closed_months

# By kind, the service whose records have figures: the revenue and balance of a client, the hours of a person.
_SERVICES: Mapping[Kind, str] = {"client": "quickbooks", "person": "teamwork"}


def add_closed_months(db: Connection, kind: Kind, records: Iterable[MatchRecord]) -> None:
    """Set the closed months of the records, by first day and oldest first."""
    of_service = [record for record in records if record["service"] == _SERVICES.get(kind)]
    closed = read_closed_months(db) if of_service else {}
    if not closed:
        return
    keys = {record["external_id"] for record in of_service}
    found: dict[str, set[date]] = defaultdict(set)
    for key, day in db.execute(_select_days(kind, keys)):
        if (month := day.replace(day=1)) in closed:
            found[key].add(month)
    for record in of_service:
        record["closed_months"] = sorted(found[record["external_id"]])


def _select_days(kind: Kind, keys: Iterable[str]) -> Select[*tuple[Any, ...]]:
    if kind == "client":
        statement = select(Invoice.customer_id, Invoice.issued_on).where(Invoice.customer_id.in_(keys), BILLED)
    else:
        statement = select(TimeEntry.teamwork_user_id, TimeEntry.worked_on).where(
            TimeEntry.teamwork_user_id.in_(keys), TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.is_not(None)
        )
    return statement.distinct()
