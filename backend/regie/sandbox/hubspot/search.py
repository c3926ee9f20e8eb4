"""HubSpot's search: groups of filters, one sort, a numeric offset, an index that lags, and a wall at 10,000."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import orjson

from regie.sandbox.agency.rows import Deal
from regie.sandbox.hubspot.gate import invalid
from regie.sandbox.hubspot.shapes import company_properties, deal_properties
from regie.sandbox.replies import whole_number
from regie.sandbox.search_lag import Indexed
from regie.sandbox.table import Table

MOST_RESULTS, MOST_IN_A_PAGE = 10_000, 200
_MOST_GROUPS, _MOST_IN_A_GROUP, _MOST_FILTERS = 5, 6, 18
_DATES = {"createdate": "created", "hs_lastmodifieddate": "updated", "closedate": "close"}
_ORDERED = {
    "EQ": lambda have, want: have == want,
    "NEQ": lambda have, want: have != want,
    "LT": lambda have, want: have < want,
    "LTE": lambda have, want: have <= want,
    "GT": lambda have, want: have > want,
    "GTE": lambda have, want: have >= want,
}
Test = Callable[[Indexed], bool]


def search(
    table: Table[Any], body: dict[str, Any], behind: dict[int, Indexed | None]
) -> tuple[int, Sequence[Indexed], int | None]:
    """How many records match, those of the page asked for, and the offset of the next page."""
    limit, offset = _page_asked(body)
    groups = [[_test(item) for item in group] for group in _groups(body)]
    key, reverse, name = _sort(body)
    lowest = _lowest_change(body)

    def is_match(row: Indexed) -> bool:
        alive = not row.archived and row.merged_into is None
        return alive and (not groups or any(all(test(row) for test in group) for group in groups))

    rows = table.rows
    positions = table.indexes["updated"].since(lowest) if lowest is not None else range(len(rows))

    def answer() -> Iterable[int]:
        found = [position for position in positions if is_match(rows[position])]
        if not (name == "hs_lastmodifieddate" and lowest is not None and not reverse):
            found.sort(key=lambda position: key(rows[position]), reverse=reverse)
        return found

    if behind:
        kept = [row for row in rows if row.id not in behind and is_match(row)]
        kept.extend(row for row in behind.values() if row is not None and is_match(row))
        found: Sequence[Indexed] = sorted(kept, key=key, reverse=reverse)
        page, total = found[offset : offset + limit], len(found)
    else:
        question = orjson.dumps([body.get("filterGroups"), body.get("sorts"), body.get("query")])
        selected = table.select(question, answer)
        page, total = [rows[position] for position in selected[offset : offset + limit]], len(selected)
    following = offset + limit if offset + limit < total else None
    return total, page, following


def _page_asked(body: dict[str, Any]) -> tuple[int, int]:
    limit = whole_number(str(body.get("limit", "")), 10)
    offset = whole_number(str(body.get("after", "")), 0)
    if limit is None or not 1 <= limit <= MOST_IN_A_PAGE:
        raise invalid(f"limit must be between 1 and {MOST_IN_A_PAGE}")
    if offset is None or offset < 0:
        raise invalid("after is not an offset")
    if offset + limit > MOST_RESULTS:
        raise invalid(f"paging past {MOST_RESULTS} results is not possible")
    return limit, offset


def _groups(body: dict[str, Any]) -> list[list[dict[str, Any]]]:
    groups = [group.get("filters", []) for group in body.get("filterGroups", [])]
    too_many = len(groups) > _MOST_GROUPS or any(len(group) > _MOST_IN_A_GROUP for group in groups)
    if too_many or sum(map(len, groups)) > _MOST_FILTERS:
        raise invalid("too many filters or filter groups")
    return groups


def _properties(row: Indexed) -> dict[str, str | None]:
    return deal_properties(row, True) if isinstance(row, Deal) else company_properties(row, True)


def _reader(name: str) -> Callable[[Indexed], Any]:
    """A property's value in its own kind: an instant, a number or text."""
    if name in _DATES:
        return lambda row: getattr(row, _DATES[name], None)
    if name == "hs_object_id":
        return lambda row: row.id
    return lambda row: _number_or_text(_properties(row).get(name))


def _number_or_text(value: Any) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return value.casefold() if isinstance(value, str) else value


def _wanted(name: str, value: Any) -> Any:
    if name not in _DATES:
        return _number_or_text(value)
    text = str(value)
    if text.lstrip("-").isdecimal():
        return int(text)
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError as problem:
        raise invalid(f"{value} is not a date") from problem


def _test(item: dict[str, Any]) -> Test:
    name, operator = item.get("propertyName", ""), item.get("operator")
    read = _reader(name)
    if operator in ("HAS_PROPERTY", "NOT_HAS_PROPERTY"):
        return lambda row: (read(row) is not None) == (operator == "HAS_PROPERTY")
    if operator in ("IN", "NOT_IN"):
        values = {_wanted(name, value) for value in item.get("values", [])}
        return lambda row: (read(row) in values) == (operator == "IN")
    if operator == "BETWEEN":
        low, high = _wanted(name, item.get("value")), _wanted(name, item.get("highValue"))
        return lambda row: (have := read(row)) is not None and low <= have <= high
    if operator not in _ORDERED:
        raise invalid(f"operator {operator} is not supported")
    compare, want = _ORDERED[operator], _wanted(name, item.get("value"))

    def test(row: Indexed) -> bool:
        have = read(row)
        return isinstance(have, type(want) if isinstance(want, str) else int | float) and compare(have, want)

    return test


def _sort(body: dict[str, Any]) -> tuple[Callable[[Indexed], Any], bool, str]:
    sorts = body.get("sorts") or [{"propertyName": "hs_object_id", "direction": "ASCENDING"}]
    if len(sorts) > 1 or not isinstance(sorts[0], dict):
        raise invalid("only one sort is possible")
    name = sorts[0].get("propertyName", "hs_object_id")
    read = _reader(name)
    return lambda row: _sortable(read(row), row.id), sorts[0].get("direction") == "DESCENDING", name


def _sortable(value: Any, row_id: int) -> tuple[int, Any, int]:
    if value is None:
        return (2, 0, row_id)
    return (1, value, row_id) if isinstance(value, str) else (0, value, row_id)


def _lowest_change(body: dict[str, Any]) -> int | None:
    """Where to begin in the index of changes, when the only group says so."""
    groups = body.get("filterGroups", [])
    if len(groups) != 1:
        return None
    bounds = [
        _wanted("hs_lastmodifieddate", item.get("value"))
        for item in groups[0].get("filters", [])
        if item.get("propertyName") == "hs_lastmodifieddate" and item.get("operator") in ("GTE", "GT", "BETWEEN")
    ]
    return max(bounds) if bounds else None
