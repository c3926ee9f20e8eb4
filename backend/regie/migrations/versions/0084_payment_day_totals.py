"""Store the totals of scheduled payments by the day on which they are due; every day is marked to be calculated."""

import sqlalchemy as sa
from alembic import op

revision = "0084"
down_revision = "0083"

_AMOUNTS = ("planned", "ready", "invoiced", "to_relink", "skipped", "written_off", "paid")


def upgrade() -> None:
    op.create_table(
        "payment_day_totals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("payments", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _AMOUNTS),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_day_totals")),
        sa.UniqueConstraint("due_on", "currency", "status", name=op.f("uq_payment_day_totals_due_on_currency_status")),
    )
    op.create_table(
        "payment_day_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_day_changes")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_payment_day_changes_due_on"), "payment_day_changes", ["due_on"], unique=False)
