"""Applies the rate limits of a service to all processes, through one row per service."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.connectors.call_limiter import RateLimit
from regie.core.db.database import Database
from regie.core.db.inserts import insert_into
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import RateLimitState


class DatabaseRateLimiter:
    """A SharedRateLimiter over the database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def reserve(self, service: str, rate_limits: Sequence[RateLimit]) -> float:
        """Seconds to wait; 0 once the call counts in every limit."""
        if not rate_limits:
            return 0.0
        with self._database.write() as session:
            row = _lock_row(session, service)
            now = self._clock.now().timestamp()
            # After the clock was set back, later start times must not block calls.
            started = [at for at in row.started if now - max(limit.seconds for limit in rate_limits) < at <= now]
            waits = [
                started[-limit.calls] + limit.seconds - now for limit in rate_limits if len(started) >= limit.calls
            ]
            if (wait := max(waits, default=0.0)) > 0:
                return wait
            row.started = [*started, now]
        return 0.0


def _lock_row(session: Session, service: str) -> RateLimitState:
    session.execute(insert_into(session, RateLimitState).values(service=service, started=[]).on_conflict_do_nothing())
    return session.execute(
        select(RateLimitState).where(RateLimitState.service == service).with_for_update()
    ).scalar_one()
