"""What each client owed on a day over HTTP, told again from the raw rows, and how asking for it stands today."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from tests.factories.rates import make_rate
from tests.factories.statements import count_statements
from tests.factories.work import make_client, make_invoice, make_project, make_receipt
from tests.factories.world import World, build_world, unchanged

PATH, LIST = "/api/v1/receivables-by-client", "/api/v1/receivables"
TODAY, MAY = date(2026, 11, 20), date(2026, 5, 31)
RATES = {MAY: "1.3333", TODAY: "1.40"}


@pytest.fixture
def alone(database: Database) -> World:
    """An agency of this test's own: what is owed is of nobody else."""
    return build_world(database)


@pytest.fixture
def company(alone: World) -> World:
    """Two clients and somebody we do not know, in three currencies, of which one has no rate."""
    with alone.database.write() as session:
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
        # Paid after May, in two steps: owed then, and not today.
        paid = bill(small, "800.00", "CAD", "2026-03-02", "2026-04-01", balance=Decimal(0))
        make_receipt(session, paid, "300.00", MAY)
        make_receipt(session, paid, "500.00", date(2026, 7, 9))
        bill(small, "25.00", "CAD", "2026-06-01", "2026-07-01")
        bill(None, "41.00", "CAD", "2026-05-02", "2026-05-31", customer_name="Inconnu")
        bill(None, "42.00", "USD", "2026-05-02", "2026-05-30", customer_name="Inconnue")
    return alone


