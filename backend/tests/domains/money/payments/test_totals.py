"""Paid amounts of payments that share an invoice, and totals of lists, recalculated in Python."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import BigInteger, literal, select, update

from regie.core.db.database import Database
from regie.core.money.shares import share_of
from regie.domains.records.invoices.models import Invoice
from tests.conftest import NOON
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_receipt
from tests.factories.world import World
from tests.long_tests import example_count

PATH = "/api/v1/projects-payments"
STATES = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off")
_keys = count(1)


def _rows(world: World, query: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of all pages, and the totals, which are equal on each page."""
    rows: list[dict[str, Any]] = []
    totals = None
    for page in range(1, 50):
        response = world.browser("admin").get(f"{PATH}?per_page=100&page={page}&{query}").json()
        assert totals in (None, response["meta"]["totals"])
        rows, totals = rows + response["data"], response["meta"]["totals"]
        if page >= response["meta"]["last_page"]:
            return rows, totals
    raise AssertionError("the list has no end")


def _paid(row: dict[str, Any]) -> Decimal:
    return Decimal((row["paid_amount"] or {"amount": 0})["amount"])


def _sum_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    state = {"partially_paid": "invoiced", "paid": "invoiced", "invoice_voided": "to_relink",
             "invoice_deleted": "to_relink"}  # fmt: skip
    sums: dict[str, dict[str, Decimal]] = defaultdict(lambda: dict.fromkeys((*STATES, "paid"), Decimal(0)))
    for row in rows:
        of = sums[row["currency"]]
        if row["status"] == "partially_invoiced":
            of["invoiced"] += Decimal(row["invoiced_amount"]["amount"])
            of["ready"] += Decimal(row["open_amount"]["amount"])
        else:
            of[state.get(row["status"], row["status"])] += Decimal(row["amount"]["amount"])
        of["paid"] += _paid(row)
    digits = {"JPY": 0}
    return [
        {"currency": currency}
        | {name: {"amount": f"{of[name]:.{digits.get(currency, 2)}f}", "currency": currency} for name in of}
        for currency, of in sorted(sums.items())
    ]


CENTS = st.integers(1, 2_000_000_00)


@st.composite
def bills(draw: st.DrawFn) -> dict[str, Any]:
    """An invoice with payments received and scheduled payments; its subtotal may be smaller after a synchronization."""
    subtotal, tax = draw(CENTS), draw(st.integers(0, 300_000_00))
    total = subtotal + tax
    cuts = draw(st.lists(st.integers(0, subtotal), max_size=5))
    edges = [0, *sorted(cuts), subtotal]
    amounts = [later - earlier for earlier, later in pairwise(edges) if later > earlier]
    return {
        "subtotal": draw(st.sampled_from([subtotal, subtotal, max(1, subtotal - 3)])),
        "total": total,
        "paid": draw(st.lists(st.integers(1, total), max_size=4)),
        "amounts": amounts,
        "days": draw(st.lists(st.integers(0, 5), min_size=len(amounts), max_size=len(amounts))),
        "status": draw(st.lists(st.sampled_from(["ready", "ready", "written_off"]), min_size=len(amounts),
                                max_size=len(amounts))),
        "gone": draw(st.sampled_from([None, None, None, "is_voided", "deleted_at"])),
    }  # fmt: skip


@pytest.fixture(scope="module")
def project_data(world: World) -> dict[str, Any]:
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
    return {"world": world, "client": client, "project": project}


