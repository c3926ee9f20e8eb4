"""Reads the matters of projects, within the caller's rights; a list of the kind has the same records."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, and_, case, func, literal_column, or_, select
from sqlalchemy.orm import aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.lists.shape import Column
from regie.core.money.amounts import round_amount
from regie.core.time.clock import Clock
from regie.core.time.dates import days_between
from regie.domains.insights.triage.matters import (
    CLIENT_COLUMNS,
    FALSE,
    MANAGER_COLUMNS,
    PEOPLE_AND_PROJECT,
    PROJECT_COLUMNS,
    TRUE,
    Matter,
    execute,
    has_money,
    matter_of_project,
    name_columns,
    ref_of,
)
from regie.domains.insights.triage.schemas import MatterKind
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.figures import HOURS_COUNTED, ONGOING, OPEN, SHOWN_FEE, TODAY
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.churns.queries import CHURNS, churn_row_scope
from regie.domains.work.churns.schemas import ChurnEventQuery
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

_MONTHS = 12
_NOTICE = func.coalesce(Project.notice_days, literal_column("30"))
# A renewal is shown this long before its notice period begins.
_NOTICE_AHEAD_DAYS = 30

_ProjectManager = aliased(User)


def read_over_hours(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The running retainers that used more than their hours."""
    today = clock.today()
    found = read_high_risk_retainers(db, actor, actor.require(Permission.RETAINERS_VIEW), today)
    over = {key: used - available for key, level, used, available in found if level == "over"}
    statement = _select_projects(actor, Project.overage_rate.label("rate")).where(Project.id.in_(over))
    matters = []
    for row in execute(db, actor, statement, today):
        hours = over[row["key"]]
        amount = None if row["rate"] is None else round_amount(hours * row["rate"], row["currency"])
        matters.append(matter_of_project("over_hours", row, amount, hours=f"{hours:.2f}"))
    return matters


def read_renewals(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The running retainers whose renewal is undecided and whose notice period has begun, or soon will.

    One that renews automatically is decided when its notice period begins.
    """
    today = clock.today()
    columns = (
        SHOWN_FEE.label("fee"),
        Project.renews_on,
        _NOTICE.label("notice_days"),
        case((Project.auto_renew.is_(True), TRUE), else_=FALSE).label("is_automatic"),
    )
    statement = _select_projects(actor, *columns).where(
        Project.kind == "retainer",
        Project.status.in_(ONGOING),
        Project.archived_at.is_(None),
        Project.renews_on.is_not(None),
        or_(Project.end_on.is_(None), Project.end_on > Project.renews_on),
        days_between(Project.renews_on, TODAY) <= _NOTICE + literal_column(str(_NOTICE_AHEAD_DAYS)),
        visible_projects(actor.require(Permission.RETAINERS_VIEW)),
    )
    matters = []
    for row in execute(db, actor, statement, today):
        notice_on = row["renews_on"] - timedelta(days=row["notice_days"])
        is_automatic = bool(row["is_automatic"])
        if is_automatic and notice_on < today:
            continue
        amount = None if row["fee"] is None else row["fee"] * _MONTHS
        facts = {"on": row["renews_on"], "days": (notice_on - today).days, "is_automatic": is_automatic}
        matters.append(matter_of_project("renewal", row, amount, **facts))
    return matters


def read_unscheduled(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The ongoing fixed-price and approved out-of-scope projects without scheduled payments."""
    today = clock.today()
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
        matter_of_project("unscheduled", row, row["amount"], on=keys[row["key"]])
        for row in execute(db, actor, statement, today)
    ]


