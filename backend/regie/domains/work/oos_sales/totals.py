"""Adds up the listed sales per currency, and in the requested currency."""

from dataclasses import replace
from datetime import date

from sqlalchemy import Connection, and_

from regie.access.actor import Actor
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import RowScope
from regie.domains.records.exchange_rates.queries import read_conversion
from regie.domains.records.exchange_rates.schemas import ConvertedSum
from regie.domains.records.projects.models import Project
from regie.domains.work.oos_sales.figures import SHARE, SOLD_ON
from regie.domains.work.oos_sales.queries import SALES, SALES_TABLES, require_allowed_filters, sale_row_scope
from regie.domains.work.oos_sales.schemas import OosSaleQuery, OosTotal, OosTotals

_CONVERTED: QueryCache[ConvertedSum] = QueryCache((*SALES_TABLES, "exchange_rates"))


def add_up_sales(db: Connection, actor: Actor, query: OosSaleQuery, today: date) -> OosTotals:
    """Return the totals of the sales that `query` finds, per currency; only of sales whose money the caller may see."""
    require_allowed_filters(db, actor, query)
    seen = sale_row_scope(actor)
    with_money = replace(seen, key=("money", seen.key), rows=lambda: and_(seen.rows(), seen.shows_restricted()))
    totals = SALES.totals(db, with_money, query, OosTotal, today_=today)
    return {"totals": totals, "converted": _convert_all(db, with_money, query, today)}


def _convert_all(db: Connection, seen: RowScope, query: OosSaleQuery, today: date) -> ConvertedSum | None:
    conversion = read_conversion(db, query.in_, today)
    if conversion is None:
        return None

    def compute() -> ConvertedSum:
        columns = (SHARE, Project.currency, SOLD_ON)
        return conversion.sum_converted(SALES.values(db, seen, query, columns, today_=today))

    params = tuple(sorted(seen.params.items()))
    return _CONVERTED.get(
        db, (db.engine, seen.key, params, query.model_dump_json(), query.selected_ids, today), compute
    )
