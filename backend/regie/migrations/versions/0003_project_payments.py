"""Add project payments: planned amounts and dates."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "project_payments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("period_start", sa.Date(), nullable=True),
        sa.Column("period_end", sa.Date(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("invoice_id", sa.Integer(), nullable=True),
        sa.Column("follows_terms", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.CheckConstraint(
            "invoice_id IS NULL OR status IN ('ready', 'written_off')", name=op.f("ck_project_payments_invoice")
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_project_payments_amount")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"], name=op.f("fk_project_payments_invoice_id_invoices")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_payments_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_payments")),
        sa.UniqueConstraint("api_id", name=op.f("uq_project_payments_api_id")),
        sa.UniqueConstraint("project_id", "period_start", name=op.f("uq_project_payments_project_id_period_start")),
    )
    with op.batch_alter_table("project_payments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_payments_amount"), ["amount"], unique=False)
        batch_op.create_index("ix_project_payments_due_on_id", ["due_on", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_payments_invoice_id"), ["invoice_id"], unique=False)
        batch_op.create_index("ix_project_payments_project_due", ["project_id", "due_on"], unique=False)
        batch_op.create_index("ix_project_payments_status_due", ["status", "due_on"], unique=False)
