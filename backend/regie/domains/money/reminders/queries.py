"""Reads what clients owe and how they were reminded, and previews the reminders that they would receive."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, bindparam, func, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.money.amounts import Amount, money
from regie.core.money.wording import format_money
from regie.core.sample_data import is_sample_email
from regie.core.text.folding import fold
from regie.core.text.locale import DEFAULT_LOCALE, Locale, format_list, format_number, translate
from regie.core.time.clock import Clock
from regie.core.time.instants import format_long_date
from regie.domains.money.collections.queries import LAST_REMINDERS, clients_within, followed_clients, serialize_reminder
from regie.domains.money.collections.schemas import SentReminder
from regie.domains.money.invoices.queries import as_of_params
from regie.domains.money.reminders.schemas import REASONS, Reason, ReminderPreview, ReminderPreviews, ReminderQuery
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.figures import RECEIVED, promise_status
from regie.domains.records.collections.models import ClientCollection
from regie.domains.records.invoices.figures import (
    BALANCE_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE_AS_OF,
    OWED_AS_OF_BY_INVOICE,
    UNAPPLIED_AS_OF,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.settings import queries as settings_queries
from regie.domains.records.settings.models import ReminderLevel
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.settings.schemas import Settings
from regie.domains.work.clients.queries import managed_clients

MAX_SUBJECT_LENGTH = 200
_FINAL: frozenset[Reason] = frozenset({"no_address", "sample_address", "nothing_overdue"})
_KEYS = bindparam("client_keys_", type_=Integer, expanding=True)
_CLIENTS = select(
    Client.id,
    Client.api_id,
    Client.name,
    Client.language,
    Client.contact_name,
    Client.billing_email,
    ClientCollection.collection_state,
    ClientCollection.promised_on,
    ClientCollection.promised_amount,
    RECEIVED.label("received"),
).outerjoin(ClientCollection, ClientCollection.client_id == Client.id)
_OVERDUE = (
    select(Invoice.id, Invoice.client_id, Invoice.currency, Invoice.payable_on, BALANCE_AS_OF.label("balance"))
    .where(Invoice.client_id.in_(_KEYS), OWED_AS_OF_BY_INVOICE, DAYS_OVERDUE_AS_OF > 0)
    .order_by(Invoice.payable_on, Invoice.id)
)
# Negative, like the credits themselves.
_UNAPPLIED_SUM = type_coerce(func.sum(type_coerce(CREDIT_AS_OF, BigInteger)), Amount)
_UNAPPLIED = (
    select(CustomerCredit.client_id, CustomerCredit.currency, _UNAPPLIED_SUM.label("amount"))
    .where(CustomerCredit.client_id.in_(_KEYS), UNAPPLIED_AS_OF)
    .group_by(CustomerCredit.client_id, CustomerCredit.currency)
)


@dataclass(frozen=True, slots=True)
class Overdue:
    """What a client owes past due, one amount for each currency: the statement's own.

    `is_covered`: unapplied payments and credit notes are at least as large in each of them.
    """

    invoices: Sequence[int]
    amounts: Mapping[str, Decimal]
    oldest_due_on: date | None
    is_covered: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A client that someone wants to remind, with the reasons to leave it out; `sent` is how many it received."""

    key: int
    client: Ref
    locale: Locale
    contact: str
    to: str | None
    overdue: Overdue
    reasons: Sequence[Reason]
    last: SentReminder | None
    sent: int

    @property
    def is_possible(self) -> bool:
        return _FINAL.isdisjoint(self.reasons)


def preview_reminders(db: Connection, actor: Actor, query: ReminderQuery, clock: Clock) -> ReminderPreviews:
    """Return what each client would receive; NotFound when the caller may not follow up one of them."""
    settings = settings_for(db, actor)
    return {
        "interval_days": settings["reminder_interval_days"],
        "reminders": [
            _preview(one, actor, settings, query.level) for one in read_candidates(db, actor, query.client, clock)
        ],
    }


def read_candidates(db: Connection, actor: Actor, clients: Sequence[str], clock: Clock) -> list[Candidate]:
    """Return the clients by name; all of them are the caller's to follow up, with their billing address."""
    visible = (
        clients_within(actor)(actor.require(Permission.INVOICES_VIEW)),
        followed_clients(actor.require(Permission.INVOICES_FOLLOW_UP)),
        managed_clients(actor.require(Permission.CLIENTS_MONEY)),
    )
    rows = db.execute(_CLIENTS.where(Client.api_id.in_(set(clients)), *visible), actor.params).all()
    if len(rows) != len(set(clients)):
        raise NotFound
    keys = [row.id for row in rows]
    overdue = _read_overdue(db, keys, clock)
    found = db.execute(LAST_REMINDERS, {"client_keys_": keys}).all()
    last = {row.client_id: row for row in found}
    interval = settings_for(db, actor)["reminder_interval_days"]
    candidates = [_candidate(row, overdue[row.id], last.get(row.id), interval, clock) for row in rows]
    return sorted(candidates, key=lambda one: (fold(one.client["name"]), one.key))


