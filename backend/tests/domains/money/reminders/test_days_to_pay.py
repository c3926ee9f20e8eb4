"""How many days clients take to pay: which invoices count, weighted by amount, and each currency by itself."""

from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from regie.domains.money.invoices.days_to_pay import Settled, average_days
from tests.factories.work import make_client, make_invoice, make_receipt
from tests.factories.world import World

ISSUED = date(2026, 9, 1)
LIST = "/api/v1/receivables-by-client"


def _pay(session: Any, key: int, total: str, *lines: tuple[str, date], **fields: Any) -> str:
    """Create a paid invoice with its lines."""
    kinds = fields.pop("kinds", ())
    values = {"issued_on": ISSUED, "due_on": None, "balance": Decimal(0), "currency": "CAD"} | fields
    invoice = make_invoice(session, client_id=key, total=total, **values)
    for index, (amount, day) in enumerate(lines):
        kind = {"kind": kinds[index]} if kinds else {}
        make_receipt(session, invoice, amount, day, **kind)
    return invoice.api_id


def _client(world: World, column: str = "admin") -> tuple[str, int]:
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people[column].user.id)
        return client.api_id, client.id


def _read(world: World, client: str, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"/api/v1/clients/{client}/days-to-pay")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def test_average_is_weighted_by_amount_and_each_currency_is_by_itself(world: World):
    client, key = _client(world)
    with world.database.write() as session:
        counted = [
            _pay(session, key, "3000.00", ("3000.00", date(2026, 9, 11))),
            # Its last part settles it.
            _pay(session, key, "1000.00", ("400.00", date(2026, 9, 5)), ("600.00", date(2026, 10, 1))),
        ]
        foreign = _pay(session, key, "500.00", ("500.00", date(2026, 9, 21)), currency="USD")
        _pay(session, key, "10.00", ("5.00", date(2026, 9, 2)), balance=Decimal("5.00"))
        _pay(session, key, "10.00", ("10.00", date(2026, 9, 2)), kinds=("credit",))
        _pay(session, key, "10.00", ("10.00", date(2025, 11, 19)), issued_on=date(2025, 10, 1))
        _pay(session, key, "10.00", ("10.00", date(2026, 9, 2)), is_voided=True)
        edge = _pay(session, key, "0.01", ("0.01", date(2025, 11, 20)), issued_on=date(2025, 11, 10))
    # (3000 × 10 + 1000 × 30 + 0.01 × 10) ÷ 4000.01 = 15.0.
    assert _read(world, client) == {
        "since": "2025-11-20", "until": "2026-11-20", "formula": "days_to_pay",
        "currencies": [
            {"currency": "CAD", "days": 15, "invoices": 3}, {"currency": "USD", "days": 20, "invoices": 1},
        ],
    }  # fmt: skip
    window = f"client={client}&settled_from=2025-11-20&settled_to=2026-11-20"
    for currency, ids in (("CAD", {*counted, edge}), ("USD", {foreign})):
        rows = world.browser("admin").get(f"/api/v1/invoices?{window}&currency={currency}&per_page=100").json()["data"]
        assert {row["api_id"] for row in rows} == ids


def test_list_shows_the_average_of_each_client_until_its_day(world: World):
    client, key = _client(world)
    with world.database.write() as session:
        _pay(session, key, "100.00", ("100.00", date(2026, 9, 11)))
        _pay(session, key, "100.00", ("100.00", date(2026, 10, 21)))
        make_invoice(session, client_id=key, issued_on=ISSUED)
    (row,) = world.browser("admin").get(f"{LIST}?client={client}").json()["data"]
    assert row["days_to_pay"] == [{"currency": "CAD", "days": 30, "invoices": 2}]
    (row,) = world.browser("admin").get(f"{LIST}?client={client}&as_of=2026-09-30").json()["data"]
    assert row["days_to_pay"] == [{"currency": "CAD", "days": 10, "invoices": 1}]


def test_list_is_sorted_by_the_slowest_average(world: World):
    clients = []
    for paid_on in (date(2026, 9, 11), None, date(2026, 10, 21)):
        client, key = _client(world)
        clients.append(client)
        with world.database.write() as session:
            if paid_on:
                _pay(session, key, "100.00", ("100.00", paid_on))
                _pay(session, key, "100.00", ("100.00", date(2026, 9, 2)), currency="USD")
            make_invoice(session, client_id=key, issued_on=ISSUED)
    quick, unknown, slow = clients
    only = f"client={'&client='.join(clients)}"
    for sort, expected in (("-days_to_pay", [slow, quick, unknown]), ("days_to_pay", [unknown, quick, slow])):
        rows = world.browser("admin").get(f"{LIST}?{only}&sort={sort}").json()["data"]
        assert [row["client"]["api_id"] for row in rows] == expected


def test_others_see_no_average(world: World):
    client, key = _client(world, "financial_manager")
    with world.database.write() as session:
        _pay(session, key, "100.00", ("100.00", date(2026, 9, 11)))
    assert _read(world, client, "financial_manager")["currencies"] != []
    assert _read(world, client, "account_manager")["currencies"] == []


_ROWS = st.lists(
    st.builds(Settled, days=st.integers(0, 900), amount=st.integers(1, 10**15), invoices=st.integers(1, 9)),
    min_size=1,
    max_size=20,
)


@given(rows=_ROWS)
def test_average_is_between_the_shortest_and_the_longest(rows: list[Settled]):
    days = [one.days for one in rows]
    assert min(days) <= average_days(rows) <= max(days)
    assert average_days(rows) == average_days(list(reversed(rows))) == average_days([*rows, *rows])
