"""Reads out-of-scope sales; every statement starts from `visible_sales` or `visible_extra_work`."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    func,
    join,
    null,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, row_scope
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page, Ref
from regie.core.lists.listing import Column, Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Field, MoneyField, Shape, link_to, read_restricted, ref_to
from regie.core.money.amounts import Amount
from regie.core.time.dates import days_between
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import member_on
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import NOT_CONVERTED, Conversion, by_value
from regie.domains.records.exchange_rates.queries import read_conversion
from regie.domains.records.options.queries import require_known_options
from regie.domains.records.projects.figures import HOURS_LOGGED, TODAY
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import CLIENT_LINK, managed_clients
from regie.domains.work.oos_sales.approvals import read_approval as read_approval
from regie.domains.work.oos_sales.approvals import read_approvals as read_approvals
from regie.domains.work.oos_sales.figures import (
    IS_COUNTED,
    IS_ORIGINAL,
    IS_PROPOSED,
    IS_UNAPPROVED_WORK,
    NOTHING,
    PART_AMOUNT,
    PART_NAME,
    SALE_PARTS,
    SHARE,
    SHARE_API_ID,
    SHARE_KEY,
    SOLD_ON,
    STATUS_NAME,
)
from regie.domains.work.oos_sales.schemas import (
    OosSaleAmounts,
    OosSaleBasic,
    OosSaleBasicRow,
    OosSaleDetails,
    OosSaleQuery,
    OosSaleRow,
    ProjectSale,
    ProjectSaleAmount,
    ProjectSaleBasic,
    ProjectSaleDetails,
    SellerShare,
    UnapprovedWorkAmount,
    UnapprovedWorkBasic,
    UnapprovedWorkDetails,
    UnapprovedWorkQuery,
)
from regie.domains.work.projects.queries import (
    PROJECT_LINK,
    managed_projects,
    project_row_scope,
    sold_projects,
)

_Parent = aliased(Project)
_IS_OUT_OF_SCOPE = Project.kind == "oos"
_API_ID: ColumnElement[str] = SALE_PARTS.c.api_id
_SALE_FIELDS: dict[str, Field] = {
    "api_id": SHARE_API_ID,
    "part": PART_NAME,
    "project": link_to(Project),
    "number": Project.number,
    "client": link_to(Client),
    "parent": link_to(_Parent),
    "seller": ref_to(Employee),
    "account_manager": ref_to(User),
    "oos_type": Project.oos_type,
    "status": STATUS_NAME,
    "sold_on": SOLD_ON,
    "approved_on": SALE_PARTS.c.approved_on,
    "currency": Project.currency,
    "amount": SHARE,
    "project_amount": Project.amount,
}
# Sellers see their sales, but not always the client or the parent project.
_LINKS = {"project": PROJECT_LINK, "parent": PROJECT_LINK, "client": CLIENT_LINK}
_SALE_SHAPE = Shape.of(
    OosSaleDetails,
    ProjectSeller,
    OosSaleAmounts,
    **_SALE_FIELDS,
    amendment=case((IS_ORIGINAL, null()), else_=_API_ID),
    hours_logged=HOURS_LOGGED,
)
_PROJECT_SALE_SHAPE = Shape.of(
    ProjectSaleDetails,
    Project,
    ProjectSaleAmount,
    project=ref_to(Project),
    status=STATUS_NAME,
    sold_on=SOLD_ON,
    hours_logged=HOURS_LOGGED,
    project_amount=Project.amount,
)
# Shares of the original amount and of the amendments that it contains by now.
_SHARE_OF_AMOUNT = type_coerce(func.sum(type_coerce(SHARE, BigInteger)), Amount)
_SELLER_SHARE_SHAPE = Shape.of(
    SellerShare, ProjectSeller, seller=ref_to(Employee), amount=MoneyField(_SHARE_OF_AMOUNT, Project.currency)
)
SALES_TABLES = (
    "clients", "employees", "exchange_rates", "invoices", "oos_approvals", "payment_allocations",
    "project_amendments", "project_payments",
    "project_sellers", "projects", "team_members", "teams", "terms", "time_entries", "users",
)  # fmt: skip
_FILTERS: dict[str, Filter] = {
    "client": one_of(Client.api_id),
    "parent": one_of(_Parent.api_id),
    "account_manager": one_of(User.api_id),
    "oos_type": one_of(Project.oos_type),
    "currency": one_of(Project.currency),
    "sold_from": at_least(SOLD_ON),
    "sold_to": at_most(SOLD_ON),
}
_SORTS: dict[str, Column] = {
    "number": Project.number,
    "project": Project.name_key,
    "client": Client.name_key,
    "sold_on": SOLD_ON,
}


def _sum_where(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.sum(case((condition, type_coerce(SHARE, BigInteger)), else_=NOTHING))


def _sold_in_team(name: str, _value: object) -> ColumnElement[bool]:
    return _was_member(Team.api_id.in_(bindparam(name, expanding=True)))


def _was_member(teams: ColumnElement[bool]) -> ColumnElement[bool]:
    """The sales of people who were members of one of the teams on the day of sale; a person may be in several."""
    return member_on(and_(teams, Team.archived_at.is_(None)), SOLD_ON, SALE_PARTS)


_HAS_TEAM = _was_member(true())

SALES = Listing(
    source=join(SALE_PARTS, Project, Project.id == SALE_PARTS.c.project_id)
    .join(ProjectSeller, ProjectSeller.project_id == Project.id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(Employee, Employee.id == ProjectSeller.employee_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True),
    key=SHARE_KEY,
    api_id=SHARE_API_ID,
    shape=Shape.of(OosSaleBasicRow, ProjectSeller, OosSaleAmounts, **_SALE_FIELDS),
    sorts={
        **_SORTS,
        "seller": Employee.name_key,
        "weight": ProjectSeller.weight,
        "status": STATUS_NAME,
        "approved_on": SALE_PARTS.c.approved_on,
        "amount": by_value(SHARE, Project.currency, SOLD_ON),
    },
    default_sort="-sold_on",
    search=(Project.search_key,),
    filters={
        **_FILTERS,
        "seller": one_of(Employee.api_id),
        "status": one_of(STATUS_NAME),
        "team": Filter(_sold_in_team),
        "has_team": choice({True: lambda: _HAS_TEAM, False: lambda: ~_HAS_TEAM}),
    },
    restricted_sorts=frozenset({"amount"}),
    sums={"counted": _sum_where(IS_COUNTED), "proposed": _sum_where(IS_PROPOSED)},
    currency=Project.currency,
)
EXTRA_WORK = Listing(
    source=join(SALE_PARTS, Project, Project.id == SALE_PARTS.c.project_id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True),
    key=case(
        (IS_ORIGINAL, type_coerce(Project.id, BigInteger)),
        else_=-type_coerce(SALE_PARTS.c.amendment_id, BigInteger),
    ),
    api_id=_API_ID,
    shape=Shape.of(
        UnapprovedWorkDetails,
        Project,
        UnapprovedWorkAmount,
        api_id=_API_ID,
        part=PART_NAME,
        project=link_to(Project),
        client=link_to(Client),
        parent=link_to(_Parent),
        account_manager=ref_to(User),
        status=STATUS_NAME,
        project_status=Project.status,
        sold_on=SOLD_ON,
        days_waiting=days_between(TODAY, SALE_PARTS.c.sold_on),
        hours_logged=HOURS_LOGGED,
        amount=PART_AMOUNT,
    ),
    sorts={
        **_SORTS,
        "hours_logged": HOURS_LOGGED,
        "amount": by_value(PART_AMOUNT, Project.currency, SOLD_ON),
    },
    default_sort="sold_on",
    search=(Project.search_key,),
    filters=_FILTERS,
    restricted_sorts=frozenset({"amount"}),
)
_SELLER_SHARES = (
    select(*_SELLER_SHARE_SHAPE.columns)
    .select_from(
        join(SALE_PARTS, Project, Project.id == SALE_PARTS.c.project_id)
        .join(ProjectSeller, ProjectSeller.project_id == Project.id)
        .join(Employee, Employee.id == ProjectSeller.employee_id)
    )
    .where(Project.api_id == bindparam("api_id"), or_(IS_ORIGINAL, SALE_PARTS.c.approved_on.is_not(None)))
    .group_by(ProjectSeller.id, Employee.id, Project.id)
    .order_by(ProjectSeller.weight.desc(), Employee.name_key)
)


def visible_sales(scope: Scope) -> ColumnElement[bool]:
    """Own: the caller's own sales, and all sales to clients, or of projects, whose account manager the caller is."""
    if scope is Scope.ALL:
        return _IS_OUT_OF_SCOPE
    return and_(_IS_OUT_OF_SCOPE, or_(ProjectSeller.employee_id == CURRENT_EMPLOYEE_ID, _managed(scope)))


