"""Reads the statistics of employees: hours, MRR, revenue, churn, sales, goals and recognition.

Each group of figures is present for the employees within the caller's scope, which their roles or their own employee
record grant. The number of statements does not depend on the number of employees, groups or goals.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, case, literal_column, or_, select, true

from regie.access.actor import CURRENT_EMPLOYEE_ID, Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.core.lists.shape import read_rows
from regie.domains.insights.goals.queries import read_attainments
from regie.domains.insights.metrics.figures import (
    EmployeeSpan,
    HeldRuns,
    LoggedTime,
    mrr_amounts,
    sum_by_currency,
)
from regie.domains.insights.metrics.queries import (
    MetricLoader,
    MetricReader,
    people_within,
    read_account_runs,
    read_churned_mrr,
    read_hours,
    read_invoiced,
    read_oos_sold,
    read_values_received,
)
from regie.domains.insights.statistics.formatting import (
    CurrencyConverter,
    build_figure,
    format_hours,
    format_percent,
    record_rows_path,
    round_half_up,
)
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import EmployeeStatistics, Figure, RecordFigure
from regie.domains.insights.utilization.queries import read_capacity, read_target_hours, share_of_capacity
from regie.domains.records.churns.models import CHURN_DAYS
from regie.domains.records.employees.models import HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES, Employee
from regie.domains.records.projects.models import RETAINER_DAYS, RETAINER_MANAGERS, SOLD_PROJECTS
from regie.domains.records.terms.models import ACCOUNT_MANAGER_TERMS, CAPACITY_TERMS, STATE_TERMS
from regie.domains.work.churns.figures import A_DAY

Figures = dict[str, Figure]
# The narrowest scope that includes the employee.
_REQUIRED_SCOPE = case(
    *((people_within(scope), literal_column(str(scope.value))) for scope in (Scope.OWN, Scope.TEAM)),
    else_=literal_column(str(Scope.ALL.value)),
)


class _PersonRow(TypedDict):
    id: int
    api_id: str
    name: str
    required_scope: int


@dataclass(frozen=True, slots=True)
class _Person:
    row: _PersonRow
    span: EmployeeSpan
    figures: Figures


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of figures: the readers it needs, the function that builds the figures of all spans, and its tables."""

    readers: Sequence[MetricReader[object]]
    build: Callable[[MetricLoader, Collection[EmployeeSpan], CurrencyConverter], Mapping[EmployeeSpan, Figures]]
    cache: QueryCache[Mapping[EmployeeSpan, Figures]]

    def read(
        self, loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
    ) -> Mapping[EmployeeSpan, Figures]:
        key = (frozenset(spans), converter.currency, converter.rates.today)
        return loader.remember(self.cache, key, lambda: self.build(loader, spans, converter))


def read_people(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: DateRange, currency: str | None, today: date
) -> list[EmployeeStatistics]:
    """One entry per employee, in the requested order; NotFound when the caller may not see one of them."""
    entries = read_visible_people(db, actor, api_ids, days, currency, today)
    by_id = {entry["employee"]["api_id"]: entry for entry in entries}
    if by_id.keys() != set(api_ids):
        raise NotFound
    return [by_id[api_id] for api_id in dict.fromkeys(api_ids)]


def read_visible_people(
    db: Connection, actor: Actor, api_ids: Collection[str], days: DateRange, currency: str | None, today: date
) -> list[EmployeeStatistics]:
    """One entry per employee whom the caller may see, in any order."""
    loader = MetricLoader(db, read_table_versions(db))
    return _read_figures(loader, actor, _read_people(db, actor, api_ids, [days]), currency, today, GROUPS)


def read_people_by_range(
    db: Connection,
    actor: Actor,
    api_ids: Collection[str],
    ranges: Sequence[DateRange],
    permissions: Collection[Permission],
    today: date,
) -> list[EmployeeStatistics]:
    """One entry per range and employee whom the caller may see, with the figures that dated terms may change."""
    people = _read_people(db, actor, api_ids, ranges)
    groups = {permission: GROUPS[permission] for permission in permissions}
    # Without the cache: a preview reads changes that are not committed.
    return _read_figures(MetricLoader(db), actor, people, None, today, groups)


