"""The columns of invoices and of what was owed on a day as a file has them."""

from collections.abc import Iterator
from decimal import Decimal

from regie.access.export_columns import (
    Column,
    Exported,
    Part,
    Speaker,
    day,
    instant,
    money,
    number,
    several,
    text,
    told,
    word,
)
from regie.domains.money.invoices.schemas import ClientCurrencyLine, ClientReceivables, InvoiceRow, Receivable
from regie.domains.records.settings.models import AGEING_EDGES


def _client(row: InvoiceRow | Receivable, _speaker: Speaker) -> str:
    """An invoice of nobody we know is the customer's of the accounting service."""
    return row["client"]["name"] if row["client"] else row["customer_name"]


INVOICES_FILE = Exported(
    "invoices",
    (
        text("number"),
        told("client", _client),
        word("status", "invoice_status"),
        day("issued_on"),
        day("due_on"),
        word("aging_bucket", "aging_bucket"),
        money("total"),
        money("balance"),
        money("subtotal"),
        money("tax"),
        text("project"),
        text("source", of="source_url"),
        instant("synced_at"),
    ),
)


def _name(row: ClientReceivables, speaker: Speaker) -> str:
    return row["client"]["name"] if row["client"] else speaker.say("export.no_client")


def _by_currency(row: ClientReceivables) -> Iterator[ClientCurrencyLine]:
    """A line per currency, as the screen has them; what is said of the whole client is said once."""
    for place, line in enumerate(row["currencies"]):
        yield {"client": row["client"], **line, "follow_up": None if place else row["follow_up"]}


def _part(place: int) -> Part:
    """A part of ageing by its place: where it begins is the organization's to say."""
    return Part(
        "money",
        lambda row, _speaker: Decimal(row["buckets"][place]["amount"]["amount"]),
        after=lambda speaker: speaker.word("aging_bucket", speaker.values("aging_bucket")[place]),
    )


# Every part of a line is in the line's currency, which has a column of its own.
DEBTORS_FILE = Exported(
    "invoices",
    (
        told("client", _name),
        text("currency"),
        Column("buckets", tuple(_part(place) for place in range(AGEING_EDGES + 2))),
        Column("total", (Part("money", lambda row, _speaker: Decimal(row["total"]["amount"])),), adds_up=True),
        money("converted"),
        several(
            "follow_up",
            ("forgotten", number("follow_up.forgotten")),
            ("due", number("follow_up.due")),
            ("planned", number("follow_up.planned")),
            ("next", day("follow_up.next_on")),
            ("noted", instant("follow_up.last_kept_at")),
            ("noted_on", text("follow_up.last_kept_on")),
        ),
    ),
    labels={"buckets": "aging_bucket"},
    lines=_by_currency,
)
RECEIVABLES_FILE = Exported(
    "invoices",
    (
        text("number"),
        told("client", _client),
        day("issued_on"),
        day("payable_on"),
        number("days_past_due"),
        money("total"),
        money("balance"),
        day("follow_up_on"),
        text("follow_up_owner"),
    ),
    labels={"payable_on": "due_on", "days_past_due": "aging_bucket"},
)
