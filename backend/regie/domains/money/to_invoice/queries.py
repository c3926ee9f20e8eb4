"""Reads what is to be invoiced, over all projects and by client; every statement starts from the caller's rights."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, get_args

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, case, cast, func, join, literal_column, type_coerce

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, at_least, at_most, one_of
from regie.core.lists.pages import paginate, sort_rows
from regie.core.lists.shape import Shape, ref_to
from regie.core.money.amounts import Amount, money
from regie.core.text.folding import fold
from regie.domains.money.overages.figures import AGREED_RATE, UNDECIDED, value_hours, value_rate
from regie.domains.money.overages.queries import OVERAGES, overage_row_scope
from regie.domains.money.overages.schemas import OverageQuery
from regie.domains.money.payments.figures import OPEN_AMOUNT as OPEN_PAYMENT
from regie.domains.money.payments.figures import STATUS
from regie.domains.money.payments.queries import PAYMENTS, payment_row_scope
from regie.domains.money.payments.schemas import PaymentQuery
from regie.domains.money.to_invoice.figures import (
    APPROVED_ON,
    INVOICED_AMOUNT,
    IS_TO_SCHEDULE,
    OPEN_AMOUNT,
    SCHEDULED_AMOUNT,
)
from regie.domains.money.to_invoice.schemas import (
    ClientToInvoice,
    ClientToInvoiceQuery,
    ConvertedTotal,
    ExtraWorkColumns,
    ExtraWorkQuery,
    ExtraWorkRow,
    ToInvoice,
    ToInvoiceKind,
    ToInvoiceQuery,
    ToInvoiceTotal,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates, by_value
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.records.users.queries import read_currency
from regie.domains.work.projects.queries import managed_projects

_SOON = timedelta(days=30)
_NOTHING = Decimal(0)
KINDS: tuple[ToInvoiceKind, ...] = get_args(ToInvoiceKind)
TO_INVOICE = PaymentQuery(status=["planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted"])
_UNDECIDED = OverageQuery(state=["undecided"])

EXTRA_WORK = Listing(
    source=join(Project, Client, Client.id == Project.client_id, isouter=True).join(
        User, User.id == Project.account_manager_id, isouter=True
    ),
    key=Project.id,
    api_id=Project.api_id,
    shape=Shape.of(
        ExtraWorkColumns,
        Project,
        project=ref_to(Project),
        client=ref_to(Client),
        account_manager=ref_to(User),
        currency=Project.currency,
        approved_on=APPROVED_ON,
        scheduled_amount=SCHEDULED_AMOUNT,
        invoiced_amount=INVOICED_AMOUNT,
        open_amount=OPEN_AMOUNT,
    ),
    sorts={
        "approved_on": APPROVED_ON,
        "client": Client.name_key,
        "project": Project.name_key,
        "open_amount": by_value(OPEN_AMOUNT, Project.currency),
    },
    default_sort="approved_on",
    search=(Project.search_key, Client.search_key),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "currency": one_of(Project.currency),
        "approved_from": at_least(APPROVED_ON),
        "approved_to": at_most(APPROVED_ON),
    },
)


def visible_extra_work(scope: Scope) -> ColumnElement[bool]:
    """Approved work that is not billed completely, of the projects that the caller or one of their teams manages."""
    return and_(IS_TO_SCHEDULE, managed_projects(scope))


def extra_work_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.PAYMENTS_VIEW, visible_extra_work)


def list_extra_work(db: Connection, actor: Actor, query: ExtraWorkQuery) -> Page[ExtraWorkRow]:
    page = EXTRA_WORK.page(db, extra_work_scope(actor), query)
    may_decide = actor.can(Permission.PAYMENTS_EDIT)
    rows: list[ExtraWorkRow] = [{**row, "can": ["schedule", "skip"] if may_decide else []} for row in page["data"]]
    return {"data": rows, "meta": page["meta"]}


class _Lines(NamedTuple):
    """Lines of a client, a kind and a currency; the amount is None where it is not known to the caller."""

    kind: ToInvoiceKind
    client: tuple[str, str]
    currency: str
    lines: int
    amount: Decimal | None


@dataclass(slots=True)
class _Sum:
    """A sum of lines, in their own currencies and at today's rates."""

    currency: str
    rates: Rates
    lines: int = 0
    unvalued: int = 0
    amounts: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    by_kind: dict[ToInvoiceKind, Decimal] = field(default_factory=lambda: dict.fromkeys(KINDS, _NOTHING))
    unconverted: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, found: _Lines) -> None:
        self.lines += found.lines
        if found.amount is None:
            self.unvalued += found.lines
            return
        self.amounts[found.currency] += found.amount
        converted = self.rates.convert(found.amount, found.currency, self.currency, self.rates.today)
        if converted is None:
            self.unconverted[found.currency] += found.amount
        else:
            self.by_kind[found.kind] += converted

    @property
    def converted(self) -> Decimal:
        return sum(self.by_kind.values(), _NOTHING)

    def serialize(self) -> ConvertedTotal:
        return {
            "lines": self.lines,
            "amounts": [money(amount, code) for code, amount in sorted(self.amounts.items())],
            "converted": money(self.converted, self.currency),
            "unconverted": [money(amount, code) for code, amount in sorted(self.unconverted.items())],
            "unvalued": self.unvalued,
        }


