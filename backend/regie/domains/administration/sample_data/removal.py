"""Removes the sample with everything that belongs to it, in one transaction."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import remove_sample_entries, without_audit
from regie.core.db.schema import METADATA
from regie.core.files.removals import schedule_removal
from regie.core.sample_data import SAMPLE_DOMAIN, SampleData
from regie.domains.administration.sample_data.copying import forget_calculations, set_sequences
from regie.domains.administration.sample_data.tables import (
    RECENT_TABLES,
    SAMPLE_SUBJECTS,
    emptied_tables,
    sample_tables,
    user_references,
)
from regie.domains.records.projects.actions import continue_numbers_after
from regie.domains.records.users.models import User

_IS_FICTIONAL = User.email.like(f"%@{SAMPLE_DOMAIN}")


def remove_sample(session: Session, row: SampleData, now: datetime) -> None:
    """Delete the sample's records, files, users and log entries; what the installation's people own stays."""
    keys = _find_files(session, row.loaded_at or now)
    # The id of no row: the row must be gone at the commit.
    row.in_removal = 0
    session.flush()
    # Entries about settings, real users and connections stay.
    fictional = select(User.api_id).where(_IS_FICTIONAL)
    remove_sample_entries(session, row.activity_before or 0, SAMPLE_SUBJECTS, fictional)
    for table in emptied_tables():
        session.execute(without_audit(table.delete()))
    for name in sorted(RECENT_TABLES):
        table = METADATA.tables[name]
        session.execute(without_audit(table.delete().where(table.c.created_at >= row.loaded_at)))
    _delete_users(session)
    schedule_removal(session, keys, now)
    continue_numbers_after(session, row.number_before or 0)
    forget_calculations(session)
    set_sequences(session, [METADATA.tables["users"], *sample_tables()])
    session.delete(row)
    session.flush()


def _find_files(session: Session, loaded_at: datetime) -> list[str]:
    """Return the keys of all files that the removal leaves without a record."""
    keys: list[str] = []
    for table in [*sample_tables(), *(METADATA.tables[name] for name in sorted(RECENT_TABLES))]:
        if "storage_key" in table.columns:
            found = select(table.c.storage_key).where(table.c.storage_key.is_not(None)).order_by(table.c.storage_key)
            keys += session.execute(
                found.where(table.c.created_at >= loaded_at) if table.name in RECENT_TABLES else found
            ).scalars()
    return keys


def _delete_users(session: Session) -> None:
    """Delete the fictional users; what a real user did while acting as one of them becomes that user's."""
    fictional = select(User.id).where(_IS_FICTIONAL)
    reports = METADATA.tables["bug_reports"]
    session.execute(
        update(reports)
        .where(reports.c.user_id.in_(fictional), reports.c.impersonator_id.is_not(None))
        .values(user_id=reports.c.impersonator_id, impersonator_id=None)
    )
    for column in user_references():
        session.execute(without_audit(update(column.table).where(column.in_(fictional)).values({column.name: None})))
    session.execute(without_audit(METADATA.tables["users"].delete().where(_IS_FICTIONAL)))
