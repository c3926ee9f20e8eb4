"""Reads a retainer's dated terms: states, fees, its end and its churns."""

from collections.abc import Iterator
from datetime import date, timedelta

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import money
from regie.domains.records.churns.models import IS_AUTOMATIC, ChurnEvent
from regie.domains.records.projects.models import STATE, Project, ProjectFee
from regie.domains.records.terms.queries import read_history
from regie.domains.records.terms.schemas import TermOwner
from regie.domains.records.users.models import User
from regie.domains.work.churns.queries import churn_visibility
from regie.domains.work.projects.actions import find_lost_on
from regie.domains.work.projects.queries import projects_with_visible_money, visible_projects
from regie.domains.work.terms.schemas import ProjectTerm, ProjectTerms, State, TermName

_ONE_DAY = timedelta(days=1)


def read_terms(db: Connection, actor: Actor, api_id: str, today: date) -> ProjectTerms:
    """Return the states, and the fees if the caller sees the project's money; 404 for other kinds of project."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    with Session(db) as session:
        statement = select(Project).where(Project.api_id == api_id, Project.kind == "retainer", visible)
        project = session.execute(statement, actor.params).scalar_one_or_none()
        if project is None:
            raise NotFound
        terms = [*_states(session, project, today), *_churns(session, actor, project, today)]
        shows_fees = session.execute(
            select(Project.id).where(Project.id == project.id, projects_with_visible_money(actor)), actor.params
        ).first()
        if shows_fees is not None:
            terms += _fees(session, project, today)
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
        by = row.recorded_by
        user: Ref | None = None if by is None else {"api_id": by[0], "name": by[1]}
        term = _term("state", row.effective_from, today, state=row.value.text)  # type: ignore[arg-type]
        yield {**term, "reason": row.reason, "recorded_at": row.recorded_at, "recorded_by": user}
    if project.end_on is not None and not is_dated and not is_lost:
        yield _term("state", project.end_on + _ONE_DAY, today, state="ended")


def _churns(session: Session, actor: Actor, project: Project, today: date) -> Iterator[ProjectTerm]:
    """The churns that the caller may see; without that right, only the end."""
    if actor.can(Permission.CHURNS_VIEW):
        visible = churn_visibility(actor)(actor.require(Permission.CHURNS_VIEW))
        statement = select(ChurnEvent.effective_on, ChurnEvent.won_back_on, ChurnEvent.created_at).where(
            ChurnEvent.project_id == project.id, ChurnEvent.state != "voided", ~IS_AUTOMATIC, visible
        )
        for lost_on, back_on, recorded_at in session.execute(statement, actor.params):
            lost = _term("state", lost_on + _ONE_DAY, today, state="churned", can_change=False)
            yield {**lost, "recorded_at": recorded_at}
            if back_on is not None:
                yield _term("state", back_on, today, state="active", can_change=False)
    elif project.end_on is not None and find_lost_on(session, project) is not None:
        yield _term("state", project.end_on + _ONE_DAY, today, state="ended", can_change=False)


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
            "amount": money(fee.amount, project.currency),
            "reason": fee.reason,
            "recorded_at": fee.recorded_at,
            "recorded_by": recorded_by,
        }


def _term(
    name: TermName, day: date, today: date, *, state: State | None = None, can_change: bool = True
) -> ProjectTerm:
    return {
        "name": name,
        "effective_from": day,
        "state": state,
        "amount": None,
        "reason": None,
        "recorded_at": None,
        "recorded_by": None,
        "is_future": day > today,
        "can_change": can_change,
    }
