"""Reads the months with their closings, open points and figures."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.administration.months.open_points import list_open_points
from regie.domains.administration.months.schemas import (
    Closing,
    MonthAction,
    MonthDetails,
    MonthFiguresQuery,
    MonthPackFileOut,
    MonthPackOut,
    MonthQuery,
    MonthRow,
    MonthState,
    RestatementQuery,
)
from regie.domains.insights.statistics.figures import MonthView
from regie.domains.insights.statistics.queries import (
    MonthFigures,
    RestatementRow,
    list_month_restatements,
    read_month_figures,
)
from regie.domains.integrations.connections.queries import Environment
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile
from regie.domains.records.months.queries import read_closed_months
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User

ORDER = "-month"
# Ten years; earlier months are not listed.
_MAX_MONTHS = 120
_closer, _reopener = aliased(User), aliased(User)
_CLOSINGS = (
    select(
        ClosedMonth.id,
        ClosedMonth.month,
        ClosedMonth.closed_at,
        _closer.api_id.label("closer"),
        _closer.name.label("closer_name"),
        ClosedMonth.reason,
        ClosedMonth.comment,
        ClosedMonth.reopened_at,
        _reopener.api_id.label("reopener"),
        _reopener.name.label("reopener_name"),
        ClosedMonth.reopen_reason,
    )
    .join(_closer, _closer.id == ClosedMonth.closed_by_id)
    .outerjoin(_reopener, _reopener.id == ClosedMonth.reopened_by_id)
    .order_by(ClosedMonth.id.desc())
)
_FIRST_DAYS = (select(func.min(Project.start_on)), select(func.min(Invoice.issued_on)))


def parse_month(text: str) -> date:
    """Return the first day of a month such as `2026-10`; raise NotFound for anything else."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise NotFound from error


def list_months(db: Connection, actor: Actor, clock: Clock, query: MonthQuery) -> Page[MonthRow]:
    """List the months of the last ten years from the first record on, newest first."""
    today = clock.today()
    this_month = today.replace(day=1)
    closings = _read_closings(db)
    first = first_month(db, today)
    count = (this_month.year - first.year) * 12 + this_month.month - first.month + 1
    months = [
        month
        for number in range(count)
        if query.search.casefold() in (month := add_months(this_month, -number)).isoformat()[:7]
    ]
    closed = {month for month, found in closings.items() if found[0]["reopened_at"] is None}
    return paginate(
        query, months, lambda month: _describe(month, closings.get(month, []), closed, first, today, actor), order=ORDER
    )


def read_month(db: Connection, environment: Environment, actor: Actor, clock: Clock, month: date) -> MonthDetails:
    today = clock.today()
    if month > today:
        raise NotFound
    closings = _read_closings(db)
    closed = set(read_closed_months(db))
    row = _describe(month, closings.get(month, []), closed, first_month(db, today), today, actor)
    return {
        **row,
        "open_points": [] if row["closing"] else list_open_points(db, environment, clock, month),
        "closings": closings.get(month, []),
    }


def read_figures(db: Connection, actor: Actor, clock: Clock, month: date, query: MonthFiguresQuery) -> MonthFigures:
    if month > clock.today():
        raise NotFound
    return read_month_figures(db, actor, clock, month, MonthView(query.currency, query.scope))


def list_restatements(db: Connection, actor: Actor, clock: Clock, query: RestatementQuery) -> Page[RestatementRow]:
    """List what changed in a closed month; an open one has nothing published, so its list is empty."""
    month = parse_month(query.month)
    view = MonthView(query.currency, query.scope)
    is_correction = query.compared == "first_closing"
    return list_month_restatements(db, actor, clock, month, query.figure, view, query, is_correction=is_correction)


def was_closed(db: Connection, month: date) -> bool:
    """Whether the month is or was closed."""
    return db.execute(select(ClosedMonth.id).where(ClosedMonth.month == month).limit(1)).first() is not None


def first_month(db: Connection, today: date) -> date:
    """Return the first month that is listed and can be closed: that of the first record, at most ten years ago."""
    this_month = today.replace(day=1)
    days = [day for statement in _FIRST_DAYS if (day := db.execute(statement).scalar()) is not None]
    return max(min([*days, today]).replace(day=1), add_months(this_month, 1 - _MAX_MONTHS))


def next_to_close(closed: set[date], month: date, *, was_reopened: bool) -> date | None:
    """Return the month that stands in the way of closing this one; None if this one is next, or none is closed.

    After the first closing, months are closed in their order. Months before the first closed one stay open, unless
    they were closed and reopened: those are closed again from the last to the first.
    """
    if not closed:
        return None
    expected = min(closed)
    if month < expected:
        return None if was_reopened and add_months(month, 1) == expected else expected
    while expected in closed:
        expected = add_months(expected, 1)
    return None if expected == month else expected


def _read_closings(db: Connection) -> Mapping[date, list[Closing]]:
    """Return all closings by month, the latest first."""
    found: dict[date, list[Closing]] = defaultdict(list)
    packs = _read_packs(db)
    for row in db.execute(_CLOSINGS):
        found[row.month].append(
            {
                "closed_at": row.closed_at,
                "closed_by": {"api_id": row.closer, "name": row.closer_name},
                "reason": row.reason,
                "comment": row.comment,
                "reopened_at": row.reopened_at,
                "reopened_by": row.reopener and {"api_id": row.reopener, "name": row.reopener_name},
                "reopen_reason": row.reopen_reason,
                "pack": packs.get(row.id),
            }
        )
    return found


_PACKS = select(MonthPack.closing_id, MonthPack.api_id, MonthPack.status).order_by(MonthPack.id)
_PACK_FILES = (
    select(
        MonthPack.closing_id,
        MonthPackFile.api_id,
        MonthPackFile.format,
        MonthPackFile.locale,
        MonthPackFile.file_name,
        MonthPackFile.size,
    )
    .join(MonthPack, MonthPack.id == MonthPackFile.pack_id)
    .order_by(MonthPackFile.id)
)


def _read_packs(db: Connection) -> Mapping[int, MonthPackOut]:
    """Return the pack of each closing, by the closing's internal key."""
    files: dict[int, list[MonthPackFileOut]] = defaultdict(list)
    for row in db.execute(_PACK_FILES):
        files[row.closing_id].append(
            {
                "api_id": row.api_id,
                "format": row.format,
                "language": row.locale,
                "file_name": row.file_name,
                "size": row.size,
            }
        )
    return {
        row.closing_id: {"api_id": row.api_id, "status": row.status, "files": files[row.closing_id]}
        for row in db.execute(_PACKS)
    }


def _describe(
    month: date, closings: list[Closing], closed: set[date], first: date, today: date, actor: Actor
) -> MonthRow:
    ends_on = end_of_month(month)
    state: MonthState = "closed" if month in closed else "current" if ends_on >= today else "open"
    actions: list[MonthAction] = []
    if actor.can(Permission.MONTHS_CLOSE):
        if state == "closed":
            actions = ["reopen"]
        elif state == "open" and month >= first:
            obstacle = next_to_close(closed, month, was_reopened=bool(closings))
            actions = [] if obstacle else ["close"]
    return {
        "api_id": f"{month:%Y-%m}",
        "starts_on": month,
        "ends_on": ends_on,
        "state": state,
        "closing": closings[0] if state == "closed" else None,
        "actions": actions,
    }
