"""Runs parsed queries: typed comparisons, an index of times of change, and inactive names hidden by default."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from regie.sandbox.quickbooks.entities import Entity, Field
from regie.sandbox.quickbooks.faults import parser_fault, validation_fault
from regie.sandbox.quickbooks.query import Condition, Query

_TIME_OF_CHANGE = "MetaData.LastUpdatedTime"
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda actual, expected: actual == expected,
    "<": lambda actual, expected: actual < expected,
    ">": lambda actual, expected: actual > expected,
    "<=": lambda actual, expected: actual <= expected,
    ">=": lambda actual, expected: actual >= expected,
}


def select_positions(entity: Entity, query: Query) -> Sequence[int]:
    """Return the positions of all rows that the query selects, in its order."""
    tests = [_make_test(entity, condition) for condition in query.conditions]
    orders = [(_field(entity, name, "ordered by"), is_descending) for name, is_descending in query.order]
    if entity.is_name_list and not any(condition.field == "Active" for condition in query.conditions):
        tests.append(lambda row: row.active)
    rows = entity.table.rows

    def find_positions() -> Iterable[int]:
        low, high = _change_range(query.conditions)
        positions = [
            position
            for position in entity.table.indexes["updated"].since(low, high)
            if entity.is_readable(rows[position]) and all(test(rows[position]) for test in tests)
        ]
        if query.order == ((_TIME_OF_CHANGE, False),):
            return positions
        positions.sort()
        for field, is_descending in reversed(orders):
            positions.sort(key=lambda position, read=field.read: _sortable(read(rows[position])), reverse=is_descending)
        return positions

    return entity.table.select((query.conditions, query.order), find_positions)


def _sortable(value: Any) -> tuple[bool, Any]:
    return (value is not None, value if value is not None else 0)


def _field(entity: Entity, name: str, use: str) -> Field:
    field = entity.fields.get(name)
    if field is None:
        raise validation_fault(f"Property {name} not found for Entity {entity.name}")
    if not field.is_filter:
        raise validation_fault(f"property '{name}' is not queryable; it cannot be {use}")
    return field


def _make_test(entity: Entity, condition: Condition) -> Callable[[Any], bool]:
    field = _field(entity, condition.field, "filtered")
    read, values = field.read, [_parse_value(field, value) for value in condition.values]
    if condition.operator == "IN":
        allowed = set(values)
        return lambda row: read(row) in allowed
    if condition.operator == "LIKE":
        if field.kind != "text":
            raise validation_fault(f"LIKE is not possible on {condition.field}")
        pattern = re.compile(".*".join(map(re.escape, condition.values[0].split("%"))), re.IGNORECASE | re.DOTALL)
        return lambda row: pattern.fullmatch(read(row) or "") is not None
    compare, expected = _COMPARISONS[condition.operator], values[0]
    return lambda row: (actual := read(row)) is not None and compare(actual, expected)


def _parse_value(field: Field, value: str) -> Any:
    try:
        if field.kind == "moment":
            return parse_moment(value)
        if field.kind == "day":
            return date.fromisoformat(value).toordinal()
        if field.kind == "number":
            return float(value)
        if field.kind == "id":
            return int(value)
    except ValueError as error:
        raise parser_fault(f"Invalid value '{value}'") from error
    if field.kind == "flag":
        if value.lower() not in ("true", "false"):
            raise validation_fault(f"'{value}' is not true or false")
        return value.lower() == "true"
    return value


def parse_moment(text: str) -> int:
    """Return epoch seconds. An unencoded "+" arrives as a space and is invalid."""
    if " " in text:
        raise ValueError(text)
    moment = datetime.fromisoformat(text)
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _change_range(conditions: tuple[Condition, ...]) -> tuple[int, int | None]:
    low, high = 0, None
    for condition in conditions:
        if condition.field != _TIME_OF_CHANGE or condition.operator in ("IN", "LIKE"):
            continue
        bound = parse_moment(condition.values[0]) * 1000
        if condition.operator in (">", ">=", "="):
            low = max(low, bound)
        if condition.operator in ("<", "<=", "="):
            high = min(high or bound + 1000, bound + 1000)
    return low, high