def write_reminder(one: Candidate, actor: Actor, settings: Settings, level: ReminderLevel) -> tuple[str, str]:
    """Return the subject and the text of the template in the client's language."""
    count = len(one.overdue.invoices)
    plural = "one" if count == 1 else "many"
    amounts = [format_money(amount, currency, one.locale) for currency, amount in one.overdue.amounts.items()]
    oldest = one.overdue.oldest_due_on
    values = {
        "client": one.client["name"],
        "contact": one.contact,
        "amount": format_list(one.locale, amounts) if amounts else "",
        "invoices": translate(one.locale, f"reminder.invoices_{plural}", count=format_number(count, one.locale)),
        "oldest": format_long_date(oldest, one.locale) if oldest else "",
        "organization": settings["name"],
        "sender": actor.name,
    }
    subject, text = settings_queries.write_reminder(settings, level, one.locale, values)
    return (subject if len(subject) <= MAX_SUBJECT_LENGTH else f"{subject[: MAX_SUBJECT_LENGTH - 1]}…"), text


def describe_reasons(one: Candidate, locale: Locale, days: int) -> str:
    """Return the reasons that can be overruled as a list in words."""
    return format_list(locale, [translate(locale, f"reminder.reason.{reason}", days=days) for reason in one.reasons])


def _preview(one: Candidate, actor: Actor, settings: Settings, level: ReminderLevel) -> ReminderPreview:
    subject, text = write_reminder(one, actor, settings, level) if one.overdue.invoices else ("", "")
    return {
        "client": one.client,
        "to": one.to,
        "locale": one.locale,
        "subject": subject,
        "text": text,
        "overdue": [money(amount, currency) for currency, amount in one.overdue.amounts.items()],
        "invoices": len(one.overdue.invoices),
        "oldest_due_on": one.overdue.oldest_due_on,
        "reasons": list(one.reasons),
        "is_possible": one.is_possible,
        "last_reminder": one.last,
        "sent": one.sent,
    }


def _read_overdue(db: Connection, keys: Sequence[int], clock: Clock) -> Mapping[int, Overdue]:
    rows: dict[int, list[Any]] = defaultdict(list)
    for row in db.execute(_OVERDUE, {"client_keys_": keys, **as_of_params(clock, None)}):
        rows[row.client_id].append(row)
    unapplied: dict[int, dict[str, Decimal]] = defaultdict(dict)
    for row in db.execute(_UNAPPLIED, {"client_keys_": keys, **as_of_params(clock, None)}):
        unapplied[row.client_id][row.currency] = row.amount
    return {key: _add_up(rows[key], unapplied[key]) for key in keys}


def _add_up(rows: Sequence[Any], unapplied: Mapping[str, Decimal]) -> Overdue:
    amounts: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        amounts[row.currency] += row.balance
    is_covered = all(amount + unapplied.get(currency, Decimal(0)) <= 0 for currency, amount in amounts.items())
    oldest = rows[0].payable_on if rows else None
    return Overdue([row.id for row in rows], dict(sorted(amounts.items())), oldest, is_covered and bool(rows))


def _candidate(row: Any, overdue: Overdue, last: Any, interval: int, clock: Clock) -> Candidate:
    applies = _find_reasons(row, overdue, last, interval, clock)
    return Candidate(
        key=row.id,
        client={"api_id": row.api_id, "name": row.name},
        locale="fr-ca" if row.language == "fr-ca" else DEFAULT_LOCALE,
        contact=row.contact_name or row.name,
        to=row.billing_email,
        overdue=overdue,
        reasons=[reason for reason in REASONS if applies[reason]],
        last=serialize_reminder(last, shows_address=True) if last else None,
        sent=last.number if last else 0,
    )


def _find_reasons(row: Any, overdue: Overdue, last: Any, interval: int, clock: Clock) -> Mapping[Reason, bool]:
    promise = row.promised_on and promise_status(
        row.promised_on, row.promised_amount, row.received or Decimal(0), clock.today()
    )
    return {
        "no_address": not row.billing_email,
        "sample_address": is_sample_email(row.billing_email or ""),
        "nothing_overdue": not overdue.invoices,
        "disputed": row.collection_state == "disputed",
        "in_collection": row.collection_state == "in_collection",
        "credits": overdue.is_covered,
        "promised": promise == "due",
        "reminded": last is not None and last.mail_state != "failed" and _is_recent(last.sent_at, interval, clock),
    }


def _is_recent(sent_at: datetime, interval: int, clock: Clock) -> bool:
    return clock.day_of(sent_at) > clock.today() - timedelta(days=interval)
