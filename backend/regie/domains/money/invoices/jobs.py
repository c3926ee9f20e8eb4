"""The day's look at invoices: which have become overdue since the last one."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.permissions import Role
from regie.domains.people.notifications.actions import Notice, Notifier, notify_each
from regie.domains.people.users.queries import holds
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import OVERDUE
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.users.models import User

# Shorter than what was told is remembered: nobody is told a second time of an invoice that stays open for years.
TOLD_FOR = timedelta(days=30)
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


def tell_of_overdue_invoices(session: Session, notifier: Notifier, today: date, now: datetime) -> None:
    """Once for each day on which an invoice was to be paid, to the client's account manager and to finance."""
    late = session.execute(_OVERDUE.where(Invoice.payable_on >= today - TOLD_FOR), {"today_": today})
    finance = set(session.execute(select(User.id).where(holds(Role.FINANCIAL_MANAGER))).scalars())
    notices = [
        Notice(
            recipients=finance if row.account_manager_id is None else finance | {row.account_manager_id},
            values={
                "number": row.number or "—",
                "client": row.client or row.customer_name,
                "balance_money": {"amount": str(row.balance), "currency": row.currency},
                "due_on": row.payable_on.isoformat(),
            },
            link=f"/invoices?open={row.api_id}",
            once=f"invoice_overdue:{row.api_id}:{row.payable_on.isoformat()}",
        )
        for row in late
    ]
    notify_each(session, notifier, "invoice_overdue", notices, now)


def invoices_told_of(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Those of these invoices that this person would be told of now: their clients', or all of them in finance."""
    statement = (
        select(Invoice.api_id)
        .join(Client, Client.id == Invoice.client_id, isouter=True)
        .join(User, User.id == user_id)
        .where(Invoice.api_id.in_(api_ids))
        .where(or_(Client.account_manager_id == user_id, holds(Role.FINANCIAL_MANAGER)))
    )
    return set(session.execute(statement).scalars())
