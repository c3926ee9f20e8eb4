"""Lists the records behind a figure of the dashboard, with their amounts and rates."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Scope
from regie.core.api.errors import Forbidden, Invalid
from regie.core.api.wire import ListQuery, Page
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.core.lists.pages import paginate
from regie.core.money.amounts import money, write_scaled
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.dashboard import cache_key
from regie.domains.insights.statistics.definitions import FIGURES, effective_scope
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.record_names import RecordName, describe_client, read_names
from regie.domains.insights.statistics.schemas import DashboardRow, DashboardRowMoney, FigureName
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.models import RATE_DIGITS
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.work.clients.queries import CLIENT_LINK

ORDER = "-amount"
# Small, because a figure of several years has many contributions; it serves the pages and groups of one figure.
_SORTED_CACHE: Mapping[tuple[FigureName, Scope], QueryCache[list[Contribution]]] = {
    (name, scope): QueryCache(definition.tables_within(scope))
    for name, definition in FIGURES.items()
    for scope in Scope
}
# Goals use enough digits to recalculate the percentage from the rows.
_HOUR_DIGITS, _GOAL_DIGITS = 2, 4
_NO_MONEY: DashboardRowMoney = {"amount": None, "converted": None, "rate": None, "rate_on": None}


def list_rows(reader: Reader, name: FigureName, group: str | None, query: ListQuery) -> Page[DashboardRow]:
    """A page of the rows of a figure or of one group, largest first; Forbidden unless the caller may see all rows."""
    definition, request = FIGURES[name], reader.request
    scope = effective_scope(reader.actor, definition, request.scope)
    if scope is None or not reader.actor.sees_all(definition.rows_permission, scope):
        raise Forbidden
    if not definition.is_known_in(request.days, reader.today):
        raise Invalid({"figure": "current_only"})
    # Before the rates, which the order of the rows depends on.
    versions = read_table_versions(reader.db)
    rates = read_rates(reader.db, reader.today, versions)

    def read() -> list[Contribution]:
        result = definition.read_shown(reader, scope, reader.days)
        if definition.unit == "money":
            return sorted(result, key=sort_key(request.currency, rates), reverse=True)
        return sorted(result, key=lambda contribution: (contribution.value, contribution.key), reverse=True)

    key = (cache_key(reader, scope), reader.days)
    contributions = _SORTED_CACHE[name, scope].get_with_versions(versions, key, read)
    selected = (
        contributions
        if group is None
        else [contribution for contribution in contributions if contribution.is_in(group)]
    )
    return render_page(reader, selected, query, rates)


def render_page(
    reader: Reader, contributions: Sequence[Contribution], query: ListQuery, rates: Rates
) -> Page[DashboardRow]:
    """A page of contributions, which are in order, with their records; amounts in the currency of the request."""
    request = reader.request
    page = paginate(query, contributions, lambda contribution: contribution, order=ORDER)
    records = read_names(reader, {(one.kind, one.key) for one in page["data"]})
    rows = [
        _row(contribution, records.get((contribution.kind, contribution.key)), request.currency, rates)
        for contribution in page["data"]
    ]
    return {
        "data": annotate_can_open(reader.db, reader.actor, rows, {"client": CLIENT_LINK}),
        "meta": page["meta"],
    }


def sort_key(currency: str, rates: Rates) -> Callable[[Contribution], tuple[bool, Decimal, int]]:
    """Sort by converted amount; amounts without a rate come first, because their rate must be entered."""

    def key(contribution: Contribution) -> tuple[bool, Decimal, int]:
        target = currency or contribution.currency
        converted = rates.convert(contribution.amount, contribution.currency, target, contribution.day)
        return converted is None, contribution.amount if converted is None else converted, contribution.key

    return key


def _row(contribution: Contribution, record: RecordName | None, currency: str, rates: Rates) -> DashboardRow:
    # Counted records have neither `value` nor `of`; hours of an employee without capacity have a `value` only.
    is_share = bool(contribution.of or contribution.value)
    digits = _GOAL_DIGITS if contribution.kind == "goal" else _HOUR_DIGITS
    return {
        "kind": contribution.kind,
        "record": record and {"api_id": record["api_id"], "name": record["name"]},
        "client": record and describe_client(record),
        "group": contribution.group,
        "on": contribution.day,
        "value": str(round_half_up(contribution.value, digits)) if is_share else None,
        "of": str(round_half_up(contribution.of, digits)) if is_share else None,
        **(_conversion(contribution, currency, rates) if contribution.currency else _NO_MONEY),
    }


def _conversion(contribution: Contribution, currency: str, rates: Rates) -> DashboardRowMoney:
    """Convert an amount; without a currency it stays in its own."""
    currency = currency or contribution.currency
    converted = rates.convert(contribution.amount, contribution.currency, currency, contribution.day)
    rate = None if contribution.currency == currency else rates.rate(contribution.currency, currency, contribution.day)
    return {
        "amount": money(contribution.amount, contribution.currency),
        "converted": None if converted is None else money(converted, currency),
        "rate": rate and write_scaled(int(rate[0].scaleb(RATE_DIGITS)), RATE_DIGITS, 4),
        "rate_on": rate and rate[1],
    }
