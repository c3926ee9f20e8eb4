"""Add the retainer ledger, with one row per month, and its warnings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "retainer_periods",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("base_hours", sa.BigInteger(), nullable=False),
        sa.Column("rollover_in", sa.BigInteger(), nullable=False),
        sa.Column("adjustment", sa.BigInteger(), nullable=False),
        sa.Column("adjustment_reason", sa.Text(), nullable=True),
        sa.Column("used_hours", sa.BigInteger(), nullable=False),
        sa.Column("late_hours", sa.BigInteger(), nullable=False),
        sa.Column("closing_balance", sa.BigInteger(), nullable=False),
        sa.Column("rollover_out", sa.BigInteger(), nullable=False),
        sa.Column("lapsed_hours", sa.BigInteger(), nullable=False),
        sa.Column("overage_hours", sa.BigInteger(), nullable=False),
        sa.Column("ran_out_on", sa.Date(), nullable=True),
        sa.Column("lots", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=6), nullable=False),
        sa.Column("locked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("locked_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["locked_by_id"], ["users.id"], name=op.f("fk_retainer_periods_locked_by_id_users")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_retainer_periods_project_id_projects")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retainer_periods")),
        sa.UniqueConstraint("api_id", name=op.f("uq_retainer_periods_api_id")),
        sa.UniqueConstraint("project_id", "starts_on", name=op.f("uq_retainer_periods_project_id_starts_on")),
    )
    with op.batch_alter_table("retainer_periods", schema=None) as batch_op:
        batch_op.create_index("ix_retainer_periods_closing_balance_id", ["closing_balance", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_retainer_periods_locked_by_id"), ["locked_by_id"], unique=False)
        batch_op.create_index("ix_retainer_periods_starts_on_id", ["starts_on", "id"], unique=False)
        batch_op.create_index("ix_retainer_periods_used_hours_id", ["used_hours", "id"], unique=False)

    op.create_table(
        "retainer_warnings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("period_id", sa.Integer(), nullable=False),
        sa.Column("threshold", sa.String(length=5), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["period_id"],
            ["retainer_periods.id"],
            name=op.f("fk_retainer_warnings_period_id_retainer_periods"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retainer_warnings")),
        sa.UniqueConstraint("period_id", "threshold", name=op.f("uq_retainer_warnings_period_id_threshold")),
    )
