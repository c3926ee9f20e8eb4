"""Records, corrects and removes a retainer's dated terms."""

from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, require_version
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.time.clock import Clock
from regie.domains.records.dated_fields.actions import Change
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS
from regie.domains.records.projects.figures import FINISHED
from regie.domains.records.projects.models import PAUSED, STATE, FeeValue, Project, ProjectFee
from regie.domains.records.projects.queries import read_fees
from regie.domains.records.terms.actions import record_term, remove_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import find_in_force
from regie.domains.records.terms.schemas import TermSource, TermValue
from regie.domains.work.churns.figures import fee_on
from regie.domains.work.projects.actions import (
    find_lost_on,
    log_fee,
    owner_of,
    require_after_losses,
    require_hours_before,
    require_open_end,
    require_open_fee,
    require_open_state,
    show_state,
    source_of,
    values_until,
)
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.terms import dated_values, rules
from regie.domains.work.terms.schemas import TermCreate, TermName, TermRemoval

_ONE_DAY = timedelta(days=1)
SEEN = (Permission.PROJECTS_VIEW, visible_projects)
# Terms that financial managers may change too.
_BILLING_TERMS = ("fee", "overage_rate")
_ACTIONS = {"on_hold": "paused", "active": "resumed", "ended": "ended"}


def record_project_term(session: Session, actor: Actor, api_id: str, data: TermCreate, clock: Clock) -> Project:
    """Record a value from a day on, or correct the one that it replaces."""
    project = load_project(session, actor, api_id, data.name, data.version)
    rules.require_value(project, data)
    if data.name in RETAINER_FIELDS:
        rules.require_day(project, data)
        dated_values.record_value(session, project, data, Change.by(actor, clock))
        return project
    source = source_of(actor, clock, data.reason)
    first = min(data.effective_from, data.replaces or data.effective_from)
    require_after_losses(session, project, first, "effective_from")
    moves_end = data.state == "ended" and project.end_on is not None and data.replaces == project.end_on + _ONE_DAY
    if data.replaces is not None and not moves_end:
        _remove(session, project, data.name, data.replaces, replaces=True)
    rules.require_day(project, data)
    if data.name == "fee":
        _record_fee(session, project, data, source)
    elif data.state == "ended":
        _end(session, project, data, source, clock.today())
    else:
        _record_state(session, project, data, source)
    _touch(session, project, clock)
    _log(session, project, data)
    return project


def remove_project_term(session: Session, actor: Actor, api_id: str, data: TermRemoval, clock: Clock) -> Project:
    """Remove a term: the one before it holds on. A removed end lets the retainer run on."""
    project = load_project(session, actor, api_id, data.name, data.version)
    if data.name in RETAINER_FIELDS:
        dated_values.remove_value(session, project, data.name, data.effective_from, Change.by(actor, clock))
    else:
        require_after_losses(session, project, data.effective_from, "effective_from")
        _remove(session, project, data.name, data.effective_from)
        if data.name == "fee" and not _has_fee(session, project):
            raise Invalid({"effective_from": "last_fee"})
        _touch(session, project, clock)
    log_event(
        session, "term_removed", subject="project", api_id=project.api_id, name=project.name,
        topic="money" if data.name in _BILLING_TERMS else None,
        details={"term": data.name, "effective_from": data.effective_from},
    )  # fmt: skip
    return project


def load_project(session: Session, actor: Actor, api_id: str, name: TermName, version: int | None) -> Project:
    """Return the retainer, locked; fees and overage rates are billing data."""
    project = load_for_update(session, actor, Project, api_id, view=SEEN, edit=SEEN)
    edits = can_change(session, actor, project, Permission.PROJECTS_EDIT, managed_projects)
    if not edits and (name not in _BILLING_TERMS or not actor.can(Permission.PROJECTS_EDIT_BILLING)):
        raise Forbidden
    rules.require_retainer(project)
    require_version(project, version, {"version": (project.version, version)})
    return project


def _record_fee(session: Session, project: Project, data: TermCreate, source: TermSource) -> None:
    assert data.amount is not None
    if _find_fee(session, project, data.effective_from) is not None:
        raise Invalid({"effective_from": "term_taken"})
    require_open_fee(session, project, data.effective_from)
    fee = ProjectFee(
        project_id=project.id, starts_on=data.effective_from, reason=source.reason, recorded_at=source.at,
        recorded_by_id=source.user_id,
    )  # fmt: skip
    fee.set_value(FeeValue(data.billing_interval or "month", data.amount), project.currency)
    session.add(fee)
    session.flush()
    log_fee(session, project, None, fee.value, data.effective_from)


