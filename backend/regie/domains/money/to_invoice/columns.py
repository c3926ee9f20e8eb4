"""Defines the export columns of extra work, and of what is to be invoiced by client."""

from decimal import Decimal

from regie.access.export_columns import (
    ExportColumn,
    ExportContext,
    FileColumn,
    ListExport,
    computed,
    day,
    enum_label,
    money,
    number,
    text,
)
from regie.core.api.wire import Money
from regie.domains.money.to_invoice.schemas import ClientToInvoice, ToInvoiceKind

EXTRA_WORK_FILE = ListExport(
    "extra_work",
    (
        text("client"),
        text("project"),
        day("approved_on"),
        money("amount", has_total=False),
        money("scheduled_amount", has_total=False),
        money("invoiced_amount", has_total=False),
        money("open_amount"),
        enum_label("status", "project_status"),
        text("account_manager"),
    ),
    fallback_noun="payments",
)


def _write_amounts(row: ClientToInvoice, _context: ExportContext) -> str:
    return ", ".join(f"{one['amount']} {one['currency']}" for one in row["amounts"])


def _of_kind(kind: ToInvoiceKind) -> ExportColumn:
    def amount(row: ClientToInvoice) -> Money:
        return row["by_kind"][kind]

    return ExportColumn(
        kind,
        (
            FileColumn("money", lambda row, _context: Decimal(amount(row)["amount"])),
            FileColumn("text", lambda row, _context: amount(row)["currency"], "export.column.currency"),
        ),
    )


CLIENTS_FILE = ListExport(
    "to_invoice",
    (
        text("client"),
        number("lines"),
        _of_kind("late"),
        _of_kind("soon"),
        _of_kind("later"),
        _of_kind("again"),
        _of_kind("extra_work"),
        _of_kind("hours_over"),
        computed("amounts", _write_amounts),
        money("converted"),
    ),
    fallback_noun="payments",
)
