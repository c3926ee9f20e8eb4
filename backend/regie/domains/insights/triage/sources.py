"""Reads the matters of each kind, within the caller's rights; a list of the kind has the same records.

Every kind has the permissions without which it has no matters, and the statement that finds them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, case, func, literal_column, or_, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.core.lists.listing import RowScope
from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount, round_amount
from regie.core.time.dates import days_between
from regie.core.time.months import add_months
from regie.domains.insights.triage.schemas import MatterKind
from regie.domains.money.invoices.queries import invoice_row_scope
from regie.domains.money.payments.queries import PAYMENTS, payment_row_scope
from regie.domains.money.payments.schemas import PaymentQuery
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.figures import ONGOING, SHOWN_FEE, TODAY
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.churns.queries import CHURNS, churn_row_scope
from regie.domains.work.churns.schemas import ChurnEventQuery
from regie.domains.work.clients.figures import IS_OVERDUE_NOW
from regie.domains.work.deals.queries import DEALS, deal_row_scope
from regie.domains.work.deals.schemas import DealQuery
from regie.domains.work.oos_sales.figures import PART_AMOUNT, SOLD_ON
from regie.domains.work.oos_sales.queries import EXTRA_WORK, find_decidable, unapproved_work_scope
from regie.domains.work.oos_sales.schemas import UnapprovedWorkQuery
from regie.domains.work.projects.queries import (
    PROJECTS,
    bound_params,
    project_row_scope,
    projects_with_visible_money,
    visible_projects,
)
from regie.domains.work.projects.schemas import ProjectQuery
from regie.domains.work.retainers.queries import read_high_risk_retainers

# The record of overdue invoices without a client, as in receivables.
UNMATCHED = "00000000-0000-0000-0000-000000000000"
OLD_DEAL_DAYS = 180
_MONTHS = 12
_DEFAULT_NOTICE_DAYS = 30
# A renewal is shown this long before its notice period begins.
_NOTICE_AHEAD = timedelta(days=30)
_TRUE, _FALSE = literal_column("1"), literal_column("0")


@dataclass(slots=True)
class Matter:
    """A client's matter with its amounts, each with its currency; None where the caller may not see them."""

    kind: MatterKind
    record: str
    client: Ref | None
    manager: Ref | None
    amounts: list[tuple[Decimal, str]] | None
    project: Ref | None = None
    name: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.record


_CLIENT: tuple[Column, ...] = (Client.api_id.label("client_id"), Client.name.label("client_name"))
_MANAGER: tuple[Column, ...] = (User.api_id.label("manager_id"), User.name.label("manager_name"))
_PROJECT: tuple[Column, ...] = (Project.api_id.label("project_id"), Project.name.label("project_name"))
_PEOPLE = ("client_id", "client_name", "manager_id", "manager_name")
_PEOPLE_AND_PROJECT = ("project_id", "project_name", *_PEOPLE)
_Row = dict[str, Any]


