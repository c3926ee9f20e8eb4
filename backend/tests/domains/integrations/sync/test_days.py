"""Work counts on the organization's day, not on the one that UTC has at that instant."""

from datetime import UTC, date, datetime

from sqlalchemy import select

from regie.connectors.teamwork.shapes import TimeEntry
from regie.core.db.database import Database
from regie.domains.integrations.sync.teamwork import keep_time_entries
from regie.domains.records.mirrors.models import TimeEntry as TimeEntryMirror
from tests.conftest import NOON, MovableClock


def test_work_at_night_counts_on_the_day_on_which_it_was_done(database: Database, clock: MovableClock) -> None:
    entry = TimeEntry(
        external_id="1", person_id=None, project_id=None, task_id=None, minutes=60, is_billable=True, description=None,
        # Half past ten in the evening of 4 March in Toronto.
        logged_at=datetime(2026, 3, 5, 3, 30, tzinfo=UTC),
        deleted=False, created_at=None, updated_at=None, raw={},
    )  # fmt: skip
    with database.write() as session:
        assert keep_time_entries(session, [entry], NOON, clock) == 0
    with database.read() as db:
        assert db.execute(select(TimeEntryMirror.worked_on)).scalar_one() == date(2026, 3, 4)
