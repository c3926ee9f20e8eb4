"""Changes the settings and updates what depends on them, such as the due dates of invoices."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.table_versions import mark_table_changed
from regie.domains.money.invoices.actions import set_payable_dates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.settings.actions import update_settings
from regie.domains.records.settings.schemas import SettingsUpdate


def change_settings(session: Session, actor: Actor, data: SettingsUpdate) -> None:
    changed = update_settings(session, actor, data)
    if "payment_terms_days" in changed:
        set_payable_dates(session)
    if "timezone" in changed:
        # Days begin at another instant now, so cached daily balances are outdated.
        mark_table_changed(session, Invoice.__tablename__)