def _read_figures(
    loader: MetricLoader,
    actor: Actor,
    people: Sequence[_Person],
    currency: str | None,
    today: date,
    groups: Mapping[Permission, Sequence[_Group]],
) -> list[EmployeeStatistics]:
    converter = CurrencyConverter(currency, loader.rates(today))
    visible = {permission: _visible_people(actor, permission, people) for permission in groups}
    for permission, spans in visible.items():
        for read in (read for group in groups[permission] for read in group.readers):
            loader.request(read, {*spans, *(_until(span, today) for span in spans)})
    for permission, spans in visible.items():
        for group in groups[permission] if spans else ():
            figures = group.read(loader, spans.keys(), converter)
            for span, person in spans.items():
                person.figures.update(figures[span])
    return [_serialize(actor, person, converter) for person in people]


def find_person(db: Connection, actor: Actor, api_id: str, permission: Permission, days: DateRange) -> EmployeeSpan:
    """One employee with the days; Forbidden when the caller may not see the figures that the permission allows."""
    if not (people := _read_people(db, actor, [api_id], [days])):
        raise NotFound
    if not (spans := _visible_people(actor, permission, people)):
        raise Forbidden
    return next(iter(spans))


def _read_people(db: Connection, actor: Actor, api_ids: Collection[str], ranges: Sequence[DateRange]) -> list[_Person]:
    """The employees whom the caller may see, once per range."""
    statement = select(
        Employee.id,
        Employee.api_id,
        Employee.name,
        _REQUIRED_SCOPE.label("required_scope"),
    ).where(Employee.api_id.in_(api_ids), _is_visible(actor))
    rows = read_rows(_PersonRow, db.execute(statement, actor.params))
    return [_Person(row, EmployeeSpan(row["id"], days.first, days.last), {}) for days in ranges for row in rows]


def _visible_people(actor: Actor, permission: Permission, people: Collection[_Person]) -> dict[EmployeeSpan, _Person]:
    """The employees within the caller's scope for a permission."""
    scope = actor.scope(permission)
    return {person.span: person for person in people if scope is not None and person.row["required_scope"] <= scope}


def _is_visible(actor: Actor) -> ColumnElement[bool]:
    """Current employees, for every caller; former ones for the scope `all` on employees, and for themselves."""
    if actor.scope(Permission.EMPLOYEES_VIEW) is Scope.ALL:
        return true()
    return or_(Employee.status != "left", Employee.id == CURRENT_EMPLOYEE_ID)


def _serialize(actor: Actor, person: _Person, converter: CurrencyConverter) -> EmployeeStatistics:
    return {
        "employee": {"api_id": person.row["api_id"], "name": person.row["name"]},
        "from": person.span.first,
        "as_of": person.span.last,
        "currency": converter.currency,
        "missing_rates": converter.missing_rates(person.figures.values()),
        "figures": {
            name: {**figure, "rows": _rows_path(actor, name, person, converter.currency)}
            for name, figure in person.figures.items()
        },
    }


def _rows_path(actor: Actor, name: str, person: _Person, currency: str | None) -> str | None:
    """The path of the list whose rows add up to a figure; None unless the caller sees all of them."""
    if name not in _ROW_PATHS:
        return None
    permission, path = _ROW_PATHS[name]
    # Callers who see an employee's hours see their time entries.
    sees_rows = (
        permission is Permission.STATISTICS_HOURS
        or actor.scope(permission) is Scope.ALL
        or (actor.can(permission) and person.row["required_scope"] == Scope.OWN)
    )
    if not sees_rows:
        return None
    if name in _ROW_FIGURES:
        return record_rows_path(
            _ROW_FIGURES[name], person.row["api_id"], DateRange(person.span.first, person.span.last), currency
        )
    return path.format(id=person.row["api_id"], first=person.span.first, last=person.span.last)


