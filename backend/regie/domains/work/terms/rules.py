"""Checks a dated term against the retainer's days and its other terms."""

from collections.abc import Mapping
from datetime import date

from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import currency_digits
from regie.domains.records.projects.figures import NEVER_STARTED
from regie.domains.records.projects.models import PAUSED, Project
from regie.domains.work.terms.schemas import TermCreate, TermName

_ROLLOVER_LIMITS = ("rollover_cap_hours", "rollover_expiry_months")
# The required value of each term, and the ones that may come with it.
_VALUES: Mapping[TermName, tuple[str, ...]] = {
    "state": ("state",),
    "fee": ("amount", "billing_interval"),
    "included_hours": ("hours",),
    "rollover": ("rollover", *_ROLLOVER_LIMITS),
    "overage_rate": ("amount",),
}


def require_retainer(project: Project) -> None:
    if project.kind != "retainer":
        raise Invalid({"name": "terms_only_retainers"}, "terms_only_retainers")
    if project.status in NEVER_STARTED:
        raise Invalid({"name": "terms_not_begun"}, "terms_not_begun")


def require_value(project: Project, data: TermCreate) -> None:
    """Require the value that the name of the term needs, and no other."""
    own = _VALUES[data.name]
    if getattr(data, own[0]) is None:
        raise Invalid({own[0]: "required"})
    others = {value for values in _VALUES.values() for value in values} - set(own)
    if sent := sorted(other for other in others if getattr(data, other) is not None):
        raise Invalid(dict.fromkeys(sent, "term_value"))
    limits = [name for name in _ROLLOVER_LIMITS if getattr(data, name) is not None]
    if data.rollover == "none" and limits:
        raise Invalid(dict.fromkeys(limits, "without_rollover"))
    digits = currency_digits(project.currency)
    if data.amount is not None and data.amount != round(data.amount, digits):
        raise Invalid({"amount": FieldError("decimals", digits=digits)})


def require_day(project: Project, data: TermCreate) -> None:
    """Require a day within the retainer's days; it starts with all values, and a state follows its first day."""
    day, is_state = data.effective_from, data.name == "state"
    if day < project.start_on or (is_state and day == project.start_on):
        raise Invalid({"effective_from": FieldError("term_before_start", day=project.start_on)})
    if project.end_on is not None and day > project.end_on and data.state != "ended":
        raise Invalid({"effective_from": FieldError("term_after_end", day=project.end_on)})


def require_alternating(states: Mapping[date, str | None], recorded_on: date | None = None) -> None:
    """Require that a pause is followed by a resumption, and a resumption by a pause.

    Of two pauses, the message names the one that was not recorded just now.
    """
    paused_since: date | None = None
    for day, state in sorted(states.items()):
        if state == PAUSED and paused_since is not None:
            known = day if paused_since == recorded_on else paused_since
            raise Invalid({"effective_from": FieldError("already_paused", day=known)})
        if state == "active" and paused_since is None:
            raise Invalid({"effective_from": "not_paused"})
        paused_since = day if state == PAUSED else None
