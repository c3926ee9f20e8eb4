"""Records, corrects and undoes churn events."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypedDict

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_for_update, require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_field_change
from regie.core.money.amounts import currency_digits
from regie.core.time.clock import Clock
from regie.domains.records.churns.models import IS_AUTOMATIC, ChurnAttribution, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.months.queries import read_closed_months, require_open_days, require_open_from
from regie.domains.records.options.queries import require_option
from regie.domains.records.projects.models import Project
from regie.domains.records.projects.queries import read_fees
from regie.domains.work.churns import account_history, rules
from regie.domains.work.churns.figures import divide_money, fee_on, find_logos, whole_months
from regie.domains.work.churns.notifications import settle_churn, settle_leaving
from regie.domains.work.churns.queries import (
    OPEN,
    any_employee,
    churn_visibility,
    is_same_month,
    managed_churns,
    reported_on,
)
from regie.domains.work.churns.retainer_runs import read_runs
from regie.domains.work.churns.schemas import ChurnCreate, ChurnDays, ChurnUpdate, ShareIn
from regie.domains.work.projects.actions import record_end, record_state, require_hours_before, show_state, source_of
from regie.domains.work.projects.queries import managed_projects, visible_projects

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_REQUIRED = ("effective_on", "reason", "preventable", "initiated_by", "note")
# Losses are counted by it, so it is fixed with the month of the last day.
_COUNTED_BY = frozenset({"reason", "preventable", "initiated_by", "attribution"})
Weights = dict[int, int]


def record_churn(session: Session, actor: Actor, data: ChurnCreate, clock: Clock) -> str:
    """Record the churn of a retainer and return the event's api_id; the project ends on the last day."""
    project = load_running(session, actor, data.project)
    require_option(session, "churn_reason", "reason", data.reason)
    lock_client(session, project)
    require_days(session, project, data)
    values = data.model_dump(exclude={"project", "attribution"})
    event = ChurnEvent(
        **values,
        name=project.name,
        project_id=project.id,
        currency=project.currency,
        former_status=project.status,
        former_end_on=project.end_on,
        recorded_by_id=actor.user_id,
        **snapshot(session, project, data.effective_on),
    )
    weights = _initial_weights(session, actor, project, data)
    _withdraw_automatic(session, project, clock)
    session.add(event)
    project.end_on = event.effective_on
    show_status(session, project, event, clock.today())
    session.flush()
    attribute(session, project, event, weights)
    set_scopes(session, project.client_id)
    return event.api_id


def load_running(session: Session, actor: Actor, api_id: str) -> Project:
    """Return the running retainer whose churn the caller may record, locked."""
    changed = (Permission.CHURNS_RECORD, managed_projects)
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=changed)
    rules.require_running_retainer(project)
    require_no_open_churn(session, project)
    return project


def require_days(session: Session, project: Project, days: ChurnDays) -> None:
    """Raise MonthClosed or Invalid for days on which the churn of a retainer cannot be recorded."""
    require_open_from(session, days.effective_on)
    _require_valid_days(session, project, days.notice_on, days.effective_on, project.end_on)
    require_hours_before(session, project, days.effective_on, "effective_on")


def update_churn(session: Session, actor: Actor, api_id: str, data: ChurnUpdate, clock: Clock) -> None:
    """Change the sent fields of an unconfirmed event; raise Changed (409) when the caller read another version."""
    correct_event(session, actor, load_event(session, actor, api_id, Permission.CHURNS_RECORD), data, clock)


def correct_event(session: Session, actor: Actor, event: ChurnEvent, data: ChurnUpdate, clock: Clock) -> None:
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] in (None, "")]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = _editable_values(session, event)
    require_version(event, version, {name: (theirs[name], _to_wire(sent[name])) for name in sent})
    if event.state != "recorded":
        raise Invalid(code="churn_not_open")
    changed = {name for name, value in sent.items() if theirs[name] != _to_wire(value)}
    if not changed:
        return  # unchanged values are no new version
    if changed & _COUNTED_BY:
        require_open_days(session, [event.effective_on])
    require_option(session, "churn_reason", "reason", sent.get("reason"), current=event.reason)
    project = session.get_one(Project, event.project_id)
    lock_client(session, project)
    sent.pop("attribution", None)
    former_day = event.effective_on
    with session.no_autoflush:  # one change is one version
        for name, value in sent.items():
            setattr(event, name, value)
        _require_valid_days(session, project, event.notice_on, event.effective_on, event.former_end_on)
        if event.effective_on != former_day:
            require_hours_before(session, project, event.effective_on, "effective_on")
            require_open_from(session, min(former_day, event.effective_on))
            project.end_on = event.effective_on
            show_status(session, project, event, clock.today())
            for name, value in snapshot(session, project, event.effective_on).items():
                setattr(event, name, value)
        # Shares have their own table: changing them is a new version of the event all the same.
        event.updated_at = clock.now()
        flag_modified(event, "updated_at")
    given = data.attribution if "attribution" in changed else None
    weights = _current_weights(session, event) if given is None else _given_weights(session, actor, given)
    _require_weights(session, event, weights)
    attribute(session, project, event, weights)
    session.flush()
    record_end(session, project, source_of(actor, clock))
    set_scopes(session, project.client_id)


