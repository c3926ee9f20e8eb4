"""Reads the MRR of accounts at the end of a day; the database adds up the retainers whose fee needs no calculation."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, literal, or_, select, union_all

from regie.domains.insights.metrics.figures import EmployeeSpan, StoredAmount, mrr_amounts
from regie.domains.insights.metrics.queries import Db, read_account_runs
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.queries import read_account_managers
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.figures import FINISHED, NEVER_STARTED
from regie.domains.records.projects.models import PAUSED, STATE, Project, ProjectFee
from regie.domains.records.terms.models import Term
from regie.domains.work.churns.queries import read_runs

_ACCOUNT_MANAGER = PROJECT_FIELDS["account_manager"]
_MAX_DAYS = 4
_Amounts = Mapping[tuple[date, int], list[StoredAmount]]


def read_account_mrr(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """The fees in force at the end of each span, of the retainers whose account the employee managed on that day."""
    days = sorted({span.last for span in spans})
    if len(days) > _MAX_DAYS:
        held = read_account_runs(db, spans)
        return {span: mrr_amounts(held[span].on(span.last), span.last) for span in spans}
    found = _read_amounts(db, days)
    return {span: found.get((span.last, span.employee_id), []) for span in spans}


def _read_amounts(db: Db, days: Collection[date]) -> _Amounts:
    """By day and employee, the fees in force at the end of the day."""
    amounts: dict[tuple[date, int], list[StoredAmount]] = defaultdict(list)
    if not days:
        return amounts
    for day, employee_id, currency, fee, count in db.execute(union_all(*(_select_plain(day, days) for day in days))):
        amounts[day, employee_id] += [(day, currency, fee)] * count
    within = and_(or_(*map(_covers, days)), ~_is_plain(days))
    managers = read_account_managers(db, _ACCOUNT_MANAGER, and_(Project.kind == "retainer", within))
    for run in (run for of_client in read_runs(db, within, {}).values() for run in of_client):
        for day in days:
            amounts[day, value_at(managers[run.project], day)] += mrr_amounts([run], day)
    return amounts


def _select_plain(day: date, days: Collection[date]) -> Select[*tuple[Any, ...]]:
    """The day, the employee, a currency and a fee, and the number of plain retainers with them."""
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
        .scalar_subquery()
    )
    running = (
        Project.kind == "retainer",
        Project.status.not_in(NEVER_STARTED),
        # A finished retainer without a last day has no run.
        or_(Project.end_on.is_not(None), Project.status.not_in(FINISHED)),
    )
    fees = (
        select(manager.label("user_id"), Project.currency, fee.label("fee"))
        .where(*running, _covers(day), _is_plain(days))
        .subquery()
    )
    columns = (Employee.id, fees.c.currency, fees.c.fee)
    counted = select(literal(day), *columns, func.count()).join(fees, fees.c.user_id == Employee.user_id)
    # Before its first fee, a retainer has none.
    return counted.where(fees.c.fee.is_not(None)).group_by(*columns)


def _manager(of_days: ColumnElement[bool], order: Any) -> ColumnElement[int | None]:
    """The account manager of the first of these terms; the first term also holds before its day."""
    terms = select(Term.reference_id).where(*_of_project(), Term.name == _ACCOUNT_MANAGER.name, of_days)
    return terms.order_by(order).limit(1).correlate(Project).scalar_subquery()


def _of_project() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Term.record == _ACCOUNT_MANAGER.record, Term.record_id == Project.id


def _covers(day: date) -> ColumnElement[bool]:
    return and_(Project.start_on <= day, or_(Project.end_on.is_(None), Project.end_on >= day))


def _is_plain(days: Collection[date]) -> ColumnElement[bool]:
    """Whether the retainer has its fee at the end of each of the days within its contract: without pauses and gaps."""
    won_back = exists().where(ChurnEvent.project_id == Project.id, ChurnEvent.state == "won_back")
    unusual = or_(
        and_(Term.name == STATE, Term.value == PAUSED),
        and_(Term.name == _ACCOUNT_MANAGER.name, Term.reference_id.is_(None)),
    )
    is_unusual = exists().where(*_of_project(), unusual)
    # On its last day it only has a fee if another one continues it.
    ends_on_another_day = or_(Project.end_on.is_(None), Project.end_on.not_in(days))
    return and_(ends_on_another_day, ~won_back.correlate(Project), ~is_unusual.correlate(Project))
