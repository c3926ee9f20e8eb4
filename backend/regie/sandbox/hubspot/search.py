"""Implements HubSpot's search: filter groups, one sort, numeric offsets, a delayed index and a limit of 10,000."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import orjson

from regie.sandbox.hubspot.access import invalid
from regie.sandbox.hubspot.shapes import change_property, record_properties
from regie.sandbox.replies import parse_int
from regie.sandbox.search_lag import Indexed
from regie.sandbox.table import Table

MAX_RESULTS, MAX_PAGE_SIZE = 10_000, 200
_MAX_GROUPS, _MAX_FILTERS_PER_GROUP, _MAX_FILTERS = 5, 6, 18
_CHANGED = ("hs_lastmodifieddate", "lastmodifieddate")
_DATES = {"createdate": "created", **dict.fromkeys(_CHANGED, "updated"), "closedate": "close"}
_COMPARISONS = {
    "EQ": lambda actual, expected: actual == expected,
    "NEQ": lambda actual, expected: actual != expected,
    "LT": lambda actual, expected: actual < expected,
    "LTE": lambda actual, expected: actual <= expected,
    "GT": lambda actual, expected: actual > expected,
    "GTE": lambda actual, expected: actual >= expected,
}
RowTest = Callable[[Indexed], bool]


def search(
    table: Table[Any], body: dict[str, Any], stale_rows: dict[int, Indexed | None]
) -> tuple[int, Sequence[Indexed], int | None]:
    """Return the number of matches, the requested page, and the offset of the next page."""
    limit, offset = _page_params(body)
    groups = [[_make_test(condition) for condition in group] for group in _groups(body)]
    key, reverse, name = _sort(body)
    lowest = _lower_bound_of_change(body)

    def is_match(row: Indexed) -> bool:
        is_present = not row.archived and row.merged_into is None
        return is_present and (not groups or any(all(test(row) for test in group) for group in groups))

    rows = table.rows
    positions = table.indexes["updated"].since(lowest) if lowest is not None else range(len(rows))

    def find_positions() -> Iterable[int]:
        matching = [position for position in positions if is_match(rows[position])]
        if not (name in _CHANGED and lowest is not None and not reverse):
            matching.sort(key=lambda position: key(rows[position]), reverse=reverse)
        return matching

    if stale_rows:
        matches = [row for row in rows if row.id not in stale_rows and is_match(row)]
        matches.extend(row for row in stale_rows.values() if row is not None and is_match(row))
        matches.sort(key=key, reverse=reverse)
        page, total = matches[offset : offset + limit], len(matches)
    else:
        cache_key = orjson.dumps([body.get("filterGroups"), body.get("sorts"), body.get("query")])
        selected = table.select(cache_key, find_positions)
        page, total = [rows[position] for position in selected[offset : offset + limit]], len(selected)
    next_offset = offset + limit if offset + limit < total else None
    return total, page, next_offset


def _page_params(body: dict[str, Any]) -> tuple[int, int]:
    limit = parse_int(str(body.get("limit", "")), 10)
    offset = parse_int(str(body.get("after", "")), 0)
    if limit is None or not 1 <= limit <= MAX_PAGE_SIZE:
        raise invalid(f"limit must be between 1 and {MAX_PAGE_SIZE}")
    if offset is None or offset < 0:
        raise invalid("after is not an offset")
    if offset + limit > MAX_RESULTS:
        raise invalid(f"paging past {MAX_RESULTS} results is not possible")
    return limit, offset


def _groups(body: dict[str, Any]) -> list[list[dict[str, Any]]]:
    groups = [group.get("filters", []) for group in body.get("filterGroups", [])]
    too_many = len(groups) > _MAX_GROUPS or any(len(group) > _MAX_FILTERS_PER_GROUP for group in groups)
    if too_many or sum(map(len, groups)) > _MAX_FILTERS:
        raise invalid("too many filters or filter groups")
    return groups


def _make_reader(name: str) -> Callable[[Indexed], Any]:
    """Return a reader of a property's typed value: an instant, a number or text."""
    if name in _CHANGED:
        return lambda row: row.updated if name == change_property(row) else None
    if name in _DATES:
        return lambda row: getattr(row, _DATES[name], None)
    if name == "hs_object_id":
        return lambda row: row.id
    return lambda row: _number_or_text(record_properties(row).get(name))


def _number_or_text(value: Any) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return value.casefold() if isinstance(value, str) else value


def _parse_value(name: str, value: Any) -> Any:
    if name not in _DATES:
        return _number_or_text(value)
    text = str(value)
    if text.lstrip("-").isdecimal():
        return int(text)
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError as error:
        raise invalid(f"{value} is not a date") from error


def _make_test(condition: dict[str, Any]) -> RowTest:
    name, operator = condition.get("propertyName", ""), condition.get("operator")
    read = _make_reader(name)
    if operator in ("HAS_PROPERTY", "NOT_HAS_PROPERTY"):
        return lambda row: (read(row) is not None) == (operator == "HAS_PROPERTY")
    if operator in ("IN", "NOT_IN"):
        values = {_parse_value(name, value) for value in condition.get("values", [])}
        return lambda row: (read(row) in values) == (operator == "IN")
    if operator == "BETWEEN":
        low, high = _parse_value(name, condition.get("value")), _parse_value(name, condition.get("highValue"))
        return lambda row: (actual := read(row)) is not None and low <= actual <= high
    if operator not in _COMPARISONS:
        raise invalid(f"operator {operator} is not supported")
    compare, expected = _COMPARISONS[operator], _parse_value(name, condition.get("value"))

    def test(row: Indexed) -> bool:
        actual = read(row)
        comparable = str if isinstance(expected, str) else int | float
        return isinstance(actual, comparable) and compare(actual, expected)

    return test


def _sort(body: dict[str, Any]) -> tuple[Callable[[Indexed], Any], bool, str]:
    sorts = body.get("sorts") or [{"propertyName": "hs_object_id", "direction": "ASCENDING"}]
    if len(sorts) > 1 or not isinstance(sorts[0], dict):
        raise invalid("only one sort is possible")
    name = sorts[0].get("propertyName", "hs_object_id")
    read = _make_reader(name)
    return lambda row: _sortable(read(row), row.id), sorts[0].get("direction") == "DESCENDING", name


def _sortable(value: Any, row_id: int) -> tuple[int, Any, int]:
    if value is None:
        return (2, 0, row_id)
    return (1, value, row_id) if isinstance(value, str) else (0, value, row_id)


def _lower_bound_of_change(body: dict[str, Any]) -> int | None:
    """Return the lower bound of the time of change if the only filter group sets one, else None."""
    groups = body.get("filterGroups", [])
    if len(groups) != 1:
        return None
    bounds = [
        _parse_value("hs_lastmodifieddate", condition.get("value"))
        for condition in groups[0].get("filters", [])
        if condition.get("propertyName") in _CHANGED and condition.get("operator") in ("GTE", "GT", "BETWEEN")
    ]
    return max(bounds) if bounds else None
