"""Time entries count on the organization's day, not the UTC day."""

from datetime import UTC, date, datetime

from sqlalchemy import select

from regie.connectors.teamwork.shapes import TimeEntry
from regie.core.db.database import Database
from regie.domains.integrations.sync.teamwork import save_time_entries
from regie.domains.records.mirrors.models import TimeEntry as TimeEntryMirror
from tests.conftest import NOON, MovableClock


def test_night_work_counts_on_its_local_day(database: Database, clock: MovableClock) -> None:
    entry = TimeEntry(
        external_id="1", person_id=None, project_id=None, task_id=None, task=None, minutes=60,
        is_billable=True, description=None,
        # 22:30 on March 4 in Toronto.
        logged_at=datetime(2026, 3, 5, 3, 30, tzinfo=UTC),
        deleted=False, created_at=None, updated_at=None, source_url=None, raw={},
    )  # fmt: skip
    with database.write() as session:
        assert save_time_entries(session, [entry], NOON, clock) == 0
    with database.read() as db:
        assert db.execute(select(TimeEntryMirror.worked_on)).scalar_one() == date(2026, 3, 4)
