"""Reads lists with paging, sorting, search, filters and an exact total, from one description of a resource.

A statement is built once per combination of scope, filters and sort; calls only bind parameters. A page selects its ids
first and then their columns. The total is counted separately, without the joins that it does not need, and cached until
one of the tables that it reads changes. With a computed sort key, which no index has, the order of all ids is cached
too.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints, overload

from sqlalchemy import (
    BigInteger,
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

from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.api.wire import ConvertibleQuery, ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.db.query_cache import QueryCache
from regie.core.lists.pages import page_meta
from regie.core.lists.shape import Column, Shape
from regie.core.lists.statements import open_cache, prune_joins, read_ids, read_sums, refuse_values
from regie.core.lists.text_index import SearchShape, contains_terms, parse_search

Clause = ColumnElement[bool]
T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
_BASE = frozenset(ConvertibleQuery.model_fields)
# An internal filter of every list: the rows that the user selected.
_SELECTED = "selected_"
Statement = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class RowScope:
    """The rows that a caller can read, and those whose restricted fields are shown.

    `params` are bound at execution. Equal keys mean equal clauses, so a clause must not contain a caller's value.
    """

    key: Hashable
    rows: Callable[[], Clause]
    shows_restricted: Callable[[], Clause]
    params: Mapping[str, Any]
    sees_all_restricted: bool = True
    # Restricted sorts that reveal nothing: every row that has the value shows it.
    unrestricted_sorts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Filter:
    """One query parameter as a condition; `value_in_key` when the SQL depends on the value."""

    clause: Callable[[str, Any], Clause]
    value_in_key: bool = False


def one_of(target: Column) -> Filter:
    return Filter(lambda name, _value: target.in_(bindparam(name, expanding=True)))


def at_least(target: Column) -> Filter:
    return Filter(lambda name, _value: target >= bindparam(name))


def at_most(target: Column) -> Filter:
    return Filter(lambda name, _value: target <= bindparam(name))


def choice(clauses: Mapping[Any, Callable[[], Clause]]) -> Filter:
    """One fixed condition per value, such as `archived=exclude|only|include`."""
    return Filter(lambda _name, value: clauses[value](), value_in_key=True)


def any_of(clauses: Mapping[str, Callable[[], Clause]]) -> Filter:
    """One condition per value; any of the given values can match."""
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
    """The statements of one combination of scope, filters and sort."""

    page: Statement
    total: Statement
    totals: QueryCache[int]
    all_ids: Statement
    orders: QueryCache[Sequence[int]]
    by_ids: Statement
    # No index has the order of a computed sort key.
    reads_order: bool


@dataclass(slots=True)
class Listing(Generic[R]):
    """Describes how a resource is listed and read.

    `source` joins the tables of the shape, by outer joins to unique keys. `params` of the methods are bound at each
    call (today's date).
    """

    source: FromClause
    key: Column
    api_id: Column
    shape: Shape[R]
    sorts: Mapping[str, Column]
    default_sort: str
    # Each search term must be in one of these.
    search: tuple[Column, ...] = ()
    filters: Mapping[str, Filter] = field(default_factory=dict)
    restricted_sorts: frozenset[str] = frozenset()
    # Sums per currency.
    sums: Mapping[str, ColumnElement[Any]] = field(default_factory=dict)
    currency: Column | None = None
    _statements: dict[Hashable, _Statements] = field(default_factory=dict)
    _singles: dict[Hashable, Statement] = field(default_factory=dict)
    _sum_statements: dict[Hashable, tuple[Statement, QueryCache[list[Any]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.filters = {**self.filters, _SELECTED: one_of(self.api_id)}

    def page(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        fixed: Mapping[str, Any] | None = None,
        count: Callable[[], int] | None = None,
        **params: Any,
    ) -> Page[R]:
        """Return `{"data": [...], "meta": {...}}` of one page; `fixed` filters are added to those of the query.

        `count` returns the total where it is known without counting the rows.
        """
        statements, values, cache_key = self._prepare(
            db, row_scope, query, self._filters_of(query) | dict(fixed or {}), params
        )
        offset = (query.page - 1) * query.per_page
        if statements.reads_order:
            ids = statements.orders.get(db, cache_key, lambda: read_ids(db, statements.all_ids, values))
            page_ids = list(ids[offset : offset + query.per_page])
            rows, total = db.execute(statements.by_ids, {**values, "ids_": page_ids}).all(), len(ids)
        else:
            rows = db.execute(statements.page, {**values, "limit_": query.per_page, "offset_": offset}).all()
            version = rows[0].version_ if rows else None
            total = statements.totals.get_at_version(
                version, cache_key, count or (lambda: db.execute(statements.total, values).scalar_one())
            )
        return {
            "data": [self.shape.read(row, shows_restricted=bool(row.restricted_)) for row in rows],
            "meta": page_meta(query, total, len(rows)),
        }

    def count(self, db: Connection, row_scope: RowScope, query: ListQuery, **params: Any) -> int:
        """Return the total of `page`, cached like it."""
        statements, values, cache_key = self._prepare(db, row_scope, query, self._filters_of(query), params)
        return statements.totals.get(db, cache_key, lambda: db.execute(statements.total, values).scalar_one())

    def totals(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        total: type[S],
        fixed: Mapping[str, Any] | None = None,
        **params: Any,
    ) -> list[S]:
        """Return the sums over all pages of `query`, one `total` per currency."""
        filters = self._filters_of(query) | dict(fixed or {})
        values = self._values(row_scope, query, filters, params)
        key = (row_scope.key, self._names(filters), parse_search(query.search).shape)
        if key not in self._sum_statements:
            if get_type_hints(total).keys() != {"currency", *self.sums}:
                raise TypeError(f"the keys of {total.__name__} differ from the sums of the list")
            sums = self._build_sums(row_scope, filters, search=parse_search(query.search).shape)
            self._sum_statements[key] = sums, open_cache(sums)
        found, cache = self._sum_statements[key]
        return cache.get(db, _cache_key(db, key, values), lambda: read_sums(db, found, values, self.sums))

    def counts(
        self, db: Connection, row_scope: RowScope, query: ListQuery, by: Sequence[Column], sums: Sequence[Column] = ()
    ) -> list[tuple[Any, ...]]:
        """Count the rows over all pages of `query` per value of the columns `by`, highest first, and add up `sums`."""
        filters = self._filters_of(query)
        many = func.count().label("count_")
        counted = self._select(row_scope, query, filters, [*by, many, *(func.sum(column) for column in sums)])
        statement = counted.group_by(*by).order_by(many.desc(), *by)
        return [tuple(row) for row in db.execute(statement, self._values(row_scope, query, filters, {}))]

    def values(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        columns: Sequence[Column],
        fixed: Mapping[str, Any] | None = None,
        group_by: Sequence[Column] = (),
        **params: Any,
    ) -> list[tuple[Any, ...]]:
        """Return `columns` of all pages, or aggregates by `group_by`, unordered; `fixed` filters are added."""
        filters = self._filters_of(query) | dict(fixed or {})
        found = self._select(row_scope, query, filters, columns).group_by(*group_by)
        return [tuple(row) for row in db.execute(found, self._values(row_scope, query, filters, params))]

    def _prepare(
        self,
        db: Connection,
        row_scope: RowScope,
        query: ListQuery,
        filters: Mapping[str, Any],
        params: Mapping[str, Any],
    ) -> tuple[_Statements, dict[str, Any], Hashable]:
        """Return the statements of a page, their values, and the key of their cached results."""
        order, search = self._order(query.sort or self.default_sort, row_scope), parse_search(query.search).shape
        key = (row_scope.key, self._names(filters), order, search)
        if key not in self._statements:
            self._statements[key] = self._build(row_scope, filters, order, search=search)
        values = self._values(row_scope, query, filters, params)
        return self._statements[key], values, _cache_key(db, key, values)

    def _select(
        self, row_scope: RowScope, query: ListQuery, filters: Mapping[str, Any], columns: Sequence[Column]
    ) -> Statement:
        conditions = self._matching(row_scope, filters, search=parse_search(query.search).shape)
        return (
            select(*columns).select_from(prune_joins(self.source, [select(*columns), *conditions])).where(*conditions)
        )

    def _build_sums(self, row_scope: RowScope, filters: Mapping[str, Any], *, search: SearchShape) -> Statement:
        assert self.currency is not None
        sums = [type_coerce(amount, BigInteger).label(name) for name, amount in self.sums.items()]
        conditions = self._matching(row_scope, filters, search=search)
        statement = (
            select(self.currency.label("currency_"), *sums)
            .select_from(prune_joins(self.source, [select(self.currency, *sums), *conditions]))
            .where(*conditions)
            .group_by(self.currency)
            .order_by(self.currency)
        )
        refuse_values(statement)
        return statement

    @overload
    def one(self, db: Connection, row_scope: RowScope, api_id: str, **params: Any) -> R: ...

    @overload
    def one(self, db: Connection, row_scope: RowScope, api_id: str, shape: Shape[S], **params: Any) -> S: ...

    def one(
        self, db: Connection, row_scope: RowScope, api_id: str, shape: Shape[Any] | None = None, **params: Any
    ) -> Any:
        """Return the record's JSON; raise NotFound when it is unknown or outside the caller's scope."""
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
            refuse_values(statement)
            self._singles[key] = statement
        row = db.execute(self._singles[key], {**row_scope.params, **params, "api_id": api_id}).first()
        if row is None:
            raise NotFound
        return shape.read(row, shows_restricted=bool(row.restricted_))

    def _values(
        self, row_scope: RowScope, query: ListQuery, filters: Mapping[str, Any], params: Mapping[str, Any]
    ) -> dict[str, Any]:
        values = {**row_scope.params, **params, **{name: _as_param(value) for name, value in filters.items()}}
        values |= parse_search(query.search).params
        return {name: value for name, value in values.items() if value is not None}

    def _names(self, filters: Mapping[str, Any]) -> Hashable:
        """Return the names of the filters, with the values that the SQL depends on."""
        return tuple(
            (name, _as_key(value) if self.filters[name].value_in_key else None) for name, value in filters.items()
        )

    def _matching(self, row_scope: RowScope, filters: Mapping[str, Any], *, search: SearchShape) -> list[Clause]:
        conditions = [row_scope.rows(), *(self.filters[name].clause(name, value) for name, value in filters.items())]
        return [*conditions, *contains_terms(self.search, search)]

    def _conditions(
        self,
        row_scope: RowScope,
        filters: Mapping[str, Any],
        order: tuple[tuple[str, bool], ...],
        *,
        search: SearchShape,
    ) -> tuple[list[Clause], list[ColumnElement[Any]]]:
        """Return the conditions and the order; the key comes last as a tie-break over all pages."""
        conditions = self._matching(row_scope, filters, search=search)
        by = [_direction(self.sorts[name], descending) for name, descending in order]
        by.append(self.key.desc() if order[0][1] else self.key.asc())
        return conditions, by

    def _filters_of(self, query: ListQuery) -> dict[str, Any]:
        filters = {
            name: getattr(query, name)
            for name in type(query).model_fields
            if name not in _BASE and getattr(query, name) not in (None, [])
        }
        return filters if query.selected_ids is None else filters | {_SELECTED: query.selected_ids}

    def _order(self, text: str, row_scope: RowScope) -> tuple[tuple[str, bool], ...]:
        order = []
        hidden = frozenset() if row_scope.sees_all_restricted else self.restricted_sorts - row_scope.unrestricted_sorts
        allowed = sorted(self.sorts.keys() - hidden)
        for part in text.split(","):
            name = part.removeprefix("-").strip()
            if name not in allowed or name in {known for known, _ in order}:
                raise Invalid({"sort": FieldError("sort", allowed=", ".join(allowed))})
            order.append((name, part.startswith("-")))
        return tuple(order)

    def _build(
        self,
        row_scope: RowScope,
        filters: Mapping[str, Any],
        order: tuple[tuple[str, bool], ...],
        *,
        search: SearchShape,
    ) -> _Statements:
        conditions, by = self._conditions(row_scope, filters, order, search=search)
        ordered = prune_joins(self.source, [*conditions, *by])
        all_ids = select(self.key).select_from(ordered).where(*conditions).order_by(*by)
        ids = all_ids.limit(bindparam("limit_", type_=Integer)).offset(bindparam("offset_", type_=Integer))
        total = select(func.count()).select_from(prune_joins(self.source, conditions)).where(*conditions)
        totals: QueryCache[int] = open_cache(total)
        version = totals.version.scalar_subquery().label("version_")
        rows = (
            select(*self.shape.columns, row_scope.shows_restricted().label("restricted_"), version)
            .select_from(self.source)
            .order_by(*by)
        )
        found = _Statements(
            page=rows.where(self.key.in_(ids)),
            total=total,
            totals=totals,
            all_ids=all_ids,
            orders=open_cache(all_ids),
            by_ids=rows.where(self.key.in_(bindparam("ids_", expanding=True))),
            reads_order=bool(totals.tables) and any(_is_computed(self.sorts[name]) for name, _ in order),
        )
        refuse_values(found.page)
        return found


def _is_computed(target: Column) -> bool:
    return not isinstance(target, (TableColumn, InstrumentedAttribute))


def _direction(target: Column, descending: bool) -> ColumnElement[Any]:
    ordered = target.desc() if descending else target.asc()
    return ordered.nulls_last() if getattr(target, "nullable", True) else ordered


def _cache_key(db: Connection, key: Hashable, values: Mapping[str, Any]) -> Hashable:
    return (db.engine, key, tuple(sorted((name, _as_key(value)) for name, value in values.items())))


def _as_param(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple, set)) else value


def _as_key(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, (list, set)) else value
