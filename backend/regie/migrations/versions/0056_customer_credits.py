"""Credits of customers, and what was owed on voided invoices; the next synchronization reads all payments again."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"

_CHECKPOINTS = sa.table(
    "sync_checkpoints",
    *(sa.column(name, sa.String()) for name in ("service", "step")),
    sa.column("full_at", sa.DateTime()),
)


def upgrade() -> None:
    op.create_table(
        "customer_credits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=80), nullable=False),
        sa.Column("source_external_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=11), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=True),
        sa.Column("customer_id", sa.String(length=64), nullable=True),
        sa.Column("customer_name", sa.String(length=400), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=True),
        sa.Column("dated_on", sa.Date(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_customer_credits_client_id_clients")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_customer_credits")),
        sa.UniqueConstraint("api_id", name=op.f("uq_customer_credits_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_customer_credits_external_id")),
    )
    with op.batch_alter_table("customer_credits", schema=None) as batch_op:
        batch_op.create_index("ix_customer_credits_client_id_currency", ["client_id", "currency"], unique=False)
        batch_op.create_index("ix_customer_credits_name_key", ["name_key"], unique=False)
        batch_op.create_index(batch_op.f("ix_customer_credits_customer_id"), ["customer_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_customer_credits_source_external_id"), ["source_external_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_customer_credits_synced_at"), ["synced_at"], unique=False)
    with op.batch_alter_table("invoice_payments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("credit_external_id", sa.String(length=80), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_invoice_payments_credit_external_id"), ["credit_external_id"], unique=False
        )
    with op.batch_alter_table("invoices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("voided_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("balance_when_voided", sa.BigInteger(), nullable=True))
        batch_op.create_index(
            "ix_invoices_voided_at",
            ["voided_at"],
            unique=False,
            postgresql_where=sa.text("voided_at IS NOT NULL"),
            sqlite_where=sa.text("voided_at IS NOT NULL"),
        )
    # The credit notes of earlier credits are not known until the payments are read again.
    op.execute(
        "UPDATE invoice_payments SET credit_external_id = 'payment:' || source_external_id WHERE kind = 'payment'"
    )
    is_payments = (_CHECKPOINTS.c.service == "quickbooks") & (_CHECKPOINTS.c.step == "payments")
    op.execute(sa.update(_CHECKPOINTS).where(is_payments).values(full_at=None))
