"""The retainers' burn: read whole, since a risk is worked out, and remembered until one of their tables changes."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.db.ids import is_api_id
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.pages import in_order, page_of
from regie.core.lists.text_index import contains_words, words_of
from regie.core.text.folding import fold
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import PACE, RetainerPeriod, RetainerWarning
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.burns import Standing, as_text, percent
from regie.domains.work.retainers.inputs import AnyRow, line_of, read_ledgers
from regie.domains.work.retainers.ledger import Line, Worked, month_of
from regie.domains.work.retainers.renewals import notice_starts
from regie.domains.work.retainers.schemas import Burn, BurnDay, BurnOut, BurnQuery, Level, Renewal

DEFAULT_SORT = "-risk"
_TABLES = (
    "retainer_periods", "retainer_warnings", "projects", "project_members", "project_sellers", "clients", "users",
    "teams", "team_members",
)  # fmt: skip
_SOURCE = (
    Project.__table__.join(Client.__table__, Client.id == Project.client_id)
    .join(User.__table__, User.id == Project.account_manager_id)
    .outerjoin(Team.__table__, Team.id == Project.team_id)
)
_WHOSE = (
    Project.id.label("of_id"),
    Project.api_id.label("of_project"),
    Project.name.label("of_project_name"),
    Project.status.label("of_status"),
    Client.api_id.label("of_client"),
    Client.name.label("of_client_name"),
    User.api_id.label("of_account_manager"),
    User.name.label("of_account_manager_name"),
    Team.api_id.label("of_team"),
    Team.name.label("of_team_name"),
    Project.renews_on.label("of_renews_on"),
    Project.auto_renew.label("of_auto_renew"),
    Project.notice_days.label("of_notice_days"),
)
# Periods never leave their month: the first condition is one that an index answers.
PRESENT = and_(
    RetainerPeriod.starts_on >= bindparam("month"),
    RetainerPeriod.starts_on <= bindparam("today"),
    RetainerPeriod.ends_on >= bindparam("today"),
)
_RUNNING = (Project.kind == "retainer", Project.status.in_(ONGOING), Project.archived_at.is_(None))
_PERIODS: Statement = (
    select(*_WHOSE, RetainerPeriod.__table__)
    .select_from(_SOURCE.join(RetainerPeriod.__table__, RetainerPeriod.project_id == Project.id))
    .where(PRESENT, *_RUNNING)
)
_WARNED = select(RetainerWarning.period_id, RetainerWarning.threshold).join(
    RetainerPeriod, RetainerPeriod.id == RetainerWarning.period_id
)
_FILTERS: dict[str, Callable[[list[str]], ColumnElement[bool]]] = {
    "project": Project.api_id.in_,
    "client": Client.api_id.in_,
    "account_manager": User.api_id.in_,
    "team": Team.api_id.in_,
    "warning": lambda names: RetainerPeriod.id.in_(
        select(RetainerWarning.period_id).where(RetainerWarning.threshold.in_(names))
    ),
}
SORTS: dict[str, Callable[[Burn], Any]] = {
    "risk": lambda burn: burn["risk"],
    "left_hours": lambda burn: Decimal(burn["left_hours"]),
    "burn_percent": lambda burn: Decimal(burn["burn_percent"] or -1),
    "pace": lambda burn: Decimal(burn["pace"] or -1),
    "forecast_overage_hours": lambda burn: Decimal(burn["forecast_overage_hours"]),
    "runs_out_on": lambda burn: burn["runs_out_on"] or date.max,
    "renews_on": lambda burn: burn["renews_on"] or date.max,
    "project": lambda burn: fold(burn["project"]["name"]),
    "client": lambda burn: fold(burn["client"]["name"]),
}
ENDANGERED = ("high", "over")
_remembered: QueryCache[list[Burn]] = QueryCache(_TABLES, 50)


def list_burns(db: Connection, actor: Actor, query: BurnQuery, today: date) -> Page[Burn]:
    """Running retainers in their present period, those in most danger first."""
    scope = actor.require(Permission.RETAINERS_VIEW)
    wanted = {name: tuple(getattr(query, name)) for name in _FILTERS if getattr(query, name)}
    key = (db.engine, scope, actor.user_id if scope is not Scope.ALL else None, actor.employee_id,
           tuple(wanted.items()), query.search.strip(), today)  # fmt: skip
    found = _remembered.get(db, key, lambda: _read(db, actor, query, scope, today))
    if query.used_above is not None:
        found = [burn for burn in found if _is_above(burn, query.used_above)]
    return page_of(query, in_order(found, query.sort or DEFAULT_SORT, SORTS), lambda burn: burn.copy(), order=None)


def read_burn(db: Connection, actor: Actor, api_id: str, today: date) -> BurnOut:
    """One retainer as its terms and hours have it now; NotFound where it has no period."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_projects(actor.require(Permission.RETAINERS_VIEW))
    statement = select(*_WHOSE).select_from(_SOURCE).where(Project.api_id == api_id, visible)
    whose = db.execute(statement, actor.params).first()
    ledgers = read_ledgers(db, [whose.of_id], today) if whose else []
    if whose is None or not ledgers[0].lines:
        raise NotFound
    line = ledgers[0].lines[-1]
    warned = _WARNED.where(RetainerPeriod.project_id == whose.of_id, RetainerPeriod.starts_on == line.starts_on)
    given = {row.threshold for row in db.execute(warned)}
    return {**_burn(whose, line, given, today), "days": _days(line, ledgers[0].worked, today)}


