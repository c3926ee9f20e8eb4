"""Reads projects; every statement starts from `visible_projects`."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, TypedDict

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    false,
    func,
    join,
    literal_column,
    null,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, row_scope
from regie.access.link_targets import LinkTarget, annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import (
    Filter,
    Listing,
    RowScope,
    any_of,
    archived_choice,
    at_least,
    at_most,
    choice,
    one_of,
)
from regie.core.lists.shape import Field, RefField, Shape, link_to, read_restricted, read_rows, ref_to
from regie.core.money.amounts import scaled_to_money
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import my_teams
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkCategory
from regie.domains.records.options.queries import require_known_options
from regie.domains.records.projects.figures import (
    APPROVAL,
    BILLED_MONEY,
    BILLED_PERCENT,
    BUDGET_PERCENT,
    BURN_CONDITIONS,
    BURN_PERCENT,
    DEADLINE,
    DUE_ON,
    FIRST_OPEN_MONTH,
    HAS_PAYMENTS,
    HOURS_COUNTED,
    HOURS_LOGGED,
    IS_DECISION_OF_PROJECT,
    IS_OVER_BUDGET,
    IS_SCHEDULED,
    LEAVING_ON,
    LEFT_HOURS,
    ONGOING,
    OPENING,
    SELLER_COUNT,
    SHOWN_FEE,
    SHOWN_INTERVAL,
    SHOWN_INTERVAL_FEE,
    first_seller_column,
    teamwork_category_column,
)
from regie.domains.records.projects.models import OosApproval, Project, ProjectMember, ProjectSeller
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import CLIENT_LINK
from regie.domains.work.projects.fixed_terms import find_causes
from regie.domains.work.projects.ledger_actions import find_ledger_actions
from regie.domains.work.projects.related_records import (
    CHURN_STATEMENT,
    FEES_STATEMENT,
    LINKS_STATEMENT,
    PEOPLE_STATEMENT,
)
from regie.domains.work.projects.schemas import (
    CurrentChurn,
    Fee,
    ProjectAction,
    ProjectAmounts,
    ProjectBasic,
    ProjectBasicRow,
    ProjectDetails,
    ProjectLink,
    ProjectMoney,
    ProjectOut,
    ProjectQuery,
    ProjectWithChurn,
)


def visible_projects(scope: Scope) -> ColumnElement[bool]:
    """Own: the projects that the caller manages, works on or sold."""
    if scope is Scope.ALL:
        return true()
    member = select(ProjectMember.project_id).where(ProjectMember.employee_id == CURRENT_EMPLOYEE_ID)
    return or_(managed_projects(scope), Project.id.in_(member), sold_projects())


def sold_projects() -> ColumnElement[bool]:
    """The out-of-scope projects that the caller sold, alone or with others."""
    return Project.id.in_(select(ProjectSeller.project_id).where(ProjectSeller.employee_id == CURRENT_EMPLOYEE_ID))


# For rows of other resources that name a project.
PROJECT_LINK: LinkTarget = (Project, Permission.PROJECTS_VIEW, visible_projects)


def managed_projects(scope: Scope) -> ColumnElement[bool]:
    """Own: the projects whose account or project manager the caller is; members see neither money nor edit.

    Team: also those of the caller's teams.
    """
    if scope is Scope.ALL:
        return true()
    own = or_(Project.account_manager_id == CURRENT_USER_ID, Project.project_manager_id == CURRENT_EMPLOYEE_ID)
    return or_(own, Project.team_id.in_(my_teams())) if scope is Scope.TEAM else own


_Parent = aliased(Project)
_IS_RETAINER = Project.kind == "retainer"


def clients_of_managed_retainers(scope: Scope) -> Select[int]:
    """The ids of the clients with a retainer that the caller manages."""
    return select(Project.client_id).where(_IS_RETAINER, managed_projects(scope))


def _in_bound_scope(bound: str, within: Callable[[Scope], ColumnElement[bool]]) -> ColumnElement[bool]:
    """Return the projects within the caller's scope, which is bound for each request: none, some or all."""
    scope_value = bindparam(bound, type_=Integer)
    return or_(*(and_(scope_value == literal_column(str(int(scope))), within(scope)) for scope in Scope))