def read_overdue(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The clients with overdue invoices."""
    days = func.max(days_between(TODAY, Invoice.payable_on)).label("days")
    statement = (
        select(*_CLIENT, *_MANAGER, Invoice.currency, func.count().label("count"), days, _sum_of(Invoice.balance))
        .select_from(Invoice)
        .outerjoin(Client, Client.id == Invoice.client_id)
        .outerjoin(User, User.id == Client.account_manager_id)
        .where(IS_OVERDUE_NOW, invoice_row_scope(actor).rows())
        .group_by(Client.api_id, Client.name, User.api_id, User.name, Invoice.currency)
    )
    return _by_client("overdue", _execute(db, actor, statement, today), latest="days")


def read_to_invoice(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The clients with payments to invoice that were due last month or this month.

    Older ones are a matter of matching: most were invoiced without a link.
    """
    query = PaymentQuery(status=["ready"], due_from=add_months(today.replace(day=1), -1), due_to=today)
    columns = (*_CLIENT, Client.account_manager_id, Project.currency, ProjectPayment.due_on, ProjectPayment.amount)
    names = ("client_id", "client_name", "manager_key", "currency", "on", "amount")
    rows = _named(names, PAYMENTS.values(db, payment_row_scope(actor), query, columns))
    managers = _read_managers(db, {row["manager_key"] for row in rows})
    for row in rows:
        row |= {"count": 1, "days": (today - row["on"]).days, **managers.get(row["manager_key"], {})}
    return _by_client("to_invoice", rows, latest="days")


def read_over_hours(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The running retainers that used more than their hours."""
    found = read_high_risk_retainers(db, actor, actor.require(Permission.RETAINERS_VIEW), today)
    over = {key: used - available for key, level, used, available in found if level == "over"}
    statement = _select_projects(actor, Project.overage_rate.label("rate")).where(Project.id.in_(over))
    matters = []
    for row in _execute(db, actor, statement, today):
        hours = over[row["key"]]
        amount = None if row["rate"] is None else round_amount(hours * row["rate"], row["currency"])
        matters.append(_of_project("over_hours", row, amount, hours=f"{hours:.2f}"))
    return matters


def read_renewals(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The running retainers whose renewal is undecided and whose notice period has begun, or soon will.

    One that renews automatically is decided when its notice period begins.
    """
    columns = (
        SHOWN_FEE.label("fee"),
        Project.renews_on,
        Project.notice_days,
        case((Project.auto_renew.is_(True), _TRUE), else_=_FALSE).label("is_automatic"),
    )
    statement = _select_projects(actor, *columns).where(
        Project.kind == "retainer",
        Project.status.in_(ONGOING),
        Project.archived_at.is_(None),
        Project.renews_on.is_not(None),
        or_(Project.end_on.is_(None), Project.end_on > Project.renews_on),
        visible_projects(actor.require(Permission.RETAINERS_VIEW)),
    )
    matters = []
    for row in _execute(db, actor, statement, today):
        notice_days = _DEFAULT_NOTICE_DAYS if row["notice_days"] is None else row["notice_days"]
        notice_on, is_automatic = row["renews_on"] - timedelta(days=notice_days), bool(row["is_automatic"])
        if notice_on > today + _NOTICE_AHEAD or (is_automatic and notice_on < today):
            continue
        amount = None if row["fee"] is None else row["fee"] * _MONTHS
        facts = {"on": row["renews_on"], "days": (notice_on - today).days, "is_automatic": is_automatic}
        matters.append(_of_project("renewal", row, amount, **facts))
    return matters


def read_unscheduled(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The ongoing fixed-price and approved out-of-scope projects without scheduled payments."""
    scope = project_row_scope(actor)
    columns = (Project.id, Project.start_on)
    queries = (
        ProjectQuery(kind=["fixed"], status=list(ONGOING), scheduled=False),
        ProjectQuery(kind=["oos"], status=list(ONGOING), approval=["approved"], scheduled=False),
    )
    keys = {
        key: start
        for query in queries
        for key, start in PROJECTS.values(db, scope, query, columns, **bound_params(actor, today))
    }
    statement = _select_projects(actor, Project.amount).where(Project.id.in_(keys))
    return [
        _of_project("unscheduled", row, row["amount"], on=keys[row["key"]])
        for row in _execute(db, actor, statement, today)
    ]


def read_approvals(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The out-of-scope work, and the amendments of it, that await the client's approval."""
    scope = unapproved_work_scope(actor)
    columns = (
        EXTRA_WORK.api_id, *_PROJECT, *_CLIENT, *_MANAGER, _shown(scope), PART_AMOUNT, Project.currency, SOLD_ON
    )  # fmt: skip
    names = ("record", *_PEOPLE_AND_PROJECT, "has_money", "amount", "currency", "on")
    rows = _named(names, EXTRA_WORK.values(db, scope, UnapprovedWorkQuery(), columns, today_=today))
    decidable = find_decidable(db, actor, {row["project_id"] for row in rows})
    return [
        _of_project(
            "approval", row, row["amount"], on=row["on"], days=(today - row["on"]).days,
            may_decide=row["project_id"] in decidable,
        )
        for row in rows
    ]  # fmt: skip


def read_churns(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The churn that someone recorded and a churn manager has to confirm."""
    scope = churn_row_scope(actor)
    columns = (
        ChurnEvent.api_id, *_PROJECT, *_CLIENT, *_MANAGER, _shown(scope), ChurnEvent.mrr_lost, ChurnEvent.currency,
        ChurnEvent.effective_on, ChurnEvent.reason,
    )  # fmt: skip
    names = ("record", *_PEOPLE_AND_PROJECT, "has_money", "mrr", "currency", "on", "reason")
    # Churn is confirmed in all accounts or in none.
    assert actor.require(Permission.CHURNS_CONFIRM) is Scope.ALL
    rows = _named(names, CHURNS.values(db, scope, ChurnEventQuery(state=["recorded"]), columns))
    return [
        _of_project(
            "churn", row, row["mrr"] * _MONTHS, on=row["on"], reason=row["reason"],
            mrr=(row["mrr"], row["currency"]) if row["has_money"] else None,
        )
        for row in rows
    ]  # fmt: skip


def read_deals(db: Connection, actor: Actor, today: date) -> list[Matter]:
    """The won deals without a project."""
    columns = (HubspotDeal.api_id, HubspotDeal.name, *_CLIENT, *_MANAGER, HubspotDeal.amount, HubspotDeal.currency,
               HubspotDeal.closed_on)  # fmt: skip
    names = ("record", "name", *_PEOPLE, "amount", "currency", "on")
    query = DealQuery(state=["won"], with_project=False)
    matters = []
    for row in _named(names, DEALS.values(db, deal_row_scope(actor), query, columns)):
        days = None if row["on"] is None else (today - row["on"]).days
        amounts = [(row["amount"], row["currency"])] if row["amount"] is not None and row["currency"] else None
        matters.append(
            Matter("deal", row["record"], _ref(row, "client"), _ref(row, "manager"), amounts, name=row["name"],
                   facts={"on": row["on"], "days": days})
        )  # fmt: skip
    return matters


@dataclass(frozen=True, slots=True)
class MatterSource:
    requires: tuple[Permission, ...]
    read: Callable[[Connection, Actor, date], list[Matter]]


P = Permission
SOURCES: Mapping[MatterKind, MatterSource] = {
    "overdue": MatterSource((P.INVOICES_VIEW,), read_overdue),
    "over_hours": MatterSource((P.RETAINERS_VIEW,), read_over_hours),
    "approval": MatterSource((P.OOS_SALES_VIEW,), read_approvals),
    "renewal": MatterSource((P.RETAINERS_VIEW,), read_renewals),
    "churn": MatterSource((P.CHURNS_VIEW, P.CHURNS_CONFIRM), read_churns),
    "to_invoice": MatterSource((P.PAYMENTS_VIEW, P.PAYMENTS_EDIT), read_to_invoice),
    "unscheduled": MatterSource((P.PROJECTS_VIEW, P.PAYMENTS_VIEW), read_unscheduled),
    "deal": MatterSource((P.DEALS_VIEW, P.PROJECTS_CREATE), read_deals),
}


def read_matters(
    db: Connection, actor: Actor, today: date, kinds: Iterable[MatterKind] = tuple(SOURCES)
) -> list[Matter]:
    """Return the matters of these kinds that the caller may see."""
    return [
        matter
        for kind in kinds
        if all(actor.can(permission) for permission in SOURCES[kind].requires)
        for matter in SOURCES[kind].read(db, actor, today)
    ]


def is_old_deal(matter: Matter) -> bool:
    return matter.kind == "deal" and (matter.facts["days"] or 0) > OLD_DEAL_DAYS


def _select_projects(actor: Actor, *columns: Column) -> Any:
    has_money = case((projects_with_visible_money(actor), _TRUE), else_=_FALSE).label("has_money")
    return (
        select(Project.id.label("key"), *_PROJECT, *_CLIENT, *_MANAGER, Project.currency, has_money, *columns)
        .join(Client, Client.id == Project.client_id)
        .join(User, User.id == Project.account_manager_id)
    )


def _execute(db: Connection, actor: Actor, statement: Any, today: date) -> Sequence[_Row]:
    return [dict(row._mapping) for row in db.execute(statement, {**actor.params, "today_": today})]


def _named(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> list[_Row]:
    return [dict(zip(names, row, strict=True)) for row in rows]


def _of_project(kind: MatterKind, row: _Row, amount: Decimal | None, **facts: Any) -> Matter:
    project = _ref(row, "project")
    assert project is not None
    amounts = [(amount, row["currency"])] if row["has_money"] and amount is not None else None
    record = row.get("record", project["api_id"])
    return Matter(kind, record, _ref(row, "client"), _ref(row, "manager"), amounts, project, facts=facts)


def _by_client(kind: MatterKind, rows: Iterable[_Row], *, latest: str) -> list[Matter]:
    """Combine the rows of each client: their amounts by currency, their number, and the longest wait."""
    matters: dict[str, Matter] = {}
    for row in rows:
        record = row["client_id"] or UNMATCHED
        empty = Matter(kind, record, _ref(row, "client"), _ref(row, "manager"), [], facts={"count": 0, latest: 0})
        matter = matters.setdefault(record, empty)
        matter.facts["count"] += row["count"]
        matter.facts[latest] = max(matter.facts[latest], row[latest])
        assert matter.amounts is not None
        matter.amounts.append((row["amount"], row["currency"]))
    return list(matters.values())


def _read_managers(db: Connection, keys: set[int]) -> dict[int, dict[str, str]]:
    rows = db.execute(select(User.id, *_MANAGER).where(User.id.in_(keys)))
    return {row.id: {"manager_id": row.manager_id, "manager_name": row.manager_name} for row in rows}


def _ref(row: _Row, name: str) -> Ref | None:
    api_id, shown = row.get(f"{name}_id"), row.get(f"{name}_name")
    return None if api_id is None or shown is None else {"api_id": api_id, "name": shown}


def _shown(scope: RowScope) -> ColumnElement[int]:
    return case((scope.shows_restricted(), _TRUE), else_=_FALSE)


def _sum_of(amount: Column) -> ColumnElement[Decimal]:
    return type_coerce(func.sum(type_coerce(amount, BigInteger)), Amount).label("amount")
