"""Lists the records behind a figure of one client, project, employee or team.

The rows have the definition of the figure: their sum is the figure that the record's page shows. They are listed only
for callers who may see all of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, false, func, or_, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.api.wire import Page
from regie.core.lists.shape import Column
from regie.core.money.amounts import AMOUNT_DIGITS, currency_digits
from regie.core.time.clock import Clock
from regie.core.time.months import months_between
from regie.domains.insights.metrics.figures import HeldRuns, retainer_revenue
from regie.domains.insights.metrics.queries import read_account_runs, read_billings
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.employees import find_person
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.projects import MoneyFigure, ProjectData, read_project
from regie.domains.insights.statistics.published import read_as_shown
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange, FigureRequest
from regie.domains.insights.statistics.rows import render_page, sort_key
from regie.domains.insights.statistics.schemas import DashboardRow, FigureRowsQuery, RecordFigure
from regie.domains.insights.statistics.teams import find_team, read_team_runs
from regie.domains.money.invoices.queries import credits_within, invoices_within
from regie.domains.money.payments.figures import BILLINGS
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.figures import BILLED, UNAPPLIED_NOW
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.projects.figures import CURRENT_FEE_STARTS_ON, RUNNING_RETAINER
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.churns.figures import Run, fee_on
from regie.domains.work.clients.figures import IS_OVERDUE_NOW, IS_OWED_NOW
from regie.domains.work.clients.queries import managed_clients, visible_clients
from regie.domains.work.projects.queries import managed_projects, projects_with_visible_money, visible_projects

P = Permission


class _Source(NamedTuple):
    """The caller, the record and the days of a request."""

    reader: Reader
    api_id: str
    days: DateRange


_RowReader = Callable[[_Source], Iterable[Contribution]]


class _Figure(NamedTuple):
    """`permission` allows the figure, besides the permission on the amounts of each project."""

    permission: Permission
    read: _RowReader


def list_record_rows(
    db: Connection, actor: Actor, clock: Clock, query: FigureRowsQuery, days: DateRange
) -> Page[DashboardRow]:
    """A page of the rows of a figure, largest first."""
    figure, today = _FIGURES[query.figure], clock.today()
    reader = Reader(db, actor, clock, FigureRequest(days, None, today, Scope.ALL, query.currency or ""))
    rates = read_rates(db, today)
    rows = [
        _rounded(row, query.currency)
        for row in figure.read(_Source(reader, query.id, days))
        if query.group is None or row.is_in(query.group)
    ]
    _require_all_visible(reader, figure.permission, rows)
    return render_page(reader, sorted(rows, key=sort_key(query.currency or "", rates), reverse=True), query, rates)


def _rounded(row: Contribution, currency: str | None) -> Contribution:
    """Round as the figure does: amounts are rounded before they are converted, others only as a sum."""
    digits = AMOUNT_DIGITS if currency in (None, row.currency) else currency_digits(row.currency)
    return row._replace(amount=round_half_up(Fraction(row.amount), digits))


def _require_all_visible(reader: Reader, permission: Permission, rows: Sequence[Contribution]) -> None:
    actor = reader.actor
    scope = actor.scope(permission)
    has_figure = false() if scope is None else managed_projects(scope)
    projects = actor.scope(P.PROJECTS_VIEW)
    sees_project = false() if projects is None else visible_projects(projects)
    invoices = actor.scope(P.INVOICES_VIEW)
    conditions: Mapping[str, tuple[Column, ColumnElement[bool]]] = {
        "project": (Project.id, and_(sees_project, or_(projects_with_visible_money(actor), has_figure))),
        "invoice": (Invoice.id, false() if invoices is None else invoices_within(actor)(invoices)),
        "credit": (CustomerCredit.id, false() if invoices is None else credits_within(actor)(invoices)),
    }
    for kind, (key, condition) in conditions.items():
        keys = {row.key for row in rows if row.kind == kind}
        if keys and reader.rows(select(func.count()).where(key.in_(keys), condition))[0][0] < len(keys):
            raise Forbidden


def _find_client(source: _Source) -> int:
    """The key of a client whose amounts the caller may see."""
    actor = source.reader.actor
    seen, money = actor.scope(P.CLIENTS_VIEW), actor.scope(P.CLIENTS_MONEY)
    visible = false() if seen is None else visible_clients(seen)
    has_money = false() if money is None else managed_clients(money)
    found = source.reader.rows(select(Client.id, has_money).where(Client.api_id == source.api_id, visible))
    if not found:
        raise NotFound
    if not found[0][1]:
        raise Forbidden
    return found[0][0]


def _client_mrr(source: _Source) -> Iterable[Contribution]:
    client, today = _find_client(source), source.reader.today
    fees = (
        select(Project.id, Project.currency, ProjectFee.amount)
        .join(Project, Project.id == ProjectFee.project_id)
        .join(Client, Client.id == Project.client_id)
        .where(Client.id == client)
        .where(RUNNING_RETAINER, ProjectFee.starts_on == CURRENT_FEE_STARTS_ON)
    )
    for key, currency, amount in source.reader.rows(fees):
        yield Contribution("project", key, today, currency=currency, amount=amount)


def _client_invoices(source: _Source, amount: Column, condition: ColumnElement[bool]) -> Iterable[Contribution]:
    """Invoices of a client; those in another currency than its own count at today's rate, as in its figure."""
    client, today = _find_client(source), source.reader.today
    is_own = (Invoice.currency == Client.currency).label("is_own")
    invoices = (
        select(Invoice.id, Invoice.issued_on, Invoice.currency, amount, is_own)
        .join(Client, Client.id == Invoice.client_id)
        .where(Client.id == client, condition)
    )
    for key, issued_on, currency, value, own in source.reader.rows(invoices):
        yield Contribution("invoice", key, issued_on if own else today, currency=currency, amount=value)


