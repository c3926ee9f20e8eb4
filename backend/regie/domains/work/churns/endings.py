"""Keeps a recorded churn for each retainer that ended without one and that no contract of the client follows.

An automatic churn follows the end that it was made for, until a person decides: churn in the bridge always equals the
sum of the recorded losses. Only the days decide, so an end to come has its churn as well.
"""

from collections.abc import Collection, Iterable
from datetime import date

from sqlalchemy import ColumnElement, Connection, event, exists, select
from sqlalchemy.orm import Session, UOWTransaction, aliased

from regie.core.time.clock import Clock
from regie.domains.records.churns.models import IS_AUTOMATIC, NOT_STATED, OPEN, ChurnEvent
from regie.domains.records.projects.figures import IS_CONTINUED, NEVER_STARTED
from regie.domains.records.projects.models import Project
from regie.domains.work.churns import account_history
from regie.domains.work.churns.actions import attribute, lock_client, set_scopes, snapshot
from regie.domains.work.churns.figures import find_losses
from regie.domains.work.churns.notifications import settle_churn, settle_leaving
from regie.domains.work.churns.retainer_runs import read_runs

_CHANGED = "clients_of_changed_projects"
_of_end = aliased(ChurnEvent)
_ENDED = (
    Project.kind == "retainer",
    Project.status.not_in((*NEVER_STARTED, "churned")),
    Project.end_on.is_not(None),
)
_HAS_CHURN = exists(
    select(_of_end.id).where(_of_end.project_id == Project.id, _of_end.state.in_(OPEN)).correlate(Project)
)
# The clients of retainers that ended without a churn; those of earlier releases too.
UNRECORDED = select(Project.client_id).where(*_ENDED, ~_HAS_CHURN, ~IS_CONTINUED).distinct()


class UnrecordedEnds:
    """Records the churn of retainers that ended without one, also of those that an earlier release ended."""

    def is_due(self, db: Connection, today: date) -> bool:
        return db.execute(UNRECORDED.limit(1)).first() is not None

    def apply(self, session: Session, clock: Clock) -> None:
        settle_ends(session, session.execute(UNRECORDED).scalars().all(), clock)


def settle_changed(session: Session, clock: Clock) -> None:
    """Settle the ends of the clients whose projects this transaction changed."""
    session.flush()
    settle_ends(session, session.info.pop(_CHANGED, ()), clock)
    session.info.pop(_CHANGED, None)


@event.listens_for(Session, "after_flush")
def _note_changed(session: Session, _context: UOWTransaction) -> None:
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, Project) and row.kind == "retainer":
            session.info.setdefault(_CHANGED, set()).add(row.client_id)


def settle_ends(session: Session, client_ids: Collection[int], clock: Clock) -> None:
    """Make, correct and withdraw the automatic churns of these clients."""
    for client_id in sorted(client_ids):
        _settle_client(session, client_id, clock)


def _settle_client(session: Session, client_id: int, clock: Clock) -> None:
    retainers = select(Project).where(Project.client_id == client_id, Project.kind == "retainer").order_by(Project.id)
    projects = list(session.execute(retainers).scalars())
    if not projects:
        return
    lock_client(session, projects[0])
    losses = set(find_losses(read_runs(session, Project.client_id == client_id, {}).get(client_id, [])))
    automatic = {churn.project_id: churn for churn in _find_events(session, projects, IS_AUTOMATIC)}
    recorded = {churn.project_id for churn in _find_events(session, projects, ChurnEvent.state.in_(OPEN))}
    for project in projects:
        churn, is_lost = automatic.get(project.id), (project.id, project.end_on) in losses
        if churn is not None and not is_lost:
            churn.state = "voided"
            session.flush()
            settle_churn(session, churn, clock)
            settle_leaving(session, churn, clock)
        elif churn is not None:
            _follow_end(session, project, churn)
        elif is_lost and project.id not in recorded and project.status != "churned":
            _record(session, project)
    set_scopes(session, client_id)


def _find_events(session: Session, projects: Iterable[Project], condition: ColumnElement[bool]) -> list[ChurnEvent]:
    keys = [project.id for project in projects]
    statement = select(ChurnEvent).where(ChurnEvent.project_id.in_(keys), condition)
    return list(session.execute(statement.order_by(ChurnEvent.id)).scalars())


def _record(session: Session, project: Project) -> None:
    assert project.end_on is not None
    churn = ChurnEvent(
        name=project.name, project_id=project.id, effective_on=project.end_on, reason=NOT_STATED, preventable=False,
        initiated_by="client", note="", currency=project.currency, former_status="active", former_end_on=None,
        recorded_by_id=None, **snapshot(session, project, project.end_on),
    )  # fmt: skip
    session.add(churn)
    session.flush()
    _attribute(session, project, churn)


def _follow_end(session: Session, project: Project, churn: ChurnEvent) -> None:
    assert project.end_on is not None
    values = {
        "effective_on": project.end_on, "currency": project.currency, **snapshot(session, project, project.end_on)
    }  # fmt: skip
    if any(getattr(churn, name) != value for name, value in values.items()):
        for name, value in values.items():
            setattr(churn, name, value)
        session.flush()
        _attribute(session, project, churn)


def _attribute(session: Session, project: Project, churn: ChurnEvent) -> None:
    """Propose the shares by who managed the account; without any, the churn manager names them."""
    periods = account_history.read_account_periods(session.connection(), project, churn.effective_on)
    weights = account_history.propose_weights(session.connection(), periods, churn.effective_on)
    attribute(session, project, churn, weights)
