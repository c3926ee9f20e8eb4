"""Creates clients that owe money, sends them reminders, and delivers the mail."""

from datetime import date, datetime
from email.message import EmailMessage as MimeMessage
from typing import Any

from sqlalchemy import update

from regie.core.mail.delivery import MailWorker
from regie.domains.money.reminders.actions import follow_reminder
from regie.domains.records.collections.models import Reminder
from tests.core.mail_setup import SENDER, FakeTransport
from tests.factories.work import make_client, make_invoice
from tests.factories.world import World

PREVIEWS = "/api/v1/reminder-previews"
TO = "comptes@pivoine.example"


def debtor(world: World, column: str = "account_manager", *, total: str = "4200.00", **fields: Any) -> tuple[str, int]:
    """Create a client that the column's user manages, with an overdue invoice; return it and the key."""
    with world.database.write() as session:
        values = {"account_manager_id": world.people[column].user.id, "billing_email": TO} | fields
        client = make_client(session, **values)
        owe(session, client.id, total)
        return client.api_id, client.id


def owe(session: Any, key: int, total: str, currency: str = "CAD", day: date = date(2026, 10, 1), **fields: Any) -> Any:
    return make_invoice(
        session, client_id=key, total=total, currency=currency, issued_on=date(2026, 9, 1), due_on=day, **fields
    )


def preview(world: World, *clients: str, column: str = "admin", **query: str) -> list[dict[str, Any]]:
    params = "&".join(
        [*(f"client={client}" for client in clients), *(f"{key}={value}" for key, value in query.items())]
    )
    response = world.browser(column).get(f"{PREVIEWS}?{params}")
    assert response.status_code == 200, response.text
    return response.json()["data"]["reminders"]


def send(world: World, client: str, column: str = "admin", **body: Any) -> Any:
    return world.browser(column).post(f"/api/v1/clients/{client}/reminders", {"sent": 0, **body})


def sent(world: World, client: str, column: str = "admin", **body: Any) -> None:
    response = send(world, client, column, **body)
    assert response.status_code == 201, response.text


def log(world: World, client: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"/api/v1/clients/{client}/collection-entries?per_page=100")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def worker(world: World, transport: FakeTransport) -> MailWorker:
    context = world.app.state.context
    return MailWorker(world.database, context.clock, context.mail, transport, SENDER, follow=follow_reminder)


def deliver(world: World) -> list[MimeMessage]:
    """Send the queued mail, and return it."""
    transport = FakeTransport()
    worker(world, transport).deliver_due()
    return [message for _, message in transport.sent]


def date_back(world: World, key: int, moment: datetime) -> None:
    """Date the reminders of a client back."""
    with world.database.write() as session:
        session.execute(update(Reminder).where(Reminder.client_id == key).values(sent_at=moment))