def read_approvals(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The out-of-scope work, and the amendments of it, that await the client's approval."""
    today = clock.today()
    scope = unapproved_work_scope(actor)
    columns = (
        EXTRA_WORK.api_id, *PROJECT_COLUMNS, *CLIENT_COLUMNS, *MANAGER_COLUMNS, has_money(scope),
        PART_AMOUNT, Project.currency, SOLD_ON,
    )  # fmt: skip
    names = ("record", *PEOPLE_AND_PROJECT, "has_money", "amount", "currency", "on")
    rows = name_columns(names, EXTRA_WORK.values(db, scope, UnapprovedWorkQuery(), columns, today_=today))
    decidable = find_decidable(db, actor, {row["project_id"] for row in rows})
    return [
        matter_of_project(
            "approval", row, row["amount"], on=row["on"], days=(today - row["on"]).days,
            may_decide=row["project_id"] in decidable,
        )
        for row in rows
    ]  # fmt: skip


def read_churns(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The churn that someone recorded and a churn manager has to confirm."""
    scope = churn_row_scope(actor)
    columns = (
        ChurnEvent.api_id, *PROJECT_COLUMNS, *CLIENT_COLUMNS, *MANAGER_COLUMNS, has_money(scope),
        ChurnEvent.mrr_lost, ChurnEvent.currency, ChurnEvent.effective_on, ChurnEvent.reason,
    )  # fmt: skip
    names = ("record", *PEOPLE_AND_PROJECT, "has_money", "mrr", "currency", "on", "reason")
    # Churn is confirmed in all accounts or in none.
    assert actor.require(Permission.CHURNS_CONFIRM) is Scope.ALL
    rows = name_columns(names, CHURNS.values(db, scope, ChurnEventQuery(state=["recorded"]), columns))
    return [
        matter_of_project(
            "churn", row, row["mrr"] * _MONTHS, on=row["on"], reason=row["reason"],
            mrr=(row["mrr"], row["currency"]) if row["has_money"] else None,
        )
        for row in rows
    ]  # fmt: skip


def read_late_projects(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The unfinished projects whose last day has passed."""
    return _read_by_standing(db, actor, clock, "late_project", {"deadline": ["late"]})


def read_over_budget(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The unfinished fixed-price and out-of-scope projects with more hours than their budget."""
    fields = {"kind": ["fixed", "oos"], "status": list(OPEN), "over_budget": True}
    return _read_by_standing(db, actor, clock, "over_budget", fields)


def read_ending_soon(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The unfinished projects whose last day comes within a month."""
    return _read_by_standing(db, actor, clock, "ending_soon", {"deadline": ["ending_soon"]})


def _read_by_standing(
    db: Connection, actor: Actor, clock: Clock, kind: MatterKind, fields: Mapping[str, Any]
) -> list[Matter]:
    """Read the projects of a ready view: all for those who may edit all, otherwise those that the caller manages."""
    today = clock.today()
    managed = None if actor.scope(Permission.PROJECTS_EDIT) is Scope.ALL else True
    query = ProjectQuery.model_validate({**fields, "managed": managed})
    columns = (Project.id, Project.end_on, HOURS_COUNTED, Project.budget_hours)
    found = PROJECTS.values(db, project_row_scope(actor), query, columns, **bound_params(actor, today))
    facts = {key: _standing_facts(kind, today, *values) for key, *values in found}
    statement = (
        _select_projects(actor, _ProjectManager.api_id.label("lead_id"), _ProjectManager.name.label("lead_name"))
        .outerjoin(Employee, Employee.id == Project.project_manager_id)
        .outerjoin(_ProjectManager, and_(_ProjectManager.id == Employee.user_id, _ProjectManager.status == "active"))
        .where(Project.id.in_(facts))
    )
    matters = []
    for row in execute(db, actor, statement, today):
        matter = matter_of_project(kind, row, None, **facts[row["key"]])
        # The project manager takes care of it, if they are a user.
        matter.manager = ref_of(row, "lead") or matter.manager
        matters.append(matter)
    return matters


def _standing_facts(
    kind: MatterKind, today: date, end_on: date | None, counted: Decimal, budget: Decimal | None
) -> dict[str, Any]:
    if kind == "over_budget":
        return {"hours": f"{counted - (budget or 0):.2f}"}
    assert end_on is not None
    return {"on": end_on, "days": (today - end_on).days}


def _select_projects(actor: Actor, *columns: Column) -> Any:
    is_shown = case((projects_with_visible_money(actor), TRUE), else_=FALSE).label("has_money")
    return (
        select(
            Project.id.label("key"),
            *PROJECT_COLUMNS,
            *CLIENT_COLUMNS,
            *MANAGER_COLUMNS,
            Project.currency,
            is_shown,
            *columns,
        )
        .join(Client, Client.id == Project.client_id)
        .join(User, User.id == Project.account_manager_id)
    )
