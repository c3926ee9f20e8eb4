"""Lists the MRR movements that a bridge adds up, at the rate of their day or of their cohort's."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import cast

from sqlalchemy import Connection, and_, bindparam, select

from regie.access.actor import Actor
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page, Ref
from regie.core.lists.pages import paginate
from regie.core.lists.text_index import contains_terms, parse_search
from regie.core.money.amounts import money
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Conversion
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.projects.models import Project
from regie.domains.records.users.queries import read_currency
from regie.domains.work.churns.figures import (
    NOTHING,
    Change,
    Convert,
    Movement,
    Step,
    find_common_kind,
    group_by_day,
    signed,
    started_on,
)
from regie.domains.work.churns.movement_causes import Cause, find_causes, read_cause_names
from regie.domains.work.churns.movement_schemas import (
    MovementCause,
    MovementKind,
    MovementOut,
    MovementQuery,
    MovementTotals,
)
from regie.domains.work.churns.queries import churn_visibility
from regie.domains.work.churns.retainer_runs import read_runs
from regie.domains.work.churns.statistics import read_steps
from regie.domains.work.projects.queries import PROJECT_LINK, managed_projects

DEFAULT_SORT = "-on"
_CLIENTS = select(Client.id, Client.api_id, Client.name).where(Client.id.in_(bindparam("clients", expanding=True)))


@dataclass(frozen=True, slots=True)
class _Row:
    """One movement: of one currency, or of several whose changes have one kind together.

    `amount` is without a sign, of several currencies in the reader's.
    """

    client: int
    day: date
    kind: MovementKind
    currency: str
    amount: Decimal
    changes: tuple[Change, ...]


def list_movements(db: Connection, actor: Actor, query: MovementQuery, today: date) -> Page[MovementOut]:
    """List the movements of all retainers whose money the caller sees, newest first."""
    conversion = _read_conversion(db, actor, query, today)
    rates_of = _rates_of(query, today)
    found = _find_rows(db, actor, query, conversion, rates_of)
    found.sort(key=lambda one: (-one.day.toordinal(), one.client, one.currency))
    start = (query.page - 1) * query.per_page
    # Selected rows may be on any page.
    shown = found if query.selected_ids is not None else found[start : start + query.per_page]
    clients: dict[int, Ref] = {
        id: {"api_id": api_id, "name": name}
        for id, api_id, name in db.execute(_CLIENTS, {"clients": list({one.client for one in shown})})
    }

    causes = _read_causes(db, actor, shown)

    def render(one: _Row) -> MovementOut:
        return _render_movement(one, clients[one.client], causes[one], conversion, rates_of or one.day)

    return paginate(query, found, render, order=DEFAULT_SORT)


def add_up_movements(db: Connection, actor: Actor, query: MovementQuery, today: date) -> MovementTotals:
    """Return the totals of the list of the same query, less losses."""
    conversion = _read_conversion(db, actor, query, today)
    rates_of = _rates_of(query, today)
    found = _find_rows(db, actor, query, conversion, rates_of)
    changes = [change for row in found for change in row.changes]
    amounts: dict[str, Decimal] = defaultdict(Decimal)
    for amount, currency, _ in changes:
        amounts[currency] += amount
    return {
        "amounts": [money(amount, currency) for currency, amount in sorted(amounts.items())],
        "converted": conversion.sum_converted((amount, currency, rates_of or day) for amount, currency, day in changes),
        "rates_of": rates_of,
    }


def _read_conversion(db: Connection, actor: Actor, query: MovementQuery, today: date) -> Conversion:
    return Conversion(read_rates(db, today), query.currency or read_currency(db, actor))


def _rates_of(query: MovementQuery, today: date) -> date | None:
    """The day whose rates a cohort uses: the last of its days, but not after today."""
    return min(query.to or today, today) if query.cohort else None


def _find_rows(
    db: Connection, actor: Actor, query: MovementQuery, conversion: Conversion, rates_of: date | None
) -> list[_Row]:
    """Return the rows of the query; with `of_currency`, each currency is a movement of its own."""

    def convert(amount: Decimal, currency: str, day: date) -> Decimal | None:
        return conversion.convert(amount, currency, rates_of or day)

    found = _find_movements(db, actor, query)
    of_days = ([one] for one in found) if query.of_currency else group_by_day(found)
    rows = (row for of_day in of_days for row in _rows_of_day(of_day, convert, conversion.target))
    return [row for row in rows if not query.kind or row.kind in query.kind]


def _rows_of_day(of_day: Sequence[Movement], convert: Convert, target: str) -> Iterator[_Row]:
    changes = [(signed(one), one.currency, one.day) for one in of_day]
    kind = find_common_kind(changes, convert)
    if kind is None:
        for one, change in zip(of_day, changes, strict=True):
            yield _Row(one.client, one.day, one.kind, one.currency, one.amount, (change,))
        return
    total = sum((convert(*change) or NOTHING for change in changes), NOTHING)
    yield _Row(of_day[0].client, of_day[0].day, kind, target, abs(total), tuple(changes))


def _find_movements(db: Connection, actor: Actor, query: MovementQuery) -> list[Movement]:
    if query.from_ and query.to and query.to < query.from_:
        raise Invalid({"to": "after_start"})
    scope = actor.require(Permission.PROJECTS_MRR)
    clients = _find_clients(db, query)
    return [
        movement
        for steps in read_steps(db, actor, scope)
        if not query.cohort or _is_in_cohort(steps, query)
        for step in steps
        for movement in step.movements
        if _matches_query(movement, query, clients)
    ]


def _is_in_cohort(steps: Sequence[Step], query: MovementQuery) -> bool:
    """Whether the client's first retainer began within the requested days."""
    started = started_on(steps)
    return started is not None and (query.from_ or started) <= started <= (query.to or started)