def _build_hours(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    until = {span: _until(span, converter.rates.today) for span in spans}
    all_spans = {*spans, *until.values()}
    logged, capacity = loader.load(read_hours, all_spans), loader.load(read_capacity, all_spans)
    targets = read_target_hours(loader.db, {span: capacity[span] for span in spans})
    return {
        span: _hours_figures(
            logged[span],
            capacity[span].available,
            share_of_capacity(logged[until[span]], capacity[until[span]]),
            targets.get(span),
        )
        for span in spans
    }


def _until(span: EmployeeSpan, today: date) -> EmployeeSpan:
    """The span without days to come, which utilization does not count."""
    return EmployeeSpan(span.employee_id, span.first, min(span.last, today))


def _hours_figures(
    logged: LoggedTime, available: Fraction, share: Fraction | None, target: tuple[Fraction, Fraction] | None
) -> Figures:
    return {
        "hours": build_figure("hours", "hours_logged", format_hours(logged.minutes)),
        "billable_hours": build_figure("hours", "billable_hours", format_hours(logged.billable_minutes)),
        "available_hours": build_figure("hours", "available_hours", str(round_half_up(available, 2))),
        "utilisation": build_figure(
            "percent", "utilisation", None if share is None else format_percent(share, Fraction(1))
        ),
        "utilisation_target": build_figure(
            "percent", "utilisation_target", None if target is None else format_percent(*target)
        ),
    }


def _build_mrr(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    held = loader.load(read_account_runs, spans)
    return {
        span: {
            "retained_mrr": converter.money_figure("retained_mrr", mrr_amounts(held[span].on(span.last), span.last)),
            "net_retention": build_figure("percent", "net_retention", _net_retention(held[span], span, converter)),
        }
        for span in spans
    }


def _net_retention(held: HeldRuns, span: EmployeeSpan, converter: CurrencyConverter) -> str | None:
    """What is left of the MRR held before the span, of the same clients and at the rates of that day.

    None without such MRR, and when it is in several currencies.
    """
    start = span.first - A_DAY
    at_start = held.on(start)
    clients = {run.client for run in at_start if run.has_mrr_on(start)}
    # Runs that the person managed twice are one; those that were handed over still belong to the client.
    at_end = {(run.project, run.starts_on): run for run in (part.run for part in held.parts) if run.client in clients}
    before = sum_by_currency(converter.convert(mrr_amounts(at_start, start)))
    left = [(start, currency, fee) for _, currency, fee in mrr_amounts([*at_end.values()], span.last)]
    after = sum_by_currency(converter.convert(left))
    if len(before) != 1 or after.keys() - before.keys():
        return None
    ((currency, whole),) = before.items()
    return format_percent(after.get(currency, Fraction(0)), whole)


def _build_revenue(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    held = loader.load(read_account_runs, spans)
    amounts = {span: [amount for _, amount in held[span].revenue(span.first, span.last)] for span in spans}
    return {
        span: {"retainer_revenue": converter.money_figure("retainer_revenue", of_span)}
        for span, of_span in amounts.items()
    }


def _build_invoiced(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    invoiced = loader.load(read_invoiced, spans)
    return {span: {"invoiced": converter.money_figure("invoiced", invoiced[span])} for span in spans}


def _build_churn(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    lost = loader.load(read_churned_mrr, spans)
    return {span: {"churned_mrr": converter.money_figure("churned_mrr", lost[span])} for span in spans}


def _build_sales(
    loader: MetricLoader, spans: Collection[EmployeeSpan], converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    sold = loader.load(read_oos_sold, spans)
    return {span: {"oos_sold": converter.money_figure("oos_sold", sold[span])} for span in spans}


def _build_recognition(
    loader: MetricLoader, spans: Collection[EmployeeSpan], _converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    received = loader.load(read_values_received, spans)
    return {span: {"values_received": build_figure("count", "values_received", str(received[span]))} for span in spans}


def _build_goals(
    loader: MetricLoader, spans: Collection[EmployeeSpan], _converter: CurrencyConverter
) -> dict[EmployeeSpan, Figures]:
    ((first, last),) = {(span.first, span.last) for span in spans}
    shares = read_attainments(loader, {span.employee_id for span in spans}, first, last)
    percents = {key: None if share is None else format_percent(share, Fraction(1)) for key, share in shares.items()}
    return {
        span: {"goal_attainment": build_figure("percent", "goal_attainment", percents[span.employee_id])}
        for span in spans
    }


_CHURNS = "/api/v1/employee-churns?employee={id}&effective_from={first}&effective_to={last}"
_SALES = "/api/v1/oos-sales?seller={id}&sold_from={first}&sold_to={last}"
_AWARDS = "/api/v1/awards?receiver={id}&awarded_from={first}&awarded_to={last}&visibility=everyone"
_GOALS = "/api/v1/employee-goals?employee={id}&period_from={first}&period_to={last}"
# For figures of accounts, the `projects-statistics` of the listed projects over the same days add up to the figure.
_ENTRIES = "/api/v1/time-entries?employee={id}&worked_from={first}&worked_to={last}"
_ROW_FIGURES: Mapping[str, RecordFigure] = {
    "retained_mrr": "employee_retained_mrr",
    "retainer_revenue": "employee_retainer_revenue",
    "invoiced": "employee_invoiced",
}
_ROW_PATHS: Mapping[str, tuple[Permission, str]] = {
    "hours": (Permission.STATISTICS_HOURS, _ENTRIES),
    "billable_hours": (Permission.STATISTICS_HOURS, _ENTRIES + "&billable=true"),
    **dict.fromkeys(_ROW_FIGURES, (Permission.PROJECTS_VIEW, "")),
    "churned_mrr": (Permission.CHURNS_VIEW, _CHURNS + "&state=recorded&state=confirmed&state=won_back"),
    "oos_sold": (
        Permission.OOS_SALES_VIEW,
        _SALES + "".join(f"&status={name}" for name in ("approved", "in_work", "delivered", "invoiced", "paid")),
    ),
    "goal_attainment": (
        Permission.GOALS_VIEW,
        _GOALS + "&status=active&status=achieved&status=missed&visibility=team&visibility=everyone",
    ),
    "values_received": (Permission.CORE_VALUES_VIEW, _AWARDS),
}
HOURS_TABLES = ("employee_leaves", "time_entries", HOURS_OF_EMPLOYEES, CAPACITY_TERMS)
_ACCOUNTS = (USERS_OF_EMPLOYEES, ACCOUNT_MANAGER_TERMS)
_RUNS = ("exchange_rates", "project_fees", CHURN_DAYS, RETAINER_DAYS, RETAINER_MANAGERS, STATE_TERMS, *_ACCOUNTS)
_INVOICED = ("exchange_rates", "invoices", "payment_allocations", "project_payments", "projects", *_ACCOUNTS)
_LOSSES = ("churn_attributions", "churn_events", "exchange_rates")
_SOLD = ("exchange_rates", "oos_approvals", "project_amendments", "project_sellers", SOLD_PROJECTS)
_LINKED = ("employee_goals", "goal_check_ins", "awards", *HOURS_TABLES, *_RUNS, *_LOSSES, *_SOLD)
# Goals come first: they register the spans of linked metrics, which are then loaded together with the other groups'.
GROUPS: Mapping[Permission, Sequence[_Group]] = {
    Permission.STATISTICS_GOALS: [_Group([], _build_goals, QueryCache({*_LINKED}))],
    Permission.STATISTICS_HOURS: [_Group([read_hours, read_capacity], _build_hours, QueryCache(HOURS_TABLES))],
    Permission.STATISTICS_MRR: [_Group([read_account_runs], _build_mrr, QueryCache(_RUNS))],
    Permission.STATISTICS_REVENUE: [
        _Group([read_account_runs], _build_revenue, QueryCache(_RUNS)),
        _Group([read_invoiced], _build_invoiced, QueryCache(_INVOICED)),
    ],
    Permission.STATISTICS_CHURN: [_Group([read_churned_mrr], _build_churn, QueryCache(_LOSSES))],
    Permission.STATISTICS_OOS: [_Group([read_oos_sold], _build_sales, QueryCache(_SOLD))],
    Permission.STATISTICS_VALUES: [_Group([read_values_received], _build_recognition, QueryCache(("awards",)))],
}
