"""Add daily exchange rates to the Canadian dollar."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "exchange_rates",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("valid_on", sa.Date(), nullable=False),
        sa.Column("rate", sa.BigInteger(), nullable=False),
        sa.Column("observed_on", sa.Date(), nullable=False),
        sa.Column("source", sa.String(length=14), nullable=False),
        sa.Column("entered_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("observed_on <= valid_on", name=op.f("ck_exchange_rates_observed")),
        sa.CheckConstraint("rate > 0", name=op.f("ck_exchange_rates_positive")),
        sa.ForeignKeyConstraint(["entered_by_id"], ["users.id"], name=op.f("fk_exchange_rates_entered_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exchange_rates")),
        sa.UniqueConstraint("api_id", name=op.f("uq_exchange_rates_api_id")),
    )
    with op.batch_alter_table("exchange_rates", schema=None) as batch_op:
        batch_op.create_index("ix_exchange_rates_valid_on_id", ["valid_on", "id"], unique=False)
        batch_op.create_index("ix_exchange_rates_entered_by_id", ["entered_by_id"], unique=False)
        batch_op.create_index("uq_exchange_rates_currency_valid_on", ["currency", "valid_on"], unique=True)