def _read(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"{PATH}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _listed(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"{LIST}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _key(row: dict[str, Any]) -> str | None:
    return row["client"] and row["client"]["name"]


def _in_dollars(amount: Decimal, currency: str, day: date) -> Decimal:
    exact = Fraction(amount) * (Fraction(RATES[day]) if currency == "USD" else 1)
    return Decimal(int(exact * 100 + Fraction(1, 2))).scaleb(-2)


def _raw(world: World, day: date) -> dict[tuple[int | None, str, str], list[Decimal]]:
    """By client, currency and part: the balances of that day, from the invoices and their payments themselves."""
    with world.database.read() as db:
        invoices = db.execute(select(Invoice).where(Invoice.is_voided.is_(False), Invoice.issued_on <= day)).all()
        payments = db.execute(select(InvoicePayment).where(InvoicePayment.paid_on <= day)).all()
    found: dict[tuple[int | None, str, str], list[Decimal]] = defaultdict(list)
    for one in invoices:
        owed = one.total - sum(paid.amount for paid in payments if paid.invoice_external_id == one.external_id)
        edges = ((0, "current"), (30, "1_30"), (60, "31_60"), (90, "61_90"))
        part = next((name for most, name in edges if (day - one.payable_on).days <= most), "over_90")
        if owed > 0:
            found[one.client_id, one.currency, part].append(owed)
    return found


@pytest.mark.parametrize("day", [MAY, TODAY], ids=str)
def test_every_cell_is_told_again_from_the_raw_rows_and_leads_to_its_invoices(company: World, day: date):
    raw, told = _raw(company, day), _read(company, f"as_of={day}&currency=CAD")
    cells: dict[tuple[str | None, str, str], tuple[int, Decimal]] = {}
    for row in told:
        own: dict[str, Decimal] = defaultdict(Decimal)
        total = overdue = Decimal(0)
        whose = f"client={row['client']['api_id']}" if row["client"] else "matched=false"
        for line in row["currencies"]:
            currency = line["currency"]
            for bucket in line["buckets"]:
                query = f"as_of={day}&{whose}&currency={currency}&aging_bucket={bucket['bucket']}"
                balances = [Decimal(one["balance"]["amount"]) for one in _listed(company, query)]
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
        assert row["invoices"] == len(_listed(company, f"as_of={day}&{whose}"))
    expected = sorted((len(balances), sum(balances), *key[1:]) for key, balances in raw.items())
    assert sorted((*cell, *key[1:]) for key, cell in cells.items()) == expected
    assert len({key[0] for key in raw}) == len(told)


def test_may_is_as_may_was(company: World):
    before = _read(company, f"as_of={MAY}&currency=CAD")
    assert [(_key(row), row["total"]["amount"], row["days_past_due"]) for row in before] == [
        ("Tardif", "677.78", 111), ("Petit", "500.00", 60), (None, "97.00", 1),
    ]  # fmt: skip
    with company.database.write() as session:
        session.execute(update(ExchangeRate).where(ExchangeRate.valid_on == TODAY).values(rate=Decimal("9.99")))
        late = (
            session.execute(select(Invoice).where(Invoice.number.is_not(None)).order_by(Invoice.id)).scalars().first()
        )
        assert late
        make_receipt(session, late, "100.01", TODAY)
        late.balance = Decimal(0)
    assert [row | {"follow_up": None} for row in _read(company, f"as_of={MAY}&currency=CAD")] == [
        row | {"follow_up": None} for row in before
    ]
    assert {_key(row): row["total"]["amount"] for row in _read(company, "currency=CAD")}["Petit"] == "25.00"
    # What is owed in all is the dashboard's figure of the same day.
    board = company.browser("admin").get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["receivables"]
    total = sum(Decimal(row["total"]["amount"]) for row in _read(company, "currency=CAD"))
    assert f"{total}" == board["money"]["amount"]


def test_it_says_how_asking_for_the_money_stands(company: World):
    admin = company.browser("admin")

    def state(name: str) -> dict[str, Any]:
        return next(row["follow_up"] for row in _read(company, f"as_of={MAY}") if _key(row) == name)

    assert state("Petit") == {
        "due": 0, "planned": 0, "forgotten": 0, "next_on": None, "last_kept_at": None, "last_kept_on": None,
        "invoice": None,
    }  # fmt: skip
    first = state("Tardif")
    assert [first[name] for name in ("due", "planned", "forgotten", "next_on", "last_kept_at")] == [0, 0, 4, None, None]
    rows = _listed(company, "sort=due_on&matched=true")
    assert first["invoice"] == {"api_id": rows[0]["api_id"], "name": rows[0]["number"]}
    for row, day in zip(rows, ("2026-11-20", "2026-12-01"), strict=False):
        assert admin.patch(f"/api/v1/invoices/{row['api_id']}", {"follow_up_on": day}).status_code == 200
    asked = state("Tardif")
    assert [asked[name] for name in ("due", "planned", "forgotten", "next_on")] == [1, 1, 2, "2026-11-20"]
    assert (asked["last_kept_at"] is None, asked["last_kept_on"]["api_id"]) == (False, rows[1]["api_id"])
    assert asked["invoice"]["api_id"] == rows[2]["api_id"]


def test_each_sees_the_clients_whose_invoices_they_see(alone: World):
    manager, churn = (alone.people[column].user for column in ("account_manager", "churn_manager"))
    with alone.database.write() as session:
        for name, keeper in (("À moi", manager), ("À elle", churn), ("Perdu", alone.stranger)):
            client = make_client(session, name=name, account_manager_id=keeper.id)
            make_invoice(session, client_id=client.id, total="10.00")
            if name == "Perdu":
                make_project(session, client_id=client.id, monthly_fee="900.00", status="churned")
        make_invoice(session, client_id=None, total="10.00")
    everything = ["À elle", "À moi", "Perdu", None]
    for column, names in {
        "admin": everything, "financial_manager": everything, "account_manager": ["À moi"],
        "churn_manager": ["À elle", "Perdu"],
    }.items():  # fmt: skip
        rows = _read(alone, "currency=CAD", column)
        assert [_key(row) for row in rows] == names, column
        assert {row["follow_up"]["invoice"] is not None for row in rows} == {column != "churn_manager"}
        listed = _listed(alone, "", column)
        assert sum(row["invoices"] for row in rows) == len(listed)


def test_clients_are_paged_found_by_name_and_told_in_ones_own_currency(company: World):
    def page(query: str) -> tuple[list[str | None], int]:
        answer = company.browser("admin").get(f"{PATH}?{query}&as_of={MAY}&currency=CAD").json()
        return [_key(row) for row in answer["data"]], answer["meta"]["total"]

    assert [page("per_page=2"), page("per_page=2&page=2")] == [(["Tardif", "Petit"], 3), ([None], 3)]
    assert [page("search=tard"), page("search=personne")] == [(["Tardif"], 1), ([], 0)]
    assert _read(company, "")[0]["total"]["currency"] == "USD"
    with unchanged(company.database):
        for query in ("as_of=soon", "sort=name", "currency=XXX", "aging_bucket=current"):
            assert company.browser("admin").get(f"{PATH}?{query}").status_code == 422, query


def test_as_many_statements_for_many_clients_as_for_one(company: World):
    def counted() -> int:
        with company.database.write() as session:
            make_invoice(session, client_id=make_client(session).id)
        with count_statements(company.database) as statements:
            _read(company, "currency=CAD")
        return len(statements)

    _read(company, "")  # rates and settings are known from here on
    assert counted() == counted() <= 8