def undo_churn(session: Session, actor: Actor, project_api_id: str, clock: Clock) -> None:
    """Void the churn until its last day and within the month in which it counts; afterwards, win the retainer back."""
    changed = (Permission.CHURNS_CONFIRM, managed_projects)
    project = load_for_update(session, actor, Project, project_api_id, view=_SEEN, edit=changed)
    # An automatic churn goes with the end that it follows, or is rejected.
    is_open = (ChurnEvent.state.in_(OPEN), ~IS_AUTOMATIC)
    found = select(ChurnEvent).where(ChurnEvent.project_id == project.id, *is_open)
    event = session.execute(found).scalar_one_or_none()
    if event is None:
        raise Invalid({"project": "not_churned"}, "churn_none")
    client = lock_client(session, project)
    if client.archived_at is not None:
        raise Invalid({"client": "archived"})
    if not is_over(session, event, clock.today()):
        require_open_from(session, event.effective_on)
        event.state = "voided"
        restore_project(session, project, event, clock.today())
        settle_leaving(session, event, clock)
        session.flush()
        record_end(session, project, source_of(actor, clock))
    else:
        run_again(session, actor, project, event, None, clock)
    set_scopes(session, project.client_id)
    settle_churn(session, event, clock)


def run_again(
    session: Session, actor: Actor, project: Project, event: ChurnEvent, reason: str | None, clock: Clock
) -> None:
    """Win the retainer back today, also if it was paused; the churn still counts in its month."""
    event.state, event.won_back_on = "won_back", clock.today()
    event.won_back_at, event.won_back_by_id, event.won_back_reason = clock.now(), actor.user_id, reason
    project.status, project.end_on, project.archived_at = "active", None, None
    session.flush()
    record_state(session, project, source_of(actor, clock, reason), clock.today(), is_stated=True)


def is_over(session: Session, event: ChurnEvent, today: date) -> bool:
    """Whether undoing the churn wins the retainer back: its last day and the month in which it counts have passed."""
    reported = reported_on(session.connection(), event.notice_on, event.effective_on)
    return event.effective_on < today and not is_same_month(reported, today)


def show_status(session: Session, project: Project, event: ChurnEvent, today: date) -> None:
    """Show the retainer as churned after its last day; through that day it runs as before."""
    project.status = "churned" if event.effective_on < today else event.former_status
    show_state(session, project, today)


def require_no_open_churn(session: Session, project: Project) -> None:
    found = select(ChurnEvent.id).where(ChurnEvent.project_id == project.id, ChurnEvent.state.in_(OPEN), ~IS_AUTOMATIC)
    if session.execute(found).first() is not None:
        raise Invalid({"project": "already_churned"}, "churn_already")


def _withdraw_automatic(session: Session, project: Project, clock: Clock) -> None:
    """A recorded churn replaces the automatic one of a planned end."""
    found = select(ChurnEvent).where(ChurnEvent.project_id == project.id, IS_AUTOMATIC)
    for event in session.execute(found).scalars():
        event.state = "voided"
        session.flush()
        settle_churn(session, event, clock)


def delete_undecided_churns(session: Session, project: Project, clock: Clock) -> None:
    """Delete the churns of a project that is deleted itself, with their notifications; no person decided about them."""
    found = select(ChurnEvent).where(ChurnEvent.project_id == project.id)
    for event in session.execute(found).scalars():
        settle_churn(session, event, clock)
        settle_leaving(session, event, clock)
        session.delete(event)


def restore_project(session: Session, project: Project, event: ChurnEvent, today: date) -> None:
    """Let the retainer run as before the churn; one that was archived since is active again."""
    project.status, project.end_on, project.archived_at = event.former_status, event.former_end_on, None
    show_state(session, project, today)


def load_event(session: Session, actor: Actor, api_id: str, permission: Permission) -> ChurnEvent:
    seen = (Permission.CHURNS_VIEW, churn_visibility(actor))
    return load_for_update(session, actor, ChurnEvent, api_id, view=seen, edit=(permission, managed_churns))


def lock_client(session: Session, project: Project) -> Client:
    """Lock the client: whether the client itself churned depends on all of its retainers."""
    locked = select(Client).where(Client.id == project.client_id).with_for_update()
    return session.execute(locked).scalar_one()


def _require_valid_days(
    session: Session, project: Project, notice_on: date | None, effective_on: date, ends_on: date | None
) -> None:
    statement = select(func.max(ChurnEvent.won_back_on)).where(ChurnEvent.project_id == project.id)
    won_back_on = session.execute(statement).scalar_one()
    rules.require_days(notice_on, effective_on, starts_on=project.start_on, ends_on=ends_on, won_back_on=won_back_on)


