"""Records, changes, removes and lists the dated terms of an employee, with cost rates and memberships in teams."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_visible, require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid
from regie.core.api.wire import Page
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.domains.people.employees import rules
from regie.domains.people.employees.cost_rates import (
    change_cost_rate,
    find_cost_rate,
    list_cost_rates,
    record_cost_rate,
    remove_cost_rate,
)
from regie.domains.people.employees.queries import known_employees, readable_employees
from regie.domains.people.employees.schemas import EmployeeTermCreate, EmployeeTermUpdate
from regie.domains.people.teams.actions import record_future_membership, remove_membership
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import known_teams, list_membership_terms
from regie.domains.records.dated_fields.actions import (
    Change,
    TermEditor,
    TermInput,
    owner_of,
    record_values,
    remove_value,
    show_values_of_today,
    touch,
)
from regie.domains.records.dated_fields.queries import TermsOf, list_dated_terms, sort_terms
from regie.domains.records.dated_fields.schemas import EMPLOYEE_FIELDS, ORDER, DatedTerm, DatedTermQuery
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.terms.actions import load_term

_NOT_NULL = ("capacity_hours_week", "cost_rate", "team")


def _require_known(employee: Employee) -> None:
    if is_erased_email(employee.email):
        raise Invalid(code="person_erased")


def _require_employed(employee: Employee, day: date) -> None:
    if employee.started_on is not None and day < employee.started_on:
        raise Invalid({"effective_from": "before_employment"})
    if employee.ended_on is not None and employee.ended_on < day:
        raise Invalid({"effective_from": FieldError("after_employment", day=employee.ended_on)})


def _return_values(_session: Session, _actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    return values


EMPLOYEE_TERMS = TermEditor(
    Employee,
    view=(Permission.EMPLOYEES_VIEW, known_employees),
    edit=(Permission.EMPLOYEES_EDIT, readable_employees),
    resolve=_return_values,
    required=("capacity_hours_week",),
    targets={},
    require_editable=_require_known,
    require_day=_require_employed,
)


def record_employment_terms(
    session: Session, actor: Actor, api_id: str, data: EmployeeTermCreate, clock: Clock
) -> None:
    """Record the sent values from one day on; nothing is stored when one of them is refused."""
    employee, change = EMPLOYEE_TERMS.load(session, actor, api_id), Change.by(actor, clock)
    sent = data.model_dump(exclude_unset=True)
    given = TermInput.of(data)
    values = {name: sent[name] for name in EMPLOYEE_FIELDS if name in sent}
    cost = {name: sent.get(name) for name in rules.COST_FIELDS} | {"cost_starts_on": given.day}
    if not values and sent.get("cost_rate") is None and sent.get("team") is None:
        raise Invalid({"effective_from": "nothing_sent"})
    if empty := [name for name in _NOT_NULL if name in sent and sent[name] is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    _require_employed(employee, given.day)
    team = sent.get("team")
    team_id = None if team is None else _find_team(session, actor, team)
    record_values(session, employee, values, given, change)
    if sent.get("cost_rate") is not None:
        rules.require_cost_rate(actor, cost, None)
        record_cost_rate(session, employee, cost, given, change)
    if team_id is not None:
        record_future_membership(session, employee, team_id, is_member=data.is_member, given=given, change=change)
    show_values_of_today(session, employee, change)


def change_employment_term(
    session: Session, actor: Actor, api_id: str, term_id: str, data: EmployeeTermUpdate, clock: Clock
) -> None:
    """Change a term or a cost rate: its value, first day or reason."""
    employee, change = EMPLOYEE_TERMS.load(session, actor, api_id), Change.by(actor, clock)
    sent = data.model_dump(exclude_unset=True)
    rate = _find_own_rate(session, actor, employee, term_id)
    if rate is None:
        if others := sorted(sent.keys() & {"cost_rate", "cost_currency"}):
            raise Invalid(dict.fromkeys(others, "other_term"))
        EMPLOYEE_TERMS.change(session, actor, api_id, term_id, data, clock)
        return
    if others := sorted(sent.keys() & EMPLOYEE_FIELDS.keys()):
        raise Invalid(dict.fromkeys(others, "other_term"))
    values = {"cost_rate": sent.get("cost_rate") or rate.amount, "cost_currency": sent.get("cost_currency")}
    values["cost_currency"] = values["cost_currency"] or rate.currency
    given = TermInput(sent.get("effective_from") or rate.starts_on, sent.get("reason", rate.reason), data.version)
    stored = {"cost_rate": rate.amount, "cost_currency": rate.currency, "effective_from": rate.starts_on}
    wanted = {**values, "effective_from": given.day}
    conflicts = {name: (_to_wire(stored[name]), _to_wire(wanted[name])) for name in stored if name in sent}
    require_version(employee, given.version, conflicts)
    _require_employed(employee, given.day)
    change_cost_rate(session, employee, rate, values, given, change)
    touch(employee, change)
    session.flush()


def _to_wire(value: Any) -> Any:
    return f"{value:.2f}" if isinstance(value, Decimal) else value


def _find_own_rate(session: Session, actor: Actor, employee: Employee, term_id: str) -> EmployeeCostRate | None:
    """Return the cost rate of this id, which the caller may change; None for another term, or without seeing rates."""
    rate = find_cost_rate(session, employee, term_id) if actor.can(Permission.EMPLOYEES_COST_RATES) else None
    if rate is not None and not actor.can(Permission.EMPLOYEES_EDIT_COST_RATES):
        raise Forbidden
    return rate


def remove_employment_term(session: Session, actor: Actor, api_id: str, term_id: str, clock: Clock) -> None:
    """Remove a term or a cost rate: what held before holds on."""
    employee, change = EMPLOYEE_TERMS.load(session, actor, api_id), Change.by(actor, clock)
    rate = _find_own_rate(session, actor, employee, term_id)
    if rate is not None:
        remove_cost_rate(session, employee, rate)
        touch(employee, change)
        session.flush()
        return
    term = load_term(session, owner_of(employee), term_id)
    if term.name in EMPLOYEE_FIELDS:
        remove_value(session, employee, term_id, change)
    else:
        if not actor.can(Permission.TEAMS_EDIT):
            raise Forbidden
        remove_membership(session, employee, term, change)


def list_employment_terms(
    db: Connection, actor: Actor, api_id: str, query: DatedTermQuery, today: date
) -> Page[DatedTerm]:
    """List the terms of an employee whose whole record the caller may see."""
    with Session(db) as session:
        employee = load_visible(session, actor, Employee, api_id, (Permission.EMPLOYEES_VIEW, readable_employees))
    can_edit = actor.can(Permission.EMPLOYEES_EDIT) and not is_erased_email(employee.email)
    current: dict[Any, Any] = {field: getattr(employee, field.column) for field in EMPLOYEE_FIELDS.values()}
    terms = list_dated_terms(db, TermsOf(owner_of(employee), current, {}, today, can_edit))
    memberships = list_membership_terms(
        db, employee.id, employee.user_id, today, can_edit=can_edit and actor.can(Permission.TEAMS_EDIT)
    )
    if actor.can(Permission.EMPLOYEES_COST_RATES):
        can_change = can_edit and actor.can(Permission.EMPLOYEES_EDIT_COST_RATES)
        terms += list_cost_rates(db, employee.id, today, can_edit=can_change)
    return paginate(query, sort_terms([*terms, *memberships]), lambda term: term, order=ORDER)


def _find_team(session: Session, actor: Actor, api_id: str) -> int:
    if not actor.can(Permission.TEAMS_EDIT):
        raise Invalid({"team": "not_yours"})
    return find_reference(session, actor, Team, api_id, field="team", view=(Permission.TEAMS_VIEW, known_teams))
