"""Requires recent authentication for changes that could take an account over from an unattended browser."""

from datetime import datetime, timedelta

from regie.access.actor import Actor
from regie.core.api.errors import Forbidden

REAUTHENTICATION_VALIDITY = timedelta(minutes=15)


def require_reauthentication(actor: Actor, now: datetime) -> None:
    """Raise Forbidden unless the caller authenticated in the last minutes."""
    if reauthenticated_until(actor, now) is None:
        raise Forbidden("reauthentication_required")


def reauthenticated_until(actor: Actor, now: datetime) -> datetime | None:
    """Return when the caller must authenticate again; None when that time has passed."""
    until = actor.reauthenticated_at and actor.reauthenticated_at + REAUTHENTICATION_VALIDITY
    return until if until is not None and until > now else None
