"""Checks who may change which setting, and that settings do not contradict each other."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.connectors.exchange_rates.shapes import PUBLISHED
from regie.core.api.errors import FieldError, Invalid
from regie.domains.records.settings.models import REMINDER_FIELDS

# The fields that financial managers may change.
RATES_FIELDS = frozenset({
    "exchange_rate_source", "payment_terms_days", "payment_instructions_en", "payment_instructions_fr",
    "aging_buckets", "month_pack_recipients", "overhead_percent", "reminder_interval_days", *REMINDER_FIELDS,
})  # fmt: skip
_ASCENDING = ("alert_thresholds", "aging_buckets")
_ROLLOVER_LIMITS = ("rollover_cap_hours", "rollover_expiry_months")


def require_field_permissions(actor: Actor, fields: set[str]) -> None:
    """Raise Invalid for each field that the caller may not change."""
    if not actor.can(Permission.SETTINGS_EDIT) and (others := fields - RATES_FIELDS):
        raise Invalid(dict.fromkeys(sorted(others), "not_yours"))


def require_consistent(values: Mapping[str, Any], sent: set[str]) -> None:
    """Raise Invalid where the sent fields contradict each other or the unchanged ones.

    `values` is the merged result.
    """
    errors: dict[str, FieldError | str] = {
        name: "rising" for name in _ASCENDING if name in sent and not _is_ascending(values[name])
    }
    if "name" in sent and not values["name"]:
        errors["name"] = "required"
    if sent & {"rollover", *_ROLLOVER_LIMITS} and values["rollover"] == "none":
        errors |= {name: "without_rollover" for name in _ROLLOVER_LIMITS if values[name] is not None}
    if sent & {"reporting_currency", "exchange_rate_source"} and not has_rates(values):
        errors["exchange_rate_source"] = FieldError("no_rates", currency=values["reporting_currency"])
    if errors:
        raise Invalid(errors)


def _is_ascending(numbers: list[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def has_rates(values: Mapping[str, Any]) -> bool:
    return values["exchange_rate_source"] != "bank_of_canada" or values["reporting_currency"] in PUBLISHED
