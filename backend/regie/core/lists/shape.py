"""Describes how columns become JSON, once for lists and single reads."""

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sqlalchemy import BigInteger, ColumnElement, Result, type_coerce
from sqlalchemy.orm import InstrumentedAttribute, QueryableAttribute

from regie.core.api.wire import LinkRef, Money, Ref
from regie.core.money.amounts import Scaled, scaled_to_money, write_scaled

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
Row = Sequence[Any]
Reader = Callable[[Any, Row], Any]
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class MoneyField:
    """An amount with its currency, `{"amount", "currency"}`; null when the amount is null."""

    def __init__(self, amount: Column, currency: Column) -> None:
        self.amount = amount
        self.currency = currency


class RefField:
    """A reference, `{"api_id", "name"}`; null when the id is null."""

    def __init__(self, api_id: Column, name: Column) -> None:
        self.api_id = api_id
        self.name = name


class LinkField(RefField):
    """A reference with `can_open`, false until `annotate_can_open` sets it."""


class RecordField:
    """A nested record, described like a row by `Shape.of`; null when its first key is null."""

    def __init__(self, row: type[Any], model: type[Any] | None = None, /, **fields: "Field") -> None:
        self.row = row
        self.shape = Shape.of(row, model, **fields)


def ref_to(model: Any) -> RefField:
    """Return a reference to a joined record."""
    return RefField(model.api_id, model.name)


def link_to(model: Any) -> LinkField:
    """Return a reference to a joined record, with `can_open`."""
    return LinkField(model.api_id, model.name)


Field = Column | MoneyField | RefField | RecordField
# The JSON type of each kind of field; other columns are compared by their Python type.
_WIRE_TYPES: Mapping[type, type] = {MoneyField: Money, RefField: Ref, LinkField: LinkRef}
_SPECIAL = frozenset(_WIRE_TYPES.values())
_COMPARED = frozenset({str, int, bool, date, datetime})


class Shape(Generic[R_co]):
    """Named fields over columns; restricted fields are left out of rows that hide them.

    A row begins with one column per field, so plain fields need no conversion. Columns that belong to another field,
    such as a currency or a name, follow.
    """

    def __init__(self, fields: Mapping[str, Field], restricted: frozenset[str] = frozenset()) -> None:
        self.columns: list[ColumnElement[Any]] = []
        # The columns without labels and type coercion.
        self.sources: list[Column] = []
        self.restricted = restricted
        self._names = tuple(fields)
        self._indexes: dict[Column, int] = {}
        for field in fields.values():
            self._add(_own_column(field))
        self._readers = {name: reader for name, field in fields.items() if (reader := self._reader(field))}

    @classmethod
    def of(
        cls,
        row: type[R],
        model: type[Any] | None = None,
        restricted: type[Any] | None = None,
        /,
        **fields: Field,
    ) -> "Shape[R]":
        """Build the shape of a TypedDict; the keys of the TypedDict `restricted` are hidden from some callers.

        A key is read from the column of `model` with its name, or from `fields`. Amounts use the record's `currency`
        column unless they name another. Raises TypeError for a key without a column or of another type.
        """
        hidden = {} if restricted is None else get_type_hints(restricted)
        hints = get_type_hints(row) | hidden
        if unknown := fields.keys() - hints.keys():
            raise TypeError(f"{row.__name__} has no {', '.join(sorted(unknown))}")
        currency = fields.get("currency", getattr(model, "currency", None))
        found = {}
        for name, hint in hints.items():
            field = fields[name] if name in fields else _own_column_of(row, name, model)
            found[name] = _as_money(field, currency) if Money in _alternatives(hint) else field
            _check_type(f"{row.__name__}.{name}", hint, found[name])
        return Shape(found, frozenset(hidden))

    def _reader(self, field: Field) -> Reader | None:
        """Return the function that converts a non-null value to JSON; None when no conversion is needed."""
        if isinstance(field, MoneyField):
            currency = self._index_of(field.currency)
            return lambda amount, row: scaled_to_money(amount, row[currency])
        if isinstance(field, RefField):
            name = self._index_of(field.name)
            if isinstance(field, LinkField):
                return lambda api_id, row: {"api_id": api_id, "name": row[name], "can_open": False}
            return lambda api_id, row: {"api_id": api_id, "name": row[name]}
        if isinstance(field, RecordField):
            shape, indexes = field.shape, [self._index_of(column) for column in field.shape.sources]
            return lambda _first, row: shape.read([row[index] for index in indexes])
        if isinstance(field.type, Scaled):
            digits = field.type.digits
            return lambda value, _row: write_scaled(int(value), digits, 2)
        return None

    def _index_of(self, column: Column) -> int:
        return self._indexes[column] if column in self._indexes else self._add(column)

    def _add(self, column: Column) -> int:
        raw: ColumnElement[Any] = type_coerce(column, BigInteger) if isinstance(column.type, Scaled) else column  # type: ignore[assignment]
        index = self._indexes[column] = len(self.columns)
        self.columns.append(raw.label(f"c{index}"))
        self.sources.append(column)
        return index

    def read(self, row: Row, *, shows_restricted: bool = True) -> R_co:
        """Convert a row to JSON values, in the order of the shape."""
        values = dict(zip(self._names, row, strict=False))
        for name, reader in self._readers.items():
            value = values[name]
            if value is not None:
                values[name] = reader(value, row)
        if not shows_restricted:
            for name in self.restricted:
                values.pop(name, None)
        return cast(R_co, values)