def _record_state(session: Session, project: Project, data: TermCreate, source: TermSource) -> None:
    owner, until = owner_of(project), values_until(session, project, project.end_on)
    require_open_state(session, project, data.effective_from)
    record_term(session, owner, STATE, data.effective_from, TermValue(data.state), source, until)
    _require_alternating(session, project, data.effective_from)


def _require_alternating(session: Session, project: Project, recorded_on: date | None = None) -> None:
    owner = owner_of(project)
    statement = select(Term.effective_from, Term.value).where(
        Term.record == owner.record, Term.record_id == owner.record_id, Term.name == STATE, Term.value != "ended"
    )
    rules.require_alternating({row[0]: row[1] for row in session.execute(statement)}, recorded_on)


def _end(session: Session, project: Project, data: TermCreate, source: TermSource, today: date) -> None:
    """End the retainer on the day before; an end that was planned before is replaced."""
    last_day = data.effective_from - _ONE_DAY
    if find_lost_on(session, project) is not None:
        raise Invalid({"state": "already_churned"}, "churn_already")
    require_hours_before(session, project, last_day, "effective_from")
    require_open_end(session, project, project.end_on, last_day)
    if project.end_on is not None:
        _remove_end(session, project)
    record_term(
        session, owner_of(project), STATE, data.effective_from, TermValue("ended"), source, until=data.effective_from
    )
    project.end_on = last_day
    if last_day <= today:
        project.status = "ended"


def _remove(session: Session, project: Project, name: TermName, day: date, *, replaces: bool = False) -> None:
    if name == "fee":
        fee = _find_fee(session, project, day)
        if fee is None:
            raise NotFound
        require_open_fee(session, project, day)
        session.delete(fee)
        session.flush()
        log_fee(session, project, fee.value, None, day)
    elif project.end_on is not None and day == project.end_on + _ONE_DAY:
        if find_lost_on(session, project) is not None:
            raise Invalid({"effective_from": "term_of_churn"})
        require_open_end(session, project, project.end_on, None)
        _remove_end(session, project)
    else:
        _remove_state(session, project, day, replaces=replaces)


def _remove_state(session: Session, project: Project, day: date, *, replaces: bool) -> None:
    """Remove a resumption, or a pause with the resumption that ends it; one that is replaced goes alone."""
    owner = owner_of(project)
    term = find_in_force(session, owner, STATE, day)
    if term is None or term.effective_from != day:
        raise NotFound
    require_open_state(session, project, day)
    until = values_until(session, project, project.end_on)
    if term.value == PAUSED and not replaces:
        resumed = session.execute(
            select(Term)
            .where(
                Term.record == owner.record, Term.record_id == owner.record_id, Term.name == STATE,
                Term.effective_from > day, Term.value == "active",
            )
            .order_by(Term.effective_from)
            .limit(1)
        ).scalar_one_or_none()  # fmt: skip
        # The pause ends where the resumption begins, so this one goes first.
        remove_term(session, term, until=until)
        if resumed is not None:
            session.delete(resumed)
            session.flush()
    else:
        remove_term(session, term, until=until)
    if not replaces:
        _require_alternating(session, project)


def _remove_end(session: Session, project: Project) -> None:
    term = find_in_force(session, owner_of(project), STATE, date.max)
    if term is not None and term.value == "ended":
        session.delete(term)
        session.flush()
    project.end_on = None
    if project.status in FINISHED:
        project.status = "active"


def _touch(session: Session, project: Project, clock: Clock) -> None:
    """Terms have their own tables: changing them is a new version of the project all the same."""
    show_state(session, project, clock.today())
    project.updated_at = clock.now()
    flag_modified(project, "updated_at")
    session.flush()


def _log(session: Session, project: Project, data: TermCreate) -> None:
    if data.state is None:
        return  # the fee is a changed field
    fees, day = read_fees(session, project.id), data.effective_from
    before, after = fee_on(fees, day - _ONE_DAY), fee_on(fees, day)
    change = -before if data.state == "ended" else after - before
    log_event(
        session, _ACTIONS[data.state], subject="project", api_id=project.api_id, name=project.name, topic="money",
        details={
            "effective_from": day, "mrr_change": change or None, "currency": project.currency if change else None,
            "reason": data.reason,
        },
    )  # fmt: skip


def _find_fee(session: Session, project: Project, day: date) -> ProjectFee | None:
    same_day = select(ProjectFee).where(ProjectFee.project_id == project.id, ProjectFee.starts_on == day)
    return session.execute(same_day).scalar_one_or_none()


def _has_fee(session: Session, project: Project) -> bool:
    statement = select(ProjectFee.id).where(ProjectFee.project_id == project.id).limit(1)
    return session.execute(statement).first() is not None
