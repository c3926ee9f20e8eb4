"""Changes what stored figures read by dated terms: pauses and ends of retainers, and terms of people and accounts."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.actions import Change, TermInput, record_values, show_values_of_today
from regie.domains.records.dated_fields.schemas import FIELDS_OF
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import PAUSED, STATE, Project
from regie.domains.records.terms.actions import set_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.schemas import TermOwner, TermSource, TermValue
from regie.domains.records.users.models import User
from tests.conftest import NOON
from tests.domains.insights.figure_builds.agency import CHANGES, Agency, any_day, pick

_TODAY = NOON.date()
_CHANGE = Change(_TODAY, NOON)


def _set_state(session: Session, random: Random, state: str, day: date) -> Project | None:
    key = pick(session, random, Project, Project.kind == "retainer")
    if key is not None:
        set_term(session, TermOwner("project", key), STATE, day, TermValue(state), TermSource(NOON))
    return None if key is None else session.get_one(Project, key)


def _pause(session: Session, agency: Agency, random: Random) -> None:
    _set_state(session, random, PAUSED, any_day(random))


def _resume(session: Session, agency: Agency, random: Random) -> None:
    paused = pick(session, random, Term, Term.name == STATE, Term.value == PAUSED)
    if paused is None:
        _set_state(session, random, "active", any_day(random))
    else:
        term = session.get_one(Term, paused)
        day = term.effective_from + timedelta(days=random.randrange(1, 60))
        set_term(session, TermOwner(term.record, term.record_id), STATE, day, TermValue("active"), TermSource(NOON))


def _end(session: Session, agency: Agency, random: Random) -> None:
    day = any_day(random)
    project = _set_state(session, random, "ended", day)
    if project is not None:
        project.end_on, project.status = max(day - timedelta(days=1), project.start_on), "ended"


def _record(session: Session, agency: Agency, random: Random, model: Any, values: dict[str, Any]) -> None:
    """Record a value of a random record from a past day on, in its terms and its column."""
    key, name, day = pick(session, random, model), random.choice(sorted(values)), any_day(random)
    field = FIELDS_OF[model][name]
    known = select(Term.id).where(
        Term.record == field.record, Term.record_id == key, Term.name == name, Term.effective_from == day
    )
    if session.execute(known).first() is None:
        row = session.get_one(model, key)
        record_values(session, row, {name: values[name]}, TermInput(day, None, None), _CHANGE)
        show_values_of_today(session, row, _CHANGE)


def _record_employment(session: Session, agency: Agency, random: Random) -> None:
    values = {
        "is_billable": random.random() < 0.5,
        "capacity_hours_week": Decimal(random.choice(("24.00", "32.50", "40.00"))),
        "utilisation_target": random.choice((60, 75, None)),
    }
    _record(session, agency, random, Employee, values)


def _record_account(session: Session, agency: Agency, random: Random) -> None:
    values: dict[str, Any] = {"account_manager": pick(session, random, User)}
    model = random.choice((Client, Project))
    if model is Project:
        values["project_manager"] = pick(session, random, Employee)
    _record(session, agency, random, model, values)


def _change_term(session: Session, agency: Agency, random: Random) -> None:
    """Change a term without its record, as a statement that changes many rows does; or remove it."""
    key = pick(session, random, Term, Term.record != "client", Term.name.in_((STATE, "is_billable", "account_manager")))
    if key is None:
        _pause(session, agency, random)
        return
    term, day = session.get_one(Term, key), any_day(random)
    known = select(Term.id).where(
        Term.record == term.record, Term.record_id == term.record_id, Term.name == term.name,
        Term.effective_from == day,
    )  # fmt: skip
    if random.random() < 0.3:
        session.execute(delete(Term).where(Term.id == key))
    elif term.effective_from.year > 1900 and session.execute(known).first() is None:
        session.execute(
            update(Term).where(Term.id == key).values(effective_from=day),
            execution_options={"synchronize_session": False},
        )
    elif term.name == STATE:
        session.execute(
            update(Term).where(Term.id == key).values(value=random.choice((PAUSED, "active"))),
            execution_options={"synchronize_session": False},
        )
    session.expire_all()


def record_future_terms(session: Session, agency: Agency, day: date) -> None:
    """Record terms of every retainer, employee and account that begin on a later day."""
    for key in session.execute(select(Project.id).where(Project.kind == "retainer")).scalars().all():
        set_term(session, TermOwner("project", key), STATE, day, TermValue(PAUSED), TermSource(NOON))
    given = TermInput(day, None, None)
    for key in agency.employees:
        employee = session.get_one(Employee, key)
        values = {"is_billable": not employee.is_billable, "capacity_hours_week": Decimal("12.00")}
        record_values(session, employee, values, given, _CHANGE)
    manager = session.execute(select(User.id).order_by(User.id.desc()).limit(1)).scalar_one()
    for key in agency.clients:
        record_values(session, session.get_one(Client, key), {"account_manager": manager}, given, _CHANGE)


ALL_CHANGES = CHANGES | {
    "pause": _pause,
    "resume": _resume,
    "end": _end,
    "record employment": _record_employment,
    "record account": _record_account,
    "change term": _change_term,
}
