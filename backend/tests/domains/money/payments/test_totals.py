"""What is paid of payments that share an invoice, and what lists add up to, recomputed from the raw rows in Python."""

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
from tests.factories.statements import count_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_receipt
from tests.factories.world import World
from tests.lengths import examples

PATH = "/api/v1/projects-payments"
STATES = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off")
_keys = count(1)


def _rows(world: World, query: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of all pages and the totals, the same on each page."""
    rows: list[dict[str, Any]] = []
    totals = None
    for page in range(1, 50):
        answer = world.browser("admin").get(f"{PATH}?per_page=100&page={page}&{query}").json()
        assert totals in (None, answer["meta"]["totals"])
        rows, totals = rows + answer["data"], answer["meta"]["totals"]
        if page >= answer["meta"]["last_page"]:
            return rows, totals
    raise AssertionError("the list has no end")


def _add_up(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    state = {"partially_paid": "invoiced", "paid": "invoiced", "invoice_voided": "to_relink",
             "invoice_deleted": "to_relink"}  # fmt: skip
    sums: dict[str, dict[str, Decimal]] = defaultdict(lambda: dict.fromkeys((*STATES, "paid"), Decimal(0)))
    for row in rows:
        of = sums[row["currency"]]
        of[state.get(row["status"], row["status"])] += Decimal(row["amount"]["amount"])
        of["paid"] += Decimal((row["paid_amount"] or {"amount": 0})["amount"])
    digits = {"JPY": 0}
    return [
        {"currency": currency}
        | {name: {"amount": f"{of[name]:.{digits.get(currency, 2)}f}", "currency": currency} for name in of}
        for currency, of in sorted(sums.items())
    ]


CENTS = st.integers(1, 2_000_000_00)


@st.composite
def bills(draw: st.DrawFn) -> dict[str, Any]:
    """An invoice with what was paid on it, and payments that it settles; a synchronisation may have made it smaller."""
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
def shelf(world: World) -> dict[str, Any]:
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
    return {"world": world, "client": client, "project": project}


def _store(shelf: dict[str, Any], bill: dict[str, Any]) -> tuple[str, list[int]]:
    """The bill as rows; returns the invoice's api_id and the payments' order of settling."""
    number = next(_keys)
    paid = min(sum(bill["paid"]), bill["total"])
    with shelf["world"].database.write() as session:
        invoice = make_invoice(
            session, client_id=shelf["client"].id, subtotal=Decimal(bill["subtotal"]) / 100,
            tax=Decimal(bill["total"] - bill["subtotal"]) / 100, total=str(Decimal(bill["total"]) / 100),
            balance=Decimal(bill["total"] - paid) / 100, number=f"P-{number}",
            **({} if bill["gone"] is None else {bill["gone"]: NOON if bill["gone"] == "deleted_at" else True}),
        )  # fmt: skip
        for amount in bill["paid"]:
            make_receipt(session, invoice, str(Decimal(amount) / 100), date(2026, 10, 5))
        for place, amount in enumerate(bill["amounts"]):
            make_payment(
                session, project_id=shelf["project"].id, invoice_id=invoice.id, amount=Decimal(amount) / 100,
                due_on=date(2026, 10, 1) + timedelta(days=bill["days"][place]), status=bill["status"][place],
                sequence=place,
            )  # fmt: skip
    order = sorted(range(len(bill["amounts"])), key=lambda place: (bill["days"][place], place))
    return invoice.api_id, order


@settings(
    max_examples=examples(60),
)
@given(bills())
def test_what_is_paid_is_shared_out_by_due_date_to_the_cent(shelf: dict[str, Any], bill: dict[str, Any]):
    api_id, order = _store(shelf, bill)
    rows, totals = _rows(shelf["world"], f"invoice={api_id}&sort=due_on")
    assert totals == _add_up(rows)
    by_place = {row["sequence"]: row for row in rows}
    if bill["gone"]:
        assert {row["paid_amount"] for row in rows} <= {None}
        return
    paid = min(sum(bill["paid"]), bill["total"])
    exact = Fraction(bill["subtotal"] * paid, bill["total"])
    left = bill["subtotal"] if paid == bill["total"] else int(exact)
    assert 0 <= exact - left < 1
    for place in order:
        row, amount = by_place[place], bill["amounts"][place]
        mine = max(0, min(amount, left))
        left -= amount
        assert Decimal(row["paid_amount"]["amount"]) * 100 == mine
        state = "paid" if mine == amount else "partially_paid" if mine else "invoiced"
        assert row["status"] == ("written_off" if bill["status"][place] == "written_off" else state)
    together = sum(Decimal(row["paid_amount"]["amount"]) for row in rows)
    assert together * 100 <= min(bill["subtotal"], exact)
    assert together * 100 == min(sum(bill["amounts"]), int(exact) if paid < bill["total"] else bill["subtotal"])


def test_a_payment_is_paid_on_the_day_that_what_came_in_reached_it(world: World, shelf: dict[str, Any]):
    bill = {"subtotal": 100_000, "total": 115_000, "paid": [], "amounts": [40_000, 60_000], "days": [0, 1],
            "status": ["ready", "ready"], "gone": None}  # fmt: skip
    api_id, _ = _store(shelf, bill)
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
def agency(world: World) -> World:
    """Two clients with projects in three currencies, and payments in every state."""
    with world.database.write() as session:
        for client in (make_client(session), make_client(session)):
            for number, currency in enumerate(("CAD", "USD", "JPY", "CAD")):
                project = make_project(session, client_id=client.id, currency=currency)
                fields = {"client_id": client.id, "currency": currency}
                invoices = [
                    make_invoice(session, **fields, subtotal=Decimal(9000), tax=Decimal(0), total="9000", **state)
                    for state in (
                        {}, {"balance": Decimal(4000)}, {"balance": Decimal(0)}, {"is_voided": True},
                        {"deleted_at": NOON},
                    )
                ]  # fmt: skip
                for place, invoice in enumerate((*invoices, None, None, None, None)):
                    status = "ready" if invoice else ("planned", "ready", "skipped", "written_off")[place - 5]
                    for part in range(2 + number):
                        make_payment(
                            session, project_id=project.id, status=status, invoice_id=invoice and invoice.id,
                            amount=Decimal(100 * place + 10 * part + 7), due_on=date(2026, 1 + place, 1 + part),
                        )  # fmt: skip
    return world


FILTERS = (
    "", "status=paid", "status=planned&status=ready", "status=partially_paid", "status=invoice_voided", "currency=JPY",
    "due_from=2026-03-02&due_to=2026-05-01", "search=refonte", "search=zzzz", "status=written_off&currency=CAD",
)  # fmt: skip


@pytest.mark.parametrize("query", FILTERS)
def test_totals_are_the_sums_of_the_rows_in_each_currency(agency: World, query: str):
    rows, totals = _rows(agency, query)
    assert totals == _add_up(rows)
    everything, _ = _rows(agency, "")
    kept = {row["api_id"] for row in rows}
    if query.startswith("status=") and "&" not in query:
        assert kept == {row["api_id"] for row in everything if row["status"] == query.removeprefix("status=")}
        assert kept


def test_projects_clients_and_managers_add_up_to_the_whole(agency: World):
    _, whole = _rows(agency, "")
    everything, _ = _rows(agency, "")
    for name in ("project", "client", "account_manager"):
        parts = [_rows(agency, f"{name}={key}")[1] for key in sorted({row[name]["api_id"] for row in everything})]
        for of in whole:
            for state in (*STATES, "paid"):
                found = [
                    Decimal(row[state]["amount"]) for part in parts for row in part if row["currency"] == of["currency"]
                ]
                assert sum(found) == Decimal(of[state]["amount"]), (name, state)


@pytest.mark.parametrize("sort", ["due_on", "amount", "status"])
def test_every_order_goes_both_ways(agency: World, sort: str):
    def value(row: dict[str, Any]) -> Any:
        return Decimal(row["amount"]["amount"]) if sort == "amount" else row[sort]

    rows, _ = _rows(agency, f"sort={sort}")
    assert [value(row) for row in rows] == sorted(value(row) for row in rows)
    backwards, _ = _rows(agency, f"sort=-{sort}")
    assert [row["api_id"] for row in backwards] == [row["api_id"] for row in reversed(rows)]


def test_totals_are_new_as_soon_as_a_payment_or_an_invoice_is(agency: World):
    admin = agency.browser("admin")
    everything, _ = _rows(agency, "status=planned")
    row = everything[0]
    _, before = _rows(agency, f"project={row['project']['api_id']}")
    assert admin.patch(f"{PATH}/{row['api_id']}", {"amount": "1.00"}).status_code == 200
    _, after = _rows(agency, f"project={row['project']['api_id']}")
    assert before != after
    assert after == _add_up(_rows(agency, f"project={row['project']['api_id']}")[0])


def test_a_list_costs_the_same_statements_whatever_its_length(agency: World):
    costs = set()
    for per_page in (1, 10, 100):
        with count_statements(agency.database) as statements:
            agency.browser("admin").get(f"{PATH}?per_page={per_page}&search=refonte{per_page}")
        costs.add(len(statements))
    assert len(costs) == 1
    assert costs.pop() <= 20


@given(st.integers(0, 10**15), st.integers(0, 10**15), st.integers(1, 10**15))
@settings(
    max_examples=examples(60),
)
def test_a_share_is_exact_on_both_engines(migrated: Database, whole: int, part: int, of: int):
    part = min(part, of)
    numbers = [literal(number, BigInteger) for number in (whole, part, of)]
    with migrated.read() as db:
        assert db.execute(select(share_of(*numbers))).scalar() == whole * part // of