def _store(project_data: dict[str, Any], bill: dict[str, Any]) -> tuple[str, list[int]]:
    """Store the bill; return the invoice's api_id and the order in which its payments are settled."""
    number = next(_keys)
    paid = min(sum(bill["paid"]), bill["total"])
    with project_data["world"].database.write() as session:
        invoice = make_invoice(
            session, client_id=project_data["client"].id, subtotal=Decimal(bill["subtotal"]) / 100,
            tax=Decimal(bill["total"] - bill["subtotal"]) / 100, total=str(Decimal(bill["total"]) / 100),
            balance=Decimal(bill["total"] - paid) / 100, number=f"P-{number}",
            **({} if bill["gone"] is None else {bill["gone"]: NOON if bill["gone"] == "deleted_at" else True}),
        )  # fmt: skip
        for amount in bill["paid"]:
            make_receipt(session, invoice, str(Decimal(amount) / 100), date(2026, 10, 5))
        for index, amount in enumerate(bill["amounts"]):
            make_payment(
                session, project_id=project_data["project"].id, invoice_id=invoice.id, amount=Decimal(amount) / 100,
                due_on=date(2026, 10, 1) + timedelta(days=bill["days"][index]), status=bill["status"][index],
                sequence=index,
            )  # fmt: skip
    order = sorted(range(len(bill["amounts"])), key=lambda index: (bill["days"][index], index))
    return invoice.api_id, order


@settings(
    max_examples=example_count(60),
)
@given(bills())
def test_paid_amount_is_allocated_by_due_date_to_the_cent(project_data: dict[str, Any], bill: dict[str, Any]):
    api_id, order = _store(project_data, bill)
    rows, totals = _rows(project_data["world"], f"invoice={api_id}&sort=due_on")
    assert totals == _sum_rows(rows)
    by_sequence = {row["sequence"]: row for row in rows}
    if bill["gone"]:
        assert {row["paid_amount"] for row in rows} <= {None}
        return
    paid = min(sum(bill["paid"]), bill["total"])
    exact = Fraction(bill["subtotal"] * paid, bill["total"])
    remaining = bill["subtotal"] if paid == bill["total"] else int(exact)
    assert 0 <= exact - remaining < 1
    unbilled = bill["subtotal"]
    for index in order:
        row, amount = by_sequence[index], bill["amounts"][index]
        billed, paid_part = (max(0, min(amount, left)) for left in (unbilled, remaining))
        unbilled, remaining = unbilled - amount, remaining - amount
        assert Decimal(row["invoiced_amount"]["amount"]) * 100 == billed
        assert _paid(row) * 100 == paid_part
        state = "paid" if paid_part == amount else "partially_paid" if paid_part else "invoiced"
        if billed < amount:
            state = "partially_invoiced" if billed else "ready"
        assert row["status"] == ("written_off" if bill["status"][index] == "written_off" else state)
    total_paid = sum(map(_paid, rows))
    assert total_paid * 100 <= min(bill["subtotal"], exact)
    assert total_paid * 100 == min(sum(bill["amounts"]), int(exact) if paid < bill["total"] else bill["subtotal"])


def test_paid_on_is_the_day_that_received_payments_cover_it(world: World, project_data: dict[str, Any]):
    bill = {"subtotal": 100_000, "total": 115_000, "paid": [], "amounts": [40_000, 60_000], "days": [0, 1],
            "status": ["ready", "ready"], "gone": None}  # fmt: skip
    api_id, _ = _store(project_data, bill)
    with world.database.write() as session:
        invoice = session.execute(select(Invoice).where(Invoice.api_id == api_id)).scalar_one()
        for amount, day in (("230.00", 3), ("230.00", 7), ("690.00", 12)):
            make_receipt(session, invoice, amount, date(2026, 11, day))
        make_receipt(session, invoice, "1150.00", date(2026, 11, 1), deleted_at=NOON)
        invoice.balance = Decimal("690.00")
    assert [row["paid_on"] for row in _rows(world, f"invoice={api_id}")[0]] == ["2026-11-07", None]
    with world.database.write() as session:
        session.execute(update(Invoice).where(Invoice.api_id == api_id).values(balance=Decimal(0)))
    assert [row["paid_on"] for row in _rows(world, f"invoice={api_id}")[0]] == ["2026-11-07", "2026-11-12"]