def _client_outstanding(source: _Source) -> Iterable[Contribution]:
    yield from _client_invoices(source, Invoice.balance, IS_OWED_NOW)
    credits = (
        select(
            CustomerCredit.id,
            CustomerCredit.dated_on,
            CustomerCredit.currency,
            CustomerCredit.balance,
            (CustomerCredit.currency == Client.currency).label("is_own"),
        )
        .join(Client, Client.id == CustomerCredit.client_id)
        .where(Client.api_id == source.api_id, UNAPPLIED_NOW)
    )
    for key, dated_on, currency, value, own in source.reader.rows(credits):
        yield Contribution("credit", key, dated_on if own else source.reader.today, currency=currency, amount=-value)


def _client_revenue(source: _Source) -> Iterable[Contribution]:
    client = _find_client(source)
    return read_as_shown(source.reader.narrowed_to(source.days, [client]), "revenue", source.days)


def _mrr_rows(runs: Iterable[Run], day: date) -> Iterable[Contribution]:
    """The fees in force at the end of a day, as `mrr_amounts` adds them up."""
    for run in runs:
        if run.has_mrr_on(day):
            yield Contribution("project", run.project, day, currency=run.currency, amount=fee_on(run.fees, day))


def _revenue_rows(runs: Iterable[Run], days: DateRange) -> Iterable[Contribution]:
    """Each retainer's revenue per month, as `monthly_revenue` adds it up."""
    for project, group in groupby(runs, lambda run: run.project):
        own = list(group)
        for first, last in months_between(days.first, days.last):
            amount = retainer_revenue(own, first, last)
            if amount:
                # `_rounded` makes it a decimal.
                yield Contribution("project", project, last, currency=own[0].currency, amount=amount)  # type: ignore[arg-type]


def _billing_rows(source: _Source, condition: ColumnElement[bool]) -> Iterable[Contribution]:
    """Amounts billed in the range before tax: their invoices, or the projects for callers who do not see all."""
    sees_invoices = source.reader.actor.scope(P.INVOICES_VIEW) is Scope.ALL
    billed = select(
        BILLINGS.c.invoice_id, BILLINGS.c.project_id, BILLINGS.c.issued_on, BILLINGS.c.currency, BILLINGS.c.amount
    ).where(BILLINGS.c.issued_on.between(source.days.first, source.days.last), condition)
    for invoice, project, issued_on, currency, amount in source.reader.rows(billed):
        kind, key = ("invoice", invoice) if sees_invoices else ("project", project)
        yield Contribution(kind, key, issued_on, currency=currency, amount=amount)


