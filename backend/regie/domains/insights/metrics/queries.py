"""Reads the metrics of employees for any number of spans in a fixed number of statements.

Each reader returns an entry for every requested span. Amounts are never added across currencies. The readers do not
check permissions: callers restrict employees with `people_within`. `MetricLoader` shares results between callers.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar, cast

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.orm import Session

from regie.core.db.query_cache import QueryCache
from regie.core.db.row_tables import table_of
from regie.core.lists.shape import Column
from regie.domains.insights.awards.models import Award
from regie.domains.insights.metrics.accounts import Db as Db
from regie.domains.insights.metrics.accounts import read_account_mrr as read_account_mrr
from regie.domains.insights.metrics.accounts import read_account_runs as read_account_runs
from regie.domains.insights.metrics.figures import (
    NO_TIME,
    AccountBilling,
    Contract,
    EmployeeSpan,
    LoggedTime,
    StoredAmount,
    add_time,
    available_hours,
    filter_amounts,
    split_overlaps,
)
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.people.employees.queries import people_within as people_within
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.queries import managed_at_any_time, read_account_managers, read_dated_rows
from regie.domains.records.dated_fields.schemas import EMPLOYEE_FIELDS, PROJECT_FIELDS
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.oos_sales.figures import IS_COUNTED, SALE_PARTS, SHARE, SOLD_ON

T = TypeVar("T")
MetricReader = Callable[[Db, Collection[EmployeeSpan]], Mapping[EmployeeSpan, T]]
_ACCOUNT_MANAGER = PROJECT_FIELDS["account_manager"]
_CAPACITY, _IS_BILLABLE = EMPLOYEE_FIELDS["capacity_hours_week"], EMPLOYEE_FIELDS["is_billable"]
_ZERO = literal_column("0")
# Two sums of minutes in one integer, so that each range of the index is read once.
_SHIFT = 2**32
_SPAN_COLUMNS = (("position", int), ("employee_id", int), ("first", date), ("last", date))


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

    def is_requested(self, read: MetricReader[Any]) -> bool:
        return bool(self._requested.get(read))

    def rates(self, today: date) -> Rates:
        if self._rates is None:
            connection = self.db.connection() if isinstance(self.db, Session) else self.db
            self._rates = read_rates(connection, today, self.versions)
        return self._rates

    def load(self, read: MetricReader[T], spans: Collection[EmployeeSpan]) -> Mapping[EmployeeSpan, T]:
        self.request(read, spans)
        if read not in self._loaded:
            self._loaded[read] = read(self.db, self._requested[read])
        return cast("Mapping[EmployeeSpan, T]", self._loaded[read])

    def remember(self, cache: QueryCache[T], key: tuple[Hashable, ...], compute: Callable[[], T]) -> T:
        """Return the cached result of the versions, if there are any; a session may have changes of its own."""
        if self.versions is None or isinstance(self.db, Session):
            return compute()
        return cache.get_with_versions(self.versions, (self.db.engine, *key), compute)


def read_hours(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, LoggedTime]:
    """Time logged in Teamwork, without deleted entries."""
    parts = split_overlaps(spans)
    requested, table = _span_table([part for of_span in parts.values() for part in of_span])
    statement = select(table.c.position, _minutes_between(table.c.first, table.c.last)).join(
        Employee, Employee.id == table.c.employee_id
    )
    found = {requested[position]: _logged(minutes) for position, minutes in db.execute(statement)}
    return {span: add_time(found.get(part, NO_TIME) for part in parts[span]) for span in spans}


def read_hours_between(
    db: Connection, whose: ColumnElement[bool], params: Mapping[str, Any], windows: Sequence[tuple[date, date]]
) -> dict[EmployeeSpan, LoggedTime]:
    """Like `read_hours`, for many employees who share a few date ranges; those without entries are left out."""
    minutes = [_minutes_between(literal(first), literal(last)) for first, last in windows]
    return {
        EmployeeSpan(key, *window): _logged(logged)
        for key, *result in db.execute(select(Employee.id, *minutes).where(whose), params)
        for window, logged in zip(windows, result, strict=True)
        if logged is not None
    }


def _minutes_between(first: ColumnElement[date], last: ColumnElement[date]) -> ColumnElement[int]:
    """Select the minutes that an employee logged, and the billable ones, as one integer from a range of an index.

    A join with `GROUP BY` would sort all entries.
    """
    billable = case((TimeEntry.is_billable, TimeEntry.minutes), else_=_ZERO)
    return (
        select(func.sum(TimeEntry.minutes * literal_column(str(_SHIFT), BigInteger) + billable))
        .where(
            TimeEntry.teamwork_user_id == Employee.teamwork_user_id,
            TimeEntry.worked_on.between(first, last),
            TimeEntry.deleted_at.is_(None),
        )
        .correlate_except(TimeEntry)
        .scalar_subquery()
    )


def _logged(sums: int | None) -> LoggedTime:
    # Rounded, because the lower sum may be negative.
    minutes = (int(sums or 0) + _SHIFT // 2) // _SHIFT
    return LoggedTime(minutes, int(sums or 0) - minutes * _SHIFT)


def read_available_hours(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, Fraction]:
    """Each employee's capacity on the working days of the span on which they are employed and not on leave."""
    contracts = read_contracts(db, {span.employee_id for span in spans})
    return {span: available_hours(contracts[span.employee_id], span.first, span.last) for span in spans}


