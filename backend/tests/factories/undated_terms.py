"""Creates undated terms, with what a migration records until a person decides."""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import Term, UndatedTerm
from tests.factories.work import SYNCED


def make_undated_state(session: Session, project: Project, cause: str, value: str, **fields: Any) -> UndatedTerm:
    days = {"earliest_on": project.start_on, "latest_on": date(2026, 11, 1)}
    return _add(session, UndatedTerm(**_of(project), name="state", cause=cause, value=value, **(days | fields)))


def make_undated_pause(session: Session, project: Project) -> UndatedTerm:
    """The project is on hold: the factory paused it from its first day, as the migration does."""
    return make_undated_state(session, project, "pause_without_day", "on_hold")


def make_unknown_name(
    session: Session, record: Project | Client, unknown_from: date, names: str = "Zoe", name: str = "account_manager"
) -> UndatedTerm:
    """The record has no manager from this day on."""
    owner = _of(record)
    session.add(Term(**owner, name=name, effective_from=unknown_from, recorded_at=SYNCED))
    details = {"names": names}
    undated = UndatedTerm(**owner, name=name, cause="unknown_name", latest_on=unknown_from, details=details)
    return _add(session, undated)


def _of(record: Project | Client) -> dict[str, Any]:
    return {"record": "client" if isinstance(record, Client) else "project", "record_id": record.id}


def _add(session: Session, undated: UndatedTerm) -> UndatedTerm:
    session.add(undated)
    session.flush()
    return undated