def visible_extra_work(scope: Scope) -> ColumnElement[bool]:
    """The out-of-scope projects of the visible sales."""
    if scope is Scope.ALL:
        return _IS_OUT_OF_SCOPE
    return and_(_IS_OUT_OF_SCOPE, or_(sold_projects(), _managed(scope)))


def _managed(scope: Scope) -> ColumnElement[bool]:
    clients = select(Client.id).where(managed_clients(scope))
    return or_(Project.client_id.in_(clients), Project.account_manager_id == CURRENT_USER_ID)


def sale_row_scope(actor: Actor) -> RowScope:
    return row_scope(
        actor,
        Permission.OOS_SALES_VIEW,
        visible_sales,
        money=Permission.PROJECTS_MONEY,
        money_clause=managed_projects,
    )


def list_sales(db: Connection, actor: Actor, query: OosSaleQuery, today: date) -> Page[OosSaleRow | OosSaleBasicRow]:
    """Amounts in another currency use the rate of the day of sale, as the analysis does."""
    require_allowed_filters(db, actor, query)
    page = SALES.page(db, sale_row_scope(actor), query, today_=today)
    conversion = read_conversion(db, query.in_, today)
    shown = annotate_can_open(db, actor, page["data"], _LINKS)
    return {"data": [_with_conversion(sale, conversion) for sale in shown], "meta": page["meta"]}


