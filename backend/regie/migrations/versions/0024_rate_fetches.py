"""Add the fetches of exchange rates from the Bank of Canada and their results."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "rate_fetches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("asked_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first_on", sa.Date(), nullable=True),
        sa.Column("last_on", sa.Date(), nullable=True),
        sa.Column("rates_added", sa.Integer(), nullable=False),
        sa.Column("problems", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=True),
        sa.Column("error_detail", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["asked_by_id"], ["users.id"], name=op.f("fk_rate_fetches_asked_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rate_fetches")),
        sa.UniqueConstraint("api_id", name=op.f("uq_rate_fetches_api_id")),
    )
    with op.batch_alter_table("rate_fetches", schema=None) as batch_op:
        batch_op.create_index("ix_rate_fetches_asked_by_id", ["asked_by_id"], unique=False)
        batch_op.create_index("ix_rate_fetches_created_at", ["created_at", "id"], unique=False)
