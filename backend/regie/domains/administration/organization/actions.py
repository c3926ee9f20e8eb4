"""Changes the settings and updates what depends on them, such as the due dates of invoices."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.db.table_versions import mark_table_changed
from regie.core.text.locale import format_list
from regie.domains.administration.organization.queries import list_eligible_recipients, list_recipients
from regie.domains.money.invoices.actions import set_payable_dates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.settings.actions import update_settings
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.settings.schemas import SettingsUpdate


def change_settings(session: Session, actor: Actor, data: SettingsUpdate) -> None:
    before = list_recipients(session.connection(), read_settings(session.connection())["month_pack_recipients"])
    _require_eligible(session, actor, data.month_pack_recipients)
    changed = update_settings(session, actor, data)
    if "month_pack_recipients" in changed:
        settings = session.execute(select(OrganizationSettings)).scalar_one()
        after = list_recipients(session.connection(), settings.month_pack_recipients)
        names = [[person["name"] for person in people] for people in (before, after)]
        log_field_change(session, settings, "month_pack_recipients", *names)
    if "payment_terms_days" in changed:
        set_payable_dates(session)
    if "timezone" in changed:
        # Days begin at another instant now, so cached daily balances are outdated.
        mark_table_changed(session, Invoice.__tablename__)


def _require_eligible(session: Session, actor: Actor, recipients: list[str]) -> None:
    """Raise Invalid, with their names, where recipients may not see months or cannot sign in."""
    db = session.connection()
    eligible = {person["api_id"] for person in list_eligible_recipients(db)}
    refused = set(recipients) - eligible
    if not refused:
        return
    names = [person["name"] for person in list_recipients(db, list(refused))]
    error = FieldError("no_right_to_months", names=format_list(actor.locale, names)) if names else "reference"
    raise Invalid({"month_pack_recipients": error})
