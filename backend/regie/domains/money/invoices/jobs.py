"""Notifies account managers and finance of invoices that have become overdue."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.domains.people.notifications.actions import NewNotification, Notifier, notify_all
from regie.domains.people.users.queries import has_role
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import OVERDUE
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.users.models import User

# Shorter than the retention of notifications, so that an invoice that stays open for years is notified once.
NOTIFY_FOR = timedelta(days=30)
_OVERDUE = (
    select(
        Invoice.api_id,
        Invoice.number,
        Invoice.customer_name,
        Invoice.balance,
        Invoice.currency,
        Invoice.payable_on,
        Client.name.label("client"),
        Client.account_manager_id,
    )
    .join(Client, Client.id == Invoice.client_id, isouter=True)
    .where(OVERDUE)
    .order_by(Invoice.payable_on, Invoice.id)
)


def notify_overdue_invoices(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Notify the client's account manager and the financial managers, once per invoice and due date."""
    overdue = session.execute(_OVERDUE.where(Invoice.payable_on >= today - NOTIFY_FOR), {"today_": today})
    finance = set(session.execute(select(User.id).where(has_role(Role.FINANCIAL_MANAGER))).scalars())
    notifications = [
        NewNotification(
            recipients=finance if row.account_manager_id is None else finance | {row.account_manager_id},
            values={
                "number": row.number or "—",
                "client": row.client or row.customer_name,
                "balance_money": {"amount": str(row.balance), "currency": row.currency},
                "due_on": row.payable_on.isoformat(),
            },
            link=f"/invoices?open={row.api_id}",
            dedup_key=f"invoice_overdue:{row.api_id}:{row.payable_on.isoformat()}",
        )
        for row in overdue
    ]
    notify_all(session, notifier, "invoice_overdue", notifications, now)


def find_notifiable_invoices(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """The invoices of these that this user would be notified of: their clients', or all for financial managers."""
    statement = (
        select(Invoice.api_id)
        .join(Client, Client.id == Invoice.client_id, isouter=True)
        .join(User, User.id == user_id)
        .where(Invoice.api_id.in_(api_ids))
        .where(or_(Client.account_manager_id == user_id, has_role(Role.FINANCIAL_MANAGER)))
    )
    return set(session.execute(statement).scalars())
