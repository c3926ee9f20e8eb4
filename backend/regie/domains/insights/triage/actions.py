"""Snoozes, assigns and dismisses matters of the triage list."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import new_api_id
from regie.core.db.inserts import insert_into
from regie.core.time.clock import Clock
from regie.domains.insights.triage.assignees import find_assignees
from regie.domains.insights.triage.matters import UNMATCHED, Matter
from regie.domains.insights.triage.models import TriageMatter, TriageSnooze
from regie.domains.insights.triage.queries import find_matter
from regie.domains.insights.triage.schemas import AssignmentUpdate, DismissalUpdate, MatterKind, SnoozeUpdate
from regie.domains.insights.triage.sources import SOURCES, read_matters
from regie.domains.records.users.models import User


def set_snooze(session: Session, actor: Actor, clock: Clock, data: SnoozeUpdate) -> None:
    """Hide a matter from the caller until a day, or show it again."""
    matter = require_matter(session, actor, clock, data.kind, data.record)
    own = (
        TriageSnooze.user_id == actor.user_id,
        TriageSnooze.kind == matter.kind,
        TriageSnooze.record == matter.record,
    )
    if data.until is None:
        session.execute(delete(TriageSnooze).where(*own))
        return
    tomorrow = clock.today() + timedelta(days=1)
    if data.until < tomorrow:
        raise Invalid({"until": FieldError("at_least_day", day=tomorrow.isoformat())})
    values = {"user_id": actor.user_id, "kind": matter.kind, "record": matter.record, "until": data.until}
    insert = insert_into(session, TriageSnooze).values(**values)
    session.execute(
        insert.on_conflict_do_update(index_elements=["user_id", "kind", "record"], set_={"until": data.until})
    )


def assign(session: Session, actor: Actor, clock: Clock, data: AssignmentUpdate) -> Matter:
    """Give a matter to a user who may see it, or back to the account manager; log it."""
    matter = require_matter(session, actor, clock, data.kind, data.record)
    if matter.record == UNMATCHED or SOURCES[matter.kind].is_personal:
        raise Invalid({"record": "reference"})
    assignee = _find_assignee(session, matter, clock, data.user)
    row, is_new = _load(session, matter)
    before = None if row.assignee_id is None else session.get_one(User, row.assignee_id)
    before_id = before and before.api_id
    require_version(row, None if is_new else data.version, {"user": (before_id, assignee and assignee.user_api_id)})
    row.assignee_id = assignee and assignee.user_id
    session.flush()
    if before_id != (assignee and assignee.user_api_id):
        change = (before and before.name, assignee and assignee.name)
        _log(session, "matter_assigned", matter, {"assignee": change})
    return matter


def set_dismissed(session: Session, actor: Actor, clock: Clock, data: DismissalUpdate) -> None:
    """Dismiss won deals that need no project, for everybody, or rank them again."""
    matters = {matter.record: matter for matter in read_matters(session.connection(), actor, clock, ("deal",))}
    if not set(data.deals) <= matters.keys():
        raise NotFound
    for record in data.deals:
        row, _is_new = _load(session, matters[record])
        if (row.dismissed_at is not None) is data.dismissed:
            continue
        row.dismissed_at = clock.now() if data.dismissed else None
        _log(session, "matter_dismissed" if data.dismissed else "matter_restored", matters[record], {})
    session.flush()


def require_matter(session: Session, actor: Actor, clock: Clock, kind: MatterKind, record: str) -> Matter:
    matter = find_matter(session.connection(), actor, clock, kind, record)
    if matter is None:
        raise NotFound
    return matter


def _find_assignee(session: Session, matter: Matter, clock: Clock, user: str | None) -> Actor | None:
    if user is None:
        return None
    for candidate in find_assignees(session.connection(), matter, clock):
        if candidate.user_api_id == user:
            return candidate
    raise Invalid({"user": "reference"})


def _load(session: Session, matter: Matter) -> tuple[TriageMatter, bool]:
    """Return the locked row of a matter, and whether this call created it."""
    values = {"kind": matter.kind, "record": matter.record}
    insert = insert_into(session, TriageMatter).values(api_id=new_api_id(), version=1, **values)
    created: Sequence[Any] = session.execute(
        insert.on_conflict_do_nothing(index_elements=["kind", "record"]).returning(TriageMatter.id)
    ).all()
    statement = select(TriageMatter).filter_by(**values).with_for_update()
    return session.execute(statement).scalar_one(), bool(created)


def _log(session: Session, action: str, matter: Matter, changes: dict[str, tuple[Any, Any]]) -> None:
    """Log on the project or the client; on the deal, which may have neither."""
    details = {"matter": matter.kind}
    if matter.kind == "deal":
        log_event(session, action, subject="deal", api_id=matter.record, name=matter.name or "", details=details,
                  changes=changes)  # fmt: skip
        return
    record = matter.project or matter.client
    assert record is not None
    log_event(session, action, subject="project" if matter.project else "client", api_id=record["api_id"],
              name=record["name"], details=details, changes=changes)  # fmt: skip
