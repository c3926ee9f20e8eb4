"""What a goal must be, and what may be done with one in which state."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import digits_of
from regie.domains.insights.goals.figures import CLOSED, Course, unit_of
from regie.domains.insights.goals.schemas import Can, Unit, Verdict
from regie.domains.insights.goals.standing import Goal

# What a value means: once a value was noted, it cannot mean something else.
OF_ITS_VALUES = ("measure", "metric_key", "direction", "currency", "start_value")
_MOST_PERCENT = Decimal(10_000)


def settle(values: Mapping[str, Any]) -> dict[str, Any]:
    """The goal's values with what its measure leaves no choice about; Invalid names each field that is wrong."""
    found = dict(values)
    errors: dict[str, FieldError | str] = {}
    is_linked = found["measure"] == "linked"
    if is_linked and found["metric_key"] is None:
        errors["metric_key"] = "required"
    elif not is_linked and found["metric_key"] is not None:
        errors["metric_key"] = "goal_not_linked"
    if found["period_end"] <= found["period_start"]:
        errors["period_end"] = "goal_period"
    if not errors.get("metric_key"):
        errors |= _settle_values(found, unit_of(found["measure"], found["metric_key"]))
    if errors:
        raise Invalid(errors)
    return found


def _settle_values(found: dict[str, Any], unit: Unit) -> dict[str, FieldError | str]:
    if unit == "yes_no":
        return _settle_yes_no(found)
    errors: dict[str, FieldError | str] = {}
    if unit == "money" and found["currency"] is None:
        errors["currency"] = "required"
    elif unit != "money" and found["currency"] is not None:
        errors["currency"] = "goal_no_currency"
    if found["start_value"] is None:
        found["start_value"] = Decimal(0)
    if found["target_value"] is None:
        return errors | {"target_value": "required"}
    for name in ("start_value", "target_value"):
        if wrong := _wrong_value(found[name], unit, found["currency"]):
            errors[name] = wrong
    if found["start_value"] == found["target_value"]:
        errors["target_value"] = "goal_same"
    return errors


def _settle_yes_no(found: dict[str, Any]) -> dict[str, FieldError | str]:
    """From no to yes: there is nothing else that it could be."""
    errors: dict[str, FieldError | str] = {}
    for name, only in (("start_value", Decimal(0)), ("target_value", Decimal(1)), ("direction", "reach")):
        if found[name] not in (None, only):
            errors[name] = "goal_yes_no"
        found[name] = only
    if found["currency"] is not None:
        errors["currency"] = "goal_no_currency"
    return errors


def require_value(value: Decimal, unit: Unit, currency: str | None) -> None:
    """Invalid when this cannot be a value of such a goal."""
    if unit == "yes_no" and value not in (0, 1):
        raise Invalid({"value": "goal_yes_or_no"})
    if wrong := _wrong_value(value, unit, currency):
        raise Invalid({"value": wrong})


def _wrong_value(value: Decimal, unit: Unit, currency: str | None) -> FieldError | None:
    if unit == "percent" and abs(value) > _MOST_PERCENT:
        limit = _MOST_PERCENT if value > 0 else -_MOST_PERCENT
        return FieldError("at_most", limit=limit) if value > 0 else FieldError("at_least", limit=limit)
    if unit == "money" and currency is not None and value != round(value, digits_of(currency)):
        return FieldError("decimals", digits=digits_of(currency))
    return None


def require_day(day: date, first: date, last: date, today: date) -> None:
    """What is noted is of a day of the goal's period, and of none to come."""
    if day > today:
        raise Invalid({"checked_on": "not_yet"})
    if day < first or day > last:
        raise Invalid({"checked_on": FieldError("goal_outside", first=first, last=last)})


def require_verdict(status: Verdict, note: str | None, course: Course) -> None:
    """What the figures do not say by themselves, somebody explains."""
    says_itself = status == ("achieved" if course.is_met else "missed")
    if not says_itself and not note:
        raise Invalid({"note": "required" if status == "cancelled" else "goal_verdict"})


def deeds_of(actor: Actor, goal: Goal) -> list[Can]:
    """What the caller may do with this goal now, so that a screen offers nothing that would be refused."""
    edits, checks = actor.may(Permission.GOALS_EDIT), actor.scope(Permission.GOALS_CHECK_IN)
    may_check = checks is Scope.ALL or (checks is not None and goal.employee_id == actor.employee_id)
    is_active, is_draft = goal.status == "active", goal.status == "draft"
    found: dict[Can, bool] = {
        "edit": edits and goal.status not in CLOSED,
        "activate": edits and is_draft,
        "check_in": may_check and is_active and goal.measure != "linked",
        "close": edits and is_active,
        "reopen": edits and goal.status in CLOSED,
        "delete": edits and is_draft,
    }
    return [name for name, allowed in found.items() if allowed]
