"""Reads hours over; every statement starts from the retainers that the caller sees."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, join, select
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page, Ref
from regie.core.lists.listing import Listing, RowScope, any_of, at_least, at_most, one_of
from regie.core.lists.shape import MoneyField, Shape, read_restricted, ref_to
from regie.core.money.amounts import money
from regie.domains.money.overages.figures import (
    AGREED_RATE,
    HAS_NEXT,
    HOURS_BY_KIND,
    IS_OVER,
    STATE,
    STATES,
    UNDECIDED,
    approved_since,
    decided_amount,
    has_decision,
    value_hours,
    value_rate,
)
from regie.domains.money.overages.schemas import (
    DecisionBasic,
    DecisionMoney,
    DecisionOut,
    OverageBasic,
    OverageKind,
    OverageMoney,
    OverageOut,
    OverageQuery,
    OverageRow,
    OverageTerms,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.overages.models import KINDS, OverageDecision
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects, visible_projects

# Billing adds to the payment schedule; carrying over and giving away change the ledger; selling creates a project.
PERMISSIONS: Mapping[OverageKind, Permission] = {
    "billed": Permission.PAYMENTS_EDIT,
    "carried": Permission.RETAINERS_ADJUST,
    "given": Permission.RETAINERS_ADJUST,
    "sold": Permission.PROJECTS_EDIT,
}
UNDOABLE_PAYMENTS = ("planned", "ready", "skipped")
_Target, _Package = aliased(RetainerPeriod), aliased(Project)

OVERAGES = Listing(
    source=join(RetainerPeriod, Project, Project.id == RetainerPeriod.project_id)
    .join(Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True),
    key=RetainerPeriod.id,
    api_id=RetainerPeriod.api_id,
    shape=Shape.of(
        OverageRow,
        RetainerPeriod,
        OverageTerms,
        project=ref_to(Project),
        client=ref_to(Client),
        account_manager=ref_to(User),
        state=STATE,
        over_hours=RetainerPeriod.overage_hours,
        **{f"{kind}_hours": hours for kind, hours in HOURS_BY_KIND.items()},
        undecided_hours=UNDECIDED,
        period_id=RetainerPeriod.id,
        has_next=HAS_NEXT,
        manages=managed_projects(Scope.OWN),
        agreed_rate=MoneyField(AGREED_RATE, Project.currency),
        fee=MoneyField(RetainerPeriod.fee, Project.currency),
        billed_amount=MoneyField(decided_amount("billed"), Project.currency),
        given_amount=MoneyField(decided_amount("given"), Project.currency),
    ),
    sorts={
        "starts_on": RetainerPeriod.starts_on,
        "project": Project.name_key,
        "client": Client.name_key,
        "over_hours": RetainerPeriod.overage_hours,
        "undecided_hours": UNDECIDED,
    },
    default_sort="-starts_on",
    search=(Project.search_key, Client.search_key),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "state": any_of({name: lambda name=name: STATES[name] for name in STATES}),
        "decision": any_of({kind: lambda kind=kind: has_decision(kind) for kind in KINDS}),
        "currency": one_of(Project.currency),
        "starts_from": at_least(RetainerPeriod.starts_on),
        "starts_to": at_most(RetainerPeriod.starts_on),
    },
)
_Decision = OverageDecision
_DECISIONS = (
    select(
        _Decision.period_id,
        _Decision.api_id,
        _Decision.kind,
        _Decision.hours,
        _Decision.reason,
        _Decision.rate,
        _Decision.rate_source,
        _Decision.amount,
        _Decision.currency,
        _Decision.decided_at,
        User.api_id.label("user_api_id"),
        User.name.label("user_name"),
        _Target.starts_on.label("carried_to"),
        _Target.status.label("target_status"),
        ProjectPayment.api_id.label("payment_api_id"),
        ProjectPayment.label.label("payment_label"),
        ProjectPayment.status.label("payment_status"),
        ProjectPayment.invoice_id,
        _Package.api_id.label("package_api_id"),
        _Package.name.label("package_name"),
        approved_since(_Decision.project_id, _Decision.created_at).label("is_approved_since"),
    )
    .join(User, User.id == _Decision.decided_by_id)
    .outerjoin(_Target, _Target.id == _Decision.carried_to_id)
    .outerjoin(ProjectPayment, ProjectPayment.id == _Decision.payment_id)
    .outerjoin(_Package, _Package.id == _Decision.project_id)
    .order_by(_Decision.id)
)
_AnyRow = Row[*tuple[Any, ...]]


def visible_overages(scope: Scope) -> ColumnElement[bool]:
    """The months with hours over of the retainers that the caller sees."""
    return and_(visible_projects(scope), IS_OVER)


def overage_row_scope(actor: Actor) -> RowScope:
    """Callers who see a retainer see its hours; its money is restricted like the project's."""
    return row_scope(
        actor,
        Permission.RETAINERS_VIEW,
        visible_overages,
        money=Permission.PROJECTS_MRR,
        money_clause=managed_projects,
    )