def read_rows(row: type[R], result: Result[*tuple[Any, ...]]) -> list[R]:
    """Return the rows of a statement whose columns have the names of the keys of `row`."""
    if set(result.keys()) != set(_keys_of(row)):
        raise TypeError(f"{row.__name__} differs from the selected columns: {', '.join(result.keys())}")
    return [cast(R, dict(found)) for found in result.mappings()]


def read_restricted(part: type[R], row: Mapping[str, object]) -> R | None:
    """Return the restricted keys of a row; None for a caller who cannot read them."""
    keys = _keys_of(part)
    return cast(R, {key: row[key] for key in keys}) if row.keys() >= set(keys) else None


@functools.cache
def _keys_of(row: type[Any]) -> tuple[str, ...]:
    return tuple(get_type_hints(row))


def _own_column(field: Field) -> Column:
    if isinstance(field, MoneyField):
        return field.amount
    if isinstance(field, RecordField):
        return field.shape.sources[0]
    return field.api_id if isinstance(field, RefField) else field


def _own_column_of(row: type[Any], name: str, model: type[Any] | None) -> Column:
    column = getattr(model, name, None)
    if not isinstance(column, QueryableAttribute):
        raise TypeError(f"{row.__name__}.{name} has no column")
    return cast(Column, column)


def _as_money(field: Field, currency: Field | None) -> Field:
    others = (MoneyField, RefField, RecordField)
    if isinstance(field, others) or currency is None or isinstance(currency, others):
        return field
    return MoneyField(field, currency)


def _alternatives(hint: Any) -> set[Any]:
    """Return the types of a union, the type itself, or the types of a Literal's values."""
    if get_origin(hint) in (Union, UnionType):
        return {found for one in get_args(hint) for found in _alternatives(one)}
    return {type(value) for value in get_args(hint)} if get_origin(hint) is Literal else {hint}


def _check_type(name: str, hint: Any, field: Field) -> None:
    """Raise TypeError when the declared type or nullability differs from the column's."""
    types = _alternatives(hint)
    special = field.row if isinstance(field, RecordField) else _WIRE_TYPES.get(type(field))
    if special not in types if special else types & _SPECIAL:
        raise TypeError(f"{name} is {hint}, and no {special.__name__ if special else 'plain column'}")
    column = _own_column(field)
    if isinstance(column, QueryableAttribute) and not special and column.expression.nullable and NoneType not in types:
        raise TypeError(f"{name} is never null, but its column can be")
    if special is None and (given := _python_type(column)) in _COMPARED and types & _COMPARED and given not in types:
        raise TypeError(f"{name} is {hint}, but its column holds {given.__name__}")


def _python_type(column: Column) -> type[Any]:
    """Return the JSON type of a column's values; exact decimals are text."""
    if isinstance(column.type, Scaled):
        return str
    try:
        return column.type.python_type
    except NotImplementedError:
        return object
