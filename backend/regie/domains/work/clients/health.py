"""Computes the health of clients from the reasons that the caller may see, as SQL for lists and one by one.

A reason that the caller may not see counts neither as a reason nor in the level, so that the level reveals nothing
(decision 90). What a person set holds for everyone until its last day.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Integer, and_, bindparam, case, func, null, or_, select, union_all
from sqlalchemy import literal_column as literal

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.access.permissions import Permission, Scope
from regie.core.money.amounts import HOURS_DIGITS, scaled_to_money, write_scaled
from regie.core.time.months import add_months
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.figures import IS_OVERDUE_NOW, STATUS, TODAY
from regie.domains.work.clients.health_rules import (
    EARLIER_MONTHS,
    HEALTH_RULES,
    MONTH,
    RECENT_MONTHS,
    RENEWS_SOON,
    SEES_ALL,
    SEES_NONE,
    SEES_OWN,
    Subject,
    clients_at,
    seen_of,
    sees_project,
)
from regie.domains.work.clients.schemas import ClientHealth, Health, HealthGap, HealthReason, HealthReasonKind

# Who sees a client sees its notes.
_SEEN_BY: Mapping[Subject, Permission | None] = {
    "money": Permission.CLIENTS_MONEY,
    "hours": Permission.RETAINERS_VIEW,
    "work": Permission.PROJECTS_VIEW,
    "notes": None,
}
_GAPS: tuple[Literal["money", "hours", "work"], ...] = ("money", "hours", "work")
_IS_MANAGED = Client.account_manager_id == CURRENT_USER_ID


def _sees(subject: Subject) -> ColumnElement[bool]:
    seen = seen_of(subject)
    return or_(seen == literal(str(SEES_ALL)), and_(seen == literal(str(SEES_OWN)), _IS_MANAGED))


def _has_reason(level: Health) -> ColumnElement[bool]:
    return or_(*(and_(_sees(subject), Client.id.in_(union_all(*clients_at(level, subject)))) for subject in _SEEN_BY))


# Lost clients, prospects and archived clients have no health.
HAS_HEALTH = and_(STATUS["active"], Client.archived_at.is_(None))
IS_SET = and_(Client.health.is_not(None), func.coalesce(Client.health_until >= TODAY, literal("false")))


def _is_at(level: Health, is_computed: ColumnElement[bool]) -> ColumnElement[bool]:
    return and_(HAS_HEALTH, case((IS_SET, Client.health == literal(f"'{level}'")), else_=is_computed))


COMPUTED_HEALTH = case(
    (_has_reason("red"), literal("'red'")), (_has_reason("amber"), literal("'amber'")), else_=literal("'green'")
)
HEALTH = case((~HAS_HEALTH, null()), (IS_SET, Client.health), else_=COMPUTED_HEALTH)
# For filters: a level needs no more rules than those that decide it.
HAS_LEVEL: Mapping[Health, ColumnElement[bool]] = {
    "red": _is_at("red", _has_reason("red")),
    "amber": _is_at("amber", and_(_has_reason("amber"), ~_has_reason("red"))),
    "green": _is_at("green", and_(~_has_reason("red"), ~_has_reason("amber"))),
}
# The worst first in descending order, those without health last.
HEALTH_RANK = case(
    (literal("'red'") == HEALTH, literal("3", Integer)),
    (literal("'amber'") == HEALTH, literal("2", Integer)),
    (literal("'green'") == HEALTH, literal("1", Integer)),
    else_=literal("0", Integer),
)

# Ready filters of the list, within what the caller may see. Invoices without a client are left out: with an unknown
# client, no other client would certainly be without overdue invoices.
_OVERDUE_CLIENTS = select(Invoice.client_id).where(IS_OVERDUE_NOW, Invoice.client_id.is_not(None))
IS_OVERDUE = and_(_sees("money"), Client.id.in_(_OVERDUE_CLIENTS))
_RENEWING_CLIENTS = select(Project.client_id).where(RENEWS_SOON, sees_project("work"))
IS_RENEWING = and_(_sees("work"), Client.id.in_(_RENEWING_CLIENTS))


def health_params(actor: Actor, today: date) -> dict[str, Any]:
    """Return the parameters of every statement that reads the health of clients."""
    month = today.replace(day=1)
    seen = {f"health_{subject}_": _seen(actor, permission) for subject, permission in _SEEN_BY.items()}
    return {
        "today_": today,
        str(MONTH.key): month,
        str(RECENT_MONTHS.key): add_months(month, -3),
        str(EARLIER_MONTHS.key): add_months(month, -6),
        **seen,
    }


def _seen(actor: Actor, permission: Permission | None) -> int:
    """Of a narrower scope than all, the reasons of the caller's own accounts and projects."""
    if permission is None:
        return SEES_ALL
    scope = actor.scope(permission)
    return SEES_NONE if scope is None else SEES_ALL if scope is Scope.ALL else SEES_OWN


