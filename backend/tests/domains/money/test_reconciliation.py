"""Proposals of invoices for scheduled payments: how they are made, accepted, undone and refused."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.domains.money.reconciliation.rules import OpenInvoice, OpenPayment, match
from tests.domains.administration.exports.export_files import export_list
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged, world

__all__ = ["world"]
PATH = "/api/v1/reconciliation-proposals"
_numbers = count(1)


class Account:
    """A client with payments and invoices, each a pair of a day and an amount."""

    def __init__(self, world: World, payments: list[tuple[str, str]], invoices: list[tuple[str, str]], **own: Any):
        self.world = world
        with world.database.write() as session:
            self.client = make_client(session, name=f"Client {next(_numbers):04}")
            self.project = make_project(session, client_id=self.client.id)
            self.payments = [
                make_payment(
                    session, project_id=self.project.id, status="ready", due_on=date.fromisoformat(day),
                    amount=Decimal(amount),
                )
                for day, amount in payments
            ]  # fmt: skip
            project = {"project_id": self.project.id} if own.get("is_linked") else {}
            self.invoices = [
                make_invoice(
                    session, client_id=self.client.id, issued_on=date.fromisoformat(day), subtotal=Decimal(amount),
                    tax=Decimal(0), total=amount, **project,
                )
                for day, amount in invoices
            ]  # fmt: skip

    def proposals(self, column: str = "admin", query: str = "") -> list[dict[str, Any]]:
        response = self.world.browser(column).get(f"{PATH}?client={self.client.api_id}&per_page=100{query}")
        assert response.status_code == 200, response.text
        return response.json()["data"]

    def shown(self) -> list[tuple[int, int, str, str]]:
        payments = [one.api_id for one in self.payments]
        invoices = [one.api_id for one in self.invoices]
        return [
            (
                payments.index(row["payment"]["api_id"]), invoices.index(row["invoice"]["api_id"]),
                row["amount"]["amount"], row["certainty"],
            )
            for row in self.proposals()
        ]  # fmt: skip

    def decide(self, *ids: str, column: str = "admin", **change: Any) -> list[dict[str, Any]]:
        response = self.world.browser(column).post(f"{PATH}/batches", {"ids": list(ids), "change": change})
        assert response.status_code == 200, response.text
        return response.json()["data"]["results"]


def test_monthly_payments_are_matched_with_the_invoices_of_their_month(world: World):
    days = ["2026-08-31", "2026-09-30", "2026-10-31"]
    of = Account(world, [(day, "3000.00") for day in days], [(day, "3000.00") for day in days])
    assert of.shown() == [(index, index, "3000.00", "high") for index in range(3)]


def test_two_invoices_that_are_as_near_are_likely_only(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00"), ("2026-10-20", "800.00")])
    assert of.shown() == [(0, 0, "800.00", "medium")]


def test_words_find_client_project_payment_and_invoice(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    with world.database.write() as session:
        session.merge(of.payments[0]).label = "Acompte à la signature"
        session.merge(of.invoices[0]).number = "AN-77041"
    for search in ("ACOMPTE an-77041", of.client.name, f"{of.project.name} a la sign"):
        assert len(of.proposals(query=f"&search={search}")) == 1, search
    assert of.proposals(query="&search=acompte solde") == []


def test_invoice_of_the_project_is_certain(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-08-20", "800.00")], is_linked=True)
    assert of.shown() == [(0, 0, "800.00", "high")]
    assert of.proposals()[0]["reasons"] == ["same_amount", "same_project"]


def test_one_invoice_bills_consecutive_payments(world: World):
    of = Account(
        world,
        [("2026-08-31", "100.00"), ("2026-09-30", "100.00"), ("2026-10-31", "150.00")],
        [("2026-10-01", "350.00")],
    )
    assert of.shown() == [(0, 0, "100.00", "medium"), (1, 0, "100.00", "medium"), (2, 0, "150.00", "medium")]
    assert {row["reasons"][0] for row in of.proposals()} == {"several_payments"}


def test_one_payment_is_billed_by_consecutive_invoices(world: World):
    of = Account(world, [("2026-10-15", "900.00")], [("2026-10-01", "400.00"), ("2026-10-20", "500.00")])
    assert of.shown() == [(0, 0, "400.00", "medium"), (0, 1, "500.00", "medium")]


def test_other_amount_of_the_same_month_is_possible(world: World):
    of = Account(world, [("2026-10-15", "900.00")], [("2026-10-01", "1400.00")])
    assert of.shown() == [(0, 0, "900.00", "low")]


@pytest.mark.parametrize(
    ("payment", "invoice"),
    [
        (("2026-10-15", "900.00"), ("2026-06-01", "900.00")),
        (("2026-10-15", "900.00"), ("2026-10-01", "-900.00")),
        (("2027-03-15", "900.00"), ("2026-10-01", "900.00")),
    ],
)
def test_nothing_is_proposed_for_distant_days_and_credits(world: World, payment: Any, invoice: Any):
    assert Account(world, [payment], [invoice]).shown() == []


def test_accepted_proposal_reconciles_and_disappears_and_can_be_undone(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    (row,) = of.proposals()
    assert [one["status"] for one in of.decide(row["api_id"], accepted=True)] == [200]
    assert of.proposals() == []
    payment = world.browser("admin").get(f"/api/v1/projects-payments/{of.payments[0].api_id}").json()["data"]
    assert (payment["status"], payment["invoice"]["api_id"]) == ("invoiced", of.invoices[0].api_id)
    undo = {"payment": of.payments[0].api_id, "invoice": of.invoices[0].api_id, "amount": "800.00"}
    assert [one["status"] for one in of.decide(row["api_id"], accepted=False, **undo)] == [200]
    assert [one["api_id"] for one in of.proposals()] == [row["api_id"]]


def test_undo_makes_a_planned_payment_planned_again(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    path = f"/api/v1/projects-payments/{of.payments[0].api_id}"
    admin = world.browser("admin")
    assert admin.patch(path, {"status": "planned"}).status_code == 200
    (row,) = of.proposals()
    assert row["is_planned"]
    of.decide(row["api_id"], accepted=True)
    undo = {"payment": of.payments[0].api_id, "invoice": of.invoices[0].api_id, "amount": "800.00", "planned": True}
    assert [one["status"] for one in of.decide(row["api_id"], accepted=False, **undo)] == [200]
    assert admin.get(path).json()["data"]["status"] == "planned"


def test_proposal_that_has_changed_is_refused(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    (row,) = of.proposals()
    body = {"invoice": of.invoices[0].api_id, "amount": "100.00"}
    admin = world.browser("admin")
    assert admin.post(f"/api/v1/projects-payments/{of.payments[0].api_id}/allocations", body).status_code == 201
    with assert_unchanged(world.database):
        (result,) = of.decide(row["api_id"], accepted=True)
    assert (result["status"], result["code"]) == (404, "reconciliation_changed")


def test_undo_leaves_what_the_invoice_billed_before(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    admin, allocations = world.browser("admin"), f"/api/v1/projects-payments/{of.payments[0].api_id}/allocations"
    body = {"invoice": of.invoices[0].api_id, "amount": "300.00"}
    assert admin.post(allocations, body).status_code == 201
    (row,) = of.proposals()
    assert row["amount"]["amount"] == "500.00"
    assert [one["status"] for one in of.decide(row["api_id"], accepted=True)] == [200]
    undo = {"accepted": False, "payment": of.payments[0].api_id, "invoice": of.invoices[0].api_id}
    with assert_unchanged(world.database):
        (refused,) = of.decide(row["api_id"], **undo, amount="800.01")
    assert refused["status"] == 404
    assert [one["status"] for one in of.decide(row["api_id"], **undo, amount="500.00")] == [200]
    (left,) = admin.get(allocations).json()["data"]
    assert left["amount"]["amount"] == "300.00"


def test_undo_needs_the_payment_and_the_invoice(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    (row,) = of.proposals()
    with assert_unchanged(world.database):
        (result,) = of.decide(row["api_id"], accepted=False)
    assert (result["status"], set(result["errors"])) == (422, {"payment", "invoice", "amount"})


def test_decision_is_true_or_false(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "800.00")])
    (row,) = of.proposals()
    with assert_unchanged(world.database):
        response = world.browser("admin").post(
            f"{PATH}/batches", {"ids": [row["api_id"]], "change": {"accepted": "yes"}}
        )
    assert (response.status_code, set(response.json()["errors"])) == (422, {"change.accepted"})


def test_undo_of_no_amount_is_refused(world: World):
    of = Account(world, [("2026-10-15", "800.00")], [("2026-10-10", "900.00")])
    (row,) = of.proposals()
    of.decide(row["api_id"], accepted=True)
    undo = {"payment": of.payments[0].api_id, "invoice": of.invoices[0].api_id, "amount": "0.00"}
    with assert_unchanged(world.database):
        (result,) = of.decide(row["api_id"], accepted=False, **undo)
    assert (result["status"], set(result["errors"])) == (422, {"amount"})


def test_totals_are_what_is_not_reconciled(world: World):
    before = _totals(world, "SEK")
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id, currency="SEK")
        for due_on in (date(2026, 10, 1), date(2026, 12, 1)):
            make_payment(session, project_id=project.id, due_on=due_on, status="ready", amount=Decimal("700.00"))
        make_invoice(
            session, client_id=client.id, currency="SEK", issued_on=date(2026, 10, 2), subtotal=Decimal("700.00"),
            tax=Decimal(0), total="700.00",
        )  # fmt: skip
    assert before is None
    assert _totals(world, "SEK") == {"proposed": "700.00", "payments": "700.00", "invoices": "700.00"}


def _totals(world: World, currency: str) -> dict[str, str] | None:
    totals = world.browser("admin").get(f"{PATH}?per_page=1").json()["meta"]["totals"]
    found = next((row for row in totals if row["currency"] == currency), None)
    return found and {name: found[name]["amount"] for name in ("proposed", "payments", "invoices")}


def test_export_says_why_each_proposal_is_made(world: World):
    of = Account(world, [("2026-10-05", "400.00")], [("2026-10-05", "400.00")], is_linked=True)
    exported = export_list(world.browser("admin"), "reconciliation-proposals", query=f"client={of.client.api_id}")
    row = dict(zip(exported.header, exported.rows[0], strict=True))
    assert row["Certainty (level)"] == "Certain"
    assert row["Certainty (reasons)"] == "Same amount, Same project, Same month"


def test_proposals_are_filtered_and_paged(world: World):
    of = Account(
        world,
        [("2026-08-15", "800.00"), ("2026-10-15", "500.00")],
        [("2026-08-14", "800.00"), ("2026-10-01", "650.00")],
    )
    assert [row["certainty"] for row in of.proposals()] == ["high", "low"]
    assert [row["certainty"] for row in of.proposals(query="&certainty=low")] == ["low"]
    assert of.proposals(query="&currency=EUR") == []
    assert len(of.proposals(query="&page=2")) == 0


CENTS = st.integers(1, 6)
DAYS = st.integers(0, 200)


@st.composite
def accounts(draw: st.DrawFn) -> tuple[list[OpenPayment], list[OpenInvoice]]:
    start = date(2026, 1, 1)
    payments = [
        OpenPayment(index, draw(st.integers(1, 2)), start + timedelta(days=draw(DAYS)), draw(CENTS))
        for index in range(draw(st.integers(0, 7)))
    ]
    invoices = [
        OpenInvoice(index, draw(st.sampled_from([None, 1, 2])), start + timedelta(days=draw(DAYS)), draw(CENTS))
        for index in range(draw(st.integers(0, 7)))
    ]
    return payments, invoices


@given(accounts())
def test_proposals_never_use_an_amount_twice(account: tuple[list[OpenPayment], list[OpenInvoice]]):
    found = match(*account)
    for name, left in (("payment", "amount"), ("invoice", "unallocated")):
        for record in {getattr(one, name) for one in found}:
            assert sum(one.amount for one in found if getattr(one, name) is record) <= getattr(record, left)
    assert len({(one.payment.id, one.invoice.id) for one in found}) == len(found)
    for one in found:
        assert one.amount > 0
        assert one.invoice.project_id in (None, one.payment.project_id)
    for one in _certain(found):
        assert one.amount == one.payment.amount == one.invoice.unallocated


def _certain(found: Any) -> Iterator[Any]:
    return (one for one in found if one.certainty == "high")