def _find_clients(db: Connection, query: MovementQuery) -> set[int] | None:
    """Return the keys of the clients to include; None for all."""
    words = parse_search(query.search)
    conditions = [*contains_terms((Client.search_key,), words.shape)]
    if query.client:
        conditions.append(Client.api_id.in_(query.client))
    return set(db.execute(select(Client.id).where(*conditions), words.params).scalars()) if conditions else None


def _matches_query(movement: Movement, query: MovementQuery, clients: set[int] | None) -> bool:
    return bool(
        movement.amount
        and (clients is None or movement.client in clients)
        and (not query.of_currency or movement.currency in query.of_currency)
        and (query.from_ is None or query.from_ <= movement.day)
        and (query.to is None or movement.day <= query.to)
    )


def _read_causes(db: Connection, actor: Actor, rows: Collection[_Row]) -> Mapping[_Row, list[MovementCause]]:
    """Return what caused each movement, of the retainers and churns that the caller sees."""
    within = and_(
        managed_projects(actor.require(Permission.PROJECTS_MRR)),
        Project.client_id.in_(sorted({row.client for row in rows})),
    )
    of_clients = {client: find_causes(runs) for client, runs in read_runs(db, within, actor.params).items()}
    found = {
        row: [
            cause
            for cause in of_clients.get(row.client, {}).get(row.day, ())
            if any(currency in cause.currencies for _, currency, _ in row.changes)
        ]
        for row in rows
    }
    causes = [cause for of_row in found.values() for cause in of_row]
    names = read_cause_names(db, causes, _find_seen_churns(db, actor, causes))
    linked = annotate_can_open(db, actor, [names.describe(cause) for cause in causes], {"project": PROJECT_LINK})
    described = dict(zip(causes, cast("list[MovementCause]", linked), strict=True))
    return {row: [described[cause] for cause in of_row] for row, of_row in found.items()}


def _find_seen_churns(db: Connection, actor: Actor, causes: Iterable[Cause]) -> Sequence[int]:
    if not actor.can(Permission.CHURNS_VIEW):
        return ()
    of_causes = ChurnEvent.project_id.in_(sorted({cause.project for cause in causes}))
    visible = churn_visibility(actor)(actor.require(Permission.CHURNS_VIEW))
    statement = select(ChurnEvent.id).where(of_causes, visible).order_by(ChurnEvent.id)
    return db.execute(statement, actor.params).scalars().all()


def _render_movement(
    row: _Row, client: Ref, causes: list[MovementCause], conversion: Conversion, rates_of: date
) -> MovementOut:
    converted = conversion.convert_row(row.amount, row.currency, rates_of)
    if len(row.changes) > 1:
        # Several currencies have no common rate.
        converted["rate"] = converted["rate_on"] = None
    return {
        "api_id": f"{client['api_id']}.{row.day}.{row.currency}",
        "client": client,
        "on": row.day,
        "kind": row.kind,
        "amount": money(row.amount, row.currency),
        "changes": [money(amount, currency) for amount, currency, _ in row.changes],
        "causes": causes,
        **converted,
    }
