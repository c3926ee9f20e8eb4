"""Lists the burn of running retainers; risk is calculated in Python, and the result is cached until a table changes."""

from collections.abc import Callable, Collection
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, bindparam, literal_column, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.db.ids import is_api_id
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.pages import page_meta, sort_rows
from regie.core.lists.text_index import contains_terms, parse_search
from regie.core.text.folding import fold
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.hours_warnings.models import PACE, HoursWarning
from regie.domains.records.projects.figures import LEAVING_ON, ONGOING, STATES_HOURS
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.burn_history import read_months
from regie.domains.work.retainers.burn_math import LEVELS, BurnProgress, as_text, least_high_burn, percent
from regie.domains.work.retainers.burn_people import read_people, shows_people
from regie.domains.work.retainers.inputs import AnyRow, read_ledgers
from regie.domains.work.retainers.ledger import NOTHING, LedgerLine, WorkedHours, month_of
from regie.domains.work.retainers.renewals import notice_start
from regie.domains.work.retainers.schemas import (
    Burn,
    BurnDay,
    BurnLevelTotals,
    BurnOut,
    BurnQuery,
    BurnState,
    BurnTotals,
    Level,
    Renewal,
)

DEFAULT_SORT = "-risk"
_TABLES = (
    "retainer_periods", "retainer_warnings", "projects", "project_members", "project_sellers", "clients", "users",
    "teams", "team_members", "churn_events",
)  # fmt: skip
_SOURCE = (
    Project.__table__.join(Client.__table__, Client.id == Project.client_id)
    .join(User.__table__, User.id == Project.account_manager_id)
    .outerjoin(Team.__table__, Team.id == Project.team_id)
)
_RETAINER_COLUMNS = (
    Project.id.label("retainer_id"),
    Project.api_id.label("retainer_api_id"),
    Project.name.label("retainer_name"),
    Project.status.label("retainer_status"),
    Client.api_id.label("client_api_id"),
    Client.name.label("client_name"),
    User.api_id.label("account_manager_api_id"),
    User.name.label("account_manager_name"),
    Team.api_id.label("team_api_id"),
    Team.name.label("team_name"),
    Project.renews_on.label("retainer_renews_on"),
    Project.auto_renew.label("retainer_auto_renew"),
    Project.notice_days.label("retainer_notice_days"),
    Project.included_hours.label("retainer_included_hours"),
    LEAVING_ON.label("retainer_leaving_on"),
)
# Periods never leave their month: an index answers the first condition.
IS_CURRENT_PERIOD = and_(
    RetainerPeriod.starts_on >= bindparam("month"),
    RetainerPeriod.starts_on <= bindparam("today"),
    RetainerPeriod.ends_on >= bindparam("today"),
)
# What the burn of a period is calculated from.
_PERIOD_COLUMNS = (
    RetainerPeriod.id, RetainerPeriod.starts_on, RetainerPeriod.ends_on, RetainerPeriod.base_hours,
    RetainerPeriod.rollover_in, RetainerPeriod.adjustment, RetainerPeriod.late_hours, RetainerPeriod.used_hours,
    RetainerPeriod.ran_out_on,
)  # fmt: skip
_RUNNING = (Project.kind == "retainer", Project.status.in_(ONGOING), Project.archived_at.is_(None))
_PERIODS: Statement = (
    select(*_RETAINER_COLUMNS, *_PERIOD_COLUMNS)
    .select_from(_SOURCE.join(RetainerPeriod.__table__, RetainerPeriod.project_id == Project.id))
    .where(IS_CURRENT_PERIOD, *_RUNNING)
)
# What the level of a retainer depends on.
_HOURS: Statement = (
    select(
        Project.id, RetainerPeriod.starts_on, RetainerPeriod.ends_on, RetainerPeriod.base_hours,
        RetainerPeriod.rollover_in, RetainerPeriod.adjustment, RetainerPeriod.late_hours, RetainerPeriod.used_hours,
        RetainerPeriod.ran_out_on,
    )
    .join(RetainerPeriod, RetainerPeriod.project_id == Project.id)
    .where(IS_CURRENT_PERIOD, *_RUNNING, STATES_HOURS)
)  # fmt: skip
_CURRENT_PERIODS = select(RetainerPeriod.starts_on, RetainerPeriod.ends_on).where(IS_CURRENT_PERIOD).distinct()
_BURN_STEP = 10_000
_AVAILABLE = (
    RetainerPeriod.base_hours + RetainerPeriod.rollover_in + RetainerPeriod.adjustment - RetainerPeriod.late_hours
)
# Whether the period has used a share of its hours; `burn` is in ten-thousandths.
_HAS_BURN = type_coerce(RetainerPeriod.used_hours, BigInteger) * literal_column(str(_BURN_STEP)) >= type_coerce(
    _AVAILABLE, BigInteger
) * bindparam("burn", type_=BigInteger)
_SENT_WARNINGS = select(HoursWarning.period_id, HoursWarning.threshold).join(
    RetainerPeriod, RetainerPeriod.id == HoursWarning.period_id
)
_FILTERS: dict[str, Callable[[list[str]], ColumnElement[bool]]] = {
    "project": Project.api_id.in_,
    "client": Client.api_id.in_,
    "account_manager": User.api_id.in_,
    "team": Team.api_id.in_,
    "warning": lambda names: RetainerPeriod.id.in_(
        select(HoursWarning.period_id).where(HoursWarning.threshold.in_(names))
    ),
}


