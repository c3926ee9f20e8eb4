"""Reads the metrics of employees for any number of spans in a fixed number of statements.

Each reader returns an entry for every requested span. Amounts are never added across currencies. The readers do not
check permissions: callers restrict employees with `people_within`. `MetricLoader` shares results between callers.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar, cast

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Date,
    Integer,
    Select,
    and_,
    case,
    column,
    func,
    literal_column,
    select,
    values,
)
from sqlalchemy.orm import Session

from regie.access.actor import NO_EMPLOYEE_ID
from regie.domains.insights.awards.models import Award
from regie.domains.insights.metrics.figures import (
    AccountBilling,
    Contract,
    EmployeeSpan,
    HeldRun,
    HeldRuns,
    LoggedTime,
    StoredAmount,
    available_hours,
    filter_amounts,
)
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.people.employees.queries import people_within as people_within
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.dated_fields.figures import split_days, value_at
from regie.domains.records.dated_fields.queries import managed_at_any_time, read_account_managers, read_dated_rows
from regie.domains.records.dated_fields.schemas import EMPLOYEE_FIELDS, PROJECT_FIELDS
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.oos_sales.figures import IS_COUNTED, SALE_PARTS, SHARE, SOLD_ON

T = TypeVar("T")
Db = Connection | Session
MetricReader = Callable[[Db, Collection[EmployeeSpan]], Mapping[EmployeeSpan, T]]
_ACCOUNT_MANAGER, _CAPACITY = PROJECT_FIELDS["account_manager"], EMPLOYEE_FIELDS["capacity_hours_week"]
_ZERO = literal_column("0")
_BILLABLE = TimeEntry.is_billable.is_(True)
_SPAN_COLUMNS = (
    column("position", Integer), column("employee_id", Integer), column("first", Date), column("last", Date),
)  # fmt: skip
# VALUES requires a row: this one matches no employee.
_UNMATCHED_ROW = (NO_EMPLOYEE_ID, NO_EMPLOYEE_ID, date.min, date.min)


class MetricLoader:
    """Runs each metric reader once for all spans that were requested before its first use.

    With the `versions` of the tables, results are cached: only for reads without changes of their own.
    """

    def __init__(self, db: Db, versions: Mapping[str, int] | None = None) -> None:
        self.db = db
        self.versions = versions
        self._requested: dict[MetricReader[Any], set[EmployeeSpan]] = defaultdict(set)
        self._loaded: dict[MetricReader[Any], Mapping[EmployeeSpan, Any]] = {}
        self._rates: Rates | None = None

    def request(self, read: MetricReader[Any], spans: Collection[EmployeeSpan]) -> None:
        """Register spans to load; spans that are new after a load cause another one."""
        if not self._requested[read].issuperset(spans):
            self._requested[read].update(spans)
            self._loaded.pop(read, None)

    def rates(self, today: date) -> Rates:
        if self._rates is None:
            connection = self.db.connection() if isinstance(self.db, Session) else self.db
            self._rates = read_rates(connection, today)
        return self._rates

    def load(self, read: MetricReader[T], spans: Collection[EmployeeSpan]) -> Mapping[EmployeeSpan, T]:
        self.request(read, spans)
        if read not in self._loaded:
            self._loaded[read] = read(self.db, self._requested[read])
        return cast("Mapping[EmployeeSpan, T]", self._loaded[read])


def read_hours(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, LoggedTime]:
    """Time logged in Teamwork, without deleted entries."""
    requested, table = _span_table(spans)
    statement = (
        select(
            table.c.position,
            func.sum(TimeEntry.minutes),
            func.sum(case((TimeEntry.is_billable, TimeEntry.minutes), else_=_ZERO)),
        )
        .select_from(table)
        .join(Employee, Employee.id == table.c.employee_id)
        .join(
            TimeEntry,
            and_(
                TimeEntry.teamwork_user_id == Employee.teamwork_user_id,
                TimeEntry.worked_on.between(table.c.first, table.c.last),
            ),
        )
        # Repeat the range of all spans, because the planner does not know the contents of the table of spans.
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.between(*_covering_range(spans)))
        .group_by(table.c.position)
    )
    result = {
        position: LoggedTime(int(minutes), int(billable)) for position, minutes, billable in db.execute(statement)
    }
    return {span: result.get(position, LoggedTime()) for position, span in enumerate(requested)}


def read_hours_between(
    db: Connection, whose: ColumnElement[bool], params: Mapping[str, Any], windows: Sequence[tuple[date, date]]
) -> dict[EmployeeSpan, LoggedTime]:
    """Like `read_hours`, for many employees who share a few date ranges: scans each entry once."""
    sums = []
    for first, last in windows:
        within = TimeEntry.worked_on.between(first, last)
        sums += [
            func.sum(case((condition, TimeEntry.minutes), else_=_ZERO)) for condition in (within, within & _BILLABLE)
        ]
    covering = min(first for first, _ in windows), max(last for _, last in windows)
    statement = (
        select(Employee.id, *sums)
        .join(TimeEntry, TimeEntry.teamwork_user_id == Employee.teamwork_user_id)
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.between(*covering), whose)
        .group_by(Employee.id)
    )
    return {
        EmployeeSpan(key, *window): LoggedTime(int(minutes), int(billable))
        for key, *result in db.execute(statement, params)
        for window, minutes, billable in zip(windows, result[::2], result[1::2], strict=True)
    }


def read_available_hours(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, Fraction]:
    """Each employee's capacity on the working days of the span on which they are employed and not on leave."""
    people = {span.employee_id for span in spans}
    leaves: dict[int, list[tuple[date, date | None]]] = defaultdict(list)
    leaves_query = select(EmployeeLeave.employee_id, EmployeeLeave.starts_on, EmployeeLeave.ends_on)
    for employee_id, starts_on, ends_on in db.execute(leaves_query.where(EmployeeLeave.employee_id.in_(people))):
        leaves[employee_id].append((starts_on, ends_on))
    columns = (Employee.started_on, Employee.ended_on)
    rows = read_dated_rows(db, [_CAPACITY], columns, Employee.id.in_(people))
    contracts = {
        key: Contract(row.timelines[_CAPACITY.name], row.columns[0], row.columns[1], leaves[key])
        for key, row in rows.items()
    }
    return {span: available_hours(contracts[span.employee_id], span.first, span.last) for span in spans}


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