# The projects whose retainer hours, and whose payments, the caller may see.
_CAN_SEE_HOURS = _in_bound_scope("hours_seen_", visible_projects)
_CAN_SEE_PAYMENTS = _in_bound_scope("payments_seen_", managed_projects)


def _if_hours_visible(hours: ColumnElement[Any]) -> ColumnElement[Any]:
    return type_coerce(case((_CAN_SEE_HOURS, type_coerce(hours, BigInteger)), else_=null()), hours.type)


# Only retainers have hours of a period to hide.
_ARE_HOURS_SHOWN = case((or_(Project.kind != "retainer", _CAN_SEE_HOURS), true()), else_=false())
_LEFT_HOURS, _BURN_PERCENT = _if_hours_visible(LEFT_HOURS), _if_hours_visible(BURN_PERCENT)
_FIELDS: dict[str, Field] = {
    "client": link_to(Client),
    "account_manager": ref_to(User),
    "team": ref_to(Team),
    "leaving_on": LEAVING_ON,
    "hours_logged": HOURS_LOGGED,
    "hours_counted": HOURS_COUNTED,
    "monthly_fee": SHOWN_FEE,
    "billing_interval": SHOWN_INTERVAL,
    "interval_fee": SHOWN_INTERVAL_FEE,
    "deadline": DEADLINE,
    "budget_percent": BUDGET_PERCENT,
    "billed_percent": BILLED_PERCENT,
    "hours_shown": _ARE_HOURS_SHOWN,
    "left_hours": _LEFT_HOURS,
    "burn_percent": _BURN_PERCENT,
    "approval": APPROVAL,
    "seller": RefField(first_seller_column(Employee.api_id), first_seller_column(Employee.name)),
    "seller_count": SELLER_COUNT,
}
_PROJECT_SHAPE = Shape.of(
    ProjectDetails,
    Project,
    ProjectMoney,
    **_FIELDS,
    project_manager=ref_to(Employee),
    billed=BILLED_MONEY,
    opening_hours=_if_hours_visible(Project.__table__.c.opening_hours),
    parent_project=link_to(_Parent),
    deal=ref_to(HubspotDeal),
    teamwork_category=RefField(
        teamwork_category_column(TeamworkCategory.api_id), teamwork_category_column(TeamworkCategory.name)
    ),
)


def _burn_condition(name: str) -> Callable[[], ColumnElement[bool]]:
    """Only running retainers whose hours the caller may see."""
    return lambda: and_(_IS_RETAINER, Project.status.in_(ONGOING), _CAN_SEE_HOURS, BURN_CONDITIONS[name])


