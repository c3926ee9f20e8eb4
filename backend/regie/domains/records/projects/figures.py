"""A project's figures as SQL: today's fee, whether a retainer runs, hours logged and left, what the client approved."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    and_,
    bindparam,
    case,
    exists,
    false,
    func,
    literal_column,
    null,
    or_,
    outerjoin,
    select,
    type_coerce,
)

from regie.core.money.amounts import Amount, Hours, Scaled
from regie.core.money.shares import share_of
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TeamworkCategory, TeamworkProject, TimeEntry
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project, ProjectFee, ProjectSeller
from regie.domains.records.retainers.models import RetainerPeriod

# The organization's date, bound at each call.
TODAY = bindparam("today_", type_=Date)
NEVER_STARTED = ("draft", "cancelled")
ONGOING = ("active", "on_hold")
OPEN = ("draft", *ONGOING)
OVER = ("completed", "ended", "churned")


def _number(value: int) -> ColumnElement[int]:
    return literal_column(str(value), BigInteger)


_latest = ProjectFee.__table__.alias("latest_fee")
FEE_DAY = (
    select(func.max(_latest.c.starts_on))
    .where(_latest.c.project_id == Project.id, _latest.c.starts_on <= TODAY)
    .correlate(Project)
    .scalar_subquery()
)
_earliest = ProjectFee.__table__.alias("earliest_fee")
_FIRST_DAY = (
    select(func.min(_earliest.c.starts_on))
    .where(_earliest.c.project_id == Project.id)
    .correlate(Project)
    .scalar_subquery()
)
# The fee as it is shown: of a retainer that has yet to begin, the one it begins with.
SHOWN_FEE = (
    select(ProjectFee.amount)
    .where(ProjectFee.project_id == Project.id, ProjectFee.starts_on == func.coalesce(FEE_DAY, _FIRST_DAY))
    .correlate(Project)
    .scalar_subquery()
)
# A retainer that runs today, whether or not its end is already known; one that is over without a day runs no more.
RUNNING_RETAINER: ColumnElement[bool] = and_(
    Project.kind == "retainer",
    Project.status.not_in((*NEVER_STARTED, "on_hold")),
    Project.start_on <= TODAY,
    or_(Project.end_on >= TODAY, and_(Project.end_on.is_(None), Project.status.not_in(OVER))),
)
# Hundredths of an hour, from whole minutes: rounded half up once, on the sum.
_HUNDREDTHS = func.coalesce(func.sum(TimeEntry.minutes), _number(0)) * _number(100)
HOURS_LOGGED = type_coerce(
    select((_HUNDREDTHS + _number(30)) // _number(60))
    .where(TimeEntry.teamwork_project_id == Project.teamwork_project_id, TimeEntry.deleted_at.is_(None))
    .correlate(Project)
    .scalar_subquery(),
    Hours,
)


def _has_payment(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists(
        select(ProjectPayment.id).where(ProjectPayment.project_id == Project.id, condition).correlate(Project)
    )


# The loss that holds now: of a retainer that is lost, and was not won back since.
OPEN_CHURN = outerjoin(
    Project, ChurnEvent, and_(ChurnEvent.project_id == Project.id, ChurnEvent.state.in_(("recorded", "confirmed")))
)
CHURN_COLUMNS = (ChurnEvent.api_id, ChurnEvent.state, ChurnEvent.scope, ChurnEvent.notice_on, ChurnEvent.effective_on)

# Somebody has decided on one of its payments: it is no project that never was.
HAS_PAYMENTS = _has_payment(ProjectPayment.status != "planned")
# Something of it is to be billed, or was: what is skipped never is.
IS_SCHEDULED = _has_payment(ProjectPayment.status != "skipped")
# It was lost at some time, won back since or not: what turned out to be no loss never was one.
WAS_LOST: ColumnElement[bool] = exists(
    select(ChurnEvent.id).where(ChurnEvent.project_id == Project.id, ChurnEvent.state != "voided").correlate(Project)
)
# An invoice bills one of its payments.
IS_INVOICED = _has_payment(ProjectPayment.invoice_id.is_not(None))


_PERCENT = Scaled(2)


def _percent(part: ColumnElement[int], whole: ColumnElement[int]) -> ColumnElement[int]:
    """Hundredths of a per cent, rounded half up; null where there is nothing to measure by."""
    rounded = (part * _number(20_000) + whole) // (whole * _number(2))
    return case((whole > _number(0), rounded), else_=null())


_logged, _budget = type_coerce(HOURS_LOGGED, BigInteger), type_coerce(Project.budget_hours, BigInteger)
BUDGET_PERCENT = type_coerce(_percent(_logged, _budget), _PERCENT)
IS_OVER_BUDGET: ColumnElement[bool] = func.coalesce(_logged > _budget, false())

# What invoices bill of it, without tax: one bills the amounts of the payments it settles, one that settles none of this
# project's its subtotal.
_settles = select(ProjectPayment.id).where(
    ProjectPayment.invoice_id == Invoice.id, ProjectPayment.project_id == Project.id
)
_by_payment = (
    select(func.coalesce(func.sum(type_coerce(ProjectPayment.amount, BigInteger)), _number(0)))
    .join(Invoice, Invoice.id == ProjectPayment.invoice_id)
    .where(ProjectPayment.project_id == Project.id, BILLED)
    .correlate(Project)
    .scalar_subquery()
)
_by_project = (
    select(func.coalesce(func.sum(type_coerce(Invoice.subtotal, BigInteger)), _number(0)))
    .where(
        Invoice.project_id == Project.id,
        Invoice.currency == Project.currency,
        BILLED,
        ~exists(_settles.correlate(Invoice, Project)),
    )
    .correlate(Project)
    .scalar_subquery()
)
BILLED_AMOUNT: ColumnElement[int] = _by_payment + _by_project
_amount = type_coerce(Project.amount, BigInteger)
# Halves of a hundredth first, rounded down, then half of them rounded up: together, half up and exact.
_HALVES = share_of(_number(20_000), BILLED_AMOUNT, _amount)
BILLED_PERCENT = type_coerce(case((_amount > _number(0), (_HALVES + _number(1)) // _number(2)), else_=null()), _PERCENT)
BILLED_MONEY = type_coerce(case((Project.amount.is_not(None), BILLED_AMOUNT), else_=null()), Amount)


# The present month's line of the ledger, as it is stored.
_PRESENT = (
    RetainerPeriod.project_id == Project.id,
    RetainerPeriod.starts_on <= TODAY,
    RetainerPeriod.ends_on >= TODAY,
)
_used, _left = (type_coerce(hours, BigInteger) for hours in (RetainerPeriod.used_hours, RetainerPeriod.closing_balance))
LEFT_HOURS = type_coerce(select(_left).where(*_PRESENT).correlate(Project).scalar_subquery(), Hours)
# What was available is what is left and what was used: base + in + adjustment − late.
_BURNT = select(_percent(_used, _left + _used)).where(*_PRESENT).correlate(Project).scalar_subquery()
BURN_PERCENT = type_coerce(_BURNT, _PERCENT)
_MOST_USED = _number(8_000)
_NOTHING_LEFT = or_(_left < _number(0), and_(_left == _number(0), _used > _number(0)))
_IS_USED_UP = exists(select(RetainerPeriod.id).where(*_PRESENT, _NOTHING_LEFT).correlate(Project))
BURNS: Mapping[str, ColumnElement[bool]] = {
    "over": _IS_USED_UP,
    "high": and_(~_IS_USED_UP, _BURNT >= _MOST_USED),
    "ok": and_(
        ~_IS_USED_UP,
        exists(select(RetainerPeriod.id).where(*_PRESENT).correlate(Project)),
        func.coalesce(_BURNT, _number(0)) < _MOST_USED,
    ),
}

# What the client said to extra work; null for work of another kind.
APPROVAL = case(
    (Project.kind != "oos", null()),
    (OosApproval.decision == "declined", literal_column("'declined'")),
    (Project.approved_on.is_not(None), literal_column("'approved'")),
    else_=literal_column("'waiting'"),
)
_first_seller = (
    select(ProjectSeller.employee_id)
    .where(ProjectSeller.project_id == Project.id)
    .order_by(ProjectSeller.weight.desc(), ProjectSeller.id)
    .limit(_number(1))
    .correlate(Project)
    .scalar_subquery()
)
_sellers = select(func.count()).select_from(ProjectSeller).where(ProjectSeller.project_id == Project.id)
SELLER_COUNT = _sellers.correlate(Project).scalar_subquery()


def of_first_seller(column: Any) -> ColumnElement[Any]:
    """Of whoever has the largest share of the sale."""
    return select(column).where(Employee.id == _first_seller).correlate(Project).scalar_subquery()


def of_category(column: Any) -> ColumnElement[Any]:
    """What Teamwork files the project under, looked up for one record alone."""
    return (
        select(column)
        .join(TeamworkProject, TeamworkProject.category_id == TeamworkCategory.external_id)
        .where(TeamworkProject.external_id == Project.teamwork_project_id)
        .correlate(Project)
        .scalar_subquery()
    )
