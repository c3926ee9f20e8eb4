"""Decides what becomes of hours over, and undoes decisions on which nothing was built."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_for_update
from regie.core.api.errors import Changed, FieldError, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import currency_digits, money
from regie.core.text.locale import DEFAULT_LOCALE, Locale, format_number, translate
from regie.core.time.clock import Clock
from regie.core.time.instants import format_month
from regie.domains.money.overages.figures import AGREED_RATE, approved_since, value_hours, value_rate
from regie.domains.money.overages.queries import PERMISSIONS
from regie.domains.money.overages.schemas import OverageDecide
from regie.domains.money.payments.actions import add_payment, remove_payment
from regie.domains.records.clients.models import Client
from regie.domains.records.months.queries import first_open_day, require_open_days
from regie.domains.records.overages.models import OverageDecision, OverageKind
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.actions import carry_hours, return_hours
from regie.domains.work.retainers.queries import managed_periods, visible_periods

_SEEN = (Permission.RETAINERS_VIEW, visible_periods)
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class _Month:
    """A retainer's closed month, locked with its retainer until the transaction ends."""

    session: Session
    actor: Actor
    clock: Clock
    period: RetainerPeriod
    project: Project
    agreed_rate: Decimal | None

    def write(self, locale: Locale, key: str, hours: Decimal) -> str:
        """Write a text that names the month and the hours."""
        month = format_month(self.period.starts_on, locale)
        return translate(locale, key, month=month, hours=format_number(hours, locale))


def decide(session: Session, actor: Actor, api_id: str, data: OverageDecide, clock: Clock) -> None:
    """Store what becomes of hours over; raise Changed (409) when others were decided since the caller read them."""
    month = _load_month(session, actor, api_id, data.kind, clock)
    _require_undecided(month, data)
    _refuse_other_fields(data)
    decision = OverageDecision(
        period_id=month.period.id,
        kind=data.kind,
        hours=data.hours,
        currency=month.project.currency,
        reason=data.reason,
        decided_at=clock.now(),
        decided_by_id=actor.user_id,
    )
    _APPLY[data.kind](month, data, decision)
    session.add(decision)
    session.flush()
    _log(month, f"overage_{data.kind}", decision)


def undo(session: Session, actor: Actor, api_id: str, clock: Clock) -> None:
    """Remove a decision with what it created; raise Invalid when something was built on it."""
    found = _find_decision(session, api_id)
    period = session.get_one(RetainerPeriod, found.period_id)
    month = _load_month(session, actor, period.api_id, found.kind, clock)
    # Someone may have undone it while this transaction waited for the retainer.
    decision = _find_decision(session, api_id)
    # First: what it created would take it along.
    session.delete(decision)
    session.flush()
    _UNDO[decision.kind](month, decision)
    session.flush()
    _log(month, "overage_undone", decision)


def _find_decision(session: Session, api_id: str) -> OverageDecision:
    if not is_api_id(api_id):
        raise NotFound
    statement = (
        select(OverageDecision).where(OverageDecision.api_id == api_id).execution_options(populate_existing=True)
    )
    decision = session.execute(statement).scalar_one_or_none()
    if decision is None:
        raise NotFound
    return decision


def _load_month(session: Session, actor: Actor, api_id: str, kind: OverageKind, clock: Clock) -> _Month:
    """Load a month that the caller may decide about; its retainer is locked first, as everywhere."""
    if is_api_id(api_id):
        of_period = select(RetainerPeriod.project_id).where(RetainerPeriod.api_id == api_id).scalar_subquery()
        session.execute(select(Project.id).where(Project.id == of_period).with_for_update())
    edit = (PERMISSIONS[kind], managed_periods)
    period = load_for_update(session, actor, RetainerPeriod, api_id, view=_SEEN, edit=edit)
    project = session.get_one(Project, period.project_id)
    rate = select(AGREED_RATE).join_from(RetainerPeriod, Project).where(RetainerPeriod.id == period.id)
    return _Month(session, actor, clock, period, project, session.execute(rate).scalar_one())


def _require_undecided(month: _Month, data: OverageDecide) -> None:
    """Require hours of a closed month that are still to decide."""
    period = month.period
    if period.status != "locked":
        raise Invalid(code="overage_month_open")
    of_period = select(func.count(), func.sum(OverageDecision.hours)).where(OverageDecision.period_id == period.id)
    count, decided = month.session.execute(of_period).one()
    undecided = period.overage_hours - (decided or _NOTHING)
    if period.overage_hours <= 0 and count == 0:
        raise Invalid(code="overage_none")
    if undecided <= 0:
        raise Changed(code="overage_decided")
    if data.undecided_hours not in (None, undecided):
        raise Changed(conflicts={"hours": {"theirs": f"{undecided:.2f}", "yours": f"{data.hours:.2f}"}})
    if data.hours <= 0 or data.hours > undecided:
        raise Invalid({"hours": FieldError("overage_hours", left=undecided)})


_FIELDS: Mapping[OverageKind, frozenset[str]] = {
    "billed": frozenset({"rate", "due_on"}),
    "carried": frozenset(),
    "given": frozenset(),
    "sold": frozenset({"project"}),
}


def _refuse_other_fields(data: OverageDecide) -> None:
    others = [
        name
        for name in ("rate", "due_on", "project")
        if getattr(data, name) is not None and name not in _FIELDS[data.kind]
    ]
    if others:
        raise Invalid(dict.fromkeys(others, "overage_other_decision"))


