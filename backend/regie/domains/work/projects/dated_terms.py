"""Records the dated terms that a change of a project defines, and refuses those that alter a closed month."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Date, bindparam, func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid
from regie.core.time.clock import Clock
from regie.domains.records.churns.models import IS_AUTOMATIC, OPEN, ChurnEvent
from regie.domains.records.dated_fields.actions import Change, new_value, set_columns
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS, RETAINER_FIELDS
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.months.queries import require_open_days, require_open_from
from regie.domains.records.projects.figures import IS_PAUSED, NEVER_STARTED, ONGOING, TODAY
from regie.domains.records.projects.models import PAUSED, STATE, Project, ProjectFee
from regie.domains.records.terms.actions import delete_terms, remove_term, set_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import find_in_force, find_next_day
from regie.domains.records.terms.schemas import TermOwner, TermSource, TermValue

_ONE_DAY = timedelta(days=1)


def owner_of(project: Project) -> TermOwner:
    return TermOwner("project", project.id)


def source_of(actor: Actor, clock: Clock, reason: str | None = None) -> TermSource:
    return TermSource(clock.now(), actor.user_id, reason)


def set_project_columns(session: Session, project: Project, columns: Mapping[str, Any], change: Change) -> None:
    """Set columns; the terms of a retainer that has begun change from today on, those of any other from its start."""
    kinds = {project.kind, columns.get("kind", project.kind)}
    if len(kinds) > 1:
        delete_terms(session, owner_of(project), tuple(RETAINER_FIELDS))
    first_day = columns.get("start_on", project.start_on)
    has_begun = kinds == {"retainer"} and project.status not in NEVER_STARTED and first_day < change.today
    if not has_begun:
        _correct_first_values(session, project, columns, max(first_day, change.today))
    set_columns(session, project, columns, change, None if has_begun else PROJECT_FIELDS)


def _correct_first_values(session: Session, project: Project, columns: Mapping[str, Any], until: date) -> None:
    owner = owner_of(project)
    of_project = (Term.record == owner.record, Term.record_id == owner.record_id, Term.effective_from <= until)
    for name, field in RETAINER_FIELDS.items():
        if columns.keys().isdisjoint(field.columns):
            continue
        value = field.to_term(new_value(project, field, columns))
        for term in session.execute(select(Term).where(*of_project, Term.name == name)).scalars():
            term.value, term.amount = value.text, value.amount


def state_on(session: Session, project: Project, day: date) -> str:
    """Return whether the retainer runs or is paused on a day, whatever its end; on its first day, if that is later."""
    owner = owner_of(project)
    statement = select(Term.value).where(
        Term.record == owner.record, Term.record_id == owner.record_id, Term.name == STATE, Term.value.in_(ONGOING),
        Term.effective_from <= max(day, project.start_on),
    )  # fmt: skip
    return session.execute(statement.order_by(Term.effective_from.desc()).limit(1)).scalar() or "active"


def show_state(session: Session, project: Project, today: date) -> None:
    """Show the state of today, of a retainer that is not over; the caller flushes."""
    with session.no_autoflush:  # one change is one version
        if project.status in ONGOING:
            project.status = state_on(session, project, today)


def record_state(session: Session, project: Project, source: TermSource, today: date, *, is_stated: bool) -> None:
    """Date the end; with a stated status, also date a pause or a resumption today.

    A pause that was recorded today is removed by a resumption, and what was planned comes today instead.
    """
    owner = owner_of(project)
    if project.kind != "retainer" or project.status in NEVER_STARTED:
        delete_terms(session, owner, (STATE,))
        return
    record_end(session, project, source)
    if project.status not in ONGOING or not is_stated:
        return
    day = max(today, project.start_on)
    term = find_in_force(session, owner, STATE, day)
    if (term is not None and term.value == PAUSED) == (project.status == PAUSED):
        return
    if term is not None and term.effective_from == day:
        before = find_in_force(session, owner, STATE, day - _ONE_DAY)
        if (before is not None and before.value == PAUSED) == (project.status == PAUSED):
            remove_term(session, term)
            _remove_planned(session, project, day)
            return
    set_term(session, owner, STATE, day, TermValue(project.status), source)
    _remove_planned(session, project, day)


def _remove_planned(session: Session, project: Project, day: date) -> None:
    """Remove the next state after a day if it is the one of the day: a pause and a resumption follow each other."""
    owner = owner_of(project)
    next_day = find_next_day(session, owner, STATE, day)
    term = next_day and find_in_force(session, owner, STATE, next_day)
    if term and term.value == project.status:
        session.delete(term)
        session.flush()


def record_end(session: Session, project: Project, source: TermSource) -> None:
    """Keep one dated end, on the day after the last day; a churn has its own record."""
    owner = owner_of(project)
    is_lost = find_lost_on(session, project) is not None
    day = None if project.end_on is None or is_lost else project.end_on + _ONE_DAY
    ends = select(Term).where(
        Term.record == owner.record, Term.record_id == owner.record_id, Term.name == STATE, Term.value == "ended"
    )
    found = list(session.execute(ends).scalars())
    if [term.effective_from for term in found] == ([day] if day else []):
        return
    for term in found:
        session.delete(term)
    session.flush()
    if day is not None:
        set_term(session, owner, STATE, day, TermValue("ended"), source, until=day)


def require_open_months(
    session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Raise MonthClosed when the changed days, status or kind of a retainer would alter a closed month."""
    if "retainer" not in (before["kind"], after["kind"]):
        return
    ran, runs = (one["kind"] == "retainer" and one["status"] not in NEVER_STARTED for one in (before, after))
    if ran != runs or (runs and before["currency"] != after["currency"]):
        ends = [before["end_on"], after["end_on"]]
        last = None if None in ends else max(ends)
        require_open_run(session, project, min(before["start_on"], after["start_on"]), last)
    elif runs:
        days = sorted((before["start_on"], after["start_on"]))
        if days[0] != days[1]:
            require_open_from(session, days[0], days[1])
        if before["end_on"] != after["end_on"]:
            require_open_end(session, project, before["end_on"], after["end_on"])


