"""Defines the export columns of invoices and receivables."""

from collections.abc import Iterator
from decimal import Decimal

from regie.access.export_columns import (
    ExportColumn,
    ExportContext,
    FileColumn,
    ListExport,
    column_group,
    computed,
    day,
    enum_label,
    instant,
    money,
    number,
    text,
)
from regie.domains.money.invoices.schemas import (
    ClientCurrencyLine,
    ClientReceivables,
    InvoiceRow,
    Receivable,
    UnappliedCredit,
)
from regie.domains.records.settings.models import AGING_EDGE_COUNT


def _client(row: InvoiceRow | Receivable | UnappliedCredit, _context: ExportContext) -> str:
    """The client's name, or the customer's name in the accounting service when no client is matched."""
    return row["client"]["name"] if row["client"] else row["customer_name"]


INVOICES_FILE = ListExport(
    "invoices",
    (
        text("number"),
        computed("client", _client),
        enum_label("status", "invoice_status"),
        day("issued_on"),
        day("due_on"),
        enum_label("aging_bucket", "aging_bucket"),
        money("total"),
        money("balance"),
        money("unreconciled"),
        money("subtotal"),
        money("tax"),
        text("project"),
        text("source", path="source_url"),
        instant("synced_at"),
    ),
)


def _client_or_none(row: ClientReceivables, context: ExportContext) -> str:
    return row["client"]["name"] if row["client"] else context.translate("export.no_client")


def _rows_by_currency(row: ClientReceivables) -> Iterator[ClientCurrencyLine]:
    """Yield a row per currency; what concerns the whole client is on the first one."""
    days = {one["currency"]: one["days"] for one in row["days_to_pay"]}
    for index, line in enumerate(row["currencies"]):
        is_first = index == 0
        yield {
            "client": row["client"],
            **line,
            "overdue": row["overdue"] if is_first else None,
            "days_past_due": row["days_past_due"] if is_first else None,
            "follow_up": row["follow_up"] if is_first else None,
            "collection": row["collection"] if is_first else None,
            "days_to_pay": days.get(line["currency"]),
        }


def _bucket_column(index: int) -> FileColumn:
    """The column of an aging bucket by its index; the settings define its limits."""
    return FileColumn(
        "money",
        lambda row, _context: Decimal(row["buckets"][index]["amount"]["amount"]),
        suffix=lambda context: context.enum_label("aging_bucket", context.enum_values("aging_bucket")[index]),
    )


# The amounts of a row are in its currency, which has its own column.
DEBTORS_FILE = ListExport(
    "invoices",
    (
        computed("client", _client_or_none),
        text("currency"),
        ExportColumn("buckets", tuple(_bucket_column(index) for index in range(AGING_EDGE_COUNT + 2))),
        ExportColumn("unapplied", (FileColumn("money", lambda row, _context: Decimal(row["unapplied"]["amount"])),)),
        ExportColumn(
            "total", (FileColumn("money", lambda row, _context: Decimal(row["total"]["amount"])),), has_total=True
        ),
        money("converted"),
        column_group(
            "follow_up",
            ("without_follow_up", number("follow_up.without_follow_up")),
            ("due", number("follow_up.due")),
            ("planned", number("follow_up.planned")),
            ("next", day("follow_up.next_on")),
            ("noted", instant("follow_up.last_noted_at")),
            ("noted_on", text("follow_up.last_noted_on")),
        ),
        money("overdue"),
        number("days_past_due"),
        day("next_follow_up", path="collection.next_on"),
        text("owner", path="collection.owner"),
        column_group(
            "promise",
            ("collection_state", enum_label("collection.collection_state", "collection_state")),
            ("promised_on", day("collection.promise.on")),
            ("promise_status", enum_label("collection.promise.status", "promise_status")),
            ("promised_amount", number("collection.promise.amount.amount")),
            ("promised_currency", text("collection.promise.amount.currency")),
        ),
        column_group(
            "last_reminder",
            ("last_reminder", instant("collection.last_reminder.sent_at")),
            ("mail_state", enum_label("collection.last_reminder.mail_state", "mail_state")),
        ),
        number("days_to_pay"),
    ),
    labels={"buckets": "aging_bucket", "days_past_due": "oldest"},
    expand_row=_rows_by_currency,
)
RECEIVABLES_FILE = ListExport(
    "invoices",
    (
        text("number"),
        computed("client", _client),
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
UNAPPLIED_FILE = ListExport(
    "invoices",
    (
        text("number"),
        enum_label("kind", "credit_kind"),
        computed("client", _client),
        day("dated_on"),
        money("total"),
        money("balance"),
        text("source", path="source_url"),
    ),
    labels={"kind": "credit_kind", "balance": "unapplied"},
)
