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
    Date,
    and_,
    bindparam,
    case,
    func,
    join,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, row_scope
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid, NotFound
from regie.core.api.wire import Page, Ref
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Column, Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Field, MoneyField, Shape, link_to, read_restricted, read_rows, ref_to
from regie.core.time.dates import days_between
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import member_on
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import NOT_CONVERTED, Conversion, by_value
from regie.domains.records.exchange_rates.queries import read_conversion
from regie.domains.records.options.queries import require_known_options
from regie.domains.records.projects.figures import HOURS_LOGGED, TODAY
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from regie.domains.records.users.models import User
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.attachments.queries import visible_attachments
from regie.domains.work.clients.queries import CLIENT_LINK, managed_clients
from regie.domains.work.oos_sales.figures import (
    IS_COUNTED,
    IS_PROPOSED,
    IS_UNAPPROVED_WORK,
    NOTHING,
    SHARE,
    STATUS_NAME,
)
from regie.domains.work.oos_sales.schemas import (
    OosApprovalDetails,
    OosApprovalOut,
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
    visible_projects,
)

_Parent = aliased(Project)
_IS_OUT_OF_SCOPE = Project.kind == "oos"
# Never null for out-of-scope projects.
_SOLD_ON = type_coerce(Project.sold_on, Date)
_SALE_FIELDS: dict[str, Field] = {
    "project": link_to(Project),
    "number": Project.number,
    "client": link_to(Client),
    "parent": link_to(_Parent),
    "seller": ref_to(Employee),
    "account_manager": ref_to(User),
    "oos_type": Project.oos_type,
    "status": STATUS_NAME,
    "sold_on": _SOLD_ON,
    "approved_on": Project.approved_on,
    "currency": Project.currency,
    "amount": SHARE,
    "project_amount": Project.amount,
}
# Sellers see their sales, but not always the client or the parent project.
_LINKS = {"project": PROJECT_LINK, "parent": PROJECT_LINK, "client": CLIENT_LINK}
_SALE_SHAPE = Shape.of(OosSaleDetails, ProjectSeller, OosSaleAmounts, **_SALE_FIELDS, hours_logged=HOURS_LOGGED)
_PROJECT_SALE_SHAPE = Shape.of(
    ProjectSaleDetails,
    Project,
    ProjectSaleAmount,
    project=ref_to(Project),
    status=STATUS_NAME,
    sold_on=_SOLD_ON,
    hours_logged=HOURS_LOGGED,
    project_amount=Project.amount,
)
_SELLER_SHARE_SHAPE = Shape.of(
    SellerShare, ProjectSeller, seller=ref_to(Employee), amount=MoneyField(SHARE, Project.currency)
)
SALES_TABLES = (
    "clients", "employees", "exchange_rates", "invoices", "oos_approvals", "project_payments",
    "project_sellers", "projects", "team_members", "teams", "terms", "time_entries", "users",
)  # fmt: skip
_FILTERS: dict[str, Filter] = {
    "client": one_of(Client.api_id),
    "parent": one_of(_Parent.api_id),
    "account_manager": one_of(User.api_id),
    "oos_type": one_of(Project.oos_type),
    "currency": one_of(Project.currency),
    "sold_from": at_least(Project.sold_on),
    "sold_to": at_most(Project.sold_on),
}
_SORTS: dict[str, Column] = {
    "number": Project.number,
    "project": Project.name_key,
    "client": Client.name_key,
    "sold_on": Project.sold_on,
}


