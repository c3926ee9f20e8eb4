"""Describes past churn in files; retainer and last day identify one."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import Choice, Day, ImportContext, YesNo
from regie.domains.administration.imports.references import EMPLOYEE, PROJECT, Shares, sort_shares
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource
from regie.domains.records.churns.models import IS_AUTOMATIC, ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.churns import actions
from regie.domains.work.churns.queries import churn_visibility
from regie.domains.work.churns.schemas import ChurnCreate, ChurnUpdate

_PLAIN_FIELDS = ("effective_on", "notice_on", "reason", "preventable", "initiated_by", "note", "competitor")


def find_churns(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    """Return the recorded churns; an automatic one is replaced by the row, as by the form."""
    visible = churn_visibility(context.actor)(context.actor.require(Permission.CHURNS_VIEW))
    statement = select(ChurnEvent, Project.api_id).join(Project, Project.id == ChurnEvent.project_id)
    statement = statement.where(visible, ChurnEvent.state != "voided", ~IS_AUTOMATIC)
    statement = statement.where(Project.api_id.in_({project for project, _ in keys}))
    found: dict[Key, list[Any]] = {}
    for event, project in context.session.execute(statement, context.actor.params):
        found.setdefault((project, event.effective_on.isoformat()), []).append((project, event))
    return found


def read_churn(context: ImportContext, found: Any) -> ExistingRecord:
    project, event = found
    shares = (
        select(Employee.api_id.label("employee"), ChurnAttribution.weight)
        .join(ChurnAttribution, ChurnAttribution.employee_id == Employee.id)
        .where(ChurnAttribution.event_id == event.id)
    )
    attribution = sort_shares([dict(row) for row in context.session.execute(shares).mappings()])
    values = {name: getattr(event, name) for name in _PLAIN_FIELDS}
    return ExistingRecord(event.api_id, {"project": project, "attribution": attribution, **values})


def record_churn(context: ImportContext, data: ChurnCreate) -> str:
    return actions.record_churn(context.session, context.actor, data, context.clock)


def update_churn(context: ImportContext, event: ExistingRecord, data: ChurnUpdate) -> None:
    actions.update_churn(context.session, context.actor, event.api_id, data, context.clock)


def display_name(context: ImportContext, values: dict[str, Any]) -> str:
    return PROJECT.format(values.get("project"), context)


CHURNS = Resource(
    name="churns",
    permissions=(Permission.CHURNS_RECORD,),
    keys=(("project", "effective_on"),),
    columns=(
        Column("project", PROJECT, is_required=True, synonyms=("project", "projet", "number", "numéro")),
        Column("effective_on", Day(), is_required=True, synonyms=("effective date", "ends on", "date de fin")),
        Column("notice_on", Day(), synonyms=("notice", "avis")),
        Column("reason", Choice("churn_reason"), is_required=True),
        Column("preventable", YesNo(), is_required=True),
        Column("initiated_by", Choice("churn_initiator"), is_required=True, synonyms=("initiated by", "décidé par")),
        Column("note", is_required=True, synonyms=("note", "notes", "comments", "commentaires")),
        Column("competitor"),
        Column("attribution", Shares(EMPLOYEE), synonyms=("shares", "parts")),
    ),
    create_model=ChurnCreate,
    update_model=ChurnUpdate,
    find=find_churns,
    read=read_churn,
    create=record_churn,
    update=update_churn,
    display_name=display_name,
)
