"""Calculates the amounts that are stored for past months: what each record contributes, and its owner."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from sqlalchemy import Connection, func, select

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.clock import Clock
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.money_contributions import PROJECT_OF_INVOICE
from regie.domains.insights.statistics.published import STORED
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange, FigureRequest
from regie.domains.insights.statistics.schemas import RecordKind, StoredFigure
from regie.domains.insights.utilization.queries import read_tracked_months
from regie.domains.records.figure_amounts.schemas import NO_OWNER, OwnerKind
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import SETTINGS_VERSION

# Each contribution to them is dated within its month, whichever days are read together.
_BY_DAY: frozenset[StoredFigure] = frozenset({"mrr_movements", "revenue", "invoiced", "oos_sold", "lost_retainers"})
StoredRow = tuple[date, int, Contribution]


def formula_versions() -> dict[str, int]:
    """The version of each formula, to store with what it calculated."""
    return {name: formula.version for name, formula in STORED.items()}


def owner_kind(figure: StoredFigure) -> OwnerKind:
    return STORED[figure].owner_kind


def calculate_months(
    db: Connection, clock: Clock, figure: StoredFigure, first: date, last: date, owners: Sequence[int] | None = None
) -> Iterator[StoredRow]:
    """Yield (month, owner, contribution) for the months from `first` to `last`, by their first days.

    With `owners`, only what belongs to these clients or employees.
    """
    days = DateRange(first, DateRange.month_of(last).last)
    parts = [days] if figure in _BY_DAY else list(days.months())
    for part, owner, one in _calculate(db, clock, figure, days, parts, owners):
        yield one.day.replace(day=1) if figure in _BY_DAY else part.first, owner, one


def calculate_days(
    db: Connection, clock: Clock, figure: StoredFigure, first: date, last: date, owners: Sequence[int] | None = None
) -> Iterator[StoredRow]:
    """Like `calculate_months`, for days of one month."""
    days = DateRange(first, last)
    for _, owner, one in _calculate(db, clock, figure, days, [days], owners):
        yield first.replace(day=1), owner, one


def _calculate(
    db: Connection,
    clock: Clock,
    figure: StoredFigure,
    days: DateRange,
    parts: Sequence[DateRange],
    owners: Sequence[int] | None,
) -> Iterator[tuple[DateRange, int, Contribution]]:
    reader = _open_reader(db, clock, days, owners)
    owner_of = _read_owners(reader, figure)
    for part in parts:
        # A reader of its own, which does not keep the rows of all parts.
        for one in STORED[figure].read(reader.narrowed_to(part), Scope.ALL, part):
            yield part, one.key if owner_of is None else owner_of[one.kind, one.key], one


def read_months_with_hours(db: Connection, first: date, last: date) -> set[date]:
    """The months, by their first days, in which an employee has a time entry."""
    return read_tracked_months(db, [month.first for month in DateRange(first, last).months()])


def _open_reader(db: Connection, clock: Clock, days: DateRange, owners: Sequence[int] | None) -> Reader:
    """A reader of the whole organization, without a caller."""
    version = db.execute(select(SETTINGS_VERSION)).scalar_one()
    organization = Actor(0, "", "", None, (), DEFAULT_LOCALE, 0, clock.now(), settings_version=version)
    request = FigureRequest(days, None, clock.today(), Scope.ALL, "")
    return Reader(db, organization, clock, request, owners)


def _read_owners(reader: Reader, figure: StoredFigure) -> Mapping[tuple[RecordKind, int], int] | None:
    """The client of each record, by kind and key; None for figures whose records are the owners themselves."""
    if figure in ("mrr_movements", "lost_clients", "utilisation"):
        return None
    if figure == "receivables":
        return _clients_of(reader, "invoice", Invoice) | _clients_of(reader, "credit", CustomerCredit)
    if figure == "invoiced":
        client = func.coalesce(Project.client_id, Invoice.client_id)
        invoices = select(Invoice.id, func.coalesce(client, NO_OWNER)).where(reader.owned(client))
        found = reader.rows(invoices.outerjoin(Project, Project.id == PROJECT_OF_INVOICE))
        return {("invoice", key): owner for key, owner in found}
    return _clients_of(reader, "project", Project)


def _clients_of(
    reader: Reader, kind: RecordKind, model: type[Invoice | CustomerCredit | Project]
) -> dict[tuple[RecordKind, int], int]:
    owners = select(model.id, func.coalesce(model.client_id, NO_OWNER)).where(reader.owned(model.client_id))
    return {(kind, key): owner for key, owner in reader.rows(owners)}
