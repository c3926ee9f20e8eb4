"""Stores what a recurring job has done, so that it runs once whichever worker runs it."""

from typing import Any

from sqlalchemy import JSON, Connection, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.db.inserts import insert_into
from regie.core.db.model import Model


class JobState(Model):
    """The state of one job; instants and dates are ISO texts."""

    __tablename__ = "job_states"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)


def state_of(name: str) -> Any:
    """Return the statement that reads the state of a job."""
    return select(JobState.state).where(JobState.name == name)


def read_job_state(db: Connection, name: str) -> dict[str, Any]:
    return db.execute(state_of(name)).scalar() or {}


def lock_job_state(session: Session, name: str) -> JobState:
    """Return the state of a job, empty before it first ran, locked until the transaction ends."""
    empty = insert_into(session, JobState).values(name=name, state={})
    session.execute(empty.on_conflict_do_nothing(index_elements=[JobState.name]))
    return session.execute(select(JobState).where(JobState.name == name).with_for_update()).scalar_one()


def save_job_state(session: Session, name: str, state: dict[str, Any]) -> None:
    """Save the state; workers that save at the same time do not fail each other."""
    row = insert_into(session, JobState).values(name=name, state=state)
    session.execute(row.on_conflict_do_update(index_elements=[JobState.name], set_={"state": row.excluded.state}))
