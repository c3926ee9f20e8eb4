"""Creates, changes, archives and deletes projects."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, null, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, require_version
from regie.core.api.errors import FieldError, Forbidden, InUse, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.db.references import find_references
from regie.core.time.clock import Clock
from regie.domains.records.dated_fields.actions import Change
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.options.queries import require_option
from regie.domains.records.overages.models import OverageDecision
from regie.domains.records.projects.actions import take_numbers
from regie.domains.records.projects.figures import HAS_EVER_CHURNED, HAS_PAYMENTS, IS_INVOICED, NEVER_STARTED, ONGOING
from regie.domains.records.projects.models import Project, ProjectFee, ProjectMember, ProjectSeller
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.settings.schemas import ProjectDefaults
from regie.domains.records.terms.actions import delete_terms
from regie.domains.work.projects import amounts, dated_terms, fees, fixed_terms, ledger_start, references, rules
from regie.domains.work.projects.amounts import AmountChange as AmountChange
from regie.domains.work.projects.amounts import DueAmendments as DueAmendments
from regie.domains.work.projects.amounts import log_amendment as log_amendment
from regie.domains.work.projects.amounts import record_amendment as record_amendment
from regie.domains.work.projects.amounts import remove_amendment as remove_amendment
from regie.domains.work.projects.amounts import require_amounts as require_amounts
from regie.domains.work.projects.amounts import require_unamended as require_unamended
from regie.domains.work.projects.amounts import set_in_force as set_in_force
from regie.domains.work.projects.dated_terms import DueEnds as DueEnds
from regie.domains.work.projects.dated_terms import DueStates as DueStates
from regie.domains.work.projects.dated_terms import find_lost_on as find_lost_on
from regie.domains.work.projects.dated_terms import owner_of as owner_of
from regie.domains.work.projects.dated_terms import read_last_hours_on as read_last_hours_on
from regie.domains.work.projects.dated_terms import record_end as record_end
from regie.domains.work.projects.dated_terms import record_state as record_state
from regie.domains.work.projects.dated_terms import require_after_losses as require_after_losses
from regie.domains.work.projects.dated_terms import require_hours_before as require_hours_before
from regie.domains.work.projects.dated_terms import require_open_end as require_open_end
from regie.domains.work.projects.dated_terms import require_open_fee as require_open_fee
from regie.domains.work.projects.dated_terms import require_open_joins_on as require_open_joins_on
from regie.domains.work.projects.dated_terms import require_open_state as require_open_state
from regie.domains.work.projects.dated_terms import show_state as show_state
from regie.domains.work.projects.dated_terms import source_of as source_of
from regie.domains.work.projects.dated_terms import values_until as values_until
from regie.domains.work.projects.fees import FEE_FIELDS as FEE_FIELDS
from regie.domains.work.projects.fees import log_fee as log_fee
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.projects.responsibility_terms import PROJECT_TERMS as PROJECT_TERMS
from regie.domains.work.projects.schemas import ProjectCreate, ProjectUpdate
from regie.domains.work.projects.values import read_values as read_values

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_ARCHIVED = (Permission.PROJECTS_ARCHIVE, managed_projects)
_REQUIRED = ("name", "client", "account_manager", "start_on", "currency", "kind", "status")


def create_project(session: Session, actor: Actor, data: ProjectCreate, clock: Clock) -> str:
    """Create a project and return its api_id.

    Raise Invalid for fields that its kind, dates or references do not allow.
    """
    values, today = data.model_dump(), clock.today()
    values.update(_defaults(session, data))
    if data.kind == "retainer":
        values |= fees.merge_fee({}, values)
    rules.require_fields_of_kind(values, set(data.model_fields_set))
    rules.require_consistent(values)
    rules.require_not_future(values, today)
    ledger_start.require_valid_ledger_start(values, set(data.model_fields_set), today)
    require_option(session, "oos_type", "oos_type", values["oos_type"])
    references.require_unlinked_teamwork_project(session, values["teamwork_project_id"], None)
    values["status"] = rules.status_on(values, values["status"], today)
    fee = fees.pop_fee(values)
    people = _pop_people(values)
    columns = references.pop_references(session, actor, values)
    references.require_valid_deal(session, columns.get("deal_id"), columns["client_id"])
    starts_on, reason = values.pop("fee_starts_on"), values.pop("fee_reason")
    project = Project(number=take_numbers(session, 1)[0], **values, **columns)
    session.add(project)
    session.flush()
    references.require_valid_parent(session, project)
    references.require_open_client(session, project)
    ledger_start.require_ledger_permissions(session, actor, project, {}, values)
    if project.kind == "retainer" and project.end_on is not None:
        dated_terms.require_hours_before(session, project, project.end_on, "end_on")
    if project.kind == "retainer" and project.status not in NEVER_STARTED:
        dated_terms.require_open_run(session, project, project.start_on, project.end_on)
        dated_terms.require_open_joins_on(session, project, [project.start_on])
        dated_terms.record_end(session, project, dated_terms.source_of(actor, clock))
    if fee is not None:
        day, source = starts_on or project.start_on, source_of(actor, clock, reason)
        fees.set_fee(session, project, fee, day, source, corrects=False)
    _set_people(session, actor, project, {name: found for name, found in people.items() if found})
    session.flush()
    return project.api_id


def _defaults(session: Session, data: ProjectCreate) -> dict[str, object]:
    """Return the organization's defaults for the fields that were not sent."""
    settings = read_settings(session.connection())
    names = ProjectDefaults.__required_keys__ if data.kind == "retainer" else ("counted_hours",)
    return {name: settings[name] for name in names if name not in data.model_fields_set}


