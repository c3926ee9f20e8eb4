"""Reads churns; every statement starts from one of the `visible_…` conditions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    and_,
    bindparam,
    cast,
    exists,
    func,
    join,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, Actor, ScopeClause, row_scope
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Shape, link_to, read_restricted, ref_to
from regie.core.money.amounts import money as money_of
from regie.domains.records.churns.models import OPEN as OPEN
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import NOT_CONVERTED, Conversion, by_value
from regie.domains.records.exchange_rates.queries import read_conversion
from regie.domains.records.exchange_rates.schemas import ConvertedSum
from regie.domains.records.options.queries import require_known_options
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from regie.domains.work.churns.movement_causes import find_causes as find_causes
from regie.domains.work.churns.movement_causes import read_cause_names as read_cause_names
from regie.domains.work.churns.movement_causes import write_cause as write_cause
from regie.domains.work.churns.movement_schemas import NamedCause as NamedCause
from regie.domains.work.churns.retainer_runs import read_runs as read_runs
from regie.domains.work.churns.schemas import (
    TENURES,
    ChurnAction,
    ChurnColumns,
    ChurnEventBasic,
    ChurnEventBasicOut,
    ChurnEventOut,
    ChurnEventQuery,
    ChurnEventRow,
    ChurnFilters,
    ChurnMoney,
    ChurnTotals,
    ChurnTotalsBasic,
    EmployeeChurnBasic,
    EmployeeChurnMoney,
    LostRevenue,
)
from regie.domains.work.churns.shares import with_shares
from regie.domains.work.clients.queries import CLIENT_LINK
from regie.domains.work.projects.queries import PROJECT_LINK, managed_projects

_Recorder = aliased(User)
_Winner = aliased(User)
_Row = ChurnEventRow | ChurnEventBasic
# Employees with a share see the churn, but not always its client or project.
_LINKS = {"project": PROJECT_LINK, "client": CLIENT_LINK}
_COMMON_FILTERS = {
    "client": one_of(Client.api_id),
    "project": one_of(Project.api_id),
    "reason": one_of(ChurnEvent.reason),
    "state": one_of(ChurnEvent.state),
    "effective_from": at_least(ChurnEvent.effective_on),
    "effective_to": at_most(ChurnEvent.effective_on),
}


def managed_churns(scope: Scope) -> ColumnElement[bool]:
    """The churns of the projects that the caller manages."""
    return ChurnEvent.project_id.in_(select(Project.id).where(managed_projects(scope)))


def _has_share(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    share = select(ChurnAttribution.id).join(Employee, Employee.id == ChurnAttribution.employee_id)
    return exists(share.where(ChurnAttribution.event_id == ChurnEvent.id, condition).correlate(ChurnEvent))


def _has_tenure(least: int, most: int | None) -> ColumnElement[bool]:
    """Limits are written into the shared statement: they are constants, never a caller's values."""
    is_long_enough = ChurnEvent.tenure_months >= literal_column(str(least))
    return (
        is_long_enough if most is None else and_(is_long_enough, ChurnEvent.tenure_months <= literal_column(str(most)))
    )


