"""Records included hours, roll-over and overage rate of a retainer from a day on.

The first value holds since the retainer's first day: it is changed, and not moved or removed.
"""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.domains.records.dated_fields.actions import (
    Change,
    log_days,
    record_first_term,
    show_values_of_today,
    value_on_day,
)
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS, DatedField, RolloverPolicy
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.actions import change_term, record_term, remove_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import find_in_force
from regie.domains.work.projects.actions import owner_of, values_until
from regie.domains.work.terms.schemas import TermCreate, TermName

_ONE_DAY = timedelta(days=1)


def record_value(session: Session, project: Project, data: TermCreate, change: Change) -> None:
    """Record a value from a day on, or correct the one that it replaces."""
    field, day, source = RETAINER_FIELDS[data.name], data.effective_from, change.source(data.reason)
    replaced = None if data.replaces is None else max(data.replaces, project.start_on)
    _require_unlocked(session, project, min(day, replaced or day))
    until = values_until(session, project, project.end_on)
    before, value = value_on_day(session, project, field, replaced or day), _value_of(data)
    record_first_term(session, project, field, change)
    if replaced is None:
        if day == project.start_on:
            raise Invalid({"effective_from": "term_taken"})
        record_term(session, owner_of(project), field.name, day, field.to_term(value), source, until)
    else:
        term = _load(session, project, field, replaced)
        is_first = replaced == project.start_on
        if is_first and day != replaced:
            raise Invalid({"effective_from": "first_term"})
        first_day = term.effective_from if is_first else day
        change_term(session, term, first_day, field.to_term(value), source, since=project.start_on, until=until)
    for (column, old), new in zip(field.split(before).items(), field.split(value).values(), strict=True):
        log_field_change(session, project, column, old, new)
    log_days(session, project, (replaced, day), data.reason)
    show_values_of_today(session, project, change)


def remove_value(session: Session, project: Project, name: TermName, day: date, change: Change) -> None:
    """Remove a value: the one before it holds on."""
    _require_unlocked(session, project, day)
    if day <= project.start_on:
        raise Invalid({"effective_from": "first_term"})
    until = values_until(session, project, project.end_on)
    remove_term(session, _load(session, project, RETAINER_FIELDS[name], day), until=until)
    show_values_of_today(session, project, change)


def _load(session: Session, project: Project, field: DatedField, day: date) -> Term:
    """Return the term that begins on a day; on the retainer's first day, the one in force."""
    term = find_in_force(session, owner_of(project), field.name, day)
    if term is None or (term.effective_from != day and day != project.start_on):
        raise NotFound
    return term


def _require_unlocked(session: Session, project: Project, day: date) -> None:
    """Raise Invalid for a day before the end of the last locked period, whose hours are settled.

    A closed month comes first: the day after the period may be in it, and would be refused next.
    """
    locked = (RetainerPeriod.project_id == project.id, RetainerPeriod.status == "locked")
    last_day = session.execute(select(func.max(RetainerPeriod.ends_on)).where(*locked)).scalar()
    if last_day is not None and day <= last_day:
        require_open_from(session, day, values_until(session, project, project.end_on))
        raise Invalid({"effective_from": FieldError("term_in_locked_period", day=last_day + _ONE_DAY)})


def _value_of(data: TermCreate) -> Any:
    if data.name == "rollover":
        return RolloverPolicy(data.rollover, data.rollover_cap_hours, data.rollover_expiry_months)
    return data.hours if data.name == "included_hours" else data.amount