def update_project(session: Session, actor: Actor, api_id: str, data: ProjectUpdate, clock: Clock) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_SEEN)
    sent, today = data.model_dump(exclude_unset=True), clock.today()
    version = sent.pop("version", None)
    _require_field_permissions(session, actor, project, set(sent))
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    before = read_values(session, project, today)
    read = {name: (before.wire_value(name), before.to_wire(sent[name])) for name in sent}
    require_version(project, version, read)
    if all(theirs == yours for theirs, yours in read.values()):
        return
    merged = {**before.values, **sent}
    is_stated = any(merged[name] != before.values[name] for name in ("status", "kind"))
    if merged["kind"] != before.values["kind"]:
        _require_changeable_kind(session, project)
        references.require_undecided(session, project, "kind")
        merged |= {name: sent.get(name) for name in rules.fields_of_other_kinds(merged["kind"])}
        sent |= {name: None for name in rules.fields_of_other_kinds(merged["kind"]) if name not in sent}
    last_day = rules.last_day_of(before.values, merged, sent, today)
    if last_day != merged["end_on"]:
        merged["end_on"] = sent["end_on"] = last_day
    if rules.loses_its_end(before.values, merged):
        merged["status"] = sent["status"] = "active"
    if merged["kind"] == "retainer" and not sent.keys().isdisjoint(fees.FEE_FIELDS):
        fee = fees.merge_fee(before.values, sent)
        merged |= fee
        sent |= fee
    lost_on = dated_terms.find_lost_on(session, project)
    if lost_on is not None:  # the churn determines the last day, and the status
        for name in ("end_on", "status"):
            if sent.get(name, before.values[name]) != before.values[name]:
                raise Invalid({name: FieldError("of_its_churn", day=lost_on)})
    rules.require_fields_of_kind(merged, set(sent))
    rules.require_consistent(merged)
    rules.require_not_future(sent, today, current=before.values)
    ledger_start.require_valid_ledger_start(merged, set(sent), today)
    require_option(session, "oos_type", "oos_type", merged["oos_type"], current=project.oos_type)
    rules.require_transition(merged["kind"], before.values["status"], merged["status"])
    if merged["kind"] == "retainer" and merged["end_on"] not in (None, before.values["end_on"]):
        dated_terms.require_hours_before(session, project, merged["end_on"], "end_on")
    dated_terms.require_open_months(session, project, before.values, merged)
    dated_terms.require_open_joins(session, project, before.values, merged)
    ledger_start.require_ledger_change_allowed(session, actor, project, before.values, merged)
    fixed_terms.require_changes_allowed(session, project, before.values, merged)
    amounts.require_change_allowed(session, project, before.values, merged)
    difference = amounts.find_difference(session, project, merged["kind"], merged["amount"])
    status = rules.status_on(merged, before.values["status"], today)
    if merged["kind"] == "retainer" and status in ONGOING and not is_stated:
        status = dated_terms.state_on(session, project, today)
    if status != merged["status"]:
        merged["status"] = sent["status"] = status
    _apply(session, actor, project, sent, clock)
    session.flush()
    source = dated_terms.source_of(actor, clock)
    if is_stated or merged["end_on"] != before.values["end_on"]:
        dated_terms.record_state(session, project, source, today, is_stated=is_stated)
    if difference is not None:
        amounts.amend_in_form(session, project, difference, source, today)


def _apply(session: Session, actor: Actor, project: Project, sent: dict[str, Any], clock: Clock) -> None:
    if "teamwork_project_id" in sent:
        references.require_unlinked_teamwork_project(session, sent["teamwork_project_id"], project.id)
    fee = fees.pop_fee(sent)
    starts_on, reason = sent.pop("fee_starts_on", None), sent.pop("fee_reason", None)
    people = _pop_people(sent)
    columns, former_start = {**references.pop_references(session, actor, sent), **sent}, project.start_on
    never_ran = project.status in NEVER_STARTED
    dated_terms.set_project_columns(session, project, columns, Change.by(actor, clock))
    # Fees and people have their own tables: changing them is a new version of the project all the same. Marked before
    # anything is flushed, so that one change is one version.
    project.updated_at = clock.now()
    flag_modified(project, "updated_at")
    references.require_valid_parent(session, project)
    references.require_deal_of_client(session, project)
    references.require_open_client(session, project)
    if project.kind != "retainer":
        session.execute(delete(ProjectFee).where(ProjectFee.project_id == project.id))
    else:
        fees.move_first_fee(session, project, former_start)
        if fee is not None:
            day = starts_on or max(clock.today(), project.start_on)
            corrects = never_ran or starts_on is None
            fees.set_fee(session, project, fee, day, source_of(actor, clock, reason), corrects=corrects)
    _set_people(session, actor, project, people)