CHURNS = Listing(
    source=join(ChurnEvent, Project, Project.id == ChurnEvent.project_id)
    .join(Client, Client.id == Project.client_id)
    .join(User, User.id == Project.account_manager_id)
    .outerjoin(_Recorder, _Recorder.id == ChurnEvent.recorded_by_id)
    .outerjoin(_Winner, _Winner.id == ChurnEvent.won_back_by_id),
    key=ChurnEvent.id,
    api_id=ChurnEvent.api_id,
    shape=Shape.of(
        ChurnColumns,
        ChurnEvent,
        ChurnMoney,
        project=link_to(Project),
        client=link_to(Client),
        account_manager=ref_to(User),
        recorded_by=ref_to(_Recorder),
        won_back_by=ref_to(_Winner),
    ),
    sorts={
        "effective_on": ChurnEvent.effective_on,
        "notice_on": ChurnEvent.notice_on,
        "project": Project.name_key,
        "client": Client.name_key,
        "mrr_lost": by_value(ChurnEvent.mrr_lost, ChurnEvent.currency, ChurnEvent.effective_on),
        "tenure_months": ChurnEvent.tenure_months,
        "created_at": ChurnEvent.created_at,
    },
    default_sort="-effective_on",
    search=(Project.search_key, Client.search_key),
    filters=_COMMON_FILTERS
    | {
        "account_manager": one_of(User.api_id),
        "employee": Filter(lambda name, _value: _has_share(Employee.api_id.in_(bindparam(name, expanding=True)))),
        "attributed": choice({True: lambda: _has_share(true()), False: lambda: ~_has_share(true())}),
        "preventable": choice(
            {True: lambda: ChurnEvent.preventable.is_(True), False: lambda: ChurnEvent.preventable.is_(False)}
        ),
        "initiated_by": one_of(ChurnEvent.initiated_by),
        "scope": one_of(ChurnEvent.scope),
        "tenure": choice({name: (lambda band=band: _has_tenure(*band)) for name, band in TENURES.items()}),
        "currency": one_of(ChurnEvent.currency),
        # Conditions for totals, set by the code, never by a query parameter.
        "is_counted": choice({True: lambda: ChurnEvent.state != "voided"}),
        "is_logo": choice({True: lambda: ChurnEvent.scope == "logo"}),
        "is_managed": choice({name: (lambda scope=name: managed_churns(scope)) for name in Scope}),
    },
    sums={"mrr_lost": func.sum(ChurnEvent.mrr_lost)},
    currency=ChurnEvent.currency,
    restricted_sorts=frozenset({"mrr_lost"}),
)
EMPLOYEE_CHURNS = Listing(
    source=join(ChurnAttribution, ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
    .join(Employee, Employee.id == ChurnAttribution.employee_id)
    .join(Project, Project.id == ChurnEvent.project_id)
    .join(Client, Client.id == Project.client_id),
    key=ChurnAttribution.id,
    api_id=ChurnAttribution.api_id,
    shape=Shape.of(
        EmployeeChurnBasic,
        ChurnAttribution,
        EmployeeChurnMoney,
        churn_event=ChurnEvent.api_id,
        employee=ref_to(Employee),
        client=ref_to(Client),
        project=ref_to(Project),
        effective_on=ChurnEvent.effective_on,
        reason=ChurnEvent.reason,
        scope=ChurnEvent.scope,
        state=ChurnEvent.state,
        currency=ChurnEvent.currency,
    ),
    sorts={
        "effective_on": ChurnEvent.effective_on,
        "employee": Employee.name_key,
        "client": Client.name_key,
        "mrr_share": by_value(ChurnAttribution.mrr_share, ChurnEvent.currency, ChurnEvent.effective_on),
        "weight": ChurnAttribution.weight,
    },
    default_sort="-effective_on",
    search=(Employee.search_key, Project.search_key, Client.search_key),
    filters=_COMMON_FILTERS | {"employee": one_of(Employee.api_id)},
    restricted_sorts=frozenset({"mrr_share"}),
)
_SHARE_AMOUNTS = (
    select(ChurnEvent.api_id, ChurnAttribution.mrr_share)
    .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
    .join(Employee, Employee.id == ChurnAttribution.employee_id)
    .where(Employee.api_id.in_(bindparam("people", expanding=True)))
    .order_by(ChurnAttribution.id)
)
_CAN_SEE_CHURN = exists(
    select(Employee.id).where(
        Employee.id == CURRENT_EMPLOYEE_ID, cast(Employee.metric_permissions, String).like('%"churn"%')
    )
)
# Employees with the churn figures see the churns of which they have a share.
_IS_MY_SHARE = and_(ChurnAttribution.employee_id == CURRENT_EMPLOYEE_ID, _CAN_SEE_CHURN)


def visible_churns(scope: Scope) -> ColumnElement[bool]:
    """Own, for callers who record churn: those of the projects that they manage, and of which they have a share."""
    return true() if scope is Scope.ALL else or_(managed_churns(scope), visible_own_churns(scope))


def visible_own_churns(scope: Scope) -> ColumnElement[bool]:
    """Own, for all others: those of which they have a share, if they have access to churn figures."""
    if scope is Scope.ALL:
        return true()
    mine = select(ChurnAttribution.id).where(ChurnAttribution.event_id == ChurnEvent.id, _IS_MY_SHARE)
    return exists(mine.correlate(ChurnEvent))


def visible_employee_churns(scope: Scope) -> ColumnElement[bool]:
    return true() if scope is Scope.ALL else or_(managed_churns(scope), _IS_MY_SHARE)


def visible_own_employee_churns(scope: Scope) -> ColumnElement[bool]:
    return true() if scope is Scope.ALL else _IS_MY_SHARE


def any_employee(_scope: Scope) -> ColumnElement[bool]:
    """Former employees may have shares too."""
    return true()


def churn_visibility(actor: Actor) -> ScopeClause:
    """Return the visibility condition for the caller; it depends on whether they record churn."""
    return visible_churns if actor.can(Permission.CHURNS_RECORD) else visible_own_churns


def churn_row_scope(actor: Actor) -> RowScope:
    within = churn_visibility(actor)
    seen = row_scope(actor, Permission.CHURNS_VIEW, within, money=Permission.PROJECTS_MRR, money_clause=managed_churns)
    return replace(seen, key=(within.__name__, seen.key))


def employee_churn_row_scope(actor: Actor) -> RowScope:
    """Employees see the amount of their own share."""
    records = actor.can(Permission.CHURNS_RECORD)
    within = visible_employee_churns if records else visible_own_employee_churns
    money = Permission.PROJECTS_MRR if actor.can(Permission.PROJECTS_MRR) else Permission.CHURNS_VIEW
    seen = row_scope(actor, Permission.CHURNS_VIEW, within, money=money, money_clause=visible_employee_churns)
    return replace(seen, key=(within.__name__, seen.key))


def list_churns(db: Connection, actor: Actor, query: ChurnEventQuery, today: date) -> Page[_Row]:
    """Amounts in another currency use the rate of the last day, as the analysis does."""
    require_known_options(db, "churn_reason", "reason", query.reason)
    page = CHURNS.page(db, churn_row_scope(actor), query)
    conversion, shares_by_churn = read_conversion(db, query.in_, today), _read_share_amounts(db, query)
    shown = with_shares(db, annotate_can_open(db, actor, page["data"], _LINKS), today)
    return {"data": [_with_conversion(event, conversion, shares_by_churn) for event in shown], "meta": page["meta"]}


def _read_share_amounts(db: Connection, query: ChurnEventQuery) -> Mapping[str, Sequence[Decimal]] | None:
    """Return the shares of the requested employees by churn; None when whole churns are converted."""
    if query.in_ is None or not query.employee:
        return None
    shares_by_churn: dict[str, list[Decimal]] = defaultdict(list)
    for event, share in db.execute(_SHARE_AMOUNTS, {"people": query.employee}):
        shares_by_churn[event].append(share)
    return shares_by_churn


def _with_conversion(
    event: ChurnEventBasic, conversion: Conversion | None, shares_by_churn: Mapping[str, Sequence[Decimal]] | None
) -> _Row:
    """Convert each share separately, as the analysis does; amounts that the caller may not see stay hidden."""
    money = read_restricted(ChurnMoney, event)
    if money is None:
        return event
    if conversion is None:
        return {**event, **money, "share": None, **NOT_CONVERTED}
    lost, currency, day = Decimal(money["mrr_lost"]["amount"]), event["currency"], event["effective_on"]
    converted = conversion.convert_row(lost, currency, day)
    if shares_by_churn is None:
        return {**event, **money, "share": None, **converted}
    amounts = shares_by_churn.get(event["api_id"], ())
    if converted["converted"] is not None:
        converted["converted"] = conversion.sum_converted((one, currency, day) for one in amounts)["money"]
    return {**event, **money, "share": money_of(sum(amounts, Decimal(0)), currency), **converted}


def _convert_all(
    db: Connection, seen: RowScope, query: ChurnEventQuery, conversion: Conversion | None
) -> ConvertedSum | None:
    if conversion is None:
        return None
    is_loss = ChurnEvent.state != "voided"
    counted = replace(seen, rows=lambda: and_(seen.rows(), seen.shows_restricted(), is_loss))
    columns = (ChurnEvent.api_id, ChurnEvent.mrr_lost, ChurnEvent.currency, ChurnEvent.effective_on)
    shares_by_churn = _read_share_amounts(db, query)
    return conversion.sum_converted(
        (share, currency, day)
        for event, lost, currency, day in CHURNS.values(db, counted, query, columns)
        for share in ((lost,) if shares_by_churn is None else shares_by_churn.get(event, ()))
    )


def read_totals(db: Connection, actor: Actor, query: ChurnEventQuery, today: date) -> ChurnTotals | ChurnTotalsBasic:
    """Return the totals of the list of the same query; amounts only where the caller may see them."""
    require_known_options(db, "churn_reason", "reason", query.reason)
    seen, first = churn_row_scope(actor), query.model_copy(update={"page": 1, "per_page": 1, "sort": ""})
    counted = {"is_counted": True}
    basic: ChurnTotalsBasic = {
        "retainers": CHURNS.page(db, seen, first, counted)["meta"]["total"],
        "logos": CHURNS.page(db, seen, first, counted | {"is_logo": True})["meta"]["total"],
    }
    money = actor.scope(Permission.PROJECTS_MRR)
    if money is None:
        return basic
    mine = {} if money is Scope.ALL else {"is_managed": money}
    lost = CHURNS.totals(db, seen, first, LostRevenue, counted | mine)
    return {
        **basic,
        "mrr_lost": [row["mrr_lost"] for row in lost],
        "mrr_retainers": CHURNS.page(db, seen, first, counted | mine)["meta"]["total"] if mine else basic["retainers"],
        "converted": _convert_all(db, seen, query, read_conversion(db, query.in_, today)),
    }


def read_churn(db: Connection, actor: Actor, api_id: str, today: date) -> ChurnEventOut | ChurnEventBasicOut:
    found = CHURNS.one(db, churn_row_scope(actor), api_id)
    (event,) = with_shares(db, annotate_can_open(db, actor, [found], _LINKS), today)
    basic: ChurnEventBasicOut = {**event, "can": _allowed_actions(db, actor, event, today)}
    money = read_restricted(ChurnMoney, event)
    return basic if money is None else {**basic, **money}


def list_employee_churns(db: Connection, actor: Actor, query: ChurnFilters) -> Page[EmployeeChurnBasic]:
    require_known_options(db, "churn_reason", "reason", query.reason)
    return EMPLOYEE_CHURNS.page(db, employee_churn_row_scope(actor), query)


def read_employee_churn(db: Connection, actor: Actor, api_id: str) -> EmployeeChurnBasic:
    return EMPLOYEE_CHURNS.one(db, employee_churn_row_scope(actor), api_id)


def reported_on(db: Connection, notice_on: date | None, effective_on: date) -> date:
    """Return the day whose month a churn counts in, according to the settings."""
    by_notice = read_settings(db)["churn_recognition"] == "notice"
    return notice_on if by_notice and notice_on is not None else effective_on


def is_same_month(reported: date, today: date) -> bool:
    """Whether the month in which a churn counts has not ended; undoing it then leaves no trace in the figures."""
    return (today.year, today.month) <= (reported.year, reported.month)


def _allowed_actions(db: Connection, actor: Actor, event: ChurnColumns, today: date) -> list[ChurnAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    may = [
        permission
        for permission in (Permission.CHURNS_RECORD, Permission.CHURNS_CONFIRM)
        if (scope := actor.scope(permission)) is not None
        and _matches(db, actor, event["api_id"], managed_churns(scope))
    ]
    allowed: list[ChurnAction] = []
    if Permission.CHURNS_RECORD in may and event["state"] == "recorded":
        allowed.append("edit")
    if Permission.CHURNS_CONFIRM in may and event["state"] == "recorded":
        allowed.extend(("confirm", "reject"))
    if Permission.CHURNS_CONFIRM in may and event["state"] in OPEN:
        reported = reported_on(db, event["notice_on"], event["effective_on"])
        if event["effective_on"] < today and not is_same_month(reported, today):
            allowed.append("win_back")
        elif event["state"] == "confirmed":  # an unconfirmed churn is rejected instead, with a reason
            allowed.append("void")
    return allowed


def _matches(db: Connection, actor: Actor, api_id: str, condition: ColumnElement[bool]) -> bool:
    statement = select(ChurnEvent.id).where(ChurnEvent.api_id == bindparam("api_id"), condition)
    return db.execute(statement, {**actor.params, "api_id": api_id}).first() is not None
