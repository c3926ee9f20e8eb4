"""Reading the ledger; `visible_periods` is the only door to its table.

Lists show what is stored. Where one retainer is read, its open periods are worked out anew, so that nothing stale is
shown between a change and the worker's next look.
"""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, exists, func, join, not_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing, Sight, at_least, at_most, one_of
from regie.core.money import money
from regie.core.shape import MoneyField, RefField, Shape
from regie.domains.clients.models import Client
from regie.domains.payments.models import ProjectPayment
from regie.domains.projects.models import Project
from regie.domains.projects.queries import managed_projects, visible_projects
from regie.domains.retainers.burning import read_endangered as read_endangered
from regie.domains.retainers.inputs import read_ledgers
from regie.domains.retainers.ledger import Line
from regie.domains.retainers.models import RetainerPeriod
from regie.domains.retainers.schemas import PeriodQuery
from regie.domains.users.models import User

_LockedBy = aliased(User)
_Other = aliased(RetainerPeriod)
# Periods are locked from the oldest on and unlocked from the newest back.
_IS_NEXT = not_(
    exists()
    .where(
        _Other.project_id == RetainerPeriod.project_id,
        _Other.status == RetainerPeriod.status,
        case(
            (RetainerPeriod.status == "open", _Other.starts_on < RetainerPeriod.starts_on),
            else_=_Other.starts_on > RetainerPeriod.starts_on,
        ),
    )
    .correlate(RetainerPeriod)
)


def _of_payment(column: Any) -> ColumnElement[Any]:
    """Of the payment whose month the period lies in; a month cut in two by a lock has one."""
    found = select(func.max(column)).where(
        ProjectPayment.project_id == RetainerPeriod.project_id,
        ProjectPayment.period_start <= RetainerPeriod.ends_on,
        ProjectPayment.period_end >= RetainerPeriod.starts_on,
    )
    return found.correlate(RetainerPeriod).scalar_subquery()


_HOURS = (
    "base_hours rollover_in adjustment used_hours late_hours closing_balance rollover_out lapsed_hours overage_hours"
).split()
_ROW = {
    "api_id": RetainerPeriod.api_id,
    "project": RefField(Project.api_id, Project.name),
    "client": RefField(Client.api_id, Client.name),
    "account_manager": RefField(User.api_id, User.name),
    "starts_on": RetainerPeriod.starts_on,
    "ends_on": RetainerPeriod.ends_on,
    "status": RetainerPeriod.status,
    **{name: getattr(RetainerPeriod, name) for name in _HOURS},
    "adjustment_reason": RetainerPeriod.adjustment_reason,
    "ran_out_on": RetainerPeriod.ran_out_on,
    "locked_at": RetainerPeriod.locked_at,
    "locked_by": RefField(_LockedBy.api_id, _LockedBy.name),
    "updated_at": RetainerPeriod.updated_at,
    "version": RetainerPeriod.version,
    "fee": MoneyField(RetainerPeriod.fee, Project.currency),
    "payment": RefField(_of_payment(ProjectPayment.api_id), _of_payment(ProjectPayment.label)),
    # For the reader alone: what the caller may do, and whose line it is.
    "is_next": _IS_NEXT,
    "manages": managed_projects(Scope.OWN),
    "project_id": RetainerPeriod.project_id,
}
PERIODS = Listing(
    source=join(RetainerPeriod, Project, Project.id == RetainerPeriod.project_id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(_LockedBy, _LockedBy.id == RetainerPeriod.locked_by_id, isouter=True),
    key=RetainerPeriod.id,
    api_id=RetainerPeriod.api_id,
    shape=Shape(_ROW, guarded=frozenset({"fee", "payment"})),
    sorts={
        "starts_on": RetainerPeriod.starts_on,
        "project": Project.name_key,
        "client": Client.name_key,
        "used_hours": RetainerPeriod.used_hours,
        "closing_balance": RetainerPeriod.closing_balance,
    },
    default_sort="-starts_on",
    tables=("retainer_periods", "projects", "project_members", "project_sellers", "clients", "users", "team_members"),
    search=(Project.search_key,),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "status": one_of(RetainerPeriod.status),
        "starts_from": at_least(RetainerPeriod.starts_on),
        "starts_to": at_most(RetainerPeriod.starts_on),
    },
)


def visible_periods(scope: Scope) -> ColumnElement[bool]:
    """The periods of the retainers that the caller sees."""
    return true() if scope is Scope.ALL else _of_projects(visible_projects(scope))


def managed_periods(scope: Scope) -> ColumnElement[bool]:
    """Own: those of the retainers that the caller manages."""
    return true() if scope is Scope.ALL else _of_projects(managed_projects(scope))


def _of_projects(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return RetainerPeriod.project_id.in_(select(Project.id).where(condition))


def period_sight(actor: Actor) -> Sight:
    """Whoever sees a retainer sees its hours; its money is guarded as the project's own is."""
    return sight(
        actor,
        Permission.RETAINERS_VIEW,
        # The list joins the retainer itself: asking it spares a look-up per row.
        visible_projects,
        money=Permission.PROJECTS_MRR,
        money_within=managed_projects,
    )


def list_periods(db: Connection, actor: Actor, query: PeriodQuery, today: date) -> dict[str, Any]:
    page = PERIODS.page(db, period_sight(actor), query)
    if len(query.project) == 1:
        page["data"] = _as_of_now(db, page["data"], today)
    return {**page, "data": [_shown(actor, row, today) for row in page["data"]]}


def read_period(db: Connection, actor: Actor, api_id: str, today: date) -> dict[str, Any]:
    (period,) = _as_of_now(db, [PERIODS.one(db, period_sight(actor), api_id)], today)
    return _shown(actor, period, today)


def _as_of_now(db: Connection, rows: list[dict[str, Any]], today: date) -> list[dict[str, Any]]:
    """Rows of one retainer, the open ones as its terms and hours have it now."""
    if not any(row["status"] == "open" for row in rows):
        return rows
    (ledger,) = read_ledgers(db, [rows[0]["project_id"]], today)
    now = {line.starts_on: line for line in ledger.open}
    return [
        row | _as_json(row, now[row["starts_on"]]) if row["status"] == "open" and row["starts_on"] in now else row
        for row in rows
    ]


def _as_json(row: dict[str, Any], line: Line) -> dict[str, Any]:
    fresh: dict[str, Any] = {name: f"{getattr(line, name):.2f}" for name in _HOURS}
    fresh |= {"ends_on": line.ends_on, "ran_out_on": line.ran_out_on}
    return fresh | ({"fee": money(line.fee, row["fee"]["currency"])} if "fee" in row else {})


def _shown(actor: Actor, row: dict[str, Any], today: date) -> dict[str, Any]:
    inner = ("is_next", "manages", "project_id")
    return {name: value for name, value in row.items() if name not in inner} | {"can": _allowed(actor, row, today)}


def _allowed(actor: Actor, row: dict[str, Any], today: date) -> list[str]:
    """What the caller may do with this period now, so that a screen offers nothing that would be refused."""
    adjusts = actor.scope(Permission.RETAINERS_ADJUST)
    is_open, allowed = row["status"] == "open", []
    if is_open and adjusts is not None and (adjusts is Scope.ALL or row["manages"]):
        allowed.append("adjust")
    if is_open and row["is_next"] and row["ends_on"] < today and actor.may(Permission.RETAINERS_LOCK):
        allowed.append("lock")
    if not is_open and row["is_next"] and actor.may(Permission.RETAINERS_UNLOCK):
        allowed.append("unlock")
    return allowed