def archive_project(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """Archive a project that is not active; archiving it again has no effect."""
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_ARCHIVED)
    if project.status in ONGOING:
        raise Invalid({"project": "invalid"}, "project_active")
    project.archived_at = project.archived_at or now
    session.flush()


def unarchive_project(session: Session, actor: Actor, api_id: str) -> None:
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_ARCHIVED)
    project.archived_at = None
    session.flush()


def delete_project(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a draft that no record references, with its planned payments; otherwise raise InUse with the reasons."""
    allowed = (Permission.PROJECTS_DELETE, managed_projects)
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=allowed)
    hours = exists().where(TimeEntry.teamwork_project_id == Project.teamwork_project_id)
    blockers = {"status": Project.status != "draft", "hours": hours, "payments": HAS_PAYMENTS}
    own = [f"projects.{name}" for name, condition in blockers.items() if _matches(session, project, condition)]
    references_to_project = find_references(session.connection(), Project.__table__, project.id)
    if reasons := [*own, *(f"projects.{table}" for table in references_to_project)]:
        raise InUse("project_in_use", reasons)
    for model in (ProjectMember, ProjectSeller, ProjectFee, OverageDecision):
        session.execute(delete(model).where(model.project_id == project.id))
    delete_terms(session, dated_terms.owner_of(project))
    session.delete(project)
    session.flush()


def _require_field_permissions(session: Session, actor: Actor, project: Project, fields: set[str]) -> None:
    if can_change(session, actor, project, Permission.PROJECTS_EDIT, managed_projects):
        return
    if not actor.can(Permission.PROJECTS_EDIT_BILLING):
        raise Forbidden
    if others := fields - rules.BILLING_FIELDS - ledger_start.LEDGER_FIELDS:
        raise Invalid({name: FieldError("not_yours") for name in others})


def _require_changeable_kind(session: Session, project: Project) -> None:
    """Require that the kind may change: not once an invoice bills the project or it churned."""
    if project.status == "churned" or _matches(session, project, HAS_EVER_CHURNED):
        raise Invalid({"kind": "locked"})
    if _matches(session, project, IS_INVOICED):
        raise Invalid({"kind": "invoiced"})


def _matches(session: Session, project: Project, condition: ColumnElement[bool]) -> bool:
    return session.execute(select(Project.id).where(Project.id == project.id, condition)).first() is not None


def _pop_people(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values.pop(name) for name in ("members", "sold_by") if name in values}


def _set_people(session: Session, actor: Actor, project: Project, people: dict[str, Any]) -> None:
    if "members" in people:
        before = _people_names(session, ProjectMember, project)
        session.execute(delete(ProjectMember).where(ProjectMember.project_id == project.id))
        keys = references.find_employees(session, actor, people["members"] or [], "members")
        session.add_all(ProjectMember(project_id=project.id, employee_id=key) for key in keys)
        session.flush()
        log_field_change(session, project, "members", before, _people_names(session, ProjectMember, project))
    if "sold_by" in people:
        sellers = people["sold_by"] or []
        before = _people_names(session, ProjectSeller, project)
        keys = references.find_employees(session, actor, [seller["employee"] for seller in sellers], "sold_by")
        _set_sellers(session, project, {key: seller["weight"] for key, seller in zip(keys, sellers, strict=True)})
        session.flush()
        log_field_change(session, project, "sold_by", before, _people_names(session, ProjectSeller, project))


def _set_sellers(session: Session, project: Project, weights: dict[int, int]) -> None:
    """Set the shares; rows of remaining sellers stay, because a row's id identifies the sale."""
    found = select(ProjectSeller).where(ProjectSeller.project_id == project.id)
    existing = {seller.employee_id: seller for seller in session.execute(found).scalars()}
    if weights != {key: seller.weight for key, seller in existing.items()}:
        amounts.require_open_sale(session, project, [project.sold_on])
    for key, weight in weights.items():
        if key in existing:
            existing[key].weight = weight
        else:
            session.add(ProjectSeller(project_id=project.id, employee_id=key, weight=weight))
    removed = existing.keys() - weights.keys()
    session.execute(
        delete(ProjectSeller).where(ProjectSeller.project_id == project.id, ProjectSeller.employee_id.in_(removed))
    )


def _people_names(session: Session, kind: type[ProjectMember | ProjectSeller], project: Project) -> list[str]:
    """Return the names on the project for its log; sellers with their share."""
    share = kind.weight if kind is ProjectSeller else null()
    statement = (
        select(Employee.name, share)
        .join(kind, kind.employee_id == Employee.id)
        .where(kind.project_id == project.id)
        .order_by(Employee.name_key, Employee.id)
    )
    return [name if weight is None else f"{name} ({weight} %)" for name, weight in session.execute(statement)]
