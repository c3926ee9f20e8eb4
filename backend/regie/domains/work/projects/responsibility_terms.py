"""Records, changes, removes and lists who is responsible for a project from which day on."""

from datetime import date
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, load_visible
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.domains.people.teams.models import Team
from regie.domains.records.dated_fields.actions import (
    Change,
    TermInput,
    change_value,
    load_value_day,
    owner_of,
    record_values,
    remove_value,
    show_values_of_today,
)
from regie.domains.records.dated_fields.queries import TermsOf, list_dated_terms
from regie.domains.records.dated_fields.schemas import ORDER, PROJECT_FIELDS, DatedTerm, DatedTermQuery
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.projects.references import pop_references
from regie.domains.work.projects.schemas import ProjectTermCreate, ProjectTermUpdate

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_CHANGED = (Permission.PROJECTS_EDIT, managed_projects)
_TARGETS: dict[str, Any] = {"account_manager": User, "project_manager": Employee, "team": Team}


def record_project_terms(session: Session, actor: Actor, api_id: str, data: ProjectTermCreate, clock: Clock) -> None:
    """Record the sent people and team from one day on; nothing is stored when one of them is refused."""
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_CHANGED)
    values = _resolve(session, actor, data)
    if not values:
        raise Invalid({"effective_from": "nothing_sent"})
    _require_started(project, data.effective_from)
    change = _change(actor, clock)
    record_values(session, project, values, TermInput.of(data), change)
    show_values_of_today(session, project, change)


def change_project_term(
    session: Session, actor: Actor, api_id: str, term_id: str, data: ProjectTermUpdate, clock: Clock
) -> None:
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_CHANGED)
    day, reason = load_value_day(session, project, term_id)
    sent = data.model_dump(exclude_unset=True)
    given = TermInput(sent.get("effective_from") or day, sent.get("reason", reason), data.version)
    if given.day != day:
        _require_started(project, given.day)
    change_value(session, project, term_id, _resolve(session, actor, data), given, _change(actor, clock))


def remove_project_term(session: Session, actor: Actor, api_id: str, term_id: str, clock: Clock) -> None:
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_CHANGED)
    remove_value(session, project, term_id, _change(actor, clock))


def list_project_terms(
    db: Connection, actor: Actor, api_id: str, query: DatedTermQuery, today: date
) -> Page[DatedTerm]:
    with Session(db) as session:
        project = load_visible(session, actor, Project, api_id, _SEEN)
        can_edit = can_change(session, actor, project, *_CHANGED)
    current = {field: getattr(project, field.column) for field in PROJECT_FIELDS.values()}
    terms = list_dated_terms(db, TermsOf(owner_of(project), current, _TARGETS, today, can_edit))
    return paginate(query, terms, lambda term: term, order=ORDER)


def _change(actor: Actor, clock: Clock) -> Change:
    return Change(clock.today(), clock.now(), actor.user_id)


def _require_started(project: Project, day: date) -> None:
    if day < project.start_on:
        raise Invalid({"effective_from": "before_project"})


def _resolve(session: Session, actor: Actor, data: ProjectTermCreate | ProjectTermUpdate) -> dict[str, Any]:
    """Return the sent values by field, references as keys of rows that the caller may see."""
    sent = {name: value for name, value in data.model_dump(exclude_unset=True).items() if name in PROJECT_FIELDS}
    if "account_manager" in sent and sent["account_manager"] is None:
        raise Invalid({"account_manager": "required"})
    columns = pop_references(session, actor, dict(sent))
    return {name: columns[PROJECT_FIELDS[name].column] for name in sent}
