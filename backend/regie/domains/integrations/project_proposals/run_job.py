"""Creates, ignores or restores all proposals of a list in the worker, a few per transaction, or undoes that."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import structlog
from sqlalchemy import Connection, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Problem
from regie.core.audit.activity import set_author
from regie.core.db.database import Database, savepoint
from regie.core.job_states import read_job_state
from regie.core.text.locale import LOCALES, Locale
from regie.core.time.clock import Clock
from regie.domains.integrations.project_proposals.actions import RunMark, update_proposal
from regie.domains.integrations.project_proposals.models import RUN, ProjectProposal
from regie.domains.integrations.project_proposals.runs import is_undo, lock_run
from regie.domains.integrations.project_proposals.schemas import ProposalState, ProposalUpdate

log = structlog.get_logger("regie.project_proposals")
# SQLite has one writer: it is free again after each slice, and the pause lets others have it.
SLICE = 25
_PAUSE_SECONDS = 0.1
# More would not be read one by one.
_MAX_REFUSALS = 100
# The state before and after each action. Undoing goes back.
_STATES: Mapping[str, tuple[ProposalState, ProposalState]] = {
    "create": ("open", "accepted"),
    "ignore": ("open", "ignored"),
    "restore": ("ignored", "open"),
}


class LoadActor(Protocol):
    """Returns who requested the run with their current permissions (`sessions.queries.load_actor`)."""

    def __call__(self, db: Connection, user_id: int, locale: Locale) -> Actor: ...


@dataclass(frozen=True, slots=True)
class ProposalRunJob:
    """Executes a run; one that a worker left unfinished continues where it was."""

    database: Database
    clock: Clock
    load_actor: LoadActor
    is_stopping: Callable[[], bool] = lambda: False

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            run = read_job_state(db, RUN)
        return [run["id"]] if run.get("status") == "running" else []

    def run(self, run_id: str) -> None:
        try:
            while not self.is_stopping() and self._run_slice(run_id):
                time.sleep(_PAUSE_SECONDS)
        except OperationalError:
            # The database is unavailable: the run waits.
            raise
        except Exception:
            log.exception("run of proposals failed", run=run_id)
            self.give_up(run_id)

    def give_up(self, run_id: str) -> None:
        """End a run that ended its process repeatedly, or that an error stopped; what it has done stays."""
        with self.database.write() as session:
            row = lock_run(session)
            if row.state.get("id") == run_id:
                row.state = {**row.state, "status": "failed", "left": [], "ended_at": self.clock.now().isoformat()}

    def _run_slice(self, run_id: str) -> bool:
        """Change the next proposals; return whether some are left. Progress is stored with what it counts."""
        with self.database.write() as session:
            row = lock_run(session)
            run = row.state
            if (run.get("id"), run.get("status")) != (run_id, "running"):
                return False
            actor = self.load_actor(session.connection(), run["user_id"], run["locale"])
            set_author(session, actor, self.clock.now())
            may_create = actor.can(Permission.PROJECTS_CREATE) or run.get("action", "create") != "create"
            if actor.can(Permission.MATCHING_EDIT) and may_create:
                run = _change_slice(session, actor, run, self.clock.in_zone(actor.zone))
            else:
                run = {**run, "status": "stopped", "left": []}
            if not run["left"]:
                status = "finished" if run["status"] == "running" else run["status"]
                run = {**run, "status": status, "ended_at": self.clock.now().isoformat()}
            row.state = run
            return bool(run["left"])


def _change_slice(session: Session, actor: Actor, run: dict[str, Any], clock: Clock) -> dict[str, Any]:
    """Return the run after its next proposals; those that are gone, or that others decided meanwhile, are left out."""
    keys, left = run["left"][:SLICE], run["left"][SLICE:]
    before, after = _STATES[run.get("action", "create")]
    if is_undo(run):
        before, after = after, before
    columns = (ProjectProposal.id, ProjectProposal.api_id, ProjectProposal.name)
    statement = select(*columns).where(ProjectProposal.id.in_(keys), ProjectProposal.state == before)
    found = {row.id: row for row in session.execute(statement)}
    mark = RunMark(run["id"], datetime.fromisoformat(run["requested_at"]))
    refusals: list[dict[str, Any]] = []
    for key in keys:
        if (row := found.get(key)) is None:
            continue
        try:
            with savepoint(session):
                update_proposal(session, actor, row.api_id, ProposalUpdate(state=after), clock, mark)
        except Problem as problem:
            refusals.append({"api_id": row.api_id, "name": row.name, "reasons": _reasons(problem)})
    return {
        **run,
        "left": left,
        "total": run["total"] - (len(keys) - len(found)),
        "done": run["done"] + len(found) - len(refusals),
        "refused": run["refused"] + len(refusals),
        "refusals": [*run["refusals"], *refusals][:_MAX_REFUSALS],
    }


def _reasons(problem: Problem) -> dict[str, str]:
    """Return why in both languages: another person may read it. A field's error says more than the general message."""
    reasons = {}
    for locale in LOCALES:
        body = problem.body(locale)
        fields = [text for texts in body.get("errors", {}).values() for text in texts]
        reasons[locale] = " ".join(dict.fromkeys(fields)) if problem.code == "invalid" and fields else body["message"]
    return reasons
