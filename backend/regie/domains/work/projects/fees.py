"""Reads the fee that a body sends, and stores the dated fees of retainers."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_field_change
from regie.domains.records.projects.models import FeeValue, Project, ProjectFee
from regie.domains.records.terms.schemas import TermSource
from regie.domains.work.projects.dated_terms import require_after_losses, require_open_fee

FEE_FIELDS = ("monthly_fee", "billing_interval", "interval_fee")


def merge_fee(before: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the three fields of the fee after a change: a monthly fee makes the interval a month.

    Raise Invalid when both amounts are sent.
    """
    monthly, per_interval = sent.get("monthly_fee"), sent.get("interval_fee")
    if monthly is not None and per_interval is not None:
        raise Invalid({"interval_fee": "one_fee"})
    interval = sent.get("billing_interval") or ("month" if monthly is not None else before.get("billing_interval"))
    if interval in (None, "month"):
        if per_interval is not None:
            raise Invalid({"billing_interval": "fee_of_interval"})
        fee = sent["monthly_fee"] if "monthly_fee" in sent else before.get("monthly_fee")
        return {"billing_interval": "month", "monthly_fee": fee, "interval_fee": None}
    if monthly is not None:
        raise Invalid({"monthly_fee": "fee_of_month"})
    is_same = interval == before.get("billing_interval") and "interval_fee" not in sent
    return {
        "billing_interval": interval,
        "monthly_fee": None,
        "interval_fee": before.get("interval_fee") if is_same else per_interval,
    }


def pop_fee(values: dict[str, Any]) -> FeeValue | None:
    """Remove the fields of a fee from a merged body and return the fee; None without one."""
    monthly, interval, per_interval = (values.pop(name, None) for name in FEE_FIELDS)
    amount = per_interval if monthly is None else monthly
    return None if amount is None else FeeValue(interval, amount)


def set_fee(
    session: Session, project: Project, value: FeeValue, starts_on: date, source: TermSource, *, corrects: bool
) -> None:
    """Record a fee from a day on; the same fee changes nothing.

    `corrects` lets it replace that of the same day: a fee that holds from today on, like other dated values, and one
    of a retainer that never ran. Any other is refused, because terms are corrected by name.
    """
    require_after_losses(session, project, starts_on, "fee_starts_on")
    same_day = select(ProjectFee).where(ProjectFee.project_id == project.id, ProjectFee.starts_on == starts_on)
    require_open_fee(session, project, starts_on)
    fee = session.execute(same_day).scalar_one_or_none()
    if fee is not None and fee.value == value:
        return
    if fee is not None and not corrects:
        raise Invalid({"fee_starts_on": "term_taken"})
    log_fee(session, project, fee and fee.value, value, starts_on)
    if fee is None:
        fee = ProjectFee(project_id=project.id, starts_on=starts_on)
        session.add(fee)
    fee.recorded_at, fee.recorded_by_id, fee.reason = source.at, source.user_id, source.reason
    fee.set_value(value, project.currency)


def move_first_fee(session: Session, project: Project, former_start: date) -> None:
    """Let the fee that began on the former first day begin on the present one."""
    fees = select(ProjectFee).where(
        ProjectFee.project_id == project.id, ProjectFee.starts_on.in_((former_start, project.start_on))
    )
    found = list(session.execute(fees).scalars())
    if [fee.starts_on for fee in found] == [former_start]:
        found[0].starts_on = project.start_on
        session.flush()


def log_fee(session: Session, project: Project, before: FeeValue | None, after: FeeValue | None, day: date) -> None:
    """Log a recorded, corrected or removed fee with its first day, and its interval if that is not a month."""
    fees = (before, after)
    amounts = {
        "monthly_fee": [fee and fee.monthly(project.currency) for fee in fees],
        "interval_fee": [fee.billed if fee and fee.months > 1 else None for fee in fees],
    }
    for name, values in amounts.items():
        old, new = (None if amount is None else f"{amount} ({day})" for amount in values)
        log_field_change(session, project, name, old, new)
    if any(fee and fee.months > 1 for fee in fees):
        log_field_change(session, project, "billing_interval", *(fee and fee.interval for fee in fees))
