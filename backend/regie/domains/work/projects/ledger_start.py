"""Checks with which month a retainer’s ledger begins, and with which hours."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.api.errors import FieldError, Invalid
from regie.core.time.months import add_months
from regie.domains.records.months.queries import require_open_days
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod

_FIELDS = ("ledger_from", "opening_hours")


def require_valid_ledger_start(values: Mapping[str, Any], sent: set[str], today: date) -> None:
    """Raise Invalid for a day that begins no past or present month after the start, and for hours without a day."""
    if sent.isdisjoint((*_FIELDS, "start_on")):
        return
    first: date | None = values.get("ledger_from")
    if first is None:
        if values.get("opening_hours") is not None:
            raise Invalid({"ledger_from": "required"})
        return
    if first.day != 1:
        raise Invalid({"ledger_from": "first_of_month"})
    if first > today:
        raise Invalid({"ledger_from": "not_yet"})
    if first <= values["start_on"]:
        raise Invalid({"ledger_from": FieldError("ledger_after_start", day=values["start_on"])})


def require_changeable_ledger_start(
    session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Refuse a change once a month is locked whose hours it would alter, in the ledger or for the organization."""
    changed = [name for name in _FIELDS if before[name] != after[name]]
    if not changed or project.kind != "retainer":
        return
    locked = select(RetainerPeriod.id).where(RetainerPeriod.project_id == project.id, RetainerPeriod.status == "locked")
    if session.execute(locked.limit(1)).first() is not None:
        raise Invalid(dict.fromkeys(changed, "ledger_locked"))
    require_open_days(session, _altered_months(before, after))


def _altered_months(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[date]:
    """Yield the months that are in the ledger before or after only, and the first month of both."""
    first, last = sorted(one["ledger_from"] or one["start_on"].replace(day=1) for one in (before, after))
    month = first
    while month <= last:
        yield month
        month = add_months(month, 1)