class _Snapshot(TypedDict):
    mrr_lost: Decimal
    tenure_months: int


def snapshot(session: Session, project: Project, effective_on: date) -> _Snapshot:
    return {
        "mrr_lost": fee_on(read_fees(session, project.id), effective_on),
        "tenure_months": whole_months(project.start_on, effective_on),
    }


def _initial_weights(session: Session, actor: Actor, project: Project, data: ChurnCreate) -> Weights:
    if data.attribution is not None:
        return _given_weights(session, actor, data.attribution)
    periods = account_history.read_account_periods(session.connection(), project, data.effective_on)
    weights = account_history.propose_weights(session.connection(), periods, data.effective_on)
    if not weights:
        raise Invalid({"attribution": "required"})
    return weights


def _given_weights(session: Session, actor: Actor, shares: Sequence[ShareIn]) -> Weights:
    rules.require_shares(shares)
    seen = (Permission.DIRECTORY_VIEW, any_employee)
    keys = [
        find_reference(session, actor, Employee, share.employee, field="attribution", view=seen) for share in shares
    ]
    return dict(zip(keys, (share.weight for share in shares), strict=True))


def _current_weights(session: Session, event: ChurnEvent) -> Weights:
    statement = select(ChurnAttribution).where(ChurnAttribution.event_id == event.id).order_by(ChurnAttribution.id)
    return {share.employee_id: share.weight for share in session.execute(statement).scalars()}


def attribute(session: Session, project: Project, event: ChurnEvent, weights: Weights) -> None:
    """Store the shares, each with its part of the MRR and of the months."""
    before = _share_names(session, event)
    session.execute(delete(ChurnAttribution).where(ChurnAttribution.event_id == event.id))
    periods = account_history.read_account_periods(session.connection(), project, event.effective_on)
    months = account_history.months_managed(periods, project.start_on, event.effective_on, event.tenure_months)
    amounts = divide_money(event.mrr_lost, list(weights.values()), _digits(event))
    session.add_all(
        ChurnAttribution(
            event_id=event.id, employee_id=key, weight=weight, months_managed=months.get(key, 0), mrr_share=amount
        )
        for (key, weight), amount in zip(weights.items(), amounts, strict=True)
    )
    session.flush()
    log_field_change(session, event, "attribution", before, _share_names(session, event))


def _digits(event: ChurnEvent) -> int:
    """Return the decimals of the currency, or more when the fee has more."""
    exact = -int(event.mrr_lost.normalize().as_tuple().exponent)
    return max(currency_digits(event.currency), exact)


def set_scopes(session: Session, client_id: int) -> None:
    """Set each event's scope.

    Of the churns that leave a client without retainers, one per day is the client's churn.
    """
    of_client = Project.client_id == client_id
    joined = select(ChurnEvent).join(Project, Project.id == ChurnEvent.project_id)
    events = list(session.execute(joined.where(of_client, ChurnEvent.state != "voided")).scalars())
    losses = ((event.id, event.project_id, event.effective_on) for event in events)
    logos = find_logos(losses, read_runs(session, of_client, {})[client_id])
    for event in events:
        event.scope = "logo" if event.id in logos else "project"
    session.flush()


def require_shares_stored(session: Session, event: ChurnEvent) -> None:
    """An automatic churn may have no shares: the person who confirms it names them."""
    _require_weights(session, event, _current_weights(session, event))


def _require_weights(session: Session, event: ChurnEvent, weights: Weights) -> None:
    """Require shares; one without them is confirmed as it was published where its month is closed."""
    if not weights and event.effective_on.replace(day=1) not in read_closed_months(session):
        raise Invalid({"attribution": "required"})


def _share_names(session: Session, event: ChurnEvent) -> list[str]:
    named = (
        select(Employee.name, ChurnAttribution.weight)
        .join(ChurnAttribution, ChurnAttribution.employee_id == Employee.id)
        .where(ChurnAttribution.event_id == event.id)
        .order_by(Employee.name_key)
    )
    return [f"{name} ({weight} %)" for name, weight in session.execute(named)]


def _editable_values(session: Session, event: ChurnEvent) -> Mapping[str, object]:
    """Return the editable values in the form of the API, to show both sides of a conflict."""
    shares = (
        select(Employee.api_id.label("employee"), ChurnAttribution.weight)
        .join(ChurnAttribution, ChurnAttribution.employee_id == Employee.id)
        .where(ChurnAttribution.event_id == event.id)
        .order_by(Employee.api_id)
    )
    values = {name: _to_wire(getattr(event, name)) for name in ChurnUpdate.model_fields if hasattr(ChurnEvent, name)}
    return values | {"attribution": [dict(row) for row in session.execute(shares).mappings()]}


def _to_wire(value: Any) -> object:
    if isinstance(value, list):  # shares in another order are the same shares
        return sorted(value, key=lambda share: share["employee"])
    return value.isoformat() if isinstance(value, date) else value
