"""The dashboard's figures: each within the caller's scope, each per currency, as of today."""

from datetime import date
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, case, func, literal_column, select, type_coerce
from sqlalchemy.sql import Select

from regie.access.actor import ME, Actor
from regie.access.permissions import Permission, Scope
from regie.core.clock import Clock
from regie.core.errors import Invalid
from regie.core.money import money_of_scaled
from regie.core.remembered import Remembered
from regie.domains.clients.figures import STATUS as CLIENT_STATUS
from regie.domains.clients.models import Client
from regie.domains.clients.queries import visible_clients
from regie.domains.connections.queries import Environment
from regie.domains.invoices.figures import OVERDUE, OWED
from regie.domains.invoices.models import Invoice
from regie.domains.invoices.queries import visible_invoices
from regie.domains.projects.figures import FEE_DAY, RUNNING_RETAINER
from regie.domains.projects.models import KINDS, Project, ProjectFee
from regie.domains.projects.queries import managed_projects, visible_projects
from regie.domains.statistics.employees import read_people
from regie.domains.statistics.projects import read_projects
from regie.domains.statistics.schemas import StatisticsQuery
from regie.domains.statistics.teams import read_teams
from regie.domains.sync.queries import list_connections
from regie.domains.users.models import User

_NOTHING = literal_column("0", BigInteger)
_CURRENCY = select(User.currency).where(User.id == ME)


_FIGURES: Remembered[dict[str, Any]] = Remembered(
    ("clients", "invoices", "project_fees", "project_members", "project_sellers", "projects", "team_members"), most=500
)


def read_dashboard(db: Connection, actor: Actor, environment: Environment, clock: Clock) -> dict[str, Any]:
    today = clock.today()
    key = (db.engine, actor.user_id, actor.employee_id, frozenset(actor.permissions.items()), today)
    may_see_sources = actor.may(Permission.CONNECTIONS_VIEW)
    return {
        "as_of": today,
        "currency": db.execute(_CURRENCY, actor.params).scalar_one(),
        "figures": _FIGURES.get(db, key, lambda: _figures(db, actor, today)),
        "sources": list_connections(db, actor, environment, clock) if may_see_sources else [],
    }


def read_project_statistics(db: Connection, actor: Actor, query: StatisticsQuery, today: date) -> list[dict[str, Any]]:
    """One entry per project, in the order asked for."""
    return read_projects(db, actor, query.id.split(","), *_days(query, today), query.currency)


def read_employee_statistics(db: Connection, actor: Actor, query: StatisticsQuery, today: date) -> list[dict[str, Any]]:
    """One entry per employee, in the order asked for."""
    return read_people(db, actor, query.id.split(","), *_days(query, today), query.currency)


def read_team_statistics(db: Connection, actor: Actor, query: StatisticsQuery, today: date) -> list[dict[str, Any]]:
    """One entry per team, in the order asked for."""
    return read_teams(db, actor, query.id.split(","), *_days(query, today), query.currency)


def _days(query: StatisticsQuery, today: date) -> tuple[date, date]:
    """The days asked for; by default the month so far."""
    last = query.to or max(today, query.from_ or today)
    first = query.from_ or last.replace(day=1)
    if last < first:
        raise Invalid({"to": "after_start"})
    return first, last


def _figures(db: Connection, actor: Actor, today: date) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "active_projects": _active_projects(db, actor, today),
        "active_clients": _active_clients(db, actor, today),
    }
    if (scope := actor.scope(Permission.STATISTICS_MRR)) is not None:
        figures["mrr"] = _per_currency(db, actor, today, _mrr(scope))
    if (scope := actor.scope(Permission.STATISTICS_RECEIVABLES)) is not None:
        figures |= _receivables(db, actor, today, scope)
    return figures


def _params(actor: Actor, today: date) -> dict[str, Any]:
    return {**actor.params, "today_": today}


def _active_projects(db: Connection, actor: Actor, today: date) -> dict[str, int]:
    within = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    counted = (
        select(Project.kind, func.count())
        .where(Project.status == "active", Project.archived_at.is_(None), within)
        .group_by(Project.kind)
    )
    found = {row[0]: row[1] for row in db.execute(counted, _params(actor, today))}
    return {kind: found.get(kind, 0) for kind in KINDS}


def _active_clients(db: Connection, actor: Actor, today: date) -> int:
    within = visible_clients(actor.require(Permission.CLIENTS_VIEW))
    counted = select(func.count()).select_from(Client).where(CLIENT_STATUS["active"], within)
    return db.execute(counted, _params(actor, today)).scalar_one()


def _mrr(scope: Scope) -> Select[*tuple[Any, ...]]:
    """Σ over the retainers that run today of the fee in force."""
    return (
        select(Project.currency, func.sum(type_coerce(ProjectFee.amount, BigInteger)))
        .join(ProjectFee, ProjectFee.project_id == Project.id)
        .where(RUNNING_RETAINER, ProjectFee.starts_on == FEE_DAY, managed_projects(scope))
        .group_by(Project.currency)
        .order_by(Project.currency)
    )


def _per_currency(
    db: Connection, actor: Actor, today: date, statement: Select[*tuple[Any, ...]]
) -> list[dict[str, str]]:
    rows = db.execute(statement, _params(actor, today)).all()
    return [money_of_scaled(int(amount), currency) for currency, amount in rows]


def _receivables(db: Connection, actor: Actor, today: date, scope: Scope) -> dict[str, Any]:
    """What is owed and what of it is late, tax included, in each invoice's own currency."""
    balance = type_coerce(Invoice.balance, BigInteger)
    late: ColumnElement[int] = case((OVERDUE, balance), else_=_NOTHING)
    statement = (
        select(
            Invoice.currency,
            func.sum(balance),
            func.sum(late),
            func.sum(case((OVERDUE, literal_column("1")), else_=_NOTHING)),
        )
        .where(OWED, visible_invoices(scope))
        .group_by(Invoice.currency)
        .order_by(Invoice.currency)
    )
    rows = db.execute(statement, _params(actor, today)).all()
    return {
        "outstanding": [money_of_scaled(int(owed), currency) for currency, owed, _, _ in rows],
        "overdue": [money_of_scaled(int(amount), currency) for currency, _, amount, count in rows if count],
        "overdue_invoices": sum(int(count) for _, _, _, count in rows),
    }