def read_health(db: Connection, actor: Actor, key: int, today: date) -> ClientHealth:
    """Return the level, what a person set, and the reasons that the caller may see, the gravest first."""
    params = {**actor.params, **health_params(actor, today), "client_key_": key}
    row = db.execute(_ONE, params).one()
    reasons: list[HealthReason] = []
    for kind, rule in HEALTH_RULES.items():
        seen = params[f"health_{rule.subject}_"]
        if not row.has_health or seen == SEES_NONE or (seen == SEES_OWN and not row.is_managed):
            continue
        found = db.execute(rule.rows.where(rule.client == bindparam("client_key_")), params)
        reasons += [_reason(kind, values._asdict()) for values in found]
    is_set = bool(row.has_health and row.is_set)
    return {
        "level": row.level,
        "computed": row.computed if row.has_health else None,
        "set": {"level": row.health, "reason": row.health_note, "until": row.health_until} if is_set else None,
        "reasons": sorted(reasons, key=lambda reason: reason["level"] != "red"),
        "not_counted": _not_counted(params, is_managed=bool(row.is_managed)) if row.has_health else [],
    }


def _not_counted(params: Mapping[str, Any], *, is_managed: bool) -> list[HealthGap]:
    """Follow from permissions alone, so that they reveal nothing of the client."""
    levels = {subject: params[f"health_{subject}_"] for subject in _GAPS}
    hidden = (SEES_NONE,) if is_managed else (SEES_NONE, SEES_OWN)
    gaps: list[HealthGap] = [subject for subject in _GAPS if levels[subject] in hidden]
    sees_own_projects = is_managed and SEES_OWN in (levels["hours"], levels["work"])
    return [*gaps, "other_projects"] if sees_own_projects else gaps


_ONE = select(
    HEALTH.label("level"),
    COMPUTED_HEALTH.label("computed"),
    case((HAS_HEALTH, literal("1")), else_=literal("0")).label("has_health"),
    case((IS_SET, literal("1")), else_=literal("0")).label("is_set"),
    case((_IS_MANAGED, literal("1")), else_=literal("0")).label("is_managed"),
    Client.health,
    Client.health_note,
    Client.health_until,
).where(Client.id == bindparam("client_key_"))


def _reason(kind: HealthReasonKind, row: Mapping[str, Any]) -> HealthReason:
    currency = row.get("currency")
    project = row.get("project_id")
    hours = row.get("hours")
    return {
        "kind": kind,
        "level": row["level"],
        "project": None if project is None else {"api_id": project, "name": row["project_name"]},
        "on": row.get("on"),
        "days": row.get("days"),
        "count": row.get("count"),
        "percent": None if row.get("percent") is None else int(row["percent"]),
        "hours": None if hours is None else write_scaled(int(hours), HOURS_DIGITS, 2),
        "money": None if currency is None else scaled_to_money(row["amount"], currency),
        "before": None if row.get("before") is None else scaled_to_money(row["before"], currency or ""),
    }
