"""Entering, correcting and importing rates, and asking for them to be fetched."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import note, record
from regie.core.money.amounts import write_scaled
from regie.domains.records.exchange_rates.filling import Observed, keep_rates
from regie.domains.records.exchange_rates.importing import ReadFile, refuse_day
from regie.domains.records.exchange_rates.models import PIVOT, RATE_DIGITS, ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.queries import UNFINISHED, is_history, visible_rates
from regie.domains.records.exchange_rates.schemas import ImportOut, RateCreate, RateUpdate, Source
from regie.domains.records.settings.queries import read_settings

_BY_HAND: Source = "by_hand"
# What is wrong with so many lines is enough to find the mistake.
_TOLD_PROBLEMS = 100


def create_rate(session: Session, actor: Actor, data: RateCreate, today: date) -> str:
    """A day's rate, entered by hand; returns its api_id. The weekend before it is settled with it."""
    errors: dict[str, FieldError | str] = {"currency": "rate_of_pivot"} if data.currency == PIVOT else {}
    if wrong := refuse_day(data.valid_on, today):
        errors["valid_on"] = wrong
    if not errors and _find(session, data.currency, data.valid_on) is not None:
        errors["valid_on"] = "rate_taken"
    if errors:
        raise Invalid(errors)
    rate = ExchangeRate(
        currency=data.currency, valid_on=data.valid_on, rate=data.rate, observed_on=data.valid_on, source=_BY_HAND,
        entered_by_id=actor.user_id,
    )  # fmt: skip
    session.add(rate)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"valid_on": "rate_taken"}) from error
    keep_rates(session, [Observed(data.currency, data.valid_on, data.rate)], _BY_HAND, actor.user_id)
    return rate.api_id


def update_rate(session: Session, actor: Actor, api_id: str, data: RateUpdate) -> None:
    """A correction, of this one day alone; Changed (409) when another version was read."""
    rate = _open(session, actor, api_id)
    require_version(rate, data.version, {"rate": (_written(rate.rate), _written(data.rate))})
    rate.rate, rate.source, rate.entered_by_id = data.rate, _BY_HAND, actor.user_id
    note(session, rate, "reason", None, data.reason)
    session.flush()


def delete_rate(session: Session, actor: Actor, api_id: str, today: date) -> None:
    """Only what was entered by hand for today: nothing of the past is converted with it yet."""
    rate = _open(session, actor, api_id)
    if is_history(rate.source, rate.valid_on, today):
        raise Invalid(code="rate_is_history")
    session.delete(rate)
    session.flush()


def import_rates(session: Session, actor: Actor, found: ReadFile, name: str, *, is_dry: bool) -> ImportOut:
    """Everything in the file or nothing of it: with one wrong line, or in a dry run, it is only told what would be."""
    added = left = 0
    if not found.problems:
        added, left = keep_rates(session, found.observed, "imported", actor.user_id, is_dry=is_dry)
    is_stored = not (is_dry or found.problems)
    if is_stored:
        details = {"file_name": name, "rates": added, "kept": left}
        record(session, "imported", subject="exchange_rate", api_id=None, name=name, topic="money", details=details)
    return {
        "is_stored": is_stored,
        "lines": found.lines,
        "added": added,
        "left": left,
        "wrong": len(found.problems),
        "problems": [
            {"line": line, "message": error.words(actor.locale)} for line, error in found.problems[:_TOLD_PROBLEMS]
        ],
    }


def request_fetch(session: Session, actor: Actor, now: datetime) -> str:
    """The api_id of the fetch that now waits for the worker, or that already waits or is under way."""
    if read_settings(session.connection())["exchange_rate_source"] != "bank_of_canada":
        raise Invalid(code="rates_by_hand")
    return queue_fetch(session, actor.user_id, now).api_id


def queue_fetch(session: Session, asked_by_id: int | None, now: datetime) -> RateFetch:
    """The fetch that now waits for the worker, or the one that waits or is under way already."""
    found = session.execute(select(RateFetch).where(RateFetch.id.in_(UNFINISHED))).scalars().first()
    if found is None:
        found = RateFetch(asked_by_id=asked_by_id, created_at=now)
        session.add(found)
        session.flush()
    return found


def _find(session: Session, currency: str, day: date) -> int | None:
    found = select(ExchangeRate.id).where(ExchangeRate.currency == currency, ExchangeRate.valid_on == day)
    return session.execute(found).scalar()


def _open(session: Session, actor: Actor, api_id: str) -> ExchangeRate:
    seen = (Permission.DASHBOARD_VIEW, visible_rates)
    changed = (Permission.SETTINGS_EDIT_RATES, visible_rates)
    return open_record(session, actor, ExchangeRate, api_id, seen=seen, changed=changed)


def _written(rate: Decimal) -> str:
    return write_scaled(int(rate.scaleb(RATE_DIGITS)), RATE_DIGITS, 2)