def _days(line: Line, worked: Worked, today: date) -> list[BurnDay]:
    """Each day of the period: hours used until its end, an even pace's, and those to expect."""
    standing = Standing.of(line, today)
    every = [line.starts_on + timedelta(days=count) for count in range((line.ends_on - line.starts_on).days + 1)]
    return [
        {
            "on": day,
            "used_hours": as_text(worked.hours(line.starts_on, day)) if day <= today else None,
            "even_hours": as_text(standing.even_on(day)),
            "forecast_hours": None if (expected := standing.forecast_on(day)) is None else as_text(expected),
        }
        for day in every
    ]


def read_endangered(
    db: Connection, actor: Actor, scope: Scope, today: date
) -> list[tuple[int, Level, Decimal, Decimal]]:
    """Project, level, hours used and available of the running retainers that will clearly end over, or are."""
    days = {"month": month_of(today), "today": today}
    rows = db.execute(_PERIODS.where(visible_projects(scope)).order_by(Project.id), {**actor.params, **days})
    found = ((row.of_id, Standing.of(line_of(row), today)) for row in rows)
    return [
        (key, standing.level, standing.used, standing.available)
        for key, standing in found
        if standing.level in ENDANGERED
    ]


def _read(db: Connection, actor: Actor, query: BurnQuery, scope: Scope, today: date) -> list[Burn]:
    conditions = [visible_projects(scope)]
    conditions += [clause(getattr(query, name)) for name, clause in _FILTERS.items() if getattr(query, name)]
    words = words_of(query.search)
    conditions += contains_words((Project.search_key,), words.shape)
    days = {"month": month_of(today), "today": today}
    given: dict[int, set[str]] = {}
    for row in db.execute(_WARNED.where(PRESENT), days):
        given.setdefault(row.period_id, set()).add(row.threshold)
    rows = db.execute(_PERIODS.where(*conditions).order_by(Project.id), {**actor.params, **days, **words.params})
    return [_burn(row, line_of(row), given.get(row.id, set()), today) for row in rows]


def _is_above(burn: Burn, share: int) -> bool:
    """Hours without anything available count as more than any share."""
    available, used = Decimal(burn["available_hours"]), Decimal(burn["used_hours"])
    return used * 100 > available * share if available > 0 else used > 0


def _burn(row: AnyRow, line: Line, given: set[str], today: date) -> Burn:
    standing = Standing.of(line, today)
    return {
        "api_id": row.of_project,
        "project": {"api_id": row.of_project, "name": row.of_project_name},
        "client": {"api_id": row.of_client, "name": row.of_client_name},
        "account_manager": {"api_id": row.of_account_manager, "name": row.of_account_manager_name},
        "team": None if row.of_team is None else {"api_id": row.of_team, "name": row.of_team_name},
        "period": {"starts_on": line.starts_on, "ends_on": line.ends_on},
        "as_of": today,
        "base_hours": as_text(line.base_hours),
        "available_hours": as_text(standing.available),
        "used_hours": as_text(standing.used),
        "left_hours": as_text(standing.left),
        "burn_percent": None if standing.burn is None else percent(standing.burn),
        "elapsed_percent": percent(standing.share),
        "pace": None if standing.pace is None else as_text(standing.pace),
        "runs_out_on": standing.runs_out_on,
        "forecast_hours": as_text(standing.forecast),
        "forecast_overage_hours": as_text(standing.forecast_overage),
        "risk": standing.risk,
        "level": standing.level,
        "warnings": sorted(given, key=_threshold),
        "renews_on": row.of_renews_on,
        "auto_renew": bool(row.of_auto_renew),
        "renewal": _renewal(row, today),
    }


def _threshold(name: str) -> tuple[bool, int]:
    """Shares from the lowest on, then the pace."""
    return (True, 0) if name == PACE else (False, int(name))


def _renewal(row: AnyRow, today: date) -> Renewal:
    """Whether somebody has to renew it: in the days of notice, or already too late."""
    if row.of_renews_on is None or row.of_auto_renew or row.of_status not in ONGOING:
        return "none"
    if row.of_renews_on < today:
        return "overdue"
    return "soon" if today >= notice_starts(row.of_renews_on, row.of_notice_days) else "none"
