"""Creates, corrects and imports exchange rates, and requests fetches."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_event, log_field_change
from regie.core.money.amounts import write_scaled
from regie.core.restored_copy import require_live_copy
from regie.domains.records.exchange_rates.models import PIVOT, RATE_DIGITS, ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.queries import UNFINISHED, is_permanent, visible_rates
from regie.domains.records.exchange_rates.rate_file import RateFile, find_day_error
from regie.domains.records.exchange_rates.schemas import ImportOut, RateCreate, RateUpdate, Source
from regie.domains.records.exchange_rates.storage import ObservedRate, require_open_use, save_rates
from regie.domains.records.settings.queries import read_settings

_BY_HAND: Source = "by_hand"
# Enough problems to find the mistake in a file.
_MAX_REPORTED_PROBLEMS = 100


def create_rate(session: Session, actor: Actor, data: RateCreate, today: date) -> str:
    """Enter a day's rate by hand and return its api_id. The weekend before the day receives a rate too."""
    errors: dict[str, FieldError | str] = {"currency": "rate_of_pivot"} if data.currency == PIVOT else {}
    if wrong := find_day_error(data.valid_on, today):
        errors["valid_on"] = wrong
    if not errors and _find(session, data.currency, data.valid_on) is not None:
        errors["valid_on"] = "rate_taken"
    if errors:
        raise Invalid(errors)
    require_open_use(session, data.currency, data.valid_on, data.valid_on)
    rate = ExchangeRate(
        currency=data.currency, valid_on=data.valid_on, rate=data.rate, observed_on=data.valid_on, source=_BY_HAND,
        entered_by_id=actor.user_id,
    )  # fmt: skip
    session.add(rate)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"valid_on": "rate_taken"}) from error
    save_rates(session, [ObservedRate(data.currency, data.valid_on, data.rate)], _BY_HAND, actor.user_id)
    return rate.api_id


def update_rate(session: Session, actor: Actor, api_id: str, data: RateUpdate) -> None:
    """Correct this one day; raise Changed (409) when the caller read another version."""
    rate = _load_rate(session, actor, api_id)
    require_version(rate, data.version, {"rate": (_rate_text(rate.rate), _rate_text(data.rate))})
    require_open_use(session, rate.currency, rate.valid_on, rate.observed_on)
    rate.rate, rate.source, rate.entered_by_id = data.rate, _BY_HAND, actor.user_id
    log_field_change(session, rate, "reason", None, data.reason)
    session.flush()


def delete_rate(session: Session, actor: Actor, api_id: str, today: date) -> None:
    """Delete a rate that was entered by hand for today: no figure uses it yet."""
    rate = _load_rate(session, actor, api_id)
    if is_permanent(rate.source, rate.valid_on, today):
        raise Invalid(code="rate_is_history")
    session.delete(rate)
    session.flush()


def import_rates(session: Session, actor: Actor, found: RateFile, name: str, *, is_dry: bool) -> ImportOut:
    """Import the whole file or nothing; a dry run, or a file with a wrong line, only counts."""
    added = existing = 0
    if not found.problems:
        added, existing = save_rates(session, found.observed, "imported", actor.user_id, is_dry=is_dry)
    is_stored = not (is_dry or found.problems)
    if is_stored:
        details = {"file_name": name, "rates": added, "existing": existing}
        log_event(session, "imported", subject="exchange_rate", api_id=None, name=name, topic="money", details=details)
    return {
        "is_stored": is_stored,
        "lines": found.lines,
        "added": added,
        "existing": existing,
        "invalid": len(found.problems),
        "problems": [
            {"line": line, "message": error.message(actor.locale)}
            for line, error in found.problems[:_MAX_REPORTED_PROBLEMS]
        ],
    }


def request_fetch(session: Session, actor: Actor, now: datetime) -> str:
    """Return the api_id of the queued or running fetch."""
    require_live_copy(session.connection())
    if read_settings(session.connection())["exchange_rate_source"] != "bank_of_canada":
        raise Invalid(code="rates_by_hand")
    return queue_fetch(session, actor.user_id, now).api_id


def queue_fetch(session: Session, requested_by_id: int | None, now: datetime) -> RateFetch:
    """Return the fetch that is queued or running, and create one if there is none."""
    found = session.execute(select(RateFetch).where(RateFetch.id.in_(UNFINISHED))).scalars().first()
    if found is None:
        found = RateFetch(requested_by_id=requested_by_id, created_at=now)
        session.add(found)
        session.flush()
    return found


def _find(session: Session, currency: str, day: date) -> int | None:
    found = select(ExchangeRate.id).where(ExchangeRate.currency == currency, ExchangeRate.valid_on == day)
    return session.execute(found).scalar()


def _load_rate(session: Session, actor: Actor, api_id: str) -> ExchangeRate:
    seen = (Permission.DASHBOARD_VIEW, visible_rates)
    changed = (Permission.SETTINGS_EDIT_RATES, visible_rates)
    return load_for_update(session, actor, ExchangeRate, api_id, view=seen, edit=changed)


def _rate_text(rate: Decimal) -> str:
    return write_scaled(int(rate.scaleb(RATE_DIGITS)), RATE_DIGITS, 2)
