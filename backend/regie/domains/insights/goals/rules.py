"""Validates goals and decides which actions their status allows."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import currency_digits
from regie.domains.insights.goals.figures import CLOSED, Trajectory, unit_of
from regie.domains.insights.goals.progress import Goal
from regie.domains.insights.goals.schemas import ClosingStatus, GoalAction, Unit

# These fields define what a value means, so they are fixed after the first check-in.
LOCKED_BY_CHECK_INS = ("measure", "metric_key", "direction", "currency", "start_value")
_MAX_PERCENT = Decimal(10_000)


def normalize(given: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the values that the measure implies; raise Invalid with an error for each wrong field."""
    values = dict(given)
    errors: dict[str, FieldError | str] = {}
    is_linked = values["measure"] == "linked"
    if is_linked and values["metric_key"] is None:
        errors["metric_key"] = "required"
    elif not is_linked and values["metric_key"] is not None:
        errors["metric_key"] = "goal_not_linked"
    if values["period_end"] <= values["period_start"]:
        errors["period_end"] = "goal_period"
    if not errors.get("metric_key"):
        errors |= _normalize_values(values, unit_of(values["measure"], values["metric_key"]))
    if errors:
        raise Invalid(errors)
    return values


def _normalize_values(values: dict[str, Any], unit: Unit) -> dict[str, FieldError | str]:
    if unit == "yes_no":
        return _normalize_yes_no(values)
    errors: dict[str, FieldError | str] = {}
    if unit == "money" and values["currency"] is None:
        errors["currency"] = "required"
    elif unit != "money" and values["currency"] is not None:
        errors["currency"] = "goal_no_currency"
    if values["start_value"] is None:
        values["start_value"] = Decimal(0)
    if values["target_value"] is None:
        return errors | {"target_value": "required"}
    for name in ("start_value", "target_value"):
        if error := _check_value(values[name], unit, values["currency"]):
            errors[name] = error
    if values["start_value"] == values["target_value"]:
        errors["target_value"] = "goal_same"
    return errors


def _normalize_yes_no(values: dict[str, Any]) -> dict[str, FieldError | str]:
    """A yes/no goal always goes from 0 to 1."""
    errors: dict[str, FieldError | str] = {}
    for name, only in (("start_value", Decimal(0)), ("target_value", Decimal(1)), ("direction", "reach")):
        if values[name] not in (None, only):
            errors[name] = "goal_yes_no"
        values[name] = only
    if values["currency"] is not None:
        errors["currency"] = "goal_no_currency"
    return errors


def require_value(value: Decimal, unit: Unit, currency: str | None) -> None:
    """Raise Invalid when the value does not fit the unit."""
    if unit == "yes_no" and value not in (0, 1):
        raise Invalid({"value": "goal_yes_or_no"})
    if error := _check_value(value, unit, currency):
        raise Invalid({"value": error})


def _check_value(value: Decimal, unit: Unit, currency: str | None) -> FieldError | None:
    if unit == "percent" and abs(value) > _MAX_PERCENT:
        limit = _MAX_PERCENT if value > 0 else -_MAX_PERCENT
        return FieldError("at_most", limit=limit) if value > 0 else FieldError("at_least", limit=limit)
    if unit == "money" and currency is not None and value != round(value, currency_digits(currency)):
        return FieldError("decimals", digits=currency_digits(currency))
    return None


def require_day(day: date, first: date, last: date, today: date) -> None:
    """Require a day within the goal's period, today at the latest."""
    if day > today:
        raise Invalid({"checked_on": "not_yet"})
    if day < first or day > last:
        raise Invalid({"checked_on": FieldError("goal_outside", first=first, last=last)})


def require_closing_note(status: ClosingStatus, note: str | None, trajectory: Trajectory) -> None:
    """Require a note when the status does not follow from the goal's values."""
    follows_from_values = status == ("achieved" if trajectory.is_met else "missed")
    if not follows_from_values and not note:
        raise Invalid({"note": "required" if status == "cancelled" else "goal_verdict"})


def allowed_actions(actor: Actor, goal: Goal) -> list[GoalAction]:
    """The actions that the caller may perform on this goal now."""
    edits, checks = actor.can(Permission.GOALS_EDIT), actor.scope(Permission.GOALS_CHECK_IN)
    may_check = checks is Scope.ALL or (checks is not None and goal.employee_id == actor.employee_id)
    is_active, is_draft = goal.status == "active", goal.status == "draft"
    allowed: dict[GoalAction, bool] = {
        "edit": edits and goal.status not in CLOSED,
        "activate": edits and is_draft,
        "check_in": may_check and is_active and goal.measure != "linked",
        "close": edits and is_active,
        "reopen": edits and goal.status in CLOSED,
        "delete": edits and is_draft,
    }
    return [name for name, is_allowed in allowed.items() if is_allowed]
