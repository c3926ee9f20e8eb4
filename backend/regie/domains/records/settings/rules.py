"""Who may change which setting, and which settings would contradict each other."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.connectors.exchange_rates.shapes import PUBLISHED
from regie.core.api.errors import FieldError, Invalid

# What those may change who look after the money.
RATES_FIELDS = frozenset({"exchange_rate_source", "payment_terms_days", "ageing_edges"})
_RISING = ("alert_thresholds", "ageing_edges")
_LIMITS_OF_ROLLOVER = ("rollover_cap_hours", "rollover_expiry_months")


def require_right(actor: Actor, fields: set[str]) -> None:
    """Invalid, naming each field that is not the caller's to change."""
    if not actor.may(Permission.SETTINGS_EDIT) and (others := fields - RATES_FIELDS):
        raise Invalid(dict.fromkeys(sorted(others), "not_yours"))


def require_sense(values: Mapping[str, Any], sent: set[str]) -> None:
    """Invalid where what was sent contradicts itself, or what stays as it is; `values` is how all would be."""
    errors: dict[str, FieldError | str] = {
        name: "rising" for name in _RISING if name in sent and not _rises(values[name])
    }
    if "name" in sent and not values["name"]:
        errors["name"] = "required"
    if sent & {"rollover", *_LIMITS_OF_ROLLOVER} and values["rollover"] == "none":
        errors |= {name: "without_rollover" for name in _LIMITS_OF_ROLLOVER if values[name] is not None}
    if sent & {"reporting_currency", "exchange_rate_source"} and not _has_rates(values):
        errors["exchange_rate_source"] = FieldError("no_rates", currency=values["reporting_currency"])
    if errors:
        raise Invalid(errors)


def _rises(numbers: list[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def _has_rates(values: Mapping[str, Any]) -> bool:
    return values["exchange_rate_source"] != "bank_of_canada" or values["reporting_currency"] in PUBLISHED
