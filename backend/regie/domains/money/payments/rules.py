"""Rules of payments: status transitions, permissions, and how amounts are split."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_DOWN, Decimal

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import currency_digits
from regie.domains.money.payments.schemas import PaymentAction

# Transitions that users make; the other statuses follow from the invoice.
_TRANSITIONS: Mapping[str, tuple[str, ...]] = {
    "planned": ("ready", "skipped", "written_off"),
    "ready": ("planned", "skipped", "written_off"),
    "skipped": ("planned", "ready"),
    "written_off": ("planned",),
}
_LINKED_TRANSITIONS: Mapping[str, tuple[str, ...]] = {
    "partially_invoiced": ("written_off",),
    "invoiced": ("written_off",),
    "partially_paid": ("written_off",),
    "written_off": ("ready",),
}
_INVOICE_STATUSES = (
    "partially_invoiced", "invoiced", "partially_paid", "paid", "invoice_voided", "invoice_deleted",
)  # fmt: skip
_LINKABLE = ("planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted")
_ABANDONED = ("skipped", "written_off")


def next_statuses(status: str, *, is_linked: bool) -> tuple[str, ...]:
    return (_LINKED_TRANSITIONS if is_linked else _TRANSITIONS).get(status, ())


def allowed_actions(actor: Actor, status: str, *, is_linked: bool) -> list[PaymentAction]:
    """The actions that the caller may perform on a payment with this status."""
    after = next_statuses(status, is_linked=is_linked)
    may_edit, may_write_off = actor.can(Permission.PAYMENTS_EDIT), actor.can(Permission.PAYMENTS_WRITE_OFF)
    may_reopen = may_write_off if status == "written_off" else may_edit
    allowed: dict[PaymentAction, bool] = {
        "edit": may_edit and status not in _ABANDONED,
        "ready": status == "planned" and (may_edit or actor.can(Permission.PAYMENTS_EDIT_TO_READY)),
        "plan": may_edit and status == "ready",
        "link": may_edit and status in _LINKABLE and actor.can(Permission.INVOICES_VIEW),
        "unlink": may_edit and status in _INVOICE_STATUSES,
        "skip": may_edit and "skipped" in after,
        "write_off": may_write_off and "written_off" in after,
        "reopen": may_reopen and status in _ABANDONED,
        "delete": may_edit and status == "planned",
    }
    return [name for name, is_allowed in allowed.items() if is_allowed]


def require_permission(actor: Actor, status: str, sent: Mapping[str, object]) -> None:
    """Raise Invalid for each field that the caller may not set; account managers may only mark a payment as ready."""
    if not actor.can(Permission.PAYMENTS_EDIT):
        forbidden = set(sent) - {"status"}
        if "status" in sent and (sent["status"], status) != ("ready", "planned"):
            forbidden.add("status")
        if forbidden:
            raise Invalid({name: FieldError("not_yours") for name in forbidden})
    if "written_off" in (sent.get("status"), status) and not actor.can(Permission.PAYMENTS_WRITE_OFF):
        raise Invalid({"status": FieldError("not_yours")})


def require_transition(status: str, after: str, *, is_linked: bool) -> None:
    if after != status and after not in next_statuses(status, is_linked=is_linked):
        raise Invalid({"status": FieldError("payment_transition")})


def require_open(status: str, sent: Mapping[str, object]) -> None:
    """Refuse edits of skipped and written-off payments; they must be reopened first."""
    if status in _ABANDONED and sent.get("status") in (None, status):
        locked = [name for name in ("amount", "due_on", "label", "invoice") if name in sent]
        if locked:
            raise Invalid(dict.fromkeys(locked, "payment_given_up"))


def split_evenly(amount: Decimal, parts: int, currency: str) -> list[Decimal]:
    """Split into equal parts of whole currency units; the last part has the remainder."""
    each = _round_down(amount / parts, currency)
    return [each] * (parts - 1) + [amount - each * (parts - 1)]


def split_by_percentages(amount: Decimal, percentages: Sequence[Decimal], currency: str) -> list[Decimal]:
    """Split by percentages into whole currency units; the last share has the remainder."""
    shares = [_round_down(amount * share / 100, currency) for share in percentages[:-1]]
    return [*shares, amount - sum(shares, Decimal(0))]


def _round_down(amount: Decimal, currency: str) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(-currency_digits(currency)), ROUND_DOWN)
