"""Gives and revokes awards."""

from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.insights.awards.models import Award
from regie.domains.insights.awards.queries import may_revoke, visible_awards
from regie.domains.insights.awards.schemas import AwardCreate, AwardCreateAnywhere
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.queries import visible_core_values
from regie.domains.people.notifications.actions import Notifier, notify, withdraw_notification
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.projects.queries import visible_projects


def give_award(session: Session, actor: Actor, data: AwardCreateAnywhere, notifier: Notifier, clock: Clock) -> str:
    """Give an award and notify the receiver, whom the body names; return its api_id."""
    try:
        return give_award_to_employee(session, actor, data.receiver, data, notifier, clock)
    except NotFound:
        raise Invalid({"receiver": "reference"}) from None


def give_award_to_employee(
    session: Session, actor: Actor, employee: str, data: AwardCreate, notifier: Notifier, clock: Clock
) -> str:
    """Give an award to this employee and notify them; NotFound when the employee does not exist."""
    receiver = _find_receiver(session, actor, employee)
    value = _find_active_value(session, actor, data.core_value)
    project_id = _find_project(session, actor, data.project)
    awarded_on = data.awarded_on or clock.today()
    _require_day(awarded_on, receiver, clock.today())
    award = Award(
        name=receiver.name, core_value_id=value.id, receiver_id=receiver.id, giver_id=actor.user_id,
        message=data.message, awarded_on=awarded_on, project_id=project_id, visibility=data.visibility,
        created_at=clock.now(),
    )  # fmt: skip
    session.add(award)
    session.flush()
    log_field_change(session, award, "core_value", None, _both_names(value))
    if receiver.user_id is not None:
        _notify_receiver(session, notifier, actor, award, value, receiver.user_id, clock.now())
    return award.api_id


def revoke_award(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """Revoke an award: the giver within a day, users who manage awards at any time."""
    award = _open(session, actor, api_id)
    is_giver = award.giver_id == actor.user_id
    if not may_revoke(actor, is_giver=is_giver, created_at=award.created_at, now=now):
        raise Invalid(code="award_too_old") if is_giver else Forbidden
    value = session.get_one(CoreValue, award.core_value_id)
    session.delete(award)
    session.flush()
    log_field_change(session, award, "core_value", _both_names(value), None)
    user_id = session.get_one(Employee, award.receiver_id).user_id
    if user_id is not None:
        withdraw_notification(session, user_id, _deduplication_key(award))


def _find_receiver(session: Session, actor: Actor, api_id: str) -> Employee:
    """A current employee other than the caller; NotFound when the employee does not exist."""
    found = select(Employee).where(Employee.api_id == api_id)
    receiver = session.execute(found).scalar_one_or_none() if is_api_id(api_id) else None
    if receiver is None:
        raise NotFound
    if receiver.user_id == actor.user_id:
        raise Invalid({"receiver": "own_award"})
    if receiver.status == "left":
        raise Invalid({"receiver": "has_left"})
    return receiver


def _find_active_value(session: Session, actor: Actor, api_id: str) -> CoreValue:
    seen = (Permission.CORE_VALUES_VIEW, visible_core_values)
    key = find_reference(session, actor, CoreValue, api_id, field="core_value", view=seen)
    # Lock the value, so that it is not deleted or retired at the same time.
    value = session.execute(select(CoreValue).where(CoreValue.id == key).with_for_update()).scalar_one()
    if not value.is_active:
        raise Invalid({"core_value": "value_retired"})
    return value


def _find_project(session: Session, actor: Actor, api_id: str | None) -> int | None:
    if api_id is None:
        return None
    seen = (Permission.PROJECTS_VIEW, visible_projects)
    return find_reference(session, actor, Project, api_id, field="project", view=seen)


def _require_day(awarded_on: date, receiver: Employee, today: date) -> None:
    if awarded_on > today:
        raise Invalid({"awarded_on": "not_yet"})
    if receiver.started_on is not None and awarded_on < receiver.started_on:
        raise Invalid({"awarded_on": FieldError("before_they_started", day=receiver.started_on)})


def _open(session: Session, actor: Actor, api_id: str) -> Award:
    """The award, locked for this transaction; NotFound when the caller may not see it."""
    if not is_api_id(api_id):
        raise NotFound
    found = select(Award).where(Award.api_id == api_id, visible_awards(actor)).with_for_update()
    award = session.execute(found, actor.params).scalar_one_or_none()
    if award is None:
        raise NotFound
    return award


def _notify_receiver(
    session: Session, notifier: Notifier, actor: Actor, award: Award, value: CoreValue, user_id: int, now: datetime
) -> None:
    names = {"en-us": value.name_en, "fr-ca": value.name_fr}
    notify(
        session, notifier, kind="award", recipients=[user_id],
        values={"giver": actor.name, "value_words": names, "message": award.message},
        link="/recognition?mine=received", dedup_key=_deduplication_key(award), now=now,
    )  # fmt: skip


def _deduplication_key(award: Award) -> str:
    return f"award:{award.api_id}"


def _both_names(value: CoreValue) -> str:
    return f"{value.name_en} / {value.name_fr}"
