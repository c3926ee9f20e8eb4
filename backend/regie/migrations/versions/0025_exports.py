"""Add exports of lists."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "exports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("list_name", sa.String(length=60), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("columns", sa.JSON(), nullable=False),
        sa.Column("picked", sa.JSON(), nullable=True),
        sa.Column("format", sa.String(length=4), nullable=False),
        sa.Column("locale", sa.String(length=5), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("rights", sa.String(length=64), nullable=True),
        sa.Column("storage_key", sa.String(length=80), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_exports_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exports")),
        sa.UniqueConstraint("api_id", name=op.f("uq_exports_api_id")),
    )
    op.create_index("ix_exports_user_id_created_at", "exports", ["user_id", "created_at"])
    op.create_index("ix_exports_status", "exports", ["status"])
    op.create_index(op.f("ix_exports_expires_at"), "exports", ["expires_at"])
