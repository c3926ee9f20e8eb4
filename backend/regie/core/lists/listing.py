"""Lists: page, sort, search, filters and an exact total, from one description of a resource.

A statement is built once per combination of scope, filters and sort; only parameters change between calls. Ids are
chosen first and columns read after. The total is counted apart and remembered until a table of the list changes; so is
the order of all ids where a page is deep or what it is sorted by must be computed, which makes those pages cost what
the first one does.
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints, overload

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    Select,
    bindparam,
    func,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy import Column as TableColumn
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql import visitors

from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.api.wire import ConvertibleQuery, ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.db.query_cache import QueryCache
from regie.core.lists.pages import page_meta
from regie.core.lists.shape import Column, Shape
from regie.core.lists.text_index import WordShape, contains_words, words_of
from regie.core.money.amounts import money_of_scaled

Clause = ColumnElement[bool]
T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
_BASE = frozenset(ConvertibleQuery.model_fields)
# A filter that every list has and no address names: the rows that somebody picked.
_PICKED = "picked_"
_REMEMBERED_TOTALS = 2_000
_REMEMBERED_ORDERS = 8
# From this row on a page is deep: skipping rows takes longer than reading them.
_DEEP = 1_000
Statement = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class RowScope:
    """What a caller sees: rows, and the rows whose guarded fields are shown; parameters are bound at execution.

    `key` names the clauses: equal keys mean equal clauses, so a clause must not hold a caller's value itself.
    """

    key: Hashable
    rows: Callable[[], Clause]
    shows_restricted: Callable[[], Clause]
    params: Mapping[str, Any]
    sees_all_restricted: bool = True
    # Guarded sorts that give nothing away all the same: every row that has such a value shows it.
    open_sorts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Filter:
    """One query parameter as a condition; `value_in_key` when the condition's form depends on the value."""

    clause: Callable[[str, Any], Clause]
    value_in_key: bool = False


def one_of(target: Column) -> Filter:
    return Filter(lambda name, _value: target.in_(bindparam(name, expanding=True)))


def at_least(target: Column) -> Filter:
    return Filter(lambda name, _value: target >= bindparam(name))


def at_most(target: Column) -> Filter:
    return Filter(lambda name, _value: target <= bindparam(name))


def choice(clauses: Mapping[Any, Callable[[], Clause]]) -> Filter:
    """A fixed condition per value, such as `archived=exclude|only|include`."""
    return Filter(lambda _name, value: clauses[value](), value_in_key=True)


def any_of(clauses: Mapping[str, Callable[[], Clause]]) -> Filter:
    """Several values, each a condition of its own, any of which may hold."""

    return Filter(lambda _name, values: or_(*(clauses[value]() for value in values)), value_in_key=True)


def archived_choice(archived_at: Column) -> Filter:
    return choice(
        {
            "exclude": lambda: archived_at.is_(None),
            "only": lambda: archived_at.is_not(None),
            "include": lambda: true(),
        }
    )


class _Statements(NamedTuple):
    """One combination of scope, filters and sort."""

    page: Statement
    total: Statement
    all_ids: Statement
    chosen: Statement
    is_costly: bool