def read_contracts(db: Db, people: Collection[int]) -> dict[int, Contract]:
    """By employee, what their available hours are calculated from, and when they are billable."""
    leaves: dict[int, list[tuple[date, date | None]]] = defaultdict(list)
    leaves_query = select(EmployeeLeave.employee_id, EmployeeLeave.starts_on, EmployeeLeave.ends_on)
    for employee_id, starts_on, ends_on in db.execute(leaves_query.where(EmployeeLeave.employee_id.in_(people))):
        leaves[employee_id].append((starts_on, ends_on))
    columns = (Employee.started_on, Employee.ended_on)
    rows = read_dated_rows(db, [_CAPACITY, _IS_BILLABLE], columns, Employee.id.in_(people))
    return {
        key: Contract(
            row.timelines[_CAPACITY.name],
            row.columns[0],
            row.columns[1],
            leaves.get(key, ()),
            row.timelines[_IS_BILLABLE.name],
        )
        for key, row in rows.items()
    }


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
    statement = (
        select(ChurnAttribution.employee_id, ChurnEvent.effective_on, ChurnEvent.currency, ChurnAttribution.mrr_share)
        .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
        .where(ChurnEvent.state != "voided", _of(spans, ChurnAttribution.employee_id, ChurnEvent.effective_on))
        .order_by(ChurnAttribution.id)
    )
    return _read_amounts(db, spans, statement)


def read_oos_sold(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[StoredAmount]]:
    """Each employee's shares of out-of-scope sales, and their amendments, in the span that the client approved."""
    statement = (
        select(ProjectSeller.employee_id, SOLD_ON, Project.currency, SHARE)
        .select_from(ProjectSeller)
        .join(Project, Project.id == ProjectSeller.project_id)
        .join(SALE_PARTS, SALE_PARTS.c.project_id == Project.id)
        .where(IS_COUNTED, _of(spans, ProjectSeller.employee_id, SOLD_ON))
    )
    return _read_amounts(db, spans, statement)


def read_values_received(db: Db, spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, int]:
    """How many public recognitions each employee received; private ones are not counted."""
    statement = select(Award.receiver_id, Award.awarded_on).where(
        Award.visibility == "everyone", _of(spans, Award.receiver_id, Award.awarded_on)
    )
    days: dict[int, list[date]] = defaultdict(list)
    for employee_id, day in db.execute(statement):
        days[employee_id].append(day)
    return {span: sum(span.first <= day <= span.last for day in days[span.employee_id]) for span in spans}


def _of(spans: Collection[EmployeeSpan], employee_id: Column, day: Column) -> ColumnElement[bool]:
    """The rows of these employees between the first and the last day of all spans."""
    return and_(employee_id.in_({span.employee_id for span in spans}), day.between(*_covering_range(spans)))


def _covering_range(spans: Collection[EmployeeSpan]) -> tuple[date, date]:
    """The first and the last day of all spans."""
    return min((span.first for span in spans), default=date.min), max((span.last for span in spans), default=date.min)


def _span_table(spans: Collection[EmployeeSpan]) -> tuple[list[EmployeeSpan], CTE]:
    """The distinct spans, and a table of them to join, identified by position."""
    requested = list(dict.fromkeys(spans))
    rows = [(position, span.employee_id, span.first, span.last) for position, span in enumerate(requested)]
    return requested, table_of("spans", _SPAN_COLUMNS, rows)


def _read_amounts(
    db: Db, spans: Collection[EmployeeSpan], statement: Select[*tuple[Any, ...]]
) -> dict[EmployeeSpan, list[StoredAmount]]:
    amounts: dict[int, list[StoredAmount]] = defaultdict(list)
    for employee_id, day, currency, amount in db.execute(statement):
        amounts[employee_id].append((day, currency, amount))
    return {span: filter_amounts(amounts[span.employee_id], span.first, span.last) for span in spans}
