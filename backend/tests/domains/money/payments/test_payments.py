"""Routes of payments: statuses, permissions, invoice links and validation."""

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
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects-payments"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


class BilledProject:
    """A project with one payment of 1,000.00 and a matching invoice."""

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

    def assert_refused(self, field: str, column: str = "admin", **body: Any) -> str:
        """Send a change that must be refused; return the field's error message."""
        with assert_unchanged(self.world.database):
            response = self.patch(column, **body)
        assert response.status_code == 422, response.text
        return response.json()["errors"][field][0]


def _update_invoice(world: World, invoice: Invoice, **values: Any) -> None:
    """Change the invoice as a synchronization would."""
    with world.database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == invoice.id).values(**values))


def test_create_read_update_and_delete_payment(world: World, admin: Browser):
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


def test_repeated_create_request_creates_one_payment(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(session)
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "4200.50"}
    responses = [admin.post(PATH, body, headers={"Idempotency-Key": "ligne-1"}) for _ in range(2)]
    assert {response.status_code for response in responses} == {201}
    assert responses[0].json() == responses[1].json()
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
def test_invalid_payment_returns_422(world: World, admin: Browser, body: dict[str, Any], field: str):
    with world.database.write() as session:
        project = make_project(session)
        make_payment(session, project_id=project.id, period_start=date(2026, 10, 1), period_end=date(2026, 10, 31))
    with assert_unchanged(world.database):
        response = admin.post(PATH, {"project": project.api_id, "due_on": "2026-12-15", "amount": "10.00"} | body)
    assert response.status_code == 422
    assert set(response.json()["errors"]) == {field}


def test_amount_with_too_many_decimals_returns_422(world: World, admin: Browser):
    project = world.project("admin", "own", currency="JPY", amount=Decimal(5000))
    line = {"project": project, "due_on": "2026-12-01"}
    made = admin.post(PATH, line | {"amount": "1000"}).json()["data"]
    with assert_unchanged(world.database):
        responses = [
            admin.post(PATH, line | {"amount": "10.50"}),
            admin.patch(f"{PATH}/{made['api_id']}", {"amount": "1000.50"}),
        ]
    refused = {"amount": ["This currency has at most 0 decimals"]}
    assert [(response.status_code, response.json()["errors"]) for response in responses] == [(422, refused)] * 2


def test_adjacent_periods_do_not_overlap(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(session)
        make_payment(session, project_id=project.id, period_start=date(2026, 10, 1), period_end=date(2026, 10, 31))
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "10.00"}
    period = {"period_start": "2026-11-01", "period_end": "2026-11-30"}
    assert admin.post(PATH, body | period).status_code == 201


@pytest.mark.parametrize(
    ("status", "actions"),
    [
        ("planned", ["edit", "ready", "link", "skip", "write_off", "delete"]),
        ("ready", ["edit", "plan", "link", "skip", "write_off"]),
        ("skipped", ["reopen"]),
        ("written_off", ["reopen"]),
    ],
)
def test_allowed_actions_depend_on_status(world: World, status: str, actions: list[str]):
    assert BilledProject(world, status=status, reason="x").read()["can"] == actions


@pytest.mark.parametrize("before", ["planned", "ready", "skipped", "written_off"])
@pytest.mark.parametrize("after", ["planned", "ready", "skipped", "written_off"])
def test_status_transitions(world: World, before: str, after: str):
    allowed = {
        "planned": {"ready", "skipped", "written_off"},
        "ready": {"planned", "skipped", "written_off"},
        "skipped": {"planned", "ready"},
        "written_off": {"planned"},
    }
    payment = BilledProject(world, status=before, reason="Entente")
    if after == before or after in allowed[before]:
        response = payment.patch(status=after, reason="Client en pause", version=1)
        assert (response.status_code, response.json()["data"]["status"]) == (200, after)
        reason = response.json()["data"]["reason"]
        assert reason == ("Client en pause" if after in ("skipped", "written_off") else None)
    else:
        assert payment.assert_refused("status", status=after, reason="Client en pause")


@pytest.mark.parametrize("status", ["skipped", "written_off"])
def test_skipped_or_written_off_payment_requires_reason_and_is_locked(world: World, status: str):
    payment = BilledProject(world)
    assert payment.assert_refused("reason", status=status)
    assert payment.assert_refused("reason", status=status, reason="  ")
    assert payment.patch(status=status, reason="Mois offert").status_code == 200
    assert payment.assert_refused("amount", amount="5.00")
    assert payment.assert_refused("due_on", due_on="2027-01-01")
    assert payment.assert_refused("invoice", invoice=payment.invoice.api_id)
    assert payment.assert_refused("reason", reason=None)
    assert payment.patch(note="Voir courriel").status_code == 200