@pytest.fixture(scope="module")
def sample(world: World) -> World:
    """Create two clients with projects in three currencies, and payments with every status."""
    with world.database.write() as session:
        for client in (make_client(session), make_client(session)):
            for number, currency in enumerate(("CAD", "USD", "JPY", "CAD")):
                project = make_project(session, client_id=client.id, currency=currency)
                fields = {"client_id": client.id, "currency": currency}
                invoices = [
                    make_invoice(session, **fields, subtotal=Decimal(9000), tax=Decimal(0), total="9000", **state)
                    for state in (
                        {}, {"balance": Decimal(8850)}, {"balance": Decimal(0)}, {"is_voided": True},
                        {"deleted_at": NOON},
                    )
                ]  # fmt: skip
                for index, invoice in enumerate((*invoices, None, None, None, None)):
                    status = "ready" if invoice else ("planned", "ready", "skipped", "written_off")[index - 5]
                    for part in range(2 + number):
                        make_payment(
                            session, project_id=project.id, status=status, invoice_id=invoice and invoice.id,
                            amount=Decimal(100 * index + 10 * part + 7), due_on=date(2026, 1 + index, 1 + part),
                        )  # fmt: skip
    return world


FILTERS = (
    "", "status=paid", "status=planned&status=ready", "status=partially_paid", "status=invoice_voided", "currency=JPY",
    "due_from=2026-03-02&due_to=2026-05-01", "search=refonte", "search=zzzz", "status=written_off&currency=CAD",
)  # fmt: skip


@pytest.mark.parametrize("query", FILTERS)
def test_totals_equal_the_sums_of_rows_per_currency(sample: World, query: str):
    rows, totals = _rows(sample, query)
    assert totals == _sum_rows(rows)
    everything, _ = _rows(sample, "")
    listed = {row["api_id"] for row in rows}
    if query.startswith("status=") and "&" not in query:
        assert listed == {row["api_id"] for row in everything if row["status"] == query.removeprefix("status=")}
        assert listed


def test_totals_by_project_client_and_manager_add_up_to_all(sample: World):
    _, whole = _rows(sample, "")
    everything, _ = _rows(sample, "")
    for name in ("project", "client", "account_manager"):
        parts = [_rows(sample, f"{name}={key}")[1] for key in sorted({row[name]["api_id"] for row in everything})]
        for of in whole:
            for state in (*STATES, "paid"):
                found = [
                    Decimal(row[state]["amount"]) for part in parts for row in part if row["currency"] == of["currency"]
                ]
                assert sum(found) == Decimal(of[state]["amount"]), (name, state)


@pytest.mark.parametrize("sort", ["due_on", "amount", "status"])
def test_list_sorts_in_both_directions(sample: World, sort: str):
    def value(row: dict[str, Any]) -> Any:
        return Decimal(row["amount"]["amount"]) if sort == "amount" else row[sort]

    # Amounts of one currency: those of several are sorted by value.
    rows, _ = _rows(sample, f"currency=CAD&sort={sort}")
    assert [value(row) for row in rows] == sorted(value(row) for row in rows)
    backwards, _ = _rows(sample, f"currency=CAD&sort=-{sort}")
    assert [row["api_id"] for row in backwards] == [row["api_id"] for row in reversed(rows)]


def test_totals_change_when_a_payment_changes(sample: World):
    admin = sample.browser("admin")
    everything, _ = _rows(sample, "status=planned")
    row = everything[0]
    _, before = _rows(sample, f"project={row['project']['api_id']}")
    assert admin.patch(f"{PATH}/{row['api_id']}", {"amount": "1.00"}).status_code == 200
    _, after = _rows(sample, f"project={row['project']['api_id']}")
    assert before != after
    assert after == _sum_rows(_rows(sample, f"project={row['project']['api_id']}")[0])


def test_statement_count_does_not_depend_on_page_size(sample: World):
    costs = set()
    for per_page in (1, 10, 100):
        with record_statements(sample.database) as statements:
            sample.browser("admin").get(f"{PATH}?per_page={per_page}&search=refonte{per_page}")
        costs.add(len(statements))
    assert len(costs) == 1
    assert costs.pop() <= 20


@given(st.integers(0, 10**15), st.integers(0, 10**15), st.integers(1, 10**15))
@settings(
    max_examples=example_count(60),
)
def test_share_is_exact_on_both_databases(migrated: Database, whole: int, part: int, of: int):
    part = min(part, of)
    numbers = [literal(number, BigInteger) for number in (whole, part, of)]
    with migrated.read() as db:
        assert db.execute(select(share_of(*numbers))).scalar() == whole * part // of
