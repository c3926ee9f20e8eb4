"""Checks a project's fields by kind, its dates, shares and status."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import currency_digits
from regie.domains.records.projects.figures import ONGOING

# Fields that only some kinds have; every other field exists for all kinds.
_KINDS_OF_FIELD: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("amount", "percent_done"), ("fixed", "oos")),
    **dict.fromkeys(("parent_project", "sold_by", "sold_on", "oos_type", "approved_on"), ("oos",)),
    **dict.fromkeys(
        (
            "monthly_fee", "billing_interval", "interval_fee", "fee_starts_on", "fee_reason", "included_hours",
            "billing_day", "term_months", "renews_on", "auto_renew", "notice_days", "rollover", "rollover_cap_hours",
            "rollover_expiry_months", "overage_rate", "ledger_from", "opening_hours",
        ),
        ("retainer",),
    ),
}  # fmt: skip
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "fixed": ("amount",),
    "oos": ("amount", "sold_by", "sold_on"),
    "retainer": ("monthly_fee",),
}
_TRANSITIONS: Mapping[str, tuple[str, ...]] = {
    "draft": ("active", "cancelled"),
    "active": ("on_hold", "completed", "cancelled"),
    "on_hold": ("active", "completed", "cancelled"),
    "completed": ("active",),
    "cancelled": ("draft",),
    "ended": ("active",),
    "churned": (),
}
_AMOUNTS = ("amount", "monthly_fee", "interval_fee", "hourly_rate", "overage_rate")
BILLING_FIELDS = frozenset(
    "start_on end_on amount monthly_fee billing_interval interval_fee fee_starts_on fee_reason hourly_rate "
    "overage_rate billing_day term_months renews_on currency".split()
)


def fields_of_other_kinds(kind: str) -> list[str]:
    return [name for name, kinds in _KINDS_OF_FIELD.items() if kind not in kinds]


def require_fields_of_kind(values: Mapping[str, Any], sent: set[str]) -> None:
    """Raise Invalid for sent fields of another kind, and for missing fields of this kind."""
    kind = values["kind"]
    errors = {
        name: FieldError("not_this_kind")
        for name in fields_of_other_kinds(kind)
        if name in sent and values.get(name) not in (None, [], "")
    }
    required = _REQUIRED[kind]
    if kind == "retainer" and values.get("billing_interval") not in (None, "month"):
        required = ("interval_fee",)
    errors |= {name: FieldError("needs_kind") for name in required if values.get(name) in (None, [], "")}
    if errors:
        raise Invalid(errors)


def require_consistent(values: Mapping[str, Any]) -> None:
    """Raise Invalid for contradictory dates, shares, people or decimals of amounts."""
    errors: dict[str, FieldError | str] = {}
    if values.get("end_on") and values["end_on"] < values["start_on"]:
        errors["end_on"] = "after_start"
    fee_starts_on = values.get("fee_starts_on")
    if fee_starts_on is not None and fee_starts_on < values["start_on"]:
        errors["fee_starts_on"] = FieldError("term_before_start", day=values["start_on"])
    sellers = values.get("sold_by") or []
    if sellers and sum(seller["weight"] for seller in sellers) != 100:
        errors["sold_by"] = "weights"
    for name, people in (
        ("sold_by", [seller["employee"] for seller in sellers]),
        ("members", values.get("members") or []),
    ):
        if len(set(people)) != len(people):
            errors[name] = "twice"
    digits = currency_digits(values["currency"])
    for name in _AMOUNTS:
        amount = values.get(name)
        if amount is not None and amount != round(amount, digits):
            errors[name] = FieldError("decimals", digits=digits)
    if errors:
        raise Invalid(errors)


def last_day_of(
    before: Mapping[str, Any], after: Mapping[str, Any], sent: Mapping[str, Any], today: date
) -> date | None:
    """Return the last day of a project that ends or resumes, unless it is sent.

    A project that ends without a day ends today, since without a last day it would count as never having run. A project
    that resumes loses a last day in the past.
    """
    sent_end: date | None = after["end_on"]
    if after["status"] == before["status"]:
        return sent_end
    if after["status"] == "ended":
        return sent_end or max(today, after["start_on"])
    if before["status"] == "ended" and "end_on" not in sent and sent_end is not None and sent_end <= today:
        return None
    return sent_end


def loses_its_end(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the last day of an ended project is removed: it runs on, since otherwise it would never have run."""
    return after["status"] == "ended" and before["end_on"] is not None and after["end_on"] is None


def status_on(values: Mapping[str, Any], before: str, today: date) -> str:
    """Return the status that the last day allows: a retainer runs through it, and has ended afterwards."""
    status: str = values["status"]
    last_day: date | None = values["end_on"]
    if values["kind"] != "retainer" or last_day is None:
        return status
    if status in ONGOING and last_day < today:
        return "ended"
    if status == "ended" and last_day > today:
        return before if before in ONGOING else "active"
    return status


def require_not_future(
    values: Mapping[str, Any], today: date, *, current: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Raise Invalid for a sale on a future day, which would count before it exists."""
    sold_on = values.get("sold_on")
    if sold_on is not None and sold_on > today and sold_on != current.get("sold_on"):
        raise Invalid({"sold_on": "not_yet"})


def require_transition(kind: str, before: str, after: str) -> None:
    """Raise Invalid for a status that cannot follow; retainers end where other projects complete."""
    if before == after:
        return
    allowed = _TRANSITIONS[before]
    if kind == "retainer":
        allowed = tuple("ended" if status == "completed" else status for status in allowed)
    if after not in allowed:
        raise Invalid({"status": "transition"})
