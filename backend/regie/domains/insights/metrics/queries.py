"""Reading the metrics of people: each for any number of spans of days at once, in a fixed number of statements.

Every span that is asked for is answered. Amounts are per currency and never added across. Who may see what is the
callers' to decide: nothing here is within anybody's rights but `people_within`. `Readings` is for several who ask.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
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
    or_,
    select,
    true,
    values,
)
from sqlalchemy.orm import Session

from regie.access.actor import MY_EMPLOYEE, NOBODY
from regie.access.permissions import Scope
from regie.domains.insights.awards.models import Award
from regie.domains.insights.metrics.figures import Contract, Kept, Span, Worked, available_hours, between
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.people.teams.queries import my_teammates
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.oos_sales.figures import IS_COUNTED, SHARE

T = TypeVar("T")
Db = Connection | Session
Read = Callable[[Db, Collection[Span]], Mapping[Span, T]]
_NOTHING = literal_column("0")
_BILLABLE = TimeEntry.is_billable.is_(True)
_SPAN_COLUMNS = (
    column("place", Integer), column("employee_id", Integer), column("first", Date), column("last", Date),
)  # fmt: skip
# A table of values has a row at least: this one finds nobody.
_NOBODYS = (NOBODY, NOBODY, date.min, date.min)


class Readings:
    """What one answer needs of several metrics: each is read once, for all of the spans that were asked for by then."""

    def __init__(self, db: Db) -> None:
        self.db = db
        self._asked: dict[Read[Any], set[Span]] = defaultdict(set)
        self._found: dict[Read[Any], Mapping[Span, Any]] = {}
        self._rates: Rates | None = None

    def ask(self, read: Read[Any], spans: Collection[Span]) -> None:
        """What is asked for too late is read then, at the price of another reading."""
        if not self._asked[read].issuperset(spans):
            self._asked[read].update(spans)
            self._found.pop(read, None)

    def rates(self, today: date) -> Rates:
        if self._rates is None:
            connection = self.db.connection() if isinstance(self.db, Session) else self.db
            self._rates = read_rates(connection, today)
        return self._rates

    def of(self, read: Read[T], spans: Collection[Span]) -> Mapping[Span, T]:
        self.ask(read, spans)
        if read not in self._found:
            self._found[read] = read(self.db, self._asked[read])
        return cast("Mapping[Span, T]", self._found[read])


def people_within(scope: Scope) -> ColumnElement[bool]:
    """Whose metrics a scope opens: one's own, those of everybody one shares a team with, or everybody's."""
    if scope is Scope.ALL:
        return true()
    own = Employee.id == MY_EMPLOYEE
    return or_(own, Employee.user_id.in_(my_teammates())) if scope is Scope.TEAM else own


def read_hours(db: Db, spans: Collection[Span]) -> dict[Span, Worked]:
    """What each person logged in Teamwork; entries that were deleted there are not counted."""
    asked, table = _lay_out(spans)
    worked = (
        select(
            table.c.place,
            func.sum(TimeEntry.minutes),
            func.sum(case((TimeEntry.is_billable, TimeEntry.minutes), else_=_NOTHING)),
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
        # The days of all spans once more: no plan is made by what stands in the table of spans.
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.between(*_hull(spans)))
        .group_by(table.c.place)
    )
    found = {place: Worked(int(minutes), int(billable)) for place, minutes, billable in db.execute(worked)}
    return {span: found.get(place, Worked()) for place, span in enumerate(asked)}


def read_hours_between(
    db: Connection, whose: ColumnElement[bool], params: Mapping[str, Any], windows: Sequence[tuple[date, date]]
) -> dict[Span, Worked]:
    """The same for many people and a few spans of days that they have in common: every entry is looked at once."""
    sums = []
    for first, last in windows:
        within = TimeEntry.worked_on.between(first, last)
        sums += [func.sum(case((held, TimeEntry.minutes), else_=_NOTHING)) for held in (within, within & _BILLABLE)]
    hull = min(first for first, _ in windows), max(last for _, last in windows)
    worked = (
        select(Employee.id, *sums)
        .join(TimeEntry, TimeEntry.teamwork_user_id == Employee.teamwork_user_id)
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.between(*hull), whose)
        .group_by(Employee.id)
    )
    return {
        Span(key, *window): Worked(int(minutes), int(billable))
        for key, *found in db.execute(worked, params)
        for window, minutes, billable in zip(windows, found[::2], found[1::2], strict=True)
    }


def read_available_hours(db: Db, spans: Collection[Span]) -> dict[Span, Fraction]:
    """What each person's capacity comes to on the working days of the span on which they are employed and not away."""
    people = {span.employee_id for span in spans}
    leaves: dict[int, list[tuple[date, date | None]]] = defaultdict(list)
    away = select(EmployeeLeave.employee_id, EmployeeLeave.starts_on, EmployeeLeave.ends_on)
    for employee_id, starts_on, ends_on in db.execute(away.where(EmployeeLeave.employee_id.in_(people))):
        leaves[employee_id].append((starts_on, ends_on))
    hired = select(Employee.id, Employee.capacity_hours_week, Employee.started_on, Employee.ended_on)
    contracts = {
        row.id: Contract(row.capacity_hours_week, row.started_on, row.ended_on, leaves[row.id])
        for row in db.execute(hired.where(Employee.id.in_(people)))
    }
    return {span: available_hours(contracts[span.employee_id], span.first, span.last) for span in spans}


