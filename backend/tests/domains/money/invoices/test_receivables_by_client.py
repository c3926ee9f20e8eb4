"""Receivables by client on a day, recalculated from database rows, and the state of follow-ups."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from tests.factories.rates import make_rate
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project, make_receipt
from tests.factories.world import World, assert_unchanged, build_world

PATH, LIST = "/api/v1/receivables-by-client", "/api/v1/receivables"
TODAY, MAY = date(2026, 11, 20), date(2026, 5, 31)
RATES = {MAY: "1.3333", TODAY: "1.40"}


@pytest.fixture
def isolated(database: Database) -> World:
    """Sample data for one test only, so that no other receivables exist."""
    return build_world(database)


@pytest.fixture
def sample(isolated: World) -> World:
    """Invoices of two clients and of unmatched customers, in three currencies, one without a rate."""
    with isolated.database.write() as session:
        for day, rate in RATES.items():
            make_rate(session, "USD", day, rate)
        late, small = (make_client(session, name=name) for name in ("Tardif", "Petit"))

        def bill(client: Any, total: str, currency: str, issued: str, due: str | None, **fields: Any) -> Invoice:
            issued_on = date.fromisoformat(issued)
            due_on = due and date.fromisoformat(due)
            values = {"client_id": client and client.id, "issued_on": issued_on, "due_on": due_on, **fields}
            values.setdefault("payable_on", due_on or issued_on + timedelta(days=30))
            return make_invoice(session, total=total, currency=currency, **values)

        bill(late, "100.01", "USD", "2026-01-10", "2026-02-09")
        bill(late, "33.33", "USD", "2026-05-01", None)
        bill(late, "500.00", "CAD", "2026-04-01", "2026-05-01")
        bill(late, "70.00", "EUR", "2026-05-20", "2026-06-19")
        bill(late, "9000.00", "CAD", "2026-04-01", "2026-05-01", is_voided=True)
        # Fully paid after May: owed at the end of May, but not today.
        paid = bill(small, "800.00", "CAD", "2026-03-02", "2026-04-01", balance=Decimal(0))
        make_receipt(session, paid, "300.00", MAY)
        make_receipt(session, paid, "500.00", date(2026, 7, 9))
        bill(small, "25.00", "CAD", "2026-06-01", "2026-07-01")
        bill(None, "41.00", "CAD", "2026-05-02", "2026-05-31", customer_name="Inconnu")
        bill(None, "42.00", "USD", "2026-05-02", "2026-05-30", customer_name="Inconnue")
    return isolated


def _read(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{PATH}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _listed(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{LIST}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _key(row: dict[str, Any]) -> str | None:
    return row["client"] and row["client"]["name"]


def _in_dollars(amount: Decimal, currency: str, day: date) -> Decimal:
    exact = Fraction(amount) * (Fraction(RATES[day]) if currency == "USD" else 1)
    return Decimal(int(exact * 100 + Fraction(1, 2))).scaleb(-2)


def _read_balances(world: World, day: date) -> dict[tuple[int | None, str, str], list[Decimal]]:
    """The balances of a day by client, currency and bucket, from the rows of invoices and payments."""
    with world.database.read() as db:
        invoices = db.execute(select(Invoice).where(Invoice.is_voided.is_(False), Invoice.issued_on <= day)).all()
        payments = db.execute(select(InvoicePayment).where(InvoicePayment.paid_on <= day)).all()
    found: dict[tuple[int | None, str, str], list[Decimal]] = defaultdict(list)
    for one in invoices:
        owed = one.total - sum(paid.amount for paid in payments if paid.invoice_external_id == one.external_id)
        edges = ((0, "current"), (30, "1_30"), (60, "31_60"), (90, "61_90"))
        bucket_name = next((name for limit, name in edges if (day - one.payable_on).days <= limit), "over_90")
        if owed > 0:
            found[one.client_id, one.currency, bucket_name].append(owed)
    return found


@pytest.mark.parametrize("day", [MAY, TODAY], ids=str)
def test_every_cell_matches_the_database_rows_and_its_invoices(sample: World, day: date):
    balances_by_cell, response = _read_balances(sample, day), _read(sample, f"as_of={day}&currency=CAD")
    cells: dict[tuple[str | None, str, str], tuple[int, Decimal]] = {}
    for row in response:
        own: dict[str, Decimal] = defaultdict(Decimal)
        total = overdue = Decimal(0)
        whose = f"client={row['client']['api_id']}" if row["client"] else "matched=false"
        for line in row["currencies"]:
            currency = line["currency"]
            for bucket in line["buckets"]:
                query = f"as_of={day}&{whose}&currency={currency}&aging_bucket={bucket['bucket']}"
                balances = [Decimal(one["balance"]["amount"]) for one in _listed(sample, query)]
                assert (bucket["invoices"], Decimal(bucket["amount"]["amount"])) == (len(balances), sum(balances))
                if balances:
                    cells[_key(row), currency, bucket["bucket"]] = len(balances), sum(balances, Decimal(0))
                if currency == "EUR":
                    own[currency] += sum(balances)
                    continue
                converted = sum((_in_dollars(balance, currency, day) for balance in balances), Decimal(0))
                total += converted
                overdue += converted if bucket["bucket"] != "current" else 0
        assert (Decimal(row["total"]["amount"]), Decimal(row["overdue"]["amount"])) == (total, overdue), row
        assert {one["currency"]: Decimal(one["amount"]) for one in row["unconverted"]} == own
        assert row["invoices"] == len(_listed(sample, f"as_of={day}&{whose}"))
    expected = sorted((len(balances), sum(balances), *key[1:]) for key, balances in balances_by_cell.items())
    assert sorted((*cell, *key[1:]) for key, cell in cells.items()) == expected
    assert len({key[0] for key in balances_by_cell}) == len(response)


def test_receivables_of_may_do_not_change_later(sample: World):
    before = _read(sample, f"as_of={MAY}&currency=CAD")
    assert [(_key(row), row["total"]["amount"], row["days_past_due"]) for row in before] == [
        ("Tardif", "677.78", 111), ("Petit", "500.00", 60), (None, "97.00", 1),
    ]  # fmt: skip
    with sample.database.write() as session:
        session.execute(update(ExchangeRate).where(ExchangeRate.valid_on == TODAY).values(rate=Decimal("9.99")))
        late = (
            session.execute(select(Invoice).where(Invoice.number.is_not(None)).order_by(Invoice.id)).scalars().first()
        )
        assert late
        make_receipt(session, late, "100.01", TODAY)
        late.balance = Decimal(0)
    assert [row | {"follow_up": None} for row in _read(sample, f"as_of={MAY}&currency=CAD")] == [
        row | {"follow_up": None} for row in before
    ]
    assert {_key(row): row["total"]["amount"] for row in _read(sample, "currency=CAD")}["Petit"] == "25.00"
    # The total equals the dashboard's figure of the same day.
    dashboard = sample.browser("admin").get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["receivables"]
    total = sum(Decimal(row["total"]["amount"]) for row in _read(sample, "currency=CAD"))
    assert f"{total}" == dashboard["money"]["amount"]


def test_follow_up_counts_and_next_invoice(sample: World):
    admin = sample.browser("admin")

    def state(name: str) -> dict[str, Any]:
        return next(row["follow_up"] for row in _read(sample, f"as_of={MAY}") if _key(row) == name)

    assert state("Petit") == {
        "due": 0, "planned": 0, "without_follow_up": 0, "next_on": None, "next_owner": None,
        "last_noted_at": None, "last_noted_on": None,
        "invoice": None,
    }  # fmt: skip
    first = state("Tardif")
    assert [first[name] for name in ("due", "planned", "without_follow_up", "next_on", "last_noted_at")] == [
        0,
        0,
        4,
        None,
        None,
    ]
    rows = _listed(sample, "sort=due_on&matched=true")
    assert first["invoice"] == {"api_id": rows[0]["api_id"], "name": rows[0]["number"]}
    for row, day in zip(rows, ("2026-11-20", "2026-12-01"), strict=False):
        assert admin.patch(f"/api/v1/invoices/{row['api_id']}", {"follow_up_on": day}).status_code == 200
    after = state("Tardif")
    assert [after[name] for name in ("due", "planned", "without_follow_up", "next_on")] == [1, 1, 2, "2026-11-20"]
    assert (after["last_noted_at"] is None, after["last_noted_on"]["api_id"]) == (False, rows[1]["api_id"])
    assert after["invoice"]["api_id"] == rows[2]["api_id"]


def test_receivables_are_limited_to_visible_invoices(isolated: World):
    manager, churn = (isolated.people[column].user for column in ("account_manager", "churn_manager"))
    with isolated.database.write() as session:
        for name, manager_of_client in (("À moi", manager), ("À elle", churn), ("Perdu", isolated.stranger)):
            client = make_client(session, name=name, account_manager_id=manager_of_client.id)
            make_invoice(session, client_id=client.id, total="10.00")
            if name == "Perdu":
                make_project(session, client_id=client.id, monthly_fee="900.00", status="churned")
        make_invoice(session, client_id=None, total="10.00")
    everything = ["À elle", "À moi", "Perdu", None]
    for column, names in {
        "admin": everything, "financial_manager": everything, "account_manager": ["À moi"],
        "churn_manager": ["À elle", "Perdu"],
    }.items():  # fmt: skip
        rows = _read(isolated, "currency=CAD", column)
        assert [_key(row) for row in rows] == names, column
        assert {row["follow_up"]["invoice"] is not None for row in rows} == {column != "churn_manager"}
        listed = _listed(isolated, "", column)
        assert sum(row["invoices"] for row in rows) == len(listed)


def test_pages_search_and_default_currency(sample: World):
    def page(query: str) -> tuple[list[str | None], int]:
        response = sample.browser("admin").get(f"{PATH}?{query}&as_of={MAY}&currency=CAD").json()
        return [_key(row) for row in response["data"]], response["meta"]["total"]

    assert [page("per_page=2"), page("per_page=2&page=2")] == [(["Tardif", "Petit"], 3), ([None], 3)]
    assert [page("search=tard"), page("search=personne")] == [(["Tardif"], 1), ([], 0)]
    assert _read(sample, "")[0]["total"]["currency"] == "USD"
    with assert_unchanged(sample.database):
        for query in ("as_of=soon", "sort=name", "currency=XXX", "aging_bucket=over_120", "status=late", "owed_in=XXX"):
            assert sample.browser("admin").get(f"{PATH}?{query}").status_code == 422, query


def test_statement_count_does_not_depend_on_number_of_clients(sample: World):
    def counted() -> int:
        with sample.database.write() as session:
            make_invoice(session, client_id=make_client(session).id)
        with record_statements(sample.database) as statements:
            _read(sample, "currency=CAD")
        return len(statements)

    _read(sample, "")  # fills the caches of rates and settings
    assert counted() == counted() <= 8


def test_the_database_converts_and_adds_up_invoices(sample: World, monkeypatch: pytest.MonkeyPatch):
    """Python reads sums: the time follows the clients that owe, not their invoices."""
    expected = _read(sample, f"as_of={MAY}&currency=CAD")

    def convert(*_: Any) -> None:
        raise AssertionError("an invoice is converted by itself")

    monkeypatch.setattr(Rates, "convert", convert)
    with sample.database.write() as session:
        make_client(session)  # a new version, so that nothing is cached
    assert _read(sample, f"as_of={MAY}&currency=CAD") == expected
