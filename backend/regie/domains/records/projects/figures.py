"""Derives a project's figures as SQL.

Today's fee, running retainers, hours, burn, amounts billed and client approval.
"""

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
from regie.core.time.dates import days_after
from regie.domains.records.churns.models import OPEN as OPEN_CHURN_STATES
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.figures import BILLED, BILLED_PART, REST
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TeamworkCategory, TeamworkProject, TimeEntry
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import PAUSED, STATE, OosApproval, Project, ProjectFee, ProjectSeller
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.queries import value_on

# The organization's date, bound for each request.
TODAY = bindparam("today_", type_=Date)
NEVER_STARTED = ("draft", "cancelled")
ONGOING = ("active", "on_hold")
OPEN = ("draft", *ONGOING)
FINISHED = ("completed", "ended", "churned")
# How many hours the fee of other retainers includes is unknown: none are left or over.
STATES_HOURS = or_(
    Project.included_hours.is_not(None),
    *(
        type_coerce(granted, BigInteger) > literal_column("0")
        for granted in (RetainerPeriod.base_hours, RetainerPeriod.rollover_in, RetainerPeriod.adjustment)
    ),
)


def _literal(value: int) -> ColumnElement[int]:
    return literal_column(str(value), BigInteger)


_latest = ProjectFee.__table__.alias("latest_fee")
CURRENT_FEE_STARTS_ON = (
    select(func.max(_latest.c.starts_on))
    .where(_latest.c.project_id == Project.id, _latest.c.starts_on <= TODAY)
    .correlate(Project)
    .scalar_subquery()
)
_earliest = ProjectFee.__table__.alias("earliest_fee")
_FIRST_FEE_STARTS_ON = (
    select(func.min(_earliest.c.starts_on))
    .where(_earliest.c.project_id == Project.id)
    .correlate(Project)
    .scalar_subquery()
)


def _of_shown_fee(column: Any) -> Any:
    """Return a column of the visible fee: for a retainer that has not begun, its first fee."""
    starts_on = func.coalesce(CURRENT_FEE_STARTS_ON, _FIRST_FEE_STARTS_ON)
    shown = select(column).where(ProjectFee.project_id == Project.id, ProjectFee.starts_on == starts_on)
    return shown.correlate(Project).scalar_subquery()


SHOWN_FEE = _of_shown_fee(ProjectFee.amount)
SHOWN_INTERVAL = _of_shown_fee(ProjectFee.billing_interval)
SHOWN_INTERVAL_FEE = _of_shown_fee(ProjectFee.interval_amount)
IS_PAUSED: ColumnElement[bool] = and_(
    Project.kind == "retainer",
    func.coalesce(value_on("project", STATE, Project.id, TODAY) == literal_column(f"'{PAUSED}'"), false()),
)
_next = Project.__table__.alias("next_contract")
# Another retainer of the client starts on the day after its last.
IS_CONTINUED: ColumnElement[bool] = exists(
    select(_next.c.id)
    .where(
        _next.c.client_id == Project.client_id,
        _next.c.id != Project.id,
        _next.c.kind == literal_column("'retainer'"),
        _next.c.status.not_in(NEVER_STARTED),
        or_(_next.c.end_on.is_not(None), _next.c.status.not_in(FINISHED)),
        _next.c.start_on == days_after(Project.end_on, _literal(1)),
    )
    .correlate(Project)
)
# A retainer that runs at the end of today: its last day has ended then, unless another contract follows it. A finished
# retainer without an end does not run.
RUNNING_RETAINER: ColumnElement[bool] = and_(
    Project.kind == "retainer",
    Project.status.not_in(NEVER_STARTED),
    ~IS_PAUSED,
    Project.start_on <= TODAY,
    or_(
        Project.end_on > TODAY,
        and_(Project.end_on == TODAY, IS_CONTINUED),
        and_(Project.end_on.is_(None), Project.status.not_in(FINISHED)),
    ),
)