def require_open_end(session: Session, project: Project, before: date | None, after: date | None) -> None:
    """Raise MonthClosed when a changed last day would alter a closed month, from that day itself on.

    At its close, the retainer runs no more.
    """
    ends = [end for end in (before, after) if end is not None]
    require_open_from(session, min(ends), values_until(session, project, max(ends) if len(ends) > 1 else None))


def require_open_run(session: Session, project: Project, first: date, last: date | None) -> None:
    """Raise MonthClosed when a retainer that runs on these days would alter a closed month, or no longer runs on them.

    The first retainer of a client makes a new client; with an earlier one, the client comes back.
    """
    require_open_from(session, first, values_until(session, project, last))
    others = select(func.min(Project.start_on)).where(*_of_other_retainers(project))
    starts_on = session.execute(others).scalar()
    if starts_on is not None and starts_on > first:
        require_open_days(session, [starts_on])


def values_until(session: Session, project: Project, last: date | None) -> date:
    """Return the first day on which no value of a retainer with this last day alters a figure.

    The movement of the day on which another contract of the client continues it still starts from its fee.
    """
    if last is None:
        return date.max
    next_day = last + _ONE_DAY
    continued = select(Project.id).where(*_of_other_retainers(project), Project.start_on == next_day)
    return next_day if session.execute(continued.limit(1)).first() is None else next_day + _ONE_DAY


def _of_other_retainers(project: Project) -> tuple[ColumnElement[bool], ...]:
    """The other retainers of the client that run, or ran."""
    return (
        Project.client_id == project.client_id,
        Project.id != project.id,
        Project.kind == "retainer",
        Project.status.not_in(NEVER_STARTED),
    )