class _Period(NamedTuple):
    """The current period of a retainer, its progress, and the warnings that were sent."""

    row: AnyRow
    progress: BurnProgress
    warnings: Collection[str]


SORTS: dict[str, Callable[[_Period], Any]] = {
    "risk": lambda one: one.progress.risk,
    "left_hours": lambda one: one.progress.left,
    "burn_percent": lambda one: Decimal(-1 if one.progress.burn is None else percent(one.progress.burn)),
    "pace": lambda one: Decimal(-1 if (pace := one.progress.pace) is None else as_text(pace)),
    "forecast_overage_hours": lambda one: one.progress.forecast_overage,
    "runs_out_on": lambda one: one.progress.runs_out_on or date.max,
    "renews_on": lambda one: one.row.retainer_renews_on or date.max,
    "project": lambda one: fold(one.row.retainer_name),
    "client": lambda one: fold(one.row.client_name),
}
HIGH_RISK_LEVELS = ("high", "over")
_BURNS_CACHE: QueryCache[list[_Period]] = QueryCache(_TABLES)


def list_burns(db: Connection, actor: Actor, query: BurnQuery, today: date) -> Page[Burn]:
    """List running retainers with their current period, highest risk first."""
    found = sort_rows(_find_burns(db, actor, query, today), query.sort or DEFAULT_SORT, SORTS)
    if (ids := query.selected_ids) is not None:
        found = [one for one in found if one.row.retainer_api_id in ids]
    start = (query.page - 1) * query.per_page
    shown = [
        _burn(row, progress, row.base_hours, row.rollover_in, warnings)
        for row, progress, warnings in found[start : start + query.per_page]
    ]
    months = read_months(db, [burn["api_id"] for burn in shown], today)
    return {
        "data": [{**burn, "months": months[burn["api_id"]]} for burn in shown],
        "meta": page_meta(query, len(found), len(shown)),
    }


def add_up_burns(db: Connection, actor: Actor, query: BurnQuery, today: date) -> BurnTotals:
    """Return the totals of each level over all pages of `query`."""
    found = _find_burns(db, actor, query, today)
    return {"as_of": today, "levels": [_add_up_level(level, found) for level in reversed(LEVELS)]}


def _add_up_level(level: Level, found: list[_Period]) -> BurnLevelTotals:
    burns = [one.progress for one in found if one.progress.level == level]
    return {
        "level": level,
        "retainers": len(burns),
        "runs_out": sum(map(_runs_out, burns)),
        "over_hours": as_text(sum((max(NOTHING, -burn.left) for burn in burns), NOTHING)),
        "forecast_overage_hours": as_text(sum((burn.forecast_overage for burn in burns), NOTHING)),
    }


