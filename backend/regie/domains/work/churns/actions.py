"""Recording, correcting and confirming losses, and undoing them."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TypedDict

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, open_record, require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import note
from regie.core.money.amounts import digits_of
from regie.core.time.clock import Clock
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.options.queries import require_option
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.churns import managing, rules
from regie.domains.work.churns.figures import Fees, divide_money, fee_on, find_logos, whole_months
from regie.domains.work.churns.queries import OPEN, churns_within, everyone, is_same_month, managed_churns, reported_on
from regie.domains.work.churns.retaining import read_runs
from regie.domains.work.churns.schemas import ChurnCreate, ChurnUpdate, ShareIn
from regie.domains.work.projects.queries import managed_projects, visible_projects

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_REQUIRED = ("effective_on", "reason", "preventable", "initiated_by", "note")
Weights = dict[int, int]


def record_churn(session: Session, actor: Actor, data: ChurnCreate, clock: Clock) -> str:
    """A retainer is lost; returns the event's api_id. Its project ends on the last day and is kept as it was."""
    changed = (Permission.CHURNS_RECORD, managed_projects)
    project = open_record(session, actor, Project, data.project, seen=_SEEN, changed=changed)
    rules.require_running_retainer(project)
    require_option(session, "churn_reason", "reason", data.reason)
    _lock_client(session, project)
    _require_days(session, project, data.notice_on, data.effective_on, project.end_on)
    values = data.model_dump(exclude={"project", "attribution"})
    event = ChurnEvent(
        **values,
        name=project.name,
        project_id=project.id,
        currency=project.currency,
        former_status=project.status,
        former_end_on=project.end_on,
        **_snapshot(session, project, data.effective_on),
    )
    weights = _weights(session, actor, project, data, clock)
    session.add(event)
    project.status, project.end_on = "churned", event.effective_on
    session.flush()
    _attribute(session, project, event, weights, clock)
    _set_scopes(session, project.client_id)
    return event.api_id


def update_churn(session: Session, actor: Actor, api_id: str, data: ChurnUpdate, clock: Clock) -> None:
    """Correct what was sent, until the event is confirmed; Changed (409) when another version was read."""
    event = _open_event(session, actor, api_id, Permission.CHURNS_RECORD)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] in (None, "")]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = _wire_values(session, event)
    require_version(event, version, {name: (theirs[name], _wire(sent[name])) for name in sent})
    if event.state != "recorded":
        raise Invalid(code="churn_not_open")
    if all(theirs[name] == _wire(value) for name, value in sent.items()):
        return  # what is there already is no new version
    require_option(session, "churn_reason", "reason", sent.get("reason"), kept=event.reason)
    project = session.get_one(Project, event.project_id)
    _lock_client(session, project)
    sent.pop("attribution", None)
    with session.no_autoflush:  # one change is one version
        for name, value in sent.items():
            setattr(event, name, value)
        _require_days(session, project, event.notice_on, event.effective_on, event.former_end_on)
        if "effective_on" in sent:
            project.end_on = event.effective_on
            for name, value in _snapshot(session, project, event.effective_on).items():
                setattr(event, name, value)
        # Shares have a table of their own: changing them is a new version of the event all the same.
        event.updated_at = clock.now()
        flag_modified(event, "updated_at")
    shares = data.attribution
    weights = _weights_of(session, event) if shares is None else _given_weights(session, actor, shares)
    _attribute(session, project, event, weights, clock)
    session.flush()
    _set_scopes(session, project.client_id)


def confirm_churn(session: Session, actor: Actor, api_id: str, version: int | None) -> None:
    """From here on nothing of it changes; Changed (409) when it is not what was read."""
    event = _open_event(session, actor, api_id, Permission.CHURNS_CONFIRM)
    require_version(event, version, {"state": (event.state, "confirmed")})
    if event.state != "recorded":
        raise Invalid(code="churn_not_open")
    event.state = "confirmed"
    session.flush()


def undo_churn(session: Session, actor: Actor, project_api_id: str, clock: Clock) -> None:
    """In the month in which the loss is reported it never was; later the client has come back from today on."""
    changed = (Permission.CHURNS_CONFIRM, managed_projects)
    project = open_record(session, actor, Project, project_api_id, seen=_SEEN, changed=changed)
    found = select(ChurnEvent).where(ChurnEvent.project_id == project.id, ChurnEvent.state.in_(OPEN))
    event = session.execute(found).scalar_one_or_none()
    if event is None:
        raise Invalid({"project": "not_churned"}, "churn_none")
    client = _lock_client(session, project)
    if client.archived_at is not None:
        raise Invalid({"client": "archived"})
    if is_same_month(reported_on(session.connection(), event.notice_on, event.effective_on), clock.today()):
        event.state = "voided"
        project.status, project.end_on = event.former_status, event.former_end_on
    else:
        event.state, event.won_back_on = "won_back", clock.today()
        project.status, project.end_on = "active", None
    # What was put away since is work again.
    project.archived_at = None
    session.flush()
    _set_scopes(session, project.client_id)


def _open_event(session: Session, actor: Actor, api_id: str, permission: Permission) -> ChurnEvent:
    seen = (Permission.CHURNS_VIEW, churns_within(actor))
    return open_record(session, actor, ChurnEvent, api_id, seen=seen, changed=(permission, managed_churns))


