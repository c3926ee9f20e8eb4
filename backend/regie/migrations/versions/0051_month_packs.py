"""Month-end packs, their files, and the users who receive them."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.create_table(
        "month_packs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("closing_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["closing_id"], ["closed_months.id"], name=op.f("fk_month_packs_closing_id_closed_months")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_month_packs")),
        sa.UniqueConstraint("api_id", name=op.f("uq_month_packs_api_id")),
        sa.UniqueConstraint("closing_id", name=op.f("uq_month_packs_closing_id")),
    )
    op.create_index("ix_month_packs_status", "month_packs", ["status"], unique=False)
    op.create_table(
        "month_pack_files",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("pack_id", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(length=4), nullable=False),
        sa.Column("locale", sa.String(length=5), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("storage_key", sa.String(length=80), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["pack_id"], ["month_packs.id"], name=op.f("fk_month_pack_files_pack_id_month_packs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_month_pack_files")),
        sa.UniqueConstraint("api_id", name=op.f("uq_month_pack_files_api_id")),
        sa.UniqueConstraint("pack_id", "format", "locale", name=op.f("uq_month_pack_files_pack_id_format_locale")),
    )
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("month_pack_recipients", sa.JSON(), nullable=False, server_default="[]"))
