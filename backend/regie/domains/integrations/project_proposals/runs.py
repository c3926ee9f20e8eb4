"""Requests and reads the run that decides about all proposals of a list, or undoes that; the worker executes it."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Changed, Invalid, NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import new_api_id
from regie.core.job_states import JobState, lock_job_state, read_job_state
from regie.domains.integrations.project_proposals.models import RUN, ProjectProposal
from regie.domains.integrations.project_proposals.queries import find_listed
from regie.domains.integrations.project_proposals.schemas import ProposalQuery, ProposalRun, ProposalRunCreate
from regie.domains.records.users.models import User


def request_run(session: Session, actor: Actor, data: ProposalRunCreate, now: datetime) -> None:
    """Queue a run; raise Changed while another one is under way, Invalid where it would change nothing."""
    row = lock_run(session)
    action = row.state.get("action", "create") if data.undoes else data.action
    if action == "create":
        actor.require(Permission.PROJECTS_CREATE)
    if row.state.get("status") == "running":
        raise Changed(code="proposal_run_active")
    db, query = session.connection(), ProposalQuery(**data.model_dump(exclude_unset=True, exclude={"undoes", "action"}))
    left = _find_done(db, row.state, data.undoes) if data.undoes else find_listed(db, actor, query, action)
    if not left:
        raise Invalid(code="proposal_run_empty")
    row.state = {
        "id": new_api_id(),
        "status": "running",
        "action": action,
        # Not `is_undo`, without which a worker of an earlier version fails instead of creating what is to be ignored.
        "undoes": data.undoes,
        "user_id": actor.user_id,
        "locale": actor.locale,
        "left": left,
        "total": len(left),
        "done": 0,
        "refused": 0,
        "refusals": [],
        "requested_at": _own_moment(db, now).isoformat(),
    }
    session.flush()


def _own_moment(db: Connection, now: datetime) -> datetime:
    """Return a moment at which nothing was created yet: undoing finds what the run created by it."""
    last = db.execute(select(func.max(ProjectProposal.accepted_at))).scalar()
    return now if last is None else max(now, last + timedelta(microseconds=1))


def stop_run(session: Session, now: datetime) -> None:
    """End the run that is under way; what it has done stays."""
    row = lock_run(session)
    if row.state.get("status") != "running":
        raise NotFound
    row.state = {**row.state, "status": "stopped", "left": [], "ended_at": now.isoformat()}
    session.flush()


def lock_run(session: Session) -> JobState:
    """Return the state of the last run, empty before the first one, locked until the transaction ends."""
    return lock_job_state(session, RUN)


def _find_done(db: Connection, run: dict[str, Any], api_id: str) -> list[int]:
    """Return the proposals that are as the last run left them, the newest first: projects may follow earlier ones."""
    if run.get("id") != api_id or is_undo(run):
        raise NotFound
    if run.get("action", "create") == "create":
        created = ProjectProposal.accepted_at == datetime.fromisoformat(run["requested_at"])
        by_run = (created, ProjectProposal.accepted_by_id == run["user_id"], ProjectProposal.state == "accepted")
    else:
        by_run = (ProjectProposal.decided_in_run == api_id,)
    return list(db.execute(select(ProjectProposal.id).where(*by_run).order_by(ProjectProposal.id.desc())).scalars())


def is_undo(run: dict[str, Any]) -> bool:
    return run["undoes"] is not None if "undoes" in run else run.get("is_undo", False)


def read_run(db: Connection, actor: Actor) -> ProposalRun:
    """Return the last run, with refusals in the reader's language."""
    run = read_job_state(db, RUN)
    return {
        "api_id": run.get("id"),
        "status": run.get("status", "none"),
        "action": run.get("action", "create"),
        "is_undo": is_undo(run),
        "total": run.get("total", 0),
        "done": run.get("done", 0),
        "refused": run.get("refused", 0),
        "refusals": [
            {"api_id": one["api_id"], "name": one["name"], "reason": one["reasons"][actor.locale]}
            for one in run.get("refusals", ())
        ],
        "requested_by": _read_user(db, run.get("user_id")),
        "requested_at": _read_instant(run.get("requested_at")),
        "ended_at": _read_instant(run.get("ended_at")),
    }


def _read_user(db: Connection, key: int | None) -> Ref | None:
    row = db.execute(select(User.api_id, User.name).where(User.id == key)).first()
    return None if row is None else {"api_id": row.api_id, "name": row.name}


def _read_instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
