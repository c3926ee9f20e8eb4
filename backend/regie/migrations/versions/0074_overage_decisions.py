"""What people decide about the hours over of retainers."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"


def upgrade() -> None:
    op.create_table(
        "overage_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("period_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=7), nullable=False),
        sa.Column("hours", sa.BigInteger(), nullable=False),
        sa.Column("rate", sa.BigInteger(), nullable=True),
        sa.Column("rate_source", sa.String(length=9), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by_id", sa.Integer(), nullable=False),
        sa.Column("payment_id", sa.Integer(), nullable=True),
        sa.Column("carried_to_id", sa.Integer(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("hours > 0", name=op.f("ck_overage_decisions_hours")),
        sa.ForeignKeyConstraint(
            ["carried_to_id"],
            ["retainer_periods.id"],
            name=op.f("fk_overage_decisions_carried_to_id_retainer_periods"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["decided_by_id"], ["users.id"], name=op.f("fk_overage_decisions_decided_by_id_users")),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["project_payments.id"],
            name=op.f("fk_overage_decisions_payment_id_project_payments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["period_id"],
            ["retainer_periods.id"],
            name=op.f("fk_overage_decisions_period_id_retainer_periods"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_overage_decisions_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_overage_decisions")),
        sa.UniqueConstraint("api_id", name=op.f("uq_overage_decisions_api_id")),
    )
    with op.batch_alter_table("overage_decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_overage_decisions_carried_to_id"), ["carried_to_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_overage_decisions_decided_by_id"), ["decided_by_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_overage_decisions_payment_id"), ["payment_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_overage_decisions_period_id"), ["period_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_overage_decisions_project_id"), ["project_id"], unique=False)
