"""Reads the ledger; every statement starts from `visible_periods`.

Lists show stored values. Reads of one retainer recalculate its open periods, so that changes are visible before the
worker's next run.
"""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, exists, func, join, not_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, at_least, at_most, one_of
from regie.core.lists.shape import Column, MoneyField, RefField, Shape, read_restricted, ref_to
from regie.core.money.amounts import money
from regie.domains.records.clients.models import Client
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import SHOWN_STATUS, RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.retainers.burn_list import read_high_risk_retainers as read_high_risk_retainers
from regie.domains.work.retainers.inputs import read_ledgers
from regie.domains.work.retainers.ledger import LedgerLine
from regie.domains.work.retainers.month_hours import MonthHours as MonthHours
from regie.domains.work.retainers.month_hours import read_month_hours as read_month_hours
from regie.domains.work.retainers.month_hours import read_started_months as read_started_months
from regie.domains.work.retainers.schemas import (
    PeriodAction,
    PeriodBasic,
    PeriodMoney,
    PeriodMoneyRow,
    PeriodOut,
    PeriodQuery,
    PeriodRow,
)

_LockingUser = aliased(User)
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


def _payment_column(column: Column) -> ColumnElement[Any]:
    """Return a column of the payment that bills the period; a month that a lock splits in two has one payment."""
    found = select(func.max(column)).where(
        ProjectPayment.project_id == RetainerPeriod.project_id,
        ProjectPayment.period_start <= RetainerPeriod.ends_on,
        ProjectPayment.period_end >= RetainerPeriod.starts_on,
    )
    return found.correlate(RetainerPeriod).scalar_subquery()


