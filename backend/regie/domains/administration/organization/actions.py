"""Changing the settings, and at once what is kept of them in records: no invoice waits for the next synchronisation."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.table_versions import forget
from regie.domains.money.invoices.actions import settle_due_dates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.settings.actions import update_settings
from regie.domains.records.settings.schemas import SettingsUpdate


def change_settings(session: Session, actor: Actor, data: SettingsUpdate) -> None:
    changed = update_settings(session, actor, data)
    if "payment_terms_days" in changed:
        settle_due_dates(session)
    if "timezone" in changed:
        # What was owed at the end of a day is remembered, and days end at another instant now.
        forget(session, Invoice.__tablename__)
