"""Add client approvals of out-of-scope work."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "oos_approvals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(length=8), nullable=False),
        sa.Column("decided_on", sa.Date(), nullable=False),
        sa.Column("contact_name", sa.String(length=200), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("attachment_id", sa.Integer(), nullable=True),
        sa.Column("decided_by_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attachment_id"], ["attachments.id"], name=op.f("fk_oos_approvals_attachment_id_attachments")
        ),
        sa.ForeignKeyConstraint(["decided_by_id"], ["users.id"], name=op.f("fk_oos_approvals_decided_by_id_users")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_oos_approvals_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_oos_approvals")),
        sa.UniqueConstraint("api_id", name=op.f("uq_oos_approvals_api_id")),
        sa.UniqueConstraint("project_id", name=op.f("uq_oos_approvals_project_id")),
    )
    with op.batch_alter_table("oos_approvals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_oos_approvals_attachment_id"), ["attachment_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_oos_approvals_decided_by_id"), ["decided_by_id"], unique=False)