def _find_burns(db: Connection, actor: Actor, query: BurnQuery, today: date) -> list[_Period]:
    """Return the periods of all pages, unsorted."""
    scope = actor.require(Permission.RETAINERS_VIEW)
    filters = {name: tuple(getattr(query, name)) for name in _FILTERS if getattr(query, name)}
    key = (db.engine, scope, actor.user_id if scope is not Scope.ALL else None, actor.employee_id,
           tuple(filters.items()), query.search.strip(), today)  # fmt: skip
    found = _BURNS_CACHE.get(db, key, lambda: _read_burns(db, actor, query, scope, today))
    if query.used_above is not None:
        found = [one for one in found if _is_above(one.progress, query.used_above)]
    if query.level:
        found = [one for one in found if one.progress.level in query.level]
    if query.runs_out is not None:
        found = [one for one in found if _runs_out(one.progress) is query.runs_out]
    return found


def read_burn(db: Connection, actor: Actor, api_id: str, today: date) -> BurnOut:
    """Return one retainer's burn from its current terms and hours; raise NotFound when it has no period."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_projects(actor.require(Permission.RETAINERS_VIEW))
    columns = (*_RETAINER_COLUMNS, shows_people(actor).label("shows_people"))
    statement = select(*columns).select_from(_SOURCE).where(Project.api_id == api_id, visible)
    retainer = db.execute(statement, {**actor.params, "today_": today}).first()
    ledgers = read_ledgers(db, [retainer.retainer_id], today) if retainer else []
    if retainer is None or not ledgers[0].lines:
        raise NotFound
    line = ledgers[0].lines[-1]
    sent_warnings = _SENT_WARNINGS.where(
        RetainerPeriod.project_id == retainer.retainer_id, RetainerPeriod.starts_on == line.starts_on
    )
    warnings = {row.threshold for row in db.execute(sent_warnings)}
    progress = BurnProgress.of(line, today, states_hours=_states_hours(retainer.retainer_included_hours, line))
    return {
        **_burn(retainer, progress, line.base_hours, line.rollover_in, warnings),
        "months": read_months(db, [api_id], today)[api_id],
        "days": _days(line, ledgers[0].worked, today),
        "people": read_people(db, actor, retainer.retainer_id, line, today) if retainer.shows_people else None,
    }


def _days(line: LedgerLine, worked: WorkedHours, today: date) -> list[BurnDay]:
    """Return each day of the period with cumulative hours: used, at an even pace, and forecast."""
    progress = BurnProgress.of(line, today)
    days = [line.starts_on + timedelta(days=count) for count in range((line.ends_on - line.starts_on).days + 1)]
    return [
        {
            "on": day,
            "used_hours": as_text(worked.hours(line.starts_on, day)) if day <= today else None,
            "even_hours": as_text(progress.even_on(day)),
            "forecast_hours": None if (forecast := progress.forecast_on(day)) is None else as_text(forecast),
        }
        for day in days
    ]


def read_high_risk_retainers(
    db: Connection, actor: Actor, scope: Scope, today: date
) -> list[tuple[int, Level, Decimal, Decimal]]:
    """Return (project key, level, hours used, hours available) of running retainers whose level is high or over."""
    days = {"month": month_of(today), "today": today, "today_": today}
    periods = [(first, last) for first, last in db.execute(_CURRENT_PERIODS, days)]
    # Most retainers are far from it.
    burn = int(least_high_burn(periods, today) * _BURN_STEP)
    found_by_hours = _HOURS.where(_HAS_BURN, visible_projects(scope)).order_by(Project.id)
    rows = db.execute(found_by_hours, {**actor.params, **days, "burn": burn})
    found = (
        (key, BurnProgress(starts_on, ends_on, base + rolled + adjusted - late, used, ran_out_on, today))
        for key, starts_on, ends_on, base, rolled, adjusted, late, used, ran_out_on in rows
    )
    return [
        (key, progress.level, progress.used, progress.available)
        for key, progress in found
        if progress.level in HIGH_RISK_LEVELS
    ]


def _read_burns(db: Connection, actor: Actor, query: BurnQuery, scope: Scope, today: date) -> list[_Period]:
    conditions = [visible_projects(scope)]
    conditions += [clause(getattr(query, name)) for name, clause in _FILTERS.items() if getattr(query, name)]
    words = parse_search(query.search)
    conditions += contains_terms((Project.search_key,), words.shape)
    days = {"month": month_of(today), "today": today, "today_": today}
    warnings: dict[int, set[str]] = {}
    for row in db.execute(_SENT_WARNINGS.where(IS_CURRENT_PERIOD), days):
        warnings.setdefault(row.period_id, set()).add(row.threshold)
    rows = db.execute(_PERIODS.where(*conditions).order_by(Project.id), {**actor.params, **days, **words.params})
    return [_Period(row, _progress(row, today), warnings.get(row.id, ())) for row in rows]


def _progress(row: AnyRow, today: date) -> BurnProgress:
    available = row.base_hours + row.rollover_in + row.adjustment - row.late_hours
    states_hours = _states_hours(row.retainer_included_hours, row)
    return BurnProgress(row.starts_on, row.ends_on, available, row.used_hours, row.ran_out_on, today, states_hours)


def _states_hours(included_hours: Decimal | None, period: AnyRow | LedgerLine) -> bool:
    """Like `STATES_HOURS`: whether hours are included, carried over or granted."""
    granted = (period.base_hours, period.rollover_in, period.adjustment)
    return included_hours is not None or any(hours > 0 for hours in granted)


def _is_above(burn: BurnProgress, share: int) -> bool:
    """Hours used while none are available count as more than any percentage."""
    if not burn.states_hours:
        return False
    return burn.used * 100 > burn.available * share if burn.available > 0 else burn.used > 0


def _runs_out(burn: BurnProgress) -> bool:
    """Hours that have run out no longer will."""
    return burn.level != "over" and burn.runs_out_on is not None


def _burn(
    row: AnyRow, progress: BurnProgress, base_hours: Decimal, rollover_in: Decimal, warnings: Collection[str]
) -> BurnState:
    renews_on: date | None = row.retainer_renews_on
    return {
        "api_id": row.retainer_api_id,
        "project": {"api_id": row.retainer_api_id, "name": row.retainer_name},
        "status": row.retainer_status,
        "leaving_on": row.retainer_leaving_on,
        "client": {"api_id": row.client_api_id, "name": row.client_name},
        "account_manager": {"api_id": row.account_manager_api_id, "name": row.account_manager_name},
        "team": None if row.team_api_id is None else {"api_id": row.team_api_id, "name": row.team_name},
        "period": {"starts_on": progress.starts_on, "ends_on": progress.ends_on},
        "as_of": progress.today,
        "base_hours": as_text(base_hours),
        "rollover_in": as_text(rollover_in),
        "available_hours": as_text(progress.available),
        "used_hours": as_text(progress.used),
        "left_hours": as_text(progress.left),
        "burn_percent": None if progress.burn is None else percent(progress.burn),
        "elapsed_percent": percent(progress.elapsed_share),
        "pace": None if progress.pace is None else as_text(progress.pace),
        "runs_out_on": progress.runs_out_on,
        "forecast_hours": as_text(progress.forecast),
        "forecast_overage_hours": as_text(progress.forecast_overage),
        "risk": progress.risk,
        "level": progress.level,
        "warnings": sorted(warnings, key=_threshold_order),
        "renews_on": renews_on,
        "notice_on": None if renews_on is None else notice_start(renews_on, row.retainer_notice_days),
        "auto_renew": bool(row.retainer_auto_renew),
        "renewal": _renewal(row, progress.today),
    }


def _threshold_order(name: str) -> tuple[bool, int]:
    """Thresholds in rising order, then the pace."""
    return (True, 0) if name == PACE else (False, int(name))


def _renewal(row: AnyRow, today: date) -> Renewal:
    """Return whether a manual renewal is due: within its notice period, or overdue."""
    if row.retainer_renews_on is None or row.retainer_auto_renew or row.retainer_status not in ONGOING:
        return "none"
    if row.retainer_renews_on < today:
        return "overdue"
    return "soon" if today >= notice_start(row.retainer_renews_on, row.retainer_notice_days) else "none"