_IS_MANAGED = managed_projects(Scope.OWN)
_PROJECTS_OF_SELLER = select(ProjectSeller.project_id).join(Employee, Employee.id == ProjectSeller.employee_id)
_KIND_FILTERS: dict[str, Filter] = {
    "ends_from": at_least(Project.end_on),
    "ends_to": at_most(Project.end_on),
    "deadline": one_of(DEADLINE),
    "over_budget": choice({True: lambda: IS_OVER_BUDGET, False: lambda: ~IS_OVER_BUDGET}),
    "sold_from": at_least(Project.sold_on),
    "sold_to": at_most(Project.sold_on),
    "oos_type": one_of(Project.oos_type),
    "approval": one_of(APPROVAL),
    "seller": Filter(
        lambda name, _value: Project.id.in_(
            _PROJECTS_OF_SELLER.where(Employee.api_id.in_(bindparam(name, expanding=True)))
        )
    ),
    "renews_from": at_least(Project.renews_on),
    "renews_to": at_most(Project.renews_on),
    "auto_renew": choice({True: lambda: Project.auto_renew.is_(True), False: lambda: Project.auto_renew.is_(False)}),
    "rollover": one_of(Project.rollover),
    "burn": any_of({name: _burn_condition(name) for name in BURN_CONDITIONS}),
    "open_from": Filter(lambda name, _value: and_(_CAN_SEE_HOURS, bindparam(name) <= FIRST_OPEN_MONTH)),
    "open_to": Filter(lambda name, _value: and_(_CAN_SEE_HOURS, bindparam(name) >= FIRST_OPEN_MONTH)),
    "opening": Filter(lambda name, _value: and_(_CAN_SEE_HOURS, OPENING.in_(bindparam(name, expanding=True)))),
    "leaving": choice({True: lambda: LEAVING_ON.is_not(None), False: lambda: LEAVING_ON.is_(None)}),
    "managed": choice({True: lambda: _IS_MANAGED, False: lambda: ~func.coalesce(_IS_MANAGED, false())}),
    "scheduled": choice(
        {True: lambda: _CAN_SEE_PAYMENTS & IS_SCHEDULED, False: lambda: _CAN_SEE_PAYMENTS & ~IS_SCHEDULED}
    ),
}
PROJECTS = Listing(
    source=join(Project, Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(Team, Team.id == Project.team_id, isouter=True)
    .join(Employee, Employee.id == Project.project_manager_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True)
    .join(HubspotDeal, HubspotDeal.id == Project.deal_id, isouter=True)
    .join(OosApproval, IS_DECISION_OF_PROJECT, isouter=True),
    key=Project.id,
    api_id=Project.api_id,
    shape=Shape.of(ProjectBasicRow, Project, ProjectAmounts, **_FIELDS),
    sorts={
        "number": Project.number,
        "name": Project.name_key,
        "client": Client.name_key,
        "status": Project.status,
        "start_on": Project.start_on,
        "end_on": Project.end_on,
        "due_on": DUE_ON,
        "amount": by_value(Project.amount, Project.currency),
        "monthly_fee": by_value(SHOWN_FEE, Project.currency),
        "renews_on": Project.renews_on,
        "sold_on": Project.sold_on,
        "hours_logged": HOURS_LOGGED,
        "budget_percent": BUDGET_PERCENT,
        "billed_percent": BILLED_PERCENT,
        "left_hours": _LEFT_HOURS,
        "burn_percent": _BURN_PERCENT,
        "approval": APPROVAL,
        "updated_at": Project.updated_at,
    },
    default_sort="-number",
    search=(Project.search_key,),
    filters={
        "kind": one_of(Project.kind),
        "status": one_of(Project.status),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "team": one_of(Team.api_id),
        "health": one_of(Project.health),
        "archived": archived_choice(Project.archived_at),
        **_KIND_FILTERS,
    },
    restricted_sorts=frozenset({"amount", "billed_percent", "monthly_fee"}),
)


def projects_with_visible_money(actor: Actor) -> ColumnElement[bool]:
    """The projects whose money the caller sees: by `projects.money`, and retainers also by `projects.mrr`."""
    scope, of_retainers = actor.scope(Permission.PROJECTS_MONEY), actor.scope(Permission.PROJECTS_MRR)
    seen = false() if scope is None else managed_projects(scope)
    return seen if of_retainers is None else or_(seen, and_(_IS_RETAINER, managed_projects(of_retainers)))


def visible_churn_of_projects(actor: Actor) -> ColumnElement[bool]:
    """The projects whose churn the caller sees; their own shares of churns are in the list of employees' churns."""
    scope = actor.scope(Permission.CHURNS_VIEW)
    if scope is None or (scope is not Scope.ALL and not actor.can(Permission.CHURNS_RECORD)):
        return false()
    return managed_projects(scope)


def project_row_scope(actor: Actor) -> RowScope:
    seen = row_scope(actor, Permission.PROJECTS_VIEW, visible_projects, money=Permission.PROJECTS_MONEY)
    of_retainers = actor.scope(Permission.PROJECTS_MRR)
    return replace(
        seen,
        key=(seen.key, of_retainers),
        shows_restricted=lambda: projects_with_visible_money(actor),
        unrestricted_sorts=frozenset({"monthly_fee"}) if of_retainers is Scope.ALL else frozenset(),
    )


class _BoundParams(TypedDict):
    today_: date
    hours_seen_: int
    payments_seen_: int


def bound_params(actor: Actor, today: date) -> _BoundParams:
    return {
        "today_": today,
        "hours_seen_": int(actor.scope(Permission.RETAINERS_VIEW) or 0),
        "payments_seen_": int(actor.scope(Permission.PAYMENTS_VIEW) or 0),
    }


def list_projects(db: Connection, actor: Actor, query: ProjectQuery, today: date) -> Page[ProjectBasicRow]:
    require_known_options(db, "oos_type", "oos_type", query.oos_type)
    page = PROJECTS.page(db, project_row_scope(actor), query, **bound_params(actor, today))
    return {"data": annotate_can_open(db, actor, page["data"], {"client": CLIENT_LINK}), "meta": page["meta"]}


def read_project(
    db: Connection, actor: Actor, api_id: str, today: date
) -> ProjectOut | ProjectWithChurn | ProjectBasic:
    found = PROJECTS.one(db, project_row_scope(actor), api_id, _PROJECT_SHAPE, **bound_params(actor, today))
    (project,) = annotate_can_open(db, actor, [found], {"client": CLIENT_LINK, "parent_project": PROJECT_LINK})
    people = db.execute(PEOPLE_STATEMENT, {"api_id": api_id}).all()
    sellers = [row for row in people if row.part == "seller"]
    causes = find_causes(db, api_id)
    basic: ProjectBasic = {
        **project,
        "fixed_by": causes.of_terms,
        "client_fixed_by": causes.of_client,
        "members": [{"api_id": row.api_id, "name": row.name} for row in people if row.part == "member"],
        "sold_by": [{"employee": {"api_id": row.api_id, "name": row.name}, "weight": row.weight} for row in sellers],
        "links": read_rows(ProjectLink, db.execute(LINKS_STATEMENT, {"api_id": api_id})),
        "can": _allowed_actions(db, actor, project, has_locked_period=causes.has_locked_period),
    }
    churns = read_rows(
        CurrentChurn,
        db.execute(CHURN_STATEMENT.where(visible_churn_of_projects(actor)), {**actor.params, "api_id": api_id}),
    )
    if not churns:
        return basic
    # Callers who may see churn get one row, of nulls where there is no churn.
    with_churn: ProjectWithChurn = {**basic, "churn": churns[0] if churns[0]["api_id"] else None}
    money = read_restricted(ProjectMoney, project)
    return with_churn if money is None else {**with_churn, **money, "fees": _read_fees(db, api_id)}


def _read_fees(db: Connection, api_id: str) -> list[Fee]:
    return [
        {
            "amount": scaled_to_money(amount, currency),
            "billing_interval": interval,
            "interval_amount": None if interval_amount is None else scaled_to_money(interval_amount, currency),
            "starts_on": starts_on,
            "reason": reason,
        }
        for amount, interval, interval_amount, currency, starts_on, reason in db.execute(
            FEES_STATEMENT, {"api_id": api_id}
        )
    ]


def _allowed_actions(
    db: Connection, actor: Actor, project: ProjectDetails, *, has_locked_period: bool
) -> list[ProjectAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    scopes = {
        permission: scope
        for permission in (Permission.PROJECTS_EDIT, Permission.PROJECTS_ARCHIVE)
        if (scope := actor.scope(permission)) is not None
    }
    manages = bool(scopes) and _matches(db, actor, project["api_id"], managed_projects(min(scopes.values())))
    allowed: list[ProjectAction] = []
    if Permission.PROJECTS_EDIT in scopes and manages:
        allowed.append("edit")
    if allowed or actor.can(Permission.PROJECTS_EDIT_BILLING):
        allowed.append("edit_billing")
    if Permission.PROJECTS_ARCHIVE in scopes and manages:
        if project["archived_at"] is not None:
            allowed.append("unarchive")
        elif project["status"] not in ONGOING:
            allowed.append("archive")
    is_empty_draft = project["status"] == "draft" and project["hours_logged"] == "0.00"
    may_delete = is_empty_draft and actor.can(Permission.PROJECTS_DELETE)
    if may_delete and _matches(db, actor, project["api_id"], ~HAS_PAYMENTS):
        allowed.append("delete")
    return [*allowed, *find_ledger_actions(actor, project, allowed, has_locked_period=has_locked_period)]


def _matches(db: Connection, actor: Actor, api_id: str, condition: ColumnElement[bool]) -> bool:
    statement = select(Project.id).where(Project.api_id == bindparam("api_id"), condition)
    return db.execute(statement, {**actor.params, "api_id": api_id}).first() is not None