def _bill(month: _Month, data: OverageDecide, decision: OverageDecision) -> None:
    """Add a scheduled payment that is ready to invoice: the hours are worked."""
    currency = month.project.currency
    decision.rate, decision.rate_source = _billed_rate(month, data), "typed" if month.agreed_rate is None else "overage"
    amount = value_hours(data.hours, decision.rate, currency)
    if not amount:
        raise Invalid({"hours": "overage_amount"})
    decision.amount = amount
    due_on = data.due_on or _first_day(month)
    require_open_days(month.session, [due_on])
    label = month.write(_client_locale(month), "overage.payment", data.hours)
    payment = add_payment(month.session, month.project, label, due_on, amount)
    decision.payment_id = payment.id


def _billed_rate(month: _Month, data: OverageDecide) -> Decimal:
    """Return the agreed rate, or the one that the caller typed because none is agreed."""
    agreed, currency = month.agreed_rate, month.project.currency
    if agreed is not None and data.rate not in (None, agreed):
        shown = Decimal(money(agreed, currency)["amount"])
        raise Invalid({"rate": FieldError("overage_rate_agreed", amount=shown, currency=currency)})
    rate = data.rate if agreed is None else agreed
    if rate is None:
        raise Invalid({"rate": "required"})
    if rate <= 0:
        raise Invalid({"rate": "positive"})
    if rate != round(rate, currency_digits(currency)):
        raise Invalid({"rate": FieldError("decimals", digits=currency_digits(currency))})
    return rate


def _first_day(month: _Month) -> date:
    """Today, or the first day after the closed months."""
    today = month.clock.today()
    return max(today, first_open_day(month.session) or today)


def _client_locale(month: _Month) -> Locale:
    language = month.session.execute(select(Client.language).where(Client.id == month.project.client_id)).scalar()
    return "fr-ca" if language == "fr-ca" else DEFAULT_LOCALE


def _carry(month: _Month, data: OverageDecide, decision: OverageDecision) -> None:
    """Take the hours from the next open month, unless the ledger already carries them."""
    since = first_open_day(month.session)
    reason = month.write(month.actor.locale, "overage.carried", data.hours)
    if data.reason:
        reason = f"{reason} – {data.reason}"
    target = carry_hours(month.session, month.period, data.hours, reason, since, month.clock)
    if target is None:
        raise Invalid(code="overage_no_next_month")
    require_open_days(month.session, [target.starts_on])
    decision.carried_to_id, decision.reason = target.id, reason


def _give(month: _Month, data: OverageDecide, decision: OverageDecision) -> None:
    if not data.reason:
        raise Invalid({"reason": "required"})
    period, currency = month.period, month.project.currency
    decision.rate, decision.rate_source = value_rate(month.agreed_rate, period.fee, period.base_hours, currency)
    decision.amount = value_hours(data.hours, decision.rate, currency)


def _sell(month: _Month, data: OverageDecide, decision: OverageDecision) -> None:
    """Name the out-of-scope work of the retainer that was sold for the hours."""
    if data.project is None:
        raise Invalid({"project": "required"})
    seen = (Permission.PROJECTS_VIEW, visible_projects)
    key = find_reference(month.session, month.actor, Project, data.project, field="project", view=seen)
    work = month.session.get_one(Project, key)
    if (work.kind, work.parent_project_id) != ("oos", month.project.id) or work.status == "cancelled":
        raise Invalid({"project": "overage_project"})
    if work.sold_on is None or work.sold_on < month.period.starts_on:
        raise Invalid({"project": "overage_project_older"})
    of_work = select(func.sum(OverageDecision.hours)).where(OverageDecision.project_id == key)
    taken = month.session.execute(of_work).scalar() or _NOTHING
    if work.budget_hours is not None and taken + data.hours > work.budget_hours:
        raise Invalid({"hours": FieldError("overage_package", left=max(work.budget_hours - taken, _NOTHING))})
    decision.project_id = key


_APPLY: Mapping[OverageKind, Callable[[_Month, OverageDecide, OverageDecision], None]] = {
    "billed": _bill,
    "carried": _carry,
    "given": _give,
    "sold": _sell,
}


def _remove_bill(month: _Month, decision: OverageDecision) -> None:
    assert decision.payment_id is not None
    payment = month.session.get_one(ProjectPayment, decision.payment_id)
    require_open_days(month.session, [payment.due_on])
    remove_payment(month.session, payment)


def _return_hours(month: _Month, decision: OverageDecision) -> None:
    assert decision.carried_to_id is not None
    assert decision.reason is not None
    target = month.session.get_one(RetainerPeriod, decision.carried_to_id)
    require_open_days(month.session, [target.starts_on])
    return_hours(month.session, target, decision.hours, decision.reason, month.clock)


def _take_back(_month: _Month, _decision: OverageDecision) -> None:
    """Nothing was created."""


def _withdraw_sale(month: _Month, decision: OverageDecision) -> None:
    if month.session.execute(select(approved_since(decision.project_id, decision.created_at))).scalar_one():
        raise Invalid(code="overage_work_approved")


_UNDO: Mapping[OverageKind, Callable[[_Month, OverageDecision], None]] = {
    "billed": _remove_bill,
    "carried": _return_hours,
    "given": _take_back,
    "sold": _withdraw_sale,
}


def _log(month: _Month, action: str, decision: OverageDecision) -> None:
    """Log on the retainer, where its people find it."""
    details: dict[str, Any] = {
        "overage_month": f"{month.period.starts_on:%Y-%m}",
        "decided_hours": decision.hours,
        "reason": decision.reason,
    }
    if decision.amount is not None:
        details |= {"amount": decision.amount, "currency": decision.currency}
    if decision.project_id is not None:
        details["package"] = month.session.get_one(Project, decision.project_id).name
    log_event(
        month.session, action, subject="project", api_id=month.project.api_id, name=month.project.name, topic="money",
        details=details,
    )  # fmt: skip
