"""Reads a retainer's dated terms: states, fees, hours, roll-over, overage rate, its end and its churns."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import money
from regie.domains.records.churns.models import IS_AUTOMATIC, ChurnEvent
from regie.domains.records.dated_fields.schemas import BEGINNING, RETAINER_FIELDS, DatedField
from regie.domains.records.projects.models import STATE, Project, ProjectFee
from regie.domains.records.terms.queries import read_history
from regie.domains.records.terms.schemas import TermOwner, TermRow
from regie.domains.records.users.models import User
from regie.domains.work.churns.queries import churn_visibility
from regie.domains.work.projects.actions import find_lost_on
from regie.domains.work.projects.queries import projects_with_visible_money, visible_projects
from regie.domains.work.terms.schemas import ProjectTerm, ProjectTerms, State, TermName

_ONE_DAY = timedelta(days=1)
_Winner = aliased(User)


def read_terms(db: Connection, actor: Actor, api_id: str, today: date) -> ProjectTerms:
    """Return the terms, those in money if the caller sees the project's money; 404 for other kinds of project."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    with Session(db) as session:
        statement = select(Project).where(Project.api_id == api_id, Project.kind == "retainer", visible)
        project = session.execute(statement, actor.params).scalar_one_or_none()
        if project is None:
            raise NotFound
        terms = list(_churns(session, actor, project, today))
        # Winning back a paused retainer also resumes it: one line says so.
        shown = {(term["effective_from"], term["state"]) for term in terms}
        states = _states(session, project, today)
        terms += [term for term in states if (term["effective_from"], term["state"]) not in shown]
        shows_money = session.execute(
            select(Project.id).where(Project.id == project.id, projects_with_visible_money(actor)), actor.params
        ).first()
        if shows_money is not None:
            terms += _fees(session, project, today)
        shown = [field for field in RETAINER_FIELDS.values() if shows_money is not None or field.kind != "amount"]
        terms += _values(session, project, shown, today)
        return {
            "version": project.version,
            "start_on": project.start_on,
            "terms": sorted(terms, key=lambda term: (term["effective_from"], term["name"])),
        }


def _states(session: Session, project: Project, today: date) -> Iterator[ProjectTerm]:
    is_dated, is_lost = False, find_lost_on(session, project) is not None
    for row in read_history(session, TermOwner("project", project.id), (STATE,)):
        is_end = row.value.text == "ended"
        if is_end and (project.end_on is None or is_lost):
            continue
        is_dated = is_dated or is_end
        term = _term("state", row.effective_from, today, state=row.value.text)  # type: ignore[arg-type]
        yield _with_source(term, row)
    if project.end_on is not None and not is_dated and not is_lost:
        yield _term("state", project.end_on + _ONE_DAY, today, state="ended")


def _churns(session: Session, actor: Actor, project: Project, today: date) -> Iterator[ProjectTerm]:
    """The churns that the caller may see; without that right, only the end."""
    if actor.can(Permission.CHURNS_VIEW):
        visible = churn_visibility(actor)(actor.require(Permission.CHURNS_VIEW))
        statement = (
            select(ChurnEvent, User, _Winner)
            .outerjoin(User, User.id == ChurnEvent.recorded_by_id)
            .outerjoin(_Winner, _Winner.id == ChurnEvent.won_back_by_id)
            .where(ChurnEvent.project_id == project.id, ChurnEvent.state != "voided", ~IS_AUTOMATIC, visible)
        )
        for event, recorder, winner in session.execute(statement, actor.params):
            yield {
                **_term("state", event.effective_on + _ONE_DAY, today, state="churned", can_change=False),
                "reason": event.note or None,
                "recorded_at": event.created_at,
                "recorded_by": _user(recorder),
            }
            if event.won_back_on is not None:
                yield {
                    **_term("state", event.won_back_on, today, state="active", can_change=False),
                    "reason": event.won_back_reason,
                    "recorded_at": event.won_back_at,
                    "recorded_by": _user(winner),
                }
    elif project.end_on is not None and find_lost_on(session, project) is not None:
        yield _term("state", project.end_on + _ONE_DAY, today, state="ended", can_change=False)


def _user(user: User | None) -> Ref | None:
    return None if user is None else {"api_id": user.api_id, "name": user.name}


def _fees(session: Session, project: Project, today: date) -> Iterator[ProjectTerm]:
    statement = (
        select(ProjectFee, User.api_id, User.name)
        .outerjoin(User, User.id == ProjectFee.recorded_by_id)
        .where(ProjectFee.project_id == project.id)
        .order_by(ProjectFee.starts_on)
    )
    for fee, user, name in session.execute(statement):
        term = _term("fee", fee.starts_on, today)
        recorded_by: Ref | None = None if user is None else {"api_id": user, "name": name}
        yield {
            **term,
            "is_first": fee.starts_on <= project.start_on,
            "amount": money(fee.value.billed, project.currency),
            "billing_interval": fee.value.interval,
            "monthly_amount": money(fee.amount, project.currency),
            "reason": fee.reason,
            "recorded_at": fee.recorded_at,
            "recorded_by": recorded_by,
        }


def _values(session: Session, project: Project, fields: Iterable[DatedField], today: date) -> Iterator[ProjectTerm]:
    """The values of each field; the first one holds since the retainer's first day."""
    rows = read_history(session, TermOwner("project", project.id), list(RETAINER_FIELDS))
    for field in fields:
        of_field = [row for row in rows if row.name == field.name]
        *_, first = [None, *(row for row in of_field if row.effective_from <= project.start_on)]
        value = field.value_of(project) if first is None else field.from_term(first.value)
        if field.split(value)[field.column] is not None or len(of_field) > 1:
            term = _value_term(project, field, value, project.start_on, today)
            yield {**(term if first is None else _with_source(term, first)), "is_first": True}
        for row in of_field:
            if row.effective_from > project.start_on:
                value = field.from_term(row.value)
                yield _with_source(_value_term(project, field, value, row.effective_from, today), row)


def _value_term(project: Project, field: DatedField, value: Any, day: date, today: date) -> ProjectTerm:
    term = _term(field.name, day, today)  # type: ignore[arg-type]
    if field.kind == "policy":
        cap = value.cap_hours
        return {
            **term,
            "rollover": value.rollover,
            "rollover_cap_hours": None if cap is None else f"{cap:.2f}",
            "rollover_expiry_months": value.expiry_months,
        }
    if value is None:
        return term
    if field.kind == "hours":
        return {**term, "hours": f"{value:.2f}"}
    return {**term, "amount": money(value, project.currency)}


def _with_source(term: ProjectTerm, row: TermRow) -> ProjectTerm:
    """Add who recorded the term, when and why; the value before the first change was recorded by the system."""
    user: Ref | None = None if row.recorded_by is None else {"api_id": row.recorded_by[0], "name": row.recorded_by[1]}
    recorded_at = None if row.effective_from == BEGINNING and user is None else row.recorded_at
    return {**term, "reason": row.reason, "recorded_at": recorded_at, "recorded_by": user}


def _term(
    name: TermName, day: date, today: date, *, state: State | None = None, can_change: bool = True
) -> ProjectTerm:
    return {
        "name": name,
        "effective_from": day,
        "state": state,
        "amount": None,
        "billing_interval": None,
        "monthly_amount": None,
        "hours": None,
        "rollover": None,
        "rollover_cap_hours": None,
        "rollover_expiry_months": None,
        "reason": None,
        "recorded_at": None,
        "recorded_by": None,
        "is_first": False,
        "is_future": day > today,
        "can_change": can_change,
    }
