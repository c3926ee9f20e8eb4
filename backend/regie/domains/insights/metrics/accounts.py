"""Reads the retainers of the accounts of employees, and their MRR at the end of a day.

The database adds up the fees of retainers that need no calculation.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, literal, or_, select, union_all
from sqlalchemy.orm import Session

from regie.domains.insights.metrics.figures import EmployeeSpan, HeldRun, HeldRuns, StoredAmount, mrr_amounts
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.dated_fields.figures import split_days, value_at
from regie.domains.records.dated_fields.queries import managed_at_any_time, read_account_managers
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.figures import FINISHED, NEVER_STARTED
from regie.domains.records.projects.models import PAUSED, STATE, Project, ProjectFee
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import value_on
from regie.domains.work.churns.queries import read_runs

_ACCOUNT_MANAGER = PROJECT_FIELDS["account_manager"]
_IS_RETAINER = Project.kind == "retainer"
_MAX_DAYS = 4
Db = Connection | Session
_Amounts = Mapping[tuple[date, int], list[StoredAmount]]


def read_account_runs(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, HeldRuns]:
    """The runs of the retainers whose account the employee managed, with the days on which they did."""
    held = {span.employee_id: HeldRuns() for span in spans}
    account = managed_at_any_time(_ACCOUNT_MANAGER, held)
    managers = read_account_managers(db, _ACCOUNT_MANAGER, and_(Project.kind == "retainer", account))
    for of_client in read_runs(db, account, {}).values():
        for run in of_client:
            for first, last, employee_id in split_days(managers[run.project], date.min, date.max):
                if employee_id in held:
                    held[employee_id].parts.append(HeldRun(run, first, last))
    return {span: held[span.employee_id] for span in spans}


def read_account_mrr(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """The fees in force at the end of each span, of the retainers whose account the employee managed on that day."""
    days = sorted({span.last for span in spans})
    if len(days) > _MAX_DAYS:
        held = read_account_runs(db, spans)
        return {span: mrr_amounts(held[span].on(span.last), span.last) for span in spans}
    found = _read_amounts(db, {span.employee_id for span in spans}, days)
    return {span: found.get((span.last, span.employee_id), []) for span in spans}


def _read_amounts(db: Db, people: Collection[int], days: Collection[date]) -> _Amounts:
    """By day and employee, the fees in force at the end of the day."""
    amounts: dict[tuple[date, int], list[StoredAmount]] = defaultdict(list)
    if not people:
        return amounts
    account = managed_at_any_time(_ACCOUNT_MANAGER, people)
    for day, employee_id, currency, fee in db.execute(union_all(*(_select_plain(day, days, account) for day in days))):
        # Before its first fee, a retainer has none.
        if fee is not None:
            amounts[day, employee_id].append((day, currency, fee))
    # A churn that was won back may have been recorded for days outside the contract.
    needs_runs = or_(_is_won_back(), and_(or_(*map(_covers, days)), ~_is_plain(days)))
    others = select(Project.id).where(_IS_RETAINER, account, needs_runs)
    # Few: their keys are found once for all statements.
    keys = db.execute(others).scalars().all()
    if keys:
        within = Project.id.in_(keys)
        managers = read_account_managers(db, _ACCOUNT_MANAGER, within)
        for run in (run for of_client in read_runs(db, within, {}).values() for run in of_client):
            for day in days:
                amounts[day, value_at(managers[run.project], day)] += mrr_amounts([run], day)
    return amounts


def _select_plain(day: date, days: Collection[date], account: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The day, the employee, the currency and the fee of each plain retainer."""
    manager = func.coalesce(
        _manager(Term.effective_from <= day, Term.effective_from.desc()),
        _manager(Term.effective_from > day, Term.effective_from),
        Project.account_manager_id,
    )
    fee = (
        select(ProjectFee.amount)
        .where(ProjectFee.project_id == Project.id, ProjectFee.starts_on <= day)
        .order_by(ProjectFee.starts_on.desc())
        .limit(1)
        .correlate(Project)
        .scalar_subquery()
    )
    fees = (
        select(manager.label("user_id"), Project.currency, fee.label("fee"))
        .where(
            account,
            _IS_RETAINER,
            Project.status.not_in(NEVER_STARTED),
            # A finished retainer without a last day has no run.
            or_(Project.end_on.is_not(None), Project.status.not_in(FINISHED)),
            _covers(day),
            _is_plain(days),
            func.coalesce(value_on(_ACCOUNT_MANAGER.record, STATE, Project.id, literal(day)), "") != PAUSED,
        )
        .subquery()
    )
    columns = (Employee.id, fees.c.currency, fees.c.fee)
    return select(literal(day), *columns).join(fees, fees.c.user_id == Employee.user_id)


def _manager(of_days: ColumnElement[bool], order: Any) -> ColumnElement[int | None]:
    """The account manager of the first of these terms; the first term also holds before its day."""
    terms = select(Term.reference_id).where(*_of_project(), Term.name == _ACCOUNT_MANAGER.name, of_days)
    return terms.order_by(order).limit(1).correlate(Project).scalar_subquery()


def _of_project() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Term.record == _ACCOUNT_MANAGER.record, Term.record_id == Project.id


def _covers(day: date) -> ColumnElement[bool]:
    return and_(Project.start_on <= day, or_(Project.end_on.is_(None), Project.end_on >= day))


def _is_won_back() -> ColumnElement[bool]:
    won_back = exists().where(ChurnEvent.project_id == Project.id, ChurnEvent.state == "won_back")
    return won_back.correlate(Project)


def _is_plain(days: Collection[date]) -> ColumnElement[bool]:
    """Whether the retainer runs through each of the days within its contract, so that only a pause suspends its fee."""
    has_none = exists().where(*_of_project(), Term.name == _ACCOUNT_MANAGER.name, Term.reference_id.is_(None))
    # On its last day it only has a fee if another one continues it.
    ends_on_another_day = or_(Project.end_on.is_(None), Project.end_on.not_in(days))
    return and_(ends_on_another_day, ~_is_won_back(), ~has_none.correlate(Project))
