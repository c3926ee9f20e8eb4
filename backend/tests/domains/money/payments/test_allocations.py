"""Invoices that bill several payments in part, and the reverse: amounts, rules, rights, and money that is conserved."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation
from tests.conftest import NOON
from tests.domains.money.payments.agreements import PATH, Agreement
from tests.factories.work import make_invoice, make_payment, make_project, make_receipt
from tests.factories.world import World, assert_unchanged
from tests.long_tests import example_count


def test_payment_is_billed_by_two_invoices(world: World):
    of = Agreement(world, "400.00", "700.00")
    assert of.add("400.00").status_code == 201
    assert of.amounts() == ("partially_invoiced", "400.00", "600.00", "0.00")
    assert of.add("600.00", invoice=1).status_code == 201
    assert of.amounts() == ("invoiced", "1000.00", "0.00", "0.00")
    assert sorted(of.read()["invoice_numbers"].split(", ")) == sorted(one.number for one in of.invoices)
    of.update_invoice(balance=Decimal(0))
    assert of.amounts() == ("partially_paid", "1000.00", "0.00", "400.00")
    of.update_invoice(1, balance=Decimal(0))
    assert of.amounts() == ("paid", "1000.00", "0.00", "1000.00")


def test_part_of_a_payment_is_paid_on_the_last_day_of_its_invoices(world: World):
    of = Agreement(world, "400.00", "600.00", balance=Decimal(0))
    of.add("400.00")
    of.add("600.00", invoice=1)
    with world.database.write() as session:
        make_receipt(session, of.invoices[0], "400.00", date(2026, 11, 20))
        make_receipt(session, of.invoices[1], "600.00", date(2026, 11, 3))
    assert of.read()["paid_on"] == "2026-11-20"


def test_invoice_bills_parts_of_several_payments_and_settles_the_earliest_first(world: World):
    of = Agreement(world, "1500.00", payments=2)
    assert of.add("700.00", payment=1).status_code == 201
    assert of.add("800.00", payment=0).status_code == 201
    of.update_invoice(balance=Decimal("600.00"))
    assert of.amounts(0)[3] == "800.00"
    assert of.amounts(1)[3] == "100.00"
    later = world.browser("admin").patch(f"{PATH}/{of.payments[0].api_id}", {"due_on": "2026-10-20"})
    assert later.status_code == 200
    assert (of.amounts(0)[3], of.amounts(1)[3]) == ("200.00", "700.00")
    rows = world.browser("admin").get(f"/api/v1/invoices/{of.invoices[0].api_id}/allocations").json()["data"]
    assert [(row["payment"]["api_id"], row["amount"]["amount"], row["paid_amount"]["amount"]) for row in rows] == [
        (of.payments[1].api_id, "700.00", "700.00"), (of.payments[0].api_id, "800.00", "200.00"),
    ]  # fmt: skip


def test_second_part_of_the_same_invoice_adds_up(world: World):
    of = Agreement(world, "1000.00")
    of.add("300.00")
    assert of.add("200.00").status_code == 201
    rows = world.browser("admin").get(f"{PATH}/{of.payments[0].api_id}/allocations").json()["data"]
    assert [(row["invoice"]["api_id"], row["amount"]["amount"], row["invoice_status"]) for row in rows] == [
        (of.invoices[0].api_id, "500.00", None)
    ]


def test_decision_about_parts_that_have_changed_returns_409(world: World):
    of = Agreement(world, "1000.00")
    of.add("300.00")
    read_before = of.read()["version"]
    assert of.add("700.00").status_code == 201
    body = {"status": "written_off", "reason": "Lost", "version": read_before}
    with assert_unchanged(world.database):
        response = world.browser("admin").patch(f"{PATH}/{of.payments[0].api_id}", body)
    assert (response.status_code, response.json()["code"]) == (409, "changed")
    assert response.json()["conflicts"]["status"] == {"theirs": "invoiced", "yours": "written_off"}


@pytest.mark.parametrize("amount", ["0.00", "-5.00", "0.001", "1000.01", "nan", "1e3", ""])
def test_impossible_amount_returns_422(world: World, amount: str):
    of = Agreement(world, "5000.00")
    of.assert_refused(lambda: of.add(amount), "amount")
    assert of.add("300.00").status_code == 201
    of.assert_refused(lambda: of.add(amount), "amount")


def test_amount_beyond_what_the_invoice_leaves_returns_422(world: World):
    of = Agreement(world, "1500.00", payments=2)
    of.add("1000.00")
    message = of.assert_refused(lambda: of.add("500.01", payment=1), "amount")
    assert f"500.00 CAD of invoice {of.invoices[0].number} " in message


def test_amount_beyond_the_payment_returns_422(world: World):
    of = Agreement(world, "800.00", "800.00")
    of.add("800.00")
    assert "1,000.00 CAD" in of.assert_refused(lambda: of.add("200.01", invoice=1), "amount")


def test_refusal_writes_amounts_in_the_language_of_the_reader(world: World, monkeypatch: pytest.MonkeyPatch):
    of = Agreement(world, "1250.00", "5000.00", payments=2)
    of.add("1000.00")
    monkeypatch.setattr(world.browser("admin"), "locale", "fr-ca")
    assert "de 1\u00a0000,00 CAD" in of.assert_refused(lambda: of.add("1000.01", payment=1, invoice=1), "amount")
    assert "que 250,00 CAD" in of.assert_refused(lambda: of.add("250.01", payment=1), "amount")


@pytest.mark.parametrize("fields", [{"is_voided": True}, {"deleted_at": NOON}, {"currency": "USD"}])
def test_unsuitable_invoice_returns_422(world: World, fields: dict[str, Any]):
    of = Agreement(world, "1000.00", **fields)
    of.assert_refused(lambda: of.add("100.00"), "invoice")


def test_credit_with_a_negative_amount_returns_422(world: World):
    of = Agreement(world, "-200.00")
    of.assert_refused(lambda: of.add("100.00"), "amount")


@pytest.mark.parametrize("subtotal", ["-200.00", "0.00"])
def test_invoice_that_bills_nothing_bills_no_payment(world: World, subtotal: str):
    of = Agreement(world, subtotal)
    path, admin = f"{PATH}/{of.payments[0].api_id}", world.browser("admin")
    whole = of.assert_refused(lambda: admin.patch(path, {"invoice": of.invoices[0].api_id}), "invoice")
    number = {"invoice_number": of.invoices[0].number}
    assert f"0.00 CAD of invoice {of.invoices[0].number} " in whole
    assert of.assert_refused(lambda: admin.patch(path, number), "invoice_number") == whole


def test_overpaid_invoice_pays_no_more_than_its_payments(world: World):
    of = Agreement(world, "1500.00", payments=2)
    of.add("1000.00")
    of.add("200.00", payment=1)
    of.update_invoice(balance=Decimal("-250.00"))
    assert of.amounts(0) == ("paid", "1000.00", "0.00", "1000.00")
    assert of.amounts(1) == ("partially_invoiced", "200.00", "800.00", "200.00")
    (totals,) = world.browser("admin").get(f"{PATH}?project={of.project.api_id}").json()["meta"]["totals"]
    assert (totals["invoiced"]["amount"], totals["paid"]["amount"]) == ("1200.00", "1200.00")


def test_amount_of_a_payment_follows_an_invoice_that_bills_all_of_it_only(world: World):
    of = Agreement(world, "1200.00", payments=2)
    admin = world.browser("admin")
    of.add("1000.00")
    assert admin.patch(f"{PATH}/{of.payments[0].api_id}", {"amount": "1100.00"}).status_code == 200
    assert of.amounts()[:2] == ("invoiced", "1100.00")
    of.add("100.00", payment=1)
    assert admin.patch(f"{PATH}/{of.payments[1].api_id}", {"amount": "500.00"}).status_code == 200
    assert of.amounts(1)[:3] == ("partially_invoiced", "100.00", "400.00")
    lower = lambda: admin.patch(f"{PATH}/{of.payments[1].api_id}", {"amount": "99.99"})  # noqa: E731
    of.assert_refused(lower, "amount")


def test_voided_part_is_to_be_invoiced_again(world: World):
    of = Agreement(world, "400.00", "600.00")
    of.add("400.00")
    of.add("600.00", invoice=1)
    of.update_invoice(0, is_voided=True)
    assert of.amounts() == ("partially_invoiced", "600.00", "400.00", "0.00")
    assert of.remove(0, 0).status_code == 204
    assert of.amounts() == ("partially_invoiced", "600.00", "400.00", "0.00")
    of.update_invoice(1, deleted_at=NOON)
    assert of.amounts() == ("invoice_deleted", "0.00", "1000.00", None)
    assert of.remove(0, 1).status_code == 204
    assert of.amounts() == ("ready", "0.00", "1000.00", None)


def test_new_invoice_replaces_those_that_were_voided_or_deleted(world: World):
    of = Agreement(world, "400.00", "600.00", "1000.00")
    of.add("400.00")
    of.add("600.00", invoice=1)
    of.update_invoice(0, is_voided=True)
    of.update_invoice(1, deleted_at=NOON)
    assert of.add("1000.00", invoice=2).status_code == 201
    assert of.amounts() == ("invoiced", "1000.00", "0.00", "0.00")
    rows = world.browser("admin").get(f"{PATH}/{of.payments[0].api_id}/allocations").json()["data"]
    assert [row["invoice"]["api_id"] for row in rows] == [of.invoices[2].api_id]


def test_removal_of_an_invoice_that_does_not_bill_it_returns_404(world: World):
    of = Agreement(world, "400.00", "600.00")
    of.add("400.00")
    with assert_unchanged(world.database):
        assert of.remove(0, 1).status_code == 404


def test_invoice_of_a_written_off_payment_cannot_be_removed(world: World):
    of = Agreement(world, "400.00")
    of.add("400.00")
    body = {"status": "written_off", "reason": "Client insolvable"}
    assert world.browser("admin").patch(f"{PATH}/{of.payments[0].api_id}", body).status_code == 200
    of.assert_refused(lambda: of.remove(), "invoice")


def test_log_names_invoices_with_their_amounts(world: World):
    of = Agreement(world, "400.00", "600.00")
    of.add("400.00")
    of.add("600.00", invoice=1)
    rows = world.browser("admin").get(f"/api/v1/activity?subject={of.payments[0].api_id}").json()["data"]
    changes = [change for row in rows for change in row["changes"] if change["field"] == "invoice"]
    first, second = (one.number for one in of.invoices)
    assert [(one["before"], one["after"]) for one in changes] == [
        (f"{first} (400.00 CAD)", f"{first} (400.00 CAD), {second} (600.00 CAD)"), (None, f"{first} (400.00 CAD)"),
    ]  # fmt: skip


def test_billed_share_of_the_project_counts_parts(world: World):
    of = Agreement(world, "400.00", "2000.00", payments=2)
    of.add("400.00")
    of.add("500.00", payment=0, invoice=1)
    of.add("900.00", payment=1, invoice=1)
    project = world.browser("admin").get(f"/api/v1/projects/{of.project.api_id}").json()["data"]
    assert project["billed_percent"] == "20.00"


def _billed(of: Agreement, project: Any) -> str:
    return of.world.browser("admin").get(f"/api/v1/projects/{project.api_id}").json()["data"]["billed"]["amount"]


def test_rest_of_an_invoice_bills_its_own_project(world: World):
    of = Agreement(world, "1500.00", "700.00")
    with world.database.write() as session:
        other = make_project(session, client_id=of.client.id, amount=Decimal("9000.00"))
    of.update_invoice(0, project_id=other.id)
    of.update_invoice(1, project_id=of.project.id)
    of.add("600.00")
    of.add("300.00", invoice=1)
    assert (_billed(of, of.project), _billed(of, other)) == ("1300.00", "900.00")


def test_payment_follows_an_invoice_that_was_lowered(world: World):
    of = Agreement(world, "1000.00", "500.00")
    of.add("1000.00")
    of.update_invoice(0, subtotal=Decimal("900.00"), total=Decimal("900.00"), balance=Decimal("0.00"))
    assert of.amounts() == ("partially_invoiced", "900.00", "100.00", "900.00")
    assert _billed(of, of.project) == "900.00"
    assert of.add("100.00", invoice=1).status_code in (200, 201)
    assert of.amounts() == ("partially_paid", "1000.00", "0.00", "900.00")


AMOUNTS = st.integers(1, 120_00)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 3), st.integers(0, 3), AMOUNTS),
        st.tuples(st.just("remove"), st.integers(0, 3), st.integers(0, 3), st.just(0)),
        st.tuples(st.just("whole"), st.integers(0, 3), st.integers(0, 3), st.just(0)),
        st.tuples(st.just("amount"), st.integers(0, 3), st.just(0), AMOUNTS),
        st.tuples(st.just("due"), st.integers(0, 3), st.just(0), st.integers(0, 20)),
        st.tuples(st.just("paid"), st.just(0), st.integers(0, 3), st.integers(0, 200_00)),
        st.tuples(st.just("lower"), st.just(0), st.integers(0, 3), st.integers(1, 100)),
        st.tuples(st.just("void"), st.just(0), st.integers(0, 3), st.integers(0, 1)),
    ),
    min_size=4,
    max_size=14,
)


@settings(max_examples=example_count(25))
@given(st.lists(AMOUNTS, min_size=4, max_size=4), st.lists(AMOUNTS, min_size=4, max_size=4), STEPS)
def test_money_is_conserved(world: World, payments: list[int], invoices: list[int], steps: list[Any]):
    """After any links, removals, payments and voids, each cent of a payment and of an invoice is in one place."""
    of = Agreement(world, payments=0)
    with world.database.write() as session:
        of.payments = [
            make_payment(session, project_id=of.project.id, amount=Decimal(cents) / 100, sequence=index,
                         due_on=date(2026, 10, 1))
            for index, cents in enumerate(payments)
        ]  # fmt: skip
        # Two of them bill a project of their own with what they bill of no payment.
        of.other = make_project(session, client_id=of.client.id, amount=Decimal(9000))
        projects = [of.project.id, of.other.id, None, None]
        of.invoices = [
            make_invoice(
                session, client_id=of.client.id, subtotal=Decimal(cents) / 100, tax=Decimal(cents) / 10_000,
                total=str(Decimal(cents) * 101 / 10_000), project_id=project,
            )
            for cents, project in zip(invoices, projects, strict=True)
        ]  # fmt: skip
    admin = world.browser("admin")
    for name, payment, invoice, value in steps:
        path = f"{PATH}/{of.payments[payment].api_id}"
        if name == "add":
            of.add(f"{Decimal(value) / 100:.2f}", payment, invoice)
        elif name == "remove":
            of.remove(payment, invoice)
        elif name == "whole":
            admin.patch(path, {"invoice": of.invoices[invoice].api_id})
        elif name == "amount":
            admin.patch(path, {"amount": f"{Decimal(value) / 100:.2f}"})
        elif name == "due":
            admin.patch(path, {"due_on": f"{date(2026, 10, 1) + timedelta(days=value)}"})
        elif name == "paid":
            of.update_invoice(invoice, balance=max(Decimal(0), Decimal(invoices[invoice] - value) / 100))
        elif name == "lower":
            subtotal = Decimal(invoices[invoice] * value // 100) / 100
            total = round(subtotal * Decimal("1.01"), 4)
            of.update_invoice(invoice, subtotal=subtotal, total=total, balance=total)
        else:
            of.update_invoice(invoice, is_voided=bool(value))
        _assert_conserved(of)


def _assert_conserved(of: Agreement) -> None:
    with of.world.database.read() as db:
        allocations = db.execute(select(PaymentAllocation.__table__)).mappings().all()
        stored = {row.id: row for row in db.execute(select(Invoice.__table__))}
    response = of.world.browser("admin").get(f"{PATH}?project={of.project.api_id}&per_page=100&sort=due_on").json()
    rows = {row["api_id"]: row for row in response["data"]}
    own = {payment.id: rows[payment.api_id] for payment in of.payments}
    by_invoice: dict[int, list[Any]] = defaultdict(list)
    for allocation in allocations:
        if allocation["payment_id"] in own:
            by_invoice[allocation["invoice_id"]].append(allocation)
    invoiced, paid = dict.fromkeys(own, Decimal(0)), dict.fromkeys(own, Decimal(0))
    billed: dict[int | None, Decimal] = defaultdict(Decimal)
    open_rests: list[int] = []
    for invoice in (stored[one.id] for one in of.invoices if not stored[one.id].is_voided):
        received = invoice.total - invoice.balance
        share = invoice.subtotal * received / invoice.total if invoice.total else Decimal(0)
        settled = invoice.subtotal if received >= invoice.total else Decimal(int(share * 100)) / 100
        parts = by_invoice[invoice.id]
        parts.sort(key=lambda part: (own[part["payment_id"]]["due_on"], own[part["payment_id"]]["sequence"]))
        begins = Decimal(0)
        for part in parts:
            part_billed = max(Decimal(0), min(part["amount"], invoice.subtotal - begins))
            invoiced[part["payment_id"]] += part_billed
            paid[part["payment_id"]] += max(Decimal(0), min(part_billed, settled - begins))
            begins += part["amount"]
        billed[invoice.project_id] += max(Decimal(0), invoice.subtotal - begins)
        if invoice.subtotal > begins or not parts:
            open_rests.append(invoice.id)
    without_project = {one.api_id for one in map(stored.get, open_rests) if one and one.project_id is None}
    admin = of.world.browser("admin")
    found = admin.get(f"/api/v1/invoices?client={of.client.api_id}&has_project=false").json()["data"]
    assert {row["api_id"] for row in found} == without_project
    billed[of.project.id] += sum(invoiced.values())
    for project in (of.project, of.other):
        row = admin.get(f"/api/v1/projects/{project.api_id}").json()["data"]
        assert Decimal(row["billed"]["amount"]) == billed[project.id]
    for key, row in own.items():
        amount = Decimal(row["amount"]["amount"])
        assert Decimal(row["invoiced_amount"]["amount"]) == invoiced[key] <= amount
        assert Decimal(row["open_amount"]["amount"]) == amount - invoiced[key]
        assert Decimal((row["paid_amount"] or {"amount": 0})["amount"]) == paid[key]
        if invoiced[key]:
            status = "partially_invoiced" if invoiced[key] < amount else (
                "paid" if paid[key] == amount else "partially_paid" if paid[key] else "invoiced"
            )  # fmt: skip
            assert row["status"] == status
    totals = response["meta"]["totals"][0]
    states = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off")
    assert sum(Decimal(totals[name]["amount"]) for name in states) == sum(
        Decimal(row["amount"]["amount"]) for row in own.values()
    )
    assert Decimal(totals["invoiced"]["amount"]) == sum(invoiced.values())
    assert Decimal(totals["paid"]["amount"]) == sum(paid.values())
