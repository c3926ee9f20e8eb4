"""Requests the loading and the removal of sample data; the worker executes both."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Changed, Invalid
from regie.core.db.inserts import insert_into
from regie.core.sample_data import SampleData
from regie.domains.administration.sample_data.queries import count_added, is_empty
from regie.domains.integrations.connections.queries import Environment


def request_loading(session: Session, environment: Environment, actor: Actor, now: datetime) -> None:
    """Request the sample; raise Changed if another administrator was first, Invalid where records exist."""
    session.execute(delete(SampleData).where(SampleData.state == "failed"))
    insert = insert_into(session, SampleData).values(
        id=1,
        state="loading",
        progress=0,
        requested_at=now,
        requested_by_id=actor.user_id,
    )
    requested = insert.on_conflict_do_nothing(index_elements=["id"]).returning(SampleData.id)
    if session.execute(requested).first() is None:
        raise Changed(code="sample_data_requested")
    if not is_empty(session.connection(), environment):
        raise Invalid(code="sample_data_not_empty")


def request_removal(session: Session, actor: Actor, added: int, now: datetime) -> None:
    """Request the removal; raise Changed if it was requested, or if more was added than the caller saw."""
    row = session.execute(select(SampleData).with_for_update()).scalar_one_or_none()
    if row is None or row.state in ("loading", "failed"):
        raise Invalid(code="sample_data_missing")
    if row.state == "removing":
        raise Changed(code="sample_data_requested")
    if sum(one["count"] for one in count_added(session.connection())) != added:
        raise Changed(code="sample_data_added")
    row.state, row.accepted, row.error = "removing", added, None
    row.requested_at, row.requested_by_id = now, actor.user_id
    session.flush()