def _with_conversion(sale: OosSaleBasicRow, conversion: Conversion | None) -> OosSaleRow | OosSaleBasicRow:
    """Add the converted amount; amounts that the caller may not see stay hidden in every currency."""
    amounts = read_restricted(OosSaleAmounts, sale)
    if amounts is None:
        return sale
    converted = NOT_CONVERTED
    if conversion is not None:
        converted = conversion.convert_row(Decimal(amounts["amount"]["amount"]), sale["currency"], sale["sold_on"])
    return {**sale, **amounts, **converted}


def require_allowed_filters(db: Connection, actor: Actor, query: OosSaleQuery) -> None:
    """Raise Invalid for an unknown type of work, and for a team filter of a caller who may not view teams."""
    require_known_options(db, "oos_type", "oos_type", query.oos_type)
    requested = {"team": bool(query.team), "has_team": query.has_team is not None}
    if any(requested.values()) and not actor.can(Permission.TEAMS_VIEW):
        raise Invalid({name: "unknown" for name, is_requested in requested.items() if is_requested})


def read_sale(db: Connection, actor: Actor, api_id: str, today: date) -> OosSaleBasic:
    found = SALES.one(db, sale_row_scope(actor), api_id, _SALE_SHAPE, today_=today)
    (sale,) = annotate_can_open(db, actor, [found], _LINKS)
    approvals = read_approvals(db, actor, sale["project"]["api_id"])
    return {**sale, "approval": approvals.get(sale["amendment"])}


def unapproved_work_scope(actor: Actor) -> RowScope:
    seen = row_scope(
        actor,
        Permission.OOS_SALES_VIEW,
        visible_extra_work,
        money=Permission.PROJECTS_MONEY,
        money_clause=managed_projects,
    )
    return replace(seen, rows=lambda: and_(seen.rows(), IS_UNAPPROVED_WORK))


def list_unapproved_work(
    db: Connection, actor: Actor, query: UnapprovedWorkQuery, today: date
) -> Page[UnapprovedWorkBasic]:
    """List out-of-scope work without client approval."""
    require_known_options(db, "oos_type", "oos_type", query.oos_type)
    page = EXTRA_WORK.page(db, unapproved_work_scope(actor), query, today_=today)
    ids = {row["project"]["api_id"] for row in page["data"]}
    sellers, decidable = _read_sellers(db, ids), find_decidable(db, actor, ids)
    shown: list[UnapprovedWorkBasic] = [
        {**row, "sellers": sellers.get(key, []), "may_decide": key in decidable}
        for row in annotate_can_open(db, actor, page["data"], _LINKS)
        for key in [row["project"]["api_id"]]
    ]
    return {"data": shown, "meta": page["meta"]}


def read_project_sale(db: Connection, actor: Actor, api_id: str, today: date) -> ProjectSale | ProjectSaleBasic:
    """Read the sale of one out-of-scope project; raise NotFound for other kinds."""
    seen = project_row_scope(actor)
    out_of_scope = replace(seen, rows=lambda: and_(seen.rows(), _IS_OUT_OF_SCOPE))
    sale = EXTRA_WORK.one(db, out_of_scope, api_id, _PROJECT_SALE_SHAPE, today_=today)
    shares = [_SELLER_SHARE_SHAPE.read(row) for row in db.execute(_SELLER_SHARES, {"api_id": api_id})]
    basic: ProjectSaleBasic = {
        **sale,
        "approval": read_approvals(db, actor, api_id).get(None),
        "sellers": [
            {"api_id": share["api_id"], "seller": share["seller"], "weight": share["weight"]} for share in shares
        ],
        "may_decide": bool(find_decidable(db, actor, [api_id])),
    }
    amount = read_restricted(ProjectSaleAmount, sale)
    return basic if amount is None else {**basic, **amount, "sellers": shares}


def _read_sellers(db: Connection, api_ids: Iterable[str]) -> dict[str, list[Ref]]:
    statement = (
        select(Project.api_id.label("project"), Employee.api_id, Employee.name)
        .join(ProjectSeller, ProjectSeller.project_id == Project.id)
        .join(Employee, Employee.id == ProjectSeller.employee_id)
        .where(Project.api_id.in_(api_ids))
        .order_by(ProjectSeller.weight.desc(), Employee.name_key)
    )
    found: dict[str, list[Ref]] = {}
    for row in db.execute(statement):
        found.setdefault(row.project, []).append({"api_id": row.api_id, "name": row.name})
    return found


def find_decidable(db: Connection, actor: Actor, api_ids: Iterable[str]) -> set[str]:
    """Return the projects whose client decision the caller may record."""
    scope = actor.scope(Permission.PROJECTS_EDIT)
    if scope is None:
        return set()
    statement = select(Project.api_id).where(Project.api_id.in_(api_ids), managed_projects(scope))
    return set(db.execute(statement, actor.params).scalars())