def test_account_manager_may_only_mark_payment_as_ready(world: World):
    with world.database.write() as session:
        own = make_project(session, account_manager_id=world.people["account_manager"].user.id)
    payment = BilledProject(world)
    with world.database.write() as session:
        payment.payment = make_payment(session, project_id=own.id)
    assert payment.read("account_manager")["can"] == ["ready"]
    for body in ({"amount": "5.00"}, {"status": "skipped", "reason": "x"}, {"note": "x"}, {"invoice": None}):
        assert payment.assert_refused(next(iter(body)), "account_manager", **body)
    assert payment.patch("account_manager", status="ready", version=1).status_code == 200
    assert payment.read("account_manager")["can"] == []
    assert payment.assert_refused("status", "account_manager", status="planned")


def test_linked_payment_follows_its_invoice(world: World):
    billed = BilledProject(world)
    linked = billed.link().json()["data"]
    assert (linked["status"], linked["invoiced_on"]) == ("invoiced", "2026-10-01")
    assert linked["paid_amount"] == {"amount": "0.00", "currency": "CAD"}
    assert linked["can"] == ["edit", "unlink", "write_off"]
    _update_invoice(world, billed.invoice, balance=Decimal("574.88"))
    part = billed.read()
    # 574.87 of 1,149.75 with tax are 499.99 of 1,000.00 before tax, rounded down to cents.
    assert (part["status"], part["paid_amount"]["amount"], part["paid_on"]) == ("partially_paid", "499.99", None)
    with world.database.write() as session:
        make_receipt(session, billed.invoice, "574.87", date(2026, 10, 20))
        make_receipt(session, billed.invoice, "574.88", date(2026, 11, 3))
    _update_invoice(world, billed.invoice, balance=Decimal(0))
    paid = billed.read()
    assert (paid["status"], paid["paid_amount"]["amount"]) == ("paid", "1000.00")
    assert (paid["paid_on"], paid["can"]) == ("2026-11-03", ["edit", "unlink"])


@pytest.mark.parametrize(
    ("invoice_change", "status"),
    [({"is_voided": True}, "invoice_voided"), ({"deleted_at": NOON}, "invoice_deleted")],
)
def test_voided_or_deleted_invoice_can_be_unlinked(world: World, invoice_change: dict[str, Any], status: str):
    billed = BilledProject(world)
    billed.link()
    _update_invoice(world, billed.invoice, **invoice_change)
    read = billed.read()
    assert (read["status"], read["paid_amount"], read["invoiced_on"]) == (status, None, None)
    assert read["invoice"]["name"] == billed.invoice.number
    assert "unlink" in read["can"]
    assert "write_off" not in read["can"]
    unlinked = billed.patch(invoice=None, version=read["version"])
    assert (unlinked.json()["data"]["status"], unlinked.json()["data"]["invoice"]) == ("ready", None)
    assert billed.assert_refused("invoice", invoice=billed.invoice.api_id)


def test_invoiced_payment_can_be_written_off_and_reopened(world: World):
    billed = BilledProject(world)
    billed.link()
    assert billed.assert_refused("status", status="planned")
    assert billed.assert_refused("status", status="skipped", reason="x")
    written_off = billed.patch(status="written_off", reason="Client insolvable").json()["data"]
    assert (written_off["status"], written_off["invoice"]["name"]) == ("written_off", billed.invoice.number)
    assert billed.assert_refused("status", status="planned")
    assert billed.patch(status="ready").json()["data"]["status"] == "invoiced"
    _update_invoice(world, billed.invoice, balance=Decimal(0))
    assert billed.assert_refused("status", status="written_off", reason="x")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"client_id": None}, "client"),
        ({"currency": "USD"}, "currency"),
        ({"is_voided": True}, "voided"),
        ({"deleted_at": NOON}, "deleted"),
        ({"subtotal": Decimal("999.99")}, "999.99"),
    ],
)
def test_link_to_unsuitable_invoice_returns_422(world: World, fields: dict[str, Any], message: str):
    billed = BilledProject(world, invoice=fields)
    assert message in billed.assert_refused("invoice", invoice=billed.invoice.api_id)


def test_link_to_other_clients_or_unknown_invoice_returns_422(world: World):
    billed, other = BilledProject(world), BilledProject(world)
    assert "client" in billed.assert_refused("invoice", invoice=other.invoice.api_id)
    assert billed.assert_refused("invoice", invoice=billed.project.api_id)


def test_payments_cannot_exceed_their_invoice(world: World):
    billed = BilledProject(world, amount=Decimal("600.00"))
    with world.database.write() as session:
        second = make_payment(session, project_id=billed.project.id, amount=Decimal("400.01"))
    billed.link()
    path = f"{PATH}/{second.api_id}"
    with assert_unchanged(world.database):
        response = world.browser("admin").patch(path, {"invoice": billed.invoice.api_id})
    assert "400.00 CAD" in response.json()["errors"]["invoice"][0]
    fits = world.browser("admin").patch(path, {"invoice": billed.invoice.api_id, "amount": "400.00"})
    assert fits.status_code == 200
    assert billed.assert_refused("amount", amount="600.01")
    assert billed.patch(amount="599.00").status_code == 200


