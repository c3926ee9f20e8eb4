"""Reading exchange rates; `read_rates` is the one door for whoever converts (`figures` says how)."""

from datetime import date
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, outerjoin, select, true, type_coerce

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing, Sight, at_least, at_most, one_of
from regie.core.locale import say
from regie.core.remembered import Remembered
from regie.core.shape import RefField, Shape
from regie.domains.exchange_rates.figures import Conversion, Rates, RatesOfCurrency, gather
from regie.domains.exchange_rates.models import ExchangeRate, RateFetch
from regie.domains.exchange_rates.schemas import FetchQuery, RateQuery
from regie.domains.users.models import User

_ALL = select(
    ExchangeRate.currency,
    ExchangeRate.valid_on,
    type_coerce(ExchangeRate.rate, BigInteger),
    ExchangeRate.observed_on,
).order_by(ExchangeRate.currency, ExchangeRate.valid_on)
# The worker's own: what waits, or was under way when it ended.
UNFINISHED = select(RateFetch.id).where(RateFetch.status.in_(("queued", "running"))).order_by(RateFetch.id)
_KEPT: Remembered[dict[str, RatesOfCurrency]] = Remembered(("exchange_rates",), most=8)
RATES = Listing(
    source=outerjoin(ExchangeRate, User, User.id == ExchangeRate.entered_by_id),
    key=ExchangeRate.id,
    api_id=ExchangeRate.api_id,
    shape=Shape(
        {
            "api_id": ExchangeRate.api_id,
            "currency": ExchangeRate.currency,
            "valid_on": ExchangeRate.valid_on,
            "rate": ExchangeRate.rate,
            "observed_on": ExchangeRate.observed_on,
            "source": ExchangeRate.source,
            "entered_by": RefField(User.api_id, User.name),
            "created_at": ExchangeRate.created_at,
            "updated_at": ExchangeRate.updated_at,
            "version": ExchangeRate.version,
        }
    ),
    sorts={
        "valid_on": ExchangeRate.valid_on,
        "currency": ExchangeRate.currency,
        "rate": ExchangeRate.rate,
        "observed_on": ExchangeRate.observed_on,
        "created_at": ExchangeRate.created_at,
    },
    default_sort="-valid_on",
    tables=("exchange_rates",),
    filters={
        "currency": one_of(ExchangeRate.currency),
        "source": one_of(ExchangeRate.source),
        "valid_from": at_least(ExchangeRate.valid_on),
        "valid_to": at_most(ExchangeRate.valid_on),
        "id": one_of(ExchangeRate.api_id),
    },
)
FETCHES = Listing(
    source=outerjoin(RateFetch, User, User.id == RateFetch.asked_by_id),
    key=RateFetch.id,
    api_id=RateFetch.api_id,
    shape=Shape(
        {
            "api_id": RateFetch.api_id,
            "status": RateFetch.status,
            "asked_by": RefField(User.api_id, User.name),
            "created_at": RateFetch.created_at,
            "finished_at": RateFetch.finished_at,
            "first_on": RateFetch.first_on,
            "last_on": RateFetch.last_on,
            "rates_added": RateFetch.rates_added,
            "problems": RateFetch.problems,
            "error": RateFetch.error,
            "detail": RateFetch.error_detail,
        }
    ),
    sorts={"created_at": RateFetch.created_at},
    default_sort="-created_at",
    tables=("rate_fetches",),
    filters={"status": one_of(RateFetch.status)},
)


def visible_rates(_scope: Scope) -> ColumnElement[bool]:
    """Everybody may look them up: they are no secret, and whoever sees a converted amount may check it."""
    return true()


def read_rates(db: Connection, today: date) -> Rates:
    """Every rate, for one call: one small statement tells that none has changed since they were read last."""
    return Rates(_KEPT.get(db, db.engine, lambda: _read_all(db)), today)


def conversion_into(db: Connection, currency: str | None, today: date) -> Conversion | None:
    """For a list that may be asked to tell its amounts in one currency; None where it was not."""
    return None if currency is None else Conversion(read_rates(db, today), currency)


def list_rates(db: Connection, actor: Actor, query: RateQuery, today: date) -> dict[str, Any]:
    page = RATES.page(db, _sight(actor), query)
    return {**page, "data": [_with_deeds(row, actor, today) for row in page["data"]]}


def read_rate(db: Connection, actor: Actor, api_id: str, today: date) -> dict[str, Any]:
    return _with_deeds(RATES.one(db, _sight(actor), api_id), actor, today)


def list_fetches(db: Connection, actor: Actor, query: FetchQuery) -> dict[str, Any]:
    page = FETCHES.page(db, _sight(actor), query)
    return {**page, "data": [_in_words(row, actor) for row in page["data"]]}


def read_fetch(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    return _in_words(FETCHES.one(db, _sight(actor), api_id), actor)


def is_history(source: str, valid_on: date, today: date) -> bool:
    """Whether a rate is here to stay: all are, but what somebody has entered by hand today for today."""
    return source != "by_hand" or valid_on != today


def _sight(actor: Actor) -> Sight:
    return sight(actor, Permission.DASHBOARD_VIEW, visible_rates)


def _with_deeds(row: dict[str, Any], actor: Actor, today: date) -> dict[str, Any]:
    if not actor.may(Permission.SETTINGS_EDIT_RATES):
        return {**row, "can": []}
    return {**row, "can": ["edit"] if is_history(row["source"], row["valid_on"], today) else ["edit", "delete"]}


def _in_words(row: dict[str, Any], actor: Actor) -> dict[str, Any]:
    """Our words for everybody; the Bank's own words only for those who can do something about it."""
    error, detail = row["error"], row.pop("detail")
    if error is None:
        return {**row, "message": None, "what_to_do": None}
    words = say(actor.locale, f"sync.error.{error}")
    if detail and actor.may(Permission.SETTINGS_EDIT):
        words = f"{words} ({detail})"
    return {**row, "message": words, "what_to_do": say(actor.locale, f"sync.todo.{error}")}


def _read_all(db: Connection) -> dict[str, RatesOfCurrency]:
    # One after the other: a hundred thousand rows at once would be a hundred times the memory of what is kept.
    return gather((row[0], row[1], int(row[2]), row[3]) for row in db.execute(_ALL))
