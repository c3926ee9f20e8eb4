"""Who takes care of a matter of the triage list, and what each user snoozed."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"


def upgrade() -> None:
    op.create_table(
        "triage_matters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("assignee_id", sa.Integer(), nullable=True),
        sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["assignee_id"], ["users.id"], name=op.f("fk_triage_matters_assignee_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_triage_matters")),
        sa.UniqueConstraint("api_id", name=op.f("uq_triage_matters_api_id")),
        sa.UniqueConstraint("kind", "record", name=op.f("uq_triage_matters_kind_record")),
    )
    with op.batch_alter_table("triage_matters", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_triage_matters_assignee_id"), ["assignee_id"], unique=False)

    op.create_table(
        "triage_snoozes",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("until", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_triage_snoozes_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "kind", "record", name=op.f("pk_triage_snoozes")),
    )
