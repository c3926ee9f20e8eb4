"""Every column that stored figures are calculated from is marked when it changes."""

from collections.abc import Callable
from datetime import date

import pytest

from regie.core.db.database import Database
from regie.domains.insights.statistics.queries import STORED, calculate_months, read_months_with_hours
from regie.domains.records.figure_amounts.schemas import NO_OWNER
from regie.domains.records.figure_amounts.triggers import SOURCES
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.insights.figure_builds.agency import open_agency
from tests.factories.statements import columns_read

# Read, but no amount follows from them: keys never change, and an update of a table's version changes no record.
_NOT_CHANGED = {
    "customer_credits": {"id"},
    # Rows that are passed as a parameter.
    "json_each": {"value"},
    "payment_allocations": {"id"},
    "project_amendments": {"id", "api_id"},
    "projects": {"id", "api_id"},
    # SQLite reads a schema again that another connection changed.
    "sqlite_master": {"ROWID"},
    "time_entries": {"id"},
    "table_changes": {"name", "version"},
}
# The settings are read as a whole; these change no stored amount.
_OTHER_SETTINGS = {
    "admins_need_two_factor", "alert_pace", "alert_thresholds", "allowed_email_domains", "attribution_look_back_months",
    "bug_project", "churn_recognition", "counted_hours", "default_locale", "exchange_rate_source", "fiscal_year_start",
    "id", "logo", "month_pack_recipients", "name", "payment_instructions_en", "payment_instructions_fr",
    "overhead_percent", "payment_terms_days", "reminder_interval_days", "reminder_subject_en",
    "reminder_subject_fr", "reminder_text_en",
    "reminder_text_fr", "firm_reminder_subject_en", "firm_reminder_subject_fr", "firm_reminder_text_en",
    "firm_reminder_text_fr", "reporting_currency", "retention_activity_months", "retention_exports_days",
    "retention_imports_days", "retention_mails_days", "retention_notifications_days", "rollover", "rollover_cap_hours",
    "rollover_expiry_months", "updated_at", "version",
}  # fmt: skip
_MARKED = {(source.table, column) for source in SOURCES for column in source.columns}
_IGNORED = {(table, column) for table, columns in _NOT_CHANGED.items() for column in columns}
_IGNORED |= {("settings", column) for column in _OTHER_SETTINGS}


@pytest.mark.one_database("sqlite")
def test_every_column_that_a_stored_figure_reads_is_marked(
    database: Database, sign_in_as: Callable[..., Browser], clock: MovableClock
):
    """A column that is missing here needs a source in `triggers.py`, or changes no amount."""
    if not database.is_sqlite:
        pytest.skip("Only SQLite names the columns that it reads.")
    agency = open_agency(database, sign_in_as)
    months = date(2026, 5, 1), date(2026, 10, 1)
    with database.read() as db, columns_read(db) as found:
        for figure in STORED:
            owners = [*agency.clients, *agency.employees, NO_OWNER]
            for some in (None, owners):
                assert list(calculate_months(db, clock, figure, *months, some)), figure
        read_months_with_hours(db, *months)
    assert sorted(found - _MARKED - _IGNORED) == []
    # Marks that nothing needs would calculate for nothing.
    assert sorted(_MARKED - found) == []
