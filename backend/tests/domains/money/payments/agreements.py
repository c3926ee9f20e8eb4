"""A project with scheduled payments and invoices, and the calls that let these bill those."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import update

from regie.domains.money.payments.actions import follow_lowered_invoices
from regie.domains.records.invoices.models import Invoice
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects-payments"


class Agreement:
    """A project with payments of 1,000.00 each and invoices of these subtotals."""

    def __init__(self, world: World, *subtotals: str, payments: int = 1, **invoice: Any) -> None:
        self.world = world
        with world.database.write() as session:
            self.client = make_client(session)
            self.project = make_project(session, client_id=self.client.id, amount=Decimal("9000.00"))
            self.other = self.project
            self.payments = [
                make_payment(session, project_id=self.project.id, due_on=date(2026, 10, 1 + index))
                for index in range(payments)
            ]
            self.invoices = [
                make_invoice(
                    session, client_id=self.client.id, subtotal=Decimal(subtotal), tax=Decimal(0), total=subtotal,
                    **invoice,
                )
                for subtotal in subtotals
            ]  # fmt: skip

    def add(self, amount: str, payment: int = 0, invoice: int = 0, column: str = "admin") -> Any:
        body = {"invoice": self.invoices[invoice].api_id, "amount": amount}
        return self.world.browser(column).post(f"{PATH}/{self.payments[payment].api_id}/allocations", body)

    def remove(self, payment: int = 0, invoice: int = 0, column: str = "admin") -> Any:
        path = f"{PATH}/{self.payments[payment].api_id}/allocations/{self.invoices[invoice].api_id}"
        return self.world.browser(column).delete(path)

    def read(self, payment: int = 0) -> dict[str, Any]:
        return self.world.browser("admin").get(f"{PATH}/{self.payments[payment].api_id}").json()["data"]

    def amounts(self, payment: int = 0) -> tuple[str, str, str, str | None]:
        row = self.read(payment)
        paid = row["paid_amount"]
        return (
            row["status"], row["invoiced_amount"]["amount"], row["open_amount"]["amount"], paid and paid["amount"],
        )  # fmt: skip

    def update_invoice(self, invoice: int = 0, **values: Any) -> None:
        """Change the invoice as a synchronization would."""
        with self.world.database.write() as session:
            changed = self.invoices[invoice]
            session.execute(update(Invoice).where(Invoice.id == changed.id).values(**values))
            follow_lowered_invoices(session, [changed.external_id])

    def assert_refused(self, response_of: Any, field: str, status: int = 422) -> str:
        with assert_unchanged(self.world.database):
            response = response_of()
        assert response.status_code == status, response.text
        return response.json()["errors"][field][0]
