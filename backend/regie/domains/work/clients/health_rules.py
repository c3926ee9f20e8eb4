"""Defines the reasons of a client's health: each is a statement of the clients that it concerns, with its figures.

Every row has `client_id` and `level`; the other columns are the figures that the reason's sentence shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import BigInteger, ColumnElement, Date, Integer, and_, bindparam, case, func, or_, select, type_coerce
from sqlalchemy import literal_column as literal
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID
from regie.core.lists.listing import Statement
from regie.core.lists.shape import Column
from regie.core.time.dates import days_between
from regie.domains.records.churns.models import OPEN as OPEN_CHURNS
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import ClientNote
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.figures import (
    APPROVAL,
    IS_DECISION_OF_PROJECT,
    ONGOING,
    OPEN,
    RUNNING_RETAINER,
    STATES_HOURS,
    TODAY,
)
from regie.domains.records.projects.models import OosApproval, Project, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.clients.figures import IS_OVERDUE_NOW
from regie.domains.work.clients.schemas import HealthReasonKind

# What the caller must see to be given a reason.
Subject = Literal["money", "hours", "work", "notes"]


def _number(value: int) -> ColumnElement[int]:
    return literal(str(value), Integer)


# How much of a subject the caller sees: nothing, of the accounts and projects that they manage, or everything.
SEES_NONE, SEES_OWN, SEES_ALL = 0, 1, 2


def seen_of(subject: Subject) -> ColumnElement[int]:
    return bindparam(f"health_{subject}_", type_=Integer)


def sees_project(subject: Subject) -> ColumnElement[bool]:
    """Who sees the accounts that they manage sees only their own projects of these: others may manage the rest."""
    is_own = or_(Project.account_manager_id == CURRENT_USER_ID, Project.project_manager_id == CURRENT_EMPLOYEE_ID)
    return or_(seen_of(subject) == _number(SEES_ALL), is_own)


# The current month, three months before it, and six.
MONTH = bindparam("health_month_", type_=Date)
RECENT_MONTHS = bindparam("health_recent_", type_=Date)
EARLIER_MONTHS = bindparam("health_earlier_", type_=Date)
_RED, _AMBER = literal("'red'"), literal("'amber'")


_LATE_DAYS, _VERY_LATE_DAYS = _number(15), _number(61)
_NOTICE_DAYS = _number(30)
_APPROVAL_DAYS, _QUARTER_DAYS, _CHANGE_DAYS = _number(14), _number(90), _number(180)
_THREE, _FOUR, _TEN, _ZERO, _HUNDRED = (_number(value) for value in (3, 4, 10, 0, 100))
# Fewer than ten hours in three months say nothing about a trend.
_MIN_HOURS = _number(1_000)


@dataclass(frozen=True, slots=True)
class HealthRule:
    """`rows` are the clients that a reason concerns; `client` is the column to choose one of them by."""

    subject: Subject
    client: Column
    rows: Statement


def _since(day: Column) -> ColumnElement[int]:
    return days_between(TODAY, day)


def _units(column: Column) -> ColumnElement[int]:
    """Hours as hundredths, or an amount as ten-thousandths."""
    return type_coerce(column, BigInteger)


def _sum(column: Column, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((and_(*conditions), _units(column)), else_=_ZERO)), _ZERO)


_project = (Project.api_id.label("project_id"), Project.name.label("project_name"))
_of_client = Project.client_id.label("client_id")
_days_overdue = func.max(_since(Invoice.payable_on))
_OVERDUE = (
    select(
        Invoice.client_id,
        case((_days_overdue >= _VERY_LATE_DAYS, _RED), else_=_AMBER).label("level"),
        _days_overdue.label("days"),
        func.count().label("count"),
        func.sum(_units(Invoice.balance)).label("amount"),
        Invoice.currency,
    )
    .where(IS_OVERDUE_NOW, Invoice.client_id.is_not(None))
    .group_by(Invoice.client_id, Invoice.currency)
    .having(_days_overdue >= _LATE_DAYS)
)

_IS_CURRENT = and_(
    RetainerPeriod.starts_on >= MONTH, RetainerPeriod.starts_on <= TODAY, RetainerPeriod.ends_on >= TODAY
)
_IS_ONGOING = and_(Project.kind == "retainer", Project.status.in_(ONGOING), Project.archived_at.is_(None))
_left = _units(RetainerPeriod.closing_balance)
_available = _left + _units(RetainerPeriod.used_hours)
_HOURS_OVER = (
    select(
        _of_client,
        case((-_left * _FOUR > _available, _RED), else_=_AMBER).label("level"),
        *_project,
        (-_left).label("hours"),
    )
    .join(Project, Project.id == RetainerPeriod.project_id)
    .where(_IS_CURRENT, _IS_ONGOING, _left < _ZERO, STATES_HOURS)
)

_is_recent = and_(RetainerPeriod.starts_on >= RECENT_MONTHS, RetainerPeriod.starts_on < MONTH)
_is_earlier = and_(RetainerPeriod.starts_on >= EARLIER_MONTHS, RetainerPeriod.starts_on < RECENT_MONTHS)
_recent_used = _sum(RetainerPeriod.used_hours, _is_recent)
_recent_base = _sum(RetainerPeriod.base_hours, _is_recent)
_earlier_used = _sum(RetainerPeriod.used_hours, _is_earlier)
_HOURS_UNUSED = (
    select(
        _of_client,
        _AMBER.label("level"),
        *_project,
        (_recent_used * _HUNDRED // _recent_base).label("percent"),
    )
    .join(Project, Project.id == RetainerPeriod.project_id)
    .where(_is_recent, _IS_ONGOING)
    .group_by(Project.client_id, Project.id, Project.api_id, Project.name)
    .having(func.count() == _THREE, _recent_base > _ZERO, _recent_used + _recent_used < _recent_base)
)
# The change in per cent, of all retainers of the client.
_HOURS_FALLING = (
    select(
        _of_client,
        _AMBER.label("level"),
        ((_earlier_used - _recent_used) * _HUNDRED // _earlier_used).label("percent"),
        _recent_used.label("hours"),
    )
    .join(Project, Project.id == RetainerPeriod.project_id)
    .where(or_(_is_recent, _is_earlier), Project.archived_at.is_(None))
    .group_by(Project.client_id)
    .having(_earlier_used >= _MIN_HOURS, _recent_used * _TEN < _earlier_used * _number(7))
)

_days_to_renewal = days_between(Project.renews_on, TODAY)
_RENEWAL = select(
    _of_client,
    case((_days_to_renewal < _ZERO, _RED), else_=_AMBER).label("level"),
    *_project,
    Project.renews_on.label("on"),
    _days_to_renewal.label("days"),
).where(
    _IS_ONGOING,
    func.coalesce(Project.auto_renew, literal("false")).is_(False),
    or_(Project.end_on.is_(None), Project.end_on > Project.renews_on),
    _days_to_renewal <= func.coalesce(Project.notice_days, _NOTICE_DAYS),
)

# A retainer that renews within ninety days, automatically or not, or whose decision is late.
RENEWS_SOON = and_(
    _IS_ONGOING,
    or_(Project.end_on.is_(None), Project.end_on > Project.renews_on),
    _days_to_renewal <= _QUARTER_DAYS,
    or_(_days_to_renewal >= _ZERO, func.coalesce(Project.auto_renew, literal("false")).is_(False)),
)

_DECIDED = select(Project.client_id, Project.id).outerjoin(OosApproval, IS_DECISION_OF_PROJECT)
_UNANSWERED = _DECIDED.with_only_columns(
    _of_client, _AMBER.label("level"), *_project, _since(Project.sold_on).label("days"), Project.sold_on.label("on")
).where(
    literal("'waiting'") == APPROVAL,
    Project.status.in_(OPEN),
    Project.archived_at.is_(None),
    _since(Project.sold_on) >= _APPROVAL_DAYS,
)
_DECLINED = _DECIDED.with_only_columns(
    _of_client, _AMBER.label("level"), *_project, OosApproval.decided_on.label("on")
).where(
    literal("'declined'") == APPROVAL,
    _since(OosApproval.decided_on) <= _QUARTER_DAYS,
)

_LOST = (
    select(
        _of_client,
        case((and_(ChurnEvent.scope == "logo", ChurnEvent.effective_on >= TODAY), _RED), else_=_AMBER).label("level"),
        *_project,
        ChurnEvent.effective_on.label("on"),
    )
    .join(Project, Project.id == ChurnEvent.project_id)
    .where(ChurnEvent.state.in_(OPEN_CHURNS), _since(ChurnEvent.effective_on) <= _CHANGE_DAYS)
)

_before = aliased(ProjectFee)
_later = ProjectFee.__table__.alias("later_fee")
_previous_start = (
    select(func.max(_later.c.starts_on))
    .where(_later.c.project_id == ProjectFee.project_id, _later.c.starts_on < ProjectFee.starts_on)
    .correlate(ProjectFee)
    .scalar_subquery()
)
_FEE_LOWERED = (
    select(
        _of_client,
        _AMBER.label("level"),
        *_project,
        ProjectFee.starts_on.label("on"),
        _units(ProjectFee.amount).label("amount"),
        _units(_before.amount).label("before"),
        Project.currency,
    )
    .join(Project, Project.id == ProjectFee.project_id)
    .join(_before, and_(_before.project_id == ProjectFee.project_id, _before.starts_on == _previous_start))
    .where(
        RUNNING_RETAINER,
        ProjectFee.starts_on <= TODAY,
        _since(ProjectFee.starts_on) <= _CHANGE_DAYS,
        ProjectFee.amount < _before.amount,
    )
)


# Only of clients about whom notes are written: most agencies begin without any.
_last_note = func.max(ClientNote.noted_on)
_NO_RECENT_NOTE = (
    select(ClientNote.client_id, _AMBER.label("level"), _since(_last_note).label("days"), _last_note.label("on"))
    .group_by(ClientNote.client_id)
    .having(_since(_last_note) > _QUARTER_DAYS)
)


def _of_projects(subject: Subject, rows: Statement) -> HealthRule:
    return HealthRule(subject, Project.client_id, rows.where(sees_project(subject)))


# In the order in which a client's reasons are shown within a level.
HEALTH_RULES: Mapping[HealthReasonKind, HealthRule] = {
    "overdue": HealthRule("money", Invoice.client_id, _OVERDUE),
    "lost": _of_projects("work", _LOST),
    "renewal": _of_projects("work", _RENEWAL),
    "hours_over": _of_projects("hours", _HOURS_OVER),
    "unanswered": _of_projects("work", _UNANSWERED),
    "declined": _of_projects("work", _DECLINED),
    "fee_lowered": _of_projects("money", _FEE_LOWERED),
    "hours_falling": _of_projects("hours", _HOURS_FALLING),
    "hours_unused": _of_projects("hours", _HOURS_UNUSED),
    "no_recent_note": HealthRule("notes", ClientNote.client_id, _NO_RECENT_NOTE),
}


def clients_at(level: str, subject: Subject) -> list[Any]:
    """Return statements of the clients that a reason of the subject puts at this level."""
    found = []
    for rule in HEALTH_RULES.values():
        if rule.subject == subject:
            rows = rule.rows.subquery()
            found.append(select(rows.c.client_id).where(rows.c.level == literal(f"'{level}'")))
    return found
