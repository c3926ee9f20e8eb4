"""Reads the days on which retainers are paused, from their dated states."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import PAUSED, STATE, Project, ProjectFee
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import read_ranges
from regie.domains.records.terms.schemas import TermValue

_ONE_DAY = timedelta(days=1)
# (first day, last day), the last without an end.
Pause = tuple[date, date | None]
Pauses = Sequence[Pause]
DatedFees = Sequence[tuple[date, Decimal]]


def read_pauses(
    db: Connection | Session, within: ColumnElement[bool], params: Mapping[str, object] | None = None
) -> dict[int, list[Pause]]:
    """Return the pauses of the projects that `within` finds, future ones included, oldest first."""
    of_projects = Term.record_id.in_(select(Project.id).where(within))
    ranges = read_ranges(db, "project", (STATE,), of_projects, params)
    return {key: find_pauses(names[STATE]) for key, names in ranges.items()}


def find_pauses(states: Sequence[tuple[date, TermValue]]) -> list[Pause]:
    """Return the pauses of consecutive states; a pause lasts until the next other state."""
    pauses: list[Pause] = []
    started: date | None = None
    for day, state in states:
        if state.text == PAUSED:
            started = started or day
        elif started is not None:
            pauses.append((started, day - _ONE_DAY))
            started = None
    return [*pauses, (started, None)] if started is not None else pauses


def without_pauses(fees: DatedFees, pauses: Pauses) -> list[tuple[date, Decimal]]:
    """Return the fees with zero on paused days; `fees` are in order, and so is the result."""
    found = dict(fees)
    for first, last in pauses:
        for day in [day for day in found if first <= day and (last is None or day <= last)]:
            del found[day]
        found[first] = Decimal(0)
        if last is not None:
            resumed = last + _ONE_DAY
            found.setdefault(resumed, max((fee for fee in fees if fee[0] <= resumed), default=(resumed, Decimal(0)))[1])
    return sorted(found.items())


def read_fees(session: Session, project_id: int) -> list[tuple[date, Decimal]]:
    """Return a retainer's fees in order, zero on paused days."""
    rows = session.execute(
        select(ProjectFee.starts_on, ProjectFee.amount)
        .where(ProjectFee.project_id == project_id)
        .order_by(ProjectFee.starts_on)
    )
    fees = [(row.starts_on, row.amount) for row in rows]
    return without_pauses(fees, read_pauses(session, Project.id == project_id).get(project_id, []))