def test_update_with_outdated_version_returns_409(world: World):
    billed = BilledProject(world)
    assert billed.patch(amount="900.00", version=1).status_code == 200
    with assert_unchanged(world.database):
        response = billed.patch(amount="800.00", version=1)
    assert response.status_code == 409
    assert response.json()["conflicts"] == {"amount": {"theirs": "900.00", "yours": "800.00"}}
    assert response.json()["version"] == 2


def test_only_planned_payment_can_be_deleted(world: World, admin: Browser):
    billed = BilledProject(world, status="ready")
    with assert_unchanged(world.database):
        response = admin.delete(billed.path)
    assert (response.status_code, response.json()["code"]) == (422, "payment_not_planned")


def test_invoiced_payment_locks_project_kind_and_currency(world: World, admin: Browser):
    billed = BilledProject(world)
    path = f"/api/v1/projects/{billed.project.api_id}"
    assert admin.patch(path, {"currency": "USD"}).status_code == 200
    assert admin.patch(path, {"currency": "CAD"}).status_code == 200
    assert billed.link().status_code == 200
    for body in ({"currency": "USD"}, {"kind": "retainer", "monthly_fee": "500.00"}):
        with assert_unchanged(world.database):
            response = admin.patch(path, body)
        assert (response.status_code, set(response.json()["errors"])) == (422, {next(iter(body))})
    assert admin.patch(path, {"end_on": "2027-05-01"}).status_code == 200


@pytest.mark.parametrize(("status", "status_code"), [("planned", 204), ("ready", 422), ("skipped", 422)])
def test_draft_project_with_planned_payments_only_can_be_deleted(
    world: World, admin: Browser, status: str, status_code: int
):
    with world.database.write() as session:
        project = make_project(session, status="draft")
        make_payment(session, project_id=project.id, status=status)
    path = f"/api/v1/projects/{project.api_id}"
    assert ("delete" in admin.get(path).json()["data"]["can"]) is (status_code == 204)
    assert admin.delete(path).status_code == status_code


def test_payment_changes_are_logged_under_money(world: World):
    billed = BilledProject(world, label="Acompte")
    billed.patch(status="skipped", reason="Remplacé")
    with world.database.read() as db:
        entry = db.execute(
            select(ActivityEntry.__table__).where(
                ActivityEntry.subject_api_id == billed.payment.api_id, ActivityEntry.action == "changed"
            )
        ).one()
    assert (entry.subject_type, entry.subject_name, entry.topic) == ("payment", "Acompte", "money")
    assert entry.changes == {"status": ["planned", "skipped"], "reason": [None, "Remplacé"]}
    shown = world.browser("financial_manager").get(f"/api/v1/activity?subject={billed.payment.api_id}").json()["data"]
    assert {row["action"] for row in shown} == {"changed", "created"}


def test_log_shows_invoice_numbers(world: World):
    billed = BilledProject(world)
    billed.link()
    shown = world.browser("admin").get(f"/api/v1/activity?subject={billed.payment.api_id}").json()["data"]
    entry = next(row for row in shown if row["action"] == "changed")
    changed = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changed == {"status": ("planned", "ready"), "invoice": (None, billed.invoice.number)}


def test_suggestions_have_reasons(world: World, admin: Browser):
    billed = BilledProject(world)
    day = billed.payment.due_on
    with world.database.write() as session:
        best = billed.make_invoice(session, issued_on=day, project_id=billed.project.id)
        larger = billed.make_invoice(session, issued_on=day, subtotal=Decimal("5000.00"))
        part = billed.make_invoice(session, issued_on=day, subtotal=Decimal("200.00"))
        billed.make_invoice(session, issued_on=day, currency="USD")
        billed.make_invoice(session, issued_on=day, is_voided=True)
        make_invoice(session, issued_on=day, client_id=make_client(session).id)
    found = admin.get(f"{billed.path}/invoice-suggestions").json()["data"]
    assert [row["invoice"]["api_id"] for row in found] == [
        best.api_id, billed.invoice.api_id, larger.api_id, part.api_id,
    ]  # fmt: skip
    assert found[0]["score"] == 100
    assert found[0]["reasons"] == ["same_amount", "same_project", "same_month"]
    assert found[1]["reasons"] == ["same_amount"]
    assert found[2]["reasons"] == ["part_of_larger", "same_month"]
    assert found[3]["reasons"] == ["part_of_payment", "same_month"]
    assert found[2]["invoice"]["unallocated"] == {"amount": "5000.00", "currency": "CAD"}
    billed.link(best)
    assert best.api_id not in [
        row["invoice"]["api_id"] for row in admin.get(f"{billed.path}/invoice-suggestions").json()["data"]
    ]
