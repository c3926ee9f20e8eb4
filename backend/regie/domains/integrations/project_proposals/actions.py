"""Creates projects from proposals, undoes that, and changes proposals and rules."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id, new_api_id
from regie.core.db.references import find_references
from regie.core.job_states import save_job_state
from regie.core.time.clock import Clock
from regie.domains.integrations.project_proposals.building import build_fees, settle
from regie.domains.integrations.project_proposals.kinds import NO_PROJECT, read_rules
from regie.domains.integrations.project_proposals.models import REQUESTS, ProjectKindRule, ProjectProposal
from regie.domains.integrations.project_proposals.schemas import KindRuleUpdate, ProposalUpdate
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project, ProjectFee, ProjectMember, ProjectSeller
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.actions import delete_terms
from regie.domains.records.users.models import User
from regie.domains.work.churns.actions import delete_undecided_churns
from regie.domains.work.projects.actions import (
    create_project,
    owner_of,
    require_open_joins_on,
    update_project,
)
from regie.domains.work.projects.schemas import ProjectCreate, ProjectUpdate
from regie.domains.work.terms.actions import record_project_term
from regie.domains.work.terms.schemas import TermCreate

_PLAIN = (
    "name", "kind", "start_on", "end_on", "sold_on", "is_finished", "amount", "billing_interval", "included_hours",
)  # fmt: skip
_REFERENCES: dict[str, tuple[type[User | Employee], Any]] = {
    "account_manager": (User, visible_account_managers),
    "seller": (Employee, visible_employees),
}
# What the worker derives from a new project; undoing removes it with the project.
_DERIVED = frozenset({"retainer_periods", "churn_events"})


class RunMark(NamedTuple):
    """What identifies the decisions of a run: its id, and the moment that all its projects share."""

    api_id: str
    moment: datetime


def update_proposal(
    session: Session, actor: Actor, api_id: str, data: ProposalUpdate, clock: Clock, run: RunMark | None = None
) -> None:
    """Change the sent fields, then the state: accepting creates the project, reopening removes it again.

    `run` is the run that decides, none when a person does.
    """
    row = _load(session, api_id)
    sent = data.model_dump(exclude_unset=True)
    version, state = sent.pop("version", None), sent.pop("state", None)
    # The worker's changes give way to a person's, but who decides about the whole must have seen them.
    if state is not None or version is None or not row.edited_version <= version <= row.version:
        require_version(row, version, {"version": (row.version, version)})
    if sent:
        _change(session, actor, row, sent)
    if state == row.state:
        state = None
    if sent or state is not None:
        row.decided_in_run = None if run is None else run.api_id
    if state == "accepted":
        _accept(session, actor, row, clock, clock.now() if run is None else run.moment)
    elif state == "open":
        _reopen(session, actor, row, clock)
    elif state == "ignored":
        _require_open(row)
        row.state = "ignored"
        _log(session, row, "dismissed")
    session.flush()


def _log(session: Session, row: ProjectProposal, action: str, changes: Mapping[str, Any] | None = None) -> None:
    """Log what a person decided; a created project has its own entries, and the worker's changes are not logged."""
    topic = "money" if changes and "amount" in changes else None
    about = {"api_id": row.api_id, "name": row.name, "topic": topic, "changes": dict(changes or {})}
    log_event(session, action, subject="project_proposal", **about)


def request_proposals(session: Session) -> None:
    """Let the worker look through the records at once."""
    save_job_state(session, REQUESTS, {"id": new_api_id()})


def set_rule(session: Session, source: str, external_id: str, data: KindRuleUpdate) -> None:
    """Choose the kind that a category or pipeline stands for, and propose again."""
    before = read_rules(session.connection()).get((source, external_id))
    if before is None:
        raise NotFound
    found = select(ProjectKindRule).where(ProjectKindRule.source == source, ProjectKindRule.external_id == external_id)
    rule = session.execute(found.with_for_update()).scalar_one_or_none()
    if data.kind is None:
        if rule is not None:
            session.delete(rule)
    else:
        if rule is None:
            rule = ProjectKindRule(source=source, external_id=external_id)
            session.add(rule)
        rule.kind = None if data.kind == NO_PROJECT else data.kind
    session.flush()
    if (kind := data.kind or before.guessed) != before.kind:
        changes = {"kind": (before.kind, kind)}
        log_event(session, "changed", subject="project_kind_rule", api_id=None, name=before.name, changes=changes)
    request_proposals(session)


