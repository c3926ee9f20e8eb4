"""Defines the export columns of reconciliation proposals."""

from regie.access.export_columns import ExportContext, ListExport, column_group, computed, day, enum_label, money, text
from regie.domains.money.payments.queries import name_payment
from regie.domains.money.reconciliation.schemas import Proposal


def _payment(row: Proposal, context: ExportContext) -> str:
    return name_payment(row["payment"], context)


PROPOSALS_FILE = ListExport(
    "reconciliation",
    (
        column_group(
            "certainty",
            ("level", enum_label("certainty", "reconciliation_certainty")),
            ("reasons", enum_label("reasons", "payment_invoice_reason")),
        ),
        text("client"),
        text("project"),
        computed("payment", _payment),
        day("due_on"),
        money("open_amount"),
        text("invoice"),
        day("issued_on"),
        money("unallocated"),
        money("amount"),
    ),
)