def _project_mrr(source: _Source) -> Iterable[Contribution]:
    return _mrr_rows(_project(source, "mrr").runs, source.days.last)


def _project_revenue(source: _Source) -> Iterable[Contribution]:
    return _revenue_rows(_project(source, "retainer_revenue").runs, source.days)


def _project_invoiced(source: _Source) -> Iterable[Contribution]:
    row = _project(source, "invoiced").row
    of_project = and_(BILLINGS.c.project_id == row["id"], BILLINGS.c.currency == row["currency"])
    return _billing_rows(source, of_project)


def _project_sale(source: _Source) -> Iterable[Contribution]:
    project = _project(source, "oos_sales")
    for sold_on, currency, amount in project.sold:
        # Stored amounts are decimals.
        yield Contribution("project", project.row["id"], sold_on, currency=currency, amount=amount)  # type: ignore[arg-type]


def _project(source: _Source, figure: MoneyFigure) -> ProjectData:
    return read_project(source.reader.db, source.reader.actor, source.api_id, figure, source.days)


def _person_runs(source: _Source, permission: Permission) -> HeldRuns:
    span = find_person(source.reader.db, source.reader.actor, source.api_id, permission, source.days)
    return read_account_runs(source.reader.db, [span])[span]


def _person_mrr(source: _Source) -> Iterable[Contribution]:
    return _mrr_rows(_person_runs(source, P.STATISTICS_MRR).on(source.days.last), source.days.last)


def _person_revenue(source: _Source) -> Iterable[Contribution]:
    held = _person_runs(source, P.STATISTICS_REVENUE)
    for project, (day, currency, amount) in held.revenue(source.days.first, source.days.last):
        # `_rounded` makes it a decimal.
        yield Contribution("project", project, day, currency=currency, amount=amount)  # type: ignore[arg-type]


def _person_invoiced(source: _Source) -> Iterable[Contribution]:
    days = source.days
    span = find_person(source.reader.db, source.reader.actor, source.api_id, P.STATISTICS_REVENUE, days)
    sees_invoices = source.reader.actor.scope(P.INVOICES_VIEW) is Scope.ALL
    for one in read_billings(source.reader.db, [span.employee_id], days.first, days.last):
        kind, key = ("invoice", one.invoice_id) if sees_invoices else ("project", one.project_id)
        yield Contribution(kind, key, one.day, currency=one.currency, amount=one.amount)


def _team_mrr(source: _Source) -> Iterable[Contribution]:
    team = find_team(source.reader.db, source.reader.actor, source.api_id, P.STATISTICS_MRR)
    return _mrr_rows(read_team_runs(source.reader.db, [team], source.days.last)[team], source.days.last)


_FIGURES: Mapping[RecordFigure, _Figure] = {
    "client_mrr": _Figure(P.STATISTICS_MRR, _client_mrr),
    "client_outstanding": _Figure(P.STATISTICS_RECEIVABLES, _client_outstanding),
    "client_overdue": _Figure(
        P.STATISTICS_RECEIVABLES, partial(_client_invoices, amount=Invoice.balance, condition=IS_OVERDUE_NOW)
    ),
    "client_lifetime_revenue": _Figure(
        P.STATISTICS_REVENUE,
        partial(_client_invoices, amount=Invoice.subtotal, condition=and_(BILLED, Invoice.currency == Client.currency)),
    ),
    "client_revenue": _Figure(P.STATISTICS_REVENUE, _client_revenue),
    "project_mrr": _Figure(P.STATISTICS_MRR, _project_mrr),
    "project_retainer_revenue": _Figure(P.STATISTICS_REVENUE, _project_revenue),
    "project_invoiced": _Figure(P.STATISTICS_REVENUE, _project_invoiced),
    "project_oos_sales": _Figure(P.STATISTICS_OOS, _project_sale),
    "employee_retained_mrr": _Figure(P.STATISTICS_MRR, _person_mrr),
    "employee_retainer_revenue": _Figure(P.STATISTICS_REVENUE, _person_revenue),
    "employee_invoiced": _Figure(P.STATISTICS_REVENUE, _person_invoiced),
    "team_retained_mrr": _Figure(P.STATISTICS_MRR, _team_mrr),
}
