"""Teamwork's lists: which rows an address asks for, in which order, cut into pages as the service cuts them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from regie.sandbox.replies import whole_number
from regie.sandbox.table import Table
from regie.sandbox.teamwork.gate import refuse

MOST_IN_A_PAGE = 500
MOST_RECORDS = 50_000
_PRESENTATION = {"page", "pageSize", "include", "skipCounts"}
Params = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listing:
    """`select` gives the positions of the rows asked for, `orders` the sort keys that orderBy knows."""

    table: Table[Any]
    key: str
    select: Callable[[Params], Iterable[int]]
    orders: Mapping[str, Callable[[Any], Any]]
    default_order: str


def page_of(listing: Listing, params: Params) -> tuple[list[Any], dict[str, Any]]:
    """The rows of the page asked for, and its meta."""
    page, size = _page_asked(params)
    found = _ordered(listing, params)
    start = (page - 1) * size
    rows = [listing.table.rows[position] for position in found[start : start + size]]
    has_more = start + size < len(found)
    count = page * size + 1 if has_more and params.get("skipCounts") != "false" else len(found)
    meta = {"page": {"pageOffset": page - 1, "pageSize": size, "count": count, "hasMore": has_more}}
    return rows, meta


def _page_asked(params: Params) -> tuple[int, int]:
    page, size = whole_number(params.get("page"), 1), whole_number(params.get("pageSize"), 50)
    if page is None or page < 1:
        raise refuse(400, "page must be a positive number")
    if size is None or not 1 <= size <= MOST_IN_A_PAGE:
        raise refuse(400, f"pageSize must be between 1 and {MOST_IN_A_PAGE}")
    if page * size > MOST_RECORDS:
        raise refuse(400, f"no more than {MOST_RECORDS} records can be paged through")
    return page, size


def _ordered(listing: Listing, params: Params) -> Sequence[int]:
    asked = {name: value for name, value in params.items() if name not in _PRESENTATION}
    order = asked.pop("orderBy", listing.default_order).lower()
    mode = asked.pop("orderMode", "asc").lower()
    key = listing.orders.get(order)
    if key is None or mode not in ("asc", "desc"):
        raise refuse(400, "orderBy or orderMode is not supported")

    def answer() -> Iterable[int]:
        positions = listing.select(asked)
        rows = listing.table.rows
        if order == "id":
            return sorted(positions, reverse=mode == "desc")
        return sorted(positions, key=lambda position: key(rows[position]), reverse=mode == "desc")

    return listing.table.select((tuple(sorted(asked.items())), order, mode), answer)


def updated_after(params: Params) -> int | None:
    """The first millisecond that counts as after the second asked for."""
    text = params.get("updatedAfter") or params.get("updatedAfterDate")
    if not text:
        return None
    try:
        asked = datetime.fromisoformat(text)
    except ValueError as problem:
        raise refuse(400, "updatedAfter is not a date-time") from problem
    asked = asked if asked.tzinfo else asked.replace(tzinfo=UTC)
    return (int(asked.timestamp()) + 1) * 1000


def day_asked(params: Params, name: str) -> int | None:
    text = params.get(name)
    if not text:
        return None
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError as problem:
        raise refuse(400, f"{name} is not a date") from problem


def is_yes(params: Params, name: str) -> bool:
    return params.get(name, "").lower() in ("true", "1")


def ids_asked(params: Params, name: str) -> set[int] | None:
    text = params.get(name)
    if not text:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise refuse(400, f"{name} is not a list of ids")
    return {int(part) for part in parts}


def sparse(shapes: list[dict[str, Any]], wanted: str | None) -> list[dict[str, Any]]:
    """Only the fields asked for by fields[…]."""
    if not wanted:
        return shapes
    kept = set(wanted.split(","))
    return [{name: value for name, value in shape.items() if name in kept} for shape in shapes]
