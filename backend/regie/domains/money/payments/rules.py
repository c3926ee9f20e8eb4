"""What may be done with a payment: which state follows which, who may bring it there, and how an amount is split."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_DOWN, Decimal

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import FieldError, Invalid
from regie.core.money.amounts import digits_of
from regie.domains.money.payments.schemas import Deed

# From state to state, as people decide; what an invoice makes of a payment needs no decision.
_NEXT: Mapping[str, tuple[str, ...]] = {
    "planned": ("ready", "skipped", "written_off"),
    "ready": ("planned", "skipped", "written_off"),
    "skipped": ("planned",),
    "written_off": ("planned",),
}
_INVOICED_NEXT: Mapping[str, tuple[str, ...]] = {
    "invoiced": ("written_off",),
    "partially_paid": ("written_off",),
    "written_off": ("ready",),
}
_BY_INVOICE = ("invoiced", "partially_paid", "paid", "invoice_voided", "invoice_deleted")
_GIVEN_UP = ("skipped", "written_off")


def next_states(status: str, *, is_linked: bool) -> tuple[str, ...]:
    return (_INVOICED_NEXT if is_linked else _NEXT).get(status, ())


def deeds_of(actor: Actor, status: str, *, is_linked: bool) -> list[Deed]:
    """What the caller may do with a payment in this state, so that a screen offers nothing that would be refused."""
    after = next_states(status, is_linked=is_linked)
    edits, writes_off = actor.may(Permission.PAYMENTS_EDIT), actor.may(Permission.PAYMENTS_WRITE_OFF)
    gives_back = writes_off if status == "written_off" else edits
    found: dict[Deed, bool] = {
        "edit": edits and status not in _GIVEN_UP,
        "ready": status == "planned" and (edits or actor.may(Permission.PAYMENTS_EDIT_TO_READY)),
        "plan": edits and status == "ready",
        "link": edits and status in ("planned", "ready") and actor.may(Permission.INVOICES_VIEW),
        "unlink": edits and status in _BY_INVOICE,
        "skip": edits and "skipped" in after,
        "write_off": writes_off and "written_off" in after,
        "reopen": gives_back and status in _GIVEN_UP,
        "delete": edits and status == "planned",
    }
    return [name for name, allowed in found.items() if allowed]


def require_right(actor: Actor, status: str, sent: Mapping[str, object]) -> None:
    """Invalid for each field that is not the caller's to set: an account manager says that a payment is ready."""
    if not actor.may(Permission.PAYMENTS_EDIT):
        others = set(sent) - {"status"}
        if "status" in sent and (sent["status"], status) != ("ready", "planned"):
            others.add("status")
        if others:
            raise Invalid({name: FieldError("not_yours") for name in others})
    if "written_off" in (sent.get("status"), status) and not actor.may(Permission.PAYMENTS_WRITE_OFF):
        raise Invalid({"status": FieldError("not_yours")})


def require_transition(status: str, after: str, *, is_linked: bool) -> None:
    if after != status and after not in next_states(status, is_linked=is_linked):
        raise Invalid({"status": FieldError("payment_transition")})


def require_open(status: str, sent: Mapping[str, object]) -> None:
    """What was given up is not edited: it is taken up again first."""
    if status in _GIVEN_UP and sent.get("status") in (None, status):
        closed = [name for name in ("amount", "due_on", "label", "invoice") if name in sent]
        if closed:
            raise Invalid(dict.fromkeys(closed, "payment_given_up"))


def split_evenly(amount: Decimal, parts: int, currency: str) -> list[Decimal]:
    """Equal parts in whole cents; what is left over is on the last."""
    each = _whole(amount / parts, currency)
    return [each] * (parts - 1) + [amount - each * (parts - 1)]


def split_by_percentages(amount: Decimal, percentages: Sequence[Decimal], currency: str) -> list[Decimal]:
    """Shares in whole cents; what is left over is on the last."""
    shares = [_whole(amount * share / 100, currency) for share in percentages[:-1]]
    return [*shares, amount - sum(shares, Decimal(0))]


def _whole(amount: Decimal, currency: str) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(-digits_of(currency)), ROUND_DOWN)
