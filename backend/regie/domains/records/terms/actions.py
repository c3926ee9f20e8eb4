"""Records, changes and removes dated terms; refuses those that would alter a closed month.

The caller locks the owner, checks the permission and writes the owner's log. `until` is the first day from which a
value of the record alters nothing more, because the record has ended.
"""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.rows import require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.terms.models import Term, UndatedTerm
from regie.domains.records.terms.queries import find_next_day
from regie.domains.records.terms.schemas import TermOwner, TermSource, TermValue


def load_term(session: Session, owner: TermOwner, api_id: str) -> Term:
    """Return a term of the record, locked for this transaction; raise NotFound for another record's."""
    statement = select(Term).where(
        Term.api_id == api_id, Term.record == owner.record, Term.record_id == owner.record_id
    )
    term = session.execute(statement.with_for_update()).scalar_one_or_none() if is_api_id(api_id) else None
    if term is None:
        raise NotFound
    return term


def record_term(
    session: Session,
    owner: TermOwner,
    name: str,
    day: date,
    value: TermValue,
    source: TermSource,
    until: date = date.max,
) -> Term:
    """Record a value from a day on; a second term of one name on one day is refused."""
    _require_free_day(session, owner, name, day)
    _require_open(session, owner, name, day, until)
    term = Term(
        record=owner.record, record_id=owner.record_id, name=name, effective_from=day, **_columns(value, source)
    )
    session.add(term)
    session.flush()
    return term


def set_term(
    session: Session,
    owner: TermOwner,
    name: str,
    day: date,
    value: TermValue,
    source: TermSource,
    until: date = date.max,
) -> Term:
    """Record a value from a day on, or correct that of the same day."""
    term = _find_on(session, owner, name, day)
    if term is None:
        return record_term(session, owner, name, day, value, source, until)
    if (term.value, term.amount, term.reference_id) != (value.text, value.amount, value.reference_id):
        change_term(session, term, day, value, source, until=until)
    return term


def change_term(
    session: Session,
    term: Term,
    day: date,
    value: TermValue,
    source: TermSource,
    *,
    version: int | None = None,
    conflicts: dict[str, tuple[Any, Any]] | None = None,
    since: date = date.min,
    until: date = date.max,
) -> None:
    """Change value, first day and reason; raise Changed (409) when the caller read another version.

    `conflicts` maps fields to (stored, sent), as for `require_version`. The record has no days before `since`.
    """
    require_version(term, version, conflicts or {})
    owner = TermOwner(term.record, term.record_id)
    _require_open(session, owner, term.name, term.effective_from, until, since)
    if day != term.effective_from:
        _require_free_day(session, owner, term.name, day)
        _require_open(session, owner, term.name, day, until)
    with session.no_autoflush:  # one change is one version
        term.effective_from = day
        for column, content in _columns(value, source).items():
            setattr(term, column, content)
    session.flush()


def remove_term(session: Session, term: Term, *, version: int | None = None, until: date = date.max) -> None:
    """Remove a term: the one before it holds on; raise Changed (409) when the caller read another version."""
    require_version(term, version, {"version": (term.version, version)})
    _require_open(session, TermOwner(term.record, term.record_id), term.name, term.effective_from, until)
    session.delete(term)
    session.flush()


def delete_terms(session: Session, owner: TermOwner, names: Collection[str] | None = None) -> None:
    """Delete all terms of a record that is deleted itself, or those of these names."""
    for model in (Term, UndatedTerm):
        statement = delete(model).where(model.record == owner.record, model.record_id == owner.record_id)
        session.execute(statement if names is None else statement.where(model.name.in_(names)))


def _columns(value: TermValue, source: TermSource) -> dict[str, Any]:
    return {
        "value": value.text,
        "amount": value.amount,
        "reference_id": value.reference_id,
        "reason": source.reason,
        "recorded_at": source.at,
        "recorded_by_id": source.user_id,
    }


def _find_on(session: Session, owner: TermOwner, name: str, day: date) -> Term | None:
    return session.execute(
        select(Term).where(
            Term.record == owner.record,
            Term.record_id == owner.record_id,
            Term.name == name,
            Term.effective_from == day,
        )
    ).scalar_one_or_none()


def _require_free_day(session: Session, owner: TermOwner, name: str, day: date) -> None:
    if _find_on(session, owner, name, day) is not None:
        raise Invalid({"effective_from": "term_taken"})


def _require_open(
    session: Session, owner: TermOwner, name: str, day: date, until: date, since: date = date.min
) -> None:
    """Require that no day on which a term from this day on holds is in a closed month."""
    next_day = find_next_day(session, owner, name, day) or date.max
    require_open_from(session, max(day, since), min(next_day, until))
