"""From columns to JSON: a record's shape is described once and serves lists and single reads alike."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, type_coerce
from sqlalchemy.orm import InstrumentedAttribute

from regie.core.money import Scaled, money_of_scaled, write_scaled

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
Row = Sequence[Any]
Reader = Callable[[Any, Row], Any]


class MoneyField:
    """An amount and its currency, `{"amount", "currency"}`; null when the amount is."""

    def __init__(self, amount: Column, currency: Column) -> None:
        self.amount = amount
        self.currency = currency


class RefField:
    """A reference, `{"api_id", "name"}`; null when the id is."""

    def __init__(self, api_id: Column, name: Column) -> None:
        self.api_id = api_id
        self.name = name


Field = Column | MoneyField | RefField


class Shape:
    """Named fields over columns; `guarded` ones are left out of rows whose guard is false.

    A row begins with one column per field, so that a plain field needs no reading; after them comes what only belongs
    to another field, a currency or a name.
    """

    def __init__(self, fields: Mapping[str, Field], guarded: frozenset[str] = frozenset()) -> None:
        self.columns: list[ColumnElement[Any]] = []
        self.guarded = guarded
        self._names = tuple(fields)
        self._places: dict[Column, int] = {}
        for field in fields.values():
            self._add(_own_column(field))
        self._readers = {name: reader for name, field in fields.items() if (reader := self._reader(field))}

    def _reader(self, field: Field) -> Reader | None:
        """What makes JSON of the field's own value, which is not null; None where it is JSON already."""
        if isinstance(field, MoneyField):
            currency = self._place_of(field.currency)
            return lambda amount, row: money_of_scaled(amount, row[currency])
        if isinstance(field, RefField):
            name = self._place_of(field.name)
            return lambda api_id, row: {"api_id": api_id, "name": row[name]}
        if isinstance(field.type, Scaled):
            digits = field.type.digits
            return lambda value, _row: write_scaled(int(value), digits, 2)
        return None

    def _place_of(self, column: Column) -> int:
        return self._places[column] if column in self._places else self._add(column)

    def _add(self, column: Column) -> int:
        raw: ColumnElement[Any] = type_coerce(column, BigInteger) if isinstance(column.type, Scaled) else column  # type: ignore[assignment]
        place = self._places[column] = len(self.columns)
        self.columns.append(raw.label(f"c{place}"))
        return place

    def read(self, row: Row, *, guard: bool = True) -> dict[str, Any]:
        """The row as JSON-ready values, in the shape's order."""
        values = dict(zip(self._names, row, strict=False))
        for name, reader in self._readers.items():
            value = values[name]
            if value is not None:
                values[name] = reader(value, row)
        if not guard:
            for name in self.guarded:
                values.pop(name, None)
        return values


def _own_column(field: Field) -> Column:
    if isinstance(field, MoneyField):
        return field.amount
    return field.api_id if isinstance(field, RefField) else field