@dataclass(slots=True)
class Listing(Generic[R]):
    """A resource as lists and single reads see it.

    `source` joins what the shape needs (outer joins to unique keys: the engines drop those that a count does not
    use); `tables` are all that can change a total or an order; `params` are read at each call (today, for instance).
    """

    source: FromClause
    key: Column
    api_id: Column
    shape: Shape[R]
    sorts: Mapping[str, Column]
    default_sort: str
    tables: tuple[str, ...]
    # Every word that is searched is in one of these.
    search: tuple[Column, ...] = ()
    filters: Mapping[str, Filter] = field(default_factory=dict)
    restricted_sorts: frozenset[str] = frozenset()
    # What a list adds up, per currency: two currencies are never added.
    sums: Mapping[str, ColumnElement[Any]] = field(default_factory=dict)
    currency: Column | None = None
    _statements: dict[Hashable, _Statements] = field(default_factory=dict)
    _singles: dict[Hashable, Statement] = field(default_factory=dict)
    _summing: dict[Hashable, Statement] = field(default_factory=dict)
    _totals: QueryCache[int] = field(init=False)
    _added: QueryCache[list[Any]] = field(init=False)
    _orders: QueryCache[Sequence[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.filters = {**self.filters, _PICKED: one_of(self.api_id)}
        self._totals = QueryCache(self.tables, _REMEMBERED_TOTALS)
        self._added = QueryCache(self.tables, _REMEMBERED_TOTALS)
        self._orders = QueryCache(self.tables, _REMEMBERED_ORDERS)

    def page(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        fixed: Mapping[str, Any] | None = None,
        **params: Any,
    ) -> Page[R]:
        """`{"data": [...], "meta": {...}}` of the page that `query` asks for, `fixed` filters added by the caller."""
        wanted = self._wanted(query) | dict(fixed or {})
        order = self._order(query.sort or self.default_sort, row_scope)
        values = self._values(row_scope, query, wanted, params)
        key = (row_scope.key, self._names(wanted), order, words_of(query.search).shape)
        if key not in self._statements:
            self._statements[key] = self._build(row_scope, wanted, order, words=words_of(query.search).shape)
        offset = (query.page - 1) * query.per_page
        statements = self._statements[key]
        remembered_key = _remembered_key(db, key, values)
        if self.tables and (offset >= _DEEP or statements.is_costly):
            ids = self._orders.get(db, remembered_key, lambda: _ids(db, statements.all_ids, values))
            chosen = list(ids[offset : offset + query.per_page])
            rows, total = db.execute(statements.chosen, {**values, "chosen_": chosen}).all(), len(ids)
        else:
            rows = db.execute(statements.page, {**values, "limit_": query.per_page, "offset_": offset}).all()
            changes = rows[0].changes_ if rows else None
            total = self._totals.get_at(
                changes, remembered_key, lambda: db.execute(statements.total, values).scalar_one()
            )
        return {
            "data": [self.shape.read(row, shows_restricted=bool(row.restricted_)) for row in rows],
            "meta": page_meta(query, total, len(rows)),
        }

    def totals(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        total: type[S],
        fixed: Mapping[str, Any] | None = None,
        **params: Any,
    ) -> list[S]:
        """What the rows of all pages that `query` finds add up to, one `total` per currency."""
        wanted = self._wanted(query) | dict(fixed or {})
        values = self._values(row_scope, query, wanted, params)
        key = (row_scope.key, self._names(wanted), words_of(query.search).shape)
        if key not in self._summing:
            if get_type_hints(total).keys() != {"currency", *self.sums}:
                raise TypeError(f"{total.__name__} is not what the list adds up")
            self._summing[key] = self._build_sums(row_scope, wanted, words=words_of(query.search).shape)
        found = self._summing[key]
        return self._added.get(db, _remembered_key(db, key, values), lambda: _add_up(db, found, values, self.sums))

    def counts(
        self, db: Connection, row_scope: RowScope, query: ListQuery, by: Sequence[Column]
    ) -> list[tuple[Any, ...]]:
        """How many rows `query` finds over all pages, per value of the columns `by`, the most first."""
        wanted = self._wanted(query)
        values = self._values(row_scope, query, wanted, {})
        many = func.count().label("count_")
        statement = (
            select(*by, many)
            .select_from(self.source)
            .where(*self._finds(row_scope, wanted, words=words_of(query.search).shape))
            .group_by(*by)
            .order_by(many.desc(), *by)
        )
        return [tuple(row) for row in db.execute(statement, values)]

    def values(
        self, db: Connection, row_scope: RowScope, query: ListQuery, columns: Sequence[Column], **params: Any
    ) -> list[tuple[Any, ...]]:
        """`columns` of every row that `query` finds, over all pages and in no order."""
        wanted = self._wanted(query)
        finds = self._finds(row_scope, wanted, words=words_of(query.search).shape)
        found = select(*columns).select_from(self.source).where(*finds)
        return [tuple(row) for row in db.execute(found, self._values(row_scope, query, wanted, params))]

    def _build_sums(self, row_scope: RowScope, wanted: Mapping[str, Any], *, words: WordShape) -> Statement:
        assert self.currency is not None
        sums = [type_coerce(amount, BigInteger).label(name) for name, amount in self.sums.items()]
        statement = (
            select(self.currency.label("currency_"), *sums)
            .select_from(self.source)
            .where(*self._finds(row_scope, wanted, words=words))
            .group_by(self.currency)
            .order_by(self.currency)
        )
        _refuse_values(statement)
        return statement

    @overload
    def one(self, db: Connection, row_scope: RowScope, api_id: str, **params: Any) -> R: ...

    @overload
    def one(self, db: Connection, row_scope: RowScope, api_id: str, shape: Shape[S], **params: Any) -> S: ...

    def one(
        self, db: Connection, row_scope: RowScope, api_id: str, shape: Shape[Any] | None = None, **params: Any
    ) -> Any:
        """The record's JSON; NotFound when it is unknown or outside the caller's sight."""
        if not is_api_id(api_id):
            raise NotFound
        shape = shape or self.shape
        key = (row_scope.key, id(shape))
        if key not in self._singles:
            statement = (
                select(*shape.columns, row_scope.shows_restricted().label("restricted_"))
                .select_from(self.source)
                .where(self.api_id == bindparam("api_id"), row_scope.rows())
            )
            _refuse_values(statement)
            self._singles[key] = statement
        row = db.execute(self._singles[key], {**row_scope.params, **params, "api_id": api_id}).first()
        if row is None:
            raise NotFound
        return shape.read(row, shows_restricted=bool(row.restricted_))

    def _values(
        self, row_scope: RowScope, query: ListQuery, wanted: Mapping[str, Any], params: Mapping[str, Any]
    ) -> dict[str, Any]:
        values = {**row_scope.params, **params, **{name: _as_param(value) for name, value in wanted.items()}}
        values |= words_of(query.search).params
        return {name: value for name, value in values.items() if value is not None}

    def _names(self, wanted: Mapping[str, Any]) -> Hashable:
        """Which filters there are, with their values where a filter's form depends on them."""
        return tuple(
            (name, _as_key(value) if self.filters[name].value_in_key else None) for name, value in wanted.items()
        )

    def _finds(self, row_scope: RowScope, wanted: Mapping[str, Any], *, words: WordShape) -> list[Clause]:
        conditions = [row_scope.rows(), *(self.filters[name].clause(name, value) for name, value in wanted.items())]
        return [*conditions, *contains_words(self.search, words)]

    def _conditions(
        self, row_scope: RowScope, wanted: Mapping[str, Any], order: tuple[tuple[str, bool], ...], *, words: WordShape
    ) -> tuple[list[Clause], list[ColumnElement[Any]]]:
        """Which rows, and in which order; the key comes last, so that equal rows keep one order over all pages."""
        conditions = self._finds(row_scope, wanted, words=words)
        by = [_direction(self.sorts[name], descending) for name, descending in order]
        by.append(self.key.desc() if order[0][1] else self.key.asc())
        return conditions, by

    def _wanted(self, query: ListQuery) -> dict[str, Any]:
        asked = {
            name: getattr(query, name)
            for name in type(query).model_fields
            if name not in _BASE and getattr(query, name) not in (None, [])
        }
        return asked if query.picked is None else asked | {_PICKED: query.picked}

    def _order(self, text: str, row_scope: RowScope) -> tuple[tuple[str, bool], ...]:
        order = []
        hidden = frozenset() if row_scope.sees_all_restricted else self.restricted_sorts - row_scope.open_sorts
        allowed = sorted(self.sorts.keys() - hidden)
        for part in text.split(","):
            name = part.removeprefix("-").strip()
            if name not in allowed or name in {known for known, _ in order}:
                raise Invalid({"sort": FieldError("sort", allowed=", ".join(allowed))})
            order.append((name, part.startswith("-")))
        return tuple(order)

    def _build(
        self, row_scope: RowScope, wanted: Mapping[str, Any], order: tuple[tuple[str, bool], ...], *, words: WordShape
    ) -> _Statements:
        conditions, by = self._conditions(row_scope, wanted, order, words=words)
        all_ids = select(self.key).select_from(self.source).where(*conditions).order_by(*by)
        ids = all_ids.limit(bindparam("limit_", type_=Integer)).offset(bindparam("offset_", type_=Integer))
        changes = self._totals.changes.scalar_subquery().label("changes_")
        rows = (
            select(*self.shape.columns, row_scope.shows_restricted().label("restricted_"), changes)
            .select_from(self.source)
            .order_by(*by)
        )
        found = _Statements(
            page=rows.where(self.key.in_(ids)),
            total=select(func.count()).select_from(self.source).where(*conditions),
            all_ids=all_ids,
            chosen=rows.where(self.key.in_(bindparam("chosen_", expanding=True))),
            is_costly=any(_is_computed(self.sorts[name]) for name, _ in order),
        )
        _refuse_values(found.page)
        return found


def _is_computed(target: Column) -> bool:
    return not isinstance(target, (TableColumn, InstrumentedAttribute))


def _ids(db: Connection, statement: Statement, values: Mapping[str, Any]) -> Sequence[int]:
    return array("q", db.execute(statement, dict(values)).scalars())


def _direction(target: Column, descending: bool) -> ColumnElement[Any]:
    ordered = target.desc() if descending else target.asc()
    return ordered.nulls_last() if getattr(target, "nullable", True) else ordered


def _remembered_key(db: Connection, key: Hashable, values: Mapping[str, Any]) -> Hashable:
    return (db.engine, key, tuple(sorted((name, _as_key(value)) for name, value in values.items())))


def _add_up(
    db: Connection, statement: Statement, values: Mapping[str, Any], names: Iterable[str]
) -> list[dict[str, Any]]:
    found = db.execute(statement, dict(values)).mappings()
    return [
        {"currency": row["currency_"]} | {name: money_of_scaled(int(row[name]), row["currency_"]) for name in names}
        for row in found
    ]


def _as_param(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple, set)) else value


def _as_key(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, (list, set)) else value


def _refuse_values(statement: Statement) -> None:
    """A statement is shared by all callers: a value inside it would be one caller's, shown to another."""
    for element in visitors.iterate(statement):
        if not isinstance(element, BindParameter) or not element.unique:
            continue
        value = element.value
        if (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and is_api_id(value)):
            raise AssertionError(f"a shared statement holds the value {value!r}; bind it by name")
