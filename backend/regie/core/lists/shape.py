"""From columns to JSON: a record's shape is described once and serves lists and single reads alike."""

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sqlalchemy import BigInteger, ColumnElement, Result, type_coerce
from sqlalchemy.orm import InstrumentedAttribute, QueryableAttribute

from regie.core.api.wire import LinkRef, Money, Ref
from regie.core.money.amounts import Scaled, money_of_scaled, write_scaled

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
Row = Sequence[Any]
Reader = Callable[[Any, Row], Any]
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


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


class LinkField(RefField):
    """A reference with `can_open`, false until `annotate_can_open` has judged it."""


class RecordField:
    """A nested record, described as `Shape.of` describes a row; null when its first key is."""

    def __init__(self, row: type[Any], model: type[Any] | None = None, /, **fields: "Field") -> None:
        self.row = row
        self.shape = Shape.of(row, model, **fields)


def ref_to(model: Any) -> RefField:
    """A reference to a joined record."""
    return RefField(model.api_id, model.name)


def link_to(model: Any) -> LinkField:
    """A reference to a joined record that says whether the caller may open it."""
    return LinkField(model.api_id, model.name)


Field = Column | MoneyField | RefField | RecordField
# What a field's own type on the wire must be; the types of other columns are compared with their Python type.
_WIRE_TYPES: Mapping[type, type] = {MoneyField: Money, RefField: Ref, LinkField: LinkRef}
_SPECIAL = frozenset(_WIRE_TYPES.values())
_COMPARED = frozenset({str, int, bool, date, datetime})


class Shape(Generic[R_co]):
    """Named fields over columns; `restricted` ones are left out of rows whose restricted fields are hidden.

    A row begins with one column per field, so that a plain field needs no reading; after them comes what only belongs
    to another field, a currency or a name.
    """

    def __init__(self, fields: Mapping[str, Field], guarded: frozenset[str] = frozenset()) -> None:
        self.columns: list[ColumnElement[Any]] = []
        # The same columns as they were given.
        self.sources: list[Column] = []
        self.guarded = guarded
        self._names = tuple(fields)
        self._places: dict[Column, int] = {}
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
        """The rows of a TypedDict; `restricted` is another, of what only some callers see of a row.

        A key is read from the column of `model` that has its name; `fields` say where the others come from. Amounts
        are in the record's own `currency`, unless they name another. A key that comes from nowhere, or does not fit
        its column, stops the process at its start.
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
            _refuse_misfit(f"{row.__name__}.{name}", hint, found[name])
        return Shape(found, frozenset(hidden))

    def _reader(self, field: Field) -> Reader | None:
        """What makes JSON of the field's own value, which is not null; None where it is JSON already."""
        if isinstance(field, MoneyField):
            currency = self._place_of(field.currency)
            return lambda amount, row: money_of_scaled(amount, row[currency])
        if isinstance(field, RefField):
            name = self._place_of(field.name)
            if isinstance(field, LinkField):
                return lambda api_id, row: {"api_id": api_id, "name": row[name], "can_open": False}
            return lambda api_id, row: {"api_id": api_id, "name": row[name]}
        if isinstance(field, RecordField):
            shape, places = field.shape, [self._place_of(column) for column in field.shape.sources]
            return lambda _first, row: shape.read([row[place] for place in places])
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
        self.sources.append(column)
        return place

    def read(self, row: Row, *, shows_restricted: bool = True) -> R_co:
        """The row as JSON-ready values, in the shape's order."""
        values = dict(zip(self._names, row, strict=False))
        for name, reader in self._readers.items():
            value = values[name]
            if value is not None:
                values[name] = reader(value, row)
        if not shows_restricted:
            for name in self.guarded:
                values.pop(name, None)
        return cast(R_co, values)


def rows_of(row: type[R], result: Result[*tuple[Any, ...]]) -> list[R]:
    """The rows of a statement whose columns are named as the keys of `row`."""
    if set(result.keys()) != set(_keys_of(row)):
        raise TypeError(f"{row.__name__} is not what was selected: {', '.join(result.keys())}")
    return [cast(R, dict(found)) for found in result.mappings()]


def restricted_of(part: type[R], row: Mapping[str, object]) -> R | None:
    """What only some callers see of a row that `Shape.of` restricts; None for a caller who does not."""
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
        raise TypeError(f"{row.__name__}.{name} is read from no column")
    return cast(Column, column)


def _as_money(field: Field, currency: Field | None) -> Field:
    others = (MoneyField, RefField, RecordField)
    if isinstance(field, others) or currency is None or isinstance(currency, others):
        return field
    return MoneyField(field, currency)


def _alternatives(hint: Any) -> set[Any]:
    """The types of a union, or the type itself; of words and numbers that are written out, theirs."""
    if get_origin(hint) in (Union, UnionType):
        return {found for one in get_args(hint) for found in _alternatives(one)}
    return {type(value) for value in get_args(hint)} if get_origin(hint) is Literal else {hint}


def _refuse_misfit(place: str, hint: Any, field: Field) -> None:
    """A field's kind, its Python type and whether it may be null are those of its column, as far as both say so."""
    types = _alternatives(hint)
    special = field.row if isinstance(field, RecordField) else _WIRE_TYPES.get(type(field))
    if special not in types if special else types & _SPECIAL:
        raise TypeError(f"{place} is {hint}, and no {special.__name__ if special else 'plain column'}")
    column = _own_column(field)
    if isinstance(column, QueryableAttribute) and not special and column.expression.nullable and NoneType not in types:
        raise TypeError(f"{place} is never null, but its column may be")
    if special is None and (given := _python_type(column)) in _COMPARED and types & _COMPARED and given not in types:
        raise TypeError(f"{place} is {hint}, but its column holds {given.__name__}")


def _python_type(column: Column) -> type[Any]:
    """What a column's values are on the wire: exact decimals are text there."""
    if isinstance(column.type, Scaled):
        return str
    try:
        return column.type.python_type
    except NotImplementedError:
        return object