def read_invoiced(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """Amounts invoiced in the span, before tax, of the projects whose account the employee managed on that day."""
    people = {span.employee_id for span in spans}
    result: dict[int, list[StoredAmount]] = defaultdict(list)
    for billing in read_billings(db, people, *_covering_range(spans)):
        result[billing.employee_id].append((billing.day, billing.currency, billing.amount))
    return {span: filter_amounts(result[span.employee_id], span.first, span.last) for span in spans}


def read_billings(db: Db, people: Collection[int], first: date, last: date) -> Iterator[AccountBilling]:
    """Each billing of the accounts that one of these employees managed on its day."""
    account = managed_at_any_time(_ACCOUNT_MANAGER, people)
    managers = read_account_managers(db, _ACCOUNT_MANAGER, account)
    statement = (
        select(
            BILLINGS.c.invoice_id, BILLINGS.c.project_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount
        )
        .where(BILLINGS.c.project_id.in_(select(Project.id).where(account)))
        .where(BILLINGS.c.issued_on.between(first, last))
    )
    for invoice_id, project_id, day, currency, amount in db.execute(statement):
        employee_id = value_at(managers[project_id], day)
        if employee_id in people:
            yield AccountBilling(invoice_id, project_id, employee_id, day, currency, amount)


def read_churned_mrr(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """Each employee's stored shares of churn whose last day is in the span; voided events are left out."""
    requested, table = _span_table(spans)
    statement = (
        select(table.c.position, ChurnEvent.effective_on, ChurnEvent.currency, ChurnAttribution.mrr_share)
        .select_from(table)
        .join(ChurnAttribution, ChurnAttribution.employee_id == table.c.employee_id)
        .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
        .where(ChurnEvent.state != "voided", ChurnEvent.effective_on.between(table.c.first, table.c.last))
    )
    return _read_amounts(db, requested, statement)


def read_oos_sold(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """Each employee's shares of out-of-scope sales, and their amendments, in the span that the client approved."""
    requested, table = _span_table(spans)
    statement = (
        select(table.c.position, SOLD_ON, Project.currency, SHARE)
        .select_from(table)
        .join(ProjectSeller, ProjectSeller.employee_id == table.c.employee_id)
        .join(Project, Project.id == ProjectSeller.project_id)
        .join(SALE_PARTS, SALE_PARTS.c.project_id == Project.id)
        .where(IS_COUNTED, SOLD_ON.between(table.c.first, table.c.last))
    )
    return _read_amounts(db, requested, statement)


def read_values_received(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, int]:
    """How many public recognitions each employee received; private ones are not counted."""
    requested, table = _span_table(spans)
    statement = (
        select(table.c.position, func.count())
        .select_from(table)
        .join(Award, Award.receiver_id == table.c.employee_id)
        .where(Award.visibility == "everyone", Award.awarded_on.between(table.c.first, table.c.last))
        .group_by(table.c.position)
    )
    result = {row[0]: row[1] for row in db.execute(statement)}
    return {span: result.get(position, 0) for position, span in enumerate(requested)}


def _covering_range(spans: Collection[EmployeeSpan]) -> tuple[date, date]:
    """The first and the last day of all spans."""
    return min((span.first for span in spans), default=date.min), max((span.last for span in spans), default=date.min)


def _span_table(spans: Collection[EmployeeSpan]) -> tuple[list[EmployeeSpan], CTE]:
    """The distinct spans, and a table of them to join, identified by position."""
    requested = list(dict.fromkeys(spans))
    rows = [(position, span.employee_id, span.first, span.last) for position, span in enumerate(requested)]
    return requested, values(*_SPAN_COLUMNS, name="spans").data(rows or [_UNMATCHED_ROW]).cte("spans")


def _read_amounts(
    db: Db, requested: list[EmployeeSpan], statement: Select[*tuple[Any, ...]]
) -> dict[EmployeeSpan, list[StoredAmount]]:
    result: Mapping[int, list[StoredAmount]] = defaultdict(list)
    for position, day, currency, amount in db.execute(statement):
        result[position].append((day, currency, amount))
    return {span: result[position] for position, span in enumerate(requested)}