def require_open_joins(session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise MonthClosed when a changed first day makes, or breaks, a contract that continues another of the client.

    The MRR of a last day depends on it.
    """
    runs = [one["kind"] == "retainer" and one["status"] not in NEVER_STARTED for one in (before, after)]
    starts = [one["start_on"] if does_run else None for one, does_run in zip((before, after), runs, strict=True)]
    if starts[0] != starts[1]:
        require_open_joins_on(session, project, [start for start in starts if start is not None])


def require_open_joins_on(session: Session, project: Project, starts: Iterable[date]) -> None:
    ends = [start - _ONE_DAY for start in starts]
    ended = select(Project.end_on).where(*_of_other_retainers(project), Project.end_on.in_(ends))
    require_open_days(session, session.execute(ended).scalars())


class DueEnds:
    """Ends the retainers whose last day has passed; one whose churn is recorded has churned. Only the date decides."""

    def is_due(self, db: Connection, today: date) -> bool:
        return db.execute(_DUE.limit(1), {"day": today}).first() is not None

    def apply(self, session: Session, clock: Clock) -> None:
        for project in session.execute(_DUE_PROJECTS.with_for_update(), {"day": clock.today()}).scalars():
            project.status = "ended" if find_lost_on(session, project) is None else "churned"
        session.flush()


class DueStates:
    """Shows the pauses and resumptions that begin. Only the date decides."""

    def is_due(self, db: Connection, today: date) -> bool:
        return db.execute(_OTHER_STATE.limit(1), {TODAY.key: today}).first() is not None

    def apply(self, session: Session, clock: Clock) -> None:
        today = clock.today()
        for project in session.execute(_OTHER_STATE.with_for_update(), {TODAY.key: today}).scalars().all():
            show_state(session, project, today)
        session.flush()


_PASSED = (Project.kind == "retainer", Project.status.in_(ONGOING), Project.end_on < bindparam("day", type_=Date))
_DUE, _DUE_PROJECTS = select(Project.id).where(*_PASSED), select(Project).where(*_PASSED).order_by(Project.id)
_OTHER_STATE = (
    select(Project)
    .where(Project.kind == "retainer", Project.status.in_(ONGOING), Project.start_on <= TODAY)
    .where((Project.status == PAUSED) != IS_PAUSED)
    .order_by(Project.id)
)


def find_lost_on(session: Session, project: Project) -> date | None:
    """Return the last day that a churn defines, past or to come; an automatic churn follows the end instead."""
    found = select(ChurnEvent.effective_on).where(
        ChurnEvent.project_id == project.id, ChurnEvent.state.in_(OPEN), ~IS_AUTOMATIC
    )
    return session.execute(found).scalar() or (project.end_on if project.status == "churned" else None)


def read_last_hours_on(session: Session, project: Project) -> date | None:
    """Return the last day on which hours were logged."""
    if project.teamwork_project_id is None:
        # Entries without a project are not its own.
        return None
    statement = select(func.max(TimeEntry.worked_on)).where(
        TimeEntry.teamwork_project_id == project.teamwork_project_id, TimeEntry.deleted_at.is_(None)
    )
    return session.execute(statement).scalar()


def require_hours_before(session: Session, project: Project, last_day: date, field: str) -> None:
    """Raise Invalid for a last day of a retainer with hours after it."""
    last_hours_on = read_last_hours_on(session, project)
    if last_hours_on is not None and last_hours_on > last_day:
        raise Invalid({field: FieldError("end_before_hours", day=last_hours_on)})


def require_after_losses(session: Session, project: Project, day: date, field: str) -> None:
    """Raise Invalid for a change from this day on that would alter the MRR that a recorded churn states as lost."""
    lost = (ChurnEvent.project_id == project.id, ChurnEvent.state != "voided", ChurnEvent.effective_on >= day)
    lost_on = session.execute(select(func.max(ChurnEvent.effective_on)).where(*lost, ~IS_AUTOMATIC)).scalar()
    if lost_on is not None:
        raise Invalid({field: FieldError("fee_of_a_churn", day=lost_on)})


def require_open_fee(session: Session, project: Project, starts_on: date) -> None:
    """Raise MonthClosed when a fee from this day on would alter a closed month."""
    if project.status in NEVER_STARTED:
        return
    later = (ProjectFee.project_id == project.id, ProjectFee.starts_on > starts_on)
    next_day = session.execute(select(func.min(ProjectFee.starts_on)).where(*later)).scalar()
    _require_open_money(session, project, starts_on, next_day)


def require_open_state(session: Session, project: Project, day: date) -> None:
    """Raise MonthClosed when a pause or resumption from this day on would alter a closed month."""
    _require_open_money(session, project, day, find_next_day(session, owner_of(project), STATE, day))


def _require_open_money(session: Session, project: Project, day: date, next_day: date | None) -> None:
    """The movement of the day of the next value starts from this one."""
    until = values_until(session, project, project.end_on)
    require_open_from(session, day, until if next_day is None else min(next_day + _ONE_DAY, until))
