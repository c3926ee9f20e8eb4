"""Records, corrects, removes and lists the cost rates of employees, which have their own dated table."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_event
from regie.core.db.ids import new_api_id
from regie.core.money.amounts import money
from regie.domains.records.dated_fields.actions import Change, TermInput
from regie.domains.records.dated_fields.queries import state_of
from regie.domains.records.dated_fields.schemas import DatedTerm, TermAction
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.users.models import User

_Rate = tuple[str, date]


def set_cost_rate(session: Session, employee: Employee, rate: Mapping[str, Any], change: Change) -> None:
    """Record the rate of a form or a file.

    Without a day it holds from today on, and corrects that of today like other dated values. A day that is named and
    has another rate already is refused; the same rate changes nothing.
    """
    if rate["cost_rate"] is None:
        return
    day = rate["cost_starts_on"] or max(change.today, employee.started_on or change.today)
    line = _find_on(session, employee, day)
    if line is None:
        _add(session, employee, rate, day, None, change)
    elif (line.amount, line.currency) != (rate["cost_rate"], rate["cost_currency"]):
        if rate["cost_starts_on"] is not None:
            raise Invalid({"cost_starts_on": "term_taken"})
        _correct(session, employee, line, rate, TermInput(day, None, None), change)


def record_cost_rate(
    session: Session, employee: Employee, rate: Mapping[str, Any], given: TermInput, change: Change
) -> None:
    """Record a rate from a day on; a second one of the same day is refused."""
    _require_free_day(session, employee, given.day)
    _add(session, employee, rate, given.day, given.reason, change)


def change_cost_rate(
    session: Session,
    employee: Employee,
    line: EmployeeCostRate,
    rate: Mapping[str, Any],
    given: TermInput,
    change: Change,
) -> None:
    """Correct amount, first day and reason; the log keeps what was known before, by whom and when."""
    if given.day != line.starts_on:
        _require_free_day(session, employee, given.day)
    _correct(session, employee, line, rate, given, change)


def remove_cost_rate(session: Session, employee: Employee, line: EmployeeCostRate) -> None:
    """Remove a rate: the one before it holds on."""
    _require_open_month(session, employee, line.starts_on)
    session.delete(line)
    session.flush()
    _log(session, employee, (line, None), None)


def find_cost_rate(session: Session, employee: Employee, term_id: str) -> EmployeeCostRate | None:
    """Return a rate of the employee by its api_id."""
    statement = select(EmployeeCostRate).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.api_id == term_id
    )
    return session.execute(statement).scalar_one_or_none()


def list_cost_rates(db: Connection, employee_id: int, today: date, *, can_edit: bool) -> list[DatedTerm]:
    """Return the cost rates as dated terms."""
    statement = (
        select(EmployeeCostRate.__table__, User.api_id.label("user"), User.name.label("user_name"))
        .outerjoin(User, User.id == EmployeeCostRate.recorded_by_id)
        .where(EmployeeCostRate.employee_id == employee_id)
        .order_by(EmployeeCostRate.starts_on)
    )
    rates = db.execute(statement).all()
    in_force = max((row.starts_on for row in rates if row.starts_on <= today), default=None)
    actions: list[TermAction] = ["change", "remove"]
    return [
        {
            "api_id": row.api_id,
            "term": "cost_rate",
            "value": None,
            "reference": None,
            "amount": money(row.amount, row.currency),
            "effective_from": row.starts_on,
            "state": state_of(row.starts_on, in_force, today),
            "reason": row.reason,
            "recorded_at": row.recorded_at,
            "recorded_by": None if row.user is None else {"api_id": row.user, "name": row.user_name},
            "can": actions if can_edit and row.api_id is not None else [],
        }
        for row in rates
    ]


def _add(
    session: Session, employee: Employee, rate: Mapping[str, Any], day: date, reason: str | None, change: Change
) -> None:
    _require_open_month(session, employee, day)
    line = EmployeeCostRate(
        employee_id=employee.id, starts_on=day, amount=rate["cost_rate"], currency=rate["cost_currency"],
        reason=reason, recorded_at=change.now, recorded_by_id=change.user_id,
    )  # fmt: skip
    session.add(line)
    session.flush()
    _log(session, employee, (None, line), reason)


def _correct(
    session: Session,
    employee: Employee,
    line: EmployeeCostRate,
    rate: Mapping[str, Any],
    given: TermInput,
    change: Change,
) -> None:
    before = EmployeeCostRate(amount=line.amount, currency=line.currency, starts_on=line.starts_on)
    _require_open_month(session, employee, line.starts_on)
    line.amount, line.currency, line.starts_on = rate["cost_rate"], rate["cost_currency"], given.day
    line.reason, line.recorded_at, line.recorded_by_id = given.reason, change.now, change.user_id
    line.api_id = line.api_id or new_api_id()
    session.flush()
    _require_open_month(session, employee, line.starts_on)
    _log(session, employee, (before, line), given.reason)


def _find_on(session: Session, employee: Employee, day: date) -> EmployeeCostRate | None:
    statement = select(EmployeeCostRate).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.starts_on == day
    )
    return session.execute(statement).scalar_one_or_none()


def _require_free_day(session: Session, employee: Employee, day: date) -> None:
    if _find_on(session, employee, day) is not None:
        raise Invalid({"effective_from": "term_taken"})


def _require_open_month(session: Session, employee: Employee, starts_on: date) -> None:
    later = select(func.min(EmployeeCostRate.starts_on)).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.starts_on > starts_on
    )
    require_open_from(session, starts_on, session.execute(later).scalar())


def _log(
    session: Session,
    employee: Employee,
    rates: tuple[EmployeeCostRate | None, EmployeeCostRate | None],
    reason: str | None,
) -> None:
    """Log what the rate was and is; those who may see cost rates read it."""
    before, after = rates
    changes: dict[str, tuple[Any, Any]] = {
        "cost_rate": (_text_of(before), _text_of(after)),
        "cost_starts_on": (before and before.starts_on, after and after.starts_on),
    }
    if reason is not None:
        changes["reason"] = (None, reason)
    log_event(
        session, "cost_rate_set", subject="employee", api_id=employee.api_id, name=employee.name, topic="cost",
        changes=changes,
    )  # fmt: skip


def _text_of(rate: EmployeeCostRate | None) -> str | None:
    return None if rate is None else f"{rate.amount:.2f} {rate.currency}"
