"""Reads exchange rates; every conversion starts from `read_rates` (see `figures`)."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import BigInteger, ColumnElement, Connection, outerjoin, select, true, type_coerce

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Listing, RowScope, at_least, at_most, one_of
from regie.core.lists.shape import Shape, ref_to
from regie.core.text.locale import translate
from regie.domains.records.exchange_rates.figures import (
    Conversion,
    Rates,
    RatesOfCurrency,
    digest_months,
    group_by_currency,
)
from regie.domains.records.exchange_rates.models import ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.schemas import (
    FetchColumns,
    FetchOut,
    FetchQuery,
    RateDetails,
    RateOut,
    RateQuery,
)
from regie.domains.records.users.models import User

_ALL = select(
    ExchangeRate.currency,
    ExchangeRate.valid_on,
    type_coerce(ExchangeRate.rate, BigInteger),
    ExchangeRate.observed_on,
).order_by(ExchangeRate.currency, ExchangeRate.valid_on)
# Fetches that are queued, or were running when the worker stopped.
UNFINISHED = select(RateFetch.id).where(RateFetch.status.in_(("queued", "running"))).order_by(RateFetch.id)
_RATES_CACHE: QueryCache[dict[str, RatesOfCurrency]] = QueryCache(("exchange_rates",))
_DIGESTS_CACHE: QueryCache[dict[date, str]] = QueryCache(("exchange_rates",))
RATES = Listing(
    source=outerjoin(ExchangeRate, User, User.id == ExchangeRate.entered_by_id),
    key=ExchangeRate.id,
    api_id=ExchangeRate.api_id,
    shape=Shape.of(RateDetails, ExchangeRate, entered_by=ref_to(User)),
    sorts={
        "valid_on": ExchangeRate.valid_on,
        "currency": ExchangeRate.currency,
        "rate": ExchangeRate.rate,
        "observed_on": ExchangeRate.observed_on,
        "created_at": ExchangeRate.created_at,
    },
    default_sort="-valid_on",
    filters={
        "currency": one_of(ExchangeRate.currency),
        "source": one_of(ExchangeRate.source),
        "valid_from": at_least(ExchangeRate.valid_on),
        "valid_to": at_most(ExchangeRate.valid_on),
        "id": one_of(ExchangeRate.api_id),
    },
)
FETCHES = Listing(
    source=outerjoin(RateFetch, User, User.id == RateFetch.requested_by_id),
    key=RateFetch.id,
    api_id=RateFetch.api_id,
    shape=Shape.of(FetchColumns, RateFetch, requested_by=ref_to(User)),
    sorts={"created_at": RateFetch.created_at},
    default_sort="-created_at",
    filters={"status": one_of(RateFetch.status)},
)


def visible_rates(_scope: Scope) -> ColumnElement[bool]:
    """Every caller may read rates: they are not secret, and let callers check converted amounts."""
    return true()


def read_rates(db: Connection, today: date, versions: Mapping[str, int] | None = None) -> Rates:
    """Return all rates; without `versions`, a small statement checks that they have not changed since the last read."""
    if versions is None:
        return Rates(_RATES_CACHE.get(db, db.engine, lambda: _read_all_rates(db)), today)
    return Rates(_RATES_CACHE.get_with_versions(versions, db.engine, lambda: _read_all_rates(db)), today)


def read_month_digests(db: Connection, today: date) -> dict[date, str]:
    """By the first day of each month, a digest of every rate that its days use; months before any rate have none."""
    return _DIGESTS_CACHE.get(db, (db.engine, today), lambda: digest_months(read_rates(db, today).by_currency, today))


def read_conversion(db: Connection, currency: str | None, today: date) -> Conversion | None:
    """Return the conversion of a list into one currency; None when no currency is requested."""
    return None if currency is None else Conversion(read_rates(db, today), currency)


def list_rates(db: Connection, actor: Actor, query: RateQuery, today: date) -> Page[RateOut]:
    page = RATES.page(db, _rates_scope(actor), query)
    return {"data": [_with_actions(row, actor, today) for row in page["data"]], "meta": page["meta"]}


def read_rate(db: Connection, actor: Actor, api_id: str, today: date) -> RateOut:
    return _with_actions(RATES.one(db, _rates_scope(actor), api_id), actor, today)


def list_fetches(db: Connection, actor: Actor, query: FetchQuery) -> Page[FetchOut]:
    page = FETCHES.page(db, _rates_scope(actor), query)
    return {"data": [_describe_fetch(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_fetch(db: Connection, actor: Actor, api_id: str) -> FetchOut:
    return _describe_fetch(FETCHES.one(db, _rates_scope(actor), api_id), actor)


def is_permanent(source: str, valid_on: date, today: date) -> bool:
    """Return whether a rate is permanent: every rate is, except one entered by hand today for today."""
    return source != "by_hand" or valid_on != today


def _rates_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.DASHBOARD_VIEW, visible_rates)


def _with_actions(row: RateDetails, actor: Actor, today: date) -> RateOut:
    if not actor.can(Permission.SETTINGS_EDIT_RATES):
        return {**row, "can": []}
    return {**row, "can": ["edit"] if is_permanent(row["source"], row["valid_on"], today) else ["edit", "delete"]}


def _describe_fetch(row: FetchColumns, actor: Actor) -> FetchOut:
    """Render a fetch with a translated message; only administrators receive the Bank's own message."""
    error = row["error"]
    return {
        "api_id": row["api_id"],
        "status": row["status"],
        "requested_by": row["requested_by"],
        "created_at": row["created_at"],
        "finished_at": row["finished_at"],
        "first_on": row["first_on"],
        "last_on": row["last_on"],
        "rates_added": row["rates_added"],
        "problems": row["problems"],
        "error": error,
        "message": None if error is None else _error_message(error, row["error_detail"], actor),
        "what_to_do": None if error is None else translate(actor.locale, f"sync.todo.{error}"),
    }


def _error_message(error: str, detail: str | None, actor: Actor) -> str:
    words = translate(actor.locale, f"sync.error.{error}")
    return f"{words} ({detail})" if detail and actor.can(Permission.SETTINGS_EDIT) else words


def _read_all_rates(db: Connection) -> dict[str, RatesOfCurrency]:
    # Row by row: a hundred thousand rows at once would take a hundred times the memory of the result.
    return group_by_currency((row[0], row[1], int(row[2]), row[3]) for row in db.execute(_ALL))
