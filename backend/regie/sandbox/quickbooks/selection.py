"""Runs a parsed query over a table: typed comparisons, an index for times of change, inactive names hidden."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from regie.sandbox.quickbooks.entities import Entity, Field
from regie.sandbox.quickbooks.faults import parser_fault, validation_fault
from regie.sandbox.quickbooks.query import Condition, Query

_CHANGED = "MetaData.LastUpdatedTime"
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda have, want: have == want,
    "<": lambda have, want: have < want,
    ">": lambda have, want: have > want,
    "<=": lambda have, want: have <= want,
    ">=": lambda have, want: have >= want,
}


def positions_of(entity: Entity, query: Query) -> Sequence[int]:
    """Every position that the query means, in its order."""
    tests = [_test(entity, condition) for condition in query.conditions]
    orders = [(_field(entity, name, "ordered by"), down) for name, down in query.order]
    if entity.is_name_list and not any(condition.field == "Active" for condition in query.conditions):
        tests.append(lambda row: row.active)
    rows = entity.table.rows

    def answer() -> Iterable[int]:
        low, high = _changed_between(query.conditions)
        found = [
            position
            for position in entity.table.indexes["updated"].since(low, high)
            if entity.is_alive(rows[position]) and all(test(rows[position]) for test in tests)
        ]
        if query.order == ((_CHANGED, False),):
            return found
        found.sort()
        for field, is_descending in reversed(orders):
            found.sort(key=lambda position, read=field.read: _sortable(read(rows[position])), reverse=is_descending)
        return found

    return entity.table.select((query.conditions, query.order), answer)


def _sortable(value: Any) -> tuple[bool, Any]:
    return (value is not None, value if value is not None else 0)


def _field(entity: Entity, name: str, use: str) -> Field:
    field = entity.fields.get(name)
    if field is None:
        raise validation_fault(f"Property {name} not found for Entity {entity.name}")
    if not field.is_filter:
        raise validation_fault(f"property '{name}' is not queryable; it cannot be {use}")
    return field


def _test(entity: Entity, condition: Condition) -> Callable[[Any], bool]:
    field = _field(entity, condition.field, "filtered")
    read, wanted = field.read, [_typed(field, value) for value in condition.values]
    if condition.operator == "IN":
        among = set(wanted)
        return lambda row: read(row) in among
    if condition.operator == "LIKE":
        if field.kind != "text":
            raise validation_fault(f"LIKE is not possible on {condition.field}")
        pattern = re.compile(".*".join(map(re.escape, condition.values[0].split("%"))), re.IGNORECASE | re.DOTALL)
        return lambda row: pattern.fullmatch(read(row) or "") is not None
    compare, want = _COMPARE[condition.operator], wanted[0]
    return lambda row: (have := read(row)) is not None and compare(have, want)


def _typed(field: Field, value: str) -> Any:
    try:
        if field.kind == "moment":
            return moment_asked(value)
        if field.kind == "day":
            return date.fromisoformat(value).toordinal()
        if field.kind == "number":
            return float(value)
        if field.kind == "id":
            return int(value)
    except ValueError as problem:
        raise parser_fault(f"Invalid value '{value}'") from problem
    if field.kind == "flag":
        if value.lower() not in ("true", "false"):
            raise validation_fault(f"'{value}' is not true or false")
        return value.lower() == "true"
    return value


def moment_asked(text: str) -> int:
    """Epoch seconds. A "+" that was not encoded has become a space, and is refused like any other nonsense."""
    if " " in text:
        raise ValueError(text)
    moment = datetime.fromisoformat(text)
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _changed_between(conditions: tuple[Condition, ...]) -> tuple[int, int | None]:
    low, high = 0, None
    for condition in conditions:
        if condition.field != _CHANGED or condition.operator in ("IN", "LIKE"):
            continue
        asked = moment_asked(condition.values[0]) * 1000
        if condition.operator in (">", ">=", "="):
            low = max(low, asked)
        if condition.operator in ("<", "<=", "="):
            high = min(high or asked + 1000, asked + 1000)
    return low, high