_Client = tuple[tuple[str, str], _Sum]
SORTS: Mapping[str, Callable[[_Client], Any]] = {
    "client": lambda one: fold(one[0][1]),
    "lines": lambda one: one[1].lines,
    "total": lambda one: one[1].converted,
    **{kind: lambda one, kind=kind: one[1].by_kind[kind] for kind in KINDS},
}
DEFAULT_SORT = "-total"


def read_to_invoice(db: Connection, actor: Actor, query: ToInvoiceQuery, today: date) -> ToInvoice:
    """Add up everything that the caller sees, by kind."""
    lines = list(_read_lines(db, actor, today))
    new_sum = _sums_in(db, actor, query, today)
    kinds: list[ToInvoiceTotal] = [
        {"kind": kind, **_add_up(new_sum(), (one for one in lines if one.kind == kind)).serialize()} for kind in KINDS
    ]
    return {
        "as_of": today,
        "soon_until": today + _SOON,
        "total": _add_up(new_sum(), lines).serialize(),
        "kinds": kinds,
    }


def list_by_client(db: Connection, actor: Actor, query: ClientToInvoiceQuery, today: date) -> Page[ClientToInvoice]:
    """Add up what is to be invoiced to each client, by default the highest first."""
    new_sum, words = _sums_in(db, actor, query, today), fold(query.search).split()
    sums: dict[tuple[str, str], _Sum] = {}
    for found in _read_lines(db, actor, today):
        if all(word in fold(found.client[1]) for word in words):
            sums.setdefault(found.client, new_sum()).add(found)
    by_name = sorted(sums.items(), key=SORTS["client"])
    return paginate(query, sort_rows(by_name, query.sort or DEFAULT_SORT, SORTS), _serialize_client, order=None)


def _serialize_client(found: _Client) -> ClientToInvoice:
    (api_id, name), total = found
    return {
        "api_id": api_id,
        "client": {"api_id": api_id, "name": name},
        **total.serialize(),
        "by_kind": {kind: money(amount, total.currency) for kind, amount in total.by_kind.items()},
    }


def _sums_in(db: Connection, actor: Actor, query: ToInvoiceQuery, today: date) -> Callable[[], _Sum]:
    currency, rates = query.currency or read_currency(db, actor), read_rates(db, today)
    return lambda: _Sum(currency, rates)


def _add_up(total: _Sum, lines: Iterable[_Lines]) -> _Sum:
    for one in lines:
        total.add(one)
    return total


def _read_lines(db: Connection, actor: Actor, today: date) -> Iterator[_Lines]:
    yield from _read_payments(db, actor, today)
    yield from _read_extra_work(db, actor)
    if actor.can(Permission.RETAINERS_VIEW):
        yield from _read_hours_over(db, actor)


_OF_CLIENT = (Client.api_id, Client.name, Project.currency)


def _read_payments(db: Connection, actor: Actor, today: date) -> Iterator[_Lines]:
    # As texts: PostgreSQL does not recognize an expression with parameters as the one that it groups by.
    now, soon = (literal_column(f"'{day}'") for day in (today, today + _SOON))
    kind = case(
        (STATUS["invoice_voided"] | STATUS["invoice_deleted"], literal_column("'again'")),
        (ProjectPayment.due_on < now, literal_column("'late'")),
        (ProjectPayment.due_on <= soon, literal_column("'soon'")),
        else_=literal_column("'later'"),
    )
    by = (*_OF_CLIENT, kind)
    columns = (*by, func.count(), _sum_up(OPEN_PAYMENT))
    rows = PAYMENTS.values(db, payment_row_scope(actor), TO_INVOICE, columns, group_by=by)
    for api_id, name, currency, of_kind, count, amount in rows:
        yield _Lines(of_kind, (api_id, name), currency, count, amount)


def _read_extra_work(db: Connection, actor: Actor) -> Iterator[_Lines]:
    columns = (*_OF_CLIENT, func.count(), _sum_up(OPEN_AMOUNT))
    rows = EXTRA_WORK.values(db, extra_work_scope(actor), ExtraWorkQuery(), columns, group_by=_OF_CLIENT)
    for api_id, name, currency, count, amount in rows:
        yield _Lines("extra_work", (api_id, name), currency, count, amount)


def _read_hours_over(db: Connection, actor: Actor) -> Iterator[_Lines]:
    """Months of which hours are undecided, valued like on the list of hours over."""
    scope = overage_row_scope(actor)
    shown = case((scope.shows_restricted(), literal_column("1")), else_=literal_column("0"))
    columns = (*_OF_CLIENT, UNDECIDED, AGREED_RATE, RetainerPeriod.fee, RetainerPeriod.base_hours, shown)
    for api_id, name, currency, hours, agreed, fee, included, is_shown in OVERAGES.values(
        db, scope, _UNDECIDED, columns
    ):
        rate, _source = value_rate(agreed, fee, included, currency)
        worth = value_hours(hours, rate, currency) if is_shown else None
        yield _Lines("hours_over", (api_id, name), currency, 1, worth)


def _sum_up(amount: ColumnElement[Any]) -> ColumnElement[Any]:
    return type_coerce(cast(func.sum(type_coerce(amount, BigInteger)), BigInteger), Amount)
