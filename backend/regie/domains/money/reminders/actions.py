"""Sends a reminder to pay: queues the mail, and stores it in the log of contacts in the same transaction."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.core.api.errors import Changed, Invalid
from regie.core.audit.activity import log_event
from regie.core.mail.queue import queue_letter
from regie.core.money.amounts import money
from regie.core.restored_copy import require_live_copy
from regie.domains.money.collections.actions import open_collection, read_statement_file, store_mail
from regie.domains.money.reminders.queries import Candidate, describe_reasons, read_candidates, write_reminder
from regie.domains.money.reminders.schemas import ReminderCreate
from regie.domains.records.collections.models import Reminder
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User

MAIL_KIND = "reminder"


def send_reminder(session: Session, actor: Actor, context: AppContext, client: str, data: ReminderCreate) -> None:
    """Queue one reminder and log it; raise Changed when another was sent since the preview, Invalid with the reason.

    The client is locked first, so that the second of two senders at once sees the reminder of the first.
    """
    db, clock = session.connection(), context.clock
    require_live_copy(db)
    collection = open_collection(session, actor, client)
    (candidate,) = read_candidates(db, actor, [client], clock)
    _require_sendable(session, actor, candidate, data)
    subject, text = write_reminder(candidate, actor, settings_for(db, actor), data.level)
    subject, text = data.subject or subject, data.text or text
    invoices = candidate.overdue.invoices
    entry = store_mail(session, actor, collection, text, invoices, clock.today())
    reminder = Reminder(
        entry_id=entry.id,
        client_id=candidate.key,
        number=candidate.sent + 1,
        level=data.level,
        to_address=candidate.to,
        subject=subject,
        overdue=[money(amount, currency) for currency, amount in candidate.overdue.amounts.items()],
        invoices=len(invoices),
        sent_at=clock.now(),
        mail_state="queued",
    )
    session.add(reminder)
    session.flush()
    _queue(session, actor, context, candidate, reminder, text)
    _log(session, candidate, reminder)


def follow_reminder(session: Session, reference: str, error: str | None, _now: datetime) -> None:
    """Record that the mail of a reminder was sent, or abandoned for the reason `error`."""
    state = "failed" if error else "sent"
    found = update(Reminder).where(Reminder.api_id == reference)
    session.execute(found.values(mail_state=state, mail_error=error))


def _require_sendable(session: Session, actor: Actor, candidate: Candidate, data: ReminderCreate) -> None:
    if candidate.sent != data.sent:
        raise Changed(code="reminder_sent_meanwhile")
    if not candidate.is_possible:
        raise Invalid(code=f"reminder_{candidate.reasons[0]}")
    if candidate.reasons and not data.anyway:
        days = settings_for(session.connection(), actor)["reminder_interval_days"]
        raise Invalid(code="reminder_not_confirmed", reasons=describe_reasons(candidate, actor.locale, days))


def _queue(
    session: Session, actor: Actor, context: AppContext, candidate: Candidate, reminder: Reminder, text: str
) -> None:
    statement = read_statement_file(session.connection(), actor, candidate.client["api_id"], context.clock)
    queue_letter(
        session,
        context.mail,
        to=reminder.to_address,
        kind=MAIL_KIND,
        locale=statement.locale,
        now=context.clock.now(),
        subject=reminder.subject,
        text=text,
        organization=statement.organization,
        reply_to=session.execute(select(User.email).where(User.id == actor.user_id)).scalar_one(),
        files={statement.name: statement.content},
        reference=reminder.api_id,
    )


def _log(session: Session, candidate: Candidate, reminder: Reminder) -> None:
    """Log on the client without the address and the text: entries about clients are never deleted."""
    log_event(
        session,
        "reminder_sent",
        subject="client",
        **candidate.client,
        topic="money",
        details={"reminder_level": reminder.level},
    )
