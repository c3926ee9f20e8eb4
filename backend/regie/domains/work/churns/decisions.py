"""Confirms and rejects recorded churns and wins retainers back, which settles the notifications about them."""

from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import require_version
from regie.core.api.errors import Invalid
from regie.core.time.clock import Clock
from regie.domains.records.churns.models import OPEN, ChurnEvent
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.actions import (
    correct_event,
    is_over,
    load_event,
    lock_client,
    require_shares_stored,
    restore_project,
    run_again,
    set_scopes,
    show_status,
)
from regie.domains.work.churns.notifications import settle_churn, settle_leaving
from regie.domains.work.churns.schemas import ConfirmationCreate, RejectionCreate, RejectionDecision, WinBackCreate
from regie.domains.work.projects.actions import record_end, source_of


def confirm_churn(session: Session, actor: Actor, api_id: str, data: ConfirmationCreate, clock: Clock) -> None:
    """Correct the sent fields and confirm the event, after which it cannot change.

    Raise Changed (409) when the caller read another version.
    """
    event = load_event(session, actor, api_id, Permission.CHURNS_CONFIRM)
    _require_recorded(event)
    require_version(event, data.version, {"state": (event.state, "confirmed")})
    correct_event(session, actor, event, data, clock)
    require_shares_stored(session, event)
    event.state, event.updated_at = "confirmed", clock.now()
    # Also where the correction has just set it: a departure is announced from the confirmation on.
    flag_modified(event, "updated_at")
    show_status(session, session.get_one(Project, event.project_id), event, clock.today())
    session.flush()
    settle_churn(session, event, clock)


def reject_churn(
    session: Session, actor: Actor, api_id: str, data: RejectionCreate | RejectionDecision, clock: Clock
) -> None:
    """Void the event as if it had never been recorded: the retainer runs again as before."""
    event = load_event(session, actor, api_id, Permission.CHURNS_CONFIRM)
    _require_recorded(event)
    require_version(event, getattr(data, "version", None), {"state": (event.state, "voided")})
    project = session.get_one(Project, event.project_id)
    if lock_client(session, project).archived_at is not None:
        raise Invalid({"client": "archived"})
    require_open_from(session, event.effective_on)
    event.state, event.rejection_reason = "voided", data.reason
    restore_project(session, project, event, clock.today())
    session.flush()
    record_end(session, project, source_of(actor, clock))
    set_scopes(session, project.client_id)
    settle_churn(session, event, clock)
    settle_leaving(session, event, clock)


def win_back(session: Session, actor: Actor, api_id: str, data: WinBackCreate, clock: Clock) -> None:
    """Let the retainer run again from today; the churn stays in the figures of its month."""
    event = load_event(session, actor, api_id, Permission.CHURNS_CONFIRM)
    if event.state not in OPEN:
        raise Invalid(code="churn_already_undone")
    require_version(event, data.version, {"state": (event.state, "won_back")})
    project = session.get_one(Project, event.project_id)
    if lock_client(session, project).archived_at is not None:
        raise Invalid({"client": "archived"})
    if not is_over(session, event, clock.today()):
        raise Invalid(code="churn_not_over")
    run_again(session, actor, project, event, data.reason, clock)
    set_scopes(session, project.client_id)
    settle_churn(session, event, clock)


def _require_recorded(event: ChurnEvent) -> None:
    """Raise Invalid when another person has already decided."""
    if event.state == "confirmed":
        raise Invalid(code="churn_already_confirmed")
    if event.state != "recorded":
        raise Invalid(code="churn_already_undone")