def _lock_client(session: Session, project: Project) -> Client:
    """Whether the client itself is lost depends on all of its retainers: one change at a time."""
    locked = select(Client).where(Client.id == project.client_id).with_for_update()
    return session.execute(locked).scalar_one()


def _require_days(
    session: Session, project: Project, notice_on: date | None, effective_on: date, ends_on: date | None
) -> None:
    back = select(func.max(ChurnEvent.won_back_on)).where(ChurnEvent.project_id == project.id)
    won_back_on = session.execute(back).scalar_one()
    rules.require_days(notice_on, effective_on, starts_on=project.start_on, ends_on=ends_on, won_back_on=won_back_on)


class _Snapshot(TypedDict):
    mrr_lost: Decimal
    tenure_months: int


def _snapshot(session: Session, project: Project, effective_on: date) -> _Snapshot:
    rows = session.execute(
        select(ProjectFee.starts_on, ProjectFee.amount).where(ProjectFee.project_id == project.id)
    ).all()
    fees: Fees = [(row.starts_on, row.amount) for row in rows]
    return {
        "mrr_lost": fee_on(fees, effective_on),
        "tenure_months": whole_months(project.start_on, effective_on),
    }


def _weights(session: Session, actor: Actor, project: Project, data: ChurnCreate, clock: Clock) -> Weights:
    if data.attribution is not None:
        return _given_weights(session, actor, data.attribution)
    stretches = managing.read_stretches(session.connection(), project, data.effective_on, clock)
    weights = managing.propose_weights(session.connection(), stretches, data.effective_on)
    if not weights:
        raise Invalid({"attribution": "required"})
    return weights


def _given_weights(session: Session, actor: Actor, shares: Sequence[ShareIn]) -> Weights:
    rules.require_shares(shares)
    seen = (Permission.DIRECTORY_VIEW, everyone)
    keys = [
        find_reference(session, actor, Employee, share.employee, field="attribution", seen=seen) for share in shares
    ]
    return dict(zip(keys, (share.weight for share in shares), strict=True))


def _weights_of(session: Session, event: ChurnEvent) -> Weights:
    kept = select(ChurnAttribution).where(ChurnAttribution.event_id == event.id).order_by(ChurnAttribution.id)
    return {part.employee_id: part.weight for part in session.execute(kept).scalars()}


def _attribute(session: Session, project: Project, event: ChurnEvent, weights: Weights, clock: Clock) -> None:
    """The shares as rows, each with its part of the money and of the time."""
    before = _names(session, event)
    session.execute(delete(ChurnAttribution).where(ChurnAttribution.event_id == event.id))
    stretches = managing.read_stretches(session.connection(), project, event.effective_on, clock)
    months = managing.months_managed(stretches, project.start_on, event.effective_on, event.tenure_months)
    amounts = divide_money(event.mrr_lost, list(weights.values()), _digits(event))
    session.add_all(
        ChurnAttribution(
            event_id=event.id, employee_id=key, weight=weight, months_managed=months.get(key, 0), mrr_share=amount
        )
        for (key, weight), amount in zip(weights.items(), amounts, strict=True)
    )
    session.flush()
    note(session, event, "attribution", before, _names(session, event))


def _digits(event: ChurnEvent) -> int:
    """Of the currency's smallest unit, or finer where a fee is finer than that."""
    exact = -int(event.mrr_lost.normalize().as_tuple().exponent)
    return max(digits_of(event.currency), exact)


def _set_scopes(session: Session, client_id: int) -> None:
    """Of all losses that leave a client with nothing, exactly one per day is the loss of the client itself."""
    of_client = Project.client_id == client_id
    joined = select(ChurnEvent).join(Project, Project.id == ChurnEvent.project_id)
    kept = list(session.execute(joined.where(of_client, ChurnEvent.state != "voided")).scalars())
    losses = ((event.id, event.project_id, event.effective_on) for event in kept)
    logos = find_logos(losses, read_runs(session, of_client, {})[client_id])
    for event in kept:
        event.scope = "logo" if event.id in logos else "project"
    session.flush()


def _names(session: Session, event: ChurnEvent) -> list[str]:
    named = (
        select(Employee.name, ChurnAttribution.weight)
        .join(ChurnAttribution, ChurnAttribution.employee_id == Employee.id)
        .where(ChurnAttribution.event_id == event.id)
        .order_by(Employee.name_key)
    )
    return [f"{name} ({weight} %)" for name, weight in session.execute(named)]


def _wire_values(session: Session, event: ChurnEvent) -> Mapping[str, object]:
    """The event's editable values as a caller would send them, to show both sides of a conflict."""
    shares = (
        select(Employee.api_id.label("employee"), ChurnAttribution.weight)
        .join(ChurnAttribution, ChurnAttribution.employee_id == Employee.id)
        .where(ChurnAttribution.event_id == event.id)
        .order_by(ChurnAttribution.id)
    )
    values = {name: _wire(getattr(event, name)) for name in ChurnUpdate.model_fields if hasattr(ChurnEvent, name)}
    return values | {"attribution": [dict(row) for row in session.execute(shares).mappings()]}


def _wire(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