PERIODS = Listing(
    source=join(RetainerPeriod, Project, Project.id == RetainerPeriod.project_id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(_LockingUser, _LockingUser.id == RetainerPeriod.locked_by_id, isouter=True),
    key=RetainerPeriod.id,
    api_id=RetainerPeriod.api_id,
    shape=Shape.of(
        PeriodRow,
        RetainerPeriod,
        PeriodMoney,
        project=ref_to(Project),
        client=ref_to(Client),
        account_manager=ref_to(User),
        locked_by=ref_to(_LockingUser),
        fee=MoneyField(RetainerPeriod.fee, Project.currency),
        payment=RefField(_payment_column(ProjectPayment.api_id), _payment_column(ProjectPayment.label)),
        is_next=_IS_NEXT,
        manages=managed_projects(Scope.OWN),
        status=SHOWN_STATUS,
        precedes_ledger=RetainerPeriod.status == "before",
    ),
    sorts={
        "starts_on": RetainerPeriod.starts_on,
        "project": Project.name_key,
        "client": Client.name_key,
        "used_hours": RetainerPeriod.used_hours,
        "closing_balance": RetainerPeriod.closing_balance,
    },
    default_sort="-starts_on",
    search=(Project.search_key,),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "status": one_of(SHOWN_STATUS),
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


def period_row_scope(actor: Actor) -> RowScope:
    """Callers who see a retainer see its hours; its money is restricted like the project's."""
    return row_scope(
        actor,
        Permission.RETAINERS_VIEW,
        # The list joins the retainer: its condition spares a subquery per row.
        visible_projects,
        money=Permission.PROJECTS_MRR,
        money_clause=managed_projects,
    )


def list_periods(db: Connection, actor: Actor, query: PeriodQuery, today: date) -> Page[PeriodOut | PeriodBasic]:
    page = PERIODS.page(db, period_row_scope(actor), query)
    rows = _with_current_values(db, page["data"], today) if len(query.project) == 1 else page["data"]
    return {"data": [_render_period(actor, row, today) for row in rows], "meta": page["meta"]}


def read_period(db: Connection, actor: Actor, api_id: str, today: date) -> PeriodOut | PeriodBasic:
    (period,) = _with_current_values(db, [PERIODS.one(db, period_row_scope(actor), api_id)], today)
    return _render_period(actor, period, today)


def _with_current_values(db: Connection, rows: list[PeriodRow], today: date) -> list[PeriodRow]:
    """Return rows of one retainer, with open periods recalculated from its current terms and hours."""
    if not any(_is_current(row) for row in rows):
        return rows
    (ledger,) = read_ledgers(db, [rows[0]["project_id"]], today)
    earlier, current = ({line.starts_on: line for line in lines} for lines in (ledger.earlier, ledger.open))
    return [
        _with_line(row, line, precedes_ledger=row["starts_on"] in earlier)
        if _is_current(row) and (line := (earlier | current).get(row["starts_on"]))
        else row
        for row in rows
    ]


def _is_current(row: PeriodRow) -> bool:
    """Whether the period follows the terms and hours."""
    return row["status"] == "open" or row["precedes_ledger"]


def _with_line(row: PeriodRow, line: LedgerLine, *, precedes_ledger: bool) -> PeriodRow:
    fresh: PeriodRow = {
        **row,
        "status": "locked" if precedes_ledger else "open",
        "precedes_ledger": precedes_ledger,
        "ends_on": line.ends_on,
        "base_hours": f"{line.base_hours:.2f}",
        "rollover_in": f"{line.rollover_in:.2f}",
        "adjustment": f"{line.adjustment:.2f}",
        "used_hours": f"{line.used_hours:.2f}",
        "late_hours": f"{line.late_hours:.2f}",
        "closing_balance": f"{line.closing_balance:.2f}",
        "rollover_out": f"{line.rollover_out:.2f}",
        "lapsed_hours": f"{line.lapsed_hours:.2f}",
        "overage_hours": f"{line.overage_hours:.2f}",
        "ran_out_on": line.ran_out_on,
    }
    seen = read_restricted(PeriodMoney, row)
    if seen is None:
        return fresh
    with_money: PeriodMoneyRow = {
        **fresh,
        "fee": money(line.fee, seen["fee"]["currency"]),
        "payment": seen["payment"],
    }
    return with_money


def _render_period(actor: Actor, row: PeriodRow, today: date) -> PeriodOut | PeriodBasic:
    basic: PeriodBasic = {
        "api_id": row["api_id"],
        "project": row["project"],
        "client": row["client"],
        "account_manager": row["account_manager"],
        "starts_on": row["starts_on"],
        "ends_on": row["ends_on"],
        "status": row["status"],
        "precedes_ledger": row["precedes_ledger"],
        "base_hours": row["base_hours"],
        "rollover_in": row["rollover_in"],
        "adjustment": row["adjustment"],
        "adjustment_reason": row["adjustment_reason"],
        "used_hours": row["used_hours"],
        "late_hours": row["late_hours"],
        "closing_balance": row["closing_balance"],
        "rollover_out": row["rollover_out"],
        "lapsed_hours": row["lapsed_hours"],
        "overage_hours": row["overage_hours"],
        "ran_out_on": row["ran_out_on"],
        "locked_at": row["locked_at"],
        "locked_by": row["locked_by"],
        "updated_at": row["updated_at"],
        "version": row["version"],
        "can": _allowed_actions(actor, row, today),
    }
    seen = read_restricted(PeriodMoney, row)
    return basic if seen is None else {**basic, "fee": seen["fee"], "payment": seen["payment"]}


def _allowed_actions(actor: Actor, row: PeriodRow, today: date) -> list[PeriodAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    adjusts = actor.scope(Permission.RETAINERS_ADJUST)
    is_open = row["status"] == "open"
    allowed: list[PeriodAction] = []
    if is_open and adjusts is not None and (adjusts is Scope.ALL or row["manages"]):
        allowed.append("adjust")
    if is_open and row["is_next"] and row["ends_on"] < today and actor.can(Permission.RETAINERS_LOCK):
        allowed.append("lock")
    if not is_open and not row["precedes_ledger"] and row["is_next"] and actor.can(Permission.RETAINERS_UNLOCK):
        allowed.append("unlock")
    return allowed