def read_account_runs(db: Db, spans: Collection[Span]) -> dict[Span, list[Run]]:
    """When the retainers run, ever, whose account the person manages today; whose it was before is not asked."""
    people = {span.employee_id for span in spans}
    manager_of = _read_accounts(db, people, Project.kind == "retainer")
    runs: dict[int, list[Run]] = {employee_id: [] for employee_id in people}
    for of_client in read_runs(db, Project.account_manager_id.in_(_users_of(people)), {}).values():
        for run in of_client:
            runs[manager_of[run.project]].append(run)
    return {span: runs[span.employee_id] for span in spans}


def read_invoiced(db: Db, spans: Collection[Span]) -> dict[Span, list[Kept]]:
    """What was invoiced in the span, without tax, for the projects whose account the person manages today."""
    people = {span.employee_id for span in spans}
    manager_of = _read_accounts(db, people, true())
    billed = (
        select(BILLINGS.c.project_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount)
        .where(BILLINGS.c.project_id.in_(select(Project.id).where(Project.account_manager_id.in_(_users_of(people)))))
        .where(BILLINGS.c.issued_on.between(*_hull(spans)))
    )
    found: dict[int, list[Kept]] = defaultdict(list)
    for project_id, *billing in db.execute(billed):
        found[manager_of[project_id]].append((billing[0], billing[1], billing[2]))
    return {span: between(found[span.employee_id], span.first, span.last) for span in spans}


def read_churned_mrr(db: Db, spans: Collection[Span]) -> dict[Span, list[Kept]]:
    """Each person's frozen parts of the losses whose last day is in the span, but for those that were voided."""
    asked, table = _lay_out(spans)
    lost = (
        select(table.c.place, ChurnEvent.effective_on, ChurnEvent.currency, ChurnAttribution.mrr_share)
        .select_from(table)
        .join(ChurnAttribution, ChurnAttribution.employee_id == table.c.employee_id)
        .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
        .where(ChurnEvent.state != "voided", ChurnEvent.effective_on.between(table.c.first, table.c.last))
    )
    return _amounts(db, asked, lost)


def read_oos_sold(db: Db, spans: Collection[Span]) -> dict[Span, list[Kept]]:
    """Each person's parts of the extra work that was sold in the span, from the client's yes on."""
    asked, table = _lay_out(spans)
    sold = (
        select(table.c.place, Project.sold_on, Project.currency, SHARE)
        .select_from(table)
        .join(ProjectSeller, ProjectSeller.employee_id == table.c.employee_id)
        .join(Project, Project.id == ProjectSeller.project_id)
        .outerjoin(OosApproval, OosApproval.project_id == Project.id)
        .where(Project.kind == "oos", IS_COUNTED, Project.sold_on.between(table.c.first, table.c.last))
    )
    return _amounts(db, asked, sold)


def read_values_received(db: Db, spans: Collection[Span]) -> dict[Span, int]:
    """How often each person was given a value in public; what was given in private is the two people's own."""
    asked, table = _lay_out(spans)
    given = (
        select(table.c.place, func.count())
        .select_from(table)
        .join(Award, Award.receiver_id == table.c.employee_id)
        .where(Award.visibility == "everyone", Award.awarded_on.between(table.c.first, table.c.last))
        .group_by(table.c.place)
    )
    found = {row[0]: row[1] for row in db.execute(given)}
    return {span: found.get(place, 0) for place, span in enumerate(asked)}


def _users_of(people: Collection[int]) -> Select[int | None]:
    return select(Employee.user_id).where(Employee.id.in_(people), Employee.user_id.is_not(None))


def _read_accounts(db: Db, people: Collection[int], kind: ColumnElement[bool]) -> dict[int, int]:
    """By project, which of these people manages its account."""
    managed = select(Project.id, Employee.id).join(Employee, Employee.user_id == Project.account_manager_id)
    return {row[0]: row[1] for row in db.execute(managed.where(kind, Employee.id.in_(people)))}


def _hull(spans: Collection[Span]) -> tuple[date, date]:
    """From the first day of all spans to the last."""
    return min((span.first for span in spans), default=date.min), max((span.last for span in spans), default=date.min)


def _lay_out(spans: Collection[Span]) -> tuple[list[Span], CTE]:
    """The spans as a table to join, each known by its place."""
    asked = list(dict.fromkeys(spans))
    rows = [(place, span.employee_id, span.first, span.last) for place, span in enumerate(asked)]
    return asked, values(*_SPAN_COLUMNS, name="spans").data(rows or [_NOBODYS]).cte("spans")


def _amounts(db: Db, asked: list[Span], statement: Select[*tuple[Any, ...]]) -> dict[Span, list[Kept]]:
    found: Mapping[int, list[Kept]] = defaultdict(list)
    for place, day, currency, amount in db.execute(statement):
        found[place].append((day, currency, amount))
    return {span: found[place] for place, span in enumerate(asked)}
