"""Dates what the demo's warnings are about before the settling time: the worker sends them at once."""

from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.people.notifications.emails import Notifier
from regie.domains.records.hours_warnings.models import UnsettledWarning
from regie.domains.records.projects.models import Project
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import follow_hours

_BATCH_SIZE = 100


def settle_warnings(database: Database, clock: Clock, notifier: Notifier) -> int:
    """Date all thresholds that wait before the settling time; return their number."""
    settled_at = clock.now() - SETTLING_TIME
    with database.read() as db:
        keys = db.execute(select(Project.id).order_by(Project.id)).scalars().all()
    for start in range(0, len(keys), _BATCH_SIZE):
        with database.write() as session:
            follow_hours(session, notifier, keys[start : start + _BATCH_SIZE], clock.today(), settled_at)
            # The worker may have found some of them since the projects were created.
            session.execute(update(UnsettledWarning).values(since=settled_at))
    with database.read() as db:
        return db.execute(select(func.count()).select_from(UnsettledWarning)).scalar_one()