def _load(session: Session, api_id: str) -> ProjectProposal:
    if not is_api_id(api_id):
        raise NotFound
    statement = select(ProjectProposal).where(ProjectProposal.api_id == api_id).with_for_update()
    row = session.execute(statement).scalar_one_or_none()
    if row is None:
        raise NotFound
    return row


def _require_open(row: ProjectProposal) -> None:
    if row.state != "open":
        raise Invalid(code="proposal_decided")


def _change(session: Session, actor: Actor, row: ProjectProposal, sent: dict[str, Any]) -> None:
    """Set fields by hand; later records do not change them."""
    _require_open(row)
    if "name" in sent and not sent["name"]:
        raise Invalid({"name": "required"})
    changes: dict[str, tuple[Any, Any]] = {}
    stated = {field for field, value in sent.items() if value is not None}
    has_terms = bool({"amount", "start_on"} & sent.keys())
    for field, (model, visible) in _REFERENCES.items():
        if field in sent:
            api_id, before, seen = sent.pop(field), getattr(row, f"{field}_id"), (Permission.DIRECTORY_VIEW, visible)
            after = None if api_id is None else find_reference(session, actor, model, api_id, field=field, view=seen)
            setattr(row, f"{field}_id", after)
            changes[field] = _name_of(session, model, before), _name_of(session, model, after)
    for field in _PLAIN:
        if field in sent:
            changes[field] = getattr(row, field), sent[field]
            setattr(row, field, sent[field])
    changes = {field: values for field, values in changes.items() if values[0] != values[1]}
    # A value that was the same before is stated too.
    row.decided = sorted({*row.decided, *stated, *changes})
    row.edited_version = row.version + 1
    if has_terms:
        row.fees = build_fees(row)
    settle(row)
    if changes:
        _log(session, row, "changed", changes)
    if "kind" in sent:
        request_proposals(session)


def _name_of(session: Session, model: type[User | Employee], key: int | None) -> str | None:
    return None if key is None else session.get_one(model, key).name


def _accept(session: Session, actor: Actor, row: ProjectProposal, clock: Clock, at: datetime) -> None:
    """Create the project with its dated fees; raise what creating it by hand would raise."""
    actor.require(Permission.PROJECTS_CREATE)
    _require_open(row)
    if row.missing:
        raise Invalid(dict.fromkeys(row.missing, "required"))
    data = ProjectCreate.model_validate(_new_project(session, row))
    api_id = create_project(session, actor, data, clock)
    for day, amount in row.fees[1:] if row.kind == "retainer" else ():
        if row.end_on is not None and day > row.end_on.isoformat():
            break
        fee = {"name": "fee", "effective_from": day, "amount": amount, "billing_interval": row.billing_interval}
        record_project_term(session, actor, api_id, TermCreate.model_validate(fee), clock)
    if row.is_finished and row.kind != "retainer":
        update_project(session, actor, api_id, ProjectUpdate(status="completed"), clock)
    project = session.execute(select(Project).where(Project.api_id == api_id)).scalar_one()
    this_month = clock.today().replace(day=1)
    if row.kind == "retainer" and project.start_on < this_month:
        # What was over in earlier months is settled.
        project.ledger_from = this_month
        session.flush()
    row.state, row.project_id, row.project_version = "accepted", project.id, project.version
    row.accepted_at, row.accepted_by_id = at, actor.user_id