def _sum_hours(*conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    """The project's hours in hundredths, from whole minutes; the sum is rounded half up once."""
    hundredths = func.coalesce(func.sum(TimeEntry.minutes), _literal(0)) * _literal(100)
    of_project = (TimeEntry.teamwork_project_id == Project.teamwork_project_id, TimeEntry.deleted_at.is_(None))
    hours = select((hundredths + _literal(30)) // _literal(60)).where(*of_project, *conditions)
    return type_coerce(hours.correlate(Project).scalar_subquery(), Hours)


HOURS_LOGGED = _sum_hours()
# The hours that use up the budget: all, or the billable ones.
HOURS_COUNTED = _sum_hours(or_(Project.counted_hours == "all", TimeEntry.is_billable))


def _has_payment(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists(
        select(ProjectPayment.id).where(ProjectPayment.project_id == Project.id, condition).correlate(Project)
    )


# The open churn of a retainer: not voided and not won back.
OPEN_CHURN = outerjoin(
    Project, ChurnEvent, and_(ChurnEvent.project_id == Project.id, ChurnEvent.state.in_(OPEN_CHURN_STATES))
)
# The last day of a retainer whose churn is recorded, through that day: only the date decides that it is over.
LEAVING_ON = (
    select(ChurnEvent.effective_on)
    .where(
        ChurnEvent.project_id == Project.id,
        ChurnEvent.state.in_(OPEN_CHURN_STATES),
        ChurnEvent.effective_on >= TODAY,
    )
    .correlate(Project)
    .scalar_subquery()
)
CHURN_COLUMNS = (ChurnEvent.api_id, ChurnEvent.state, ChurnEvent.scope, ChurnEvent.notice_on, ChurnEvent.effective_on)

# Someone has decided about one of its payments.
HAS_PAYMENTS = _has_payment(ProjectPayment.status != "planned")
# One of its payments is billed or to be billed: skipped ones are not.
IS_SCHEDULED = _has_payment(ProjectPayment.status != "skipped")
# It has churned at some time, won back or not; a voided churn does not count.
HAS_EVER_CHURNED: ColumnElement[bool] = exists(
    select(ChurnEvent.id).where(ChurnEvent.project_id == Project.id, ChurnEvent.state != "voided").correlate(Project)
)
# An invoice bills one of its payments.
IS_INVOICED = _has_payment(ProjectPayment.invoice_id.is_not(None))


_PERCENT = Scaled(2)


def _percent(part: ColumnElement[int], whole: ColumnElement[int]) -> ColumnElement[int]:
    """Return hundredths of a per cent, rounded half up; null when `whole` is not positive."""
    rounded = (part * _literal(20_000) + whole) // (whole * _literal(2))
    return case((whole > _literal(0), rounded), else_=null())


_counted, _budget = type_coerce(HOURS_COUNTED, BigInteger), type_coerce(Project.budget_hours, BigInteger)
BUDGET_PERCENT = type_coerce(_percent(_counted, _budget), _PERCENT)
IS_OVER_BUDGET: ColumnElement[bool] = func.coalesce(_counted > _budget, false())

_ENDING_SOON_DAYS = 30
# The end of fixed-price and out-of-scope work that is not finished; null for any other.
DUE_ON = case((and_(Project.kind != "retainer", Project.status.in_(OPEN)), Project.end_on), else_=null())
DEADLINE = case(
    (DUE_ON < TODAY, literal_column("'late'")),
    (days_after(TODAY, _literal(_ENDING_SOON_DAYS)) >= DUE_ON, literal_column("'ending_soon'")),
    else_=null(),
)

# What invoices bill of the project, without tax: parts of its payments, and what its own invoices bill of none.
_by_payment = (
    select(func.coalesce(func.sum(BILLED_PART), _literal(0)))
    .select_from(ProjectPayment)
    .join(PaymentAllocation, PaymentAllocation.payment_id == ProjectPayment.id)
    .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
    .where(ProjectPayment.project_id == Project.id, BILLED)
    .correlate(Project)
    .scalar_subquery()
)
_by_project = (
    select(func.coalesce(func.sum(REST), _literal(0)))
    .where(Invoice.project_id == Project.id, Invoice.currency == Project.currency, BILLED)
    .correlate(Project)
    .scalar_subquery()
)
BILLED_AMOUNT: ColumnElement[int] = _by_payment + _by_project
_amount = type_coerce(Project.amount, BigInteger)
# Rounding down to halves of a hundredth, then halving and rounding up, is exact rounding half up.
_HALF_HUNDREDTHS = share_of(_literal(20_000), BILLED_AMOUNT, _amount)
BILLED_PERCENT = type_coerce(
    case((_amount > _literal(0), (_HALF_HUNDREDTHS + _literal(1)) // _literal(2)), else_=null()), _PERCENT
)
BILLED_MONEY = type_coerce(case((Project.amount.is_not(None), BILLED_AMOUNT), else_=null()), Amount)


# The stored period of the current month.
_IS_CURRENT_PERIOD = (
    RetainerPeriod.project_id == Project.id,
    RetainerPeriod.starts_on <= TODAY,
    RetainerPeriod.ends_on >= TODAY,
)
# The month of its ledger that is closed next.
FIRST_OPEN_MONTH = (
    select(func.min(RetainerPeriod.starts_on))
    .where(RetainerPeriod.project_id == Project.id, RetainerPeriod.status == "open")
    .correlate(Project)
    .scalar_subquery()
)
# Whether a ledger that begins later than its retainer opens with a stated balance, or with an assumed one.
OPENING = case(
    (or_(Project.kind != "retainer", Project.ledger_from.is_(None), Project.status.in_(NEVER_STARTED)), null()),
    (Project.end_on < Project.ledger_from, null()),
    (Project.opening_hours.is_(None), literal_column("'assumed'")),
    else_=literal_column("'stated'"),
)
_used, _left = (type_coerce(hours, BigInteger) for hours in (RetainerPeriod.used_hours, RetainerPeriod.closing_balance))
LEFT_HOURS = type_coerce(
    select(_left).where(*_IS_CURRENT_PERIOD, STATES_HOURS).correlate(Project).scalar_subquery(), Hours
)
# Available hours are the remaining and the used ones: base + in + adjustment − late.
_BURN_HUNDREDTHS = (
    select(_percent(_used, _left + _used)).where(*_IS_CURRENT_PERIOD).correlate(Project).scalar_subquery()
)
BURN_PERCENT = type_coerce(_BURN_HUNDREDTHS, _PERCENT)
_HIGH_BURN = _literal(8_000)
_HAS_NO_HOURS_LEFT = or_(_left < _literal(0), and_(_left == _literal(0), _used > _literal(0)))
_IS_OVER = exists(
    select(RetainerPeriod.id).where(*_IS_CURRENT_PERIOD, _HAS_NO_HOURS_LEFT, STATES_HOURS).correlate(Project)
)
BURN_CONDITIONS: Mapping[str, ColumnElement[bool]] = {
    "over": _IS_OVER,
    "high": and_(~_IS_OVER, _BURN_HUNDREDTHS >= _HIGH_BURN),
    "ok": and_(
        ~_IS_OVER,
        exists(select(RetainerPeriod.id).where(*_IS_CURRENT_PERIOD, STATES_HOURS).correlate(Project)),
        func.coalesce(_BURN_HUNDREDTHS, _literal(0)) < _HIGH_BURN,
    ),
}

# The join to the client's decision about out-of-scope work; those about amendments are apart.
IS_DECISION_OF_PROJECT = and_(OosApproval.project_id == Project.id, OosApproval.amendment_id.is_(None))
# The client's decision about out-of-scope work; null for other kinds.
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
    .limit(_literal(1))
    .correlate(Project)
    .scalar_subquery()
)
_sellers = select(func.count()).select_from(ProjectSeller).where(ProjectSeller.project_id == Project.id)
SELLER_COUNT = _sellers.correlate(Project).scalar_subquery()


def first_seller_column(column: Any) -> ColumnElement[Any]:
    """Return a column of the employee with the largest share of the sale."""
    return select(column).where(Employee.id == _first_seller).correlate(Project).scalar_subquery()


def teamwork_category_column(column: Any) -> ColumnElement[Any]:
    """Return a column of the project's Teamwork category; for reads of a single record."""
    return (
        select(column)
        .join(TeamworkProject, TeamworkProject.category_id == TeamworkCategory.external_id)
        .where(TeamworkProject.external_id == Project.teamwork_project_id)
        .correlate(Project)
        .scalar_subquery()
    )
