"""From columns to JSON: a record's shape is described once and serves lists and single reads alike."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, type_coerce
from sqlalchemy.orm import InstrumentedAttribute

from regie.core.money import Scaled, money_of_scaled, write_scaled

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
Row = Sequence[Any]
Reader = Callable[[Row], Any]


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
    """Named fields over columns; `guarded` ones are left out of rows whose guard is false."""

    def __init__(self, fields: Mapping[str, Field], guarded: frozenset[str] = frozenset()) -> None:
        self.columns: list[ColumnElement[Any]] = []
        self.guarded = guarded
        self._readers: list[tuple[str, Reader]] = [(name, self._add(field)) for name, field in fields.items()]

    def _add(self, field: Field) -> Reader:
        if isinstance(field, MoneyField):
            amount, currency = self._place(field.amount), self._place(field.currency)
            return lambda row: None if row[amount] is None else money_of_scaled(row[amount], row[currency])
        if isinstance(field, RefField):
            api_id, name = self._place(field.api_id), self._place(field.name)
            return lambda row: None if row[api_id] is None else {"api_id": row[api_id], "name": row[name]}
        place = self._place(field)
        if isinstance(field.type, Scaled):
            digits = field.type.digits
            return lambda row: None if row[place] is None else write_scaled(int(row[place]), digits, 2)
        return lambda row: row[place]

    def _place(self, column: Column) -> int:
        raw: ColumnElement[Any] = type_coerce(column, BigInteger) if isinstance(column.type, Scaled) else column  # type: ignore[assignment]
        place = len(self.columns)
        self.columns.append(raw.label(f"c{place}"))
        return place

    def read(self, row: Row, *, guard: bool = True) -> dict[str, Any]:
        """The row as JSON-ready values, in the shape's order."""
        if guard or not self.guarded:
            return {name: reader(row) for name, reader in self._readers}
        return {name: reader(row) for name, reader in self._readers if name not in self.guarded}