def _new_project(session: Session, row: ProjectProposal) -> dict[str, Any]:
    """Return the body of the new project, with its end: a retainer alters months through its last day only."""
    assert row.start_on is not None
    assert row.amount is not None
    fields: dict[str, Any] = {
        "name": row.name,
        "kind": row.kind,
        "client": session.get_one(Client, row.client_id).api_id,
        "account_manager": session.get_one(User, row.account_manager_id).api_id,
        "start_on": row.start_on.isoformat(),
        "currency": row.currency,
        "status": "active",
    }
    if row.end_on is not None:
        fields["end_on"] = row.end_on.isoformat()
    if row.project_manager_id is not None:
        fields["project_manager"] = session.get_one(Employee, row.project_manager_id).api_id
    if row.teamwork_project_id is not None:
        fields["teamwork_project_id"] = row.teamwork_project_id
    if row.deal_id is not None:
        fields["deal"] = session.get_one(HubspotDeal, row.deal_id).api_id
    if row.kind == "retainer":
        first = row.fees[0][1] if row.fees else str(row.amount)
        interval = row.billing_interval or "month"
        fields |= (
            {"monthly_fee": first} if interval == "month" else {"billing_interval": interval, "interval_fee": first}
        )
        if row.billing_day is not None:
            fields["billing_day"] = row.billing_day
        if row.included_hours is not None:
            fields["included_hours"] = str(row.included_hours)
        return fields
    fields["amount"] = str(row.amount)
    if row.kind == "oos":
        assert row.sold_on is not None
        seller = session.get_one(Employee, row.seller_id).api_id
        fields |= {"sold_on": row.sold_on.isoformat(), "sold_by": [{"employee": seller, "weight": 100}]}
    return fields


def _reopen(session: Session, actor: Actor, row: ProjectProposal, clock: Clock) -> None:
    """Remove the project that was created, or restore an ignored proposal."""
    if row.state == "accepted" and row.project_id is not None:
        actor.require(Permission.PROJECTS_CREATE)
        project = session.get_one(Project, row.project_id, with_for_update=True)
        _require_untouched(session, row, project)
        _require_open_months(session, project)
        row.project_id = row.project_version = None
        session.flush()
        _remove(session, project, clock)
    if row.state == "ignored":
        _log(session, row, "restored")
    row.state, row.accepted_at, row.accepted_by_id = "open", None, None


def _require_untouched(session: Session, row: ProjectProposal, project: Project) -> None:
    """Require that nothing was built on the project: no change by hand, and no record that needs it."""
    references = find_references(session.connection(), Project.__table__, project.id).keys() - _DERIVED
    if project.version != row.project_version or references or _is_built_on(session, project):
        raise Invalid({"state": "built_on"}, "proposal_built_on")


def _require_open_months(session: Session, project: Project) -> None:
    """Raise MonthClosed once a month is closed in which the retainer ran, or which it continues."""
    if project.kind != "retainer":
        return  # work that no record needs counts in no month
    require_open_from(session, project.start_on, project.end_on and project.end_on + timedelta(days=1))
    require_open_joins_on(session, project, [project.start_on])


def _is_built_on(session: Session, project: Project) -> bool:
    """Whether a month is locked, a payment decided or linked, or a churn confirmed."""
    locked = select(func.count()).where(RetainerPeriod.project_id == project.id, RetainerPeriod.status == "locked")
    decided = or_(
        ProjectPayment.invoice_id.is_not(None), ProjectPayment.status != "planned", ProjectPayment.version > 1
    )
    payments = select(func.count()).where(ProjectPayment.project_id == project.id, decided)
    by_person = or_(ChurnEvent.recorded_by_id.is_not(None), ChurnEvent.state.not_in(("recorded", "voided")))
    churns = select(func.count()).where(ChurnEvent.project_id == project.id, by_person)
    return any(session.execute(statement).scalar_one() for statement in (locked, payments, churns))


def _remove(session: Session, project: Project, clock: Clock) -> None:
    """Delete the project with everything that was derived from it."""
    delete_undecided_churns(session, project, clock)
    for model in (RetainerPeriod, ProjectPayment, ProjectMember, ProjectSeller, ProjectFee):
        session.execute(delete(model).where(model.project_id == project.id))
    delete_terms(session, owner_of(project))
    session.delete(project)
    session.flush()