def managed_overages(scope: RowScope) -> RowScope:
    """Those of the retainers that the caller manages."""
    return replace(scope, key=("managed", scope.key), rows=lambda: and_(scope.rows(), managed_projects(Scope.OWN)))


def list_overages(db: Connection, actor: Actor, query: OverageQuery) -> Page[OverageOut | OverageBasic]:
    page = OVERAGES.page(db, overage_row_scope(actor), query)
    return {"data": _render(db, actor, page["data"]), "meta": page["meta"]}


def read_overage(db: Connection, actor: Actor, api_id: str) -> OverageOut | OverageBasic:
    (found,) = _render(db, actor, [OVERAGES.one(db, overage_row_scope(actor), api_id)])
    return found


def may_decide(actor: Actor, kind: OverageKind, *, manages: bool) -> bool:
    scope = actor.scope(PERMISSIONS[kind])
    return scope is Scope.ALL or (scope is not None and manages)


def _render(db: Connection, actor: Actor, rows: Sequence[OverageRow]) -> list[OverageOut | OverageBasic]:
    decisions = _read_decisions(db, [row["period_id"] for row in rows])
    return [_render_month(actor, row, decisions[row["period_id"]]) for row in rows]


def _read_decisions(db: Connection, period_ids: Collection[int]) -> Mapping[int, list[_AnyRow]]:
    found: dict[int, list[_AnyRow]] = defaultdict(list)
    for row in db.execute(_DECISIONS.where(_Decision.period_id.in_(period_ids))):
        found[row.period_id].append(row)
    return found


def _render_month(actor: Actor, row: OverageRow, decisions: Sequence[_AnyRow]) -> OverageOut | OverageBasic:
    basic = [_render_decision(actor, one, manages=row["manages"]) for one in decisions]
    month: OverageBasic = {
        "api_id": row["api_id"],
        "project": row["project"],
        "client": row["client"],
        "account_manager": row["account_manager"],
        "starts_on": row["starts_on"],
        "ends_on": row["ends_on"],
        "state": row["state"],
        "over_hours": row["over_hours"],
        "billed_hours": row["billed_hours"],
        "carried_hours": row["carried_hours"],
        "given_hours": row["given_hours"],
        "sold_hours": row["sold_hours"],
        "undecided_hours": row["undecided_hours"],
        "decisions": basic,
        "can": _allowed_kinds(actor, row),
    }
    terms = read_restricted(OverageTerms, row)
    if terms is None:
        return month
    with_money: list[DecisionOut] = [{**one, **_money_of(row)} for one, row in zip(basic, decisions, strict=True)]
    return {**month, **_value(row, terms), "decisions": with_money}


def _value(row: OverageRow, terms: OverageTerms) -> OverageMoney:
    """Value the undecided hours at the agreed rate, or at the fee per included hour."""
    currency = terms["fee"]["currency"]
    agreed = terms["agreed_rate"] and Decimal(terms["agreed_rate"]["amount"])
    rate, source = value_rate(agreed, Decimal(terms["fee"]["amount"]), Decimal(row["base_hours"]), currency)
    worth = value_hours(Decimal(row["undecided_hours"]), rate, currency)
    return {
        "rate": None if rate is None else money(rate, currency),
        "rate_source": source,
        "undecided_amount": None if worth is None else money(worth, currency),
        "billed_amount": terms["billed_amount"],
        "given_amount": terms["given_amount"],
    }


def _allowed_kinds(actor: Actor, row: OverageRow) -> list[OverageKind]:
    """Return what the caller may decide now, so that a screen offers nothing else."""
    if row["state"] != "undecided":
        return []
    return [
        kind
        for kind in PERMISSIONS
        if may_decide(actor, kind, manages=row["manages"]) and (kind != "carried" or row["has_next"])
    ]


def _render_decision(actor: Actor, row: _AnyRow, *, manages: bool) -> DecisionBasic:
    return {
        "api_id": row.api_id,
        "kind": row.kind,
        "hours": f"{row.hours:.2f}",
        "reason": row.reason,
        "carried_to": row.carried_to,
        "decided_at": row.decided_at,
        "decided_by": {"api_id": row.user_api_id, "name": row.user_name},
        "can_undo": may_decide(actor, row.kind, manages=manages) and _is_undoable(row),
    }


def _is_undoable(row: _AnyRow) -> bool:
    """Whether nothing was built on the decision: no invoice, closed month, or later approval of the work."""
    if row.payment_api_id is not None:
        return row.payment_status in UNDOABLE_PAYMENTS and row.invoice_id is None
    return row.target_status in (None, "open") and not row.is_approved_since


def _money_of(row: _AnyRow) -> DecisionMoney:
    return {
        "rate": None if row.rate is None else money(row.rate, row.currency),
        "rate_source": row.rate_source,
        "amount": None if row.amount is None else money(row.amount, row.currency),
        "payment": _ref(row.payment_api_id, row.payment_label),
        "project": _ref(row.package_api_id, row.package_name),
    }


def _ref(api_id: str | None, name: str | None) -> Ref | None:
    return None if api_id is None else {"api_id": api_id, "name": name or ""}
