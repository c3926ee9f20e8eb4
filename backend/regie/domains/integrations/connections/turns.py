"""The limits of a service hold for all processes together: each books its calls in the same row."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.connectors.limiter import Window
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import OutsideTurns


class BookedTurns:
    """Books one call in every window of the service's limits, or says how long to wait."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def book(self, service: str, windows: Sequence[Window]) -> float:
        """Seconds still to wait; 0 once the call is booked."""
        if not windows:
            return 0.0
        with self._database.write() as session:
            row = _locked_row(session, service)
            now = self._clock.now().timestamp()
            # A clock that was put back must not hold everybody up.
            started = [at for at in row.started if now - max(w.seconds for w in windows) < at <= now]
            waits = [
                started[-window.calls] + window.seconds - now for window in windows if len(started) >= window.calls
            ]
            if (wait := max(waits, default=0.0)) > 0:
                return wait
            row.started = [*started, now]
        return 0.0


def _locked_row(session: Session, service: str) -> OutsideTurns:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    session.execute(insert(OutsideTurns).values(service=service, started=[]).on_conflict_do_nothing())
    return session.execute(select(OutsideTurns).where(OutsideTurns.service == service).with_for_update()).scalar_one()
