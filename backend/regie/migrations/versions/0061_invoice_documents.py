"""The responses of the accounting service in a table of their own, and an index of what lists filter by.

Invoices keep an empty column for the previous release, which still writes it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    op.create_table(
        "invoice_documents",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_documents")),
        sa.UniqueConstraint("external_id", name=op.f("uq_invoice_documents_external_id")),
    )
    op.execute("INSERT INTO invoice_documents (external_id, raw) SELECT external_id, raw FROM invoices ORDER BY id")
    op.execute("UPDATE invoices SET raw = '{}' WHERE raw <> '{}'")
    op.create_index(
        "ix_invoices_listed",
        "invoices",
        ["issued_on", "id", "payable_on", "balance", "total", "currency", "client_id", "is_voided", "deleted_at"],
    )
    op.drop_index("ix_invoices_issued_on_id", "invoices")
