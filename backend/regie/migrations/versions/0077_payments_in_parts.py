"""Payments of which an invoice bills less than all count as split; indexes for the payments to invoice."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"

_OPEN, _SPLIT = "ix_project_payments_status_invoice", "ix_project_payments_split"


def upgrade() -> None:
    op.execute(
        "UPDATE project_payments SET is_split = true WHERE NOT is_split AND EXISTS (SELECT 1 FROM payment_allocations a"
        " JOIN invoices i ON i.id = a.invoice_id WHERE a.payment_id = project_payments.id AND"
        " (a.amount <> project_payments.amount OR i.subtotal < a.settled_from + a.amount))"
    )
    op.create_index(_OPEN, "project_payments", ["status", "invoice_id", "due_on"])
    op.create_index(
        _SPLIT,
        "project_payments",
        ["status", "due_on"],
        sqlite_where=sa.text("is_split = 1"),
        postgresql_where=sa.text("is_split"),
    )


def downgrade() -> None:
    for name in (_SPLIT, _OPEN):
        op.drop_index(name, table_name="project_payments")
    op.execute(
        "UPDATE project_payments SET is_split = false WHERE is_split AND (SELECT count(*) FROM payment_allocations"
        " WHERE payment_id = project_payments.id) <= 1"
    )
