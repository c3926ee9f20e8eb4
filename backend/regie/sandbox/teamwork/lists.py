"""Filters, sorts and pages Teamwork's lists as the service does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from regie.sandbox.replies import parse_int
from regie.sandbox.table import Table
from regie.sandbox.teamwork.access import make_refusal

MAX_PAGE_SIZE = 500
MAX_RECORDS = 50_000
_PRESENTATION = {"page", "pageSize", "include", "skipCounts"}
Params = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list: `select` returns the positions that match the parameters, `orders` the sort keys of orderBy."""

    table: Table[Any]
    key: str
    select: Callable[[Params], Iterable[int]]
    orders: Mapping[str, Callable[[Any], Any]]
    default_order: str


def make_page(listing: Listing, params: Params) -> tuple[list[Any], dict[str, Any]]:
    """Return the requested page's rows and its meta."""
    page, size = _page_params(params)
    positions = _select_ordered(listing, params)
    start = (page - 1) * size
    rows = [listing.table.rows[position] for position in positions[start : start + size]]
    has_more = start + size < len(positions)
    count = page * size + 1 if has_more and params.get("skipCounts") != "false" else len(positions)
    meta = {"page": {"pageOffset": page - 1, "pageSize": size, "count": count, "hasMore": has_more}}
    return rows, meta


def _page_params(params: Params) -> tuple[int, int]:
    page, size = parse_int(params.get("page"), 1), parse_int(params.get("pageSize"), 50)
    if page is None or page < 1:
        raise make_refusal(400, "page must be a positive number")
    if size is None or not 1 <= size <= MAX_PAGE_SIZE:
        raise make_refusal(400, f"pageSize must be between 1 and {MAX_PAGE_SIZE}")
    if page * size > MAX_RECORDS:
        raise make_refusal(400, f"no more than {MAX_RECORDS} records can be paged through")
    return page, size


def _select_ordered(listing: Listing, params: Params) -> Sequence[int]:
    filters = {name: value for name, value in params.items() if name not in _PRESENTATION}
    order = filters.pop("orderBy", listing.default_order).lower()
    mode = filters.pop("orderMode", "asc").lower()
    key = listing.orders.get(order)
    if key is None or mode not in ("asc", "desc"):
        raise make_refusal(400, "orderBy or orderMode is not supported")

    def find_positions() -> Iterable[int]:
        positions = listing.select(filters)
        rows = listing.table.rows
        if order == "id":
            return sorted(positions, reverse=mode == "desc")
        return sorted(positions, key=lambda position: key(rows[position]), reverse=mode == "desc")

    return listing.table.select((tuple(sorted(filters.items())), order, mode), find_positions)


def parse_updated_after(params: Params) -> int | None:
    """Return the first millisecond after the requested second."""
    text = params.get("updatedAfter") or params.get("updatedAfterDate")
    if not text:
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as error:
        raise make_refusal(400, "updatedAfter is not a date-time") from error
    instant = instant if instant.tzinfo else instant.replace(tzinfo=UTC)
    return (int(instant.timestamp()) + 1) * 1000


def parse_day(params: Params, name: str) -> int | None:
    text = params.get(name)
    if not text:
        return None
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError as error:
        raise make_refusal(400, f"{name} is not a date") from error


def parse_flag(params: Params, name: str) -> bool:
    return params.get(name, "").lower() in ("true", "1")


def parse_ids(params: Params, name: str) -> set[int] | None:
    text = params.get(name)
    if not text:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise make_refusal(400, f"{name} is not a list of ids")
    return {int(part) for part in parts}


def select_fields(shapes: list[dict[str, Any]], fields: str | None) -> list[dict[str, Any]]:
    """Reduce the records to the fields requested by fields[…]."""
    if not fields:
        return shapes
    names = set(fields.split(","))
    return [{name: value for name, value in shape.items() if name in names} for shape in shapes]
