"""Payments over HTTP: states, rights, links to invoices, and everything that is refused."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_receipt
from tests.factories.world import World, unchanged

PATH = "/api/v1/projects-payments"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


class Agreement:
    """A project with one payment of 1,000.00 and an invoice that fits it."""

    def __init__(self, world: World, invoice: dict[str, Any] | None = None, **fields: Any) -> None:
        self.world = world
        with world.database.write() as session:
            self.client = make_client(session)
            self.project = make_project(session, client_id=self.client.id)
            self.payment = make_payment(session, project_id=self.project.id, **fields)
            self.invoice = self.make_invoice(session, **(invoice or {}))

    def make_invoice(self, session: Any, **fields: Any) -> Invoice:
        return make_invoice(session, **({"client_id": self.client.id} | fields))

    @property
    def path(self) -> str:
        return f"{PATH}/{self.payment.api_id}"

    def read(self, column: str = "admin") -> dict[str, Any]:
        return self.world.browser(column).get(self.path).json()["data"]

    def patch(self, column: str = "admin", **body: Any) -> Any:
        return self.world.browser(column).patch(self.path, body)

    def link(self, invoice: Invoice | None = None) -> Any:
        return self.patch(invoice=(invoice or self.invoice).api_id)

    def refuses(self, field: str, column: str = "admin", **body: Any) -> str:
        """What the field is refused for; nothing has changed."""
        with unchanged(self.world.database):
            answer = self.patch(column, **body)
        assert answer.status_code == 422, answer.text
        return answer.json()["errors"][field][0]


def _set(world: World, invoice: Invoice, **values: Any) -> None:
    """What a synchronisation would bring."""
    with world.database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == invoice.id).values(**values))


def test_a_line_of_a_schedule_is_made_read_changed_and_removed(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(session)
    made = admin.post(
        PATH, {"project": project.api_id, "due_on": "2026-12-15", "amount": "4200.50", "label": "Lancement"}
    )
    assert made.status_code == 201, made.text
    data = made.json()["data"]
    assert data["amount"] == {"amount": "4200.50", "currency": "CAD"}
    assert (data["status"], data["paid_amount"], data["invoice"]) == ("planned", None, None)
    path = f"{PATH}/{data['api_id']}"
    changed = admin.patch(path, {"amount": "4000.00", "due_on": "2026-12-31", "note": "Bon 44", "version": 1})
    assert changed.status_code == 200
    assert admin.get(path).json()["data"] == changed.json()["data"]
    assert changed.json()["data"]["version"] == 2
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404


def test_the_same_line_sent_twice_is_one(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(session)
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "4200.50"}
    answers = [admin.post(PATH, body, headers={"Idempotency-Key": "ligne-1"}) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {201}
    assert answers[0].json() == answers[1].json()
    assert admin.get(f"{PATH}?project={project.api_id}").json()["meta"]["total"] == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": "0.00"}, "amount"),
        ({"amount": "-5.00"}, "amount"),
        ({"amount": "1.005"}, "amount"),
        ({"amount": "999999999999.00"}, "amount"),
        ({"due_on": "soon"}, "due_on"),
        ({"period_start": "2026-12-01"}, "period_end"),
        ({"period_end": "2026-12-01"}, "period_start"),
        ({"period_start": "2026-12-02", "period_end": "2026-12-01"}, "period_end"),
        ({"period_start": "2026-10-31", "period_end": "2026-12-01"}, "period_start"),
        ({"period_start": "2026-10-05", "period_end": "2026-10-05"}, "period_start"),
        ({"status": "paid"}, "status"),
        ({"label": "a\0b"}, "label"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(world: World, admin: Browser, body: dict[str, Any], field: str):
    with world.database.write() as session:
        project = make_project(session)
        make_payment(session, project_id=project.id, period_start=date(2026, 10, 1), period_end=date(2026, 10, 31))
    with unchanged(world.database):
        answer = admin.post(PATH, {"project": project.api_id, "due_on": "2026-12-15", "amount": "10.00"} | body)
    assert answer.status_code == 422
    assert set(answer.json()["errors"]) == {field}


def test_an_amount_has_no_more_decimals_than_its_currency(world: World, admin: Browser):
    project = world.project("admin", "own", currency="JPY", amount=Decimal(5000))
    line = {"project": project, "due_on": "2026-12-01"}
    made = admin.post(PATH, line | {"amount": "1000"}).json()["data"]
    with unchanged(world.database):
        answers = [
            admin.post(PATH, line | {"amount": "10.50"}),
            admin.patch(f"{PATH}/{made['api_id']}", {"amount": "1000.50"}),
        ]
    refused = {"amount": ["This currency has no more than 0 decimals"]}
    assert [(answer.status_code, answer.json()["errors"]) for answer in answers] == [(422, refused)] * 2


def test_periods_that_only_touch_do_not_overlap(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(session)
        make_payment(session, project_id=project.id, period_start=date(2026, 10, 1), period_end=date(2026, 10, 31))
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "10.00"}
    period = {"period_start": "2026-11-01", "period_end": "2026-11-30"}
    assert admin.post(PATH, body | period).status_code == 201


@pytest.mark.parametrize(
    ("status", "deeds"),
    [
        ("planned", ["edit", "ready", "link", "skip", "write_off", "delete"]),
        ("ready", ["edit", "plan", "link", "skip", "write_off"]),
        ("skipped", ["reopen"]),
        ("written_off", ["reopen"]),
    ],
)
def test_what_may_be_done_follows_the_state(world: World, status: str, deeds: list[str]):
    assert Agreement(world, status=status, reason="x").read()["can"] == deeds


@pytest.mark.parametrize("before", ["planned", "ready", "skipped", "written_off"])
@pytest.mark.parametrize("after", ["planned", "ready", "skipped", "written_off"])
def test_every_step_between_states_is_allowed_or_refused(world: World, before: str, after: str):
    allowed = {
        "planned": {"ready", "skipped", "written_off"},
        "ready": {"planned", "skipped", "written_off"},
        "skipped": {"planned"},
        "written_off": {"planned"},
    }
    payment = Agreement(world, status=before, reason="Entente")
    if after == before or after in allowed[before]:
        answer = payment.patch(status=after, reason="Client en pause", version=1)
        assert (answer.status_code, answer.json()["data"]["status"]) == (200, after)
        kept = answer.json()["data"]["reason"]
        assert kept == ("Client en pause" if after in ("skipped", "written_off") else None)
    else:
        assert payment.refuses("status", status=after, reason="Client en pause")


@pytest.mark.parametrize("status", ["skipped", "written_off"])
def test_what_is_given_up_has_a_reason_and_is_not_edited(world: World, status: str):
    payment = Agreement(world)
    assert payment.refuses("reason", status=status)
    assert payment.refuses("reason", status=status, reason="  ")
    assert payment.patch(status=status, reason="Mois offert").status_code == 200
    assert payment.refuses("amount", amount="5.00")
    assert payment.refuses("due_on", due_on="2027-01-01")
    assert payment.refuses("invoice", invoice=payment.invoice.api_id)
    assert payment.refuses("reason", reason=None)
    assert payment.patch(note="Voir courriel").status_code == 200


def test_an_account_manager_says_that_a_payment_is_ready_and_no_more(world: World):
    with world.database.write() as session:
        own = make_project(session, account_manager_id=world.people["account_manager"].user.id)
    payment = Agreement(world)
    with world.database.write() as session:
        payment.payment = make_payment(session, project_id=own.id)
    assert payment.read("account_manager")["can"] == ["ready"]
    for body in ({"amount": "5.00"}, {"status": "skipped", "reason": "x"}, {"note": "x"}, {"invoice": None}):
        assert payment.refuses(next(iter(body)), "account_manager", **body)
    assert payment.patch("account_manager", status="ready", version=1).status_code == 200
    assert payment.read("account_manager")["can"] == []
    assert payment.refuses("status", "account_manager", status="planned")


def test_a_linked_payment_follows_its_invoice(world: World):
    one = Agreement(world)
    linked = one.link().json()["data"]
    assert (linked["status"], linked["invoiced_on"]) == ("invoiced", "2026-10-01")
    assert linked["paid_amount"] == {"amount": "0.00", "currency": "CAD"}
    assert linked["can"] == ["edit", "unlink", "write_off"]
    _set(world, one.invoice, balance=Decimal("574.88"))
    part = one.read()
    # 574.87 of 1,149.75 with tax are 499.99 of 1,000.00 without, in whole cents and never more than was paid.
    assert (part["status"], part["paid_amount"]["amount"], part["paid_on"]) == ("partially_paid", "499.99", None)
    with world.database.write() as session:
        make_receipt(session, one.invoice, "574.87", date(2026, 10, 20))
        make_receipt(session, one.invoice, "574.88", date(2026, 11, 3))
    _set(world, one.invoice, balance=Decimal(0))
    paid = one.read()
    assert (paid["status"], paid["paid_amount"]["amount"]) == ("paid", "1000.00")
    assert (paid["paid_on"], paid["can"]) == ("2026-11-03", ["edit", "unlink"])


@pytest.mark.parametrize(
    ("gone", "status"),
    [({"is_voided": True}, "invoice_voided"), ({"deleted_at": NOON}, "invoice_deleted")],
)
def test_an_invoice_that_is_gone_asks_to_be_unlinked(world: World, gone: dict[str, Any], status: str):
    one = Agreement(world)
    one.link()
    _set(world, one.invoice, **gone)
    read = one.read()
    assert (read["status"], read["paid_amount"], read["invoiced_on"]) == (status, None, None)
    assert read["invoice"]["name"] == one.invoice.number
    assert "unlink" in read["can"]
    assert "write_off" not in read["can"]
    unlinked = one.patch(invoice=None, version=read["version"])
    assert (unlinked.json()["data"]["status"], unlinked.json()["data"]["invoice"]) == ("ready", None)
    assert one.refuses("invoice", invoice=one.invoice.api_id)


def test_what_an_invoice_owes_can_be_written_off_and_taken_up_again(world: World):
    one = Agreement(world)
    one.link()
    assert one.refuses("status", status="planned")
    assert one.refuses("status", status="skipped", reason="x")
    lost = one.patch(status="written_off", reason="Client insolvable").json()["data"]
    assert (lost["status"], lost["invoice"]["name"]) == ("written_off", one.invoice.number)
    assert one.refuses("status", status="planned")
    assert one.patch(status="ready").json()["data"]["status"] == "invoiced"
    _set(world, one.invoice, balance=Decimal(0))
    assert one.refuses("status", status="written_off", reason="x")


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"client_id": None}, "client"),
        ({"currency": "USD"}, "currency"),
        ({"is_voided": True}, "voided"),
        ({"deleted_at": NOON}, "deleted"),
        ({"subtotal": Decimal("999.99")}, "999.99"),
    ],
)
def test_an_invoice_that_does_not_fit_is_refused(world: World, fields: dict[str, Any], word: str):
    one = Agreement(world, invoice=fields)
    assert word in one.refuses("invoice", invoice=one.invoice.api_id)


def test_another_clients_invoice_and_an_unknown_one_are_refused(world: World):
    one, other = Agreement(world), Agreement(world)
    assert "client" in one.refuses("invoice", invoice=other.invoice.api_id)
    assert one.refuses("invoice", invoice=one.project.api_id)


def test_payments_together_are_no_more_than_their_invoice(world: World):
    one = Agreement(world, amount=Decimal("600.00"))
    with world.database.write() as session:
        second = make_payment(session, project_id=one.project.id, amount=Decimal("400.01"))
    one.link()
    path = f"{PATH}/{second.api_id}"
    with unchanged(world.database):
        answer = world.browser("admin").patch(path, {"invoice": one.invoice.api_id})
    assert "400.00 CAD" in answer.json()["errors"]["invoice"][0]
    fits = world.browser("admin").patch(path, {"invoice": one.invoice.api_id, "amount": "400.00"})
    assert fits.status_code == 200
    assert one.refuses("amount", amount="600.01")
    assert one.patch(amount="599.00").status_code == 200


def test_two_people_who_edit_at_once_are_told_both_values(world: World):
    one = Agreement(world)
    assert one.patch(amount="900.00", version=1).status_code == 200
    with unchanged(world.database):
        answer = one.patch(amount="800.00", version=1)
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == {"amount": {"theirs": "900.00", "yours": "800.00"}}
    assert answer.json()["version"] == 2


def test_only_what_is_planned_is_removed(world: World, admin: Browser):
    one = Agreement(world, status="ready")
    with unchanged(world.database):
        answer = admin.delete(one.path)
    assert (answer.status_code, answer.json()["code"]) == (422, "payment_kept")


def test_an_invoiced_payment_locks_kind_and_currency(world: World, admin: Browser):
    one = Agreement(world)
    path = f"/api/v1/projects/{one.project.api_id}"
    assert admin.patch(path, {"currency": "USD"}).status_code == 200
    assert admin.patch(path, {"currency": "CAD"}).status_code == 200
    assert one.link().status_code == 200
    for body in ({"currency": "USD"}, {"kind": "retainer", "monthly_fee": "500.00"}):
        with unchanged(world.database):
            answer = admin.patch(path, body)
        assert (answer.status_code, set(answer.json()["errors"])) == (422, {next(iter(body))})
    assert admin.patch(path, {"end_on": "2027-05-01"}).status_code == 200


@pytest.mark.parametrize(("status", "answer"), [("planned", 204), ("ready", 422), ("skipped", 422)])
def test_a_draft_is_deleted_with_its_plan_but_not_with_decisions(
    world: World, admin: Browser, status: str, answer: int
):
    with world.database.write() as session:
        project = make_project(session, status="draft")
        make_payment(session, project_id=project.id, status=status)
    path = f"/api/v1/projects/{project.api_id}"
    assert ("delete" in admin.get(path).json()["data"]["can"]) is (answer == 204)
    assert admin.delete(path).status_code == answer


def test_what_happens_to_a_payment_is_in_the_log_as_money(world: World):
    one = Agreement(world, label="Acompte")
    one.patch(status="skipped", reason="Remplacé")
    with world.database.read() as db:
        entry = db.execute(
            select(ActivityEntry.__table__).where(
                ActivityEntry.subject_api_id == one.payment.api_id, ActivityEntry.action == "changed"
            )
        ).one()
    assert (entry.subject_type, entry.subject_name, entry.topic) == ("payment", "Acompte", "money")
    assert entry.changes == {"status": ["planned", "skipped"], "reason": [None, "Remplacé"]}
    shown = world.browser("financial_manager").get(f"/api/v1/activity?subject={one.payment.api_id}").json()["data"]
    assert {row["action"] for row in shown} == {"changed", "created"}


def test_the_log_names_invoices_by_their_numbers(world: World):
    one = Agreement(world)
    one.link()
    shown = world.browser("admin").get(f"/api/v1/activity?subject={one.payment.api_id}").json()["data"]
    entry = next(row for row in shown if row["action"] == "changed")
    changed = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changed == {"status": ("planned", "ready"), "invoice": (None, one.invoice.number)}


def test_suggestions_say_why(world: World, admin: Browser):
    one = Agreement(world)
    day = one.payment.due_on
    with world.database.write() as session:
        best = one.make_invoice(session, issued_on=day, project_id=one.project.id)
        larger = one.make_invoice(session, issued_on=day, subtotal=Decimal("5000.00"))
        one.make_invoice(session, issued_on=day, subtotal=Decimal("999.00"))
        one.make_invoice(session, issued_on=day, currency="USD")
        one.make_invoice(session, issued_on=day, is_voided=True)
        make_invoice(session, issued_on=day, client_id=make_client(session).id)
    found = admin.get(f"{one.path}/invoice-suggestions").json()["data"]
    assert [row["invoice"]["api_id"] for row in found] == [best.api_id, one.invoice.api_id, larger.api_id]
    assert found[0]["score"] == 100
    assert found[0]["reasons"] == ["same_amount", "same_project", "same_month"]
    assert found[1]["reasons"] == ["same_amount"]
    assert found[2]["reasons"] == ["part_of_larger", "same_month"]
    assert found[2]["invoice"]["room"] == {"amount": "5000.00", "currency": "CAD"}
    one.link(best)
    assert best.api_id not in [
        row["invoice"]["api_id"] for row in admin.get(f"{one.path}/invoice-suggestions").json()["data"]
    ]
