"""Dates undated terms with the actions of terms that people record, or dismisses them."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.actions import TermEditor
from regie.domains.records.dated_fields.schemas import TermFields
from regie.domains.records.projects.figures import FINISHED
from regie.domains.records.projects.models import STATE, Project
from regie.domains.records.terms.models import Term, UndatedTerm
from regie.domains.work.clients.actions import CLIENT_TERMS
from regie.domains.work.clients.schemas import ClientTermCreate, ClientTermUpdate
from regie.domains.work.projects.actions import PROJECT_TERMS
from regie.domains.work.projects.schemas import ProjectTermCreate, ProjectTermUpdate
from regie.domains.work.terms.actions import record_project_term
from regie.domains.work.terms.schemas import TermCreate
from regie.domains.work.undated_terms.queries import edit_scopes, editable_terms
from regie.domains.work.undated_terms.schemas import (
    TermDating,
    TermDismissal,
    UndatedTermDating,
)

_REFERENCES = ("account_manager", "project_manager", "team")
_EDITORS: dict[str, tuple[TermEditor[Any], type[TermFields], type[TermFields]]] = {
    "client": (CLIENT_TERMS, ClientTermCreate, ClientTermUpdate),
    "project": (PROJECT_TERMS, ProjectTermCreate, ProjectTermUpdate),
}


def date_undated_term(session: Session, actor: Actor, api_id: str, data: TermDating, clock: Clock) -> None:
    """Record the term from the day on; raise what recording it by hand would raise."""
    row = _load_open(session, actor, api_id, data, "dated")
    stays_open = isinstance(data, UndatedTermDating) and data.stays_open
    _require_fields(row, data, stays_open=stays_open)
    if data.effective_from > clock.today():
        raise Invalid({"effective_from": "not_yet"})
    if row.name == STATE:
        _record_state(session, actor, row, data, clock)
    else:
        _record_reference(session, actor, row, data, clock)
    if not stays_open:
        row.dated_on = data.effective_from
        _decide(session, actor, row, "dated", data.reason, clock)


def dismiss_undated_term(session: Session, actor: Actor, api_id: str, data: TermDismissal, clock: Clock) -> None:
    """Close the row without a change of its record."""
    row = _load_open(session, actor, api_id, data, "dismissed")
    _decide(session, actor, row, "dismissed", data.reason, clock)
    record = _record_of(session, row)
    log_event(
        session, "term_dismissed", subject=row.record, api_id=record.api_id, name=record.name,
        details={"term": row.name, "reason": data.reason},
    )  # fmt: skip


def _load_open(
    session: Session, actor: Actor, api_id: str, data: TermDating | TermDismissal, decision: str
) -> UndatedTerm:
    """Return the row, locked; raise Invalid when another person has already decided."""
    if not is_api_id(api_id):
        raise NotFound
    visible = editable_terms(*edit_scopes(actor))
    statement = select(UndatedTerm).where(UndatedTerm.api_id == api_id, visible).with_for_update()
    row = session.execute(statement, actor.params).scalar_one_or_none()
    if row is None:
        raise NotFound
    if row.decided_at is not None:
        raise Invalid(code="undated_term_decided")
    require_version(row, getattr(data, "version", None), {"decision": (row.decision, decision)})
    return row


def _require_fields(row: UndatedTerm, data: TermDating, *, stays_open: bool) -> None:
    """Require the person or team that the row lacks, and nothing that belongs to another row."""
    sent = {name for name in _REFERENCES if getattr(data, name) is not None}
    if stays_open and row.name == STATE:
        sent.add("stays_open")
    if others := sent - {row.name} - (set() if row.name == STATE else {"stays_open"}):
        raise Invalid(dict.fromkeys(sorted(others), "other_term"))
    if row.name != STATE and row.name not in sent:
        raise Invalid({row.name: "required"})


def _record_state(session: Session, actor: Actor, row: UndatedTerm, data: TermDating, clock: Clock) -> None:
    project = session.get_one(Project, row.record_id)
    if row.value == "ended":
        if project.status not in (*FINISHED, "cancelled"):
            raise Invalid(code="undated_term_runs")
        if row.cause == "cancelled_without_day":
            project.status = "ended"  # it ran, so it ended: a canceled retainer has no terms
            session.flush()
    term: dict[str, Any] = {"name": STATE, "state": row.value, "effective_from": data.effective_from.isoformat()}
    provisional = _find_provisional(session, row)
    if provisional is not None:
        term["replaces"] = provisional.isoformat()
    if data.reason is not None:
        term["reason"] = data.reason
    record_project_term(session, actor, project.api_id, TermCreate.model_validate(term), clock)


def _find_provisional(session: Session, row: UndatedTerm) -> date | None:
    """Return the first day of the pause that the migration recorded until a person decides."""
    if row.cause != "pause_without_day" or row.earliest_on is None:
        return None
    term = _find_term(session, row, row.earliest_on)
    is_provisional = term is not None and term.value == row.value and term.recorded_by_id is None
    return row.earliest_on if is_provisional else None


def _record_reference(session: Session, actor: Actor, row: UndatedTerm, data: TermDating, clock: Clock) -> None:
    """Record who it was from the day on; a term of that day whose name was unknown is changed."""
    api_id = _record_of(session, row).api_id
    body: dict[str, Any] = {"effective_from": data.effective_from.isoformat(), row.name: getattr(data, row.name)}
    if data.reason is not None:
        body["reason"] = data.reason
    term = _find_term(session, row, data.effective_from)
    unknown = None if term is None or term.reference_id is not None else term.api_id
    editor, creation, update = _EDITORS[row.record]
    if unknown is None:
        editor.record(session, actor, api_id, creation.model_validate(body), clock)
    else:
        editor.change(session, actor, api_id, unknown, update.model_validate(body), clock)


def _find_term(session: Session, row: UndatedTerm, day: date) -> Term | None:
    statement = select(Term).where(
        Term.record == row.record, Term.record_id == row.record_id, Term.name == row.name, Term.effective_from == day
    )
    return session.execute(statement).scalar_one_or_none()


def _record_of(session: Session, row: UndatedTerm) -> Project | Client:
    return session.get_one(Client if row.record == "client" else Project, row.record_id)


def _decide(session: Session, actor: Actor, row: UndatedTerm, decision: str, reason: str | None, clock: Clock) -> None:
    row.decision, row.decision_reason = decision, reason
    row.decided_at, row.decided_by_id = clock.now(), actor.user_id
    session.flush()
