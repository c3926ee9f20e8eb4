"""Add the follow-up date and owner of invoices, and an index of payments by date for aging."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "invoice_follow_ups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("invoice_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("follow_up_on", sa.Date(), nullable=True),
        sa.Column("follow_up_note", sa.Text(), nullable=True),
        sa.Column("follow_up_owner_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["follow_up_owner_id"], ["users.id"], name=op.f("fk_invoice_follow_ups_follow_up_owner_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoices.id"], name=op.f("fk_invoice_follow_ups_invoice_id_invoices")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_follow_ups")),
        sa.UniqueConstraint("api_id", name=op.f("uq_invoice_follow_ups_api_id")),
        sa.UniqueConstraint("invoice_id", name=op.f("uq_invoice_follow_ups_invoice_id")),
    )
    with op.batch_alter_table("invoice_follow_ups", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invoice_follow_ups_follow_up_on"), ["follow_up_on"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_invoice_follow_ups_follow_up_owner_id"), ["follow_up_owner_id"], unique=False
        )
    op.create_index("ix_invoice_payments_paid_on", "invoice_payments", ["paid_on", "invoice_external_id"], unique=False)