def _sum_where(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.sum(case((condition, type_coerce(SHARE, BigInteger)), else_=NOTHING))


def _sold_in_team(name: str, _value: object) -> ColumnElement[bool]:
    return _was_member(Team.api_id.in_(bindparam(name, expanding=True)))


def _was_member(teams: ColumnElement[bool]) -> ColumnElement[bool]:
    """The sales of people who were members of one of the teams on the day of sale; a person may be in several."""
    return member_on(and_(teams, Team.archived_at.is_(None)), _SOLD_ON, Project)


_HAS_TEAM = _was_member(true())

SALES = Listing(
    source=join(ProjectSeller, Project, Project.id == ProjectSeller.project_id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(Employee, Employee.id == ProjectSeller.employee_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True)
    .join(OosApproval, OosApproval.project_id == Project.id, isouter=True),
    key=ProjectSeller.id,
    api_id=ProjectSeller.api_id,
    shape=Shape.of(OosSaleBasicRow, ProjectSeller, OosSaleAmounts, **_SALE_FIELDS),
    sorts={
        **_SORTS,
        "seller": Employee.name_key,
        "weight": ProjectSeller.weight,
        "status": STATUS_NAME,
        "approved_on": Project.approved_on,
        "amount": by_value(SHARE, Project.currency, Project.sold_on),
    },
    default_sort="-sold_on",
    tables=SALES_TABLES,
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
    source=join(Project, Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True)
    .join(OosApproval, OosApproval.project_id == Project.id, isouter=True),
    key=Project.id,
    api_id=Project.api_id,
    shape=Shape.of(
        UnapprovedWorkDetails,
        Project,
        UnapprovedWorkAmount,
        client=link_to(Client),
        parent=link_to(_Parent),
        account_manager=ref_to(User),
        status=STATUS_NAME,
        project_status=Project.status,
        sold_on=_SOLD_ON,
        days_waiting=days_between(TODAY, Project.sold_on),
        hours_logged=HOURS_LOGGED,
    ),
    sorts={
        **_SORTS,
        "hours_logged": HOURS_LOGGED,
        "amount": by_value(Project.amount, Project.currency, Project.sold_on),
    },
    default_sort="sold_on",
    tables=SALES_TABLES,
    search=(Project.search_key,),
    filters=_FILTERS,
    restricted_sorts=frozenset({"amount"}),
)
_APPROVAL = Shape.of(OosApprovalDetails, OosApproval, project=ref_to(Project), decided_by=ref_to(User))
_APPROVAL_OF = (
    select(*_APPROVAL.columns)
    .select_from(
        join(OosApproval, Project, Project.id == OosApproval.project_id).join(
            User, User.id == OosApproval.decided_by_id
        )
    )
    .where(Project.api_id == bindparam("api_id"))
)
_FILE_OF = (
    select(OosApproval.attachment_id)
    .join(Project, Project.id == OosApproval.project_id)
    .where(Project.api_id == bindparam("api_id"))
)
_SELLER_SHARES = (
    select(*_SELLER_SHARE_SHAPE.columns)
    .select_from(
        join(ProjectSeller, Project, Project.id == ProjectSeller.project_id).join(
            Employee, Employee.id == ProjectSeller.employee_id
        )
    )
    .where(Project.api_id == bindparam("api_id"))
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
    return {**sale, "approval": _read_approval_of(db, actor, sale["project"]["api_id"])}


def list_unapproved_work(
    db: Connection, actor: Actor, query: UnapprovedWorkQuery, today: date
) -> Page[UnapprovedWorkBasic]:
    """List out-of-scope work without client approval."""
    require_known_options(db, "oos_type", "oos_type", query.oos_type)
    seen = row_scope(
        actor,
        Permission.OOS_SALES_VIEW,
        visible_extra_work,
        money=Permission.PROJECTS_MONEY,
        money_clause=managed_projects,
    )
    unapproved = replace(seen, rows=lambda: and_(seen.rows(), IS_UNAPPROVED_WORK))
    page = EXTRA_WORK.page(db, unapproved, query, today_=today)
    ids = [row["api_id"] for row in page["data"]]
    sellers, decidable = _read_sellers(db, ids), _find_decidable(db, actor, ids)
    shown: list[UnapprovedWorkBasic] = [
        {**row, "sellers": sellers.get(row["api_id"], []), "may_decide": row["api_id"] in decidable}
        for row in annotate_can_open(db, actor, page["data"], _LINKS)
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
        "approval": _read_approval_of(db, actor, api_id),
        "sellers": [
            {"api_id": share["api_id"], "seller": share["seller"], "weight": share["weight"]} for share in shares
        ],
        "may_decide": bool(_find_decidable(db, actor, [api_id])),
    }
    amount = read_restricted(ProjectSaleAmount, sale)
    return basic if amount is None else {**basic, **amount, "sellers": shares}


def read_approval(db: Connection, actor: Actor, api_id: str) -> OosApprovalOut:
    """Read a client's decision; raise NotFound when the caller may not see its project."""
    if not is_api_id(api_id):
        raise NotFound
    seen = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    statement = (
        select(Project.api_id)
        .join(OosApproval, OosApproval.project_id == Project.id)
        .where(OosApproval.api_id == bindparam("api_id"), seen)
    )
    project = db.execute(statement, {**actor.params, "api_id": api_id}).scalar_one_or_none()
    found = project and _read_approval_of(db, actor, project)
    if not found:
        raise NotFound
    return found


def _read_approval_of(db: Connection, actor: Actor, api_id: str) -> OosApprovalOut | None:
    """Return the client's decision about a project; its file only where the caller may open it."""
    row = db.execute(_APPROVAL_OF, {"api_id": api_id}).first()
    if row is None:
        return None
    file = select(Attachment.api_id, Attachment.file_name.label("name")).where(
        Attachment.id.in_(_FILE_OF), visible_attachments(actor)
    )
    found = read_rows(Ref, db.execute(file, {**actor.params, "api_id": api_id}))
    return {**_APPROVAL.read(row), "attachment": found[0] if found else None}


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


def _find_decidable(db: Connection, actor: Actor, api_ids: Iterable[str]) -> set[str]:
    """Return the projects whose client decision the caller may record."""
    scope = actor.scope(Permission.PROJECTS_EDIT)
    if scope is None:
        return set()
    statement = select(Project.api_id).where(Project.api_id.in_(api_ids), managed_projects(scope))
    return set(db.execute(statement, actor.params).scalars())
