"""Changes the organization's monthly targets."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Changed, FieldError, Forbidden, Invalid
from regie.core.audit.activity import log_event
from regie.core.db.inserts import insert_into
from regie.core.money.amounts import currency_digits
from regie.domains.insights.company_targets.figures import UNITS, may_see
from regie.domains.insights.company_targets.models import CompanyTarget, TargetFigure
from regie.domains.insights.company_targets.queries import format_target
from regie.domains.insights.company_targets.schemas import CompanyTargetsUpdate, TargetChange

_Stored = Mapping[tuple[TargetFigure, date], CompanyTarget]


def update_targets(session: Session, actor: Actor, data: CompanyTargetsUpdate) -> None:
    """Store the changed months; raise Changed (409) when another user changed one of them since it was read."""
    if not all(may_see(actor, change.figure) for change in data.targets):
        raise Forbidden
    stored = _read_stored(session, data.year)
    _require_unchanged(stored, data)
    for change in data.targets:
        _require_valid(data, change)
    currencies = {one.currency for one in stored.values() if one.currency}
    if currencies - {data.currency} and not _replaces_all(stored, data):
        raise Invalid({"currency": "target_currency"})
    for change in data.targets:
        _apply(session, stored, data, change)
    session.flush()


def _read_stored(session: Session, year: int) -> _Stored:
    of_year = CompanyTarget.month.between(date(year, 1, 1), date(year, 12, 1))
    found = session.execute(select(CompanyTarget).where(of_year).order_by(CompanyTarget.id).with_for_update())
    return {(one.figure, one.month): one for one in found.scalars()}


def _require_unchanged(stored: _Stored, data: CompanyTargetsUpdate) -> None:
    conflicts: dict[str, dict[str, str | None]] = {}
    for change in data.targets:
        target = stored.get((change.figure, change.month))
        if (target and target.value) != change.before:
            theirs = target and format_target(target.value, target.currency)
            yours = None if change.value is None else f"{change.value:f}"
            conflicts[f"{change.figure}.{change.month:%Y-%m}"] = {"theirs": theirs, "yours": yours}
    if conflicts:
        raise Changed(conflicts=conflicts)


def _require_valid(data: CompanyTargetsUpdate, change: TargetChange) -> None:
    if (change.month.year, change.month.day) != (data.year, 1):
        raise Invalid({"targets": "target_month"})
    if change.value is None:
        return
    digits = currency_digits(data.currency) if UNITS[change.figure] == "money" else 0
    if change.value < 0:
        raise Invalid({"targets": FieldError("at_least", limit=0)})
    if change.value != round(change.value, digits):
        raise Invalid({"targets": FieldError("decimals", digits=digits)})


def _replaces_all(stored: _Stored, data: CompanyTargetsUpdate) -> bool:
    """Whether every amount of the year is sent: then their currency can change."""
    sent = {(change.figure, change.month) for change in data.targets}
    return {key for key, one in stored.items() if one.currency} <= sent


def _apply(session: Session, stored: _Stored, data: CompanyTargetsUpdate, change: TargetChange) -> None:
    target = stored.get((change.figure, change.month))
    currency = data.currency if UNITS[change.figure] == "money" else None
    before = target and _write(change, target.value, target.currency)
    if change.value is None:
        if target is not None:
            session.delete(target)
    elif target is None:
        _add(session, CompanyTarget(figure=change.figure, month=change.month, value=change.value, currency=currency))
    else:
        target.value, target.currency = change.value, currency
    after = None if change.value is None else _write(change, change.value, currency)
    if before != after:
        changes = {f"target_{change.figure}": (before, after)}
        topic = "cost" if change.figure == "margin" else "money"
        log_event(session, "changed", subject="settings", api_id=None, name="", topic=topic, changes=changes)


def _add(session: Session, target: CompanyTarget) -> None:
    """Add a target; raise Changed if another user added one of the same month meanwhile."""
    values = {name: getattr(target, name) for name in ("figure", "month", "value", "currency")}
    added = insert_into(session, CompanyTarget).values(values).on_conflict_do_nothing().returning(CompanyTarget.id)
    if session.execute(added).first() is None:
        raise Changed


def _write(change: TargetChange, value: Decimal, currency: str | None) -> str:
    amount = f"{format_target(value, currency)} {currency or ''}".strip()
    return f"{change.month:%Y-%m} ({amount})"
