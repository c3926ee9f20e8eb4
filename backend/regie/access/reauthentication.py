"""An open browser on an empty desk must not be enough to take an account over, one's own or somebody else's."""

from datetime import datetime, timedelta

from regie.access.actor import Actor
from regie.core.api.errors import Forbidden

PROVED_FOR = timedelta(minutes=15)


def require_proof(actor: Actor, now: datetime) -> None:
    """Forbidden unless the caller showed a few minutes ago that it is them."""
    if proved_until(actor, now) is None:
        raise Forbidden("proof_needed")


def proved_until(actor: Actor, now: datetime) -> datetime | None:
    """Until when what the caller last showed of themself is fresh enough; None when it no longer is."""
    until = actor.proved_at and actor.proved_at + PROVED_FOR
    return until if until is not None and until > now else None
