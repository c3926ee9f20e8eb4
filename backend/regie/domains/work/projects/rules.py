"""What a project must and must not have: by kind, by dates, by shares, by status."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import digits_of

# Fields that only some kinds have; what is not named here every kind has.
_KINDS: Mapping[str, tuple[str, ...]] = {
    "amount": ("fixed", "oos"),
    **dict.fromkeys(("parent_project", "sold_by", "sold_on", "oos_type", "approved_on"), ("oos",)),
    **dict.fromkeys(
        (
            "monthly_fee", "fee_starts_on", "fee_reason", "included_hours", "billing_day", "term_months", "renews_on",
            "auto_renew", "notice_days", "rollover", "rollover_cap_hours", "rollover_expiry_months", "overage_rate",
        ),
        ("retainer",),
    ),
}  # fmt: skip
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "fixed": ("amount",),
    "oos": ("amount", "sold_by", "sold_on"),
    "retainer": ("monthly_fee",),
}
_NEXT: Mapping[str, tuple[str, ...]] = {
    "draft": ("active", "cancelled"),
    "active": ("on_hold", "completed", "cancelled"),
    "on_hold": ("active", "completed", "cancelled"),
    "completed": ("active",),
    "cancelled": ("draft",),
    "ended": ("active",),
    "churned": (),
}
_AMOUNTS = ("amount", "monthly_fee", "hourly_rate", "overage_rate")
BILLING_FIELDS = frozenset(
    "start_on end_on amount monthly_fee fee_starts_on fee_reason hourly_rate overage_rate billing_day term_months "
    "renews_on currency".split()
)


def fields_of_other_kinds(kind: str) -> list[str]:
    return [name for name, kinds in _KINDS.items() if kind not in kinds]


def require_kind(values: Mapping[str, Any], sent: set[str]) -> None:
    """Invalid when a sent field is of another kind, or the kind lacks what it needs."""
    kind = values["kind"]
    errors = {
        name: FieldError("not_this_kind")
        for name in fields_of_other_kinds(kind)
        if name in sent and values.get(name) not in (None, [], "")
    }
    errors |= {name: FieldError("needs_kind") for name in _REQUIRED[kind] if values.get(name) in (None, [], "")}
    if errors:
        raise Invalid(errors)


def require_sense(values: Mapping[str, Any]) -> None:
    """Invalid when the end comes before the start, or the sellers' shares do not make a whole."""
    errors: dict[str, FieldError | str] = {}
    if values.get("end_on") and values["end_on"] < values["start_on"]:
        errors["end_on"] = "after_start"
    sellers = values.get("sold_by") or []
    if sellers and sum(seller["weight"] for seller in sellers) != 100:
        errors["sold_by"] = "weights"
    for name, people in (
        ("sold_by", [seller["employee"] for seller in sellers]),
        ("members", values.get("members") or []),
    ):
        if len(set(people)) != len(people):
            errors[name] = "twice"
    digits = digits_of(values["currency"])
    for name in _AMOUNTS:
        amount = values.get(name)
        if amount is not None and amount != round(amount, digits):
            errors[name] = FieldError("decimals", digits=digits)
    if errors:
        raise Invalid(errors)


def last_day_of(
    before: Mapping[str, Any], after: Mapping[str, Any], sent: Mapping[str, Any], today: date
) -> date | None:
    """The last day of what a change ends or takes up again, where it says none: today, for what is over without a day
    counts as never having run; and no day that has passed for what runs on.
    """
    said: date | None = after["end_on"]
    if after["status"] == before["status"]:
        return said
    if after["status"] == "ended":
        return said or max(today, after["start_on"])
    if before["status"] == "ended" and "end_on" not in sent and said is not None and said <= today:
        return None
    return said


def require_past(values: Mapping[str, Any], today: date, *, kept: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Invalid for a sale or a client's yes on a day that is still to come: it would count before there is one."""
    days = {name: values.get(name) for name in ("sold_on", "approved_on")}
    if early := [name for name, day in days.items() if day is not None and day > today and day != kept.get(name)]:
        raise Invalid(dict.fromkeys(early, "not_yet"))


def require_transition(kind: str, before: str, after: str) -> None:
    """Invalid for a status that does not follow; a retainer ends where other projects complete."""
    if before == after:
        return
    allowed = _NEXT[before]
    if kind == "retainer":
        allowed = tuple("ended" if status == "completed" else status for status in allowed)
    if after not in allowed:
        raise Invalid({"status": "transition"})
